"""The leaderboard as in the paper's table 3: systems, overall and by domain; incomplete ones apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

import numpy as np
from PySide6.QtWidgets import QMenu

from xpert_studio.core.metrics import Leaderboard, Ranked
from xpert_studio.core.metrics.leaderboard import Gap
from xpert_studio.core.metrics.metric import Metric
from xpert_studio.core.metrics.registry import beside_score
from xpert_studio.core.metrics.task_estimates import Estimate
from xpert_studio.core.records import EVERY_BOARD, Role
from xpert_studio.core.records.columns import FloatArray
from xpert_studio.core.wording import figure, labelled, listed, number, short, t, tn
from xpert_studio.core.workflow import exclude_system, include_system
from xpert_studio.desktop.available import offer_row_menu
from xpert_studio.desktop.look import GAP
from xpert_studio.desktop.pages.results.section import Choice, TableSection
from xpert_studio.desktop.pages.results.words import (
    RANKING,
    boards,
    coverage_words,
    few,
    part_cell,
    points,
    share_column,
    span_words,
    task_counts,
)
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.blocks_view import Footnotes
from xpert_studio.desktop.widgets.chart_view import ChartCard
from xpert_studio.desktop.widgets.command_dialog import CommandDialog
from xpert_studio.desktop.widgets.fields import menu_button, tab_bar, turn_to
from xpert_studio.desktop.widgets.grid import BLANK, Bar, Grid, GridCell, GridColumn, count
from xpert_studio.desktop.widgets.grid_view import GridView
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import row
from xpert_studio.desktop.widgets.report_tables import fitting
from xpert_studio.desktop.widgets.saving_files import export_tables
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.desktop.widgets.wiring import show_if
from xpert_studio.report.blocks import APPROXIMATE, Note, shown
from xpert_studio.report.board_columns import (
    BOARD_COLUMNS,
    BoardColumn,
    ColumnFigures,
    board_columns,
    second_mark,
)
from xpert_studio.report.cautions import caution_hint, judge_error
from xpert_studio.report.charts import Chart
from xpert_studio.report.figure_words import (
    axis_name,
    legend,
    marked,
    value_words,
)
from xpert_studio.report.panel_words import names_of, panel_sentences
from xpert_studio.report.panels import PanelFindings
from xpert_studio.report.part_names import part_name
from xpert_studio.report.results import Board
from xpert_studio.report.results.charts import board_chart, part_names
from xpert_studio.report.section import View
from xpert_studio.report.sections.one_system import not_ranked_words
from xpert_studio.report.sections.results import has_abstentions
from xpert_studio.report.small_groups import SmallGroups
from xpert_studio.report.ties import Tie, tied_words

_NEEDED: Final = ("rank", "system", "score", "interval", "judges", "coverage", "tasks")
"""Columns that are always shown. Heat maps have the domains; below the table stands why a system is
not ranked."""
_MOST_DRAWN: Final = 30
_MOST_SEEN: Final = 16
"""Rows that are seen at once; a longer table scrolls by itself."""


class LeaderboardSection(TableSection):
    """Ranked systems, then those that are not, with the reason."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._board: Board | None = None
        self._standings: tuple[Ranked, ...] = ()
        self._ties: dict[str, Tie] = {}
        self._beside: Mapping[str, ColumnFigures] = {}
        self._panel: PanelFindings | None = None
        self._titles: dict[str, str] = {}
        self._small = SmallGroups()
        self.grid = Grid(self)
        self.table = GridView(
            self.grid, t("Leaderboard"), by_cell=True, stretched="system", sorts_itself=True
        )
        self.table.opened.connect(self._open)
        self.card = ChartCard(shell, t("Score by system"))
        self.card.opened.connect(lambda target: self.go("system", system=target[1]))
        self.about = Footnotes()
        self.none_ranked = label(
            t("No system has a usable verdict on every checkpoint of every task yet."), "muted"
        )
        self.score = button(
            t("Score what is missing"), lambda: shell.go(Place("runs", tab="new")), picture="play"
        )
        self.tied = label("", "small")
        kinds = [(t(said), kind) for kind, said in boards().items()]
        self.kinds = tab_bar(kinds, self._turn, name=t("Board"), kind="side", scrolls=False)
        self.apart = label("", "small")
        self.exclude = menu_button(t("Exclude system"), self._offer_to_exclude, picture="")
        self.include = menu_button(t("Include again"), self._offer_excluded, picture="")
        missing = row(self.tied, self.include, self.exclude, self.score, grow=0)
        scrolled_column(
            self.kinds, self.none_ranked, self.card, self.table, missing, self.apart, self.about, 1,
            gap=GAP, on=self,
        )  # fmt: skip
        self.setFocusProxy(self.table)
        offer_row_menu(self.table, shell, selection=self._selected)

    def _selected(self) -> dict[str, str]:
        place = self.grid.place(max(0, self.table.currentIndex().row()))
        return {} if place is None else {"model": self._standings[place].system}

    def refresh(self, choice: Choice) -> None:
        """Fetches the board, and which systems cannot be told apart."""
        results, key, catalog = choice.results, choice.key, choice.results.analysis.catalog
        self._small, self._panel = results.analysis.small, choice.rater.panel
        self._titles = dict(zip(catalog.tasks, catalog.task_titles, strict=True))
        view = View(self.session.project, lambda: results).by(*key)
        self.fetch(
            lambda: (results.board(*key), results.ties(*key), board_columns(view)),
            lambda found: self._show(*found),
            "board",
        )

    def _show(
        self, board: Board, ties: dict[str, Tie], beside: Mapping[str, ColumnFigures]
    ) -> None:
        self._board, self._ties, self._beside = board, ties, beside
        self._standings = board.leaderboard.standings
        self.card.show_chart(_chart(board, ties, beside) if self._standings else None)
        shown = self.table.currentIndex().row()
        self.grid.show_grid(self._columns(board), range(len(self._standings)))
        self.table.mark_sorted("rank", descending=False)
        self.table.go_to(shown)
        self.table.fit_height(_MOST_SEEN)
        show_if(all(item.rank is None for item in self._standings), self.none_ranked)
        show_if(any(not item.complete for item in self._standings), self.score)
        self.tied.setText(tied_words(ties) if ties else "")
        self._show_apart(board)
        counts = [n for item in self._standings for n in item.tasks_by["domain"].values()]
        about = self._small.explain_below("\n".join(self._about(board.leaderboard)), *counts)
        first, *rest = about.split("\n")
        self.about.show_notes([Note(first), *map(Note, rest)], first)

    def _about(self, board: Leaderboard) -> Iterator[str]:
        """What the figures are, and what they rest on."""
        tasks, left_out = board.tasks, board.left_out
        yield t(
            "Mean score over {tasks}, percent of points. 95% intervals by task or family. Click a row or cell for details.",
            tasks=tn("{n} task", "{n} tasks", tasks),
        )
        if left_out:
            yield t(
                "{n} of {all} tasks with a rubric and responses. Excluded, as not rated: {tasks}.",
                n=number(tasks),
                all=number(tasks + len(left_out)),
                tasks=few([f"“{short(self._titles[task], 40)}”" for task in left_out]),
            )
        yield from judge_error(board)
        for one in self._beside.values():
            yield from (said for said, _ in one.notes)
        if self._panel is not None:
            yield from panel_sentences(self._panel)
        if any(item.caution for item in self._standings):
            yield legend()

    def _turn(self, place: int) -> None:
        kind = str(self.kinds.tabData(place))
        turn_to(self.kinds, RANKING)
        if kind != RANKING:
            self.go("boards", by=kind)

    def _show_apart(self, board: Board) -> None:
        """Says which systems are not ranked or excluded, and why."""
        excluded = board.leaderboard.excluded
        self.apart.say(
            "\n".join(
                [
                    t("{system} is not ranked: {why}", system=item.system,
                      why=not_ranked_words(item, board.gaps.get(item.system)))
                    for item in self._standings if item.rank is None
                ]
                + [t("{system} is excluded: {reason}", system=item.system, reason=item.reason)
                   for item in excluded]
            )
        )  # fmt: skip
        may = self.session.has_role(Role.LEAD) and not self.session.project.read_only
        show_if(may and excluded, self.include)
        show_if(may and self._standings, self.exclude)

    def _offer_excluded(self, menu: QMenu) -> None:
        for item in self._board.leaderboard.excluded if self._board else ():
            menu.addAction(item.system, partial(self._include, item.system))

    def _offer_to_exclude(self, menu: QMenu) -> None:
        place = self.grid.place(max(0, self.table.currentIndex().row()))
        if place is None or self._board is None:
            return
        system, rater = self._standings[place].system, self._board.leaderboard.rater
        for words, board in (
            (t("{system} from this leaderboard…", system=system), rater),
            (t("{system} from every leaderboard…", system=system), EVERY_BOARD),
        ):
            menu.addAction(words, partial(self._ask_to_exclude, system, board))

    def _ask_to_exclude(self, system: str, board: str) -> None:
        is_all = board == EVERY_BOARD
        CommandDialog(
            self, self.session, exclude_system, {"model": system, "board": board},
            lambda _: self.changed.emit(), over=self, asked=("reason",), act=t("Exclude"),
            title=t("Exclude {system} from every leaderboard?", system=system) if is_all
            else t("Exclude {system} from this leaderboard?", system=system),
            text=t("The reason is shown below every leaderboard, in reports and bundles. It can be undone.")
            if is_all else
            t("The reason is shown below this leaderboard, in reports and bundles. It can be undone."),
        ).open()  # fmt: skip

    def _include(self, system: str) -> None:
        self._change(lambda: include_system(self.session.ctx, system))

    def _change(self, work: Callable[[], object]) -> None:
        self.session.perform(work, lambda _: self.changed.emit())

    def _columns(self, board: Board) -> list[GridColumn]:
        def score(n: int) -> float | None:
            return self._standings[n].score

        notes = any(item.rank is None for item in self._standings)
        experts = any(item.experts_score is not None for item in self._standings)
        kin = any(seat.family for seat in self._panel.seats) if self._panel else False
        judges = GridColumn("judges", t("Judges"), self._judges, 150 if kin else 80, sorts=False)
        return fitting([
            GridColumn("rank", t("Rank"), self._rank, 56, is_figure=True),
            GridColumn("system", t("System"), self._name, 150),
            GridColumn("score", t("Overall"), lambda n: GridCell(
                points(score(n)), score(n), is_strong=True, opens=True), 70, is_figure=True, export=score),
            GridColumn("interval", t("95 % interval"), self._interval, 130, sorts=False),
            *(column for name, one in self._beside.items()
              for column in self._beside_columns(BOARD_COLUMNS[name], one)),
            GridColumn("group", t("Tie group"), self._group, 64),
            *([judges] if self._panel is not None else []),
            *([GridColumn("experts", t("By the experts"), lambda n: _experts(self._standings[n]), 84,
                          is_figure=True, sorts=False, export=lambda n: self._standings[n].experts_score,
                          hint=t("Score by the experts’ own judgments, for a system of which the judge was shown them."))]
              if experts else []),
            *(self._part_column(name) for name in part_names(board.leaderboard, "domain")),
            GridColumn("coverage", t("Coverage"), self._coverage, 78, is_figure=True,
                       export=lambda n: self._standings[n].coverage),
            *([share_column("abstained", t("Abstained"), self._abstained, 84)]
              if has_abstentions(board.leaderboard) else []),
            *(self._figure_column(metric) for metric in beside_score(board.leaderboard.figures)),
            GridColumn("tasks", t("Tasks"), lambda n: count(self._standings[n].tasks), 56,
                       is_figure=True),
            *([GridColumn("why", t("Not ranked"), self._why, 200, sorts=False)] if notes else []),
        ], _NEEDED)  # fmt: skip

    def _part_column(self, name: str) -> GridColumn:
        title = part_name("domain", name)
        return GridColumn(
            f"domain:{name}",
            title,
            lambda n: part_cell(self._standings[n], "domain", name, title, self._small),
            92,
            is_figure=True,
        )

    def _beside_columns(self, column: BoardColumn, found: ColumnFigures) -> Iterator[GridColumn]:
        """A figure that a pack brings, and its interval as that of the score."""
        is_share = column.form.endswith("%")

        def figure_of(n: int) -> Estimate | None:
            one = found.figures.get(self._standings[n].system)
            return one if one is not None and one.value is not None else None

        def words(n: int) -> str:
            return found.words.get(self._standings[n].system, "")

        def cell(n: int) -> GridCell:
            if (one := figure_of(n)) is None or one.value is None:
                return GridCell("–", hint=words(n))
            said = points(one.value) if is_share else shown(one.value, column.form)
            return GridCell(said, one.value, is_strong=True, hint=words(n))

        def interval(n: int) -> GridCell:
            if (one := figure_of(n)) is None or one.value is None:
                return BLANK
            said = marked(span_words(one.interval), one.caution)
            hint = "\n".join(filter(None, (said, words(n), caution_hint(one.caution, one.tasks))))
            return GridCell(said, bar=Bar(one.value, *(one.interval or (None, None))), hint=hint)

        yield GridColumn(
            column.id, t(column.title), cell, 84, is_figure=True,
            export=lambda n: one.value if (one := figure_of(n)) else None, hint=t(column.meaning),
        )  # fmt: skip
        if is_share:
            head = t("{figure}, 95 % interval", figure=t(column.title))
            yield GridColumn(f"{column.id}_interval", head, interval, 130, sorts=False)

    def _figure_column(self, metric: Metric) -> GridColumn:
        def cell(n: int) -> GridCell:
            found = self._standings[n].figures[metric.id]
            value = value_words(metric.unit, found.value)
            said = t("{share}, {span}, over {known}", share=value, span=span_words(found.interval),
                     known=tn("{n} response", "{n} responses", found.n))  # fmt: skip
            return GridCell(value, found.value, opens=True, hint=said)

        return GridColumn(metric.id, t(metric.head), cell, 92, is_figure=True,
                          export=lambda n: self._standings[n].figures[metric.id].value,
                          hint=t(metric.meaning))  # fmt: skip

    def _rank(self, n: int) -> GridCell:
        rank = self._standings[n].rank
        if rank is None:
            return GridCell("–", opens=True, hint=self._why(n).text)
        if sum(item.rank == rank for item in self._standings) == 1:
            return GridCell(number(rank), rank, opens=True)
        said = t("Shared rank: the scores are exactly equal.")
        return GridCell(t("{rank} =", rank=number(rank)), rank, opens=True, hint=said)

    def _name(self, n: int) -> GridCell:
        item = self._standings[n]
        if not item.is_baseline:
            return GridCell(item.system, is_strong=True, opens=True)
        said = t("{system} (baseline)", system=item.system)
        anchored = item.apart == "anchored"
        hint = f"{said}\n{t('The judge was shown the experts’ judgments of it as anchors.')}"
        return GridCell(said, item.system, is_strong=True, opens=True,
                        picture="bookmark" if anchored else "", hint=hint if anchored else "")  # fmt: skip

    def _interval(self, n: int) -> GridCell:
        item = self._standings[n]
        said = marked(span_words(item.interval), item.caution)
        why = caution_hint(item.caution, item.tasks)
        bar = None if item.score is None else Bar(item.score, *(item.interval or (None, None)))
        return GridCell(said, bar=bar, hint="\n".join(filter(None, (said, why))))

    def _group(self, n: int) -> GridCell:
        tie = self._ties.get(self._standings[n].system)
        if tie is None:
            return BLANK
        said = (
            t("Told apart from the systems above and below.")
            if tie.size == 1
            else t("The best of systems that cannot be told apart.")
            if tie.p is None
            else t("Cannot be told apart from {system}: p = {p}, paired by task or family, corrected",
                   system=tie.leader, p=figure(tie.p, 3))
        )  # fmt: skip
        return GridCell(tie.letter, tie.letter, hint=said)

    def _coverage(self, n: int) -> GridCell:
        share = self._standings[n].coverage
        tone = "" if share == 1 else "warn"
        return GridCell(coverage_words(share), share, tone=tone, opens=True)

    @property
    def _abstained(self) -> FloatArray:
        return np.array([item.abstained or 0.0 for item in self._standings])

    def _judges(self, n: int) -> GridCell:
        """How many judges of the panel count for a system; who does not, and who is kin."""
        assert self._panel is not None
        found, system = self._panel, self._standings[n].system
        seats = [seat for seat in found.seats if seat.system == system]
        out = [seat for seat in seats if not seat.counts]
        kin = any(seat.family for seat in seats)
        count = t("{n} of {total}", n=len(seats) - len(out), total=len(found.panel.judges))
        said = listed([count, *([t("same family")] if kin else [])])
        names = names_of(found.judges)
        lacking = [
            labelled(
                names[seat.judge],
                tn("excluded, {n} verdict missing", "excluded, {n} verdicts missing", seat.missing),
            )
            if seat.missing
            else t("{judge}: same family ({family})", judge=names[seat.judge], family=seat.family)
            for seat in seats
            if seat.family or not seat.counts
        ]
        tone = "warn" if out or found.absent or kin else ""
        return GridCell(said, tone=tone, hint="\n".join((said, *lacking)))

    def _why(self, n: int) -> GridCell:
        item = self._standings[n]
        if item.rank is not None:
            return BLANK
        said = not_ranked_words(item, self._gap(item))
        return GridCell(said, tone="warn", picture="triangle-alert", opens=True)

    def _gap(self, item: Ranked) -> Gap | None:
        """What a system's row lacks."""
        return self._board.gaps.get(item.system) if self._board else None

    def _open(self, place: int, key: str) -> None:
        item = self._standings[place]
        is_judge = self.choice is not None and self.choice.rater.is_judge and not self._panel
        gap = self._gap(item)
        if key in {"coverage", "why"} and not item.complete and is_judge and gap and gap.unusable:
            self.go("verdicts", system=item.system, kinds="invalid,error")
        elif key.startswith("domain:"):
            self.go("system", system=item.system, part=key)
        else:
            self.go("system", system=item.system)

    def export(self) -> None:
        """Asks for a file, and writes both tables to it."""
        tables = [(t("Leaderboard"), self.grid.plain())]
        if self._board is not None:
            tables.append((t("Tasks by domain"), task_counts(self._board, "domain")))
        export_tables(self, self.shell, t("Leaderboard"), lambda: tables)

    @property
    def drawn(self) -> Callable[[], Chart] | None:
        """What paints the scores with their intervals; hollow is not ranked."""
        board = self._board
        return None if board is None else lambda: _chart(board, self._ties, self._beside)


def _experts(item: Ranked) -> GridCell:
    score = item.experts_score
    return GridCell("" if score is None else points(score), score)


def _chart(board: Board, ties: Mapping[str, Tie], beside: Mapping[str, ColumnFigures]) -> Chart:
    return board_chart(
        board.leaderboard,
        most=_MOST_DRAWN,
        noted=lambda item: APPROXIMATE if item.caution else "",
        ties=ties,
        axis=axis_name(
            t("Score, % of points"), (item.caution for item in board.leaderboard.standings)
        ),
        second=second_mark(beside),
    )
