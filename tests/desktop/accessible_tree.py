"""What a screen reader gets of a window, and how the focus shows: measured on real widgets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QAccessible, QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QGroupBox,
    QTabBar,
    QWidget,
)

from xpert_studio.desktop.base_window import show_in_areas

_TEXT = QAccessible.Text
_MOST_STOPS = 300
"""More controls than any page has."""


@dataclass(frozen=True, slots=True)
class Control:
    """A control that takes the focus, as the platform's accessibility interface tells of it.

    Attributes:
        group: The named group that it stands in, None where there is none.
    """

    widget: QWidget
    role: QAccessible.Role
    name: str
    described: str
    group: QWidget | None

    def __str__(self) -> str:
        more = f" – {self.described}" if self.described not in ("", self.name) else ""
        return f"{self.role.name} “{self.name}”{more}".replace("\n", " ")


def controls(ground: QWidget) -> list[Control]:
    """The controls on a widget that can have the focus now."""
    every = [ground, *ground.findChildren(QWidget)]
    return [_told(widget) for widget in every if widget.isVisible() and takes_focus(widget)]


def takes_focus(widget: QWidget) -> bool:
    """Whether Tab or a click gives it the focus, and it is no part of a control of Qt's own."""
    area = widget.parentWidget()
    return (
        widget.isEnabled()
        and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and widget.focusProxy() is None
        and not isinstance(area, QComboBox | QAbstractSpinBox)
        and not (isinstance(area, QAbstractScrollArea) and area.viewport() is widget)
    )


def _told(widget: QWidget) -> Control:
    told = QAccessible.queryAccessibleInterface(widget)
    described = told.text(_TEXT.Description).strip()
    return Control(widget, told.role(), _name(widget, told), described, _group_of(widget))


def _name(widget: QWidget, told: QAccessible) -> str:
    """Its name; of a list to choose from its label's, for Qt tells on Linux what is chosen."""
    if not isinstance(widget, QComboBox):
        return told.text(_TEXT.Name).strip()
    labels = [label for label, kind in told.relations() if kind & QAccessible.RelationFlag.Label]
    return " ".join(label.text(_TEXT.Name) for label in labels).strip()


def _group_of(widget: QWidget) -> QWidget | None:
    ground = widget.parentWidget()
    while ground is not None and not isinstance(ground, QGroupBox):
        ground = ground.parentWidget()
    return ground


def stops(window: QWidget) -> list[QWidget]:
    """What Tab leads to, once around the window."""
    found: list[QWidget] = []
    QTest.keyClick(window.focusWidget() or window, Qt.Key.Key_Tab)
    for _ in range(_MOST_STOPS):
        focus = QApplication.focusWidget()
        assert focus is not None, "Tab loses the focus"
        if focus in found:
            assert focus is found[0], f"Tab is caught before {focus}"
            return found
        found.append(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    raise AssertionError("Tab does not come round")


def luminance(widget: QWidget, place: QRect | None = None) -> np.ndarray:
    """The relative luminance of each pixel of a widget, or a part of it (WCAG 2.2)."""
    picture = widget.grab(place) if place is not None else widget.grab()
    image = picture.toImage().convertToFormat(QImage.Format.Format_RGB32)
    bits = np.frombuffer(image.constBits(), np.uint8)
    pixels = bits.reshape(image.height(), image.bytesPerLine() // 4, 4)[:, : image.width(), 2::-1]
    share = pixels / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])


def contrast(one: str, other: str) -> float:
    """Contrast of two colours (WCAG 2.2, 1.4.3)."""
    light, dark = sorted((_luminance_of(one), _luminance_of(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance_of(colour: str) -> float:
    parts = QColor(colour).getRgbF()[:3]
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ring_share(window: QWidget, widget: QWidget, elsewhere: QWidget) -> float:
    """Of the outline of a control, how much changes at a contrast of 3 when it gets the focus.

    WCAG 2.2, 2.4.13, asks for an area of as many pixels as an outline of 1 pixel has.

    Args:
        window: What is painted.
        widget: The control.
        elsewhere: What has the focus otherwise.
    """
    show_in_areas(widget)
    elsewhere.setFocus()
    place = _shown_part(window, widget)
    before = _part(window, place)
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    after = _part(window, place)
    changed = (np.maximum(before, after) + 0.05) / (np.minimum(before, after) + 0.05) >= 3
    outline = widget.tabRect(widget.currentIndex()) if isinstance(widget, QTabBar) else place
    return float(changed.sum()) / (2 * (outline.width() + outline.height()))


def _shown_part(window: QWidget, widget: QWidget) -> QRect:
    seen = widget.visibleRegion().boundingRect()
    return QRect(widget.mapTo(window, seen.topLeft()), seen.size())


def _part(window: QWidget, place: QRect) -> np.ndarray:
    QApplication.processEvents()
    return luminance(window, place)
