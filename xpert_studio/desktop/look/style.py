"""The style sheet, made of the theme's colours and the measures; and whether anything moves by itself."""

from __future__ import annotations

from functools import cache
from string import Template
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication

from xpert_studio.desktop.look.measures import SIZES, px, type_size
from xpert_studio.desktop.look.theme import Theme, palette
from xpert_studio.resources import resource_path, resource_text
from xpert_studio.wording import spoken

_CHINESE: Final = (
    "Microsoft YaHei UI", "PingFang SC", "Noto Sans CJK SC", "Source Han Sans SC",
    "WenQuanYi Micro Hei",
)  # fmt: skip
"""Fonts for simplified Chinese of Windows, macOS and Linux; the first that is there is taken."""
_STILL: Final = "* { widget-animation-duration: 0; }"
_PX: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 24, 28, 32, 36)


def dress(app: QApplication, theme: Theme, motion: str = "system") -> None:
    """Puts theme, text size and motion on the whole application."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    if spoken() == "zh":
        # One font for both scripts: with a fallback font, lines are higher and words stand lower.
        known = QFontDatabase.families()
        font.setFamilies([*(one for one in _CHINESE if one in known), *font.families()])
    font.setPixelSize(type_size("body"))
    app.setFont(font)
    app.setPalette(palette())
    set_motion(motion)
    app.setStyleSheet(style_sheet(theme) + (_STILL if is_reduced(motion) else ""))


def style_sheet(theme: Theme) -> str:
    """The style sheet for a theme at the text size in force."""
    values = {
        **theme.colours,
        **{f"px{n}": f"{px(n)}px" for n in _PX},
        **{f"type_{use}": f"{type_size(use)}px" for use in SIZES},
        **{
            sign: resource_path("themes", f"{sign}-{theme.name}.svg").as_posix()
            for sign in ("arrow", "tick")
        },
    }
    return Template(resource_text("themes", "style.qss")).substitute(values)


# Whether anything moves by itself: Qt's own effects and the blinking of the cursor; pages move nothing.

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
