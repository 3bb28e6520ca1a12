"""One pair: both responses side by side, and which of them is better."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

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
from xpert_studio.core.workflow.form_view import ShownResponse
from xpert_studio.desktop.look import GAP, PAD
from xpert_studio.desktop.pages.judging.detail import Rationale
from xpert_studio.desktop.pages.judging.frame import Frame
from xpert_studio.desktop.pages.judging.showing import show_response
from xpert_studio.desktop.places import PAIRS, Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.labels import button, card, label, tool
from xpert_studio.desktop.widgets.layouts import box, column, row
from xpert_studio.desktop.widgets.reading_pane import ReadingPane
from xpert_studio.desktop.widgets.scrolling import ScrolledTogether
from xpert_studio.desktop.widgets.side_splitter import split
from xpert_studio.desktop.widgets.wiring import wire

_TASK, _POLICY = 1, 2
_TITLES: Final = {
    Preference.FIRST: (mark("First better (1)"), "arrow-left"),
    Preference.TIE: (mark("Tie (0)"), ""),
    Preference.SECOND: (mark("Second better (2)"), "arrow-right"),
}


class PairWidget(Frame):
    """What an expert works on: pair after pair of one task."""

    has_rationale = has_search = True
    work: ToCompare

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.view: PairView | None = None
        self._before: PairView | None = None
        self._task_id = ""
        self._done: set[tuple[str, str]] = set()
        self._at = 0
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
        decision = card(
            column(
                row(1, *self.choices.values(), 1, gap=GAP),
                self.state,
                self.rationale,
                pad=PAD,
                gap=GAP,
            )
        )
        ground = box(column(both, decision, gap=GAP, grow=0))
        moves = (
            tool("arrow-up", t("Previous pair (K)"), lambda: self.step(-1)),
            tool("arrow-down", t("Next pair (J)"), lambda: self.step(1)),
        )
        self.lay_out(t("Judging queue (Alt+Up)"), ground, *moves, self.together)

    def _connect(self) -> None:
        wire(
            (self.rationale.finished, self._write),
            (self.rationale.left, self.setFocus),
        )
        bars = [pane.response.verticalScrollBar() for pane in self.panes]
        self._scrolling = ScrolledTogether(bars, self.together.isChecked)

    def shows(self, place: Place) -> bool:
        """Whether pairs of a task are on the screen."""
        return self._task_id == place.task_id

    def fetch(self, place: Place) -> None:
        """Fetches the pairs of a task."""

        def show(found: tuple[ToCompare, ...]) -> None:
            if found:
                self.show_work(found[0])
            elif self.shell.place == place:
                self.close_form()

        self.session.fetch(
            partial(tasks_to_compare, self.session.ctx, place.task_id),
            show,
            self.fail,
            owner=self,
            slot="work",
        )

    @property
    def is_open(self) -> bool:
        """Whether a pair can be decided."""
        return self.view is not None and not self.session.project.read_only

    def why_not(self) -> str | None:
        """Why nothing can be decided; None where it can."""
        if self.view is None:
            return t("The pair is being opened.")
        return None if self.is_open else t("The project is open for reading only.")

    def open_search(self) -> None:
        """Opens the search in the first response."""
        self.panes[0].open_search()

    def withdraw(self) -> None:
        """Takes back what was said of the pair."""
        if self.view is not None:
            first, second = (item.response_id for item in self.view.shown)
            self.problem.do(withdraw_comparison, first, second)

    def show_work(self, work: ToCompare) -> None:
        """Shows the pairs of a task: the first that is not compared, or the one shown before."""
        pairs, is_other = [item.pair for item in work.pairs], work.task.id != self._task_id
        known = None if is_other else self.work.pairs[self._at].pair
        self.work, self._task_id = work, work.task.id
        if is_other or self.session.is_saved:
            self._done = {item.pair for item in work.pairs if item.is_done}
        if known in pairs:
            self._show_pair(pairs.index(known), is_same=True)
        else:
            self._show_pair(self._next_open(-1))

    def _show_pair(self, place: int, *, is_same: bool = False) -> None:
        work = self.work
        if not is_same:
            self.rationale.finish()
            self.view = None  # no key decides on a pair that is left
            self._show_said()
        self._at = place
        outline = work.pairs[place]
        self._show_progress()
        self.problem.concern("/".join(outline.pair))

        def show(view: PairView) -> None:
            shown = {item.response_id for item in view.shown}
            if self.work is work and shown == set(work.pairs[self._at].pair):
                self._show_view(view, is_same=is_same)

        self.session.fetch(
            partial(pair_view, self.session.ctx, outline.pair), show, owner=self, slot="pair"
        )

    def _show_view(self, view: PairView, *, is_same: bool) -> None:
        before = self._before
        self.view = self._before = view
        self.title.show_name(view.task.name)
        texts_are_same = (
            is_same and before is not None and before.compared_hash == view.compared_hash
        )
        if not texts_are_same:
            for number, (pane, seen) in enumerate(zip(self.panes, view.shown, strict=True)):
                side = ShownResponse(
                    view.task, seen.text, seen.attachments, seen.label, view.grading_policy
                )
                named = partial(self._name, pane, number, seen.label)
                show_response(pane, self.session, side, named, owner=pane)
        self._show_said()
        self.rationale.show_text(view.rationale)
        self.rationale.set_open(self.is_open)
        self.came.emit()

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
            t("The pair is being opened.")
            if view is None
            else t("A text was edited since you compared them: decide again.")
            if was_edited
            else ""
        )

    def _show_progress(self) -> None:
        total = len(self.work.pairs)
        words = t(
            "Pair {place} of {total} · {n} compared",
            place=self._at + 1,
            total=total,
            n=len(self._done),
        )
        self.show_progress(len(self._done), total, words)

    def decide(self, said: Preference) -> None:
        """Says which is better; what is typed next is the rationale, and no further decision."""
        view = self.view
        if view is None or not self.is_open or not self.has_looked():
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
            record_comparison,
            first,
            second,
            said,
            rationale=text if text != view.rationale else None,
            seen_hash=view.compared_hash,
        )

    def _write(self, text: str) -> None:
        """Saves the rationale of a pair that is decided; else it goes with the decision."""
        view = self.view
        if view is not None and view.said is not None and text.strip() != view.rationale:
            self._record(view, view.said)

    def go_on(self) -> None:
        """To the next pair that is not compared; out of the task where there is none."""
        view = self.view
        if view is not None and view.said is None and self.rationale.toPlainText().strip():
            self.state.say(t("Say which is better first."))
            self.setFocus()
        elif view is not None and self._done.issuperset(item.pair for item in self.work.pairs):
            self.rationale.finish()
            self._go_to_next_task()
        elif view is not None:
            self._show_pair(self._next_open(self._at))
            self.setFocus()

    def _go_to_next_task(self) -> None:
        """All pairs of the task are compared: to the next task, or back to all that waits."""
        ctx, here = self.session.ctx, self.work.task.id

        def go(found: tuple[ToCompare, ...]) -> None:
            if self.shell.place != Place("judging", here, PAIRS):
                return
            others = (
                Place("judging", item.task.id, PAIRS)
                for item in found
                if item.task.id != here and item.done < len(item.pairs)
            )
            self.shell.go(next(others, Place("judging")))
            self.shell.say(t("All pairs compared."), "good", act=t("Undo"), run=self.session.undo)

        self.session.fetch(lambda: tasks_to_compare(ctx), go, owner=self, slot="next")

    def step(self, by: int) -> None:
        """To the pair before or after."""
        self._show_pair(max(0, min(self._at + by, len(self.work.pairs) - 1)))

    def write_rationale(self) -> None:
        """Puts the cursor behind what the rationale says."""
        self.rationale.write_on()

    def leave(self) -> None:
        """Saves what is being written."""
        self.rationale.finish()

    def _next_open(self, place: int) -> int:
        pairs = self.work.pairs
        around = (*range(place + 1, len(pairs)), *range(max(place, 0)))
        return next((at for at in around if pairs[at].pair not in self._done), max(place, 0))
