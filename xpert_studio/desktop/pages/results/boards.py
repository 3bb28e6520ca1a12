"""Boards beside the leaderboard: by level, efficiency, recipe and domain, and those of packs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from PySide6.QtWidgets import QPushButton

from xpert_studio.core.errors import XpertError
from xpert_studio.core.metrics.recipes import recipes
from xpert_studio.core.packs import in_order
from xpert_studio.core.records import Role
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.wording import explained, mark, short, t
from xpert_studio.core.workflow import choose_recipe
from xpert_studio.desktop.look import GAP
from xpert_studio.desktop.pages.results.section import Choice, TableSection
from xpert_studio.desktop.pages.results.words import COMPARISONS, MORE, RANKING, boards
from xpert_studio.desktop.places import COMPARE, Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.blocks_view import BlocksView
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.fields import picker, refill, tab_bar, turn_to
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import row
from xpert_studio.desktop.widgets.saving_files import export_tables
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.desktop.widgets.wiring import show_if
from xpert_studio.report.blocks import Note, SectionBlocks, Text
from xpert_studio.report.charts import Chart
from xpert_studio.report.results.efficiency import ORDERS
from xpert_studio.report.results.levels import OVERALL
from xpert_studio.report.results.levels import orders as level_orders
from xpert_studio.report.section import MORE_BOARDS, Section, View
from xpert_studio.report.sections.efficiency import USAGE
from xpert_studio.report.sections.levels import INDEX_NAMES, LEVEL_SECTION
from xpert_studio.report.sections.pair_comparisons import COMPARISONS_OF_RESPONSES
from xpert_studio.report.sections.recipes import RECIPE
from xpert_studio.report.sections.registry import SECTIONS
from xpert_studio.report.sections.specialisation import SPECIALISATION

_FIRST: Final = "levels"
_CHOSEN_BY: Final = {
    "recipe": mark("Recipe"),
    "profile": mark("Group by"),
    MORE: mark("Board"),
}
_SIDES: Final = {"domain": mark("Domain"), "category": mark("Category")}

Options = Sequence[tuple[str, str]]


class BoardsSection(TableSection):
    """One board at a time, with what it is sorted by or made of."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._shown_kind = ""
        kinds = [(t(said), kind) for kind, said in boards().items()]
        self.kinds = tab_bar(kinds, self._turn, name=t("Board"), kind="side", scrolls=False)
        turn_to(self.kinds, _FIRST)
        self.option = picker(t("Sort by"), then=self._again, least=120, most=260)
        self.asked = label(t("Sort by"), "label", wrap=False)
        self.shown = BlocksView(shell, t("Board"))
        self.shown.opened.connect(self._open)
        self.shown.stepped.connect(self.changed)
        self.use = button(t("Use as project recipe"), self._choose_recipe)
        compare, self.by_judge = (self._offer_judge() for _ in range(2))
        self.by_experts = button(
            t("Compare responses"), lambda: shell.go(Place("comparing")), picture="scale"
        )
        self.by_experts.setVisible(self.session.has_role(Role.EXPERT))
        self.empty = EmptyState(
            "scale",
            t("No responses have been compared yet"),
            t(
                "Experts compare two responses blind; a judge compares each pair in both orders. This board then shows strengths, win rates and position bias, and whether scores order responses as the experts do."
            ),
            compare,
            self.by_experts,
        )
        chosen = row(self.asked, self.option, self.use, 1, self.by_judge)
        scrolled_column(
            self.kinds, chosen, self.empty, self.shown, 1, gap=GAP, on=self,
        )  # fmt: skip
        self.setFocusProxy(self.kinds)  # tables are there only once they are computed

    def _offer_judge(self) -> QPushButton:
        to = Place("runs", tab="new", item=COMPARE)
        return button(t("Have a judge compare…"), lambda: self.shell.go(to), picture="play")

    @property
    def kind(self) -> str:
        """Which board is shown."""
        return str(self.kinds.tabData(max(0, self.kinds.currentIndex())))

    def refresh(self, choice: Choice) -> None:
        """Fetches the board."""
        wanted = self.where.get("by", "")
        turn_to(self.kinds, wanted if wanted in boards() else _FIRST)
        kind, project = self.kind, self.session.project
        options = _options(kind, choice)
        refill(self.option, options, self.where.get("option"))
        self.asked.setText(t(_CHOSEN_BY.get(kind, "Sort by")))
        self.option.setAccessibleName(self.asked.text())
        show_if(options, self.asked, self.option)
        show_if(choice.rater.id, self.kinds)
        option = str(self.option.currentData() or "")
        may_choose = self.session.has_role(Role.LEAD) and not project.read_only
        self.use.setVisible(kind == "recipe" and may_choose and option in recipes())
        if self._shown_kind != kind:  # not under another board's name
            self._shown_kind = kind
            self.shown.show_blocks((Text(t("Computing…")),))
        self.fetch(lambda: _made(choice, project, kind, option), self._show, "board")

    def _turn(self, *_: object) -> None:
        if self.kind == RANKING:
            self.go("leaderboard")
        else:
            self.refine(by=self.kind)
            self.catch_up()

    def _again(self) -> None:
        self.refine(by=self.kind, option=str(self.option.currentData()))
        self.catch_up()

    def _choose_recipe(self) -> None:
        recipe, ctx = recipes()[str(self.option.currentData())], self.session.ctx
        self.refine(by=self.kind)
        self.session.perform(lambda: choose_recipe(ctx, recipe), lambda _: self.changed.emit())

    def _open(self, target: tuple[str, ...]) -> None:
        """Opens a task; or a system, of which more is known where somebody has scored it."""
        if target[0] == "task":
            self.shell.go(Place("task", task_id=target[1]))
        elif self.choice is not None and self.choice.rater.id:
            self.go("system", system=target[1])

    def _show(self, found: SectionBlocks | None) -> None:
        is_empty = found is None and self.kind == COMPARISONS
        self.empty.setVisible(is_empty)
        self.by_judge.setVisible(self.kind == COMPARISONS and not is_empty)
        section = _section(self.kind, str(self.option.currentData() or ""))
        nothing = () if is_empty else (Text(section.nothing),)
        self.shown.show_blocks(found.blocks if found else nothing)

    def sort_current(self) -> None:
        """Sorts the table with the focus by its current column; the first without one."""
        tables = self.shown.tables
        for view in [one for one in tables if one.hasFocus()] or tables[:1]:
            view.sort_current()

    def export(self) -> None:
        """Asks for a file, and writes the tables to it."""
        tables = self.shown.plain()
        export_tables(self, self.shell, t(boards()[self.kind]), lambda: tables)

    @property
    def drawn(self) -> Callable[[], Chart] | None:
        """The first chart, where there is one."""
        return next((card.drawn for card in self.shown.charts), None)


