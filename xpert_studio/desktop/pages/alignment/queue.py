"""The disagreements as a queue of work: the most costly first, each attributed to a cause."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from xpert_studio.desktop.kit import (
    CAUSES,
    GAP,
    SPACE,
    EmptyState,
    Flow,
    Shell,
    box,
    button,
    column,
    label,
    number,
    picker,
    refill,
    row,
    stacked,
    t,
    tab_bar,
    tn,
)
from xpert_studio.desktop.pages.alignment.cases_list import CaseView
from xpert_studio.desktop.pages.alignment.cases_model import STATE_NAMES, CaseList
from xpert_studio.desktop.pages.alignment.error_analysis import Remedies
from xpert_studio.desktop.pages.alignment.part import Part
from xpert_studio.desktop.pages.alignment.words import GROUPINGS, group_name
from xpert_studio.desktop.unblinding import withheld_words
from xpert_studio.desktop.widgets.saving_files import export_tables
from xpert_studio.records import Cause, DisagreementKey
from xpert_studio.report.cases import CaseFilter
from xpert_studio.report.judge_alignment import Look
from xpert_studio.report.queue import Queue, QueueState, read_queue

_FILTERS: Final = ("tier", "dimension", "domain", "system")
_STATES: Final = (*QueueState, "")


class QueuePart(Part):
    """The queue, with filters and what can be done about several at once.

    Signals:
        opened: One should be shown: its ``DisagreementKey``.
        counted: How many are open, whatever is filtered.
    """

    opened = Signal(object)
    counted = Signal(int)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.queue: Queue | None = None
        self.remedies = Remedies(self, shell)
        self.model = CaseList(self)
        self.list = CaseView(self.model, t("Disagreements, most costly first"), several=True)
        self.list.opened.connect(self.opened)
        self.list.selectionModel().selectionChanged.connect(lambda *_: self._show_acts())
        states = [("", str(state)) for state in _STATES]
        self.states = tab_bar(states, lambda _: self._catch_up(), name=t("State"), scrolls=False)
        self.causes = picker(t("Cause"), then=self._catch_up, most=230)
        self.pickers = {
            by: picker(t(GROUPINGS[by]), then=self._catch_up, most=230) for by in _FILTERS
        }
        self._make_acts()
        self.about = label("", "muted")
        self.empty = EmptyState("circle-check", "", "")
        self.stack = stacked(self.list, self.empty)
        self._lay_out()

    def _make_acts(self) -> None:
        self.down_to = button(t("Cause"), picture="target")
        menu = QMenu(self.down_to)
        for cause, name in CAUSES.items():
            act = QAction(f"{t(name)} …", menu)
            act.triggered.connect(lambda _=False, cause=cause: self._settle(cause))
            menu.addAction(act)
        self.down_to.setMenu(menu)
        self.keep = button(t("Reconfirm"), self._keep, picture="check")
        self.again = button(t("Open again"), self._reopen, picture="rotate-ccw")
        self.export = button(t("Export as CSV"), self.ask_export, picture="download")

    def _lay_out(self) -> None:
        self.chosen = label("", "label", wrap=False)
        filters = Flow(*self.pickers.values(), self.causes, self.export)
        acts = box(row(self.chosen, self.down_to, self.keep, self.again))
        column(
            Flow(self.states, acts, gap=SPACE),
            filters,
            self.about,
            self.stack,
            on=self,
            gap=GAP,
            grow=3,
        )

    # The request.

    @property
    def state(self) -> str:
        """Which state is listed; empty for all."""
        return str(self.states.tabData(self.states.currentIndex()) or "")

    @property
    def cause(self) -> str:
        """Which cause is listed; empty for all."""
        return str(self.causes.currentData() or "")

    @property
    def wanted(self) -> CaseFilter:
        """Which disagreements are listed, but for their state."""
        judge = self.look.judge.judge.id if self.look and self.look.judge else ""
        groups = {by: str(picker.currentData() or "") for by, picker in self.pickers.items()}
        return CaseFilter(judge=judge, said="differ").but(**groups)

    def ask_for(self, wanted: CaseFilter) -> None:
        """Lists the disagreements that a filter means."""
        for by, made in self.pickers.items():
            value = getattr(wanted, by)
            if value and made.findData(value) < 0:
                made.addItem(group_name(by, value, self.called), value)
            made.setCurrentIndex(max(0, made.findData(value)))
        if self.look is not None:
            self.show_look(self.look)

    # Showing.

    def fill(self, look: Look) -> None:
        """Fetches the queue."""
        self.pickers["system"].setVisible(look.names_systems)
        self._fill_pickers(look)
        wanted, state, cause = self.wanted, self.state, self.cause
        project = self.session.project
        if not wanted.judge:
            return
        self.fetch(
            lambda: read_queue(
                project, look.analysis, wanted, state=state, cause=cause,
                blinding=look.blinding,
            ),
            self._show,
            "queue",
        )  # fmt: skip

    def reread(self) -> None:
        """Fetches what was found anew; the figures are what they were."""
        if self.look is not None:
            self.fill(self.look)

    def _fill_pickers(self, look: Look) -> None:
        catalog = look.analysis.catalog
        names = {
            "tier": catalog.tiers, "dimension": catalog.dimensions, "domain": catalog.domains,
            "system": catalog.systems if look.names_systems else (),
        }  # fmt: skip
        everything = {
            "tier": t("All tiers"), "dimension": t("Every dimension"),
            "domain": t("Every domain"), "system": t("Every system"),
        }  # fmt: skip
        for by, made in self.pickers.items():
            groups = [(group_name(by, name, self.called), name) for name in names[by]]
            refill(made, [(everything[by], ""), *groups], made.currentData())
        causes = [(t(CAUSES[cause]), cause.value) for cause in Cause]
        refill(self.causes, [(t("All causes"), ""), *causes], self.causes.currentData())

    def _show(self, queue: Queue) -> None:
        look = self.look
        if look is None or look.judge is None:
            return
        at = max(0, self.list.currentIndex().row())
        self.queue = queue
        self.model.show_cases(look.analysis, look.judge.judge.id, queue.cases, look.blinding, queue)
        for place, state in enumerate(_STATES):
            name = t(STATE_NAMES[QueueState(state)]) if state else t("All")
            total = queue.counts[QueueState(state)] if state else sum(queue.counts.values())
            self.states.setTabText(place, f"{name} ({number(total)})")
        self.about.say(self._said(queue))
        self.stack.setCurrentIndex(0 if len(queue) else 1)
        if len(queue):
            self.list.go_to(min(at, len(queue) - 1))
        else:
            self._say_empty(queue)
        self.export.setEnabled(bool(len(queue)))
        self._show_acts()
        if not any(picker.currentData() for picker in (*self.pickers.values(), self.causes)):
            self.counted.emit(queue.counts[QueueState.OPEN] + queue.counts[QueueState.OUTDATED])

    def _said(self, queue: Queue) -> str:
        said = [
            f"{t(CAUSES[Cause(cause)])}: {number(count)}"
            for cause, count in sorted(queue.causes.items())
        ]
        if queue.resolved:
            said.append(tn("on {n} with a finding both agree by now", "on {n} with a finding both agree by now", queue.resolved))  # fmt: skip
        if queue.pending:
            said.append(tn("{n} to be judged, confirmed or scored again", "{n} to be judged, confirmed or scored again", queue.pending))  # fmt: skip
        if queue.withheld:
            said.append(withheld_words(queue.withheld))
        return " · ".join(said)

    def _say_empty(self, queue: Queue) -> None:
        if sum(queue.counts.values()) and self.state:
            self.empty.say(t("Nothing here"), t("Other states of the queue hold some; the numbers above say how many."))  # fmt: skip
            return
        self.empty.say(t("They do not differ"), t("On everything that is asked for, the judge answers as the experts do."))  # fmt: skip

    def _show_acts(self) -> None:
        chosen = self.list.chosen
        self.chosen.setText(tn("{n} selected", "{n} selected", len(chosen)))
        may = bool(chosen) and not self.session.project.read_only
        found = [key for key in chosen if self._has_finding(key)] if self.queue else []
        self.down_to.setEnabled(may)
        self.keep.setEnabled(may and bool(self._lapsed(chosen)))
        self.again.setEnabled(may and len(found) == len(chosen))

    def _has_finding(self, key: DisagreementKey) -> bool:
        found = self.queue.found.get((key.response_id, key.checkpoint_id)) if self.queue else None
        return found is not None and found.judge_id == key.judge_id

    def _lapsed(self, chosen: list[DisagreementKey]) -> list[DisagreementKey]:
        gone = self.queue.outdated if self.queue else {}
        return [key for key in chosen if (key.response_id, key.checkpoint_id) in gone]

    # Acting.

    def _settle(self, cause: Cause) -> None:
        if self.list.chosen:
            self.remedies.settle(self.list.chosen, cause, lambda: None)

    def _keep(self) -> None:
        outdated = self._lapsed(self.list.chosen)
        if outdated:
            self.remedies.keep(outdated, lambda: None)

    def _reopen(self) -> None:
        if self.list.chosen:
            self.remedies.reopen(self.list.chosen, lambda: None)

    def ask_export(self) -> None:
        """Asks for a file, and writes the queue to it."""
        tables = [("", self.model.plain())]
        export_tables(self, self.shell, t("disagreements"), lambda: tables)
