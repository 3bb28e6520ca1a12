"""A picture of what the program is for: from a task to a leaderboard."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QWidget

from xpert_studio.core.wording import labelled, listed, mark, t
from xpert_studio.desktop.look import GAP, PAD, colour, pixmap, px, type_of

_STEPS: Final = (
    ("file-text", mark("Task"), mark("real work, with its materials")),
    ("list-checks", mark("Rubric"), mark("atomic checkpoints")),
    ("scale", mark("Judgment"), mark("by experts, blind, with reasons")),
    ("target", mark("Judge"), mark("a model that follows the experts")),
    ("trophy", mark("Leaderboard"), mark("systems compared, with intervals")),
)
_HEIGHT: Final = 112
_ARROW: Final = 30
_SIGN: Final = 26
_INNER: Final = 6


class PipelinePicture(QWidget):
    """The five steps, drawn in the colours of the theme."""

    def __init__(self) -> None:
        super().__init__(
            maximumHeight=px(_HEIGHT),
            accessibleName=t("From a task to a leaderboard"),
            accessibleDescription=listed(labelled(t(name), t(about)) for _, name, about in _STEPS),
        )
        self.setMinimumSize(px(420), px(_HEIGHT))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Wide enough for the words."""
        return QSize(px(860), px(_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paints a box for each step, and arrows between them."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        arrow = self._arrow_length()
        wide = (self.width() - (len(_STEPS) - 1) * arrow) / len(_STEPS)
        for place, (picture, name, about) in enumerate(_STEPS):
            left = place * (wide + arrow)
            box = QRectF(left + 1, 1, wide - 2, self.height() - 2)
            if place:
                self._arrow(painter, left - arrow, left, box.center().y())
            painter.setPen(QPen(colour("accent"), 1))
            painter.setBrush(colour("accent_soft"))
            painter.drawRoundedRect(box, px(8), px(8))
            painter.drawPixmap(
                QPointF(box.center().x() - px(_SIGN) / 2, box.top() + px(PAD)),
                pixmap(picture, "accent", _SIGN),
            )
            inner = box.toRect().adjusted(
                px(_INNER), px(PAD) + px(_SIGN) + px(4), -px(_INNER), -px(4)
            )
            self._words(painter, inner, t(name), t(about))

    def _arrow_length(self) -> float:
        """Arrows become shorter where a name would be cut."""
        letters = QFontMetrics(type_of(self.font(), is_strong=True))
        widest = max(letters.horizontalAdvance(t(name)) for _, name, _ in _STEPS) + 2 * px(_INNER)
        left = (self.width() - len(_STEPS) * (widest + px(2))) / (len(_STEPS) - 1)
        return max(px(_ARROW) / 2, min(px(_ARROW), left))

    def _words(self, painter: QPainter, room: QRect, name: str, about: str) -> None:
        above = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        painter.setFont(type_of(self.font(), is_strong=True))
        painter.setPen(colour("text"))
        painter.drawText(room, int(above), name)
        room.setTop(room.top() + painter.fontMetrics().height() + px(2))
        painter.setFont(type_of(self.font(), "small"))
        painter.drawText(room, int(above | Qt.TextFlag.TextWordWrap), about)

    def _arrow(self, painter: QPainter, left: float, right: float, middle: float) -> None:
        end, head = right - px(GAP) / 2, px(6)
        painter.setPen(QPen(colour("muted"), px(2)))
        painter.drawLine(QPointF(left + px(GAP) / 2, middle), QPointF(end - head, middle))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("muted"))
        points = ((end, 0), (end - head, -head * 0.7), (end - head, head * 0.7))
        painter.drawPolygon(QPolygonF([QPointF(x, middle + y) for x, y in points]))
