"""Answers of a judge as a list: read straight from the analysis, so that any length scrolls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from xpert_studio.desktop.kit import (
    CAUSES,
    TIERS,
    Look,
    dimension_name,
    hint,
    mark,
    short,
    t,
    value_look,
)
from xpert_studio.desktop.pages.alignment.words import outdated_words
from xpert_studio.instruments.columns import asked_of
from xpert_studio.records import Attribution, DisagreementKey, Tier
from xpert_studio.records.columns import NONE
from xpert_studio.report.analysis import Analysis
from xpert_studio.report.cases import Cases
from xpert_studio.report.csv_tables import Value
from xpert_studio.report.queue import STATES, Queue, QueueState
from xpert_studio.workflow.blinding import Blinding

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE: Final = Qt.ItemDataRole.UserRole + 1
_NOTHING: Final = QModelIndex()
STATE_NAMES: Final = {
    QueueState.OPEN: mark("Not resolved"),
    QueueState.RESOLVED: mark("Settled"),
    QueueState.OUTDATED: mark("Outdated"),
}


@dataclass(frozen=True, slots=True)
class CaseRow:
    """One answer as the list paints it.

    Attributes:
        where: Weight, tier, dimension, response and task.
        expert, judge: What the two sides say.
        state, tone: What was found on it, in a word; empty where nothing was, or need not be.
    """

    text: str
    where: str
    expert: Look
    judge: Look
    state: str = ""
    tone: str = ""
    why: str = ""


class CaseList(QAbstractListModel):
    """Answers, the most costly disagreements first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._analysis: Analysis | None = None
        self._cases: Cases | None = None
        self._queue: Queue | None = None
        self._judge_id = ""
        self._letters: Mapping[str, str] = {}

    def show_cases(
        self,
        analysis: Analysis,
        judge_id: str,
        cases: Cases,
        blinding: Blinding,
        queue: Queue | None,
    ) -> None:
        """Shows other answers; with a queue, what was found on them too."""
        self.beginResetModel()
        self._analysis, self._cases, self._queue = analysis, cases, queue
        self._judge_id, self._letters = judge_id, blinding.labels
        self._asked = asked_of(analysis.catalog)
        self.endResetModel()

    def rowCount(self, parent: Index = _NOTHING) -> int:  # noqa: N802 - Qt's name
        """How many there are."""
        return 0 if parent.isValid() or self._cases is None else len(self._cases)

    def key_at(self, row: int) -> DisagreementKey | None:
        """Which answer stands in a row."""
        if self._cases is None or self._analysis is None or not 0 <= row < len(self._cases):
            return None
        catalog, paired = self._analysis.catalog, self._cases.paired
        return DisagreementKey(
            self._judge_id,
            catalog.responses[paired.response[row]],
            catalog.checkpoints[paired.checkpoint[row]],
        )

    def row_of(self, key: DisagreementKey) -> int | None:
        """Where an answer stands; None where it is not in the list."""
        if self._cases is None or self._analysis is None:
            return None
        catalog, paired = self._analysis.catalog, self._cases.paired
        try:
            response = catalog.responses.index(key.response_id)
        except ValueError:
            return None
        for row in (paired.response == response).nonzero()[0].tolist():
            if catalog.checkpoints[paired.checkpoint[row]] == key.checkpoint_id:
                return int(row)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What is known of one."""
        if not index.isValid() or not 0 <= index.row() < self.rowCount():
            return None
        if role not in (
            Qt.ItemDataRole.DisplayRole, ROW_ROLE, Qt.ItemDataRole.AccessibleTextRole,
            Qt.ItemDataRole.ToolTipRole,
        ):  # fmt: skip
            return None
        row = self._row(index.row())
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if role == ROW_ROLE:
            return row
        said = t(
            "Experts: {experts}. Judge: {judge}.", experts=row.expert.word, judge=row.judge.word
        )
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return " ".join(part for part in (row.text, row.where, said, row.state) if part)
        return hint("\n".join(part for part in (row.text, said, row.why) if part))

    def plain(self) -> list[list[Value]]:
        """The list as a table of words, its heads first."""
        heads: list[Value] = [
            t("Task"), t("Response"), t("Checkpoint"), t("Weight"), t("Experts"), t("Judge"),
            t("State"), t("Cause"), t("Reason"),
        ]  # fmt: skip
        return [heads, *(self._plain(row) for row in range(self.rowCount()))]

    def _plain(self, row: int) -> list[Value]:
        assert self._analysis is not None
        assert self._cases is not None
        catalog, paired = self._analysis.catalog, self._cases.paired
        response, point = int(paired.response[row]), int(paired.checkpoint[row])
        found = self._found(row)
        shown = self._row(row)
        return [
            catalog.task_titles[catalog.response_task[response]], self._response(response),
            catalog.checkpoint_texts[point], float(catalog.checkpoint_weight[point]),
            shown.expert.word, shown.judge.word,
            t(STATE_NAMES[self._state(row)]) if self._queue else "",
            t(CAUSES[found.cause]) if found else "", found.reason if found else "",
        ]  # fmt: skip

    def _row(self, row: int) -> CaseRow:
        assert self._analysis is not None
        assert self._cases is not None
        catalog, paired = self._analysis.catalog, self._cases.paired
        response, point = int(paired.response[row]), int(paired.checkpoint[row])
        tier, dimension = (
            int(catalog.checkpoint_tier[point]), int(catalog.checkpoint_dimension[point]),
        )  # fmt: skip
        parts = [
            t("Weight {n}", n=f"{catalog.checkpoint_weight[point]:g}"),
            "" if tier == NONE else tier_name(catalog.tiers[tier]),
            "" if dimension == NONE else dimension_name(catalog.dimensions[dimension]),
            self._response(response),
            short(catalog.task_titles[catalog.response_task[response]], 60),
        ]
        state, tone, why = self._state_words(row)
        _, own = self._asked.at(point)
        return CaseRow(
            text=short(catalog.checkpoint_texts[point], 300),
            where=" · ".join(part for part in parts if part),
            expert=value_look(float(paired.first_value[row]), own),
            judge=value_look(float(paired.second_value[row]), own),
            state=state,
            tone=tone,
            why=why,
        )

    def _response(self, response: int) -> str:
        """The system that wrote it, or its letter where that is hidden."""
        assert self._analysis is not None
        catalog = self._analysis.catalog
        letter = self._letters.get(catalog.responses[response])
        if letter is None:
            return str(catalog.systems[catalog.response_system[response]])
        return t("Response {label}", label=letter)

    def _state(self, row: int) -> QueueState:
        return STATES[int(self._queue.states[row])] if self._queue else QueueState.OPEN

    def _found(self, row: int) -> Attribution | None:
        key = self.key_at(row)
        if self._queue is None or key is None:
            return None
        return self._queue.found.get((key.response_id, key.checkpoint_id))

    def _state_words(self, row: int) -> tuple[str, str, str]:
        found, state = self._found(row), self._state(row)
        if self._queue is None or found is None or state is QueueState.OPEN:
            return "", "", ""
        cause = t(CAUSES[found.cause])
        if state is QueueState.RESOLVED:
            return cause, "good", f"{cause}: {found.reason}"
        key = self.key_at(row)
        changed = self._queue.outdated.get((found.response_id, found.checkpoint_id), ())
        assert key is not None
        return (
            t("Outdated"),
            "warn",
            t("Cause was “{cause}”, but since then {what}.", cause=cause, what=outdated_words(changed)),
        )  # fmt: skip


def tier_name(name: str) -> str:
    """A tier as it is shown."""
    return t(TIERS[Tier(name)]) if name in set(Tier) else name
