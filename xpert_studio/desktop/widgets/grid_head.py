"""The head of a grid: names over as many lines as they need, and which column the rows go by."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from PySide6.QtCore import (
    QPointF,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QPainter,
    QPolygonF,
)
from PySide6.QtWidgets import (
    QHeaderView,
    QTableView,
)

from xpert_studio.desktop.look import GAP, TIGHT, colour, px, type_of
from xpert_studio.desktop.widgets.grid import Grid

_ARROW: Final = 8
_MOST_LINES: Final = 3
_LONGEST: Final = 16
"""Letters of a word that a column makes room for; names of systems may be of any length."""
_WRAP: Final = int(Qt.TextFlag.TextWordWrap)


class GridHead(QHeaderView):
    """Paints the names of the columns of a grid.

    Args:
        grid: Whose columns.
        view: Where it stands.
    """

    def __init__(self, grid: Grid, view: QTableView) -> None:
        super().__init__(
            Qt.Orientation.Horizontal,
            view,
            sectionsClickable=True,
            highlightSections=False,
            minimumSectionSize=px(40),
        )
        self._grid = grid
        self._sorted: tuple[int, bool] = (-1, False)
        self._waits = False
        self.setMouseTracking(True)
        self.sectionResized.connect(lambda *_: self.grow())
        grid.modelReset.connect(self.grow)

    def mark_sorted(self, section: int, *, descending: bool) -> None:
        """Shows by which column the rows go; by none where it is negative."""
        self._sorted = (section, descending)
        self.viewport().update()

    def grow(self) -> None:
        """As high as the name with the most lines."""
        if not self._waits:
            self.setFixedHeight(self.sizeHint().height())

    @contextmanager
    def grown_once(self) -> Iterator[None]:
        """Takes its height when all columns have theirs, not after each."""
        before, self._waits = self._waits, True
        yield
        self._waits = before
        self.grow()

    def needed(self, section: int) -> int:
        """How wide a column must be for the longest word of its name."""
        metrics, whole = QFontMetrics(self._font()), QRect(0, 0, 1000, 10)
        longest = max(
            metrics.horizontalAdvance(word[:_LONGEST]) for word in self._name(section).split(" ")
        )
        return longest + whole.width() - self._room(whole, section).width() + 2

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Room for the names of all columns that are shown, at the widths they have."""
        metrics = QFontMetrics(self._font())
        lines = 1
        for section in (one for one in range(self.count()) if not self.isSectionHidden(one)):
            width = self._room(QRect(0, 0, self.sectionSize(section), 10), section).width()
            bounds = metrics.boundingRect(QRect(0, 0, width, 10_000), _WRAP, self._name(section))
            lines = max(lines, round(bounds.height() / metrics.lineSpacing()))
        high = min(lines, _MOST_LINES) * metrics.lineSpacing() + 2 * px(GAP)
        return QSize(super().sizeHint().width(), high)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:  # noqa: N802
        """Paints the ground, the name, and the arrow."""
        painter.save()
        painter.fillRect(rect, colour("sunken"))
        painter.setPen(colour("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        is_sorted = self._sorted[0] == section
        painter.setFont(self._font())
        painter.setPen(colour("text" if is_sorted else "muted"))
        room = self._room(rect, section)
        painter.drawText(room, self._grid.alignment(section) | _WRAP, self._shown(room, section))
        if is_sorted:
            self._draw_arrow(painter, rect, section)
        painter.restore()

    def _shown(self, room: QRect, section: int) -> str:
        """The name, cut where it needs more lines than there are."""
        metrics = QFontMetrics(self._font())
        name = self._name(section)
        bounds = metrics.boundingRect(QRect(0, 0, room.width(), 10_000), _WRAP, name)
        if bounds.height() <= room.height() and bounds.width() <= room.width():
            return name
        most = max(1, room.height() // metrics.lineSpacing())
        wide = room.width() * most - metrics.averageCharWidth() * 2 * (most - 1)
        return metrics.elidedText(name, Qt.TextElideMode.ElideRight, wide)

    def _draw_arrow(self, painter: QPainter, rect: QRect, section: int) -> None:
        size = px(_ARROW)
        is_figure = self._grid.columns[section].is_figure
        left = rect.left() + px(TIGHT) if is_figure else rect.right() - size - px(TIGHT)
        middle, down = rect.center().y(), size / 4 if self._sorted[1] else -size / 4
        ends = (
            (left, middle - down),
            (left + size, middle - down),
            (left + size / 2, middle + down),
        )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("accent"))
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in ends]))

    def _room(self, rect: QRect, section: int) -> QRect:
        """Where the name stands: beside the arrow, whether there is one now or not."""
        inner = rect.adjusted(px(GAP), px(TIGHT), -px(GAP), -px(TIGHT))
        if not 0 <= section < len(self._grid.columns) or not self._grid.columns[section].sorts:
            return inner
        arrow = px(_ARROW) - px(TIGHT)
        is_figure = self._grid.columns[section].is_figure
        return inner.adjusted(arrow if is_figure else 0, 0, 0 if is_figure else -arrow, 0)

    def _name(self, section: int) -> str:
        columns = self._grid.columns
        return " ".join(columns[section].head.split()) if section < len(columns) else ""

    def _font(self) -> QFont:
        return type_of(self.font(), "small", is_strong=True)
