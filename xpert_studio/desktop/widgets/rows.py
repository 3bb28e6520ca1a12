"""What lists of records share: the model of their rows, how a row is drawn, how a list is set up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from xpert_studio.desktop.look import GAP, PAD, TIGHT, colour, px, type_size

# A short word on a coloured ground, drawn in a cell.


def draw_chip(painter: QPainter, left: int, top: int, text: str, tone: str, *, room: int) -> None:
    """Paints it.

    Args:
        painter: Where.
        left: Where it begins, in pixels.
        top: Its upper edge.
        text: The word.
        tone: A colour that has a soft ground.
        room: The most it may take, in pixels.
    """
    font = QFont(painter.font())
    font.setPixelSize(px(12))
    font.setWeight(QFont.Weight.DemiBold)
    painter.setFont(font)
    width = min(painter.fontMetrics().horizontalAdvance(text) + px(16), room)
    ground = QRect(left, top, width, px(21))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(f"{tone}_soft"))
    painter.drawRoundedRect(ground, px(4), px(4))
    painter.setPen(colour(tone))
    painter.drawText(ground, Qt.AlignmentFlag.AlignCenter, text)


Index = QModelIndex | QPersistentModelIndex
NOTHING: Final = QModelIndex()
ROW_ROLE: Final = Qt.ItemDataRole.UserRole + 1
"""The record of a row itself, for the person who paints it."""
LEFT: Final = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft) | int(
    Qt.TextFlag.TextDontClip
)
Row = TypeVar("Row")


class RowList(QAbstractListModel, Generic[Row]):
    """Records as the rows of a list; those who derive say what a row says in ``data``."""

    keeps_places = False
    """Whether rows stay where they are as long as they are of the same records."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[Row] = ()

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Shows other records, or the same ones as they are now."""
        if self.keeps_places and list(map(self.key, rows)) == list(map(self.key, self._rows)):
            self._rows = rows
            if rows:
                self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def key(self, row: Row) -> object:
        """By what a record is known again."""
        return row

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def row_at(self, place: int) -> Row | None:
        """The record in a row."""
        return self._rows[place] if 0 <= place < len(self._rows) else None

    def place_of(self, key: object) -> int:
        """The row of a record; -1 where it has none."""
        return next((n for n, row in enumerate(self._rows) if self.key(row) == key), -1)

    def rowCount(self, parent: Index = NOTHING) -> int:  # noqa: N802 - Qt's name
        """How many there are."""
        return 0 if parent.isValid() else len(self._rows)


class RowDelegate(QStyledItemDelegate):
    """Paints a row: its ground, a line below it, and what those who derive draw on it."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 - Qt's name
        """As wide as the list."""
        return QSize(self._view.viewport().width(), self.height(index))

    def height(self, index: Index) -> int:
        """How high a row is."""
        raise NotImplementedError

    def line_height(self, font: QFont, text: str = "") -> int:
        """The height of a line: by its own text, unless all rows are of the same height."""
        return high(font, "" if self._view.uniformItemSizes() else text)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paints the ground, a line below, and what there is to say."""
        row = index.data(ROW_ROLE)
        if row is None:
            return
        painter.save()
        whole, state = option.rect, option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(whole, colour("selection"))
            painter.fillRect(whole.left(), whole.top(), px(3), whole.height(), colour("accent"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(whole, colour("hover"))
        painter.setPen(colour("border"))
        painter.drawLine(whole.bottomLeft(), whole.bottomRight())
        self.draw(painter, whole.adjusted(px(PAD), px(GAP), -px(PAD), -px(GAP)), row, index)
        painter.restore()

    def draw(self, painter: QPainter, rect: QRect, row: Any, index: Index) -> None:
        """Paints what a record says."""
        raise NotImplementedError

    def words(self, painter: QPainter, rect: QRect, text: str, font: QFont, use: str) -> int:
        """Paints a line at the top of a place, and says where the next one begins."""
        painter.setFont(font)
        painter.setPen(colour(use))
        plain = " ".join(text.split())
        shown = QFontMetrics(font).elidedText(plain, Qt.TextElideMode.ElideRight, rect.width())
        height = self.line_height(font, text)
        painter.drawText(QRect(rect.left(), rect.top(), rect.width(), height), LEFT, shown)
        return rect.top() + height + px(TIGHT)

    def body(self) -> QFont:
        """The list's own type."""
        return QFont(self._view.font())

    def strong(self, font: QFont | None = None) -> QFont:
        """A type half bold; the list's own, for the first line of a row, where none is given."""
        made = QFont(font or self.body())
        made.setWeight(QFont.Weight.DemiBold)
        return made

    def small(self) -> QFont:
        """For what stands below it."""
        small = self.body()
        small.setPixelSize(type_size("small"))
        return small


def high(font: QFont, text: str = "") -> int:
    """The height of a line, which fonts of other scripts make higher."""
    if text.isascii():
        return QFontMetrics(font).height()
    return _height_of(font.toString(), "".join(sorted(set(text))))


@lru_cache(maxsize=4096)
def _height_of(font: str, letters: str) -> int:
    made = QFont()
    made.fromString(font)
    metrics = QFontMetrics(made)
    return max(metrics.height(), metrics.size(Qt.TextFlag.TextSingleLine, letters).height())


def dress_list(
    view: QListView,
    model: QAbstractItemModel,
    delegate: QStyledItemDelegate,
    name: str,
    *,
    even: bool = True,
) -> None:
    """Sets up a list of rows that are as wide as it is, and of even height if so said."""
    view.setModel(model)
    view.setItemDelegate(delegate)
    view.setAccessibleName(name)
    view.setUniformItemSizes(even)
    view.setResizeMode(QListView.ResizeMode.Adjust)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setMouseTracking(True)
