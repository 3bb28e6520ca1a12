"""The page of blind comparison: the tasks with pairs to compare, and the pairs of one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPushButton, QScrollBar

from xpert_studio.core.records import Attachment, Task
from xpert_studio.core.wording import mark, t
from xpert_studio.core.workflow import (
    PairView,
    Preference,
    ToCompare,
    pair_view,
    record_comparison,
    tasks_to_compare,
    withdraw_comparison,
)
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.look import GAP, PAD, SPACE, WIDE
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.judging.detail import Rationale
from xpert_studio.desktop.pages.judging.frame import Frame
from xpert_studio.desktop.pages.judging.showing import show_response
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.entries import Entry, EntryView
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.labels import button, card, label, tool
from xpert_studio.desktop.widgets.layouts import box, column, row, split, stacked
from xpert_studio.desktop.widgets.reading_pane import ReadingPane
from xpert_studio.desktop.widgets.wiring import wire
from xpert_studio.report.part_names import domain_name

# One pair: both responses side by side, and which of them is better.

_TASK, _POLICY = 1, 2
_TITLES: Final = {
    Preference.FIRST: (mark("First better (1)"), "arrow-left"),
    Preference.TIE: (mark("Tie (0)"), ""),
    Preference.SECOND: (mark("Second better (2)"), "arrow-right"),
}


@dataclass(frozen=True, slots=True)
class Side:
    """One response of a pair, as a reading pane shows it."""

    task: Task
    response_text: str
    attachments: tuple[Attachment, ...]
    label: str
    grading_policy: str


class PairWidget(Frame):
    """What an expert works on: pair after pair of one task.

    Args:
        shell: The window around it.
        ended: Called on going on from the last pair of the task that was compared.
    """

    def __init__(self, shell: Shell, ended: Callable[[], None]) -> None:
        super().__init__(shell, "comparing")
        self._ended = ended
        self.view: PairView | None = None
        self.work: ToCompare | None = None
        self._done: set[tuple[str, str]] = set()
        self._at = 0
        self._is_following = False
        self.panes = (ReadingPane(), ReadingPane())
        self.choices = {said: self._choice(said) for said in _TITLES}
        self.state = label("", "warn")
        self.rationale = Rationale(
            t("Rationale"), t("Rationale, if any (Ctrl+Enter for the next pair)"), lines=1
        )
        self.together = button(t("Scroll together"), kind="choice", picture="columns-2")
        self.together.setCheckable(True)
        self.together.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._lay_out()
        self._connect()

    def _choice(self, said: Preference) -> QPushButton:
        title, picture = _TITLES[said]
        made = button(t(title), partial(self.decide, said), kind="choice", picture=picture)
        made.setCheckable(True)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return made

    def _lay_out(self) -> None:
        for place in (_TASK, _POLICY):  # they are at the left already
            self.panes[1].tabs.setTabVisible(place, False)
        both = split(*self.panes, sizes=(640, 640), shares=(1, 1))
        decision = card(column(
            row(1, *self.choices.values(), 1, gap=GAP), self.state, self.rationale,
            pad=PAD, gap=GAP,
        ))  # fmt: skip
        ground = box(column(both, decision, gap=GAP, grow=0))
        moves = (
            tool("arrow-up", t("Previous pair (K)"), lambda: self.step(-1)),
            tool("arrow-down", t("Next pair (J)"), lambda: self.step(1)),
        )
        self.lay_out(t("All tasks (Alt+Up)"), ground, *moves, self.together)

    def _connect(self) -> None:
        wire(
            (self.rationale.finished, self._write),
            (self.rationale.done, self.go_on),
            (self.rationale.left, self.setFocus),
        )
        bars = [pane.response.verticalScrollBar() for pane in self.panes]
        for here, there in (bars, bars[::-1]):
            here.valueChanged.connect(partial(self._follow, here, there))

    def _follow(self, here: QScrollBar, there: QScrollBar, value: int) -> None:
        """Moves the other response as far through as this one."""
        if self.together.isChecked() and not self._is_following:
            self._is_following = True  # the other one would move this one again
            there.setValue(round(value / max(here.maximum(), 1) * there.maximum()))
            self._is_following = False

    # Showing.

    @property
    def is_open(self) -> bool:
        """Whether a pair can be decided."""
        return self.view is not None and not self.session.project.read_only

    def show_work(self, work: ToCompare) -> None:
        """Shows the pairs of a task: the first that is not compared, or the one shown before."""
        before = self.work
        pairs = [item.pair for item in work.pairs]
        known = before.pairs[self._at].pair if before else None
        self.work = work
        self._done = {item.pair for item in work.pairs if item.is_done}
        if before and before.task.id == work.task.id and known in pairs:
            self._show_pair(pairs.index(known), is_same=True)
        else:
            self._show_pair(self._next_open(-1))

    def _show_pair(self, place: int, *, is_same: bool = False) -> None:
        work = self.work
        if work is None:
            return
        if not is_same:
            self.rationale.finish()
        self._at = place
        outline = work.pairs[place]
        self._show_progress()
        self.problem.concern("/".join(outline.pair))
        ctx = self.session.ctx

        def show(view: PairView) -> None:
            shown = {item.response_id for item in view.shown}
            if self.work is work and shown == set(work.pairs[self._at].pair):
                self._show_view(view, is_same=is_same)

        self.session.fetch(lambda: pair_view(ctx, outline.pair), show, owner=self, slot="pair")

    def _show_view(self, view: PairView, *, is_same: bool) -> None:
        before = self.view
        self.view = view
        self.title.show_name(view.task.name)
        texts_are_same = (
            is_same and before is not None and before.compared_hash == view.compared_hash
        )
        if not texts_are_same:
            for number, (pane, seen) in enumerate(zip(self.panes, view.shown, strict=True)):
                side = Side(view.task, seen.text, seen.attachments, seen.label, view.grading_policy)
                named = partial(self._name, pane, number, seen.label)
                show_response(pane, self.session, side, named, owner=pane)
        self._show_said()
        self.rationale.show_text(view.rationale)
        self.rationale.set_open(self.is_open)

    def _name(self, pane: ReadingPane, number: int, letter: str) -> None:
        pane.tabs.setTabText(
            0,
            t("First: response {letter}", letter=letter)
            if number == 0
            else t("Second: response {letter}", letter=letter),
        )

    def _show_said(self) -> None:
        view = self.view
        for said, made in self.choices.items():
            made.setChecked(view is not None and view.said is said)
            made.setEnabled(self.is_open)
        was_edited = view is not None and view.was_edited
        self.state.say(
            t("A text was edited since you compared them: decide again.") if was_edited else ""
        )

    def _show_progress(self) -> None:
        total = len(self.work.pairs) if self.work else 0
        words = t(
            "Pair {place} of {total} · {n} compared",
            place=self._at + 1, total=total, n=len(self._done),
        )  # fmt: skip
        self.show_progress(len(self._done), total, words)

    # Deciding.

    def decide(self, said: Preference) -> None:
        """Says which is better; what is typed next is the rationale, and no further decision."""
        view = self.view
        if view is None or not self.is_open or self.work is None:
            return
        self._record(view, said)
        text = self.rationale.toPlainText().strip()
        self.view = replace(view, said=said, rationale=text, was_edited=False)
        self._done.add(self.work.pairs[self._at].pair)
        self._show_said()
        self._show_progress()
        self.write_rationale()

    def _record(self, view: PairView, said: Preference) -> None:
        text = self.rationale.toPlainText().strip()
        self.rationale.show_text(self.rationale.toPlainText())  # it goes with the decision
        first, second = (item.response_id for item in view.shown)
        self.problem.do(
            record_comparison, first, second, said,
            rationale=text if text != view.rationale else None, seen_hash=view.compared_hash,
        )  # fmt: skip

    def _write(self, text: str) -> None:
        """Saves the rationale of a pair that is decided; else it goes with the decision."""
        view = self.view
        if view is not None and view.said is not None and text.strip() != view.rationale:
            self._record(view, view.said)

    def go_on(self) -> None:
        """To the next pair that is not compared; out of the task where there is none."""
        view, work = self.view, self.work
        if view is not None and view.said is None and self.rationale.toPlainText().strip():
            self.state.say(t("Say which is better first."))
            self.setFocus()
        elif work is not None and self._done.issuperset(item.pair for item in work.pairs):
            self.rationale.finish()
            self._ended()
        elif work is not None:
            self._show_pair(self._next_open(self._at))
            self.setFocus()

    def step(self, by: int) -> None:
        """To the pair before or after."""
        if self.work is not None:
            self._show_pair(max(0, min(self._at + by, len(self.work.pairs) - 1)))

    def write_rationale(self) -> None:
        """Puts the cursor into the rationale."""
        if not self.rationale.isReadOnly():
            self.rationale.moveCursor(QTextCursor.MoveOperation.End)
            self.rationale.setFocus()

    def leave(self) -> None:
        """Saves what is being written."""
        self.rationale.finish()

    def _next_open(self, place: int) -> int:
        pairs = self.work.pairs if self.work else ()
        around = (*range(place + 1, len(pairs)), *range(max(place, 0)))
        return next((at for at in around if pairs[at].pair not in self._done), max(place, 0))


# The tasks, and the actions of the page.


class ComparingPage(Page):
    """The tasks, or the pairs of one."""

    rests_on = frozenset({"comparison", "response", "task", "person", "project", "checkpoint"})

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.list = EntryView(t("Tasks with pairs to compare"), one_click=True)
        self.list.opened.connect(self._choose)
        empty = EmptyState(
            "columns-2",
            t("Nothing to compare"),
            t(
                "Pairs appear once a task has two responses. Experts compare responses to tasks of their own domains."
            ),
        )
        self.waiting = stacked(self.list, empty)
        queue = box(
            column(
                label(t("Comparing"), "title"),
                label(t("Which of two responses is better? Blind: systems are hidden."), "muted"),
                self.waiting,
                pad=WIDE, gap=SPACE,
            )
        )  # fmt: skip
        self.pair = PairWidget(shell, self._ended)
        self.pair.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.stack = stacked(queue, box(column(self.pair, gap=GAP, pad=(SPACE, PAD, SPACE, PAD))))
        column(self.stack, on=self)
        shell.book.add(self, *self._actions())

    def _actions(self) -> list[Action]:
        pair, no_pair = self.pair, self._why_no_pair
        first, second, tie = (
            partial(pair.decide, said)
            for said in (Preference.FIRST, Preference.SECOND, Preference.TIE)
        )
        return [
            Action("comparing.first", mark("First better"), first,
                   "1 Left", "arrow-left", "", no_pair),
            Action("comparing.second", mark("Second better"), second,
                   "2 Right", "arrow-right", "", no_pair),
            Action("comparing.tie", mark("Tie"), tie, "0 T", "", "", no_pair),
            Action("comparing.next", mark("Next pair"), lambda: pair.step(1), "J"),
            Action("comparing.previous", mark("Previous pair"), lambda: pair.step(-1), "K"),
            Action("comparing.open", mark("Next pair that is not compared"), pair.go_on, "Ctrl+Return"),
            Action("comparing.rationale", mark("Write the rationale"), pair.write_rationale, "R",
                   "pencil", "", no_pair),
            Action("comparing.together", mark("Scroll together"), pair.together.toggle, "S", "columns-2"),
            Action("comparing.undo", mark("Undo the last decision"), self.session.undo, "U", "undo-2"),
            Action("comparing.leave", mark("All tasks"), pair.close_form, "Alt+Up", "chevron-left"),
            Action.of(withdraw_comparison, "comparing.withdraw", self._withdraw, "", "x", no_pair),
        ]  # fmt: skip

    def _why_no_pair(self) -> str | None:
        if self.stack.currentIndex() == 0:
            return t("Open a task first.")
        return None if self.pair.is_open else t("The project is open for reading only.")

    def _withdraw(self) -> None:
        view = self.pair.view
        if view is not None:
            first, second = (item.response_id for item in view.shown)
            self.pair.problem.do(withdraw_comparison, first, second)

    def show_place(self, place: Place) -> None:
        """Shows the tasks, or the pairs of one."""
        super().show_place(place)
        self.stack.setCurrentIndex(1 if place.task_id else 0)
        (self.pair if place.task_id else self.list).setFocus()

    def takes_window(self, place: Place) -> bool:
        """Pairs have the window for themselves."""
        return bool(place.task_id)

    def refresh(self) -> None:
        """Fetches what is shown."""
        ctx, task_id = self.session.ctx, self.place.task_id

        def show(found: tuple[ToCompare, ...]) -> None:
            if self.place.task_id != task_id:
                return
            if not task_id:
                self._show_tasks(found)
            elif found:
                self.pair.show_work(found[0])
            else:
                self.shell.go(Place("comparing"))

        def failed(error: BaseException) -> None:
            self.shell.go(Place("comparing"))
            self.shell.tell(error)

        self.session.fetch(
            lambda: tasks_to_compare(ctx, task_id or None), show,
            failed if task_id else None, owner=self, slot="work",
        )  # fmt: skip

    def leave(self) -> None:
        """Saves what is being written."""
        self.pair.leave()

    def _show_tasks(self, found: tuple[ToCompare, ...]) -> None:
        entries = [
            Entry(
                item.task.id,
                item.task.name,
                (" · ".join(filter(None, (domain_name(item.task.domain), _done(item)))),),
                chip=t("Done") if item.done == len(item.pairs) else "",
                tone="good",
                picture="columns-2",
            )
            for item in sorted(found, key=lambda item: item.done == len(item.pairs))
        ]
        self.list.show_entries(entries)
        self.waiting.setCurrentIndex(0 if entries else 1)

    def _choose(self, task_id: str) -> None:
        self.shell.go(Place("comparing", task_id=task_id))

    def _ended(self) -> None:
        """All pairs of the task are compared: to the next task, or back to all of them."""
        ctx, here = self.session.ctx, self.place.task_id

        def go(found: tuple[ToCompare, ...]) -> None:
            if self.place.task_id != here:
                return
            others = (
                item.task.id
                for item in found
                if item.task.id != here and item.done < len(item.pairs)
            )
            self.shell.go(Place("comparing", task_id=next(others, "")))
            self.shell.say(t("All pairs compared."), "good", act=t("Undo"), run=self.session.undo)

        self.session.fetch(lambda: tasks_to_compare(ctx), go, owner=self, slot="next")


def _done(item: ToCompare) -> str:
    return t("{n} of {total} pairs compared", n=item.done, total=len(item.pairs))
