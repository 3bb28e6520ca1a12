"""The history as a list: alike steps that follow each other stand in one row that unfolds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from PySide6.QtCore import QModelIndex, QObject, Qt

from xpert_studio.desktop.kit import RowList, Session, moment
from xpert_studio.desktop.pages.history.words import fields_of, from_to, line_of, state_words
from xpert_studio.workflow.views import Step
from xpert_studio.workflow.views.seen_history import History, HistoryReader

_TOGETHER: Final = timedelta(minutes=10)
_EMPTY: Final = History((), {}, has_more=False, reader=HistoryReader())


@dataclass(frozen=True, slots=True)
class Row:
    """One row.

    Attributes:
        steps: Newest first; more than one where the row stands for several.
        text: Who did what.
        below: When, to which task, from what to what, why.
        state: Whether it was undone, in words; empty where it stands.
        is_open: Whether the steps it stands for are listed below it.
        is_inner: Whether it is listed below another row that stands for it.
    """

    steps: tuple[Step, ...]
    text: str
    below: str
    state: str
    is_open: bool = False
    is_inner: bool = False

    @property
    def step(self) -> Step:
        """The newest step."""
        return self.steps[0]

    @property
    def count(self) -> int:
        """How many steps it stands for."""
        return len(self.steps)


class HistoryList(RowList[Row]):
    """Steps, newest first, that a filter leaves."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._names_tasks = True
        self._rows: list[Row]
        self._open: set[tuple[object, ...]] = set()
        self.history = _EMPTY
        self.shown = 0
        self.person = ""
        self.words = ""

    def show_history(self, history: History, *, names_tasks: bool) -> None:
        """Shows another history; whatever was unfolded stays so."""
        self.history = history
        self._names_tasks = names_tasks
        self._make()

    def look_for(self, *, person: str, words: str) -> None:
        """Shows only what a person did, and what holds all of some words."""
        self.person, self.words = person, words
        self._make()

    def place_like(self, step: Step) -> int:
        """The row in which a step stands; -1 where it is not shown."""
        found = -1
        for place, row in enumerate(self._rows):
            if any(_key(step) == _key(other) for other in row.steps):
                if row.count == 1:
                    return place
                found = place if found < 0 else found
        return found

    def toggle(self, place: int) -> None:
        """Unfolds a row that stands for several steps, or folds it again."""
        row = self.row_at(place)
        if row is None or row.count == 1:
            return
        first, last = place + 1, place + row.count
        if row.is_open:
            self.beginRemoveRows(QModelIndex(), first, last)
            del self._rows[first : last + 1]
            self._open -= set(map(_key, row.steps))
            self.endRemoveRows()
        else:
            self.beginInsertRows(QModelIndex(), first, last)
            self._rows[first:first] = [self._single(step, is_inner=True) for step in row.steps]
            self._open |= set(map(_key, row.steps))
            self.endInsertRows()
        self._rows[place] = self._folded(row.steps, is_open=not row.is_open)
        self.dataChanged.emit(self.index(place), self.index(place))

    def title_of(self, step: Step) -> str:
        """The title of the task a step was done to."""
        task_id = step.event.task_id or ""
        return self.history.titles.get(task_id, task_id)

    def is_told_whole(self, step: Step) -> bool:
        """Whether values and reasons of a step may be shown."""
        return self.history.reader.sees_whole(step.event)

    def said(self, row: Row, place: int, role: int) -> Any:
        """What is known of a row."""
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ". ".join(part for part in (row.text, row.state, row.below) if part)
        return None

    def _make(self) -> None:
        wanted = [step for step in self.history.steps if self._is_wanted(step)]
        self.beginResetModel()
        self.shown = len(wanted)
        self._rows = []
        for steps in folded(wanted):
            is_open = len(steps) > 1 and _key(steps[-1]) in self._open
            self._rows.append(self._folded(steps, is_open=is_open))
            if is_open:
                self._rows.extend(self._single(step, is_inner=True) for step in steps)
        self.endResetModel()

    def _folded(self, steps: tuple[Step, ...], *, is_open: bool = False) -> Row:
        first = self._single(steps[0])
        if len(steps) == 1:
            return first
        text = f"{first.text} × {len(steps)}"
        return Row(steps, text, self._below(steps[0], alone=False), first.state, is_open=is_open)

    def _single(self, step: Step, *, is_inner: bool = False) -> Row:
        text = line_of(step.event, self._session.project_state)
        return Row((step,), text, self._below(step), state_words(step.state), is_inner=is_inner)

    def _below(self, step: Step, *, alone: bool = True) -> str:
        event = step.event
        parts = [moment(event.at)]
        if self._names_tasks and event.task_id:
            parts.append(self.title_of(step))
        if self.is_told_whole(step):
            parts.append(from_to(event, self._session.project_state))
            if alone:
                parts.extend((fields_of(event), event.reason or ""))
        return " · ".join(" ".join(part.split()) for part in parts if part)

    def _is_wanted(self, step: Step) -> bool:
        if self.person and step.event.actor_id != self.person:
            return False
        wanted = self.words.casefold().split()
        if not wanted:
            return True
        row = self._single(step)
        text = f"{row.text} {row.below} {row.state} {self.title_of(step)}".casefold()
        return all(word in text for word in wanted)


def folded(steps: Sequence[Step]) -> list[tuple[Step, ...]]:
    """Steps that follow each other, by one person, of one kind, on one task, put together."""
    found: list[list[Step]] = []
    for step in steps:
        if found and _go_together(found[-1][-1], step):
            found[-1].append(step)
        else:
            found.append([step])
    return [tuple(group) for group in found]


def _go_together(newer: Step, older: Step) -> bool:
    return (
        _kind(newer) == _kind(older) and abs(newer.event.at - older.event.at) <= _TOGETHER
    )  # fmt: skip


def _kind(step: Step) -> tuple[object, ...]:
    event = step.event
    of = event.details.get("of")
    return event.actor_id, event.command, of, event.task_id, step.state, event.before, event.after


def _key(step: Step) -> tuple[object, ...]:
    return step.event.details.get("change"), step.event.at, step.event.command
