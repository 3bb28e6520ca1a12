"""Boards beside the leaderboard: by level, by efficiency, by a scoring recipe, and by domain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtWidgets import QPushButton

from xpert_studio.core.errors import XpertError
from xpert_studio.core.metrics.efficiency import MEASURES
from xpert_studio.core.metrics.recipes import recipes
from xpert_studio.core.records import Role
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.wording import explained
from xpert_studio.core.workflow import choose_recipe
from xpert_studio.desktop.kit import (
    GAP,
    EmptyState,
    Place,
    Shell,
    button,
    label,
    mark,
    picker,
    refill,
    row,
    scrolled_column,
    short,
    show_if,
    t,
    tab_bar,
    turn_to,
)
from xpert_studio.desktop.pages.results.section import Choice, TableSection
from xpert_studio.desktop.pages.results.words import BOARDS, COMPARISONS, RANKING
from xpert_studio.desktop.places import COMPARE
from xpert_studio.desktop.widgets.chart_view import ChartCard
from xpert_studio.desktop.widgets.report_tables import ReportTables, dispensable
from xpert_studio.desktop.widgets.saving_files import export_tables
from xpert_studio.report.blocks import Table
from xpert_studio.report.charts import Chart
from xpert_studio.report.results.charts import front_chart_of
from xpert_studio.report.results.efficiency import ORDERS
from xpert_studio.report.results.levels import OVERALL
from xpert_studio.report.results.levels import orders as level_orders
from xpert_studio.report.sections.efficiency import efficiency_notes, efficiency_tables
from xpert_studio.report.sections.levels import (
    INDEX_NAMES,
    category_table,
    has_categories,
    level_notes,
    levels_table,
)
from xpert_studio.report.sections.pair_comparisons import (
    comparison_method,
    comparison_notes,
    comparison_tables,
)
from xpert_studio.report.sections.panels import names_of
from xpert_studio.report.sections.recipes import recipe_notes, recipe_table
from xpert_studio.report.sections.specialisation import (
    leaders_table,
    profile_table,
    verdict_sentence,
)

_FIRST: Final = "levels"
_CHOSEN_BY: Final = {"recipe": mark("Recipe"), "profile": mark("Group by")}
_SIDES: Final = {"domain": mark("Domain"), "category": mark("Category")}

Options = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Shown:
    """What a kind of board shows.

    Attributes:
        opens: By table, the system that each row opens.
        notes: Below the tables.
        optional: By table, columns that are left out where there is no room.
        lead: Above the tables.
        is_empty: Whether nothing has been compared.
    """

    tables: tuple[Table, ...] = ()
    opens: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()
    charts: tuple[Chart, ...] = ()
    optional: tuple[Sequence[int], ...] = ()
    lead: str = ""
    is_empty: bool = False


class BoardsSection(TableSection):
    """One board at a time, with what it is sorted by or made of."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._shown_kind = ""
        kinds = [(t(said), kind) for kind, said in BOARDS.items()]
        self.kinds = tab_bar(kinds, self._turn, name=t("Board"), kind="side", scrolls=False)
        turn_to(self.kinds, _FIRST)
        self.option = picker(t("Sort by"), then=self._again, least=120, most=260)
        self.asked = label(t("Sort by"), "label", wrap=False)
        self.lead, self.notes = label(""), label("")
        self.shown = ReportTables(t("Board"))
        self.shown.opened.connect(lambda system: self.go("system", system=system))
        self.table = self.shown.tables[0]
        self.cards = [ChartCard(shell, t(measure.title)) for measure in MEASURES]
        for card in self.cards:
            card.opened.connect(lambda target: self.go("system", system=target[1]))
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
            self.kinds, chosen, self.empty, self.lead, self.shown, self.notes, *self.cards, 1,
            gap=GAP, on=self,
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
        turn_to(self.kinds, wanted if wanted in _MAKERS else _FIRST)
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
            self._show(Shown(lead=t("Computing…")))
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

    def _show(self, found: Shown) -> None:
        self.empty.setVisible(found.is_empty)
        self.by_judge.setVisible(self.kind == COMPARISONS and bool(found.tables))
        self.lead.say(found.lead)
        self.notes.say("\n".join(found.notes))
        self.shown.show_tables(found.tables, found.opens, found.optional)
        for place, card in enumerate(self.cards):
            card.show_chart(found.charts[place] if place < len(found.charts) else None)

    def export(self) -> None:
        """Asks for a file, and writes the tables to it."""
        tables = self.shown.plain()
        export_tables(self, self.shell, t(BOARDS[self.kind]), lambda: tables)

    @property
    def drawn(self) -> Callable[[], Chart] | None:
        """The first chart, where there is one."""
        return self.cards[0].drawn


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
    }.get(kind, [])  # fmt: skip


