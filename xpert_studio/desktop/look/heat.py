"""The ground of a cell that shows a share by its depth, and letters that can be read on it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtGui import QColor

from xpert_studio.desktop.look.theme import colour, current_theme

_FAINT: Final = 0.07
_DEEP: Final = 0.8
_STEPS: Final = 50
_GOLDEN_ANGLE: Final = 0.381966
"""As a share of the circle of hues: any few numbers in a row are far apart on it."""


def heat(share: float) -> tuple[QColor, QColor]:
    """Ground and ink for a share from 0 to 1; the number is written besides, never colour alone."""
    step = round(max(0.0, min(share, 1.0)) * _STEPS)
    names = tuple(colour(use).name() for use in ("surface", "accent", "text", "on_accent"))
    ground, ink = _mixed(step, *names)
    return QColor(ground), QColor(ink)


def tint(number: int, *, is_strong: bool = False) -> QColor:
    """The ground of a passage quoted for the checkpoint of that number; neighbours differ in hue."""
    is_dark = current_theme().is_dark
    light = (0.30 if is_strong else 0.22) if is_dark else (0.74 if is_strong else 0.87)
    return QColor.fromHslF(number * _GOLDEN_ANGLE % 1.0, 0.55 if is_dark else 0.75, light)


@lru_cache(maxsize=256)
def _mixed(step: int, surface: str, accent: str, text: str, on_accent: str) -> tuple[str, str]:
    depth = _FAINT + (_DEEP - _FAINT) * step / _STEPS
    below, above = QColor(surface), QColor(accent)
    ground = QColor.fromRgbF(
        *(
            one + (other - one) * depth
            for one, other in zip(_parts(below), _parts(above), strict=True)
        )
    )
    ink = max((text, on_accent), key=lambda name: _contrast(ground, QColor(name)))
    return ground.name(), ink


def _parts(of: QColor) -> tuple[float, float, float]:
    return of.redF(), of.greenF(), of.blueF()


def _contrast(one: QColor, other: QColor) -> float:
    """Contrast of two colours (WCAG 2.2, 1.4.3)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(of: QColor) -> float:
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)
        for value in _parts(of)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
