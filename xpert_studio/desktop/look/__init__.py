"""How the window looks: spacings, type sizes, colours and icons, each defined once."""

from xpert_studio.desktop.look.icons import icon, icon_before_words, pixmap
from xpert_studio.desktop.look.measures import GAP, PAD, SPACE, TIGHT, WIDE, px, set_scale
from xpert_studio.desktop.look.theme import Theme, colour, current_theme, set_theme, theme_named

__all__ = [
    "GAP",
    "PAD",
    "SPACE",
    "TIGHT",
    "WIDE",
    "Theme",
    "colour",
    "current_theme",
    "icon",
    "icon_before_words",
    "pixmap",
    "px",
    "set_scale",
    "set_theme",
    "theme_named",
]
