"""How the window looks: spacings, type sizes, colours and icons, each defined once."""

from xpert_studio.desktop.look.icons import icon, icon_before_words, pixmap, size_before_words
from xpert_studio.desktop.look.measures import (
    GAP,
    PAD,
    SCALES,
    SPACE,
    TIGHT,
    WIDE,
    px,
    set_scale,
    type_of,
    type_size,
)
from xpert_studio.desktop.look.style_sheet import dress
from xpert_studio.desktop.look.theme import (
    Theme,
    colour,
    current_theme,
    heat,
    set_theme,
    theme_named,
    tint,
)

__all__ = [
    "GAP",
    "PAD",
    "SCALES",
    "SPACE",
    "TIGHT",
    "WIDE",
    "Theme",
    "colour",
    "current_theme",
    "dress",
    "heat",
    "icon",
    "icon_before_words",
    "pixmap",
    "px",
    "set_scale",
    "set_theme",
    "size_before_words",
    "theme_named",
    "tint",
    "type_of",
    "type_size",
]
