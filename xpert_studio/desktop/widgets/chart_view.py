"""A chart in the window: drawn sharp at every size, and each of its marks opens what it stands for.

The mouse and the arrow keys walk over the marks; Enter or a click opens the one they are at. The
right button, the menu key or the small button in the corner save it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QByteArray, QEvent, QLineF, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolTip, QWidget

from xpert_studio.core.wording import t
from xpert_studio.desktop.look import GAP, SPACE, colour, px
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.labels import Card, label, tool
from xpert_studio.desktop.widgets.layouts import column, row
from xpert_studio.desktop.widgets.saving_files import save_chart_as
from xpert_studio.report.charts import Chart, Mark
from xpert_studio.report.charts.palette import SANS, recoloured

_WIDEST: Final = 1.7
"""A chart grows with its page up to so many pixels a point, beyond which it looks coarse."""
_COLOURS: Final = {
    "var(--ink)": "text",
    "var(--rule)": "border",
    "var(--blue)": "accent",
    "var(--grey)": "muted",
    "var(--orange)": "warn",
    "var(--paper)": "surface",
}


class ChartView(QLabel):
    """Shows one chart; a label, for screen readers are told of no other widget as a picture.

    Signals:
        opened: The user wants to see what a mark stands for: its target.
    """

    opened = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, pixmap=QPixmap(1, 1))  # makes it a picture and is not drawn
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.chart: Chart | None = None
        self._wide, self._high = 0.0, 0.0
        self._marks: tuple[Mark, ...] = ()
        self._renderer: QSvgRenderer | None = None
        self._picture: QPixmap | None = None
        self._at: int | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    @property
    def mark(self) -> Mark | None:
        """The mark that the mouse or the keys are at."""
        return None if self._at is None else self._marks[self._at]

    def show_chart(self, chart: Chart | None) -> None:
        """Shows another chart; nothing where None."""
        self.chart, self._at = chart, None
        self._wide, self._high = (chart.width, chart.height) if chart else (0.0, 0.0)
        self._marks = chart.marks if chart else ()
        self._draw()
        self._name()
        self.updateGeometry()
        self._fit()
        self.update()

    # Size.

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        """A chart keeps its shape."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """Its height at a width, in pixels."""
        return round(self._high * self._scale(width))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As large as it was drawn for."""
        return (QSizeF(self._wide, self._high) * (px(100) / 100 * 1.25)).toSize()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Two thirds of what it was drawn for, at least; smaller letters are hard to read."""
        return QSize(round(self._wide * 0.66), 0)

    def _scale(self, width: int) -> float:
        return min(width / self._wide, _WIDEST * px(100) / 100) if self._wide else 1.0

    def _place(self) -> QRectF:
        """Where the drawing lies in the widget."""
        scale = self._scale(self.width())
        return QRectF(0, 0, self._wide * scale, self._high * scale)

    def _fit(self) -> None:
        self.setFixedHeight(self.heightForWidth(max(self.width(), self.minimumSizeHint().width())))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """The height follows the width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    # Drawing.

    def _draw(self) -> None:
        self._picture = self._renderer = None
        if self.chart is not None:
            values = {variable: colour(use).name() for variable, use in _COLOURS.items()}
            values[SANS] = f"'{self.font().family()}'"
            drawing = QByteArray(recoloured(self.chart.svg, values).encode())
            self._renderer = QSvgRenderer(drawing, self)

    def _drawn(self) -> QPixmap:
        """The drawing at this size: drawn once, not again whenever the mouse moves."""
        ratio = self.devicePixelRatioF()
        size = (self.size() * ratio).toTuple()
        if self._picture is None or self._picture.size().toTuple() != size:
            self._picture = QPixmap(self.size() * ratio)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._renderer is not None:
                self._renderer.render(painter, self._place())
            painter.end()
        return self._picture

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paints the chart, and a frame around the mark the user is at."""
        if self._renderer is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawPixmap(0, 0, self._drawn())
        if mark := self.mark:
            width = 2.0 if self.hasFocus() else 1.2
            painter.setPen(QPen(colour("accent" if mark.target else "border_strong"), width))
            painter.drawRoundedRect(self._rect(mark).adjusted(-2, -2, 2, 2), px(4), px(4))
        if self.hasFocus():
            painter.setPen(QPen(colour("accent"), 2.0))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), px(4), px(4))

    def _rect(self, mark: Mark) -> QRectF:
        scale = self._scale(self.width())
        return QRectF(mark.x * scale, mark.y * scale, mark.width * scale, mark.height * scale)

    # Walking and opening.

    def mark_at(self, position: QPointF) -> int | None:
        """The number of the mark nearest to a position inside it; None where there is none."""
        hit = [
            (QLineF(self._rect(mark).center(), position).length(), place)
            for place, mark in enumerate(self._marks)
            if self._rect(mark).contains(position)
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
        self.setAccessibleName(self.chart.description if self.chart else "")
        self.setAccessibleDescription(self.mark.label if self.mark else "")

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
        count = len(self._marks)
        steps = {
            Qt.Key.Key_Down: 1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Left: -1,
        }  # fmt: skip
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
            corner = self._rect(mark).bottomLeft().toPoint()
            QToolTip.showText(self.mapToGlobal(corner), mark.label, self)

    def event(self, event: QEvent) -> bool:
        """What a mark says stands beside the mouse."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            place = self.mark_at(QPointF(event.pos()))
            said = "" if place is None else self._marks[place].label
            QToolTip.showText(event.globalPos(), said, self)  # an empty one hides it
            return True
        return super().event(event)


# A chart on a page: its title, a sentence that says how to read it, and the way to save it.


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
        self.title = label(title, "heading")
        self.reading = label(reading, "muted")
        self.save = tool("download", t("Save the chart: {title}", title=title), self.ask_to_save)
        self.view = ChartView()
        self.view.opened.connect(self.opened)
        self.view.addAction(t("Save the chart…"), self.ask_to_save)
        head = row(column(self.title, self.reading, gap=2), column(self.save, 1), grow=0)
        # Beside a higher one, what is left stays below.
        column(head, self.view, 1, on=self, pad=SPACE, gap=GAP)
        self.reading.setVisible(bool(reading))

    def show_chart(self, chart: Chart | None) -> None:
        """Shows another chart; without one the card hides."""
        self.view.show_chart(chart)
        if self.parent() is not None:  # shown before, it would become a window
            self.setVisible(chart is not None)

    @property
    def drawn(self) -> Callable[[], Chart] | None:
        """What paints the chart that is shown."""
        chart = self.view.chart
        return None if chart is None else lambda: chart

    def ask_to_save(self) -> None:
        """Asks for a file, and writes the chart to it."""
        save_chart_as(self, self._shell, self.title.text(), self.drawn)
