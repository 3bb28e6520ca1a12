"""A chart in the window: drawn sharp at every size, and each of its marks opens what it stands for.

The mouse and the arrow keys walk over the marks; Enter or a click opens the one they are at. The
right button, the menu key or the small button in the corner save it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import ceil
from typing import Final

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolTip

from xpert_studio.core.wording import t
from xpert_studio.desktop.look import GAP, SPACE, colour, px
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.chart_painter import Letters, paint
from xpert_studio.desktop.widgets.labels import Card, label, tool
from xpert_studio.desktop.widgets.layouts import column, row
from xpert_studio.desktop.widgets.saving_files import save_chart_as
from xpert_studio.desktop.widgets.shown_text import hint as plain_hint
from xpert_studio.report.charts import Chart, ChartLayout, Mark, Target, layout

_WIDEST: Final = 1200.0
"""A chart grows with its page up to so many of its pixels; more would only pull it apart."""
_NARROWEST: Final = 300.0
_KEPT: Final = 3
_EDGE: Final = 6.0
"""Around the drawing, for the frame that shows the focus."""


class ChartView(QLabel):
    """Shows one chart; a label, for screen readers are told of no other widget as a picture.

    Signals:
        opened: The user wants to see what a mark stands for: its target.
    """

    opened = Signal(object)

    def __init__(self) -> None:
        super().__init__(pixmap=QPixmap(1, 1))  # makes it a picture and is not drawn
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.chart: Chart | None = None
        self._letters = Letters(self.font())
        self._layouts: dict[tuple[int, float], ChartLayout] = {}
        self._picture: QPixmap | None = None
        self._at: int | None = None
        self.chosen: Target = ()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    @property
    def shown(self) -> ChartLayout:
        """Where everything of the chart lies at this width; nothing without one."""
        return self._laid_out(self.width())

    @property
    def mark(self) -> Mark | None:
        """The mark that the mouse or the keys are at."""
        return None if self._at is None else self.shown.marks[self._at]

    def show_chart(self, chart: Chart | None) -> None:
        """Shows another chart; nothing where None."""
        self.chart, self._at = chart, None
        self._layouts.clear()
        self._lay_out()
        self._name()

    def choose(self, target: Target) -> None:
        """Marks what the page shows of the chart: a disc at its mark; none where empty."""
        self.chosen = target
        self.update()

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        """A chart is as high as its layout for a width."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """Its height at a width, in pixels."""
        high = self._laid_out(width).height + 2 * _EDGE
        return ceil(high * self.zoom) if self.chart else 0

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Half a page."""
        width = round(1.6 * _NARROWEST * self.zoom)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As narrow as can still be read."""
        return QSize(round(_NARROWEST * self.zoom) if self.chart else 0, 0)

    @property
    def zoom(self) -> float:
        """Pixels of the window in one of the layout's: the size of texts."""
        return px(100) / 100

    def _laid_out(self, width: int) -> ChartLayout:
        """The layout for a width; those of the last widths are kept, for Qt asks often."""
        if self.chart is None:
            return ChartLayout(0, 0, (), ())
        at = width, self.zoom
        if at not in self._layouts:
            if len(self._layouts) > _KEPT:
                self._layouts.clear()
            room = min(max(width / self.zoom, _NARROWEST), _WIDEST) - 2 * _EDGE
            self._layouts[at] = layout(self.chart, room, self._letters.measure)
        return self._layouts[at]

    def _lay_out(self) -> None:
        """Draws anew; another font has other layouts, another parent tells of none."""
        if not self._letters.are_of(self.font()):
            self._letters = Letters(self.font())
            self._layouts.clear()
        self._fit()

    def _fit(self) -> None:
        """Takes the height of the chart at this width."""
        self._picture = None
        self.updateGeometry()
        self.setFixedHeight(self.heightForWidth(self.width()))
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """The height follows the width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Another theme or font is another picture."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.StyleChange, QEvent.Type.FontChange} and self.chart:
            self._lay_out()

    def _painted(self) -> QPixmap:
        """The drawing at this size: painted once, not again whenever the mouse moves."""
        ratio = self.devicePixelRatioF()
        size = (self.size() * ratio).toTuple()
        if self._picture is None or self._picture.size().toTuple() != size:
            self._picture = QPixmap(self.size() * ratio)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._picture)
            painter.scale(self.zoom, self.zoom)
            painter.translate(_EDGE, _EDGE)
            paint(painter, self.shown, self._letters)
            painter.end()
        return self._picture

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paints the chart, and a frame around the mark the user is at."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawPixmap(0, 0, self._painted())
        self._paint_chosen(painter)
        if mark := self.mark:
            width = 2.0 if self.hasFocus() else 1.2
            painter.setPen(QPen(colour("accent" if mark.target else "border_strong"), width))
            painter.drawRoundedRect(self.place_of(mark).adjusted(-2, -2, 2, 2), px(4), px(4))
        if self.hasFocus():
            painter.setPen(QPen(colour("accent"), 2.0))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), px(4), px(4))

    def _paint_chosen(self, painter: QPainter) -> None:
        """A filled disc behind the marks of what the page shows: rings mean something else."""
        ground = QColor(colour("accent"))
        ground.setAlphaF(0.35)
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        for mark in self.shown.marks:
            if self.chosen and mark.target == self.chosen:
                painter.drawEllipse(self.place_of(mark).center(), px(14), px(14))
        painter.restore()

    def place_of(self, mark: Mark) -> QRectF:
        """Where a mark lies in the widget."""
        x, y, zoom = mark.x + _EDGE, mark.y + _EDGE, self.zoom
        return QRectF(x * zoom, y * zoom, mark.width * zoom, mark.height * zoom)

    def mark_at(self, position: QPointF) -> int | None:
        """The number of the mark nearest to a position inside it; None where there is none."""
        hit = [
            (QLineF(self.place_of(mark).center(), position).length(), place)
            for place, mark in enumerate(self.shown.marks)
            if self.place_of(mark).contains(position)
        ]
        return min(hit)[1] if hit else None

    def _go_to(self, place: int | None) -> None:
        if place != self._at:
            self._at = place
            can_open = self.mark and self.mark.target
            self.setCursor(
                Qt.CursorShape.PointingHandCursor if can_open else Qt.CursorShape.ArrowCursor
            )
            self._name()
            self.update()

    def _name(self) -> None:
        said = self.mark.label if self.mark else ""
        self.setAccessibleName(self.chart.description if self.chart else "")
        self.setAccessibleDescription(said)
        self.setToolTip(plain_hint(said))

    def _open(self) -> None:
        if self.mark is not None and self.mark.target:
            self.opened.emit(self.mark.target)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """The mark under the mouse stands out."""
        self._go_to(self.mark_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Without the mouse, only the keys are at a mark."""
        if not self.hasFocus():
            self._go_to(None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """A click opens the mark."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._go_to(self.mark_at(event.position()))
            self._open()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Arrows walk over the marks, Enter opens."""
        count = len(self.shown.marks)
        steps = {
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_Left: -1,
        }
        key = Qt.Key(event.key())
        if count and key in steps:
            start = -1 if steps[key] > 0 else count
            self._go_to(
                max(0, min(count - 1, (start if self._at is None else self._at) + steps[key]))
            )
            self._tell()
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self._open()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """No mark is current any more."""
        super().focusOutEvent(event)
        self._go_to(None)

    def _tell(self) -> None:
        if mark := self.mark:
            corner = self.place_of(mark).bottomLeft().toPoint()
            QToolTip.showText(self.mapToGlobal(corner), mark.label, self)


class ChartCard(Card):
    """Shows a chart with what belongs to it; hides while there is none.

    Args:
        shell: Where it stands.
        title: What the chart answers; also the name that its file is offered.
        reading: How to read it.

    Signals:
        opened: The user wants to see what a mark stands for: its target.
    """

    opened = Signal(object)

    def __init__(self, shell: Shell, title: str, reading: str = "") -> None:
        super().__init__()
        self._shell = shell
        self.title = label("", "heading")
        self.reading = label(reading, "muted")
        self.save = tool("download", "", self.ask_to_save)
        self.show_title(title)
        self.view = ChartView()
        self.view.opened.connect(self.opened)
        self.view.addAction(t("Save the chart…"), self.ask_to_save)
        head = row(column(self.title, self.reading, gap=2), column(self.save, 1), grow=0)
        # Beside a higher one, what is left stays below.
        column(head, self.view, 1, on=self, pad=SPACE, gap=GAP)
        self.reading.setVisible(bool(reading))

    def show_title(self, title: str) -> None:
        """Names the chart, and what saves it."""
        self.title.setText(title)
        words = t("Save the chart: {title}", title=title)
        self.save.setToolTip(plain_hint(words))
        self.save.setAccessibleName(words)

    def show_chart(self, chart: Chart | None) -> None:
        """Shows another chart; without one the card hides."""
        self.view.show_chart(chart)
        if self.parent() is not None:  # shown before, it would become a window
            self.setVisible(chart is not None)

    @property
    def drawn(self) -> Callable[[], Chart] | None:
        """What gives the chart that is shown, with the title that its file needs."""
        if self.view.chart is None:
            return None
        titled = replace(self.view.chart, title=self.title.text())
        return lambda: titled

    def ask_to_save(self) -> None:
        """Asks for a file, and writes the chart to it."""
        save_chart_as(self, self._shell, self.title.text(), self.drawn)
