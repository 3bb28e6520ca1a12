"""How a line of the rubric looks, and how its text is edited in place."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QKeyEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from xpert_studio.desktop.kit import (
    colour,
    draw_chip,
    draw_text,
    pixmap,
    px,
    text_height,
    type_size,
    with_plain_breaks,
)
from xpert_studio.desktop.pages.task.rubric.line_editor import LineEditor
from xpert_studio.desktop.pages.task.rubric.model import (
    COMMENTS_ROLE,
    DIMENSION,
    FINDINGS_ROLE,
    LINE_ROLE,
    READ_ROLE,
    TEXT,
    WORDS_ROLE,
    RubricRow,
    RubricTable,
)
from xpert_studio.lint import Finding, Level
from xpert_studio.workflow.revision_diff import WordOp, Words

Index = QModelIndex | QPersistentModelIndex


class LineDelegate(QStyledItemDelegate):
    """Paints cells and makes the editor.

    Signals:
        opened: An editor is there; the ``LineEditor``.
    """

    opened = Signal(object)

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._table = table
        self.editor: LineEditor | None = None

    # Editing.

    def createEditor(  # noqa: N802 - Qt's name
        self, parent: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> QWidget:
        """The editor for a text."""
        line: RubricRow = index.data(LINE_ROLE)
        editor = LineEditor(line.key, parent)
        editor.grew.connect(lambda: self._grow(QPersistentModelIndex(index)))
        self.editor = editor
        editor.destroyed.connect(lambda: self._forget(editor))
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:  # noqa: N802 - Qt's name
        """Fills the editor; what a person has typed is never replaced."""
        assert isinstance(editor, LineEditor)
        is_filled = bool(editor.property("filled"))
        text = str(index.data(Qt.ItemDataRole.EditRole) or "")
        if editor.is_touched or (is_filled and editor.toPlainText() == with_plain_breaks(text)):
            return
        editor.fill(text)
        editor.setProperty("filled", True)
        editor.mark_findings(index.data(FINDINGS_ROLE) or ())
        if not is_filled:
            self.opened.emit(editor)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:  # noqa: N802
        """Hands the text over; one that nobody has edited takes nothing back that others wrote."""
        assert isinstance(editor, LineEditor)
        line: RubricRow = index.data(LINE_ROLE)
        if editor.is_touched or line.is_new:
            model.setData(index, editor.toPlainText(), Qt.ItemDataRole.EditRole)

    def updateEditorGeometry(  # noqa: N802 - Qt's name
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """All of the cell."""
        rect: QRect = option.rect
        editor.setGeometry(rect.adjusted(0, 1, 0, -1))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """The editor deals with its own keys."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return False
        return super().eventFilter(watched, event)

    def _grow(self, index: QPersistentModelIndex) -> None:
        if index.isValid():
            self._table.resizeRowToContents(index.row())

    def _forget(self, editor: LineEditor) -> None:
        if self.editor is editor:
            self.editor = None

    # Drawing.

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 - Qt's name
        """As high as the text, or the editor, needs."""
        width = self._table.columnWidth(index.column())
        least = px(38)
        if index.column() == TEXT:
            line: RubricRow = index.data(LINE_ROLE)
            if self.editor is not None and self.editor.key == line.key:
                return QSize(width, max(least, self.editor.wanted_height()))
            words: Sequence[Words] = index.data(WORDS_ROLE) or ()
            text = joined(words) if words else line.text
            high = text_height(text, self._table.font(), width - px(16)) + px(18)
            below = self._below(line)
            high += text_height(below, self._small(), width - px(16)) + px(2) if below else 0
            return QSize(width, max(least, high))
        if index.column() == DIMENSION:
            text = str(index.data() or "")
            return QSize(
                width, max(least, text_height(text, self._table.font(), width - px(16)) + px(18))
            )
        return QSize(width, least)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paints one cell."""
        painter.save()
        rect: QRect = option.rect
        state = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colour("selection"))
        painter.setPen(colour("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        line: RubricRow = index.data(LINE_ROLE)
        inner = rect.adjusted(px(8), px(8), -px(8), -px(8))
        match index.column():
            case 0:
                self._number(painter, inner, line, str(index.data()))
            case 1:
                self._text(painter, inner, line, index)
            case 2:
                self._tier(painter, inner, line, str(index.data()))
            case 3:
                self._plain(painter, inner, str(index.data()), bold=True)
            case 4:
                self._plain(painter, inner, str(index.data() or "–"))
            case 5:
                self._marks(painter, inner, index)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(1, 1, -2, -2))
        painter.restore()

    def _text(self, painter: QPainter, rect: QRect, line: RubricRow, index: Index) -> None:
        words: Sequence[Words] = index.data(WORDS_ROLE) or ()
        if words:
            draw_text(painter, rect, joined(words), changed=stretches(words))
        else:
            draw_text(painter, rect, line.text, underlined(index.data(FINDINGS_ROLE) or ()))
        below = self._below(line)
        if below:
            text = joined(words) if words else line.text
            top = text_height(text, self._table.font(), rect.width()) + px(2)
            painter.setFont(self._small())
            draw_text(painter, rect.adjusted(0, top, 0, 0), below, tone="muted")

    def _below(self, line: RubricRow) -> str:
        """How a line is answered: in a word where it can be edited, else all that is known."""
        model = self._table.model()
        if not isinstance(model, RubricTable):
            return line.settings_text()
        return line.badge if model.is_open else line.settings_text(is_rating=model.is_rating)

    def _small(self) -> QFont:
        small = QFont(self._table.font())
        small.setPixelSize(type_size("small"))
        return small

    def _number(self, painter: QPainter, rect: QRect, line: RubricRow, text: str) -> None:
        painter.setPen(colour("muted"))
        painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, text)
        if line.drafted_by:
            painter.drawPixmap(rect.left() - px(2), rect.top(), pixmap("sparkles", "important", 14))

    def _tier(self, painter: QPainter, rect: QRect, line: RubricRow, text: str) -> None:
        if not text:
            self._plain(painter, rect, "–")
            return
        tone = line.tier.value.lower() if line.tier else "optional"
        draw_chip(painter, rect.left(), rect.top(), text, tone, room=rect.width() + px(6))

    def _plain(self, painter: QPainter, rect: QRect, text: str, *, bold: bool = False) -> None:
        font = QFont(painter.font())
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(colour("text" if bold else "muted"))
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        painter.drawText(rect, int(flags) | int(Qt.TextFlag.TextWordWrap), text)

    def _marks(self, painter: QPainter, rect: QRect, index: Index) -> None:
        findings: Sequence[Finding] = index.data(FINDINGS_ROLE) or ()
        comments = index.data(COMMENTS_ROLE) or ()
        left = rect.left()
        if findings:
            is_error = any(finding.level is Level.ERROR for finding in findings)
            painter.drawPixmap(
                left, rect.top(), pixmap("triangle-alert", "bad" if is_error else "warn", 16)
            )
            left += px(18)
            painter.setPen(colour("bad" if is_error else "warn"))
            painter.drawText(left, rect.top() + px(13), str(len(findings)))
            left += px(14)
        if comments:
            painter.drawPixmap(left, rect.top(), pixmap("message-square", "accent", 16))
            left += px(18)
        if index.data(READ_ROLE):
            painter.drawPixmap(left, rect.top(), pixmap("check", "good", 16))


def joined(words: Sequence[Words]) -> str:
    """The text with what went and what came."""
    return "".join(part.text for part in words)


def stretches(words: Sequence[Words]) -> list[tuple[int, int, str]]:
    """Where in ``joined`` something went or came."""
    found, at = [], 0
    for part in words:
        end = at + len(part.text)
        if part.op is not WordOp.SAME:
            found.append((at, end, "bad" if part.op is WordOp.REMOVED else "good"))
        at = end
    return found


def underlined(findings: Sequence[Finding]) -> list[tuple[int, int, str]]:
    """Where to underline, and in which colour."""
    return [
        (finding.start, finding.end, "bad" if finding.level is Level.ERROR else "warn")
        for finding in findings
        if finding.start is not None and finding.end is not None
    ]
