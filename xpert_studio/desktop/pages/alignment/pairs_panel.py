"""Pairs of responses that judge and experts order alike, tie, or order the other way round."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import (
    QObject,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from xpert_studio.desktop.figure_words import signed_points
from xpert_studio.desktop.kit import (
    SPACE,
    WIDE,
    HeadedTable,
    Index,
    Shell,
    ShellWidget,
    button,
    column,
    dress_table,
    hint,
    label,
    mark,
    on_enter,
    px,
    row,
    short,
    t,
    tn,
)
from xpert_studio.desktop.pages.alignment.words import pair_words
from xpert_studio.desktop.unblinding import withheld_words
from xpert_studio.desktop.widgets.figure_table import FigureDelegate
from xpert_studio.report.cases import CaseFilter, PairFilter, ResponsePairs
from xpert_studio.report.judge_alignment import Look
from xpert_studio.report.queue import hidden_responses

HEADS: Final = (
    mark("Task"), mark("Better by the experts"), mark("The other"), mark("Experts"), mark("Judge"),
)  # fmt: skip
_WORDS: Final = 3


class PairTable(HeadedTable[int]):
    """The pairs; those of which one response must not be shown are left out."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(HEADS, _WORDS, parent)
        self._look: Look | None = None
        self._pairs: ResponsePairs | None = None

    def show_pairs(self, look: Look, pairs: ResponsePairs) -> int:
        """Shows pairs; says how many are left out."""
        self._look, self._pairs = look, pairs
        hidden = hidden_responses(look.analysis, look.blinding)
        gone = hidden[pairs.first] | hidden[pairs.second]
        self.show_rows((~gone).nonzero()[0].tolist())
        return len(pairs) - len(self._rows)

    def responses_at(self, row: int) -> tuple[str, str] | None:
        """The two responses of a row."""
        place = self.record(row)
        if self._look is None or self._pairs is None or place is None:
            return None
        names = self._look.analysis.catalog.responses
        return names[self._pairs.first[place]], names[self._pairs.second[place]]

    def said(self, row: int, index: Index, role: int) -> Any:
        """What stands in a cell."""
        if role == Qt.ItemDataRole.DisplayRole:
            return short(self._cell(row, index.column()), 200)
        if role == Qt.ItemDataRole.ToolTipRole:
            return hint(self._cell(row, index.column()))
        return None

    def _cell(self, place: int, column: int) -> str:
        assert self._look is not None
        assert self._pairs is not None
        catalog = self._look.analysis.catalog
        if column == 0:
            return str(catalog.task_titles[catalog.response_task[self._pairs.first[place]]])
        if column < _WORDS:
            response = self._pairs.first if column == 1 else self._pairs.second
            return self._response(int(response[place]))
        values = self._pairs.expert if column == _WORDS else self._pairs.judge
        return signed_points(float(values[place]))

    def _response(self, response: int) -> str:
        assert self._look is not None
        catalog = self._look.analysis.catalog
        letter = self._look.blinding.labels.get(catalog.responses[response])
        if letter is None:
            return str(catalog.systems[catalog.response_system[response]])
        return t("Response {label}", label=letter)


class PairView(QTableView):
    """Pairs; Enter or a click opens both responses' answers.

    Signals:
        chosen: The row.
    """

    chosen = Signal(int)

    def __init__(self, model: PairTable) -> None:
        super().__init__()
        dress_table(self, model, t("Pairs of responses"), high=34)
        self.setItemDelegate(FigureDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        head = self.horizontalHeader()
        for column_, width in ((1, 220), (2, 220), (3, 110), (4, 110)):
            head.resizeSection(column_, px(width))
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.clicked.connect(lambda index: self.chosen.emit(index.row()))
        on_enter(self, lambda index: self.chosen.emit(index.row()))


class PairsPanel(ShellWidget):
    """Pairs that a filter means.

    Signals:
        left: Back to the figures.
        opened: The answers on both responses should be shown: a ``CaseFilter``.
    """

    left = Signal()
    opened = Signal(object)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.wanted: PairFilter | None = None
        self.model = PairTable(self)
        self.title = label("", "heading")
        self.count = label("", "muted")
        self.table = PairView(self.model)
        self.table.chosen.connect(self._open)
        self.setFocusProxy(self.table)
        back = button(t("Back to the figures"), self.left.emit, kind="link", picture="chevron-left")
        about = label(
            t("How many points of score the first lies above the second: by the experts, and by the judge."),
            "muted",
        )  # fmt: skip
        column(row(back, 1), self.title, about, self.count, self.table, on=self, pad=WIDE, gap=SPACE)  # fmt: skip

    def show_pairs(self, look: Look, wanted: PairFilter, pairs: ResponsePairs) -> None:
        """Shows the pairs a filter means."""
        self.wanted = wanted
        withheld = self.model.show_pairs(look, pairs)
        self.title.setText(pair_words(wanted, self.session.project_state.called))
        said = tn("{n} pair of responses", "{n} pairs of responses", self.model.rowCount())
        if withheld:
            said += f" · {withheld_words(withheld)}"
        self.count.setText(said)
        if self.model.rowCount():
            self.table.setCurrentIndex(self.model.index(0, 0))

    def _open(self, row_: int) -> None:
        found = self.model.responses_at(row_)
        if found is not None and self.wanted is not None:
            self.opened.emit(
                CaseFilter(
                    judge=self.wanted.judge,
                    expert=self.wanted.expert,
                    said="differ",
                    response=found[0],
                    response_b=found[1],
                )
            )
