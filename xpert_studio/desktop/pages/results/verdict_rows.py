"""What the table of verdicts shows: numbers are in memory, texts are fetched when they become visible."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QObject

from xpert_studio.desktop.kit import (
    BLANK,
    MET,
    NOT_MET,
    VERDICT_STATES,
    Grid,
    GridCell,
    GridColumn,
    Late,
    Look,
    Session,
    flag_name,
    listed,
    number,
    t,
    translated,
)
from xpert_studio.instruments import Choice
from xpert_studio.records import RatingState
from xpert_studio.records.columns import IntArray
from xpert_studio.report.results import VerdictList
from xpert_studio.report.results.verdicts import read_texts
from xpert_studio.store.verdict_list import ANSWERS, VerdictRow

LOOKS: Final = {
    "met": MET,
    "not_met": NOT_MET,
    "invalid": VERDICT_STATES[RatingState.INVALID],
    "error": VERDICT_STATES[RatingState.ERROR],
}


class VerdictRows(QObject):
    """Fills a grid with verdicts.

    Args:
        session: Where texts are fetched.
        grid: What is filled.
    """

    def __init__(self, session: Session, grid: Grid) -> None:
        super().__init__(grid)
        self._grid = grid
        self.list: VerdictList | None = None
        self._late = Late[VerdictRow](session, grid, lambda: partial(read_texts, session.project))

    def show(self, found: VerdictList, rows: IntArray) -> None:
        """Shows some verdicts, in an order."""
        if found is not self.list:
            self.list = found
            self._late.forget()
        self._grid.show_grid(self._columns(), rows)

    def _columns(self) -> list[GridColumn]:
        return [
            GridColumn("task", t("Task"), self._task, 150),
            GridColumn("system", t("System"), self._system, 112),
            GridColumn("checkpoint", t("Checkpoint"), self._checkpoint, 230),
            GridColumn("weight", t("Weight"), self._weight, 76, is_figure=True),
            GridColumn("answer", t("Verdict"), self._answer, 102),
            GridColumn("expert", t("Experts"), self._expert, 102),
            GridColumn("rationale", t("Rationale"), self._rationale, 180, sorts=False),
            GridColumn("notes", t("Notes"), self._notes, 130, sorts=False),
        ]

    @property
    def _found(self) -> VerdictList:
        assert self.list is not None
        return self.list

    def _task(self, row: int) -> GridCell:
        found = self._found
        return GridCell(
            found.catalog.task_titles[found.catalog.response_task[found.response[row]]],
            tone="muted",
        )

    def _system(self, row: int) -> GridCell:
        found = self._found
        return GridCell(found.catalog.systems[found.catalog.response_system[found.response[row]]])

    def _checkpoint(self, row: int) -> GridCell:
        return GridCell(self._found.catalog.checkpoint_texts[self._found.checkpoint[row]])

    def _weight(self, row: int) -> GridCell:
        return GridCell(
            number(int(self._found.catalog.checkpoint_weight[self._found.checkpoint[row]]))
        )

    def _answer(self, row: int) -> GridCell:
        said = self._found.said(row)
        return _look(LOOKS[ANSWERS[self._found.answer[row]]]) if said is None else _shown(said[1])

    def _expert(self, row: int) -> GridCell:
        said = self._found.experts_said(row)
        return BLANK if said is None else _shown(said[1])

    def _rationale(self, row: int) -> GridCell | None:
        texts = self._text(row)
        return None if texts is None else GridCell(texts.rationale, tone="muted")

    def _notes(self, row: int) -> GridCell | None:
        found = self._found
        is_plain = found.answer[row] < ANSWERS.index("invalid")
        notes = [t("text edited since")] if found.stale[row] else []
        if found.trial[row] > 1:
            notes.append(t("trial {n}", n=number(int(found.trial[row]))))
        if not is_plain or found.flagged[row]:
            texts = self._text(row)
            if texts is None:
                return None
            notes = [*([translated(texts.problem)] if texts.problem else []),
                     *(flag_name(flag) for flag in texts.flags), *notes]  # fmt: skip
        return GridCell(listed(notes), tone="warn") if notes else BLANK

    def _text(self, row: int) -> VerdictRow | None:
        """The texts of a verdict; where they have not come, they are asked for."""
        return self._late.get(int(self._found.key[row]))


def _shown(choice: Choice) -> GridCell:
    return _look(Look(choice.word, choice.picture, choice.tone))


def _look(look: Look) -> GridCell:
    return GridCell(t(look.word), tone=look.tone, picture=look.picture)
