"""The history with its filters, alike steps in one, and the details of a step: for a page or a tab."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt

from xpert_studio.core.records import ChangeState
from xpert_studio.core.wording import moment, number, short, t, tn
from xpert_studio.core.workflow.views import ProjectState, Step
from xpert_studio.core.workflow.views.seen_history import History, HistoryReader, read_history
from xpert_studio.desktop.look import GAP, PAD, SPACE, px
from xpert_studio.desktop.pages.history.words import (
    details_of,
    fields_of,
    from_to,
    line_of,
    state_sentence,
    state_words,
)
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell, ShellWidget
from xpert_studio.desktop.widgets.entries import Entry, EntryView
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.fields import filter_field, picker, refill
from xpert_studio.desktop.widgets.labels import Card, button, label
from xpert_studio.desktop.widgets.layouts import SideSplitter, box, column, row, stacked
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.desktop.widgets.wiring import on_keys, wire

# The history as entries: alike steps that follow each other stand in one that unfolds.


_TOGETHER: Final = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Row:
    """One row.

    Attributes:
        steps: Newest first; more than one where the row stands for several.
        is_open: Whether the steps it stands for are listed below it.
        is_inner: Whether it is listed below another row that stands for it.
    """

    steps: tuple[Step, ...]
    is_open: bool = False
    is_inner: bool = False

    @property
    def step(self) -> Step:
        """The newest step."""
        return self.steps[0]

    @property
    def key(self) -> str:
        """By what it is known again."""
        return f"{key_of(self.step)} × {len(self.steps)}"


@dataclass(frozen=True, slots=True)
class HistoryWords:
    """What is said of the steps of a history.

    Attributes:
        history: It.
        project_state: Names of people.
        names_tasks: Whether each step says to which task it was done.
    """

    history: History
    project_state: ProjectState
    names_tasks: bool

    def entry(self, row: Row) -> Entry:
        """A row as an entry: who did what, and below when, where, from what to what and why."""
        step, count = row.step, len(row.steps)
        title = line_of(step.event, self.project_state)
        state = state_words(step.state)
        return Entry(
            row.key,
            f"{title} × {count}" if count > 1 else title,
            (self._below(step, alone=count == 1),),
            state, "warn",
            picture="" if count == 1 else "chevron-down" if row.is_open else "chevron-right",
            depth=0 if count > 1 else 2 if row.is_inner else 1,
            is_struck=bool(state),
        )  # fmt: skip

    def title_of(self, step: Step) -> str:
        """The title of the task a step was done to."""
        task_id = step.event.task_id or ""
        return self.history.titles.get(task_id, task_id)

    def is_told_whole(self, step: Step) -> bool:
        """Whether values and reasons of a step may be shown."""
        return self.history.reader.sees_whole(step.event)

    def is_wanted(self, step: Step, person: str, words: str) -> bool:
        """Whether a filter leaves a step: by whom it was done, and what is said of it."""
        if person and step.event.actor_id != person:
            return False
        title = self.title_of(step).casefold()
        left = " ".join(word for word in words.casefold().split() if word not in title)
        return not left or self.entry(Row((step,))).has(left)

    def _below(self, step: Step, *, alone: bool) -> str:
        event = step.event
        parts = [moment(event.at)]
        if self.names_tasks and event.task_id:
            parts.append(self.title_of(step))
        if self.is_told_whole(step):
            parts.append(from_to(event, self.project_state))
            if alone:
                parts.extend((fields_of(event), event.reason or ""))
        return " · ".join(" ".join(part.split()) for part in parts if part)


def rows_of(steps: Sequence[Step], opened: Collection[str]) -> list[Row]:
    """Rows for steps, alike ones in one; below it each of them where its oldest is in ``opened``."""
    found = []
    for group in folded(steps):
        is_open = len(group) > 1 and key_of(group[-1]) in opened
        found.append(Row(group, is_open=is_open))
        found.extend(Row((step,), is_inner=True) for step in group if is_open)
    return found


def folded(steps: Sequence[Step]) -> list[tuple[Step, ...]]:
    """Steps that follow each other, by one person, of one kind, on one task, put together."""
    found: list[list[Step]] = []
    for step in steps:
        newer = found[-1][-1] if found else None
        is_soon = newer is not None and abs(newer.event.at - step.event.at) <= _TOGETHER
        if newer is not None and is_soon and _kind(newer) == _kind(step):
            found[-1].append(step)
        else:
            found.append([step])
    return [tuple(group) for group in found]


def _kind(step: Step) -> tuple[object, ...]:
    event = step.event
    of = event.details.get("of")
    return event.actor_id, event.command, of, event.task_id, step.state, event.before, event.after


def key_of(step: Step) -> str:
    """By what a step is known again."""
    return f"{step.event.details.get('change')} {step.event.at} {step.event.command}"


# All that is known of a step, and the buttons that undo it or do it again.


class Details(Card):
    """The chosen row.

    Args:
        shell: The window around it.
        unfold: Lists the steps a row stands for, or no longer.
    """

    _step: Step  # the one that is shown; there is one whenever a button is seen

    def __init__(self, shell: Shell, unfold: Callable[[], object]) -> None:
        super().__init__()
        self.title = label("", "heading")
        self.when = label("", "small")
        self.task = button(
            "", lambda: shell.go(Place("task", task_id=self._step.event.task_id or "")), kind="link"
        )
        self.facts = label("")
        self.state = label("", "muted")
        session = shell.session
        self.undo = button(
            t("Undo this"), lambda: session.undo(change_id=self._step.change_id), picture="undo-2"
        )
        self.redo = button(
            t("Do again"), lambda: session.redo(change_id=self._step.change_id), picture="redo-2"
        )
        self.unfolds = button("", unfold)
        inside = box(column(
            self.title, row(self.undo, self.redo, self.unfolds, 1), self.when, row(self.task, 1),
            self.facts, self.state, 1,
            pad=SPACE, gap=GAP,
        ))  # fmt: skip
        column(scrolled(inside), on=self, pad=1)
        self.setMinimumHeight(px(56))
        self.hide()

    def show_row(self, chosen: Row | None, words: HistoryWords) -> None:
        """Shows what a row stands for."""
        self.setVisible(chosen is not None)
        if chosen is None:
            return
        self._step = step = chosen.step
        is_one, event, state = len(chosen.steps) == 1, step.event, words.project_state
        self.title.setText(line_of(event, state))
        self.task.setVisible(words.names_tasks and bool(event.task_id))
        self.task.setText(short(words.title_of(step), 44))
        if not is_one:
            when = f"{moment(chosen.steps[-1].event.at)} – {moment(event.at)}"
            facts = [t("{n} times", n=len(chosen.steps))]
            can = t("Each of these steps can be looked at, and undone, by itself.")
        else:
            when, can = f"{event.at.astimezone():%Y-%m-%d %H:%M:%S}", state_sentence(step)
            facts = [t("What was decided is not shown to those who may still judge.")]
            if words.is_told_whole(step):
                reason = t("Reason: {reason}", reason=event.reason) if event.reason else ""
                facts = [from_to(event, state), *details_of(event, state), reason]
        self.when.setText(when)
        self.facts.say("\n".join(filter(None, facts)))
        self.state.setText(can)
        is_change = is_one and step.change_id is not None
        self.undo.setVisible(is_change and step.state is ChangeState.DONE)
        self.redo.setVisible(is_change and step.state is ChangeState.UNDONE)
        self.unfolds.setVisible(not is_one)
        self.unfolds.setText(t("Fold them") if chosen.is_open else t("Show each of them"))


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
        self.rows: dict[str, Row] = {}
        self.words = filter_field(t("Filter by words"), self._look, _TYPING_MS, least=180, most=320)
        self.person = picker(t("Person"))
        self.count = label("", "muted", wrap=False)
        self.list = EntryView(t("History"), one_click=True)
        self.list.setMinimumSize(px(240), px(56))
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

    # Showing.

    def fetch(self, task_id: str | None = None) -> None:
        """Fetches the newest steps, of the project or of one task."""
        ctx = self.session.ctx
        self.session.fetch(
            lambda: read_history(ctx, task_id), self.show_history, owner=self, slot="history"
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
