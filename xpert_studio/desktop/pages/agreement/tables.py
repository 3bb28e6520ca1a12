"""The tables of the page: experts by pair, and items by tier, dimension and domain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from xpert_studio.desktop.names import TIERS, dimension_name, domain_name
from xpert_studio.desktop.pages.agreement.export import Value
from xpert_studio.desktop.parts.bounds import hint
from xpert_studio.desktop.wording import figure, mark, number, percent, short, t
from xpert_studio.metrics.agreement import AgreementPart, PairAgreement
from xpert_studio.records import Tier

Index = QModelIndex | QPersistentModelIndex
SHARE_ROLE: Final = Qt.ItemDataRole.UserRole + 1
_NOTHING: Final = QModelIndex()
PARTS: Final = {
    "tier": mark("Tier"),
    "dimension": mark("Dimension"),
    "domain": mark("Domain"),
}
PAIR_HEADS: Final = (
    mark("Expert"), mark("and"), mark("Both judged"), mark("Agree"), mark("Cohen’s κ"),
)  # fmt: skip
PART_HEADS: Final = (
    mark("By"), mark("Name"), mark("Both judged"), mark("Agree"), mark("κ"), mark("α"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell.

    Attributes:
        text: What it says.
        value: The figure behind it, in full; the text itself where it is none.
        share: What its bar shows, where it has one.
    """

    text: str
    value: Value = None
    share: float | None = None


def _words(text: str) -> Cell:
    return Cell(text, text)


def _count(count: int) -> Cell:
    return Cell(number(count), count)


def _share(part: float | None) -> Cell:
    return Cell(percent(part), part, part)


def _figure(value: float | None) -> Cell:
    return Cell(figure(value), value)


class Figures(QAbstractTableModel):
    """A table of words and figures.

    Args:
        heads: The columns' names, marked for translation.
        words: How many columns, from the left, are words; the rest are figures.
    """

    def __init__(self, heads: Sequence[str], words: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = tuple(heads)
        self._words = words
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
        return self._alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What stands in a cell."""
        if not index.isValid():
            return None
        cell = self._rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return short(cell.text, 300)
        if role == Qt.ItemDataRole.ToolTipRole:
            return hint(cell.text)
        if role == SHARE_ROLE:
            return cell.share
        return (
            self._alignment(index.column()) if role == Qt.ItemDataRole.TextAlignmentRole else None
        )

    def _alignment(self, column: int) -> int:
        is_words = column < self._words
        side = Qt.AlignmentFlag.AlignLeft if is_words else Qt.AlignmentFlag.AlignRight
        return int(side | Qt.AlignmentFlag.AlignVCenter)


def pair_rows(
    pairs: Sequence[PairAgreement], called: Callable[[str], str]
) -> list[tuple[Cell, ...]]:
    """The experts who share most first."""
    return [
        (
            _words(called(pair.first)),
            _words(called(pair.second)),
            _count(pair.n),
            _share(pair.accuracy),
            _figure(pair.kappa),
        )
        for pair in sorted(pairs, key=lambda pair: -pair.n)
    ]


def part_rows(parts: Sequence[AgreementPart]) -> list[tuple[Cell, ...]]:
    """Tiers, dimensions and domains, in that order."""
    rows: list[tuple[Cell, ...]] = []
    for part in parts:
        share = part.agreed / part.items if part.items else None
        rows.append(
            (
                _words(t(PARTS[part.by])),
                _words(part_name(part)),
                _count(part.items),
                _share(share),
                _figure(part.kappa),
                _figure(part.alpha),
            )
        )
    return rows


def part_name(part: AgreementPart) -> str:
    """A tier, dimension or domain as it is shown."""
    if not part.name:
        return t("none")
    if part.by == "tier":
        return t(TIERS[Tier(part.name)]) if part.name in set(Tier) else part.name
    return dimension_name(part.name) if part.by == "dimension" else domain_name(part.name)
