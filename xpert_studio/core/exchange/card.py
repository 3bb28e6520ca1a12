"""The dataset card of an export: what it holds, how it was made, what it must not be used for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from xpert_studio import __version__
from xpert_studio.core.exchange.card_metadata import CardFacts
from xpert_studio.core.exchange.composition import in_order
from xpert_studio.core.exchange.licences import licence_of
from xpert_studio.core.wording import spoken
from xpert_studio.core.workflow.policies import description_of

SPLIT: Final = "test"
"""The one split: a benchmark is for testing."""

DEFAULT: Final = "tasks"
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}")


@dataclass(frozen=True, slots=True)
class ExportLayout:
    """How an export is laid out, as its card tells it.

    Attributes:
        template: Of the card, in ``resources/cards``.
        tag: Of its kind, for catalogues.
        files: Name, what one row is, and rows (None where it has no rows), in order.
        configs: File by the name under which the ``datasets`` library loads it.
        version: Of the format.
        features: The columns of its tables, as the front matter describes them.
    """

    template: str
    tag: str
    files: Sequence[tuple[str, str, int | None]]
    configs: Mapping[str, str] = field(default_factory=dict)
    version: int = 1
    features: Sequence[Mapping[str, Any]] = ()

    @property
    def configurations(self) -> list[dict[str, Any]]:
        """What the ``datasets`` library finds; tasks are what it loads unasked."""
        return [
            {"config_name": name, "data_files": [{"split": SPLIT, "path": path}]}
            | ({"default": True} if name == DEFAULT else {})
            for name, path in self.configs.items()
        ]


def dataset_card(facts: CardFacts, layout: ExportLayout) -> str:
    """The card as Markdown with YAML front matter; equal facts give equal bytes in a language."""
    from xpert_studio.core.exchange.card_templates import render

    found = facts.composition
    languages = {name.partition("-")[0].casefold() for name in found.languages if name}
    dimensions = {
        name: description_of(facts.info.taxonomy, name, spoken())
        for name, _ in in_order(found.by_dimension)
        if name
    }
    return render(
        layout.template,
        facts=facts,
        layout=layout,
        licence=licence_of(facts.info.licence),
        languages=sorted(name for name in languages if _LANGUAGE.fullmatch(name)),
        meanings={name: said for name, said in dimensions.items() if said},
        goals={(goal.domain, goal.category): goal.competency for goal in facts.info.taxonomy.goals},
        judges={judge.id: judge for judge in facts.quality.judges} | found.judges,
        citation=citation(facts),
        version=__version__,
    )


def citation(facts: CardFacts) -> str:
    """How to cite the data set: as the lead says, else in BibTeX."""
    if facts.info.citation:
        return facts.info.citation
    key = re.sub(r"[^a-z0-9]+", "-", facts.title.casefold()).strip("-") or "expert-benchmark"
    title = re.sub(r"[{}<>\\`]", "", facts.title)
    year = f"  year = {{{facts.composition.last:%Y}}},\n" if facts.composition.last else ""
    return (
        f"@misc{{{key},\n  title = {{{title}}},\n{year}"
        f"  note = {{Expert benchmark, content hash {facts.content_hash[:16]}}},\n}}"
    )
