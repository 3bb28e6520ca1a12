"""Boards beside the leaderboard: by level, by efficiency, by a scoring recipe, and by domain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.desktop.kit import (
    GAP,
    TEXTS,
    Grid,
    GridCell,
    GridColumn,
    GridView,
    Shell,
    label,
    mark,
    picker,
    refill,
    row,
    scrolled_column,
    short,
    t,
    tab_bar,
    turn_to,
)
from xpert_studio.desktop.pages.results.choice import Choice
from xpert_studio.desktop.pages.results.section import TableSection
from xpert_studio.desktop.pages.results.words import BOARDS, RANKING, fitting
from xpert_studio.desktop.widgets.chart_view import ChartCard
from xpert_studio.desktop.widgets.saving_files import export_tables
from xpert_studio.errors import XpertError
from xpert_studio.metrics.efficiency import MEASURES
from xpert_studio.metrics.recipes import recipes
from xpert_studio.report.blocks import Cell, Column, FewTasks, Table, shown
from xpert_studio.report.charts import Chart
from xpert_studio.report.results.charts import front_chart_of
from xpert_studio.report.results.efficiency import ORDERS
from xpert_studio.report.results.levels import OVERALL
from xpert_studio.report.results.levels import orders as level_orders
from xpert_studio.report.sections.efficiency import efficiency_notes, efficiency_tables
from xpert_studio.report.sections.levels import INDEX_NAMES, level_notes, levels_table
from xpert_studio.report.sections.recipes import recipe_notes, recipe_table
from xpert_studio.report.sections.specialisation import (
    leaders_table,
    profile_table,
    verdict_sentence,
)
from xpert_studio.store import ProjectFile
from xpert_studio.wording import explained

_FIRST: Final = "levels"
_MOST_SEEN: Final = 12
_CHOSEN_BY: Final = {"recipe": mark("Recipe"), "profile": mark("Group by")}
_SIDES: Final = {"domain": mark("Domain"), "category": mark("Category")}

Options = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Shown:
    """What a kind of board shows.

    Attributes:
        opens: By table, the system that each row opens.
        notes: Below the tables.
        optional: Columns of the first table that are left out where there is no room.
        lead: Above the tables.
    """

    tables: tuple[Table, ...] = ()
    opens: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()
    charts: tuple[Chart, ...] = ()
    optional: tuple[int, ...] = ()
    lead: str = ""


class TableView(GridView):
    """A table of a report as a grid; an interval stands below its value.

    Args:
        name: What screen readers call it.
    """

    def __init__(self, name: str) -> None:
        self._of = Grid()
        super().__init__(self._of, name, by_cell=True, stretched=TEXTS, high=46, sorts_itself=True)
        self._of.setParent(self)
        self.systems: tuple[str, ...] = ()

    def show_table(
        self, table: Table, systems: tuple[str, ...], optional: Sequence[int] = ()
    ) -> None:
        """Shows another table.

        Args:
            table: With its intervals in columns of their own.
            systems: What its rows open.
            optional: Columns that are left out where there is no room.
        """
        self.systems = systems
        places = [n for n, column in enumerate(table.columns) if not column.interval]
        columns = [self._column(table, n) for n in places]
        rest = {str(n) for n in optional}
        needed = [column.key for column in columns if column.key not in rest]
        self._of.show_grid(fitting(columns, needed), range(len(table.rows)))
        self.setAccessibleName(table.name)
        self.mark_sorted("", descending=False)
        self.go_to(0)
        self.fit_height(_MOST_SEEN)

    def _column(self, table: Table, place: int) -> GridColumn:
        column = table.columns[place]
        below = table.columns[place + 1] if place + 1 < len(table.columns) else None
        below = below if below is not None and below.interval else None

        def cell(n: int) -> GridCell:
            cells = table.rows[n].cells
            under = None if below is None else cells[place + 1]
            return _cell(cells[place], column, under, below, opens=n < len(self.systems))

        width = 132 if below is not None else 74 if column.number else 84
        return GridColumn(str(place), column.heading, cell, width, is_figure=column.number)


def _cell(
    value: Cell, column: Column, under: Cell, below: Column | None, *, opens: bool
) -> GridCell:
    text = shown(value, column.form)
    if isinstance(under, tuple) and below is not None:
        text = f"{text}\n{shown(under, below.form)}"
    plain = value.value if isinstance(value, FewTasks) else value
    hint = text if isinstance(value, str) else ""
    return GridCell(text, None if isinstance(plain, tuple) else plain, opens=opens, hint=hint)


class BoardsSection(TableSection):
    """One board at a time, with what it is sorted by or made of."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._shown_kind = ""
        kinds = [(t(said), kind) for kind, said in BOARDS.items()]
        self.kinds = tab_bar(kinds, self._turn, name=t("Board"), kind="side", scrolls=False)
        turn_to(self.kinds, _FIRST)
        self.option = picker(t("Sort by"), least=120, most=260)
        self.option.activated.connect(lambda _: self._again())
        self.asked = label(t("Sort by"), "label", wrap=False)
        self.lead, self.notes = label(""), label("")
        self.captions = [label("", "muted") for _ in range(2)]
        self.tables = [TableView(t("Board")) for _ in range(2)]
        self.table = self.tables[0]
        for view in self.tables:
            view.opened.connect(lambda place, _, view=view: self._open(view, place))
        self.cards = [ChartCard(shell, t(measure.title)) for measure in MEASURES]
        for card in self.cards:
            card.opened.connect(lambda target: self.go("system", system=target[1]))
        parts = [part for pair in zip(self.captions, self.tables, strict=True) for part in pair]
        scrolled_column(
            self.kinds, row(self.asked, self.option, 1), self.lead, *parts, self.notes, *self.cards, 1,
            gap=GAP, on=self,
        )  # fmt: skip
        self.setFocusProxy(self.table)

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
        option = str(self.option.currentData())
        if self._shown_kind != kind:  # not under another board's name
            self._shown_kind = kind
            self._show(Shown(lead=t("Computing…")))
        self.fetch(lambda: _made(choice, project, kind, option), self._show, "board")

    def _turn(self, *_: object) -> None:
        if self.kind == RANKING:
            self.go("leaderboard")
            return
        self.refine(by=self.kind)
        if self.choice is not None:
            self.refresh(self.choice)

    def _again(self) -> None:
        self.refine(by=self.kind, option=str(self.option.currentData()))
        if self.choice is not None:
            self.refresh(self.choice)

    def _show(self, found: Shown) -> None:
        self.lead.say(found.lead)
        self.notes.say("\n".join(found.notes))
        for place, (caption, view) in enumerate(zip(self.captions, self.tables, strict=True)):
            is_there = place < len(found.tables)
            caption.setVisible(is_there)
            view.setVisible(is_there)
            if is_there:
                caption.setText(found.tables[place].caption)
                optional = () if place else found.optional
                view.show_table(found.tables[place], found.opens[place], optional)
        for place, card in enumerate(self.cards):
            card.show_chart(found.charts[place] if place < len(found.charts) else None)

    def _open(self, view: TableView, place: int) -> None:
        if place < len(view.systems) and view.systems[place]:
            self.go("system", system=view.systems[place])

    def export(self) -> None:
        """Asks for a file, and writes the tables to it."""
        shown_ones = [view for view in self.tables if not view.isHidden() and view.grid.columns]
        tables = [(view.accessibleName(), view.grid.plain()) for view in shown_ones]
        export_tables(self, self.shell, t(BOARDS[self.kind]), lambda: tables)

    @property
    def drawn(self) -> Callable[[], Chart] | None:
        """The first chart, where there is one."""
        return self.cards[0].drawn


