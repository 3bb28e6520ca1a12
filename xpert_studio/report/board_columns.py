"""Columns that packs bring for leaderboards: a figure beside the score, and a second mark."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from xpert_studio.core.metrics.task_estimates import Estimate
from xpert_studio.core.packs import Registry
from xpert_studio.report.section import View


@dataclass(frozen=True, slots=True)
class ColumnFigures:
    """What a column says of a board.

    Attributes:
        figures: By system; those without one are left out.
        words: By system, what belongs to its figure, such as why it has none; in full sentences'
            place, a few words each.
        name: What their mark is called; the title of the column where empty.
        notes: What limits them, in sentences, each with a short form, which may be empty.
        plain: The words for programs, in every language alike; as for people where it lacks.
    """

    figures: Mapping[str, Estimate]
    words: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    notes: tuple[tuple[str, str], ...] = ()
    plain: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BoardColumn:
    """A column of leaderboards.

    Attributes:
        id: What it is called for programs; ``ID_interval`` and ``ID_note`` stand beside it.
        title: Its heading; a text to be translated.
        meaning: What its figures are, in a sentence; a text to be translated.
        compute: Its figures for the rater and the tasks of a view; None where there are none.
        form: How its figures are written, in the notation of spreadsheets. Marks need a share.
        is_mark: Whether it is a second mark in the chart of the leaderboard.
        is_text: Whether it has words in place of figures, and so no interval.
    """

    id: str
    title: str
    meaning: str
    compute: Callable[[View], ColumnFigures | None]
    form: str = "0.0%"
    is_mark: bool = False
    is_text: bool = False


BOARD_COLUMNS: Final[Registry[BoardColumn]] = Registry("board_columns")


def board_columns(view: View) -> dict[str, ColumnFigures]:
    """The figures of every column that has any, by the column's id; computed once.

    Args:
        view: Whose board, over which tasks.
    """

    def work() -> dict[str, ColumnFigures]:
        found: dict[str, Any] = {one.id: one.compute(view) for one in BOARD_COLUMNS.values()}
        return {id_: one for id_, one in found.items() if one is not None}

    return view.results.kept(("board_columns", *view.key), work)


def plain_columns(found: Mapping[str, ColumnFigures], system: str) -> dict[str, Any]:
    """What columns say of a system, for a program."""
    plain: dict[str, Any] = {}
    for id_, one in found.items():
        if BOARD_COLUMNS[id_].is_text:
            plain[id_] = one.plain.get(system, one.words.get(system, ""))
            continue
        figure = one.figures.get(system)
        plain |= {id_: None, f"{id_}_interval": None} if figure is None else figure.named(id_)
        plain[f"{id_}_note"] = one.words.get(system, "")
    return plain


def second_mark(found: Mapping[str, ColumnFigures]) -> tuple[str, Mapping[str, Estimate]]:
    """The second mark of a leaderboard's chart: what it is, and the figures by system."""
    for id_, one in found.items():
        if BOARD_COLUMNS[id_].is_mark:
            return one.name or BOARD_COLUMNS[id_].title, one.figures
    return "", {}
