"""The page of results: the leaderboard, and from there to every verdict."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QWidget

from xpert_studio.core.wording import mark, short, t, tn, translated
from xpert_studio.core.workflow.blinding import Blinding, blinding_of
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.look import GAP, SPACE, TIGHT, WIDE
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.late import make_part
from xpert_studio.desktop.pages.publish.carrying_out import carry_out
from xpert_studio.desktop.pages.results.leaderboard import COMPARISONS
from xpert_studio.desktop.pages.results.parts import LISTS, SHOW, PartsSection
from xpert_studio.desktop.pages.results.section import (
    NO_RATER,
    ChosenResults,
    Section,
    place_at,
    read_where,
    scope_in,
)
from xpert_studio.desktop.pages.results.words import alignment_words, rater_name, scope_name
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.session import now
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.unblinding import ask_to_unblind, hidden_words
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.fields import menu_button, picker, refill, tab_bar, turn_to
from xpert_studio.desktop.widgets.files import open_file
from xpert_studio.desktop.widgets.labels import button, chip, label, retone
from xpert_studio.desktop.widgets.layouts import box, column, row, stacked
from xpert_studio.desktop.widgets.saving_files import save_chart_as
from xpert_studio.desktop.widgets.shown_text import hint
from xpert_studio.desktop.widgets.wiring import later, show_if, wire
from xpert_studio.report.exports import ReportOrder, WrittenExport
from xpert_studio.report.results import EVERYTHING, Results, TaskScope
from xpert_studio.report.results.results import newest_judge, read_results


class ResultsHead(QWidget):
    """Two pickers, what the figures rest on, and what was left out.

    Args:
        share: Shares what is shown.
        choose: Follows when the user has chosen another rater or scope.
    """

    def __init__(self, share: QPushButton, choose: Callable[[], object]) -> None:
        super().__init__()
        self.rater = picker(t("By whose answers"), then=choose, least=150, most=300)
        self.scope = picker(t("Over which tasks"), then=choose, least=140, most=240)
        self.trust: QLabel = chip("", "accent")
        self.stale = label("", "warn")
        self.share = share
        title = label(t("Results"), "title", wrap=False)
        pickers = [
            box(row(label(t("Rated by"), "label", wrap=False), self.rater)),
            box(row(label(t("Task set"), "label", wrap=False), self.scope)),
        ]
        self._choosing = (*pickers, self.trust, share)
        column(row(title, *pickers, 1, share, gap=SPACE), self.stale, on=self, gap=TIGHT)
        self.stale.hide()

    def show_results(self, results: Results, rater_id: str, scope: TaskScope) -> None:
        """Shows whose results there are, and which are looked at."""
        raters = [(short(rater_name(rater), 70), rater.id) for rater in results.raters]
        refill(self.rater, raters, rater_id)
        for place, (_, one) in enumerate(raters):
            self.rater.setItemData(place, hint(one), Qt.ItemDataRole.ToolTipRole)
        scopes = [(short(scope_name(item), 60), at) for at, item in enumerate(results.scopes)]
        refill(self.scope, scopes, results.scopes.index(scope) if scope in results.scopes else 0)
        words, tone, missing = alignment_words(results.rater(rater_id))
        self.trust.setText(words)
        self.trust.setToolTip(hint(missing))
        retone(self.trust, "chip", tone)
        count = results.analysis.stale.verdicts + results.analysis.stale.judgments
        said = tn(
            "{n} verdict is on a text that was edited later, and is excluded: score again.",
            "{n} verdicts are on texts that were edited later, and are excluded: score again.",
            count,
        )
        lacking = map(translated, results.analysis.lacking)
        self.stale.say("\n".join([*([said] if count else []), *lacking]))

    def show_pickers(self, *, shown: bool) -> None:
        """Hides the pickers where there is nothing to choose from."""
        show_if(shown, *self._choosing)
        show_if(shown and self.stale.text(), self.stale)


TABS: Final = (
    ("leaderboard", mark("Leaderboard")),
    ("explore", mark("Explore")),
    ("compare", mark("Compare")),
)
_BEHIND: Final = {"system": "leaderboard"}
"""Views without a tab of their own, and the tab they belong to."""
_CALM_MS: Final = 4000
"""While a run continues, figures are counted again no more often than this."""


class ResultsPage(Page):
    """Results by one rater over one scope; each part is made when it is looked at first."""

    rests_on = frozenset(
        {
            "judgment",
            "checkpoint",
            "response",
            "task",
            "subset",
            "person",
            "verdict",
            "project",
            "comparison",
            "judge",
            "pack_record",
            "system",
        }
    )

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.results: Results | None = None
        self._newest = ""
        self._sections: dict[str, Section] = {}
        self._tab = TABS[0][0]
        self._where: dict[str, str] = {}
        self._is_arriving = False
        self._is_counting = False
        self._hidden = Blinding()
        share = menu_button(t("Share results"), self._offer, picture="upload")
        self.head = ResultsHead(share, self._choose)
        parts = [(t(title), name) for name, title in TABS]
        self.tabs = tab_bar(parts, self._turn, name=t("Parts of the results"), scrolls=False)
        self.stack = stacked()
        self.to_runs = button(
            t("Score responses"),
            lambda: shell.go(Place("runs", tab="new")),
            kind="primary",
            picture="play",
        )
        self.to_judging = button(
            t("Judge them"), lambda: shell.go(Place("judging")), kind="primary", picture="scale"
        )
        self.to_unblind = button(
            t("Unblind…"),
            lambda: ask_to_unblind(self.window(), shell, self._hidden.to_judge, self.refresh),
            picture="eye",
        )
        self.to_comparisons = button(
            t("Comparisons of responses"),
            lambda: shell.go(Place("results", item=f"{SHOW}={COMPARISONS}")),
        )
        ways = (self.to_runs, self.to_judging, self.to_unblind, self.to_comparisons)
        self.empty = EmptyState("trophy", "", "", *ways)
        inside = box(column(row(self.tabs, 1, self.head.trust), self.stack, gap=GAP, grow=1))
        self.whole = stacked(inside, self.empty)
        self._say(t("Computing…"))
        column(self.head, self.whole, on=self, pad=(WIDE, SPACE, WIDE, SPACE), gap=GAP, grow=1)
        self._calm = later(self, _CALM_MS, self._again)
        shell.book.add(self, *self._actions())

    def _actions(self) -> list[Action]:
        return [
            *(
                Action(f"results.{name}", title, partial(self.open_tab, name), f"Alt+{n}")
                for n, (name, title) in enumerate(TABS, start=1)
            ),
            Action(
                "results.sort",
                mark("Sort by this column"),
                lambda: self.section(self._tab).sort_current(),
                "Alt+S",
            ),
            Action(
                "results.export",
                mark("Export this table as CSV…"),
                self._export,
                "Ctrl+Shift+E",
                "download",
                refused=lambda: (
                    None if self.choice is not None else t("There is nothing to write yet.")
                ),
            ),
        ]

    def show_place(self, place: Place) -> None:
        """Shows a part of the results, by the rater and over the scope the place names."""
        self._is_arriving = True
        if place.tab or place.item or place.judge_id or self.results is None:
            self._where = read_where(place.item)
            self._tab = place.tab or TABS[0][0]
        else:
            place = self._place()  # back where one has been
        super().show_place(place)
        if self.results is not None:
            self._show_results(self.results)

    def _place(self) -> Place:
        choice = self.choice
        rater_id, scope = choice.key if choice else ("", EVERYTHING)
        return place_at(self._tab, rater_id, scope, self._where)

    @property
    def choice(self) -> ChosenResults | None:
        """What is looked at; None before anything has come, or where there is nothing."""
        results = self.results
        if results is None:
            return None
        if not results.raters:  # comparisons need no scores
            wants = self._where.get(SHOW) == COMPARISONS
            return ChosenResults(results, NO_RATER, EVERYTHING) if wants else None
        known = {rater.id: rater for rater in results.raters}
        rater = known.get(self.place.judge_id, known.get(self._newest, results.raters[0]))
        scope = scope_in(read_where(self.place.item))
        return ChosenResults(results, rater, scope if scope in results.scopes else EVERYTHING)

    def refresh(self) -> None:
        """Counts anew where something has changed."""
        if self._is_counting:
            self._calm.start()
            return
        self._is_counting = True
        session, known = self.session, self.results

        def work() -> tuple[Results, str] | Blinding:
            blinding = blinding_of(session.ctx)
            if blinding.hides_results:
                return blinding
            found = read_results(session.project, session.analyse, known)
            return found, newest_judge(session.project, {rater.id for rater in found.raters})

        session.fetch(work, self._show, self._failed, owner=self, slot="results")

    def fall_behind(self) -> None:
        """While others write without pause, the page catches up now and then, not every time."""
        if self.isVisible() and self._calm.isActive():
            self._is_behind = True
        else:
            super().fall_behind()

    def _again(self) -> None:
        if self._is_behind and self.isVisible():
            self._soon.start()

    def _failed(self, error: BaseException) -> None:
        self._is_counting = False
        self.shell.tell(error)

    def _show(self, found: tuple[Results, str] | Blinding) -> None:
        self._is_counting = False
        self._calm.start()
        if isinstance(found, Blinding):
            self.results, self._hidden = None, found
            self._say_blind(found)
        else:
            self.results, self._newest = found
            self._show_results(self.results)

    def _show_results(self, results: Results) -> None:
        choice = self.choice
        if choice is None:
            self._say(
                t("Nothing has been scored yet"),
                t(
                    "Start a run: a judge decides every checkpoint of every response, and "
                    "the results stand here. Confirmed judgments of experts give a "
                    "leaderboard of their own."
                ),
                self.to_runs,
                self.to_comparisons,
            )
            return
        self.whole.setCurrentIndex(0)
        self.head.show_pickers(shown=bool(results.raters))
        show_if(results.raters, self.tabs)
        self._show_section(choice)

    def _say(self, title: str, text: str = "", *ways: QPushButton) -> None:
        """Says why there are no figures, and what to do."""
        self.whole.setCurrentWidget(self.empty)
        self.head.show_pickers(shown=False)
        self.empty.say(title, text, ways)

    def _say_blind(self, hidden: Blinding) -> None:
        judging = [self.to_judging] if hidden.to_judge else []
        own = [self.to_unblind] if hidden.sees_results and not hidden.examined else []
        for_leads = t(
            "Who judges must not know how a system scores elsewhere. A lead sees the "
            "leaderboard and every verdict."
        )
        self._say(*hidden_words(hidden, for_leads), *judging, *own)

    def _show_section(self, choice: ChosenResults) -> None:
        if choice.rater is not NO_RATER:
            self.head.show_results(choice.results, choice.rater.id, choice.scope)
        names = [name for name, _ in TABS]
        if self._tab not in {*names, *_BEHIND}:
            self._tab = names[0]
        turn_to(self.tabs, _BEHIND.get(self._tab, self._tab))
        section = self.section(self._tab)
        self.stack.setCurrentWidget(section)
        where = {name: value for name, value in self._where.items() if name != "scope"}
        section.show_choice(choice, where)
        if self._is_arriving:
            self._is_arriving = False
            section.take_focus()

    def section(self, name: str) -> Section:
        """A part of the page, made when it is asked for first."""
        if name not in self._sections:
            made: Section = (
                PartsSection(self.shell, name, *LISTS[name])
                if name in LISTS
                else make_part(f"results.{name}", "Section", self.shell)
            )
            wire((made.refined, self._refine), (made.changed, self.refresh))
            self._sections[name] = made
            self.stack.addWidget(made)
        return self._sections[name]

    @property
    def seen(self) -> Section:
        """The part of the page that is seen."""
        return self.section(self._tab).seen

    def open_tab(self, name: str) -> None:
        """Shows a part of the page."""
        self.tabs.setCurrentIndex([tab for tab, _ in TABS].index(name))

    def _turn(self) -> None:
        choice = self.choice
        if choice is not None:
            name = TABS[self.tabs.currentIndex()][0]
            section = self._sections.get(name)
            self.shell.go(place_at(name, *choice.key, section.where if section else None))

    def _choose(self) -> None:
        choice = self.choice
        if choice is None:
            return
        scope: TaskScope = choice.results.scopes[max(0, self.head.scope.currentIndex())]
        rater_id = str(self.head.rater.currentData() or "")
        self._refine_place(place_at(self._tab, rater_id, scope, self._where))
        self._show_results(choice.results)

    def _refine(self, where: dict[str, str]) -> None:
        if self.sender() is self._sections.get(self._tab):
            self._where = dict(where)
            self._refine_place(self._place())

    def _refine_place(self, place: Place) -> None:
        self.place = place
        self._where = read_where(place.item)
        self.shell.refine(place)

    def _offer(self, menu: QMenu) -> None:
        """Offers to share what is shown; a chart only where there is one."""
        menu.addAction(t("Report"), lambda: self._write_report(".html"))
        menu.addAction(t("Report as PDF"), lambda: self._write_report(".pdf"))
        menu.addAction(t("This table as CSV…"), self._export)
        menu.addAction(t("This chart…"), self._save_chart).setEnabled(self.seen.drawn is not None)
        menu.addAction(t("Publish…"), lambda: self.shell.go(Place("publish")))

    def _save_chart(self) -> None:
        title = self.tabs.tabText(self.tabs.currentIndex())
        save_chart_as(self, self.shell, title, self.seen.drawn)

    def _write_report(self, ending: str) -> None:
        """Writes the report beside the project at once, and records it like any publication."""
        shell, session = self.shell, self.session
        order = ReportOrder(ending=ending)
        stem = f"{order.file_name(session.path.stem).removesuffix(ending)}-{now():%Y%m%d-%H%M%S}"
        target = session.path.parent / f"{stem}{ending}"

        def written(written_export: WrittenExport) -> None:
            shell.say(
                t("Report saved: {name}.", name=written_export.path.name),
                "good",
                act=t("Open"),
                run=lambda: open_file(written_export.path),
            )

        title, total = t("Writing the report"), order.steps
        carry_out(session, title, order, target, written, shell.tell, total=total)

    def _export(self) -> None:
        self.section(self._tab).export()