def _options(kind: str, choice: Choice) -> Options:
    """What a board can be sorted by, or made of: words and values."""
    if kind == "levels":
        return [(t(INDEX_NAMES[name]), name) for name in level_orders()]
    if kind == "efficiency":
        return [(t(metric.title), name) for name, metric in ORDERS.items()]
    if kind == "profile":
        return [(t(said), by) for by, said in _SIDES.items()]
    own = choice.results.analysis.recipe
    known = [(t(recipe.title or recipe.name), name) for name, recipe in recipes().items()]
    return known if own is None else [(t("Project: {name}", name=short(own.named, 40)), ""), *known]


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
    return Shown((table,), (order,), tuple(level_notes(board)), optional=tuple(optional))


def _efficiency(choice: Choice, project: ProjectFile, option: str) -> Shown:
    board = choice.results.efficiency(project, *choice.key)
    notes = tuple(efficiency_notes(board))
    if not board.is_known:
        return Shown(notes=notes)
    order = tuple(board.ordered(option))
    charts = [front_chart_of(board, one) for one in MEASURES if board.fronts[one.id]]
    return Shown(efficiency_tables(board, option), (order, order), notes, tuple(charts))


def _recipe(choice: Choice, _: ProjectFile, option: str) -> Shown:
    results, (rater_id, scope) = choice.results, choice.key
    recipe = recipes().get(option) or results.analysis.recipe
    if recipe is None:
        return Shown()
    board = results.by_recipe(rater_id, recipe, scope)
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


_MAKERS: Final[dict[str, Callable[[Choice, ProjectFile, str], Shown]]] = {
    "levels": _levels,
    "efficiency": _efficiency,
    "recipe": _recipe,
    "profile": _profile,
}
