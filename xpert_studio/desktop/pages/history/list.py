"""The history with its filters: for a page or a tab."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt

from xpert_studio.core.wording import number, t, tn
from xpert_studio.core.workflow.views.seen_history import History, HistoryReader, read_history
from xpert_studio.desktop.available import offer_row_menu, task_of
from xpert_studio.desktop.look import PAD, px
from xpert_studio.desktop.pages.history.details import Details
from xpert_studio.desktop.pages.history.rows import HistoryRow, HistoryWords, key_of, rows_of
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell, ShellWidget
from xpert_studio.desktop.widgets.entries import EntryView
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.fields import filter_field, picker, refill
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import column, row, stacked
from xpert_studio.desktop.widgets.side_splitter import SideSplitter
from xpert_studio.desktop.widgets.wiring import on_keys, wire

_TYPING_MS: Final = 150
_EMPTY: Final = History((), {}, has_more=False, reader=HistoryReader())


class HistoryView(ShellWidget):
    """Steps, newest first.

    Args:
        shell: The window around it.
        names_tasks: Whether each step says to which task it was done.
    """

    def __init__(self, shell: Shell, *, names_tasks: bool) -> None:
        super().__init__(shell)
        self._names_tasks = names_tasks
        self._open: set[str] = set()
        self._looked_at = ""
        self.history, self.shown = _EMPTY, 0
        self.rows: dict[str, HistoryRow] = {}
        self.words = filter_field(t("Filter by words"), self._look, _TYPING_MS, least=180, most=320)
        self.person = picker(t("Person"))
        self.count = label("", "muted", wrap=False)
        self.list = EntryView(t("History"), one_click=True)
        self.list.setMinimumSize(px(240), px(56))
        offer_row_menu(
            self.list, shell, selection=lambda: task_of(self._place), opens=lambda: self._place
        )
        self.details = Details(shell, self.toggle)
        self.all = button(t("Show all steps"), self.clear)
        self.empty = EmptyState("history", "", "", self.all)
        self.splitter = SideSplitter(self.list, self.details, sizes=(600, 400))
        self.stack = stacked(self.splitter, self.empty)
        self.setFocusProxy(self.list)
        column(row(self.words, self.person, self.count, 1), self.stack, on=self, gap=PAD)
        on_keys(self.list, (Qt.Key.Key_Space,), self.toggle)
        wire(
            (self.list.opened, lambda _: self.toggle()),
            (self.list.looked_at, self._look_at),
            (self.person.currentIndexChanged, lambda _: self._look()),
        )

    def fetch(self, task_id: str | None = None) -> None:
        """Fetches the newest steps, of the project or of one task."""
        self.session.fetch(
            partial(read_history, self.session.ctx, task_id),
            self.show_history,
            owner=self,
            slot="history",
        )

    def show_history(self, history: History) -> None:
        """Shows the history as it is now, the same step marked."""
        self.history = history
        people = [(person.called, person.id) for person in self.session.project_state.people]
        refill(self.person, [(t("Everybody"), ""), *people], self.person.currentData())
        self._look()

    def clear(self) -> None:
        """Leaves nothing out."""
        with QSignalBlocker(self.words), QSignalBlocker(self.person):
            self.words.clear()
            self.person.setCurrentIndex(0)
        self._look()

    def toggle(self) -> None:
        """Unfolds the row that one looks at, where it stands for several steps, or folds it."""
        chosen = self.rows.get(self.list.key)
        if chosen is not None and len(chosen.steps) > 1:
            self._open ^= {key_of(chosen.steps[-1])}
            self._look()

    @property
    def _place(self) -> Place | None:
        """The task to which the current step was done."""
        chosen = self.rows.get(self.list.key)
        task_id = chosen.step.event.task_id if chosen is not None else None
        return Place("task", task_id=task_id) if task_id else None

    @property
    def _told(self) -> HistoryWords:
        return HistoryWords(self.history, self.session.project_state, self._names_tasks)

    def _look(self) -> None:
        person, words, told = str(self.person.currentData() or ""), self.words.text(), self._told
        steps = [step for step in self.history.steps if told.is_wanted(step, person, words)]
        total, self.shown = len(self.history.steps), len(steps)
        rows = rows_of(steps, self._open)
        self.rows = {one.key: one for one in rows}
        same = [one for one in rows if self._looked_at in map(key_of, one.steps)]
        wanted = self.list.key if self.list.key in self.rows else ""
        if not wanted and same:
            wanted = min(same, key=lambda one: len(one.steps)).key
        self.list.show_entries([told.entry(one) for one in rows], wanted)
        self._look_at(self.list.key)
        self.count.setText(self._counted(total))
        self.stack.setCurrentWidget(self.splitter if steps else self.empty)
        if total:
            filtered = t("No step answers this filter"), t("Fewer words leave more.")
            self.empty.say(*filtered, ways=[self.all])
        else:
            self.empty.say(t("Nothing has happened yet."), ways=[])

    def _counted(self, total: int) -> str:
        if self.shown != total:
            return t("{n} of {total}", n=number(self.shown), total=number(total))
        if self.history.has_more:
            return t("the newest {n} steps", n=number(total))
        return tn("{n} step", "{n} steps", total) if total else ""

    def _look_at(self, key: str) -> None:
        chosen = self.rows.get(key)
        if chosen is not None:
            self._looked_at = key_of(chosen.step)
        self.details.show_row(chosen, self._told)
