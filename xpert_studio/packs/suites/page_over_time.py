"""Suites over time in the window: the picture first, and every point of it opens its evaluation."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtWidgets import QLabel, QWidget

from xpert_studio.api.pages import (
    GAP,
    SPACE,
    WIDE,
    ActionDialog,
    BlocksView,
    EmptyState,
    Flow,
    Page,
    Place,
    Shell,
    box,
    button,
    chip,
    column,
    label,
    picker,
    refill,
    retone,
    row,
    scrolled_column,
    show_if,
    stacked,
    t,
)
from xpert_studio.core.workflow.blinding import Blinding
from xpert_studio.desktop.places import verdict_place
from xpert_studio.desktop.widgets.fields import tab_bar, turn_to
from xpert_studio.desktop.widgets.labels import tool
from xpert_studio.packs.suites.answers import ANSWERS, SuiteAnswer
from xpert_studio.packs.suites.definition import remove_suite
from xpert_studio.packs.suites.page_hidden import HiddenResults
from xpert_studio.packs.suites.page_seen import (
    ANY,
    TABS,
    TREND_TAB,
    SuiteSeen,
    Where,
    branch_name,
    look,
)

TONES: Final = {
    SuiteAnswer.REGRESSED: "bad",
    SuiteAnswer.IMPROVED: "good",
    SuiteAnswer.SAME: "good",
    SuiteAnswer.NOT_ENOUGH: "optional",
    SuiteAnswer.NOT_COMPARABLE: "warn",
    SuiteAnswer.FIRST: "optional",
}
"""The colours of answers."""


class OverTimePage(Page):
    """The evaluations of a suite."""

    rests_on = frozenset({"pack_record", "response", "judgment", "person", "project", "task"})

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.seen: SuiteSeen | None = None
        self.where, self.tab = Where(), TREND_TAB
        self.suite = picker(t("Suite"), then=self._choose, least=120, most=240)
        self.system = picker(t("System"), then=self._choose, least=120, most=240)
        self.branch = picker(t("Branch"), then=self._choose, least=120, most=200)
        self.base = picker(t("Compare with"), then=self._choose, least=160, most=260)
        self.run = button(
            t("Run a suite…"), lambda: shell.go(Place("suite-runs", tab="run")), picture="play"
        )
        self.newest = button(t("Newest evaluation"), self._look_at_newest, kind="link")
        self.remove = tool("trash-2", t("Remove this evaluation…"), self._remove)
        tabs = [(t(title), name) for name, title in TABS.items()]
        self.tabs = tab_bar(tabs, self._turn, name=t("Views of suites"), kind="side", scrolls=False)
        self.answer: QLabel = chip("", "optional")
        self.said = label("")
        self.picture, self.details, self.rest = (BlocksView(shell, t("Suite")) for _ in range(3))
        self._lines = [
            box(row(label(t(title), "label", wrap=False), made))
            for title, made in (("System", self.system), ("Branch", self.branch))
        ]
        self._suite = box(row(label(t("Suite"), "label", wrap=False), self.suite))
        self._base = box(row(label(t("Compare with"), "label", wrap=False), self.base))
        self.hidden = HiddenResults(shell, self.refresh)
        self.empty = EmptyState(
            "history",
            t("No suite has been evaluated yet"),
            t(
                "A suite is a named set of tasks with what a response needs to pass. Run "
                "it on a system now and then: this page says what regressed, and whether "
                "by chance."
            ),
            button(
                t("Define and run suites"),
                lambda: shell.go(Place("suite-runs")),
                kind="primary",
                picture="arrow-right",
            ),
        )
        self._lay_out()
        for part in (self.picture, self.details, self.rest):
            part.opened.connect(self._open)

    def _lay_out(self) -> None:
        title = label(t("Suites over time"), "title", wrap=False)
        head = Flow(title, self._suite, *self._lines, gap=SPACE)
        answer = column(self.answer, 1)
        acts = column(row(self._base, self.newest, self.remove, gap=GAP), 1)
        self._looked = box(row(answer, column(self.said, 1), acts, grow=(0, 1, 0), gap=GAP))
        inside = QWidget()
        scrolled_column(
            self.picture,
            self._looked,
            self.details,
            self.rest,
            1,
            gap=SPACE,
            on=inside,
        )
        self.whole = box(column(row(self.tabs, 1, self.run), inside, gap=GAP, grow=1))
        self.waiting = label(t("Computing…"), "muted")
        self.stack = stacked(self.waiting, self.whole, self.empty, self.hidden)
        column(box(head), self.stack, on=self, pad=(WIDE, SPACE, WIDE, SPACE), gap=GAP, grow=1)

    def show_place(self, place: Place) -> None:
        """Shows a view; where one was last without any."""
        if place.tab or place.item or self.seen is None:
            self.tab = place.tab if place.tab in TABS else TREND_TAB
            self.where = Where.read(place.item)
        super().show_place(self.where.place(self.tab))

    def refresh(self) -> None:
        """Reads what is shown."""
        ctx, tab, where = self.session.ctx, self.tab, self.where
        self.session.fetch(lambda: look(ctx, tab, where), self._show, owner=self, slot="look")

    def _show(self, found: SuiteSeen | Blinding) -> None:
        if isinstance(found, Blinding):
            self.seen = None
            self.hidden.say_hidden(found)
            self.stack.setCurrentWidget(self.hidden)
        else:
            self.seen, self.where = found, found.where
            self._show_seen(found)
            self.stack.setCurrentWidget(self.whole if found.suites else self.empty)
        is_there = self.stack.currentWidget() is self.whole
        show_if(is_there, self.run, self._suite)
        show_if(is_there and self.tab == TREND_TAB, *self._lines)

    def _show_seen(self, seen: SuiteSeen) -> None:
        where = seen.where
        refill(self.suite, [(name, name) for name in seen.suites], where.suite)
        refill(
            self.system,
            [(t("All"), ANY), *((system, system) for system in seen.systems)],
            where.system,
        )
        branches = [(branch_name(branch), branch) for branch in seen.branches]
        refill(self.branch, [(t("All"), ANY), *branches], where.branch)
        turn_to(self.tabs, self.tab)
        self.picture.show_blocks(seen.picture)
        self.details.show_blocks(seen.details)
        self.rest.show_blocks(seen.rest)
        looked = seen.looked
        shown = ("evaluation", looked.evaluation.id) if looked else ()
        for card in self.picture.charts:
            card.view.choose(shown)
        show_if(looked, self._looked, self.details)
        show_if(seen.picture, self.picture)
        if looked is None or seen.answer is None:
            return
        self.answer.setText(t(ANSWERS[seen.answer]))
        retone(self.answer, "chip", TONES[seen.answer])
        self.said.setText(seen.said)
        show_if(where.evaluation, self.newest)
        own = looked.evaluation.first.branch
        others = [(t("Last on {branch}", branch=said), one) for said, one in branches if one != own]
        refill(self.base, [(t("The evaluation before"), ANY), *others], where.base)
        show_if(others, self._base)
        show_if(not self.session.why_no_lead, self.remove)

    def _choose(self) -> None:
        """Another suite, line or branch to compare with; a suite begins with its newest."""
        suite = str(self.suite.currentData() or "")
        chosen = Where(suite)
        if suite == self.where.suite:
            system, branch = (str(one.currentData()) for one in (self.system, self.branch))
            is_line = (system, branch) == (self.where.system, self.where.branch)
            chosen = Where(
                suite,
                system,
                branch,
                self.where.evaluation if is_line else "",
                str(self.base.currentData() or ANY) if is_line else ANY,
            )
        self.shell.go(chosen.place(self.tab))

    def _turn(self, *_: object) -> None:
        name = str(self.tabs.tabData(self.tabs.currentIndex()))
        self.shell.go(replace(self.where, evaluation="", base=ANY).place(name))

    def _look_at_newest(self) -> None:
        self.shell.go(replace(self.where, evaluation="", base=ANY).place(TREND_TAB))

    def _open(self, target: tuple[str, ...]) -> None:
        """Opens an evaluation, a task's responses, or what was decided on a response."""
        match target:
            case ("evaluation", name):
                self.shell.go(replace(self.where, evaluation=name, base=ANY).place(TREND_TAB))
            case ("task", task):
                self.shell.go(Place("task", task_id=task, tab="responses"))
            case ("response", task, response, judge):
                known = self.seen is not None and judge in self.seen.judges
                self.shell.go(
                    verdict_place(task, response, "", judge)
                    if known
                    else Place("task", task_id=task, tab="responses", item=response)
                )

    def _remove(self) -> None:
        looked = self.seen.looked if self.seen else None
        if looked is None:
            return
        suite, name, ctx = looked.evaluation.suite, looked.evaluation.id, self.session.ctx

        def run() -> None:
            self.session.perform(lambda: remove_suite(ctx, suite, name)[0], then=self._removed)

        ActionDialog(
            self.window(),
            t("Remove this evaluation?"),
            t(
                "Its results are taken out; responses and verdicts stay. The next "
                "evaluation is then compared with the one before it. Undo takes it back."
            ),
            t("Remove"),
            danger=True,
        ).ask(run)

    def _removed(self, _: object) -> None:
        self._look_at_newest()
        self.fall_behind()
