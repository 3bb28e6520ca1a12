"""How a cell of the table of tasks looks: the title first, the stage on a coloured ground."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter

from xpert_studio.desktop.look import px
from xpert_studio.desktop.names import STAGE_TONES, STAGES
from xpert_studio.desktop.parts.painted_chip import draw_chip
from xpert_studio.desktop.parts.rows import Index, strong
from xpert_studio.desktop.parts.tables import PagedDelegate
from xpert_studio.desktop.wording import t
from xpert_studio.workflow.views import TaskRow

_STAGE_COLUMN = 1


class TaskDelegate(PagedDelegate):
    """Draws one cell."""

    def draw(self, painter: QPainter, rect: QRect, row: TaskRow, index: Index) -> None:
        """Draws the words."""
        if index.column() == _STAGE_COLUMN:
            top = rect.center().y() - px(10)
            words, tone = t(STAGES[row.stage]), STAGE_TONES[row.stage]
            draw_chip(painter, rect.left(), top, words, tone, room=rect.width())
            return
        if index.column() == 0:
            painter.setFont(strong(painter.font()))
        self.words(painter, rect, index, "text" if index.column() == 0 else "muted")
