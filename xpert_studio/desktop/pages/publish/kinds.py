"""What can be published, as it is offered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xpert_studio.desktop.wording import mark, t
from xpert_studio.exchange.foreign import FORMATS, ForeignFormat


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind.

    Attributes:
        id: What the page calls it.
        title, what: Its name, and one sentence about it; marked for translation.
        endings: What its file may end in, with the words for each; the first is offered.
        format: The format of another tool, where it is one.
    """

    id: str
    title: str
    what: str
    endings: tuple[tuple[str, str], ...]
    format: ForeignFormat | None = None

    @property
    def is_public(self) -> bool:
        """Whether people stay in the house."""
        return self.id == "public" or self.format is not None


_BUNDLE: Final = ((".zip", mark("One file (.zip)")), ("", mark("A folder")))
FOREIGN_WORDS: Final = {
    "inspect-ai": mark(
        "A task that Inspect AI runs as it stands, with a grader for every checkpoint."
    ),
    "promptfoo": mark(
        "A configuration that promptfoo runs as it stands, with an llm-rubric for each checkpoint."
    ),
    "healthbench": mark("One task a line with its rubric, as HealthBench has them."),
    "autorubric": mark("The responses with rubric and gold judgments, as a dataset of autorubric."),
    "hugging-face": mark(
        "Tables in Parquet and JSON lines that datasets.load_dataset reads, with a card."
    ),
}
"""Sentences about formats in the window's language; a format not named here has its own."""
OWN: Final = (
    Kind(
        "public",
        mark("Public bundle"),
        mark("The benchmark for everybody: people and private notes stay in the house."),
        _BUNDLE,
    ),
    Kind(
        "private",
        mark("Private bundle"),
        mark("Everything, names included, for your own house: to keep, or for another project."),
        _BUNDLE,
    ),
    Kind(
        "report",
        mark("Report"),
        mark("Scores, alignment and what they rest on, to be read by people."),
        (
            (".html", mark("Web page (.html)")),
            (".pdf", mark("PDF (.pdf)")),
            (".xlsx", mark("Excel workbook (.xlsx)")),
        ),
    ),
    Kind(
        "table",
        mark("Long table"),
        mark("Judgments and verdicts, one a row, with the experts’ ids: for your own analyses."),
        ((".csv", mark("Text (.csv)")), (".xlsx", mark("Excel workbook (.xlsx)"))),
    ),
)


def kinds() -> tuple[Kind, ...]:
    """Everything that can be published, in the order in which it is offered."""
    foreign = (
        Kind(item.id, item.tool, FOREIGN_WORDS.get(item.id, item.what), ((item.suffix, ""),), item)
        for item in FORMATS
    )
    return (*OWN, *foreign)


def kind_of(kind_id: str) -> Kind:
    """A kind by its id; the first where there is none of that id."""
    return next((item for item in kinds() if item.id == kind_id), OWN[0])


def kind_title(kind_id: str, visibility: str = "") -> str:
    """What the history's name of a kind is called in the window."""
    wanted = {"private": "private", "public": "public"}.get(visibility, kind_id)
    found = next((item for item in kinds() if item.id == wanted), None)
    return t(found.title) if found else kind_id
