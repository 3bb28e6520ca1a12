"""Croissant metadata: an export described so that machines find and load it.

Croissant 1.1 with the vocabulary for responsible AI 1.0 (MLCommons). What it says is counted from
what goes out, and names no person.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from xpert_studio import __version__
from xpert_studio.core.exchange.card import citation
from xpert_studio.core.exchange.card_metadata import CardFacts
from xpert_studio.core.exchange.columns import ColumnKind, DataColumn, Table
from xpert_studio.core.exchange.composition import Composition
from xpert_studio.core.exchange.licences import licence_of
from xpert_studio.core.exchange.targets import WrittenFile, WrittenFiles
from xpert_studio.core.resources import resource_json

JSON_LINES: Final = "application/jsonlines"
PARQUET: Final = "application/x-parquet"

_DATA_TYPES: Final = {
    ColumnKind.TEXT: "sc:Text",
    ColumnKind.INTEGER: "sc:Integer",
    ColumnKind.NUMBER: "sc:Float",
    ColumnKind.BOOLEAN: "sc:Boolean",
    ColumnKind.TIME: "sc:DateTime",
}


def croissant(
    facts: CardFacts,
    files: WrittenFiles,
    media_types: Mapping[str, str],
    tables: Sequence[Table],
    *,
    now: datetime | None,
) -> bytes:
    """The metadata as JSON-LD: ``resources/cards/croissant.json``, filled in.

    Args:
        facts: What there is to say.
        files: The files by path.
        media_types: Theirs, by path.
        tables: The tables in them.
        now: The day of publication, where it is known; nothing else depends on it.
    """
    from xpert_studio.core.exchange.card_templates import plain_sentences

    say, found, licence = plain_sentences(), facts.composition, licence_of(facts.info.licence)
    filled = {
        "name": facts.title,
        "description": " ".join(filter(None, (say.summary(facts), say.canary_notice(facts)))),
        "license": (licence.url or licence.id) if licence else None,
        "version": f"1.0.0+{facts.content_hash[:16]}",
        "identifier": f"sha256:{facts.content_hash}",
        "datePublished": f"{now:%Y-%m-%d}" if now else None,
        "citeAs": citation(facts),
        "creator": {"@type": "sc:Organization", "name": f"Contributors to {facts.title}"},
        "inLanguage": sorted(name for name in found.languages if name) or None,
        "rai:dataCollection": say.tasks_made(facts),
        "rai:dataPreprocessingProtocol": list(
            filter(None, (say.decided(facts), say.reviews(facts), say.spot_checks(facts)))
        ),
        "rai:dataUseCases": [say.purpose(), say.no_purpose()],
        "rai:dataLimitations": say.limits(facts).splitlines(),
        "rai:personalSensitiveInformation": [say.personal(facts)],
        **(_annotation(facts, say) if found.judgments else {}),
        "rai:machineAnnotationTools": _judges(found) or None,
        "distribution": [
            _file(path, file, media_types[path]) for path, file in sorted(files.items())
        ],
        "recordSet": [_record_set(table) for table in tables],
    }
    whole = resource_json("cards", "croissant.json") | filled
    present = {key: value for key, value in whole.items() if value is not None}
    return (json.dumps(present, ensure_ascii=False, indent=1) + "\n").encode("utf-8")


def _annotation(facts: CardFacts, say: Any) -> dict[str, Any]:  # noqa: ANN401 - macros of a template
    """How judgments came about, in the vocabulary for responsible AI."""
    people = [say.annotators(facts), facts.making.examined and say.qualified(facts)]
    return {
        "rai:dataAnnotationProtocol": [say.judged(facts)],
        "rai:dataAnnotationPlatform": [f"Xpert Studio {__version__}"],
        "rai:annotationsPerItem": say.rated(facts),
        "rai:annotatorDemographics": list(filter(None, people)),
        "rai:dataAnnotationAnalysis": [say.agreement(facts)],
    }


def _judges(composition: Composition) -> list[str]:
    judges = (judge for judge in composition.judges.values() if judge.id in composition.verdicts)
    return sorted({judge.model or judge.provider or judge.id for judge in judges})


def _file(path: str, file: WrittenFile, media_type: str) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": path,
        "name": path,
        "contentUrl": path,
        "contentSize": f"{file.size} B",
        "encodingFormat": media_type,
        "sha256": file.sha256,
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


def _field(table: Table, column: DataColumn) -> dict[str, Any]:
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
