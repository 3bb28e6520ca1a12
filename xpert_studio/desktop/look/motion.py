"""Whether anything moves by itself: Qt's own effects and the blinking of the cursor; pages move nothing."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

_OF_PLATFORM = -1
"""Has Qt ask the platform how fast the cursor blinks."""


def is_reduced(chosen: str) -> bool:
    """Whether nothing is to move: as chosen, or for ``system`` as the platform asks."""
    if chosen != "system":
        return chosen == "reduced"
    hints = QApplication.styleHints()  # kept no longer: connections to it outlive their windows
    return hints.accessibility().motionPreference() is Qt.MotionPreference.ReducedMotion


def set_motion(chosen: str) -> None:
    """Puts ``system``, ``full`` or ``reduced`` in force; the style sheet ends the style's animations."""
    reduced = is_reduced(chosen)
    for effect, is_usual in _usual_effects().items():
        QApplication.setEffectEnabled(effect, is_usual and not reduced)
    QApplication.setCursorFlashTime(0 if reduced else _OF_PLATFORM)


@cache
def _usual_effects() -> dict[Qt.UIEffect, bool]:
    """The effects as the platform has them."""
    return {effect: QApplication.isEffectEnabled(effect) for effect in Qt.UIEffect}
