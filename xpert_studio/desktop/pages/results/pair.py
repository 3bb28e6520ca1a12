"""Two systems' responses to one task side by side, with what was decided on every checkpoint."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from xpert_studio.core.records import Response
from xpert_studio.core.wording import labelled, number, t
from xpert_studio.core.workflow.blinding import blinding_of
from xpert_studio.desktop.look import GAP, PAD, TIGHT, px
from xpert_studio.desktop.names import value_look
from xpert_studio.desktop.pages.results.section import Choice, TableSection
from xpert_studio.desktop.places import Place, beside_place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.explorer import LOWEST
from xpert_studio.desktop.widgets.fields import check_box
from xpert_studio.desktop.widgets.grid import BLANK, Grid, GridCell, GridColumn
from xpert_studio.desktop.widgets.grid_view import GridView
from xpert_studio.desktop.widgets.labels import Card, button, label
from xpert_studio.desktop.widgets.layouts import box, column, row
from xpert_studio.desktop.widgets.reading_views import ResponseView
from xpert_studio.desktop.widgets.row_menu import offer_menu
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.desktop.widgets.shown_text import menu_words
from xpert_studio.desktop.widgets.side_splitter import split
from xpert_studio.desktop.widgets.wiring import show_if, wire
from xpert_studio.report.results import Pair, PairLine, read_pair
from xpert_studio.report.results.pair import rationales


class _Side(Card):
    """One system's response."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.title = label("", "heading", wrap=False)
        self.view = ResponseView(name)
        self.nothing = label(t("This system has not answered the task."), "muted")
        column(self.title, self.nothing, self.view, on=self, pad=PAD, gap=TIGHT, grow=2)

    def show_response(self, system: str, response: Response | None) -> None:
        """Shows a response, or that there is none."""
        self.title.setText(system)
        self.nothing.setVisible(response is None)
        self.view.setVisible(response is not None)
        self.view.show_text(response.text if response else "")


class Reasons(Card):
    """Why a checkpoint was decided so for both: what the rater wrote, side by side."""

    def __init__(self) -> None:
        super().__init__("sunken")
        self.text = label("", "label")
        self.words = [label("").bound(2000, 8) for _ in range(2)]
        both = row(*(column(one, 1) for one in self.words), gap=PAD, grow=(1, 1))
        column(self.text, both, on=self, pad=PAD, gap=TIGHT)

    def show_reasons(self, text: str, systems: Sequence[str], reasons: Sequence[str]) -> None:
        """Shows them."""
        self.text.setText(text)
        for one, system, reason in zip(self.words, systems, reasons, strict=True):
            one.setText(labelled(system, reason or t("No rationale was written.")))
        self.show()


