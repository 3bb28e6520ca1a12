"""Lists of records: how a row is drawn, how a list is set up, and the entries that most of them show.

An entry is a name, a line or two about it, and a word on a coloured ground.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
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
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from xpert_studio.core.wording import short
from xpert_studio.desktop.look import GAP, PAD, TIGHT, colour, pixmap, px, type_of
from xpert_studio.desktop.widgets.chips import draw_chip
from xpert_studio.desktop.widgets.drawn_text import draw_text, text_height
from xpert_studio.desktop.widgets.selecting import select_only
from xpert_studio.desktop.widgets.shown_text import hint
from xpert_studio.desktop.widgets.wiring import on_enter

Index = QModelIndex | QPersistentModelIndex
NOTHING: Final = QModelIndex()
ROW_ROLE: Final = Qt.ItemDataRole.UserRole + 1
"""The record of a row itself, for the person who paints it."""
LEFT: Final = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft) | int(
    Qt.TextFlag.TextDontClip
)
Row = TypeVar("Row")


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


_CHIP: Final = 150
_SIGN: Final = 18
_BAR: Final = 6
_SAID: Final = frozenset(
    {
        ROW_ROLE,
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
    }
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry.

    Attributes:
        key: What it is known by.
        title: What it is called.
        lines: What is said about it, below.
        chip: A short word at the right; empty for none.
        tone: Its ground.
        picture: An icon before it; empty for none.
        marks: Stretches of its last line that are marked, where that line breaks.
        depth: How far it is moved to the right, in pictures.
        is_struck: Whether its title is struck through.
        bar: Shares of a whole and their colours, as a bar below the lines.
    """

    key: str
    title: str
    lines: tuple[str, ...] = ()
    chip: str = ""
    tone: str = "accent"
    picture: str = ""
    marks: tuple[tuple[int, int], ...] = ()
    depth: int = 0
    is_struck: bool = False
    bar: tuple[tuple[float, str], ...] = ()

    @property
    def whole(self) -> str:
        """All that is said of it."""
        return "\n".join(filter(None, (self.title, *self.lines, self.chip)))

    def has(self, words: str) -> bool:
        """Whether it holds all these words, in whatever case."""
        return all(word in self.whole.casefold() for word in words.casefold().split())


class EntryRows(QAbstractListModel, Generic[Row]):
    """Records as entries, made when they are drawn: thousands cost no more than those seen."""

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
        else:
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

    def rowCount(self, parent: Index = NOTHING) -> int:  # noqa: N802 - Qt's name
        """How many there are."""
        return 0 if parent.isValid() else len(self._rows)

    def entry(self, row: Row) -> Entry:
        """What is said of a record."""
        raise NotImplementedError

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The entry for the person who paints it; the title, and all of it on pointing at it."""
        row = self.row_at(index.row()) if index.isValid() else None
        if row is None or role not in _SAID:
            return None
        entry = self.entry(row)
        if role == ROW_ROLE:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return short(entry.title, 300)
        return entry.whole if role == Qt.ItemDataRole.AccessibleTextRole else hint(entry.whole)


class EntryList(EntryRows[Entry]):
    """Entries as a list; nothing moves where they have the same keys as before.

    One without a key cannot be chosen.
    """

    keeps_places = True

    def key(self, row: Entry) -> object:
        """Its key."""
        return row.key

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Only what has a key can be chosen."""
        row = self.row_at(index.row())
        return super().flags(index) if row and row.key else Qt.ItemFlag.NoItemFlags

    def entry(self, row: Entry) -> Entry:
        """It."""
        return row


