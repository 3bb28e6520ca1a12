"""The page of responses side by side: a strip of checkpoints, and up to four responses to a task."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, partial
from itertools import starmap
from typing import Final
from urllib.parse import parse_qs, urlencode

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu

from xpert_studio.core.errors import XpertError
from xpert_studio.core.records import DIFFICULTIES, Checkpoint, Decision, Judge, RatingState
from xpert_studio.core.records.transcripts import response_conversation
from xpert_studio.core.wording import explained, mark, number, short, t
from xpert_studio.core.workflow.views.beside import EXPERTS, Side
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.look import GAP, PAD, SPACE, px
from xpert_studio.desktop.names import value_look
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.responses.side import SidePane
from xpert_studio.desktop.places import BESIDE, Place, verdict_place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.entries import Entry, EntryView
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.fields import check_box, picker, refill
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.labels import label, tool
from xpert_studio.desktop.widgets.layouts import box, column, row, stacked
from xpert_studio.desktop.widgets.row_menu import offer_menu
from xpert_studio.desktop.widgets.scrolling import ScrolledTogether
from xpert_studio.desktop.widgets.shown_text import menu_words
from xpert_studio.desktop.widgets.side_splitter import split
from xpert_studio.desktop.widgets.wiring import show_if
from xpert_studio.report.results.results import Results, read_results
from xpert_studio.report.section import View
from xpert_studio.report.sections.responses import (
    ORDERS,
    Beside,
    asking_for,
    beside_of,
    name_of,
    pending_words,
)
from xpert_studio.report.sentences import judge_name

MOST: Final = 4
"""Responses on the screen; others come by arrow."""
_WIDE: Final = 270
"""The least width of a response, in pixels at 100 %."""


class ResponsesPage(Page):
    """Responses to one task, and where each meets a checkpoint."""

    rests_on = frozenset({"judgment", "checkpoint", "response", "task", "person", "pack_record"})
    found: Beside

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._results: Results | None = None
        self._at, self._wide = 0, 2
        self.title = label("", "heading")
        self.raters = picker(t("Rated by"), then=self._choose, least=140, most=320)
        self.orders = picker(
            t("Order"), [(t(said), word) for word, said in ORDERS.items()], self._choose
        )
        self.levels = picker(t("Level"), then=self._to_level)
        self.turns = picker(t("Turn"), then=self._choose)
        self.together = check_box(t("Scroll together (S)"), is_on=True)
        self.before = tool("arrow-left", t("Previous responses"), lambda: self.shift(-1))
        self.after = tool("arrow-right", t("More responses"), lambda: self.shift(1))
        self.which = label("", "muted", wrap=False)
        self.only = check_box(t("Disagreements only"), self._list)
        self.tally = label("", "muted")
        self.hidden_note = label("", "warn")
        self.points = EntryView(t("Checkpoints"), title_lines=2, bars=True)
        offer_menu(self.points, lambda menu, _: self._fill_menu(menu))
        self.panes = [SidePane() for _ in range(MOST)]
        bars = [pane.view.verticalScrollBar() for pane in self.panes]
        self._scrolling = ScrolledTogether(bars, self.together.isChecked)
        self.empty = EmptyState("columns-2", "", "")
        self._lay_out()
        self.points.looked_at.connect(lambda _: self._look())
        shell.book.add(self, *self._actions())

    def _lay_out(self) -> None:
        self._captions = {
            made: box(row(label(made.accessibleName(), "label", wrap=False), made))
            for made in (self.raters, self.orders, self.levels, self.turns)
        }
        chosen = Flow(*self._captions.values(), self.together, self.only)
        head = row(self.title, self.which, self.before, self.after, grow=0)
        sides = box(row(*self.panes, gap=GAP, grow=(1,) * MOST))
        self.points.setMinimumWidth(px(170))
        sides.setMinimumWidth(px(_WIDE))
        both = split(self.points, sides, sizes=(250, 900), shares=(0, 1))
        pad = (SPACE, PAD, SPACE, PAD)
        parts = (head, chosen, self.tally, self.hidden_note, both)
        ground = box(column(*parts, gap=GAP, grow=4, pad=pad))
        self.stack = stacked(self.empty, ground)
        column(self.stack, on=self)
        self.setFocusProxy(self.points)

    def _actions(self) -> list[Action]:
        why = self._why_none
        return [
            Action("responses.next", mark("Next checkpoint"), lambda: self.points.step(1), "J", "",
                   "", why),
            Action("responses.previous", mark("Previous checkpoint"), lambda: self.points.step(-1),
                   "K", "", "", why),
            Action("responses.after", mark("More responses"), lambda: self.shift(1), "Right Shift+J",
                   "arrow-right", "", why),
            Action("responses.before", mark("Previous responses"), lambda: self.shift(-1),
                   "Left Shift+K", "arrow-left", "", why),
            Action("responses.together", mark("Scroll together"), self.together.toggle, "S",
                   "columns-2", "", why),
            Action("responses.turn", mark("Next turn"), self.next_turn, "T", "", "", why),
        ]  # fmt: skip

    def _why_none(self) -> str | None:
        return None if self.stack.currentIndex() else t("No responses are shown.")

    def is_opened_from(self, place: Place) -> bool:
        """They are opened from a list, a task or a case."""
        return True

    def show_place(self, place: Place) -> None:
        """Shows the responses to a task."""
        said = parse_qs(place.item)
        self._systems = tuple(said.pop("systems", ()))
        self._where = {name: values[-1] for name, values in said.items()}
        self._at = 0
        super().show_place(place)

    def refresh(self) -> None:
        """Reads the responses, and what was decided on them."""
        session, place = self.session, self.place
        where = {**self._where, "systems": self._systems}

        def results() -> Results:
            self._results = read_results(session.project, session.analyse, self._results)
            return self._results

        def read() -> Beside | None:
            view = View(session.project, cache(results), person_id=session.person_id)
            return beside_of(asking_for(view, task=place.task_id, rater=place.judge_id, **where))

        session.fetch(read, self._show, self._fail, owner=self, slot="responses")

    def _fail(self, error: BaseException) -> None:
        if not isinstance(error, XpertError):
            self.shell.tell(error)
            return
        self.empty.say(t("These responses are not shown"), explained(error))
        self.stack.setCurrentIndex(0)

    def _show(self, found: Beside | None) -> None:
        if found is None or not found.sides:
            self.empty.say(t("No responses"), t("Responses of systems are added on the task."))
            self.stack.setCurrentIndex(0)
            return
        self.found, view = found, found.view
        self.title.setText(view.task.name)
        self._offer(found)
        self.hidden_note.say(pending_words(view))
        self._list()
        self.stack.setCurrentIndex(1)
        self._show_sides()

    def _list(self) -> None:
        """The checkpoints; which of two systems wins how many of them."""
        found = self.found
        points, is_compared = found.view.rubric, sum(bool(one.marks) for one in found.sides) > 1
        values = {point.id: [_value(side, point) for side in found.sides] for point in points}
        differ_only = is_compared and self.only.isChecked()
        entries = [
            _entry(place, one, values[one.id])
            for place, one in enumerate(points, 1)
            if not differ_only or len({*values[one.id]} - {None}) > 1
        ]
        self.points.show_entries(entries, self.points.key or self.place.point)
        self.only.setVisible(is_compared)
        self.tally.say(_tally(found, values.values()))

    def _fill_menu(self, menu: QMenu) -> None:
        """The ways from a checkpoint: to what was decided on each response, and to the rubric."""
        found, point = self.found, self.points.key
        view = found.view
        for side in (one for one in found.sides if one.marks and view.rater):
            place = (
                Place("judging", view.task.id, BESIDE, side.response.id)
                if view.rater == EXPERTS
                else verdict_place(view.task.id, side.response.id, point, view.rater)
            )
            words = t("Verdict on {system}", system=name_of(side))
            menu.addAction(menu_words(words), partial(self.shell.go, place))
        rubric = Place("task", view.task.id, "rubric", point)
        menu.addAction(t("Open in the rubric"), partial(self.shell.go, rubric))

    def _offer(self, beside: Beside) -> None:
        """What can be chosen: raters, order, levels of the scenario, turns of conversations."""
        view = beside.view
        called = {judge.id: judge_name(judge) for judge in self._judges()}
        raters = [
            (t("Experts") if rater == EXPERTS else short(called.get(rater, rater), 50), rater)
            for rater in view.raters
        ]
        refill(self.raters, raters, view.rater)
        refill(
            self.orders,
            [(t(said), word) for word, said in ORDERS.items()],
            self._where.get("by", "rank"),
        )
        levels = [
            (DIFFICULTIES.title(level.difficulty), level.id)
            for level in view.levels
            if level.difficulty
        ]
        refill(self.levels, levels, view.task.id)
        known = (response_conversation(view.task, side.response.text) for side in view.sides)
        count = max((one.turns for one in known if one is not None), default=0)
        turns = [(t("All"), ""), *((number(n), str(n)) for n in range(1, count + 1))]
        refill(self.turns, turns, self._where.get("turn", ""))
        for made, is_there in (
            (self.raters, raters),
            (self.orders, beside.scores and not self._systems),
            (self.levels, levels),
            (self.turns, count > 1),
        ):
            show_if(is_there, self._captions[made])

    def _judges(self) -> list[Judge]:
        results = self._results
        return [judge.judge for judge in results.analysis.judges.values()] if results else []

    def _show_sides(self) -> None:
        found = self.found
        total = len(found.sides)
        self._at = max(0, min(self._at, total - self._wide))
        shown = found.sides[self._at : self._at + self._wide]
        for pane, side in zip(self.panes, shown, strict=False):
            pane.show_side(found, side)
        for pane in self.panes[len(shown) :]:
            pane.hide()
        last = self._at + len(shown)
        self.which.setText(t("{n} to {last} of {total}", n=self._at + 1, last=last, total=total))
        show_if(total > len(shown), self.before, self.after, self.which)
        self.before.setEnabled(self._at > 0)
        self.after.setEnabled(last < total)
        self._look()

    def _look(self) -> None:
        """Goes to the evidence of the current checkpoint in every response."""
        found = self.found
        point = next((one for one in found.view.rubric if one.id == self.points.key), None)
        with self._scrolling.apart():
            for pane, side in zip(self.panes, found.sides[self._at :], strict=False):
                if not pane.isHidden():
                    pane.look_at(found, side, point)

    def shift(self, by: int) -> None:
        """Shows the responses so many further on."""
        self._at += by
        self._show_sides()

    def next_turn(self) -> None:
        """Looks at the next turn of all conversations; after the last at all of them."""
        at = (self.turns.currentIndex() + 1) % max(1, self.turns.count())
        self.turns.setCurrentIndex(at)
        self._choose()

    def _choose(self) -> None:
        values = {"by": self.orders.currentData(), "turn": self.turns.currentData()}
        kept = {name: str(value) for name, value in values.items() if value}
        self._where = {**{k: v for k, v in self._where.items() if k not in values}, **kept}
        self.place = Place(
            "responses",
            self.place.task_id,
            item=urlencode({"systems": self._systems, **self._where}, doseq=True),
            judge_id=str(self.raters.currentData() or ""),
            point=self.points.key,
        )
        self.shell.refine(self.place)
        self.refresh()

    def _to_level(self) -> None:
        self.shell.go(Place("responses", str(self.levels.currentData() or ""), item=""))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """As many responses as there is room for."""
        super().resizeEvent(event)
        room = event.size().width() - px(250)
        wide = max(1, min(MOST, room // px(_WIDE)))
        if wide != self._wide:
            self._wide = wide
            if self.stack.currentIndex():
                self._show_sides()


def _value(side: Side, point: Checkpoint) -> Decision | None:
    marks = side.marks.get(point.id)
    return marks.value if marks else None


def _entry(place: int, point: Checkpoint, values: Sequence[Decision | None]) -> Entry:
    looks = [None if value is None else value_look(value, point) for value in values]
    title = f"{place}  {point.text}"
    if not any(looks):
        return Entry(point.id, title)
    bar = tuple((1 / len(looks), one.tone if one else "border") for one in looks)
    said = " · ".join(one.word if one else "–" for one in looks)
    return Entry(point.id, title, (said,), bar=bar)


def _tally(beside: Beside, values: Iterable[Sequence[Decision | None]]) -> str:
    """How many checkpoints each of two responses wins, of those that were decided on both.

    Empty where there are none, or more responses than two.
    """
    known = (both for both in values if None not in both)
    won = list(starmap(_won, known)) if len(beside.sides) == 2 else []
    if not won:
        return ""
    first, second = map(name_of, beside.sides)
    return t(
        "{first} wins {wins} checkpoints, {second} wins {losses}, {ties} are even.",
        first=first,
        wins=number(won.count(-1)),
        second=second,
        losses=number(won.count(1)),
        ties=number(won.count(0)),
    )


def _won(first: Decision, second: Decision) -> int:
    """Which was decided better: -1 the first, 1 the second, 0 neither, or one is no value."""
    if isinstance(first, RatingState) or isinstance(second, RatingState):
        return 0
    return (second > first) - (second < first)
