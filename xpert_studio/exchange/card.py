"""The dataset card of an export: what it holds, how it was made, what it must not be used for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from xpert_studio import __version__
from xpert_studio.exchange import card_figures as figures
from xpert_studio.exchange import card_sections as sections
from xpert_studio.exchange.card_metadata import Facts
from xpert_studio.exchange.composition import NO_VALUE, Composition
from xpert_studio.exchange.licences import licence_of
from xpert_studio.exchange.markdown import code, front_matter, inline, table
from xpert_studio.records import RatingState

SPLIT: Final = "test"
"""The one split: a benchmark is for testing."""

DEFAULT: Final = "tasks"
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}")
_SIZES: Final = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"))


@dataclass(frozen=True, slots=True)
class Layout:
    """How an export is laid out, as its card tells it.

    Attributes:
        tags: Of its kind, for catalogues.
        files: Name, what one row is, and rows (None where it has no rows), in order.
        loading: How to load it, in Markdown.
        configs: File by the name under which the ``datasets`` library loads it.
        more: Further keys of the front matter.
    """

    tags: tuple[str, ...]
    files: Sequence[tuple[str, str, int | None]]
    loading: str
    configs: Mapping[str, str] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)


def dataset_card(facts: Facts, layout: Layout) -> str:
    """The card as Markdown with YAML front matter; equal facts give equal bytes.

    Args:
        facts: What there is to say.
        layout: How the export is laid out.
    """
    parts = [
        f"# {inline(facts.info.name)}",
        sections.summary(facts),
        sections.canary_notice(facts),
        "## What is in it",
        table(
            ("file", "one row is", "rows"),
            [(code(name), what, rows) for name, what, rows in layout.files],
            numbers=1,
        ),
        sections.attachments(facts),
        "## How it was made",
        sections.making(facts),
        "## Who made it",
        sections.makers(facts),
        "## Composition",
        sections.composition(facts),
        "## Systems and judges",
        figures.systems_and_judges(facts),
        "## How reliable it is",
        figures.reliability(facts),
        "## Held-out part and contamination",
        sections.held_out(facts),
        "## What it is for, and what not",
        sections.USES,
        "## Limits",
        sections.limits(facts),
        "## Loading it",
        layout.loading,
        "## Licence and citation",
        sections.licence_and_citation(facts),
        "## Versions and hashes",
        _versions(facts),
    ]
    body = "\n\n".join(part for part in parts if part)
    return f"{front_matter(_front(facts, layout))}\n{body}\n"


def _front(facts: Facts, layout: Layout) -> dict[str, Any]:
    licence = licence_of(facts.info.licence)
    front: dict[str, Any] = {
        "pretty_name": " ".join(facts.info.name.split()),
        "license": licence.hub_id if licence else "unknown",
    }
    if licence and not licence.is_known:
        front["license_name"] = licence.id
    languages = _languages(facts.composition)
    if languages:
        front["language"] = languages
    front |= {
        "size_categories": [
            next((name for limit, name in _SIZES if facts.composition.tasks < limit), "100K<n<1M")
        ],
        "task_categories": ["text-generation"],
        "tags": ["evaluation", "rubric", "llm-as-a-judge", *layout.tags],
    }
    if facts.composition.judgments:
        front["annotations_creators"] = ["expert-generated"]
    if layout.configs:
        front["configs"] = configurations(layout.configs)
    return front | dict(layout.more)


def configurations(files: Mapping[str, str]) -> list[dict[str, Any]]:
    """The configurations that the ``datasets`` library finds; tasks are what it loads unasked.

    Args:
        files: File by configuration.
    """
    return [
        {"config_name": name, "data_files": [{"split": SPLIT, "path": path}]}
        | ({"default": True} if name == DEFAULT else {})
        for name, path in files.items()
    ]


def _languages(composition: Composition) -> list[str]:
    known = {name.partition("-")[0].casefold() for name in composition.languages if name}
    return sorted(name for name in known if _LANGUAGE.fullmatch(name))


def _versions(facts: Facts) -> str:
    info, found = facts.info, facts.composition
    unusable = sum(states.total() - states[RatingState.OK] for states in found.verdicts.values())
    rows = [
        ("Made with", f"Xpert Studio {__version__}"),
        ("Content (SHA-256 over the data files)", code(facts.content_hash)),
    ]
    if info.grading_policy.text:
        policy = info.grading_policy
        rows.append((f"Grading policy, version {policy.version}", code(policy.content_hash)))
    if found.verdicts:
        rows.append(("Verdicts that are invalid or errors", f"{unusable:,}"))
    if found.first and found.last:
        rows.append(
            ("First and last date in the data", f"{found.first:%Y-%m-%d}, {found.last:%Y-%m-%d}")
        )
    if NO_VALUE in found.languages:
        rows.append(("Tasks that name no language", f"{found.languages[NO_VALUE]:,}"))
    return table(("what", "value"), rows)
