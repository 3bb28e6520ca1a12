"""Layouts with the standard spacings."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TypeVar

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QBoxLayout,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from xpert_studio.desktop.look import GAP, SPACE, px


def least_width(part: QWidget) -> int:
    """The width below which a part is cut."""
    return max(part.minimumWidth(), part.minimumSizeHint().width())


Item = QWidget | QLayout | int | None
Pad = int | tuple[int, int, int, int]
"""The room around: the same on all sides, or left, above, right and below."""
Grow = int | tuple[int, ...] | None
"""The place that takes the room that is left, or the shares of the places in turn."""
Box = TypeVar("Box", bound=QBoxLayout)


def column(
    *items: Item, on: QWidget | None = None, pad: Pad = 0, gap: int = GAP, grow: Grow = None
) -> QVBoxLayout:
    """Things below each other; a number is a stretch, None is left out."""
    return _filled(QVBoxLayout() if on is None else QVBoxLayout(on), items, pad, gap, grow)


def row(
    *items: Item, on: QWidget | None = None, pad: Pad = 0, gap: int = GAP, grow: Grow = None
) -> QHBoxLayout:
    """Things beside each other; a number is a stretch, None is left out."""
    return _filled(QHBoxLayout() if on is None else QHBoxLayout(on), items, pad, gap, grow)


def _filled(made: Box, items: tuple[Item, ...], pad: Pad, gap: int, grow: Grow) -> Box:
    sides = pad if isinstance(pad, tuple) else (pad,) * 4
    made.setContentsMargins(*(px(side) if side else 0 for side in sides))
    made.setSpacing(px(gap) if gap else 0)
    for item in items:
        if isinstance(item, int):
            made.addStretch(item)
        elif isinstance(item, QLayout):
            made.addLayout(item)
        elif item is not None:
            made.addWidget(item)
    if isinstance(grow, int):
        made.setStretch(grow, 1)
    for place, share in enumerate(grow if isinstance(grow, tuple) else ()):
        made.setStretch(place, share)
    return made


class Sides(QWidget):
    """Things beside each other; below each other where there is too little room.

    Args:
        items: They, and what stands between them.
        narrow: In a narrower room they stand below each other, in pixels at 100 %; so they do where
            one of them would be cut.
        gap: The room between them.
        pad: The room around them.
        grow: Which of them takes the room that is left.

    Signals:
        turned: Whether they stand below each other now.
    """

    turned = Signal(bool)

    def __init__(
        self, *items: Item, narrow: int, gap: int = SPACE, pad: Pad = 0, grow: Grow = None
    ) -> None:
        super().__init__()
        self._narrow = narrow
        self._parts = [item for item in items if isinstance(item, QWidget)]
        self._box = row(*items, on=self, gap=gap, pad=pad, grow=grow)

    @property
    def _around(self) -> int:
        return self._box.contentsMargins().left() + self._box.contentsMargins().right()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As narrow as the widest part, for they can stand below each other."""
        widest = max(map(least_width, self._parts))
        return QSize(widest + self._around, super().minimumSizeHint().height())

    def event(self, event: QEvent) -> bool:
        """Another width may need another direction, and so may what is shown from now on."""
        is_done = super().event(event)
        if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest}:
            self._turn()
        return is_done

    def _turn(self) -> None:
        least = sum(map(least_width, self._parts)) + self._around
        least += self._box.spacing() * (len(self._parts) - 1)
        way, is_narrow = QBoxLayout.Direction, self.width() < max(px(self._narrow), least)
        wanted = way.TopToBottom if is_narrow else way.LeftToRight
        if wanted != self._box.direction():
            self._box.setDirection(wanted)
            self.turned.emit(is_narrow)


def grid(across: int, down: int, *, grow: tuple[int, ...] = ()) -> QGridLayout:
    """A grid with gaps of so many pixels at 100 %; the shares of its columns in what is left."""
    made = QGridLayout()
    made.setHorizontalSpacing(px(across))
    made.setVerticalSpacing(px(down))
    for place, share in enumerate(grow):
        made.setColumnStretch(place, share)
    return made


def put_in_row(layout: QGridLayout, line: int, *cells: QWidget) -> None:
    """Puts widgets into a line of a grid, from its first column on."""
    for place, cell in enumerate(cells):
        layout.addWidget(cell, line, place)


def box(layout: QLayout, *, name: str = "") -> QWidget:
    """A widget around a layout."""
    made = QWidget()
    made.setObjectName(name)
    layout.setParent(None)
    made.setLayout(layout)
    return made


class Stack(QStackedWidget):
    """Widgets of which one is seen at a time; it needs the room of that one alone."""

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(self.updateGeometry)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """What the widget that is seen needs at least."""
        seen = self.currentWidget()
        if seen is None:
            return super().minimumSizeHint()
        return seen.minimumSizeHint().expandedTo(seen.minimumSize())


def stacked(*pages: QWidget) -> Stack:
    """Widgets of which one is seen at a time, the first to begin with."""
    made = Stack()
    for page in pages:
        made.addWidget(page)
    return made


def clear(layout: QLayout, *, kept: Collection[QWidget] = ()) -> None:
    """Takes everything out of a layout; all but what is kept is deleted."""
    while (item := layout.takeAt(0)) is not None:
        if (inner := item.layout()) is not None:
            clear(inner, kept=kept)
        if (widget := item.widget()) is not None and widget not in kept:
            _keep_focus_near(widget)
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()


def put_in(layout: QLayout, widgets: Iterable[QWidget]) -> None:
    """Puts widgets into a layout in place of those in it; one that is in it already can stay."""
    wanted = list(widgets)
    clear(layout, kept=wanted)
    for widget in wanted:
        layout.addWidget(widget)


def _keep_focus_near(widget: QWidget) -> None:
    """Hands the focus of what goes to what it stands on; Qt would begin at the sidebar again."""
    held = QApplication.focusWidget()
    if held is None or not (held is widget or widget.isAncestorOf(held)):
        return
    ground = widget.parentWidget()
    while ground is not None and not isinstance(ground, QAbstractScrollArea):
        ground = ground.parentWidget()
    if ground is not None:
        ground.setFocus(Qt.FocusReason.OtherFocusReason)


def wide(widget: QWidget) -> QWidget:
    """Lets a widget take all the room there is."""
    widget.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
    return widget
