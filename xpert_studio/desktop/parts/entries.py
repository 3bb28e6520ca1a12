"""A list whose entries are a name, a line or two about it, and a word on a coloured ground."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from xpert_studio.desktop.look import GAP, PAD, TIGHT, colour, px
from xpert_studio.desktop.look.measures import type_size
from xpert_studio.desktop.parts.bounds import hint
from xpert_studio.desktop.parts.painted_chip import draw_chip
from xpert_studio.desktop.wording import short

Index = QModelIndex | QPersistentModelIndex
ENTRY_ROLE: Final = Qt.ItemDataRole.UserRole + 1
_NOTHING: Final = QModelIndex()
_LEFT: Final = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft) | int(
    Qt.TextFlag.TextDontClip
)
_CHIP: Final = 150


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry.

    Attributes:
        key: What it is known by.
        title: What it is called.
        lines: What is said about it, below.
        chip: A short word at the right; empty for none.
        tone: Its ground.
    """

    key: str
    title: str
    lines: tuple[str, ...] = ()
    chip: str = ""
    tone: str = "accent"


class EntryList(QAbstractListModel):
    """The entries."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[Entry, ...] = ()

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Shows other entries."""
        if self._entries != tuple(entries):
            self.beginResetModel()
            self._entries = tuple(entries)
            self.endResetModel()

    def entry_at(self, row: int) -> Entry | None:
        """What stands in a row."""
        return self._entries[row] if 0 <= row < len(self._entries) else None

    def row_of(self, key: str) -> int:
        """The row of an entry; -1 where there is none of that key."""
        return next((row for row, entry in enumerate(self._entries) if entry.key == key), -1)

    def rowCount(self, parent: Index = _NOTHING) -> int:  # noqa: N802 - Qt's name
        """How many there are."""
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What is known of one."""
        entry = self.entry_at(index.row()) if index.isValid() else None
        if entry is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return short(entry.title, 300)
        if role == ENTRY_ROLE:
            return entry
        said = "\n".join(filter(None, (entry.title, *entry.lines, entry.chip)))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return said
        return hint(said) if role == Qt.ItemDataRole.ToolTipRole else None


class EntryView(QListView):
    """Shows entries; Enter or a double click opens one.

    Args:
        name: What screen readers call it.
        lines: How many lines stand below a name.
        wraps: Whether an entry has one text below its name, which takes up all these lines.

    Signals:
        opened: An entry was opened; its key.
        looked_at: Another entry is looked at; its key, empty for none.
    """

    opened = Signal(str)
    looked_at = Signal(str)

    def __init__(self, name: str, *, lines: int = 1, wraps: bool = False) -> None:
        super().__init__()
        self.entries = EntryList(self)
        self.setModel(self.entries)
        self.setItemDelegate(EntryDelegate(self, lines, wraps=wraps))
        self.setAccessibleName(name)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.doubleClicked.connect(lambda index: self._open(index.row()))
        self.selectionModel().currentChanged.connect(lambda _: self.looked_at.emit(self.key))

    @property
    def key(self) -> str:
        """The entry that is looked at; empty for none."""
        entry = self.entries.entry_at(self.currentIndex().row())
        return entry.key if entry else ""

    def show_entries(self, entries: Sequence[Entry], key: str = "") -> None:
        """Shows other entries, and looks at one of them: the one named, or the one before."""
        wanted = key or self.key
        self.entries.show_entries(entries)
        self.look_at(wanted)

    def look_at(self, key: str) -> None:
        """Looks at an entry; at the first where there is none of that key."""
        row = max(0, self.entries.row_of(key))
        if self.entries.entry_at(row) is None:
            self.looked_at.emit("")
        elif self.currentIndex().row() != row:
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.selectionModel().setCurrentIndex(self.entries.index(row), flags)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Enter opens."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex().row())
            return
        super().keyPressEvent(event)

    def _open(self, row: int) -> None:
        entry = self.entries.entry_at(row)
        if entry is not None:
            self.opened.emit(entry.key)


class EntryDelegate(QStyledItemDelegate):
    """Draws an entry.

    Args:
        view: Where.
        lines: How many lines stand below the name.
        wraps: Whether it is one text that takes them all.
    """

    def __init__(self, view: QListView, lines: int, *, wraps: bool = False) -> None:
        super().__init__(view)
        self._view = view
        self._lines = lines
        self._wraps = wraps

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 - Qt's name
        """All are alike, so that long lists scroll smoothly."""
        small = QFontMetrics(self._small()).height() + px(TIGHT)
        height = QFontMetrics(self._view.font()).height() + self._lines * small + 2 * px(GAP)
        return QSize(self._view.viewport().width(), height + px(2))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draws the ground, a line below, and the words."""
        entry = index.data(ENTRY_ROLE)
        if not isinstance(entry, Entry):
            return
        rect = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colour("selection"))
            painter.fillRect(QRect(rect.left(), rect.top(), px(3), rect.height()), colour("accent"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, colour("hover"))
        painter.setPen(colour("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        inner = rect.adjusted(px(PAD), px(GAP), -px(PAD), -px(GAP))
        bold = QFont(self._view.font())
        bold.setWeight(QFont.Weight.DemiBold)
        used = self._chip(painter, inner, entry)
        top = self._draw(painter, inner.adjusted(0, 0, -used, 0), entry.title, bold, "text")
        for line in entry.lines[: 1 if self._wraps else self._lines]:
            inner.setTop(top)
            if self._wraps:
                self._wrap(painter, inner, line)
            else:
                top = self._draw(painter, inner, line, self._small(), "muted")
        painter.restore()

    def _wrap(self, painter: QPainter, rect: QRect, text: str) -> None:
        painter.setFont(self._small())
        painter.setPen(colour("muted"))
        painter.drawText(rect, int(Qt.TextFlag.TextWordWrap), " ".join(text.split()))

    def _chip(self, painter: QPainter, rect: QRect, entry: Entry) -> int:
        if not entry.chip:
            return 0
        bold = self._small()
        bold.setWeight(QFont.Weight.DemiBold)
        width = min(QFontMetrics(bold).horizontalAdvance(entry.chip) + px(16), px(_CHIP))
        painter.save()
        draw_chip(painter, rect.right() - width, rect.top(), entry.chip, entry.tone, room=width)
        painter.restore()
        return width + px(GAP)

    def _draw(self, painter: QPainter, rect: QRect, text: str, font: QFont, use: str) -> int:
        metrics = QFontMetrics(font)
        painter.setFont(font)
        painter.setPen(colour(use))
        shown = metrics.elidedText(
            " ".join(text.split()), Qt.TextElideMode.ElideRight, rect.width()
        )
        line = QRect(rect.left(), rect.top(), rect.width(), metrics.height())
        painter.drawText(line, _LEFT, shown)
        return rect.top() + metrics.height() + px(TIGHT)

    def _small(self) -> QFont:
        small = QFont(self._view.font())
        small.setPixelSize(type_size("small"))
        return small
