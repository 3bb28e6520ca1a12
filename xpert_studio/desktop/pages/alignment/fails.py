"""Where the judge fails: groups with the most disagreement beyond chance, and the cases beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QItemSelectionModel, QSignalBlocker
from PySide6.QtWidgets import QMenu

from xpert_studio.core.metrics import Alignment, Estimate, Group
from xpert_studio.core.metrics import Figures as Known
from xpert_studio.core.metrics.grade_groups import GradeGroup
from xpert_studio.core.metrics.metric import Unit
from xpert_studio.core.records import CAUSES, Cause, DisagreementKey
from xpert_studio.core.wording import in_a_row, labelled, mark, number, t, tn
from xpert_studio.desktop.look import PAD, px
from xpert_studio.desktop.pages.alignment.cases import NEVER_SEEN, CaseList
from xpert_studio.desktop.pages.alignment.error_analysis import Remedies
from xpert_studio.desktop.pages.alignment.part import AlignmentTab
from xpert_studio.desktop.pages.alignment.places import CasePlace, ListedCases, is_queue, list_cases
from xpert_studio.desktop.pages.alignment.words import SAID, filter_words
from xpert_studio.desktop.pages.case_part import (
    ShownDecision,
    add_case_keys,
    decision_of,
    fill_case_menu,
)
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.unblinding import withheld_words
from xpert_studio.desktop.widgets.explorer import LOWEST, EmptyState, Explorer
from xpert_studio.desktop.widgets.fields import menu_button, picker, tab_bar, turn_to
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.grid import BLANK, Bar, Figures, GridCell, count
from xpert_studio.desktop.widgets.grid_view import GridView, figure_table
from xpert_studio.desktop.widgets.labels import button, label, tool
from xpert_studio.desktop.widgets.layouts import box, column
from xpert_studio.desktop.widgets.row_menu import offer_menu
from xpert_studio.desktop.widgets.saving_files import export_tables
from xpert_studio.desktop.widgets.shown_text import hint
from xpert_studio.desktop.widgets.side_splitter import SideSplitter
from xpert_studio.desktop.widgets.wiring import enable_if, show_if, wire
from xpert_studio.report.cases import CaseFilter
from xpert_studio.report.cautions import caution_hint
from xpert_studio.report.figure_words import (
    interval_words,
    marked,
    value_words,
    with_interval,
)
from xpert_studio.report.judge_alignment import JudgeLook
from xpert_studio.report.part_names import group_name, grouping_name, scale_name
from xpert_studio.report.queue import STATE_NAMES, CaseQueue, QueueState
from xpert_studio.report.sentences import p_words, weakest_sentence

_STATES: Final = (*QueueState, "")
_HEADS: Final = {
    "": (
        (mark("Where"), 90), (mark("Differ"), 80), (mark("κ"), 50), (mark("95 % interval"), 64),
        (mark("κ less the rest"), 64),
    ),
    "graded": (
        (mark("Where"), 80), (mark("n"), 40), (mark("MAE"), 52), (mark("95 % interval"), 60),
        (mark("Bias"), 146),
    ),
}  # fmt: skip
_ONE_LINE, _TWO_LINES = 34, 46
"""The height of a row; of a graded value the band stands below it."""
AnyGroup = Group | GradeGroup
Cells = tuple[GridCell, ...]


def ranked(look: JudgeLook) -> list[Group]:
    """Groups by how far the judge follows the experts less there than elsewhere, surely ones first.

    Groups with too little to be compared with the rest come last, by κ.
    """
    if look.detail is None:
        return []
    every = [group for groups in look.detail.groups.values() for group in groups if group.figures.n]

    def rank(group: Group) -> tuple[int, float]:
        if group.contrast is not None and group.contrast.value is not None:
            return (0 if group.is_weaker else 1), group.contrast.value
        return 2, group.figures["kappa"].value or 0.0

    return sorted(every, key=rank)


class Fails(AlignmentTab):
    """The groups, ranked, and the cases of those that are selected."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.wanted = CaseFilter(said="differ")
        self.queue: CaseQueue | None = None
        self.remedies = Remedies(self, shell)
        self.groups = Figures([head for head, _ in _HEADS[""]], 1, self)
        self.ranking = figure_table(self.groups, t("Where it fails"), 0)
        self.model = CaseList(self)
        self.list = GridView(
            self.model, t("Answers of experts and judge"), stretched="text", one_click=True
        )
        wire(
            (self.ranking.selectionModel().selectionChanged, lambda *_: self._narrow()),
            (self.list.opened, self._open),
            (self.list.selectionModel().selectionChanged, lambda *_: self._show_acts()),
        )
        kinds = ((t("Met or not"), ""), (t("Graded"), "graded"))
        self.kinds = tab_bar(kinds, lambda _: self._rank(), name=t("Kind of answers"), kind="side")
        self.title = label("", "heading")
        self.about = label("", "muted")
        answers = [(t(name), said) for said, name in SAID.items()]
        self.said = picker(t("Which answers"), answers, self._reword, most=200)
        self.states = tab_bar(
            [("", str(state)) for state in _STATES],
            lambda _: self.reread(),
            name=t("State"),
            kind="side",
            scrolls=False,
        )
        causes = [(t(CAUSES[cause]), cause.value) for cause in Cause]
        self.causes = picker(t("Cause"), [(t("All causes"), ""), *causes], self.reread, most=150)
        self.empty = EmptyState("circle-check", "", "")
        self._groups: list[AnyGroup] = []
        offer_menu(self.list, self._fill_menu)
        add_case_keys(shell, self.list, self._decisions)
        offer_menu(self.ranking, self._fill_ranking)
        self._lay_out()

    def _lay_out(self) -> None:
        self.down_to = menu_button(t("Cause"), self._offer_causes, picture="target")
        self.keep = button(
            t("Reconfirm"),
            lambda: self.remedies.keep(self._lapsed(self.chosen_keys)),
            picture="check",
        )
        self.again = button(
            t("Open again"),
            lambda: self.remedies.reopen(self.chosen_keys),
            picture="rotate-ccw",
        )
        self.export = tool("download", t("Export as CSV"), self.ask_export)
        self.chosen = label("", "label", wrap=False)
        self.acts = box(Flow(self.chosen, self.down_to, self.keep, self.again))
        self.cases = Explorer(
            self.list,
            self.said,
            self.causes,
            self.export,
            above=(self.title, self.states),
            below=(self.about, self.acts),
            empty=self.empty,
        )
        self.sentence = label("", "muted")
        self.ranking.setMinimumHeight(px(LOWEST))
        left = box(column(self.kinds, self.ranking, self.sentence, pad=(0, 0, PAD, 0), grow=1))
        right = box(column(self.cases))
        column(SideSplitter(left, right, room=760, sizes=(530, 550), apart=PAD), on=self)
        self.setFocusProxy(self.list)

    @property
    def state(self) -> str:
        """Which state is listed; empty for all."""
        return str(self.states.tabData(self.states.currentIndex()) or "")

    @property
    def cause(self) -> str:
        """Which cause is listed; empty for all."""
        return str(self.causes.currentData() or "")

    def place_of(self, key: DisagreementKey) -> CasePlace:
        """The place of a case of this list."""
        return CasePlace(key.response_id, key.checkpoint_id, self.wanted, self.state, self.cause)

    def ask_for(self, wanted: CaseFilter) -> None:
        """Lists the answers that a filter means."""
        self.wanted = wanted
        self.fall_behind()

    def _narrow(self) -> None:
        """Lists what the selected groups have in common, one of a kind."""
        groups = [self._groups[place - 1] for place in self.ranking.chosen if place]
        names = {group.by: group.name for group in groups}
        self.wanted = CaseFilter(judge=self.wanted.judge, said=str(self.said.currentData())).but(
            **names
        )
        self.reread()

    def _reword(self) -> None:
        """Lists other answers of the same groups, responses and scores."""
        self.wanted = self.wanted.but(said=str(self.said.currentData()))
        self.reread()

    def fill(self, look: JudgeLook) -> None:
        """Shows the ranking, and fetches the cases."""
        if look.judge is None or look.judge.alignment is None or look.detail is None:
            return
        self.wanted = self.wanted.but(judge=look.judge.judge.id)
        is_known = (bool(look.judge.alignment.criterion.n), bool(look.detail.graded))
        self.kinds.setVisible(all(is_known))
        if not all(is_known):
            turn_to(self.kinds, "graded" if is_known[1] else "")
        self._rank()

    def _rank(self) -> None:
        look, kind = self.look, str(self.kinds.tabData(self.kinds.currentIndex()))
        if look is None or look.detail is None or look.judge is None:
            return
        found = look.judge.alignment
        assert found is not None  # else it were not looked at
        groups = look.detail.graded if kind else ranked(look)
        self._groups = [group for group in groups if _may_be_named(look, group)]
        if kind:
            whole, cells = found.scales[-1].figures, _grade_cells(found, self._groups)
            said = t(
                "Graded checkpoints ({scale}): the largest mean absolute error first.",
                scale=scale_name(found.scales[-1].scale),
            )
        else:
            whole, cells = found.criterion, _kappa_cells
            said = weakest_sentence(look.detail.weakest)
        combine = t("Ctrl+click combines groups, such as a domain and a tier.")
        is_sure = bool(kind) or look.detail.weakest.is_sure
        self.sentence.setText(said if is_sure else t("No group stands out."))
        self.sentence.setToolTip(hint(in_a_row(filter(None, (said, combine)))))
        self.groups.columns = tuple(
            replace(column, head=t(head), width=width, room=0)
            for column, (head, width) in zip(self.groups.columns, _HEADS[kind], strict=True)
        )
        compared = (group.contrast for group in self._groups if isinstance(group, Group))
        if not kind and not any(compared):
            *others, rest = self.groups.columns
            self.groups.columns = (*others, replace(rest, room=NEVER_SEEN))
        said = t("All checkpoints that both have decided")
        self.groups.show_cells(
            [
                (GridCell(t("All"), t("All"), is_strong=True, hint=said), *cells(whole, None)),
                *(
                    (self._named(look, group), *cells(group.figures, group))
                    for group in self._groups
                ),
            ]
        )
        self._select()
        self.reread()

    def _named(self, look: JudgeLook, group: AnyGroup) -> GridCell:
        kind = t("Task") if group.by == "task" else grouping_name(group.by)
        catalog = look.analysis.catalog
        name = (
            catalog.task_titles[catalog.tasks.index(group.name)]
            if group.by == "task"
            else look.analysis.small.mark(
                group_name(group.by, group.name, self.session.project_state.called), group.tasks
            )
        )
        told = f"{kind}: {name}\n{tn('{n} task', '{n} tasks', group.tasks)}"
        return GridCell(f"{name} · {kind}", f"{name} · {kind}", hint=told)

    def _select(self) -> None:
        """Selects the groups that the filter names; all where it names none."""
        chosen = self.ranking.selectionModel()
        places = [
            place
            for place, group in enumerate(self._groups, start=1)
            if getattr(self.wanted, group.by) == group.name
        ] or [0]
        with QSignalBlocker(chosen), QSignalBlocker(self.said):
            chosen.clear()
            flags = QItemSelectionModel.SelectionFlag
            for place in places:
                chosen.select(self.groups.index(place, 0), flags.Select | flags.Rows)
            chosen.setCurrentIndex(self.groups.index(places[0], 0), flags.NoUpdate)
            self.said.setCurrentIndex(max(0, self.said.findData(self.wanted.said)))
        self.ranking.viewport().update()

    def reread(self) -> None:
        """Fetches the cases, and what was found on them; the figures are what they were."""
        look, wanted, project = self.look, self.wanted, self.session.project
        if look is None or not wanted.judge:
            return
        self.session.fetch(
            partial(list_cases, project, look, wanted, self.state, self.cause),
            self._show,
            owner=self,
            slot="cases",
        )

    def _show(self, listed_cases: ListedCases) -> None:
        look, queue = self.look, listed_cases.queue
        if look is None or look.judge is None:
            return
        at = max(0, self.list.currentIndex().row())
        self.queue = queue
        self.model.show_cases(
            look.analysis, self.wanted.judge, listed_cases.cases, look.blinding, queue
        )
        words = filter_words(
            self.wanted, self.session.project_state.called, [item.judge for item in look.judges]
        )
        self.title.say("" if words == self.said.currentText() else words)
        show_if(is_queue(self.wanted), self.states, self.causes, self.acts)
        show_if(not self.wanted.beside, self.said)
        self.about.say(_said(listed_cases))
        if queue is not None:
            self._show_states(queue)
        high = px(_TWO_LINES if self.model.has_scales else _ONE_LINE)
        self.list.verticalHeader().setDefaultSectionSize(high)
        self.cases.shown(len(listed_cases.cases))
        self.list.go_to(at)
        self.export.setEnabled(bool(len(listed_cases.cases)))
        self._show_acts()

    def _show_states(self, queue: CaseQueue) -> None:
        total = sum(queue.counts.values())
        named = [(t(STATE_NAMES[state]), queue.counts[state]) for state in QueueState]
        for place, (name, n) in enumerate([*named, (t("All"), total)]):
            self.states.setTabText(place, f"{name} ({number(n)})")
        title, text = (
            (
                t("Nothing here"),
                t("Other states of the queue hold some; the numbers above say how many."),
            )
            if total and self.state
            else (
                t("They do not differ"),
                t("On everything that is asked for, the judge answers as the experts do."),
            )
        )
        self.empty.say(title, text)

    def _show_acts(self) -> None:
        chosen = self.chosen_keys
        self.chosen.setText(tn("{n} selected", "{n} selected", len(chosen)))
        may = chosen and not self.session.project.read_only
        enable_if(may, self.down_to)
        show_if(may and self._lapsed(chosen), self.keep)
        show_if(may and all(self._has_finding(key) for key in chosen), self.again)

    @property
    def chosen_keys(self) -> list[DisagreementKey]:
        """The answers that are selected, in the order of the list."""
        return [key for place in self.list.chosen if (key := self.model.key_at(place))]

    def _has_finding(self, key: DisagreementKey) -> bool:
        found = self.queue.found.get((key.response_id, key.checkpoint_id)) if self.queue else None
        return found is not None and found.judge_id == key.judge_id

    def _lapsed(self, chosen: Sequence[DisagreementKey]) -> list[DisagreementKey]:
        gone = self.queue.outdated if self.queue else {}
        return [key for key in chosen if (key.response_id, key.checkpoint_id) in gone]

    def _open(self, place: int, _: str) -> None:
        key = self.model.key_at(place)
        if key is not None:
            self.shell.go(self.place_of(key).place())

    def _fill_menu(self, menu: QMenu, row: int) -> None:
        """What can be done with the answers that are selected."""
        menu.addAction(t("Open"), lambda: self._open(row, ""))
        if self.acts.isVisible() and self.down_to.isEnabled():
            self._offer_causes(menu.addMenu(t("Cause")))
            for made in (self.keep, self.again):
                if made.isVisible():
                    menu.addAction(made.text(), made.click)
        fill_case_menu(self.shell, menu, *self._decisions())

    def _decisions(self) -> list[ShownDecision]:
        key = self.model.key_at(self.list.currentIndex().row())
        return [decision_of(key)] if key is not None else []

    def _fill_ranking(self, menu: QMenu, row: int) -> None:
        """Which answers of a group are listed."""
        for said, name in SAID.items():
            menu.addAction(t(name), partial(self._list_group, row, said))

    def _list_group(self, row: int, said: str) -> None:
        group = self._groups[row - 1] if row else None
        names = {group.by: group.name} if group else {}
        self.ask_for(CaseFilter(judge=self.wanted.judge, said=said).but(**names))

    def _offer_causes(self, menu: QMenu) -> None:
        for cause, name in CAUSES.items():
            menu.addAction(f"{t(name)}…", partial(self.remedies.settle, self.chosen_keys, cause))

    def ask_export(self) -> None:
        """Asks for a file, and writes the list to it."""
        tables = [("", self.model.plain())]
        export_tables(self, self.shell, t("answers"), lambda: tables)


