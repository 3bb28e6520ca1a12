"""Two systems' responses to one task side by side, with what was decided on every checkpoint."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox

from xpert_studio.desktop.kit import (
    BLANK,
    GAP,
    PAD,
    TIGHT,
    Card,
    Grid,
    GridCell,
    GridColumn,
    GridView,
    Place,
    ResponseView,
    Shell,
    box,
    button,
    column,
    label,
    number,
    px,
    row,
    scrolled_column,
    split,
    t,
    value_look,
    verdict_place,
)
from xpert_studio.desktop.pages.results.choice import Choice
from xpert_studio.desktop.pages.results.section import LOWEST, Section
from xpert_studio.desktop.widgets.saving_files import export_tables
from xpert_studio.records import Response
from xpert_studio.report.results import Pair, PairLine, read_pair


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


class PairSection(Section):
    """Responses above, checkpoints below."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.pair: Pair | None = None
        self.task = label("", "lead_title")
        self.first, self.second = _Side(t("First response")), _Side(t("Second response"))
        self.only = QCheckBox(t("Disagreements only"))
        self.only.toggled.connect(lambda _: self._show_lines())
        self.hidden_note = label(
            t("You may still judge or confirm one of these responses: no verdict is shown."), "warn"
        )
        self.grid = Grid(self)
        self.table = GridView(
            self.grid, t("Checkpoints of both responses"), by_cell=True, stretched="text"
        )
        self.table.opened.connect(self.open_verdict)
        texts = split(self.first, self.second)
        below = box(column(row(self.only, 1), self.hidden_note, self.table, gap=GAP, grow=2))
        both = split(texts, below, sizes=(460, 340), way=Qt.Orientation.Vertical)
        back = button(
            t("Comparison"),
            lambda: self.go(
                "compare", first=self.where.get("first", ""), second=self.where.get("second", "")
            ),
            kind="link",
            picture="chevron-left",
        )
        task = button(t("Open the task"), self._open_task, kind="link", picture="file-text")
        texts.setMinimumHeight(px(LOWEST))
        self.table.setMinimumHeight(px(LOWEST))
        scrolled_column(row(back, 1, task), self.task, both, on=self, gap=GAP, grow=2)
        self.setFocusProxy(self.table)

    @property
    def task_id(self) -> str:
        """The task."""
        return self.where.get("task", "")

    def sort_current(self) -> None:
        """The lines stay in the rubric's order."""

    def refresh(self, choice: Choice) -> None:
        """Fetches both responses and their verdicts."""
        results, key, ctx = choice.results, choice.key, self.session.ctx
        task_id = self.task_id
        systems = self.where.get("first", ""), self.where.get("second", "")

        def work() -> Pair:
            return read_pair(ctx, results.catalog, results.marks(*key), task_id, *systems)

        self.fetch(work, self._show, "pair")

    def _show(self, pair: Pair) -> None:
        self.pair = pair
        self.task.setText(pair.task.name)
        self.first.show_response(self.where.get("first", ""), pair.first)
        self.second.show_response(self.where.get("second", ""), pair.second)
        self.hidden_note.setVisible(pair.is_hidden)
        self.only.setVisible(not pair.is_hidden)
        self._show_lines()

    def _show_lines(self) -> None:
        pair = self.pair
        if pair is None:
            return
        lines = pair.lines
        wanted = [n for n, item in enumerate(lines) if item.differs or not self.only.isChecked()]

        def said(of: Callable[[PairLine], float | None]) -> Callable[[int], GridCell]:
            def cell(n: int) -> GridCell:
                value = of(lines[n])
                if value is None:
                    return GridCell("–", tone="muted", opens=True)
                look = value_look(value, lines[n].asked)
                return GridCell(look.word, tone=look.tone, picture=look.picture, opens=True)

            return cell

        def differs(n: int) -> GridCell:
            if not lines[n].differs:
                return BLANK
            return GridCell(t("differ"), tone="warn", is_chip=True)

        self.grid.show_grid(
            [
                GridColumn("text", t("Checkpoint"), lambda n: GridCell(lines[n].text), 320,
                           sorts=False),
                GridColumn("weight", t("Weight"), lambda n: GridCell(number(lines[n].weight)), 66,
                           is_figure=True, sorts=False),
                GridColumn("first", self.where.get("first", ""), said(lambda line: line.first),
                           150, sorts=False),
                GridColumn("second", self.where.get("second", ""), said(lambda line: line.second),
                           150, sorts=False),
                GridColumn("differs", "", differs, 90, sorts=False),
            ],
            wanted,
        )  # fmt: skip
        self.table.go_to(0)

    # Acting.

    def open_verdict(self, place: int, key: str) -> None:
        """Opens what was decided on a checkpoint of one of the two."""
        pair, choice = self.pair, self.choice
        if pair is None or choice is None:
            return
        response = pair.second if key == "second" else pair.first
        if response is None:
            return
        point = pair.lines[place].checkpoint_id
        if choice.rater.is_judge:
            self.leave_for(verdict_place(pair.task.id, response.id, point, choice.rater.id))
        else:
            self.leave_for(
                Place("adjudication", task_id=pair.task.id, item=response.id, tab="side_by_side")
            )

    def export(self) -> None:
        """Asks for a file, and writes the lines to it."""
        if self.pair is not None:
            table = self.grid.plain()
            export_tables(self, self.shell, self.pair.task.name, lambda: [("", table)])

    def _open_task(self) -> None:
        self.leave_for(Place("task", task_id=self.task_id))
