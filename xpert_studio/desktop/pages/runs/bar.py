"""How far a run is, as a bar: what was known, what was decided, what came to nothing, what is left."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from xpert_studio.desktop.kit import colour, number, px, t
from xpert_studio.records import Run

PARTS: Final = (("known", "border_strong"), ("ok", "good"), ("invalid", "warn"), ("error", "bad"))
"""The parts of a run's bar, and the colours they are drawn in."""


def draw_bar(painter: QPainter, rect: QRect, run: Run) -> None:
    """Draws the bar of a run; parts that there are get a pixel at least."""
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour("border"))
    painter.drawRect(rect)
    left, whole = rect.left(), max(run.planned, 1)
    for name, use in PARTS:
        count = getattr(run, name)
        if not count:
            continue
        width = max(1, round(rect.width() * count / whole))
        width = min(width, rect.right() + 1 - left)
        painter.fillRect(QRect(left, rect.top(), width, rect.height()), colour(use))
        left += width
    painter.restore()


class RunBar(QWidget):
    """The bar of one run, and in words for whoever does not see it."""

    def __init__(self) -> None:
        super().__init__()
        self._run: Run | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_run(self, run: Run) -> None:
        """Shows how far a run is."""
        self._run = run
        self.setAccessibleName(
            t(
                "{known} known, {ok} decided, {invalid} invalid, {error} errors of {total}",
                known=number(run.known),
                ok=number(run.ok),
                invalid=number(run.invalid),
                error=number(run.error),
                total=number(run.planned),
            )
        )
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As high as a finger is thick."""
        return QSize(px(200), px(10))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draws it."""
        if self._run is not None:
            draw_bar(QPainter(self), self.rect(), self._run)
