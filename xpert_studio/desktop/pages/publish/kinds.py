"""The kinds of exports as they are offered, and what of the project goes out with each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xpert_studio.core.exchange.formats import FORMATS, ForeignFormat
from xpert_studio.core.wording import mark, t, tn
from xpert_studio.report.exports import (
    BundleOrder,
    ForeignOrder,
    Order,
)

_KINDS: Final = {
    "people": mark("People"),
    "tasks": mark("Tasks"),
    "checkpoints": mark("Checkpoints"),
    "revisions": mark("Rubric revisions"),
    "reviews": mark("Reviews"),
    "comments": mark("Comments"),
    "spot checks": mark("Spot checks"),
    "responses": mark("Responses"),
    "judgments": mark("Judgments"),
    "gold judgments": mark("Gold judgments"),
    "judges": mark("Judges"),
    "verdicts": mark("Verdicts"),
    "systems": mark("Systems"),
    "comparisons": mark("Comparisons"),
    "renderings": mark("Pictures of files"),
    "attachments": mark("Attachments"),
}


def kind_name(kind: str) -> str:
    """A kind of record as the window calls it."""
    return t(_KINDS[kind]) if kind in _KINDS else kind


_STAYING: Final = {
    "public": (
        (
            "eye-off",
            mark(
                "People are not shared: names and credentials are removed, IDs become "
                "stable pseudonyms."
            ),
        ),
        ("eye-off", mark("Private notes, reviews and comments are not shared.")),
    ),
    "private": (
        ("users", mark("People go out with names, credentials and everything they wrote.")),
    ),
    "table": (("users", mark("The ids of experts and the names of systems stand in it.")),),
    "report": (
        (
            "users",
            mark(
                "Contains system and judge names, and what experts wrote on the worst "
                "disagreements."
            ),
        ),
    ),
}
"""What goes out and what stays, by the kind, each with its picture."""


def stays_here(kind: ExportKind, order: Order) -> list[tuple[str, str]]:
    """What goes and what stays, in sentences, each with its picture."""
    told = _STAYING.get("public" if kind.is_public else kind.id, ())
    notes = [(picture, t(text)) for picture, text in told]
    if isinstance(order, BundleOrder | ForeignOrder) and order.options.held_out:
        notes.append(("lock", _held_out(order)))
    return notes


def _held_out(order: BundleOrder | ForeignOrder) -> str:
    count = len(order.options.held_out)
    if isinstance(order, ForeignOrder):
        return tn(
            "Nothing of {n} held-out task is exported.",
            "Nothing of {n} held-out tasks is exported.",
            count,
        )
    if order.is_shared:
        return tn(
            "Nothing of {n} held-out task is exported but its hash and its category.",
            "Nothing of {n} held-out tasks is exported but their hashes, their "
            "categories, and mean scores of five tasks or more.",
            count,
        )
    if order.options.without_reference_answers and order.options.without_rubrics:
        return tn(
            "{n} held-out task goes without its reference answer, its rubric and "
            "what was judged by it.",
            "{n} held-out tasks go without reference answers, rubrics and what was judged by them.",
            count,
        )
    if order.options.without_rubrics:
        return tn(
            "{n} held-out task goes without its rubric and what was judged by it.",
            "{n} held-out tasks go without rubrics and what was judged by them.",
            count,
        )
    return tn(
        "{n} held-out task goes without its reference answer, its checks and its "
        "choices, which hold answers.",
        "{n} held-out tasks go without reference answers, and without checks and "
        "choices, which hold answers.",
        count,
    )


@dataclass(frozen=True, slots=True)
class ExportKind:
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
        """Whether people stay in the project."""
        return self.id == "public" or self.format is not None


_BUNDLE: Final = ((".zip", mark("One file (.zip)")), ("", mark("A folder")))
FOREIGN_WORDS: Final = {
    "inspect-ai": mark(
        "A task that Inspect AI runs unchanged, with a grader for what no program decides."
    ),
    "promptfoo": mark(
        "A configuration that promptfoo runs unchanged, with an assertion for each checkpoint."
    ),
    "healthbench": mark("One task a line with its rubric, as HealthBench has them."),
    "autorubric": mark("The responses with rubric and gold judgments, as a dataset of autorubric."),
    "ifeval": mark("One prompt a line with its instructions, as IFEval has them."),
    "hugging-face": mark(
        "Tables in Parquet and JSON lines that datasets.load_dataset reads, with a card."
    ),
}
"""Sentences about formats in the window's language; a format not named here has its own."""
OWN: Final = (
    ExportKind(
        "public",
        mark("Public bundle"),
        mark("The public benchmark: names and private notes are removed."),
        _BUNDLE,
    ),
    ExportKind(
        "private",
        mark("Private bundle"),
        mark("Full copy with names, for internal use: to keep, or for another project."),
        _BUNDLE,
    ),
    ExportKind(
        "report",
        mark("Report"),
        mark("Scores, alignment and what they rest on, to be read by people."),
        (
            (".html", mark("Web page (.html)")),
            (".pdf", mark("PDF (.pdf)")),
            (".xlsx", mark("Excel workbook (.xlsx)")),
        ),
    ),
    ExportKind(
        "table",
        mark("Long table"),
        mark("Judgments and verdicts, one a row, with the experts’ ids: for your own analyses."),
        ((".csv", mark("Text (.csv)")), (".xlsx", mark("Excel workbook (.xlsx)"))),
    ),
)


def kinds() -> tuple[ExportKind, ...]:
    """Everything that can be published, in the order in which it is offered."""
    foreign = (
        ExportKind(
            item.id, item.tool, FOREIGN_WORDS.get(item.id, item.what), ((item.suffix, ""),), item
        )
        for item in FORMATS.values()
    )
    return (*OWN, *foreign)


def kind_of(kind_id: str) -> ExportKind:
    """A kind by its id; the first where there is none of that id."""
    return next((item for item in kinds() if item.id == kind_id), OWN[0])


def kind_title(kind_id: str, visibility: str = "") -> str:
    """What the history's name of a kind is called in the window."""
    wanted = {"private": "private", "public": "public"}.get(visibility, kind_id)
    found = next((item for item in kinds() if item.id == wanted), None)
    return t(found.title) if found else kind_id
