"""The style sheet, made of the theme's colours and the measures."""

from __future__ import annotations

from string import Template
from typing import Final

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from xpert_studio.desktop.look.measures import px, type_size
from xpert_studio.desktop.look.motion import is_reduced, set_motion
from xpert_studio.desktop.look.theme import Theme, palette
from xpert_studio.resources import resource_path, resource_text

_STILL: Final = "* { widget-animation-duration: 0; }"
_PX: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 24, 28, 32, 36)


def dress(app: QApplication, theme: Theme, motion: str = "system") -> None:
    """Puts theme, text size and motion on the whole application."""
    font = QFont(app.font())
    font.setPixelSize(type_size("body"))
    app.setFont(font)
    app.setPalette(palette())
    set_motion(motion)
    still = _STILL if is_reduced(motion) else ""
    app.setStyleSheet(style_sheet(theme) + still)


def style_sheet(theme: Theme) -> str:
    """The style sheet for a theme at the text size in force."""
    values = dict(theme.colours)
    values |= {f"px{n}": f"{px(n)}px" for n in _PX}
    values |= {f"type_{use}": f"{type_size(use)}px" for use in ("small", "body", "lead", "title")}
    arrow = resource_path("themes", f"arrow-{theme.name}.svg")
    tick = resource_path("themes", f"tick-{theme.name}.svg")
    values |= {"arrow": arrow.as_posix(), "tick": tick.as_posix()}
    return Template(resource_text("themes", "style.qss")).substitute(values)