def _options(kind: str, choice: Choice) -> Options:
    """What a board can be sorted by, or made of: words and values."""
    own = choice.results.analysis.recipe
    named = [] if own is None else [(t("Project: {name}", name=short(own.named, 40)), "")]
    return {
        "levels": [(t(INDEX_NAMES[name]), name) for name in level_orders()],
        "efficiency": [(t(metric.title), name) for name, metric in ORDERS.items()],
        "recipe": [
            *named, *((t(item.title or item.name), name) for name, item in recipes().items()),
        ],
        "profile": [(t(said), by) for by, said in _SIDES.items()],
        MORE: [(t(one.title), one.id) for one in in_order(SECTIONS).values() if MORE_BOARDS in one.places],
    }.get(kind, [])  # fmt: skip


_SECTIONS: Final[dict[str, Section[Any]]] = {
    "levels": LEVEL_SECTION,
    "efficiency": USAGE,
    "recipe": RECIPE,
    "profile": SPECIALISATION,
    COMPARISONS: COMPARISONS_OF_RESPONSES,
}


def _section(kind: str, option: str) -> Section[Any]:
    return SECTIONS[option] if kind == MORE else _SECTIONS.get(kind) or SECTIONS[kind]


def _made(choice: Choice, project: ProjectFile, kind: str, option: str) -> SectionBlocks | None:
    """The section of a board; None where there is nothing to say."""
    by_kind: dict[str, dict[str, Any]] = {
        "levels": {"sort": option or OVERALL},
        "efficiency": {"sort": option},
        "recipe": {"recipe": recipes().get(option)},
        "profile": {"profile": option or "domain"},
    }
    asked = by_kind.get(kind, {})
    view = View(project, lambda: choice.results).by(choice.rater.id, choice.scope).asking(**asked)
    section = _section(kind, option)
    try:
        return section.blocks(view)
    except XpertError as error:  # a broken price list of the user's
        return SectionBlocks(section.id, t(section.title), (Note(explained(error)),))
