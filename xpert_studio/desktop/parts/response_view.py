"""A response to read: Markdown rendered safely, quotes marked, passages taken out verbatim.

Nothing in a response is ever fetched, opened or run: HTML is shown as text, links lead nowhere,
images are those the project holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QBuffer, QIODevice, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QFont,
    QImage,
    QImageReader,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit

from xpert_studio.desktop.look import colour, px
from xpert_studio.desktop.look.measures import type_size
from xpert_studio.records import Quote
from xpert_studio.workflow.passages import Passages

_LONGEST_RENDERED: Final = 300_000
_LARGEST_SIDE: Final = 8_000


@dataclass(frozen=True, slots=True)
class Marked:
    """A passage to be marked; ``is_current`` for the one the person looks at."""

    quote: Quote
    is_current: bool


class ResponseView(QTextBrowser):
    """One text, rendered or as it is."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setProperty("kind", "reading")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(px(16))
        self._images: Mapping[str, bytes] = {}
        self._source: str | None = None
        self._passages: Passages | None = None
        self._found: list[QTextEdit.ExtraSelection] = []
        self._quotes: list[QTextEdit.ExtraSelection] = []

    def show_text(
        self, text: str, images: Mapping[str, bytes] | None = None, *, plain: bool = False
    ) -> None:
        """Shows a text.

        Args:
            text: As a system or an author wrote it.
            images: The project's images by the path the text may name.
            plain: Whether it is shown as it is, without rendering.
        """
        if text == self._source and images == self._images:
            return
        self._source, self._images = text, images or {}
        self._passages = None
        self._quotes = []
        if plain or len(text) > _LONGEST_RENDERED:
            self.setPlainText(text)
        else:
            features = QTextDocument.MarkdownFeature
            self.document().setMarkdown(
                text, features.MarkdownDialectGitHub | features.MarkdownNoHTML
            )
            self._tidy()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _tidy(self) -> None:
        """Room between paragraphs, and headings in the window's own sizes."""
        block = self.document().begin()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        while block.isValid():
            cursor.setPosition(block.position())
            layout = QTextBlockFormat()
            level = block.blockFormat().headingLevel()
            in_table = cursor.currentTable() is not None
            if not in_table:
                layout.setTopMargin(px(12 if level else 0))
                layout.setBottomMargin(px(4 if level or block.textList() is not None else 10))
            layout.setLineHeight(
                125, int(QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            )
            cursor.mergeBlockFormat(layout)
            if level:
                cursor.movePosition(
                    QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor
                )
                style = QTextCharFormat()
                style.setFontWeight(QFont.Weight.DemiBold)
                style.setProperty(QTextFormat.Property.FontSizeAdjustment, 0)
                style.setProperty(
                    QTextFormat.Property.FontPixelSize,
                    type_size("body") + px(max(0, 4 - level) * 2),
                )
                cursor.mergeCharFormat(style)
            block = block.next()
        cursor.endEditBlock()

    def loadResource(self, kind: int, name: QUrl | str) -> Any:  # noqa: N802 - Qt's name
        """The project's own images, and nothing else from anywhere."""
        url = name.toString() if isinstance(name, QUrl) else str(name)
        wanted = url.rpartition("/")[2]
        for path, data in self._images.items():
            if url == path or wanted == path.rpartition("/")[2]:
                return _image(data, self.viewport().width() - px(40))
        return QImage()

    # Passages.

    @property
    def passages(self) -> Passages:
        """The text beside its rendered form."""
        if self._passages is None:
            self._passages = Passages(self._source or "", self.document().toPlainText())
        return self._passages

    def selected_quote(self) -> Quote | None:
        """What is marked, as the response says it; None where nothing is."""
        cursor = self.textCursor()
        if not cursor.hasSelection():
            return None
        text = self.document().toPlainText()
        start = _characters(text, cursor.selectionStart())
        end = _characters(text, cursor.selectionEnd())
        found = self.passages.in_source(start, end)
        if found is None:
            return None
        quote = (self._source or "")[found[0] : found[1]]
        return Quote(quote=quote, start=found[0], end=found[1])

    def mark_quotes(self, marked: Sequence[Marked]) -> None:
        """Marks passages; the current line's stand out."""
        self._quotes = []
        text = self.document().toPlainText()
        for item in marked:
            place = self._place(item.quote)
            if place is None:
                continue
            use = "mark_strong" if item.is_current else "mark"
            self._quotes.append(self._selection(text, *place, colour(use)))
        self._apply()

    def show_quote(self, quote: Quote) -> None:
        """Scrolls to a passage."""
        place = self._place(quote)
        if place is not None:
            cursor = QTextCursor(self.document())
            cursor.setPosition(_units(self.document().toPlainText(), place[0]))
            self.setTextCursor(cursor)
            self.ensureCursorVisible()

    def _place(self, quote: Quote) -> tuple[int, int] | None:
        source = self._source or ""
        start = quote.start
        if start is None or source[start : quote.end] != quote.quote:
            start = source.find(quote.quote)
        if start < 0:
            return None
        return self.passages.in_rendered(start, start + len(quote.quote))

    # Search.

    def find_all(self, words: str) -> int:
        """Marks every place of some words; returns how many there are."""
        self._found = []
        cursor = QTextCursor(self.document())
        while words:
            cursor = self.document().find(words, cursor)
            if cursor.isNull() or len(self._found) >= 500:
                break
            mark = QTextEdit.ExtraSelection()
            style = QTextCharFormat()
            style.setBackground(colour("selection"))
            mark.cursor, mark.format = cursor, style
            self._found.append(mark)
        self._apply()
        return len(self._found)

    def go_to(self, place: int) -> None:
        """Scrolls to one of the places found."""
        if self._found:
            cursor = QTextCursor(self._found[place % len(self._found)].cursor)
            self.setTextCursor(cursor)
            self.ensureCursorVisible()

    def _apply(self) -> None:
        self.setExtraSelections([*self._quotes, *self._found])

    def _selection(
        self, text: str, start: int, end: int, ground: QColor
    ) -> QTextEdit.ExtraSelection:
        made = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(_units(text, start))
        cursor.setPosition(_units(text, end), QTextCursor.MoveMode.KeepAnchor)
        style = QTextCharFormat()
        style.setBackground(ground)
        style.setForeground(colour("text"))
        made.cursor, made.format = cursor, style
        return made


def _units(text: str, place: int) -> int:
    """A place in characters, as Qt counts it: in UTF-16 units."""
    return len(text[:place].encode("utf-16-le", "surrogatepass")) // 2


def _characters(text: str, units: int) -> int:
    """A place as Qt counts it, in characters."""
    data = text.encode("utf-16-le", "surrogatepass")[: units * 2]
    return len(data.decode("utf-16-le", "ignore"))


def _image(data: bytes, width: int) -> QImage:
    """An image no wider than the page, and none that would fill the memory."""
    buffer = QBuffer()
    buffer.setData(data)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    size = reader.size()
    if max(size.width(), size.height()) > _LARGEST_SIDE:
        return QImage()
    if size.isValid() and size.width() > max(width, px(200)):
        reader.setScaledSize(
            size.scaled(max(width, px(200)), size.height(), Qt.AspectRatioMode.KeepAspectRatio)
        )
    return reader.read()
