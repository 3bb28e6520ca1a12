"""The style sheet, made of the theme's colours and the measures."""

from __future__ import annotations

from string import Template
from typing import Final

from PySide6.QtGui import QFontDatabase, QFontMetrics
from PySide6.QtWidgets import QApplication, QWidget

from xpert_studio.core.resources import resource_path, resource_text
from xpert_studio.core.wording import spoken
from xpert_studio.desktop.look.measures import SIZES, px, type_of, type_size
from xpert_studio.desktop.look.motion import is_reduced, set_motion
from xpert_studio.desktop.look.theme import Theme, palette

_CHINESE: Final = (
    "Microsoft YaHei UI",
    "PingFang SC",
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "WenQuanYi Micro Hei",
)
"""Fonts for simplified Chinese of Windows, macOS and Linux; the first that is there is taken."""
_SHEET: Final = "style_sheet"
"""The property of the application that holds the style sheet in force."""
_STILL: Final = "* { widget-animation-duration: 0; }"
_PX: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 24, 28, 32, 36)


def dress(app: QApplication, theme: Theme, motion: str = "system") -> None:
    """Puts theme, text size and motion on the whole application.

    The style sheet is on its windows. On the application it would be matched with all that a part
    holds whenever the part is put into another one, and a page is made from the inside: that took
    five times as long.
    """
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    if spoken() == "zh":
        # One font for both scripts: with a fallback font, lines are higher and words stand lower.
        known = QFontDatabase.families()
        font.setFamilies([*(one for one in _CHINESE if one in known), *font.families()])
    app.setFont(type_of(font, "body"))
    app.setPalette(palette())
    set_motion(motion)
    sheet = style_sheet(theme) + (_STILL if is_reduced(motion) else "")
    if sheet != app.property(_SHEET):  # else every widget would be dressed again for nothing
        app.setProperty(_SHEET, sheet)
        for window in app.topLevelWidgets():
            if window.styleSheet():
                window.setStyleSheet(sheet)


def dress_window(window: QWidget) -> None:
    """Puts the style sheet in force on a window that stands on no other one, and on all in it."""
    window.setStyleSheet(QApplication.instance().property(_SHEET) or "")  # type: ignore[union-attr]


def style_sheet(theme: Theme) -> str:
    """The style sheet for a theme, at the text size and in the font in force."""
    values = {
        **theme.colours,
        # A least height in a style sheet takes the place of the one that a button's words need.
        "line": f"{max(px(18), QFontMetrics(QApplication.font()).height())}px",
        **{f"px{n}": f"{px(n)}px" for n in _PX},
        **{f"type_{use}": f"{type_size(use)}px" for use in SIZES},
        **{
            sign: resource_path("themes", f"{sign}-{theme.name}.svg").as_posix()
            for sign in ("arrow", "tick")
        },
    }
    return Template(resource_text("themes", "style.qss")).substitute(values)
