"""A table as it came, with a choice of what each column is above it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import QComboBox, QHeaderView, QTableWidget, QTableWidgetItem

from xpert_studio.core.exchange.rubric_sheet import role_words
from xpert_studio.core.exchange.rubric_sheet.roles import IGNORE, SCORE, Column
from xpert_studio.core.exchange.tables.cells import Sheet, letter
from xpert_studio.core.wording import t
from xpert_studio.desktop.look import colour, px
from xpert_studio.desktop.widgets.fields import picker, refill

_AT_ONCE: Final = 200
_LONGEST: Final = 300
_WIDTH: Final = 168


class RawTable(QTableWidget):
    """Rows as they stand in the file; columns that are not read are in a muted colour.

    Args:
        chosen: Follows when the person has said what a column is: its place, and the role.
    """

    def __init__(self, chosen: Callable[[int, str], object]) -> None:
        super().__init__()
        self._chosen = chosen
        self.roles: list[QComboBox] = []
        self._sheet, self._headed = Sheet("", []), frozenset[int]()
        self._shown: dict[int, str] = {}
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.setAccessibleName(t("The table as it came"))
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QTableWidget.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QTableWidget.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QTableWidget.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setWordWrap(True)

    def show_sheet(self, sheet: Sheet, columns: Sequence[Column], headed: Sequence[int]) -> None:
        """Shows a sheet.

        Args:
            sheet: As it came.
            columns: What each of its columns is taken for.
            headed: The numbers of the rows that are its header.
        """
        self._sheet, self._headed = sheet, frozenset(headed)
        self.clear()
        self.setColumnCount(sheet.width)
        self.setRowCount(1)
        self.setHorizontalHeaderLabels([letter(n) for n in range(sheet.width)])
        self.setVerticalHeaderLabels([t("Role")])
        self._offer_roles(sheet.width)
        self._show_more()
        self.horizontalHeader().setDefaultSectionSize(px(_WIDTH))
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.show_roles({column.place: column.role for column in columns})

    def _show_more(self) -> None:
        """Shows the rows behind those that are there; long tables are shown as they are scrolled."""
        first = self.rowCount() - 1
        rows = self._sheet.rows[first : first + _AT_ONCE]
        self.setRowCount(self.rowCount() + len(rows))
        for down, row in enumerate(rows, start=first + 1):
            self.setVerticalHeaderItem(down, QTableWidgetItem(str(row.number)))
            for across in range(self._sheet.width):
                item = QTableWidgetItem(row.text(across)[:_LONGEST])
                item.setToolTip(row.text(across)[: 4 * _LONGEST])
                font = item.font()
                font.setBold(row.cell(across).is_bold or row.number in self._headed)
                item.setFont(font)
                self.setItem(down, across, item)
        for place, role in self._shown.items():
            self._tint(place, is_read=role not in {IGNORE, SCORE})

    def _scrolled(self, value: int) -> None:
        is_at_end = value >= self.verticalScrollBar().maximum()
        if is_at_end and self.rowCount() <= len(self._sheet.rows):
            self._show_more()

    def _offer_roles(self, width: int) -> None:
        self.roles = [
            picker(t("What column {name} is", name=letter(place)), ()) for place in range(width)
        ]
        for place, made in enumerate(self.roles):
            made.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            made.activated.connect(
                lambda _, place=place, made=made: self._chosen(place, made.currentData())
            )
            self.setCellWidget(0, place, made)
        for one, other in pairwise((self, *self.roles)):
            self.setTabOrder(one, other)

    def show_roles(self, roles: Mapping[int, str]) -> None:
        """Shows what the columns are taken for now; one without a role is not read."""
        known = role_words()
        self._shown = {place: roles.get(place, IGNORE) for place in range(len(self.roles))}
        for place, made in enumerate(self.roles):
            role = roles.get(place, IGNORE)
            options = [(t(said).capitalize(), one) for one, said in known.items()]
            if role not in known:  # a column of the program's own tables, such as of a scale
                options.append((t("As the program writes it"), role))
            refill(made, options, role)
            self._tint(place, is_read=role not in {IGNORE, SCORE})

    def _tint(self, place: int, *, is_read: bool) -> None:
        brush = None if is_read else QBrush(colour("muted"))
        for down in range(1, self.rowCount()):
            item = self.item(down, place)
            if item is not None:
                item.setData(Qt.ItemDataRole.ForegroundRole, brush)
