"""Where the judge fails: groups with the most disagreement beyond chance, and the cases beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QItemSelectionModel, QSignalBlocker, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from xpert_studio.desktop.figure_words import caution_hint, in_words, interval_words, marked
from xpert_studio.desktop.kit import (
    BLANK,
    CAUSES,
    GAP,
    PAD,
    Bar,
    EmptyState,
    Figures,
    Flow,
    GridCell,
    GridView,
    Shell,
    SideSplitter,
    box,
    button,
    column,
    figure,
    figure_table,
    in_a_row,
    label,
    mark,
    number,
    picker,
    px,
    t,
    tab_bar,
    tn,
)
from xpert_studio.desktop.pages.alignment.cases import STATE_NAMES, CaseList
from xpert_studio.desktop.pages.alignment.error_analysis import Remedies
from xpert_studio.desktop.pages.alignment.part import Part
from xpert_studio.desktop.pages.alignment.places import CasePlace, Listed, is_queue, list_cases
from xpert_studio.desktop.pages.alignment.words import (
    GROUPINGS,
    SAID,
    filter_words,
    group_name,
    p_words,
    weakest_sentence,
)
from xpert_studio.desktop.unblinding import withheld_words
from xpert_studio.desktop.widgets.explorer import LOWEST, Explorer
from xpert_studio.desktop.widgets.saving_files import export_tables
from xpert_studio.metrics import Figures as Known
from xpert_studio.metrics import Group
from xpert_studio.metrics.metric import Unit
from xpert_studio.records import Cause, DisagreementKey
from xpert_studio.report.cases import CaseFilter
from xpert_studio.report.judge_alignment import Look
from xpert_studio.report.queue import Queue, QueueState

_STATES: Final = (*QueueState, "")
_HEADS: Final = (
    mark("Where"), mark("Differ"), mark("κ"), mark("95 % interval"), mark("Rest"),
)  # fmt: skip
_WIDTHS: Final = (104, 90, 56, 90, 68)


def ranked(look: Look) -> list[Group]:
    """Groups by how far the judge follows the experts less there than elsewhere, surely ones first.

    Groups with too little to be compared with the rest come last, by κ.
    """
    if look.detail is None:
        return []
    every = [
        group
        for by, groups in look.detail.groups.items()
        for group in groups
        if group.figures.n and (by != "system" or look.names_systems)
    ]

    def rank(group: Group) -> tuple[int, float]:
        if group.contrast is not None and group.contrast.value is not None:
            return (0 if group.is_weaker else 1), group.contrast.value
        return 2, group.figures["kappa"].value or 0.0

    return sorted(every, key=rank)


class Fails(Part):
    """The groups, ranked, and the cases of those that are selected.

    Signals:
        opened: One should be shown: its ``DisagreementKey``.
        counted: How many disagreements are open, whatever is filtered.
    """

    opened = Signal(object)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.wanted = CaseFilter(said="differ")
        self.queue: Queue | None = None
        self.remedies = Remedies(self, shell)
        self.groups = Figures(_HEADS, 1, self, _WIDTHS)
        self.ranking = figure_table(self.groups, t("Where it fails"), 0)
        self.ranking.selectionModel().selectionChanged.connect(lambda *_: self._narrow())
        self.model = CaseList(self)
        self.list = GridView(self.model, t("Answers of experts and judge"), stretched="text", one_click=True)  # fmt: skip
        self.list.opened.connect(self._open)
        self.list.selectionModel().selectionChanged.connect(lambda *_: self._show_acts())
        self.title = label("", "heading")
        self.about = label("", "muted")
        answers = [(t(name), said) for said, name in SAID.items()]
        self.said = picker(t("Which answers"), answers, self._reword, most=200)
        self.states = tab_bar([("", str(state)) for state in _STATES], lambda _: self._list(), name=t("State"), scrolls=False)  # fmt: skip
        causes = [(t(CAUSES[cause]), cause.value) for cause in Cause]
        self.causes = picker(t("Cause"), [(t("All causes"), ""), *causes], self._list, most=150)
        self.empty = EmptyState("circle-check", "", "")
        self._groups: list[Group] = []
        self._lay_out()

    def _lay_out(self) -> None:
        self.down_to = button(t("Cause"), picture="target")
        menu = QMenu(self.down_to)
        for cause, name in CAUSES.items():
            act = QAction(f"{t(name)}…", menu)
            act.triggered.connect(lambda _=False, cause=cause: self._settle(cause))
            menu.addAction(act)
        self.down_to.setMenu(menu)
        self.keep = button(t("Reconfirm"), self._keep, picture="check")
        self.again = button(t("Open again"), self._reopen, picture="rotate-ccw")
        self.export = button(t("Export as CSV"), self.ask_export, kind="quiet", picture="download")
        self.chosen = label("", "label", wrap=False)
        self.acts = box(Flow(self.chosen, self.down_to, self.keep, self.again))
        self.cases = Explorer(
            self.list, self.said, self.causes, self.export,
            above=(self.title, self.states), below=(self.about, self.acts), empty=self.empty,
        )  # fmt: skip
        self.sentence = label("", "muted")
        self.ranking.setMinimumHeight(px(LOWEST))
        left = box(column(self.ranking, self.sentence, pad=(0, 0, PAD, 0), gap=GAP, grow=0))
        right = box(column(self.cases, pad=(PAD, 0, 0, 0)))
        column(SideSplitter(left, right, room=760, sizes=(470, 610)), on=self)
        self.setFocusProxy(self.list)

    # The request.

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
        if self.look is not None:
            self.show_look(self.look)

    def _narrow(self) -> None:
        """Lists what the selected groups have in common, one of a kind."""
        groups = [self._groups[place - 1] for place in self.ranking.chosen if place]
        wanted = CaseFilter(judge=self.wanted.judge, said=str(self.said.currentData()))
        self.wanted = wanted.but(**{group.by: group.name for group in groups})
        self._list()

    def _reword(self) -> None:
        """Lists other answers of the same groups, responses and scores."""
        self.wanted = self.wanted.but(said=str(self.said.currentData()))
        self._list()

    # Showing.

    def fill(self, look: Look) -> None:
        """Shows the ranking, and fetches the cases."""
        if look.judge is None or look.judge.alignment is None or look.detail is None:
            return
        self.wanted = self.wanted.but(judge=look.judge.judge.id)
        self._groups = ranked(look)
        small = in_words(look.analysis.small)
        whole = look.judge.alignment.criterion
        rows = [_row(t("All"), whole, BLANK, t("All checkpoints that both have decided"))]
        for group in self._groups:
            name = small.mark(group_name(group.by, group.name, self.called), group.tasks)
            told = "\n".join((
                f"{t(GROUPINGS[group.by])}: {name}",
                tn("{n} task", "{n} tasks", group.tasks),
            ))  # fmt: skip
            rows.append(_row(name, group.figures, _against(group), told, t(GROUPINGS[group.by])))
        weakest = weakest_sentence(look.detail.weakest, self.called)
        combine = t("Ctrl+click combines groups, such as a domain and a tier.")
        self.sentence.setText(in_a_row(filter(None, (weakest, combine))))
        self.groups.show_cells(rows)
        self._select()
        self._list()

    def _select(self) -> None:
        """Selects the groups that the filter names; all where it names none."""
        chosen = self.ranking.selectionModel()
        places = [
            place
            for place, group in enumerate(self._groups, start=1)
            if getattr(self.wanted, group.by) == group.name
        ]
        with QSignalBlocker(chosen), QSignalBlocker(self.said):
            chosen.clear()
            flags = QItemSelectionModel.SelectionFlag
            for place in places or [0]:
                chosen.select(self.groups.index(place, 0), flags.Select | flags.Rows)
            chosen.setCurrentIndex(self.groups.index((places or [0])[0], 0), flags.NoUpdate)
            self.said.setCurrentIndex(max(0, self.said.findData(self.wanted.said)))
        self.ranking.viewport().update()

    def reread(self) -> None:
        """Fetches what was found anew; the figures are what they were."""
        if self.look is not None:
            self._list()

    def _list(self) -> None:
        look, wanted, project = self.look, self.wanted, self.session.project
        if look is None or not wanted.judge:
            return
        state, cause = self.state, self.cause
        self.fetch(lambda: list_cases(project, look, wanted, state, cause), self._show, "cases")

    def _show(self, found: Listed) -> None:
        look, queue = self.look, found.queue
        if look is None or look.judge is None:
            return
        at = max(0, self.list.currentIndex().row())
        self.queue = queue
        self.model.show_cases(look.analysis, self.wanted.judge, found.cases, look.blinding, queue)
        judges = [item.judge for item in look.judges]
        self.title.setText(filter_words(self.wanted, self.called, judges))
        for widget in (self.states, self.causes, self.acts):
            widget.setVisible(is_queue(self.wanted))
        self.said.setVisible(not self.wanted.beside)
        self.about.say(_said(found))
        if queue is not None:
            self._show_states(queue)
        self.cases.shown(len(found.cases))
        self.list.go_to(at)
        self.export.setEnabled(bool(len(found.cases)))
        self._show_acts()

    def _show_states(self, queue: Queue) -> None:
        total = sum(queue.counts.values())
        for place, state in enumerate(_STATES):
            name = t(STATE_NAMES[QueueState(state)]) if state else t("All")
            n = queue.counts[QueueState(state)] if state else total
            self.states.setTabText(place, f"{name} ({number(n)})")
        if total and self.state:
            self.empty.say(t("Nothing here"), t("Other states of the queue hold some; the numbers above say how many."))  # fmt: skip
        else:
            self.empty.say(t("They do not differ"), t("On everything that is asked for, the judge answers as the experts do."))  # fmt: skip

    def _show_acts(self) -> None:
        chosen = self.chosen_keys
        self.chosen.setText(tn("{n} selected", "{n} selected", len(chosen)))
        may = bool(chosen) and not self.session.project.read_only
        self.down_to.setEnabled(may)
        self.keep.setEnabled(may and bool(self._lapsed(chosen)))
        self.again.setEnabled(may and all(self._has_finding(key) for key in chosen))

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

    # Acting.

    def _open(self, place: int, _: str) -> None:
        key = self.model.key_at(place)
        if key is not None:
            self.opened.emit(key)

    def _settle(self, cause: Cause) -> None:
        if self.chosen_keys:
            self.remedies.settle(self.chosen_keys, cause, lambda: None)

    def _keep(self) -> None:
        self.remedies.keep(self._lapsed(self.chosen_keys), lambda: None)

    def _reopen(self) -> None:
        self.remedies.reopen(self.chosen_keys, lambda: None)

    def ask_export(self) -> None:
        """Asks for a file, and writes the list to it."""
        tables = [("", self.model.plain())]
        export_tables(self, self.shell, t("answers"), lambda: tables)


def _row(
    name: str, figures: Known, against: GridCell, told: str, kind: str = ""
) -> tuple[GridCell, ...]:
    kappa, facts = figures["kappa"], figures.facts
    differ = int(facts["fp"] + facts["fn"])
    interval = interval_words(Unit.COEFFICIENT, kappa)
    why = caution_hint(kappa.caution, kappa.tasks)
    said = "\n".join(filter(None, (f"κ {figure(kappa.value)} {interval}", why)))
    ends = kappa.interval or (None, None)
    low, high = (None if end is None else max(end, 0.0) for end in ends)
    bar = None if kappa.value is None else Bar(kappa.value, low, high)
    shown = f"{kind} · {name}" if kind else name
    return (
        GridCell(shown, shown, is_strong=not kind, hint=told),
        GridCell(t("{n} of {total}", n=number(differ), total=number(figures.n)), differ),
        GridCell(figure(kappa.value), kappa.value, hint=said),
        GridCell(interval, interval, bar=bar, hint=said),
        against,
    )


def _against(group: Group) -> GridCell:
    """Whether the judge follows the experts less there than in all that is left."""
    contrast = group.contrast
    if contrast is None:
        return GridCell("–", hint=t("Too little data to compare it with the rest."))
    said = marked(p_words(contrast.corrected_p), contrast.caution)
    is_sure = group.is_weaker or group.is_stronger
    word = t("weaker") if group.is_weaker else t("stronger") if group.is_stronger else t("alike")
    tone = "warn" if group.is_weaker else "good" if is_sure else "optional"
    return GridCell(word, tone=tone, is_chip=is_sure, hint=f"{word}, {said}")


def _said(found: Listed) -> str:
    queue, said = found.queue, []
    if queue is not None:
        causes = sorted(queue.causes.items())
        said += [f"{t(CAUSES[Cause(cause)])}: {number(count)}" for cause, count in causes]
        if queue.resolved:
            said.append(tn("on {n} with a finding both agree by now", "on {n} with a finding both agree by now", queue.resolved))  # fmt: skip
        if queue.pending:
            said.append(tn("{n} to be judged, confirmed or scored again", "{n} to be judged, confirmed or scored again", queue.pending))  # fmt: skip
    if found.withheld:
        said.append(withheld_words(found.withheld))
    return " · ".join(said)
