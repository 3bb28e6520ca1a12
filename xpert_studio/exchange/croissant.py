"""Croissant metadata: an export described so that machines find and load it.

Croissant 1.1 with the vocabulary for responsible AI 1.0 (MLCommons). What it says is counted from
what goes out, and names no person.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from xpert_studio import __version__
from xpert_studio.exchange import card_figures as figures
from xpert_studio.exchange import card_sections as sections
from xpert_studio.exchange.card_metadata import Facts
from xpert_studio.exchange.columns import Column, ColumnKind, Table
from xpert_studio.exchange.licences import licence_of
from xpert_studio.exchange.markdown import count
from xpert_studio.exchange.targets import WrittenFile

JSON_LINES: Final = "application/jsonlines"
PARQUET: Final = "application/x-parquet"

_CONTEXT: Final[dict[str, Any]] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "arrayShape": "cr:arrayShape",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "containedIn": "cr:containedIn",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "description": {"@container": "@language"},
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isArray": "cr:isArray",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "name": {"@container": "@language"},
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
_CONFORMS_TO: Final = (
    "http://mlcommons.org/croissant/1.1",
    "http://mlcommons.org/croissant/RAI/1.0",
)
_DATA_TYPES: Final = {
    ColumnKind.TEXT: "sc:Text",
    ColumnKind.INTEGER: "sc:Integer",
    ColumnKind.NUMBER: "sc:Float",
    ColumnKind.BOOLEAN: "sc:Boolean",
    ColumnKind.TIME: "sc:DateTime",
}
_MARKUP: Final = re.compile(r"\\([\\`*\[\]|])|`")


@dataclass(frozen=True, slots=True)
class Distributed:
    """A file of an export: what was written, and of which media type it is."""

    written: WrittenFile
    media_type: str


def croissant(
    facts: Facts,
    files: Mapping[str, Distributed],
    tables: Sequence[Table],
    *,
    now: datetime | None,
) -> bytes:
    """The metadata as JSON-LD.

    Args:
        facts: What there is to say.
        files: The files by path.
        tables: The tables in them.
        now: The day of publication, where it is known; nothing else depends on it.
    """
    licence = licence_of(facts.info.licence)
    found = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": list(_CONFORMS_TO),
        "name": " ".join(facts.info.name.split()),
        "description": _plain(
            " ".join(
                part for part in (sections.summary(facts), sections.canary_notice(facts)) if part
            )
        ),
        "license": (licence.url or licence.id) if licence else None,
        "version": f"1.0.0+{facts.content_hash[:16]}",
        "identifier": f"sha256:{facts.content_hash}",
        "datePublished": f"{now:%Y-%m-%d}" if now else None,
        "citeAs": sections.citation(facts),
        "creator": _creator(facts),
        "keywords": ["evaluation", "rubric", "LLM as a judge", "expert judgment"],
        "inLanguage": sorted(name for name in facts.composition.languages if name) or None,
        **_responsible(facts),
        "distribution": [_file(path, item) for path, item in sorted(files.items())],
        "recordSet": [_record_set(table) for table in tables],
    }
    present = {key: value for key, value in found.items() if value is not None}
    return (json.dumps(present, ensure_ascii=False, indent=1) + "\n").encode("utf-8")


def _creator(facts: Facts) -> dict[str, str]:
    return {
        "@type": "sc:Organization",
        "name": f"Contributors to {' '.join(facts.info.name.split())}",
    }


def _plain(text: str) -> str:
    """A sentence of the card without its markup."""
    return (
        _MARKUP.sub(lambda found: found[1] or "", text).replace("&lt;", "<").replace("&amp;", "&")
    )


def _responsible(facts: Facts) -> dict[str, Any]:
    """How the data came about, in the vocabulary for responsible AI; only what is known."""
    found = facts.composition
    steps = [_plain(line.partition(". ")[2]) for line in sections.making(facts).splitlines()]
    told = {
        "rai:dataCollection": steps[0],
        "rai:dataCollectionType": ["Manual Human Curator"],
        "rai:dataPreprocessingProtocol": steps[1:3],
        "rai:dataUseCases": [part for part in _plain(sections.USES).split("\n\n") if part],
        "rai:dataLimitations": [line[2:] for line in _plain(sections.limits(facts)).splitlines()],
        "rai:personalSensitiveInformation": [
            "People are pseudonyms; texts written by experts have not been screened further."
            if facts.is_public
            else "Names, roles and qualifications of the people involved."
        ],
    }
    if found.judgments:
        told |= {
            "rai:dataAnnotationProtocol": steps[3:],
            "rai:dataAnnotationPlatform": [f"Xpert Studio {__version__}"],
            "rai:annotationsPerItem": (
                f"{count(len(found.raters), 'checkpoint')} of responses were judged, "
                f"{found.twice:,} of them by two experts or more."
            ),
            "rai:annotatorDemographics": _annotators(facts),
            "rai:dataAnnotationAnalysis": [_plain(figures.agreement(facts))],
        }
    if found.verdicts:
        tools = {
            judge.model or judge.provider or judge.id
            for judge in found.judges.values()
            if judge.id in found.verdicts
        }
        told["rai:machineAnnotationTools"] = sorted(tools)
    return told


def _annotators(facts: Facts) -> list[str]:
    found = [f"{count(len(facts.composition.experts), 'expert')}."]
    return [*found, sections.qualified(facts)] if facts.making.examined else found


def _file(path: str, item: Distributed) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": path,
        "name": path,
        "contentUrl": path,
        "contentSize": f"{item.written.size} B",
        "encodingFormat": item.media_type,
        "sha256": item.written.sha256,
    }


def _record_set(table: Table) -> dict[str, Any]:
    key = [{"@id": f"{table.name}/{name}"} for name in table.key]
    return {
        "@type": "cr:RecordSet",
        "@id": table.name,
        "name": table.name,
        "description": f"One row is {table.what}.",
        "key": key[0] if len(key) == 1 else key,
        "field": [_field(table, column) for column in table.columns],
    }


def _field(table: Table, column: Column) -> dict[str, Any]:
    name = f"{table.name}/{column.name}"
    found: dict[str, Any] = {"@type": "cr:Field", "@id": name, "name": column.name}
    if column.many:
        found |= {"isArray": True, "arrayShape": "-1"}
    source = {"fileObject": {"@id": table.file}, "extract": {"column": column.name}}
    if column.kind is ColumnKind.PARTS:
        found["subField"] = [
            {
                "@type": "cr:Field",
                "@id": f"{name}/{part.name}",
                "name": part.name,
                "dataType": _DATA_TYPES[part.kind],
                "source": source | {"transform": {"jsonPath": part.name}},
            }
            for part in column.parts
        ]
        return found
    found |= {"dataType": _DATA_TYPES[column.kind], "source": source}
    if column.points_at is not None:
        # In words: declared as references, such columns are joined by the reference loader, which
        # fails over more than one step.
        found["description"] = f"Refers to {'/'.join(column.points_at)}."
    return found