def _may_be_named(look: JudgeLook, group: AnyGroup) -> bool:
    """Not systems to whom any is hidden, nor tasks that the person still has to judge."""
    if group.by == "system":
        return look.names_systems
    return group.by != "task" or group.name not in look.blinding.withheld


def _kappa_cells(figures: Known, group: AnyGroup | None) -> Cells:
    """How many differ, κ, its interval, and whether it is lower than in all that is left."""
    kappa, differ = figures["kappa"], int(figures.facts["fp"] + figures.facts["fn"])
    low, high = (None if end is None else max(end, 0.0) for end in kappa.interval or (None, None))
    bar = None if kappa.value is None else Bar(kappa.value, low, high)
    return (
        GridCell(t("{n} of {total}", n=number(differ), total=number(figures.n)), differ),
        *_with_bar(Unit.COEFFICIENT, kappa, bar),
        _against(group) if isinstance(group, Group) else BLANK,
    )


def _grade_cells(
    alignment: Alignment, groups: Sequence[AnyGroup]
) -> Callable[[Known, AnyGroup | None], Cells]:
    """How many, the mean absolute error, its interval, and the bias."""
    errors = [alignment.scales[-1].figures["mae"], *(group.figures["mae"] for group in groups)]
    most = max(one.interval[1] if one.interval else one.value or 0.0 for one in errors) or 1.0

    def cells(figures: Known, _: AnyGroup | None) -> Cells:
        error, bias = figures["mae"], figures["bias"]
        low, high = (None if end is None else end / most for end in error.interval or (None, None))
        bar = None if error.value is None else Bar(error.value / most, low, high)
        said = with_interval(Unit.POINT_DIFFERENCE, bias)
        return (
            count(figures.n),
            *_with_bar(Unit.POINTS, error, bar),
            GridCell(said, bias.value, hint=caution_hint(bias.caution, bias.tasks)),
        )

    return cells


