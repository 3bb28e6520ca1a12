"""The style sheet, made of the theme's colours and the measures."""

from __future__ import annotations

from string import Template
from typing import Final

from PySide6.QtGui import QFontDatabase, QFontMetrics
from PySide6.QtWidgets import QApplication

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
_STILL: Final = "* { widget-animation-duration: 0; }"
_PX: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 24, 28, 32, 36)


def dress(app: QApplication, theme: Theme, motion: str = "system") -> None:
    """Puts theme, text size and motion on the whole application."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    if spoken() == "zh":
        # One font for both scripts: with a fallback font, lines are higher and words stand lower.
        known = QFontDatabase.families()
        font.setFamilies([*(one for one in _CHINESE if one in known), *font.families()])
    app.setFont(type_of(font, "body"))
    app.setPalette(palette())
    set_motion(motion)
    sheet = style_sheet(theme) + (_STILL if is_reduced(motion) else "")
    if sheet != app.styleSheet():  # else every widget would be dressed again for nothing
        app.setStyleSheet(sheet)


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