def _made(choice: Choice, project: ProjectFile, kind: str, option: str) -> Shown:
    try:
        return _MAKERS[kind](choice, project, option)
    except XpertError as error:  # a broken price list of the user's
        return Shown(notes=(explained(error),))


def _levels(choice: Choice, _: ProjectFile, option: str) -> Shown:
    board, small = choice.results.levels(*choice.key), choice.results.analysis.small
    if not board.tasks:
        return Shown(notes=(t("No task has a level of difficulty."),))
    by = option or OVERALL
    order, table = tuple(board.ordered(by)), levels_table(board, by, small)
    beside = {t(INDEX_NAMES[name]) for name in level_orders() if name != by}
    optional = [n for n, column in enumerate(table.columns) if column.heading in beside]
    notes = tuple(level_notes(board))
    if not has_categories(board):
        return Shown((table,), (order,), notes, optional=(optional,))
    of_categories = category_table(board, by, small)
    opens = tuple(str(row.cells[1]) for row in of_categories.rows)
    ends = [n for n, column in enumerate(of_categories.columns) if column.interval]
    return Shown((table, of_categories), (order, opens), notes, optional=(optional, ends))


def _efficiency(choice: Choice, project: ProjectFile, option: str) -> Shown:
    board = choice.results.efficiency(project, *choice.key)
    notes = tuple(efficiency_notes(board))
    if not board.is_known:
        return Shown(notes=notes)
    order = tuple(board.ordered(option))
    charts = [front_chart_of(board, one) for one in MEASURES if board.fronts[one.id]]
    return Shown(efficiency_tables(board, option), (order, order), notes, tuple(charts))


def _recipe(choice: Choice, project: ProjectFile, option: str) -> Shown:
    results, (rater_id, scope) = choice.results, choice.key
    recipe = recipes().get(option) or results.analysis.recipe
    if recipe is None:
        return Shown()
    board = results.by_recipe(project, rater_id, recipe, scope)
    rows = tuple(item.system for item in board.rows)
    return Shown((recipe_table(board),), (rows,), tuple(recipe_notes(board)))


def _profile(choice: Choice, _: ProjectFile, option: str) -> Shown:
    rater_id, scope = choice.key
    found = choice.results.specialisation(rater_id, option or "domain", scope)
    leaders = tuple(one.leader or "" for one in found.leaders)
    tables, opens = [leaders_table(found, choice.results.analysis.small)], [leaders]
    if found.profiles:
        tables.append(profile_table(found))
        opens.append(tuple(system for system, row in found.profiles.items() for _ in row))
    return Shown(tuple(tables), tuple(opens), lead=verdict_sentence(found))


def _comparisons(choice: Choice, project: ProjectFile, _: str) -> Shown:
    found = choice.results.comparisons(project, choice.scope)
    if not found:
        return Shown(is_empty=True)
    names = names_of(found.judges)
    rows = [tuple(one.system for one in item.systems) for item in found.raters if item.systems]
    opens = [opened for own in rows for opened in (own, ())]  # pairs of systems open none
    is_rated = bool(choice.rater.id)
    tables = tuple(comparison_tables(found, names))
    return Shown(
        tables,
        tuple(opens) if is_rated else (),
        (comparison_method(), *comparison_notes(found, names)),
        optional=tuple(map(dispensable, tables)),
    )


_MAKERS: Final[dict[str, Callable[[Choice, ProjectFile, str], Shown]]] = {
    "levels": _levels,
    "efficiency": _efficiency,
    "recipe": _recipe,
    "profile": _profile,
    COMPARISONS: _comparisons,
}