class PairSection(TableSection):
    """Responses above, checkpoints with win and loss below, and the rationales of the current one."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.pair: Pair | None = None
        self._why: Mapping[tuple[str, str], str] = {}
        self.task = label("", "lead_title")
        self.first, self.second = _Side(t("First response")), _Side(t("Second response"))
        self.tally = label("")
        self.only = check_box(t("Disagreements only"), self._show_lines)
        self.hidden_note = label(
            t("You may still judge or confirm one of these responses: no verdict is shown."), "warn"
        )
        self.grid = Grid(self)
        self.table = GridView(
            self.grid, t("Checkpoints of both responses"), by_cell=True, stretched="text"
        )
        wire(
            (self.table.opened, self.open_verdict),
            (self.table.selectionModel().currentRowChanged, lambda at: self._explain(at.row())),
        )
        offer_menu(self.table, self._fill_menu)
        self.table.setMinimumHeight(px(LOWEST))
        self.reasons = Reasons()
        texts = split(self.first, self.second)
        texts.setMinimumHeight(px(LOWEST))
        below = box(column(
            row(self.tally, self.only, grow=0), self.hidden_note, self.table, self.reasons,
            gap=GAP, grow=2,
        ))  # fmt: skip
        both = split(texts, below, sizes=(300, 420), way=Qt.Orientation.Vertical, least=4 * LOWEST)
        back = button(
            t("Comparison"), lambda: self.go("compare", show="pair", first=self.names[0], second=self.names[1]),
            kind="link", picture="chevron-left",
        )  # fmt: skip
        task = button(
            t("Open the task"), lambda: shell.go(Place("task", task_id=self.where.get("task", ""))),
            kind="link", picture="file-text",
        )  # fmt: skip
        beside = button(
            t("Side by side"),
            lambda: shell.go(
                beside_place(self.where.get("task", ""), self._rater_id, "", *self.names)
            ),
            kind="link", picture="columns-2",
        )  # fmt: skip
        scrolled_column(row(back, self.task, beside, task, grow=1), both, on=self, gap=GAP, grow=1)
        self.setFocusProxy(self.first.view)

    @property
    def names(self) -> tuple[str, str]:
        """The two systems."""
        return self.where.get("first", ""), self.where.get("second", "")

    @property
    def _rater_id(self) -> str:
        return self.choice.rater.id if self.choice else ""

    def refresh(self, choice: Choice) -> None:
        """Fetches both responses, the decisions on them, and the rationales."""
        results, key, ctx = choice.results, choice.key, self.session.ctx
        task_id, names = self.where.get("task", ""), self.names
        is_judge = choice.rater.is_judge

        def work() -> tuple[Pair, Mapping[tuple[str, str], str]]:
            pair = read_pair(ctx, results.catalog, results.marks(*key), task_id, *names)
            pending = blinding_of(ctx).pending
            verdicts = results.verdicts(ctx.project, key[0], pending) if is_judge else None
            return pair, rationales(ctx.project, pair, verdicts)

        self.fetch(work, lambda both: self._show(*both), "pair")

    def _show(self, pair: Pair, why: Mapping[tuple[str, str], str]) -> None:
        self.pair, self._why = pair, why
        self.task.setText(pair.task.name)
        first, second = self.names
        self.first.show_response(first, pair.first)
        self.second.show_response(second, pair.second)
        show_if(pair.is_hidden, self.hidden_note)
        show_if(not pair.is_hidden, self.only)
        wins = [sum(_won(line) == sign for line in pair.lines) for sign in (-1, 1, 0)]
        self.tally.setText(
            t("{first} wins {wins} checkpoints, {second} wins {losses}, {ties} are even.",
              first=first, wins=number(wins[0]), second=second, losses=number(wins[1]),
              ties=number(wins[2]))
        )  # fmt: skip
        self._show_lines()

    def _show_lines(self) -> None:
        pair = self.pair
        if pair is None:
            return
        lines = pair.lines
        wanted = [n for n, item in enumerate(lines) if item.differs or not self.only.isChecked()]
        first, second = self.names

        def said(of: Callable[[PairLine], float | None]) -> Callable[[int], GridCell]:
            def cell(n: int) -> GridCell:
                value = of(lines[n])
                if value is None:
                    return GridCell("–", tone="muted", opens=True)
                word, picture, tone = value_look(value, lines[n].asked)
                return GridCell(word, tone=tone, picture=picture, opens=True)

            return cell

        def winner(n: int) -> GridCell:
            won = _won(lines[n])
            if not won:
                return BLANK
            return GridCell(first if won < 0 else second, tone="accent" if won < 0 else "warn", is_chip=True)  # fmt: skip

        columns = (
            ("text", t("Checkpoint"), lambda n: GridCell(lines[n].text), 320, False),
            ("weight", t("Weight"), lambda n: GridCell(number(lines[n].weight)), 66, True),
            ("first", first, said(lambda line: line.first), 130, False),
            ("second", second, said(lambda line: line.second), 130, False),
            ("wins", t("Wins"), winner, 130, False),
        )
        self.grid.show_grid(
            [
                GridColumn(key, head, cell, width, is_figure=is_figure, sorts=False)
                for key, head, cell, width, is_figure in columns
            ],
            wanted,
        )
        self.table.go_to(0)
        self._explain(0)

    def _explain(self, row_: int) -> None:
        pair, place = self.pair, self.grid.place(row_)
        self.reasons.setVisible(pair is not None and place is not None)
        if pair is None or place is None:
            return
        line = pair.lines[place]
        reasons = [
            self._why.get((response.id, line.checkpoint_id), "") if response else t("No response.")
            for response in (pair.first, pair.second)
        ]
        self.reasons.show_reasons(line.text, self.names, reasons)

    def open_verdict(self, place: int, key: str) -> None:
        """Opens what was decided on a checkpoint of one of the two."""
        pair = self.pair
        if pair is None:
            return
        response = pair.second if key == "second" else pair.first
        if response is not None:
            self.open_response(pair.task.id, response.id, pair.lines[place].checkpoint_id)

    def _fill_menu(self, menu: QMenu, row: int) -> None:
        place = self.grid.place(row)
        if self.pair is None or place is None:
            return
        given = (self.pair.first, self.pair.second)
        for key, name, response in zip(("first", "second"), self.names, given, strict=True):
            if response is not None:
                words = t("Verdict on {system}", system=name)
                menu.addAction(menu_words(words), partial(self.open_verdict, place, key))
        line, task_id = self.pair.lines[place], self.pair.task.id
        to = Place("task", task_id=task_id, tab="rubric", item=line.checkpoint_id)
        menu.addAction(t("Open in the rubric"), lambda: self.shell.go(to))

    @property
    def file_title(self) -> str:
        """The task."""
        return self.pair.task.name if self.pair else ""


def _won(line: PairLine) -> int:
    """Which of two responses does better on a checkpoint: -1 the first, 1 the second, 0 neither."""
    first, second = line.first, line.second
    if first is None or second is None or first == second:
        return 0
    return 1 if second > first else -1
