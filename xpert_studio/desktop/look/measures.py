"""Spacings and type sizes in pixels at 100 %, scaled by the text size a person chose."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QFont

TIGHT: Final = 4
GAP: Final = 8
PAD: Final = 12
SPACE: Final = 16
WIDE: Final = 24
SIZES: Final = {"small": 12, "body": 14, "lead": 16, "title": 22}
"""Type sizes by their use."""
SCALES: Final = (100, 110, 125, 150, 175, 200)
_scale = 1.0


def set_scale(percent: int) -> None:
    """Sets the text size, 100 to 200 %."""
    global _scale
    _scale = max(100, min(percent, 200)) / 100


def px(pixels: float) -> int:
    """A measure at the chosen text size, in whole pixels."""
    return max(1, round(pixels * _scale))


def type_size(use: str) -> int:
    """A type size in pixels: ``small``, ``body``, ``lead`` or ``title``."""
    return px(SIZES[use])


def type_of(font: QFont, use: str = "", *, is_strong: bool = False) -> QFont:
    """A type like another, in the size for a use, and half bold where strong."""
    made = QFont(font)
    if use:
        made.setPixelSize(type_size(use))
    if is_strong:
        made.setWeight(QFont.Weight.DemiBold)
    return made