class EntryView(QListView):
    """Shows entries; Enter or a double click opens one.

    Args:
        name: What screen readers call it.
        lines: How many lines stand below a name.
        wraps: Whether the last of them breaks, and takes the height that it needs.
        even: Whether all entries have the same height, as they must where there may be thousands.
        one_click: Whether a click opens an entry too.
        title_lines: How many lines a name may fill.
        bars: Whether entries have bars.

    Signals:
        opened: An entry was opened; its key.
        looked_at: Another entry is looked at; its key, empty for none.
    """

    opened = Signal(str)
    looked_at = Signal(str)

    def __init__(
        self,
        name: str,
        *,
        lines: int = 1,
        wraps: bool = False,
        even: bool = True,
        one_click: bool = False,
        title_lines: int = 1,
        bars: bool = False,
    ) -> None:
        super().__init__()
        self.entries = EntryList(self)
        delegate = EntryDelegate(self, lines, wraps=wraps, title_lines=title_lines, bars=bars)
        dress_list(self, self.entries, delegate, name, even=even and not wraps)
        (self.clicked if one_click else self.doubleClicked).connect(self._open)
        on_enter(self, self._open)
        self.selectionModel().currentChanged.connect(lambda _: self.looked_at.emit(self.key))

    @property
    def key(self) -> str:
        """The entry that is looked at; empty for none."""
        entry = self.entries.row_at(self.currentIndex().row())
        return entry.key if entry else ""

    @property
    def keys(self) -> list[str]:
        """What is shown, by its keys."""
        return [entry.key for entry in self.entries]

    def show_entries(self, entries: Sequence[Entry], key: str = "") -> None:
        """Shows other entries, and looks at one of them: the one named, or the one before."""
        wanted, at = key or self.key, self.verticalScrollBar().value()
        self.entries.show_rows(entries)
        self.look_at(wanted)
        if not key:
            self.verticalScrollBar().setValue(at)

    def look_at(self, key: str) -> None:
        """Looks at an entry; at the first where there is none of that key."""
        keys = self.keys
        first = next((place for place, one in enumerate(keys) if one), 0)
        row = keys.index(key) if key and key in keys else first
        if self.entries.row_at(row) is None:
            self.looked_at.emit("")
        elif self.currentIndex().row() != row:
            select_only(self, self.entries.index(row))

    def step(self, by: int) -> None:
        """Looks at the entry so many further on, if there is one."""
        entry = self.entries.row_at(self.currentIndex().row() + by)
        if entry and entry.key:
            self.look_at(entry.key)

    def _open(self, at: QModelIndex) -> None:
        if entry := self.entries.row_at(at.row()):
            self.opened.emit(entry.key)


