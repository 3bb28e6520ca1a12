"""The corrected score as a column of the leaderboard, and a second mark in its chart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from xpert_studio.api.sections import BoardColumn, ColumnFigures, View, listed, mark, t
from xpert_studio.packs.correction.section_model import CorrectedBoard, corrected_board
from xpert_studio.packs.correction.section_scores import chosen_words, limits


def _column(view: View) -> ColumnFigures | None:
    """The corrected score on the leaderboard of the judge; None where no system has one."""
    if view.rater is None or not view.rater.is_judge:
        return None
    found = corrected_board(view)
    if found is None or len(found.refused) == len(found.rows):
        return None
    return ColumnFigures(
        {row.system: row.corrected for row in found.rows if row.corrected.value is not None},
        {row.system: chosen_words(row, families=found.families) for row in found.rows},
        _mark_name(found),
        tuple(_column_notes(found)),
    )


def _mark_name(board: CorrectedBoard) -> str:
    """What the second mark is called, so that a chart alone says what it rests on."""
    known = [row.chosen.is_random for row in board.rows if row.corrected.value is not None]
    if all(known):
        return t("Corrected")
    if any(known):
        return t("Corrected (some labels not chosen at random)")
    return t("Corrected (labels not chosen at random)")


def _column_notes(board: CorrectedBoard) -> Iterator[tuple[str, str]]:
    labels = [row.labelled for row in board.rows if row.corrected.value is not None]
    low, high = min(labels), max(labels)
    n = str(low) if low == high else t("{low} to {high}", low=low, high=high)
    clusters = t("labelled families") if board.families else t("labelled tasks")
    yield (
        t(
            "Corrected: what experts would give, from {n} {clusters} a system. The errors of the "
            "judge are in its interval.",
            n=n,
            clusters=clusters,
        ),
        t("corrected by {n} {clusters} a system", n=n, clusters=clusters),
    )
    yield from (note for note in limits(board) if note[1])
    if board.refused:
        systems = listed(row.system for row in board.refused)
        yield t("No corrected score, not enough labels: {systems}.", systems=systems), ""


CORRECTED: Final = BoardColumn(
    "corrected",
    mark("Corrected"),
    mark("What experts would give: the judge’s score less what labels show it to err by."),
    _column,
    is_mark=True,
)