def _with_bar(unit: Unit, estimate: Estimate, bar: Bar | None) -> tuple[GridCell, GridCell]:
    """A figure, and its interval as a bar."""
    value, interval = value_words(unit, estimate.value), interval_words(unit, estimate)
    said = "\n".join(
        filter(None, (f"{value} {interval}", caution_hint(estimate.caution, estimate.tasks)))
    )
    return GridCell(value, estimate.value, hint=said), GridCell(
        interval, interval, bar=bar, hint=said
    )


def _against(group: Group) -> GridCell:
    """Whether the judge follows the experts less there than in all that is left."""
    contrast = group.contrast
    if contrast is None:
        return GridCell("–", hint=t("Too little data to compare it with the rest."))
    said = marked(p_words(contrast.corrected_p), contrast.caution)
    word, tone = (
        (t("weaker"), "warn")
        if group.is_weaker
        else (t("stronger"), "good")
        if group.is_stronger
        else (t("unclear"), "optional")
    )
    return GridCell(word, tone=tone, is_chip=tone != "optional", hint=f"{word}, {said}")


def _said(listed_cases: ListedCases) -> str:
    queue = listed_cases.queue
    causes = sorted(queue.causes.items()) if queue else []
    resolved, pending = (queue.resolved, queue.pending) if queue else (0, 0)
    said = (
        *((True, labelled(t(CAUSES[Cause(cause)]), number(count))) for cause, count in causes),
        (
            resolved,
            tn(
                "on {n} with a finding both agree by now",
                "on {n} with a finding both agree by now",
                resolved,
            ),
        ),
        (
            pending,
            tn(
                "{n} to be judged, confirmed or scored again",
                "{n} to be judged, confirmed or scored again",
                pending,
            ),
        ),
        (listed_cases.withheld, withheld_words(listed_cases.withheld)),
    )
    return " · ".join(words for is_so, words in said if is_so)
