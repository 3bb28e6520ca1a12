"""The page on alignment: how well a judge follows the experts, where not, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QTabWidget, QWidget

from xpert_studio.core.records import Change, DisagreementKey, Role, Run
from xpert_studio.core.wording import in_a_row, mark, t
from xpert_studio.core.workflow import anchor_case, dispute_judgment, fix_checkpoint, remove_panel
from xpert_studio.core.workflow.blinding import blinding_of
from xpert_studio.core.workflow.views import CaseView, case_view
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.look import GAP, PAD, SPACE
from xpert_studio.desktop.pages.alignment.case import CasePanel
from xpert_studio.desktop.pages.alignment.fails import Fails
from xpert_studio.desktop.pages.alignment.head import AlignmentHead
from xpert_studio.desktop.pages.alignment.judge_sections import (
    all_figures,
    at_a_glance,
    over_time,
)
from xpert_studio.desktop.pages.alignment.pairs_panel import PairsPanel
from xpert_studio.desktop.pages.alignment.places import (
    TABS,
    CasePlace,
    ListedCases,
    Walk,
    case_of,
    cases_place,
    list_cases,
    tab_place,
    words_of,
)
from xpert_studio.desktop.pages.alignment.words import Blank
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.session import now
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.layouts import box, column, stacked
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.report.cases import (
    CaseFilter,
    PairFilter,
    select_pairs,
)
from xpert_studio.report.certificates import certify, certify_after, uncertified_run
from xpert_studio.report.judge_alignment import JudgeLook, look_at
from xpert_studio.report.panel_words import case_sentence
from xpert_studio.report.rerun_scope import what_to_ask_again
from xpert_studio.report.trend import Validity, validity

_LISTS: Final = {"cases": "", "queue": "differ"}
"""Places of a list of cases, and which answers they mean where they name none."""


class Tabs(QTabWidget):
    """A judge at a glance, where it fails, all its figures, and its history, each fetched when seen.

    Args:
        shell: The window's.
    """

    def __init__(self, shell: Shell) -> None:
        super().__init__(documentMode=True)
        self.summary, self.overview = at_a_glance(shell), Fails(shell)
        self.figures, self.time = all_figures(shell), over_time(shell)
        self._parts = (
            (self.summary, t("Summary")),
            (self.overview, t("Where it fails")),
            (self.figures, t("All figures")),
            (self.time, t("Over time")),
        )
        for part, name in self._parts:
            self.addTab(box(column(part, pad=(0, PAD, 0, 0))), name)
        self.tabBar().setUsesScrollButtons(False)

    @property
    def name(self) -> str:
        """Which part is seen; one of ``TABS``."""
        return TABS[self.currentIndex()]

    def go_to(self, name: str) -> None:
        """Shows a part without telling; the one that is seen where empty."""
        with QSignalBlocker(self):
            self.setCurrentIndex(TABS.index(name) if name else self.currentIndex())

    def show_look(self, look: JudgeLook) -> None:
        """Shows a judge in every part."""
        for part, _ in self._parts:
            part.show_look(look)


class AlignmentPage(Page):
    """Figures of one judge, the cases behind them, and the queue of disagreements."""

    rests_on = frozenset(
        {
            "judgment",
            "checkpoint",
            "task",
            "response",
            "anchor_choice",
            "project",
            "person",
            "judge",
        }
    )

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.look: JudgeLook | None = None
        self.judge_id = ""
        self.tolerance = 0.0
        self._walk = Walk()
        self._dealt_with: DisagreementKey | None = None
        self.head = AlignmentHead(shell, self.choose_judge, self._set_tolerance, self.certify)
        self.tabs, self.empty = Tabs(shell), Blank(shell)
        inside = column(
            self.head, self.tabs, self.head.settings, gap=GAP, grow=1, pad=(SPACE, GAP, SPACE, PAD)
        )
        self.figures = scrolled(box(inside))
        self.pairs = PairsPanel(shell, lambda: shell.go(tab_place(self.tabs.name, self.judge_id)))
        self.stack = stacked(self.empty, self.figures, self.pairs)
        column(self.stack, on=self)
        self.tabs.currentChanged.connect(self._turned)
        remove = Action.of(
            remove_panel, "alignment.remove_panel", self._remove_panel, refused=self._no_panel
        )
        shell.book.add(self, remove)

    @cached_property
    def case(self) -> CasePanel:
        """One case."""
        made = CasePanel(
            self.shell,
            lambda: self.shell.go(cases_place(case_of(self.place).wanted)),
            self.step,
            self._deal_with_next,
        )
        self.stack.addWidget(made)
        self.shell.book.add(made, *self._case_actions(made))
        return made

    def _case_actions(self, case: CasePanel) -> list[Action]:
        def act(name: str) -> Callable[[], object]:
            return lambda: case.act(name)

        def why(name: str) -> Callable[[], str | None]:
            return lambda: self._why_no_case(case) or case.why_not(name)

        return [
            Action("alignment.fault", mark("Assign to the judge…"), act("fault"), "E", "bot", "", why("fault")),
            Action.of(fix_checkpoint, "alignment.fix", act("fix"), "F", "pencil", why("fix"), asks=True),
            Action.of(dispute_judgment, "alignment.dispute", act("dispute"), "D", "reply", why("dispute"), asks=True),
            Action.of(anchor_case, "alignment.anchor", act("anchor"), "A", "bookmark", why("anchor"), asks=True),
            Action("alignment.policy", mark("Gap in grading policy…"), act("policy"), "P", "scale", "", why("policy")),
            Action("alignment.next", mark("Next case"), lambda: self.step(1), "J"),
            Action("alignment.previous", mark("Case before"), lambda: self.step(-1), "K"),
            Action("alignment.find", mark("Search in the response"), case.reading.open_search, "Ctrl+F", "search"),
        ]  # fmt: skip

    def _why_no_case(self, case: CasePanel) -> str:
        """Why no key decides on the case that is seen: another one is on its way."""
        shown = case.key
        asked = case_of(self.place).key if self.place.tab == "case" else shown
        is_late = asked != shown or (shown is not None and shown == self._dealt_with)
        return t("Keys count as soon as it is on the screen.") if is_late else ""

    def is_opened_from(self, place: Place) -> bool:
        """A case is opened from a list."""
        return place.tab == "case"

    def show_place(self, place: Place) -> None:
        """Shows the figures, a list of cases or pairs, or one case."""
        super().show_place(place)
        if place.tab != "case" or case_of(place).key != self._dealt_with:
            self._dealt_with = None
        wanted = CaseFilter.read(words_of(place))
        self.judge_id = wanted.judge or place.judge_id or self.judge_id
        if place.tab in _LISTS:
            self.tabs.overview.ask_for(wanted.but(said=wanted.said or _LISTS[place.tab]))
        if place.tab in {*TABS, *_LISTS, ""}:
            self.tabs.go_to("overview" if place.tab in _LISTS else place.tab)
            self._show_figures()

    def refresh(self) -> None:
        """Fetches the figures; those that are known already come at once."""
        session, known = self.session, self.look
        judge_id, tolerance = self.judge_id, self.tolerance

        def work() -> JudgeLook | None:
            blinding = blinding_of(session.ctx)
            if not blinding.sees_judgments:
                return None
            analysis = session.analyse(tolerance=tolerance)
            is_same = (
                known is not None
                and known.analysis is analysis
                and known.blinding == blinding
                and known.judge is not None
                and judge_id in {"", known.judge.judge.id}
            )
            return known if is_same else look_at(blinding, analysis, judge_id)

        session.fetch(work, self._show, owner=self, slot="look")

    def concerns(self, change: Change) -> bool:
        """What changes a figure; a finding on a disagreement changes the queue alone."""
        kinds = {edit.kind for edit in change.edits}
        if kinds == {"attribution"}:
            self._walk.expire()
            self.tabs.overview.reread()
        is_shown = self.place.tab == "case" and self.isVisible()
        if kinds in ({"attribution"}, {"pack_record"}) and is_shown and self.look is not None:
            self._fetch_case(self.look, case_of(self.place))
        return super().concerns(change)

    def _show(self, look: JudgeLook | None) -> None:
        is_other = self.look is not look
        self.look = look
        if look is None:
            self.empty.say_blind()
        elif look.judge is None:
            self.empty.say_nothing(look)
        if look is None or look.judge is None:
            self.stack.setCurrentWidget(self.empty)
            return
        self.judge_id = look.judge.judge.id
        if is_other:
            self._walk.expire()
            self.tabs.show_look(look)
            self.head.show_look(look)
            self._look_up(look, look.judge.judge.id)
        place = self.place
        if place.tab == "pairs":
            self._fetch_pairs(look, PairFilter.read(words_of(place)).but(judge=self.judge_id))
        elif place.tab == "case":
            self._fetch_case(look, case_of(place))
        else:
            self._show_figures()

    def _look_up(self, look: JudgeLook, judge_id: str) -> None:
        """What takes longer than the figures: the certificate, and what would be asked again."""
        project = self.session.project
        self.head.show_validity(None)

        def work() -> tuple[Validity, Run | None]:
            found = validity(project, look.analysis, judge_id)
            is_owed = not project.read_only and not found.is_current
            return found, uncertified_run(project, judge_id) if is_owed else None

        def show(found: tuple[Validity, Run | None]) -> None:
            self.head.show_validity(found[0])
            if found[1] is not None:
                self._certify_run(found[1])

        self.session.fetch(work, show, owner=self, slot="validity")
        can_score = self.session.has_role(Role.LEAD)
        self.session.fetch(
            lambda: what_to_ask_again(project, judge_id),
            lambda found: self.head.again.show_again(found, can_score=can_score),
            owner=self,
            slot="again",
        )

    def _certify_run(self, run: Run) -> None:
        """Writes the certificate that could not be written at the end of a run."""
        project = self.session.project
        self.session.perform(
            lambda: certify_after(project, run, now=now()), lambda _: self.fall_behind()
        )

    def _show_figures(self) -> None:
        if self.look is not None and self.look.judge is not None:
            self.stack.setCurrentWidget(self.figures)
            if self.hasFocus():  # since before there was anything to show
                self.tabs.tabBar().setFocus()

    def _fetch_pairs(self, look: JudgeLook, wanted: PairFilter) -> None:
        def show(found: Any) -> None:
            self.pairs.show_pairs(look, wanted, found)
            self._turn_to(self.pairs)

        self.session.fetch(
            lambda: select_pairs(look.analysis, wanted), show, self._failed, owner=self, slot="part"
        )

    def _fetch_case(self, look: JudgeLook, at: CasePlace) -> None:
        ctx, walk = self.session.ctx, self._walk
        is_known = walk.is_of(at)

        def work() -> tuple[CaseView, ListedCases | None]:
            listed = (
                None if is_known else list_cases(ctx.project, look, at.wanted, at.state, at.cause)
            )
            return case_view(ctx, at.key), listed

        def show(found: tuple[CaseView, ListedCases | None]) -> None:
            view, listed = found
            if listed is not None:
                walk.begin(look, at, listed)
            self._show_case(at, view, look)

        self.session.fetch(work, show, self._failed, owner=self, slot="part")

    def _show_case(self, at: CasePlace, view: CaseView, look: JudgeLook) -> None:
        if self._dealt_with == at.key:
            self._dealt_with = None
            onward = self._walk.onward(at.key)
            if onward is not None:
                self._replace(at.at(onward).place())
                return
            self.shell.say(t("That was the last one of the list."), "good")
        self._walk.visit(at.key)
        judge = look.analysis.judges.get(at.key.judge_id)
        panel = judge.panel if judge else None
        catalog = look.analysis.catalog
        said = case_sentence(panel, catalog, at.key.response_id, view.checkpoint) if panel else ""
        self.case.show_case(view, said)
        self.case.show_position(self._walk.at, len(self._walk))
        self._turn_to(self.case)

    def _turn_to(self, panel: QWidget) -> None:
        if self.stack.currentWidget() is not panel:
            self.stack.setCurrentWidget(panel)
            panel.setFocus()

    def _failed(self, error: BaseException) -> None:
        self._dealt_with = None
        self.shell.tell(error)
        self._replace(tab_place("overview", self.judge_id))

    def choose_judge(self, judge_id: str) -> None:
        """Looks at another judge."""
        self.judge_id = judge_id
        self._refine_tab()
        self.refresh()

    def _no_panel(self) -> str | None:
        """Why no panel can be removed; None where one is looked at."""
        judge = self.look.judge if self.look else None
        if judge is None or judge.panel is None:
            return t("Choose a panel first.")
        return self.session.why_not(remove_panel, lambda: {"panel_id": judge.judge.id})()

    def _remove_panel(self) -> None:
        self.session.do(remove_panel, self.judge_id)
        self.judge_id = ""

    def _set_tolerance(self, tolerance: float) -> None:
        self.tolerance = tolerance
        self.refresh()

    def _turned(self) -> None:
        self._show_figures()
        self._refine_tab()

    def _refine_tab(self) -> None:
        self.place = tab_place(self.tabs.name, self.judge_id)
        self.shell.refine(self.place)

    def _replace(self, place: Place) -> None:
        """The same place looked at more closely: no step to go back."""
        self.shell.refine(place)
        self.show_place(place)

    def step(self, by: int) -> None:
        """Goes to the next case of the list, or the one before."""
        onward = self._walk.step(by)
        if onward is not None:
            self._walk.visit(onward)  # who presses twice goes two further, before either is shown
            self._replace(case_of(self.place).at(onward).place())

    def _deal_with_next(self) -> None:
        """Something was done about the case: on to the next one as soon as the list is anew."""
        shown = self.case.key
        self._dealt_with = shown if case_of(self.place).key == shown else None

    def leave(self) -> None:
        """A case that the person comes back to is shown, whatever was done about it."""
        self._dealt_with = None

    def certify(self) -> None:
        """Keeps the figures of the judge that is looked at."""
        judge = self.look.judge if self.look else None
        if judge is None:
            return
        project, judge_id, tolerance = self.session.project, judge.judge.id, self.tolerance
        person_id = self.session.person_id

        def done(_: Any) -> None:
            missing = self.head.missing
            said = filter(None, (t("The figures are certified as they are now."), missing))
            self.shell.say(in_a_row(said), "" if missing else "good")
            self.fall_behind()

        self.session.perform(
            lambda: certify(project, judge_id, now=now(), made_by=person_id, tolerance=tolerance),
            done,
        )
