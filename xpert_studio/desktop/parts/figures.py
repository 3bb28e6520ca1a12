"""Tables of words and figures: what stands in them, and what is exported of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QObject, Qt

from xpert_studio.desktop.parts.bounds import hint
from xpert_studio.desktop.parts.rows import Index
from xpert_studio.desktop.parts.tables import HeadedTable
from xpert_studio.desktop.wording import number, percent, short, t
from xpert_studio.report.csv_tables import Value

SHARE_ROLE: Final = Qt.ItemDataRole.UserRole + 1


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


class Figures(HeadedTable[tuple[Cell, ...]]):
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
        super().__init__(heads, words, parent)
        self._hints = tuple(hints)

    def plain(self) -> list[list[Value]]:
        """The table as it is exported, its heads first."""
        return [
            [t(head) for head in self._heads],
            *([cell.value for cell in row] for row in self._rows),
        ]

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The columns' names, and what they mean."""
        is_hint = role == Qt.ItemDataRole.ToolTipRole and orientation is Qt.Orientation.Horizontal
        if is_hint and 0 <= section < len(self._hints):
            return hint(t(self._hints[section]))
        return super().headerData(section, orientation, role)

    def said(self, row: tuple[Cell, ...], index: Index, role: int) -> Any:
        """What stands in a cell."""
        cell = row[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return short(cell.text, 300)
        if role == Qt.ItemDataRole.ToolTipRole:
            return hint("\n".join(filter(None, (cell.text, cell.hint))))
        return cell.share if role == SHARE_ROLE else None
