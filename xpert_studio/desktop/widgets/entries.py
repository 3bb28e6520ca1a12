"""A list whose entries are a name, a line or two about it, and a word on a coloured ground."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QListView,
)

from xpert_studio.desktop.look import GAP, TIGHT, colour, px
from xpert_studio.desktop.widgets.bounds import hint
from xpert_studio.desktop.widgets.keys import on_enter
from xpert_studio.desktop.widgets.rows import (
    ROW_ROLE,
    Index,
    RowDelegate,
    RowList,
    draw_chip,
    dress_list,
    strong,
)
from xpert_studio.wording import short

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


class EntryList(RowList[Entry]):
    """Entries as a list."""

    def show_rows(self, rows: Sequence[Entry]) -> None:
        """Shows other entries; where they are the same, nothing moves."""
        if self._rows != tuple(rows):
            super().show_rows(tuple(rows))

    def key(self, row: Entry) -> object:
        """Its key."""
        return row.key

    def said(self, row: Entry, place: int, role: int) -> Any:
        """The title; all of it for the person who hears it or points at it."""
        if role == Qt.ItemDataRole.DisplayRole:
            return short(row.title, 300)
        said = "\n".join(filter(None, (row.title, *row.lines, row.chip)))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return said
        return hint(said) if role == Qt.ItemDataRole.ToolTipRole else None


class EntryView(QListView):
    """Shows entries; Enter or a double click opens one.

    Args:
        name: What screen readers call it.
        lines: How many lines stand below a name.
        wraps: Whether an entry has one text below its name, which fills all these lines.
        even: Whether all entries have the same height, as they must where there may be thousands.

    Signals:
        opened: An entry was opened; its key.
        looked_at: Another entry is looked at; its key, empty for none.
    """

    opened = Signal(str)
    looked_at = Signal(str)

    def __init__(
        self, name: str, *, lines: int = 1, wraps: bool = False, even: bool = True
    ) -> None:
        super().__init__()
        self.entries = EntryList(self)
        delegate = EntryDelegate(self, lines, wraps=wraps)
        dress_list(self, self.entries, delegate, name, even=even)
        self.doubleClicked.connect(self._open)
        on_enter(self, self._open)
        self.selectionModel().currentChanged.connect(lambda _: self.looked_at.emit(self.key))

    @property
    def key(self) -> str:
        """The entry that is looked at; empty for none."""
        entry = self.entries.row_at(self.currentIndex().row())
        return entry.key if entry else ""

    def show_entries(self, entries: Sequence[Entry], key: str = "") -> None:
        """Shows other entries, and looks at one of them: the one named, or the one before."""
        wanted = key or self.key
        self.entries.show_rows(entries)
        self.look_at(wanted)

    def look_at(self, key: str) -> None:
        """Looks at an entry; at the first where there is none of that key."""
        row = max(0, self.entries.place_of(key))
        if self.entries.row_at(row) is None:
            self.looked_at.emit("")
        elif self.currentIndex().row() != row:
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.selectionModel().setCurrentIndex(self.entries.index(row), flags)

    def _open(self, at: QModelIndex) -> None:
        entry = self.entries.row_at(at.row())
        if entry is not None:
            self.opened.emit(entry.key)


class EntryDelegate(RowDelegate):
    """Paints an entry: its title and chip, and so many lines below."""

    def __init__(self, view: QListView, lines: int, *, wraps: bool = False) -> None:
        super().__init__(view)
        self._lines = lines
        self._wraps = wraps

    def height(self, index: Index) -> int:
        """A name and so many lines, each as high as its text; absent ones leave their room."""
        entry: Entry = index.data(ROW_ROLE)
        texts = entry.lines * self._lines if self._wraps else (*entry.lines, *[""] * self._lines)
        below = sum(self.line_height(self.small(), text) for text in texts[: self._lines])
        return (
            self.line_height(self.strong(), entry.title) + below + px(TIGHT) * self._lines + px(18)
        )

    def draw(self, painter: QPainter, rect: QRect, row: Any, index: Index) -> None:
        """Paints title, chip and lines."""
        used = self._chip(painter, rect, row)
        top = self.words(painter, rect.adjusted(0, 0, -used, 0), row.title, self.strong(), "text")
        for line in row.lines[: 1 if self._wraps else self._lines]:
            rect.setTop(top)
            if self._wraps:
                self._wrap(painter, rect, line)
            else:
                top = self.words(painter, rect, line, self.small(), "muted")

    def _wrap(self, painter: QPainter, rect: QRect, text: str) -> None:
        painter.setFont(self.small())
        painter.setPen(colour("muted"))
        painter.drawText(rect, int(Qt.TextFlag.TextWordWrap), " ".join(text.split()))

    def _chip(self, painter: QPainter, rect: QRect, entry: Entry) -> int:
        if not entry.chip:
            return 0
        advance = QFontMetrics(strong(self.small())).horizontalAdvance(entry.chip)
        width = min(advance + px(16), px(_CHIP))
        painter.save()
        draw_chip(painter, rect.right() - width, rect.top(), entry.chip, entry.tone, room=width)
        painter.restore()
        return width + px(GAP)
