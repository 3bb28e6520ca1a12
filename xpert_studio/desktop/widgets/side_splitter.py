"""Work and what helps with it: side by side where there is room, one above the other where not."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import (
    QSizePolicy,
    QSplitter,
    QWidget,
)

from xpert_studio.desktop.look import GAP, px
from xpert_studio.desktop.widgets.layouts import least_width

_ROOM = 700
_HIGH = 440


class SideSplitter(QSplitter):
    """Two parts: work and what helps with it, or a list and what is chosen in it.

    Args:
        first: The first.
        second: The second.
        room: Below this width, at 100 %, they stand one above the other; the page is then high
            enough for both.
        sizes: How wide they are beside each other, and in which proportion they grow. The wider
            one is the higher one where they stand above each other.
        apart: How far the second stands from the border where they are beside each other; below
            each other both begin at the same edge.
    """

    def __init__(
        self,
        first: QWidget,
        second: QWidget,
        *,
        room: int = _ROOM,
        sizes: tuple[int, int] = (760, 340),
        apart: int = 0,
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, childrenCollapsible=False)
        self._room = room
        self._sizes = sizes
        self._parts, self._apart = (first, second), apart
        self._keep_apart()
        _fill(self, self._parts, shares=sizes, sizes=sizes)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As narrow as the wider part, for they can stand above each other."""
        high = super().minimumSizeHint().height()
        if self._is_list and self.orientation() is Qt.Orientation.Vertical:
            high = max(high, px(_HIGH))
        return QSize(max(map(least_width, self._parts)), high)

    @property
    def _is_list(self) -> bool:
        """Whether the second part is where a person works."""
        return self._sizes[0] < self._sizes[1]

    def event(self, event: QEvent) -> bool:
        """Another width may need another direction, and so may what is shown from now on."""
        is_done = super().event(event)
        if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest}:
            self._turn()
        return is_done

    def _turn(self) -> None:
        is_narrow = self.width() < max(px(self._room), sum(map(least_width, self._parts)))
        wanted = Qt.Orientation.Vertical if is_narrow else Qt.Orientation.Horizontal
        if wanted != self.orientation():
            self.setOrientation(wanted)
            self._keep_apart()
            above = (240, 520) if self._is_list else (520, 240)
            self.setSizes([px(size) for size in (above if is_narrow else self._sizes)])
            self.updateGeometry()

    def _keep_apart(self) -> None:
        is_beside = self.orientation() is Qt.Orientation.Horizontal
        left = px(self._apart) if is_beside and self._apart else 0
        self._parts[1].setContentsMargins(left, 0 if is_beside else px(GAP), 0, 0)


def split(
    *parts: QWidget,
    sizes: tuple[int, ...] = (),
    shares: tuple[int, ...] = (),
    way: Qt.Orientation = Qt.Orientation.Horizontal,
    least: int = 0,
) -> QSplitter:
    """Widgets with borders between them that can be moved.

    Args:
        parts: The widgets.
        sizes: Their sizes, in pixels at 100 %.
        shares: In which proportion they grow.
        way: Whether they stand beside or below each other.
        least: The least height of all, in pixels at 100 %.
    """
    made = QSplitter(way, childrenCollapsible=False)
    made.setMinimumHeight(px(least))
    _fill(made, parts, shares=shares, sizes=sizes)
    # It takes the height that is left, and never presses what stands above it.
    made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
    return made


def _fill(
    splitter: QSplitter,
    parts: Iterable[QWidget],
    *,
    shares: tuple[int, ...],
    sizes: tuple[int, ...],
) -> None:
    for part in parts:
        splitter.addWidget(part)
    for place, share in enumerate(shares):
        splitter.setStretchFactor(place, share)
    if sizes:
        splitter.setSizes([px(size) for size in sizes])
