"""Tables of words and figures: what stands in them, and what is exported of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from xpert_studio.desktop.parts.bounds import hint
from xpert_studio.desktop.wording import number, percent, short, t
from xpert_studio.report.csv_tables import Value

Index = QModelIndex | QPersistentModelIndex
SHARE_ROLE: Final = Qt.ItemDataRole.UserRole + 1
_NOTHING: Final = QModelIndex()


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell.

    Attributes:
        text: What it says.
        value: The figure behind it, in full; the text itself where it is none.
        share: What its bar shows, where it has one.
        hint: What its tooltip adds to the text.
    """

    text: str
    value: Value = None
    share: float | None = None
    hint: str = ""


def words(text: str) -> Cell:
    """A text."""
    return Cell(text, text)


def count(value: int) -> Cell:
    """A whole number."""
    return Cell(number(value), value)


def share(part: float | None) -> Cell:
    """A share from 0 to 1, with a bar."""
    return Cell(percent(part), part, part)


class Figures(QAbstractTableModel):
    """A table of words and figures.

    Args:
        heads: The columns' names, marked for translation.
        words: How many columns, from the left, are words; the rest are figures.
        hints: What the tooltips of the heads say, marked for translation.
    """

    def __init__(
        self,
        heads: Sequence[str],
        words: int,
        parent: QObject | None = None,
        hints: Sequence[str] = (),
    ) -> None:
        super().__init__(parent)
        self._heads = tuple(heads)
        self._words = words
        self._hints = tuple(hints)
        self._rows: tuple[tuple[Cell, ...], ...] = ()

    def show_rows(self, rows: Sequence[tuple[Cell, ...]]) -> None:
        """Shows other rows."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def plain(self) -> list[list[Value]]:
        """The table as it is exported, its heads first."""
        return [
            [t(head) for head in self._heads],
            *([cell.value for cell in row] for row in self._rows),
        ]

    def rowCount(self, parent: Index = _NOTHING) -> int:  # noqa: N802 - Qt's name
        """How many rows there are."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NOTHING) -> int:  # noqa: N802 - Qt's name
        """How many columns there are."""
        return 0 if parent.isValid() else len(self._heads)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The columns' names."""
        if orientation is Qt.Orientation.Vertical or not 0 <= section < len(self._heads):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return t(self._heads[section])
        if role == Qt.ItemDataRole.ToolTipRole and section < len(self._hints):
            return hint(t(self._hints[section]))
        return self._alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What stands in a cell."""
        if not index.isValid():
            return None
        cell = self._rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return short(cell.text, 300)
        if role == Qt.ItemDataRole.ToolTipRole:
            return hint("\n".join(filter(None, (cell.text, cell.hint))))
        if role == SHARE_ROLE:
            return cell.share
        return (
            self._alignment(index.column()) if role == Qt.ItemDataRole.TextAlignmentRole else None
        )

    def _alignment(self, column: int) -> int:
        is_words = column < self._words
        side = Qt.AlignmentFlag.AlignLeft if is_words else Qt.AlignmentFlag.AlignRight
        return int(side | Qt.AlignmentFlag.AlignVCenter)
