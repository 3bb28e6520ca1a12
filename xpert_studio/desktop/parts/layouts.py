"""Layouts with the house's spacings."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from xpert_studio.desktop.look import GAP, px

Item = QWidget | QLayout | int | None


def column(*items: Item, on: QWidget | None = None, pad: int = 0, gap: int = GAP) -> QVBoxLayout:
    """Things below each other; a number is a stretch, None is left out."""
    made = QVBoxLayout() if on is None else QVBoxLayout(on)
    return _filled(made, items, pad, gap)  # type: ignore[return-value]


def row(*items: Item, on: QWidget | None = None, pad: int = 0, gap: int = GAP) -> QHBoxLayout:
    """Things beside each other; a number is a stretch, None is left out."""
    made = QHBoxLayout() if on is None else QHBoxLayout(on)
    return _filled(made, items, pad, gap)  # type: ignore[return-value]


def _filled(made: QBoxLayout, items: tuple[Item, ...], pad: int, gap: int) -> QBoxLayout:
    space = px(pad) if pad else 0
    made.setContentsMargins(space, space, space, space)
    made.setSpacing(px(gap) if gap else 0)
    for item in items:
        if isinstance(item, int):
            made.addStretch(item)
        elif isinstance(item, QLayout):
            made.addLayout(item)
        elif item is not None:
            made.addWidget(item)
    return made


def box(layout: QLayout, *, name: str = "") -> QWidget:
    """A widget around a layout."""
    made = QWidget()
    if name:
        made.setObjectName(name)
    layout.setParent(None)
    made.setLayout(layout)
    return made


def scrolled(inside: QWidget) -> QScrollArea:
    """Something that may be longer than the window."""
    made = QScrollArea()
    made.setWidgetResizable(True)
    made.setFrameShape(QFrame.Shape.NoFrame)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    if not inside.objectName():
        inside.setObjectName("canvas")
    made.setWidget(inside)
    return made


def clear(layout: QLayout) -> None:
    """Takes everything out of a layout."""
    while (item := layout.takeAt(0)) is not None:
        inner = item.layout()
        if inner is not None:
            clear(inner)
        widget = item.widget()
        if widget is not None:
            _keep_focus_near(widget)
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()


def _keep_focus_near(widget: QWidget) -> None:
    """Hands the focus of what goes to what it stands on; Qt would begin at the sidebar again."""
    held = QApplication.focusWidget()
    if held is None or not (held is widget or widget.isAncestorOf(held)):
        return
    ground = widget.parentWidget()
    while ground is not None and not isinstance(ground, QScrollArea):
        ground = ground.parentWidget()
    if ground is not None:
        ground.setFocus(Qt.FocusReason.OtherFocusReason)


def wide(widget: QWidget) -> QWidget:
    """Lets a widget take all the room there is."""
    widget.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
    return widget
