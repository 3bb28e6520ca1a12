"""The ground of a cell that shows a share by its depth, and letters that can be read on it."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QColor

from xpert_studio.desktop.look.theme import colour, current_theme

_FAINT: Final = 0.07
_DEEPEST: Final = {"light": 0.7, "dark": 0.47}
"""How much of the accent there is at most: the text's colour keeps a contrast of 4.5 on it."""
_GOLDEN_ANGLE: Final = 0.381966
"""As a share of the circle of hues: any few numbers in a row are far apart on it."""


def heat(share: float) -> tuple[QColor, QColor]:
    """Ground and ink for a share from 0 to 1; the number is written besides, never colour alone."""
    most = _DEEPEST[current_theme().name]
    depth = _FAINT + (most - _FAINT) * max(0.0, min(share, 1.0))
    pairs = zip(_parts(colour("surface")), _parts(colour("accent")), strict=True)
    mixed = (below + (above - below) * depth for below, above in pairs)
    return QColor.fromRgbF(*mixed), colour("text")


def _parts(of: QColor) -> tuple[float, float, float]:
    return of.redF(), of.greenF(), of.blueF()


def tint(number: int, *, is_strong: bool = False) -> QColor:
    """The ground of a passage quoted for the checkpoint of that number; neighbours differ in hue."""
    is_dark = current_theme().is_dark
    light = (0.27 if is_strong else 0.2) if is_dark else (0.74 if is_strong else 0.87)
    return QColor.fromHslF(number * _GOLDEN_ANGLE % 1.0, 0.55 if is_dark else 0.75, light)
