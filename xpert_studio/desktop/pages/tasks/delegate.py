"""How a task looks in the table: its title large enough to read, its stage as a coloured word."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from xpert_studio.desktop.look import colour, px
from xpert_studio.desktop.names import STAGE_TONES, STAGES
from xpert_studio.desktop.pages.tasks.model import ROW_ROLE
from xpert_studio.desktop.parts.painted_chip import draw_chip
from xpert_studio.desktop.wording import t
from xpert_studio.workflow.views import TaskRow

_STAGE_COLUMN = 1


class TaskDelegate(QStyledItemDelegate):
    """Draws one cell."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draws the ground, a line below, and the words."""
        painter.save()
        rect: QRect = option.rect
        state = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colour("selection"))
        painter.setPen(colour("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        row = index.data(ROW_ROLE)
        inner = rect.adjusted(px(8), 0, -px(8), 0)
        if isinstance(row, TaskRow):
            if index.column() == _STAGE_COLUMN:
                top = inner.center().y() - px(10)
                words, tone = t(STAGES[row.stage]), STAGE_TONES[row.stage]
                draw_chip(painter, inner.left(), top, words, tone, room=inner.width())
            else:
                self._words(painter, inner, index)
        else:
            painter.fillRect(
                inner.adjusted(0, px(13), -inner.width() // 3, -px(13)), colour("hover")
            )
        painter.restore()

    def _words(
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        font = QFont(painter.font())
        if index.column() == 0:
            font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(colour("text" if index.column() == 0 else "muted"))
        text = painter.fontMetrics().elidedText(
            str(index.data() or ""), Qt.TextElideMode.ElideRight, rect.width()
        )
        alignment = index.data(Qt.ItemDataRole.TextAlignmentRole)
        painter.drawText(rect, int(alignment), text)
