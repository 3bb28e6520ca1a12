"""Tasks to be ticked one by one, of thousands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QListView, QWidget

from xpert_studio.core.wording import short, t, tn
from xpert_studio.desktop.look import GAP, px
from xpert_studio.desktop.widgets.entries import Entry, EntryRows, Index
from xpert_studio.desktop.widgets.fields import filter_field
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import column
from xpert_studio.desktop.widgets.wiring import ENTER, on_keys, wire
from xpert_studio.report.part_names import domain_name


class TaskChoice(Protocol):
    """A task as it is offered."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def title(self) -> str:
        """Its title."""

    @property
    def domain(self) -> str:
        """Its domain; empty for none."""


class TickedTasks(EntryRows[TaskChoice]):
    """Tasks that some words leave, each ticked or not.

    Signals:
        ticked: A tick was set or taken away.
    """

    ticked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks: tuple[TaskChoice, ...] = ()
        self._words = ""
        self.chosen: set[str] = set()

    def offer(self, tasks: Sequence[TaskChoice]) -> None:
        """Offers other tasks; what was ticked stays ticked."""
        self._tasks = tuple(tasks)
        self.look_for(self._words)

    def look_for(self, words: str) -> None:
        """Shows tasks in whose title, id or domain every word stands."""
        self._words = words
        parts = words.casefold().split()
        self.show_rows(
            [
                task
                for task in self._tasks
                if all(part in f"{task.title} {task.id} {task.domain}".casefold() for part in parts)
            ]
        )

    def tick(self, ids: Iterable[str], *, is_on: bool) -> None:
        """Ticks tasks, or takes their ticks away."""
        self.chosen = self.chosen | set(ids) if is_on else self.chosen - set(ids)
        if self.rowCount():
            self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))
        self.ticked.emit()

    def toggle(self, place: int) -> None:
        """Ticks the task in a row, or takes its tick away."""
        if task := self.row_at(place):
            self.tick((task.id,), is_on=task.id not in self.chosen)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """All can be ticked."""
        return super().flags(index) | Qt.ItemFlag.ItemIsUserCheckable

    def entry(self, row: TaskChoice) -> Entry:
        """Title and domain."""
        return Entry(row.id, " · ".join(filter(None, (short(row.title), domain_name(row.domain)))))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What is said of a task, and whether it is ticked."""
        task = self.row_at(index.row()) if index.isValid() else None
        if task is None or role != Qt.ItemDataRole.CheckStateRole:
            return super().data(index, role)
        return Qt.CheckState.Checked if task.id in self.chosen else Qt.CheckState.Unchecked

    def setData(  # noqa: N802 - Qt's name
        self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole
    ) -> bool:
        """Takes a click on a tick."""
        is_taken = role == Qt.ItemDataRole.CheckStateRole and index.isValid()
        if is_taken:
            self.toggle(index.row())
        return is_taken


class ChosenTasks(QWidget):
    """A list of tasks, or of what belongs to them, to tick, with a filter.

    Args:
        name: What screen readers call it.
        say: Says how many are ticked; of tasks where None.

    Signals:
        changed: What is ticked has changed.
    """

    changed = Signal()

    def __init__(self, name: str, say: Callable[[int], str] | None = None) -> None:
        super().__init__()
        self._said = say or (lambda n: tn("{n} task ticked", "{n} tasks ticked", n))
        self.model = TickedTasks(self)
        self.words = filter_field(
            t("Filter by title, id or domain"), lambda: self.model.look_for(self.words.text())
        )
        self.list = QListView(uniformItemSizes=True, layoutMode=QListView.LayoutMode.Batched)
        on_keys(
            self.list,
            (Qt.Key.Key_Space, *ENTER),
            lambda: self.model.toggle(self.list.currentIndex().row()),
        )
        self.list.setModel(self.model)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(name)
        self.list.setFixedHeight(px(220))
        self.count = label("", "small", wrap=False)
        every = button(t("Tick all shown"), lambda: self._tick(is_on=True), kind="link")
        none = button(t("Untick all shown"), lambda: self._tick(is_on=False), kind="link")
        column(self.words, self.list, Flow(self.count, every, none), on=self, gap=GAP)
        wire((self.model.ticked, self._say), (self.model.ticked, self.changed))
        self._say()

    def _tick(self, *, is_on: bool) -> None:
        self.model.tick([task.id for task in self.model], is_on=is_on)

    def _say(self) -> None:
        self.count.setText(self._said(len(self.model.chosen)))