class EntryDelegate(QStyledItemDelegate):
    """Paints an entry: its picture, title and chip, so many lines below, and a bar."""

    def __init__(
        self,
        view: QListView,
        lines: int = 1,
        *,
        wraps: bool = False,
        title_lines: int = 1,
        bars: bool = False,
    ) -> None:
        super().__init__(view)
        self._view = view
        self._lines, self._wraps = lines, wraps
        self._title_lines, self._bar = title_lines, px(_BAR + TIGHT) if bars else 0

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 - Qt's name
        """As wide as the list."""
        return QSize(self._view.viewport().width(), self.height(index))

    def line_height(self, font: QFont, text: str = "") -> int:
        """The height of a line: by its own text, unless all rows are of the same height."""
        return high(font, "" if self._view.uniformItemSizes() else text)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paints the ground, a line below, and what there is to say."""
        painter.save()
        whole, state = option.rect, option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(whole, colour("selection"))
            painter.fillRect(whole.left(), whole.top(), px(3), whole.height(), colour("accent"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(whole, colour("hover"))
        painter.setPen(colour("border"))
        painter.drawLine(whole.bottomLeft(), whole.bottomRight())
        self.draw(
            painter,
            whole.adjusted(px(PAD), px(GAP), -px(PAD), -px(GAP)),
            index.data(ROW_ROLE),
            index,
        )
        painter.restore()

    def words(self, painter: QPainter, rect: QRect, text: str, font: QFont, use: str) -> int:
        """Paints a line at the top of a place, and says where the next one begins."""
        painter.setFont(font)
        painter.setPen(colour(use))
        shown = painter.fontMetrics().elidedText(
            " ".join(text.split()), Qt.TextElideMode.ElideRight, rect.width()
        )
        height = self.line_height(font, text)
        painter.drawText(QRect(rect.left(), rect.top(), rect.width(), height), LEFT, shown)
        return rect.top() + height + px(TIGHT)

    def body(self) -> QFont:
        """The list's own type."""
        return QFont(self._view.font())

    def strong(self, font: QFont | None = None) -> QFont:
        """A type half bold; the list's own, for the first line of a row, where none is given."""
        return type_of(font or self.body(), is_strong=True)

    def small(self) -> QFont:
        """For what stands below it."""
        return type_of(self.body(), "small")

    def height(self, index: Index) -> int:
        """A name and so many lines, each as high as its text; absent ones leave their room."""
        entry: Entry = index.data(ROW_ROLE)
        texts = (*entry.lines, *[""] * self._lines)[: self._lines]
        if self._wraps or not all(map(str.isascii, (entry.title, *texts))):
            return self._measured(entry, texts)
        return self._usual  # of a list of thousands of rows each is asked for its height

    @cached_property
    def _usual(self) -> int:
        return self._measured(Entry("", ""), ("",) * self._lines)

    def _measured(self, entry: Entry, texts: tuple[str, ...]) -> int:
        below = [self.line_height(self.small(), text) for text in texts]
        if self._wraps:
            room = self._view.viewport().width() - 2 * px(PAD) - self._indent(entry)
            below[-1] = text_height(texts[-1], self.small(), room)
        above = self.line_height(self.strong(), entry.title) * self._title_lines
        return above + self._bar + sum(below) + px(TIGHT) * self._lines + px(18)

    def draw(self, painter: QPainter, rect: QRect, row: Entry, index: Index) -> None:
        """Paints picture, title, chip, lines and bar."""
        if row.bar:
            draw_shares(painter, rect.adjusted(0, rect.height() - px(_BAR), 0, 0), row.bar)
        if row.picture:
            left = rect.left() + row.depth * px(_SIGN)
            painter.drawPixmap(left, rect.top(), pixmap(row.picture, "muted", _SIGN))
        rect.setLeft(rect.left() + self._indent(row))
        used, font = self._chip(painter, rect, row), self.strong()
        font.setStrikeOut(row.is_struck)
        tone = "muted" if row.is_struck else "text"
        beside = rect.adjusted(0, 0, -used, 0)
        if self._title_lines > 1:
            high = self.line_height(font, row.title) * self._title_lines
            beside.setHeight(high)
            painter.setFont(self.body())
            painter.setPen(colour(tone))
            painter.drawText(beside, int(Qt.TextFlag.TextWordWrap), " ".join(row.title.split()))
            rect.setTop(rect.top() + high + px(TIGHT))
        else:
            rect.setTop(self.words(painter, beside, row.title, font, tone))
        for place, line in enumerate(row.lines[: self._lines], 1):
            if self._wraps and place == self._lines:
                painter.setFont(self.small())
                draw_text(painter, rect, line, marked=row.marks, tone="muted")
            else:
                rect.setTop(self.words(painter, rect, line, self.small(), "muted"))

    def _indent(self, entry: Entry) -> int:
        pictures = entry.depth + bool(entry.picture)
        return pictures * px(_SIGN) + (px(GAP) if pictures else 0)

    def _chip(self, painter: QPainter, rect: QRect, entry: Entry) -> int:
        if not entry.chip:
            return 0
        metrics, room = QFontMetrics(self.strong(self.small())), px(_CHIP) - px(16)
        said = metrics.elidedText(entry.chip, Qt.TextElideMode.ElideRight, room)
        width = metrics.horizontalAdvance(said) + px(16)
        draw_chip(painter, rect.right() - width, rect.top(), said, entry.tone, room=width)
        return width + px(GAP)


def draw_shares(painter: QPainter, rect: QRect, parts: Sequence[tuple[float, str]]) -> None:
    """Paints shares of a whole beside each other; parts that there are get a pixel at least."""
    painter.fillRect(rect, colour("border"))
    left = rect.left()
    for part, use in parts:
        width = min(max(1, round(rect.width() * part)), rect.right() + 1 - left) if part else 0
        painter.fillRect(QRect(left, rect.top(), width, rect.height()), colour(use))
        left += width
