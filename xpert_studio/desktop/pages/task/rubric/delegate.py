"""How a line of the rubric looks, and how its text is edited in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from xpert_studio.core.lint import Finding, Level
from xpert_studio.core.wording import short, t
from xpert_studio.core.workflow.revision_diff import WordOp, WordRun
from xpert_studio.desktop.look import colour, pixmap, px, type_size
from xpert_studio.desktop.pages.task.rubric.line_editor import LineEditor, underlined
from xpert_studio.desktop.pages.task.rubric.model import (
    COMMENTS_ROLE,
    FINDINGS_ROLE,
    READ_ROLE,
    TEXT,
    WORDS_ROLE,
    RubricRow,
    RubricTable,
)
from xpert_studio.desktop.widgets.chips import draw_chip
from xpert_studio.desktop.widgets.drawn_text import draw_text, text_height
from xpert_studio.desktop.widgets.entries import ROW_ROLE, Index
from xpert_studio.desktop.widgets.texts import with_plain_breaks
from xpert_studio.desktop.widgets.wiring import wire
from xpert_studio.report.part_names import dimension_name

_PAD: Final = 4


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
        self.notes_key = ""
        self.notes_height = 0

    def createEditor(  # noqa: N802 - Qt's name
        self, parent: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> QWidget:
        """The editor for a text."""
        line: RubricRow = index.data(ROW_ROLE)
        editor = self.editor = LineEditor(line.id, parent)
        wire(
            (editor.grew, lambda: self._grow(QPersistentModelIndex(index))),
            (editor.destroyed, lambda: self._forget(editor)),
        )
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
        line: RubricRow = index.data(ROW_ROLE)
        if editor.is_touched or line.is_new:
            model.setData(index, editor.toPlainText(), Qt.ItemDataRole.EditRole)

    def updateEditorGeometry(  # noqa: N802 - Qt's name
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """All of the cell."""
        rect = QRect(option.rect)
        rect.setHeight(self._tags_top(index, rect.width()))
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

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 - Qt's name
        """As high as the text, or the editor, needs, and what is shown below it."""
        width, least = self._table.columnWidth(index.column()), px(32)
        if index.column() != TEXT:
            return QSize(width, least)
        line: RubricRow = index.data(ROW_ROLE)
        high = self._tags_top(index, width) + self._small_metrics().height() + px(_PAD)
        below = self._below(line)
        high += text_height(below, self._small(), width - px(16)) if below else 0
        return QSize(width, max(least, high) + self._notes(line))

    def notes_top(self, index: Index) -> int:
        """Where in its row the room for notes begins."""
        return self._table.rowHeight(index.row()) - self._notes(index.data(ROW_ROLE))

    def _notes(self, line: RubricRow) -> int:
        return self.notes_height if line.id == self.notes_key else 0

    def _tags_top(self, index: Index, width: int) -> int:
        line: RubricRow = index.data(ROW_ROLE)
        if self.editor is not None and self.editor.key == line.id:
            return self.editor.wanted_height()
        words: Sequence[WordRun] = index.data(WORDS_ROLE) or ()
        text = joined(words) if words else line.text
        return px(_PAD) + text_height(text, self._table.font(), width - px(16)) + px(1)

    def dimension_rect(self, index: Index) -> QRect:
        """Where the tag with a line's dimension stands, in the viewport."""
        rect = self._table.visualRect(self._table.model().index(index.row(), TEXT))
        metrics = self._small_metrics()
        wide = metrics.horizontalAdvance(_dimension(index.data(ROW_ROLE))) + px(8)
        top = rect.top() + self._tags_top(index, rect.width())
        return QRect(rect.left() + px(8), top, wide, metrics.height())

    def answer_rect(self, index: Index) -> QRect:
        """Where the tag that says how a line is answered stands, in the viewport."""
        line: RubricRow = index.data(ROW_ROLE)
        before = self.dimension_rect(index)
        wide = self._small_metrics().horizontalAdvance(line.answer) + px(8)
        return QRect(before.right() + px(4), before.top(), wide, before.height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paints one cell."""
        painter.save()
        rect, state = option.rect, option.state
        line: RubricRow = index.data(ROW_ROLE)
        if line.is_ghost:
            painter.fillRect(rect, colour("sunken"))
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colour("selection"))
        painter.setPen(colour("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        (self._number, self._text, self._tier, self._weight)[index.column()](
            painter, rect.adjusted(px(8), px(_PAD), -px(8), -px(_PAD)), line, index
        )
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(1, 1, -2, -2 - self._notes(line)))
        painter.restore()

    def _text(self, painter: QPainter, rect: QRect, line: RubricRow, index: Index) -> None:
        words: Sequence[WordRun] = index.data(WORDS_ROLE) or ()
        if words:
            draw_text(painter, rect, joined(words), changed=stretches(words))
        else:
            findings = () if line.is_ghost else index.data(FINDINGS_ROLE) or ()
            tone = "muted" if line.is_ghost else "text"
            draw_text(painter, rect, line.text, underlined(findings), tone=tone)
        top = rect.top() - px(_PAD) + self._tags_top(index, rect.width() + px(16))
        painter.setFont(self._small())
        high = self._small_metrics().height()
        self._tags(painter, QRect(rect.left(), top, rect.width(), high), line, index)
        if below := self._below(line):
            draw_text(painter, rect.adjusted(0, top + high - rect.top(), 0, 0), below, tone="muted")

    def _tags(self, painter: QPainter, rect: QRect, line: RubricRow, index: Index) -> None:
        """The dimension and what else there is to say of a line, from left to right."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("sunken"))
        left, grounds = rect.left(), [_dimension(line)]
        grounds += [line.answer] if self._is_open and not line.is_ghost else []
        for text in grounds:  # what a click changes
            wide = painter.fontMetrics().horizontalAdvance(text) + px(8)
            painter.drawRoundedRect(QRect(left, rect.top(), wide, rect.height()), px(3), px(3))
            left += wide + px(4)
        tags = [("", "muted", _dimension(line))]
        if line.is_ghost:
            is_here = index.row() == self._table.currentIndex().row()
            said = t("Suggestion: Tab accepts, Del rejects") if is_here else t("Suggestion")
            if line.rewords:
                rubric = index.model()
                place = rubric.place_of(line.rewords) if isinstance(rubric, RubricTable) else -1
                said = t("{said} (in place of {n})", said=said, n=place + 1)
            tags.append(("sparkles", "important", said))
        else:
            tags += self._told(line, index)
        left = rect.left() + px(4)
        for picture, tone, text in tags:
            if picture:
                painter.drawPixmap(left, rect.top() + px(1), pixmap(picture, tone, 13))
                left += px(16)
            room = max(rect.right() - left, 0)
            said = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)
            painter.setPen(colour(tone))
            flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(QRect(left, rect.top(), room, rect.height()), flags, said)
            left += painter.fontMetrics().horizontalAdvance(said) + px(12)

    def _told(self, line: RubricRow, index: Index) -> list[tuple[str, str, str]]:
        """Picture, colour and words of each tag after the dimension."""
        tags = [("", "accent" if line.badge else "muted", line.answer)] if self._is_open else []
        if index.data(READ_ROLE):
            tags.append(("check", "good", t("Read")))
        elif line.drafted_by:
            tags.append(("sparkles", "important", t("As drafted")))
        if comments := index.data(COMMENTS_ROLE):
            tags.append(("message-square", "accent", str(len(comments))))
        findings: Sequence[Finding] = index.data(FINDINGS_ROLE) or ()
        if findings and line.id != self.notes_key:
            tone = "bad" if any(finding.level is Level.ERROR for finding in findings) else "warn"
            tags.append(("triangle-alert", tone, short(findings[0].message, 90)))
        return tags

    @property
    def _is_open(self) -> bool:
        model = self._table.model()
        return isinstance(model, RubricTable) and model.is_open

    def _below(self, line: RubricRow) -> str:
        """How a line is answered where that cannot be edited; there its badge is a tag."""
        model = self._table.model()
        if self._is_open or not isinstance(model, RubricTable):
            return ""
        return line.settings_text(is_rating=model.is_rating)

    def _small(self) -> QFont:
        small = QFont(self._table.font())
        small.setPixelSize(type_size("small"))
        return small

    def _small_metrics(self) -> QFontMetrics:
        return QFontMetrics(self._small())

    def _number(self, painter: QPainter, rect: QRect, line: RubricRow, index: Index) -> None:
        if line.drafted_by:
            at = rect.topLeft() - QPoint(px(2), -px(2))
            painter.drawPixmap(at, pixmap("sparkles", "important", 14))
        painter.setPen(colour("muted"))
        text = "" if line.is_ghost else str(index.data())
        painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, text)

    def _tier(self, painter: QPainter, rect: QRect, line: RubricRow, index: Index) -> None:
        tone = line.tier.value.lower() if line.tier else "optional"
        text = str(index.data() or "–")
        draw_chip(painter, rect.left(), rect.top(), text, tone, room=rect.width() + px(6))

    def _weight(self, painter: QPainter, rect: QRect, line: RubricRow, index: Index) -> None:
        """The points, between the halves of the stepper that takes one off or adds one."""
        top = Qt.AlignmentFlag.AlignTop
        if self._is_open and not line.is_ghost:
            painter.setPen(colour("muted"))
            painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | top, "−")
            painter.drawText(rect, Qt.AlignmentFlag.AlignRight | top, "+")
        font = QFont(painter.font())
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(colour("muted" if line.is_ghost else "text"))
        painter.drawText(rect, Qt.AlignmentFlag.AlignHCenter | top, str(index.data()))


def _dimension(line: RubricRow) -> str:
    return dimension_name(line.dimension) or t("No dimension")


def joined(words: Sequence[WordRun]) -> str:
    """The text with what went and what came."""
    return "".join(part.text for part in words)


def stretches(words: Sequence[WordRun]) -> list[tuple[int, int, str]]:
    """Where in ``joined`` something went or came."""
    found, at = [], 0
    for part in words:
        end = at + len(part.text)
        if part.op is not WordOp.SAME:
            found.append((at, end, "bad" if part.op is WordOp.REMOVED else "good"))
        at = end
    return found
