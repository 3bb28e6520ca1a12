"""Texts to read: responses, rendered safely and with their quotes marked.

Nothing in a response is ever fetched, opened or run: HTML is shown as text, links lead nowhere,
images are those the project holds. Passages are taken out of it verbatim.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QRect, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QFont,
    QImage,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit, QWidget

from xpert_studio.core.records import Quote
from xpert_studio.core.wording import number, t
from xpert_studio.core.workflow.passages import Passages, sentence_around
from xpert_studio.desktop.look import GAP, TIGHT, colour, px, tint, type_size
from xpert_studio.desktop.widgets.drawn_text import (
    characters,
    cursor_at,
    selection,
    text_style,
    units,
)
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import row
from xpert_studio.desktop.widgets.portions import BUDGET, portion

_LONGEST_RENDERED: Final = 300_000
_MORE: Final = 4
_STEP: Final = 1.25
_MOST_ZOOM: Final = 5
_OBJECT: Final = "\ufffc"
"""What stands for an image in the text of a document."""
_BADGE: Final = 20
"""Width of a number in the margin."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A passage to be marked.

    Attributes:
        is_current: Whether it is of the line the person looks at.
        is_underlined: Whether it gets a line below too, as what a judge quotes does beside what
            experts quote.
        tone: A colour that has a soft ground; the marker's where empty.
        number: The checkpoint's, from 1; it has a colour of its own and stands in the margin. 0 for
            none.
    """

    quote: Quote
    is_current: bool
    is_underlined: bool = False
    tone: str = ""
    number: int = 0


_CODE: Final = QTextFormat.Property.BlockCodeFence
_GROUNDS: Final = {"+": "good_soft", "-": "bad_soft"}
"""Of lines of a difference that were added or removed; their signs stand before them."""


def _room_below(block: QTextBlock) -> int:
    """Pixels between a paragraph and the next; lines of code stand close together."""
    if block.blockFormat().hasProperty(_CODE) and block.next().blockFormat().hasProperty(_CODE):
        return 0
    is_close = block.blockFormat().headingLevel() or block.textList() is not None
    return px(4 if is_close else 10)


def _ground_of(block: QTextBlock) -> str:
    """The colour behind a line of a difference (code in the language ``diff``); empty for none."""
    language = block.blockFormat().property(QTextFormat.Property.BlockCodeLanguage)
    text = block.text()
    is_name = text.startswith(("--- ", "+++ "))
    return _GROUNDS.get(text[:1], "") if language == "diff" and not is_name else ""


class ResponseView(QTextBrowser):
    """One text, rendered or as it is."""

    def __init__(self, name: str) -> None:
        super().__init__(openLinks=False, openExternalLinks=False)
        self.setAccessibleName(name)
        self.setProperty("kind", "reading")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(px(_BADGE + 8))
        self._images: Mapping[str, QImage] = {}
        self._scaled: dict[str, QImage] = {}
        self._zoom = self._fitted_to = 0
        self._source: str | None = None
        self._shown = ""
        self._is_plain = False
        self._budget = BUDGET
        self._marked: Sequence[Marked] = ()
        self._rest = QWidget(self)
        self._how_much = label("", "warn")
        row(
            self._how_much,
            button(t("Show more"), self.show_more, kind="link"),
            on=self._rest,
            pad=TIGHT,
            gap=GAP,
            grow=0,
        )
        self._rest.hide()
        self._passages: Passages | None = None
        self._found: list[QTextEdit.ExtraSelection] = []
        self._quotes: list[QTextEdit.ExtraSelection] = []
        self._blocks: list[QTextEdit.ExtraSelection] = []
        self._numbers: list[tuple[int, Marked]] = []

    def show_text(
        self, text: str, images: Mapping[str, QImage] | None = None, *, plain: bool = False
    ) -> None:
        """Shows a text; of one that would keep the window waiting only the beginning, and says so.

        Args:
            text: As a system or an author wrote it.
            images: The project's images by the path the text may name.
            plain: Whether it is shown as it is, without rendering.
        """
        if text == self._source and _keys(images or {}) == _keys(self._images):
            return
        self._source, self._images, self._is_plain = text, images or {}, plain
        self._budget, self._marked = BUDGET, ()
        self._quotes, self._numbers, self._found, self._blocks = [], [], [], []
        self._render()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def show_more(self) -> None:
        """Shows more of a text that was too long to be shown at once."""
        self._budget *= _MORE
        at = self.verticalScrollBar().value()
        self._found, self._blocks = [], []
        self._render()
        self.verticalScrollBar().setValue(at)
        self.mark_quotes(self._marked)

    def zoom(self, by: int) -> None:
        """Shows images larger or smaller, by some steps; the place that is read stays in sight."""
        self._zoom = min(max(self._zoom + by, -_MOST_ZOOM), _MOST_ZOOM)
        bar = self.verticalScrollBar()
        at = bar.value() / max(bar.maximum(), 1)
        self._render()
        self.mark_quotes(self._marked)
        bar.setValue(round(at * bar.maximum()))

    def _render(self) -> None:
        source = self._source or ""
        self._shown = shown = portion(source, is_plain=self._is_plain, budget=self._budget)
        self._passages, self._scaled = None, {}
        self.setExtraSelections([])
        if self._is_plain or len(shown) > _LONGEST_RENDERED:
            self.setPlainText(shown)
        else:
            features = QTextDocument.MarkdownFeature
            self.document().setMarkdown(
                shown, features.MarkdownDialectGitHub | features.MarkdownNoHTML
            )
            self._tidy()
            self._fit_images()
        self._how_much.setText(
            t(
                "This text is very long or has very large tables. Only its beginning is "
                "shown: {n} of {total} characters.",
                n=number(len(shown)),
                total=number(len(source)),
            )
        )
        self._rest.setVisible(len(shown) < len(source))
        self._place_rest()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """The note on what is not shown stays at the foot, and images are fitted to the width."""
        super().resizeEvent(event)
        self._place_rest()
        if self._image_room != self._fitted_to:
            self._fit_images()

    @property
    def _image_room(self) -> int:
        """The width for images; the same with a scrollbar as without, for they decide on it."""
        room = self.maximumViewportSize().width() - self.verticalScrollBar().sizeHint().width()
        return max(int(room - 2 * self.document().documentMargin()), 1)

    def _fit_images(self) -> None:
        """Gives each image its size; its line is no higher, as lines of text are."""
        self._fitted_to, self._scaled = self._image_room, {}
        document, whole_line = self.document(), QTextBlockFormat()
        whole_line.setLineHeight(0, QTextBlockFormat.LineHeightTypes.SingleHeight.value)
        found = document.find(_OBJECT)
        while not found.isNull():
            style = found.charFormat().toImageFormat()
            if style.isValid():
                name = QUrl(style.name())
                fitted = self.loadResource(QTextDocument.ResourceType.ImageResource.value, name)
                document.addResource(QTextDocument.ResourceType.ImageResource.value, name, fitted)
                style.setWidth(fitted.width())
                style.setHeight(fitted.height())
                found.mergeBlockFormat(whole_line)
                found.setCharFormat(style)
            found = document.find(_OBJECT, found)

    def _place_rest(self) -> None:
        high = 0 if self._rest.isHidden() else self._rest.heightForWidth(self.width())
        self.setViewportMargins(0, 0, 0, max(high, 0))
        self._rest.setGeometry(0, self.height() - high, self.width(), high)

    def _tidy(self) -> None:
        """Room between paragraphs, and headings in the window's own sizes."""
        block = self.document().begin()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        while block.isValid():
            cursor.setPosition(block.position())
            layout = QTextBlockFormat()
            level = block.blockFormat().headingLevel()
            if cursor.currentTable() is None:
                layout.setTopMargin(px(12 if level else 0))
                layout.setBottomMargin(_room_below(block))
                ground = _ground_of(block)
                if ground:
                    layout.setBackground(colour(ground))
            layout.setLineHeight(
                125, int(QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            )
            cursor.mergeBlockFormat(layout)
            if level:
                cursor.movePosition(cursor.MoveOperation.EndOfBlock, cursor.MoveMode.KeepAnchor)
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
        for path, image in self._images.items():
            if url == path or wanted == path.rpartition("/")[2]:
                if path not in self._scaled:
                    self._scaled[path] = _fitting(image, self._image_room, _STEP**self._zoom)
                return self._scaled[path]
        return QImage()

    @property
    def passages(self) -> Passages:
        """The text beside its rendered form."""
        if self._passages is None:
            self._passages = Passages(self._shown, self.document().toPlainText())
        return self._passages

    def selected_quote(self) -> Quote | None:
        """What is marked, as the response says it; None where nothing is."""
        cursor = self.textCursor()
        if not cursor.hasSelection():
            return None
        text = self.document().toPlainText()
        found = self.passages.in_source(
            characters(text, cursor.selectionStart()), characters(text, cursor.selectionEnd())
        )
        if found is None:
            return None
        start, end = found
        return Quote(quote=(self._source or "")[start:end], start=start, end=end)

    def clear_selection(self) -> None:
        """Nothing is marked any more; the place stays."""
        cursor = self.textCursor()
        if cursor.hasSelection():
            cursor.clearSelection()
            self.setTextCursor(cursor)

    def mark_quotes(self, marked: Sequence[Marked]) -> None:
        """Marks passages; the current checkpoint's stand out."""
        self._quotes, self._numbers, self._marked = [], [], marked
        text = self.document().toPlainText()
        for item in marked:
            place = self._place(item.quote)
            if place is None:
                continue
            line = "accent" if item.is_underlined else ""
            style = text_style(ground=_ground(item), ink="text", line=line)
            self._quotes.append(selection(self.document(), text, *place, style))
            if item.number:
                self._numbers.append((units(text, place[0]), item))
        self._apply()
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """The numbers of the checkpoints stand in the margin beside what is quoted for them."""
        super().paintEvent(event)
        if not self._numbers:
            return
        painter = QPainter(self.viewport())
        low = 0
        for place, item in sorted(self._numbers, key=lambda pair: pair[0]):
            rect = self.cursorRect(cursor_at(self.document(), place))
            low = max(rect.top(), low)
            badge = QRect(px(3), low, px(_BADGE), rect.height())
            painter.fillRect(badge, _ground(item))
            painter.setPen(colour("text"))
            painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, str(item.number))
            low = badge.bottom() + 1

    def show_quote(self, quote: Quote) -> None:
        """Scrolls to a passage."""
        while len(self._shown) < min(quote.end or 0, len(self._source or "")):
            self.show_more()
        place = self._place(quote)
        if place is not None:
            at = units(self.document().toPlainText(), place[0])
            self.setTextCursor(cursor_at(self.document(), at))

    def shown_place(self, start: int, end: int) -> int | None:
        """Where a stretch of the text begins in the document; None where it is not shown."""
        found = self.passages.in_rendered(start, end) if end <= len(self._shown) else None
        return None if found is None else units(self.document().toPlainText(), found[0])

    def mark_blocks(self, marked: Sequence[QTextEdit.ExtraSelection]) -> None:
        """Gives paragraphs a look of their own, below the marks of quotes."""
        self._blocks = list(marked)
        self._apply()

    def scroll_to(self, place: int) -> None:
        """Scrolls so that a place of the document is at the top, as far as that goes."""
        layout = self.document().documentLayout()
        block = self.document().findBlock(place)
        self.verticalScrollBar().setValue(round(layout.blockBoundingRect(block).top()))

    def _place(self, quote: Quote) -> tuple[int, int] | None:
        source = self._source or ""
        start = quote.start
        if start is None or source[start : quote.end] != quote.quote:
            start = source.find(quote.quote)
        if not 0 <= start < len(self._shown):
            return None
        return self.passages.in_rendered(start, start + len(quote.quote))

    def find_all(self, words: str) -> int:
        """Marks every place of some words; returns how many there are."""
        self._found = []
        cursor = QTextCursor(self.document())
        while words:
            cursor = self.document().find(words, cursor)
            if cursor.isNull() or len(self._found) >= 500:
                break
            mark = QTextEdit.ExtraSelection()
            mark.cursor, mark.format = cursor, text_style(ground="selection")
            self._found.append(mark)
        self._apply()
        return len(self._found)

    def go_to(self, place: int) -> None:
        """Scrolls to one of the places found."""
        if self._found:
            self.setTextCursor(QTextCursor(self._found[place % len(self._found)].cursor))

    def select_sentence(self, place: int) -> None:
        """Marks the sentence around one of the places found, and scrolls to it."""
        if not self._found:
            self.clear_selection()
            return
        found = self._found[place % len(self._found)].cursor
        block = found.block()
        text, at = block.text(), found.selectionStart() - block.position()
        start, end = sentence_around(text, characters(text, at))
        first, last = (block.position() + units(text, at) for at in (start, end))
        self.setTextCursor(cursor_at(self.document(), first, last))

    def _apply(self) -> None:
        self.setExtraSelections([*self._blocks, *self._quotes, *self._found])


def _keys(images: Mapping[str, QImage]) -> dict[str, int]:
    return {path: image.cacheKey() for path, image in images.items()}


def _ground(item: Marked) -> QColor:
    if item.number:
        return tint(item.number, is_strong=item.is_current)
    usual = "mark_strong" if item.is_current else "mark"
    return colour(f"{item.tone}_soft" if item.tone else usual)


def _fitting(image: QImage, width: int, zoom: float) -> QImage:
    """An image no wider than the page, or so much larger or smaller than that."""
    wanted = round(min(image.width(), width) * zoom)
    if wanted == image.width():
        return image
    return image.scaledToWidth(max(wanted, 1), Qt.TransformationMode.SmoothTransformation)
