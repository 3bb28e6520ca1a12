"""Answers of a judge as a table: read straight from the analysis, so that any length scrolls."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.instruments.columns import asked_of
from xpert_studio.core.records import CAUSES, TIERS, Attribution, DisagreementKey, Tier
from xpert_studio.core.records.columns import NONE, FloatArray
from xpert_studio.core.wording import labelled, t
from xpert_studio.core.workflow.blinding import Blinding
from xpert_studio.desktop.names import is_named, value_look
from xpert_studio.desktop.pages.alignment.words import outdated_words
from xpert_studio.desktop.widgets.grid import BLANK, Grid, GridCell, GridColumn
from xpert_studio.report.analysis import Analysis
from xpert_studio.report.cases import Cases
from xpert_studio.report.judge_alignment import response_name
from xpert_studio.report.part_names import dimension_name
from xpert_studio.report.queue import STATE_NAMES, STATES, CaseQueue, QueueState

NEVER_SEEN: Final = 100_000
"""The room that no window has; a column that needs it is written into files only."""


class CaseList(Grid):
    """Answers, the most costly disagreements first."""

    def show_cases(
        self,
        analysis: Analysis,
        judge_id: str,
        cases: Cases,
        blinding: Blinding,
        queue: CaseQueue | None,
    ) -> None:
        """Shows other answers; with a queue, what was found on them too."""
        self._analysis, self._catalog, self._paired = analysis, analysis.catalog, cases.paired
        self._judge_id, self._letters, self._queue = judge_id, blinding.labels, queue
        self._asked = asked_of(analysis.catalog)
        self.show_grid(self._columns(), range(len(cases)))

    @property
    def has_scales(self) -> bool:
        """Whether a value that is listed is on a scale; its band then stands below it."""
        kinds = set(self._asked.kind[self._paired.checkpoint].tolist())
        return not all(is_named(self._asked.kinds[kind][1]) for kind in kinds)

    def key_at(self, row: int) -> DisagreementKey | None:
        """Which answer stands in a row."""
        if not 0 <= row < self.rowCount():
            return None
        return DisagreementKey(
            self._judge_id,
            self._catalog.responses[self._paired.response[row]],
            self._catalog.checkpoints[self._paired.checkpoint[row]],
        )

    def find(self, key: DisagreementKey) -> int | None:
        """Where an answer stands; None where it is not in the list."""
        catalog, paired = self._catalog, self._paired
        if key.response_id not in catalog.responses:
            return None
        response = catalog.responses.index(key.response_id)
        for row in (paired.response == response).nonzero()[0].tolist():
            if catalog.checkpoints[paired.checkpoint[row]] == key.checkpoint_id:
                return int(row)
        return None

    def _columns(self) -> list[GridColumn]:
        paired = self._paired

        def plain(
            key: str, head: str, cell: object, width: int = 100, **more: object
        ) -> GridColumn:
            return GridColumn(key, head, cell, width, sorts=False, **more)  # type: ignore[arg-type]

        found = [
            plain("text", t("Checkpoint"), self._text, 200),
            plain("task", t("Task"), self._task, 150, room=900),
            plain("response", t("Response"), self._response, 112, room=760),
            plain("tier", t("Tier"), self._tier, 90, room=1000),
            plain("dimension", t("Dimension"), self._dimension, 120, room=1100),
            plain("weight", t("Weight"), self._weight, 62, is_figure=True, room=520),
            plain("experts", t("Experts"), lambda row: self._value(row, paired.first_value), 118),
            plain("judge", t("Judge"), lambda row: self._value(row, paired.second_value), 118),
        ]
        if self._queue is not None:
            found += [
                plain("cause", t("Cause"), self._cause, 120, room=600),
                plain(
                    "state",
                    t("State"),
                    lambda row: GridCell(t(STATE_NAMES[self._state(row)])),
                    room=NEVER_SEEN,
                ),
                plain("reason", t("Reason"), self._reason, room=NEVER_SEEN),
            ]
        return found

    def _text(self, row: int) -> GridCell:
        text = self._catalog.checkpoint_texts[self._paired.checkpoint[row]]
        where = " · ".join(
            cell.text
            for cell in (
                self._weight(row),
                self._tier(row),
                self._dimension(row),
                self._response(row),
                self._task(row),
            )
            if cell.text
        )
        return GridCell(text, text, is_strong=True, hint=f"{text}\n{where}")

    def _task(self, row: int) -> GridCell:
        task = self._catalog.response_task[self._paired.response[row]]
        return GridCell(self._catalog.task_titles[task], tone="muted")

    def _response(self, row: int) -> GridCell:
        """The system that wrote it, or its letter where that is hidden."""
        return GridCell(
            response_name(self._analysis, self._letters, int(self._paired.response[row])),
            tone="muted",
        )

    def _tier(self, row: int) -> GridCell:
        code = int(self._catalog.checkpoint_tier[self._paired.checkpoint[row]])
        return (
            BLANK if code == NONE else GridCell(tier_name(self._catalog.tiers[code]), tone="muted")
        )

    def _dimension(self, row: int) -> GridCell:
        code = int(self._catalog.checkpoint_dimension[self._paired.checkpoint[row]])
        return (
            BLANK
            if code == NONE
            else GridCell(dimension_name(self._catalog.dimensions[code]), tone="muted")
        )

    def _weight(self, row: int) -> GridCell:
        weight = float(self._catalog.checkpoint_weight[self._paired.checkpoint[row]])
        return GridCell(f"{weight:g}", weight, tone="muted")

    def _value(self, row: int, values: FloatArray) -> GridCell:
        _, own = self._asked.at(int(self._paired.checkpoint[row]))
        word, picture, tone = value_look(float(values[row]), own)
        return GridCell(
            word.replace(" (", "\n(", 1), word, tone=tone, picture=picture, hint=word
        )  # the band of a graded value stands below it

    def _found(self, row: int) -> Attribution | None:
        key = self.key_at(row)
        if self._queue is None or key is None:
            return None
        return self._queue.found.get((key.response_id, key.checkpoint_id))

    def _state(self, row: int) -> QueueState:
        return STATES[int(self._queue.states[row])] if self._queue else QueueState.OPEN

    def _reason(self, row: int) -> GridCell:
        found = self._found(row)
        return GridCell(found.reason) if found else BLANK

    def _cause(self, row: int) -> GridCell:
        found, state = self._found(row), self._state(row)
        if self._queue is None or found is None or state is QueueState.OPEN:
            return BLANK
        cause = t(CAUSES[found.cause])
        if state is QueueState.RESOLVED:
            return GridCell(cause, tone="good", is_chip=True, hint=labelled(cause, found.reason))
        changed = self._queue.outdated.get((found.response_id, found.checkpoint_id), ())
        why = t(
            "Cause was “{cause}”, but since then {what}.", cause=cause, what=outdated_words(changed)
        )
        return GridCell(t("Outdated"), cause, tone="warn", is_chip=True, hint=why)


def tier_name(name: str) -> str:
    """A tier as it is shown."""
    return t(TIERS[Tier(name)]) if name in set(Tier) else name
