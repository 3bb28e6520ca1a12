"""How large things are, colours by what they are for, the style sheet, and whether anything moves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from string import Template
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetrics, QPalette
from PySide6.QtWidgets import QApplication

from xpert_studio.core.resources import resource_json, resource_path, resource_text
from xpert_studio.core.wording import spoken

# Spacings and type sizes in pixels at 100 %, scaled by the text size a person chose.

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


# Colours by what they are for, from ``resources/themes``, and the palette of Qt.

NAMES: Final = ("light", "dark")


@dataclass(frozen=True, slots=True)
class Theme:
    """One set of colours."""

    name: str
    is_dark: bool
    colours: dict[str, str]

    def __getitem__(self, use: str) -> str:
        return self.colours[use]


@cache
def theme_named(name: str) -> Theme:
    """``light`` or ``dark``."""
    words = dict(resource_json("themes", f"{name}.json"))
    return Theme(name, bool(words.pop("is_dark")), words)


_current = theme_named("light")


def current_theme() -> Theme:
    """The theme in force."""
    return _current


def set_theme(name: str) -> Theme:
    """Puts a theme in force: ``light``, ``dark``, or ``system`` for what the system uses."""
    global _current
    if name == "system":
        is_dark = QApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        name = "dark" if is_dark else "light"
    _current = theme_named(name)
    return _current


def colour(use: str) -> QColor:
    """A colour of the theme in force, by its use."""
    return QColor(_current[use])


def palette() -> QPalette:
    """The theme as Qt's palette."""
    made = QPalette()
    role = QPalette.ColorRole
    for name, use in (
        (role.Window, "window"),
        (role.WindowText, "text"),
        (role.Base, "surface"),
        (role.AlternateBase, "sunken"),
        (role.Text, "text"),
        (role.Button, "surface"),
        (role.ButtonText, "text"),
        (role.BrightText, "bad"),
        (role.ToolTipBase, "surface"),
        (role.ToolTipText, "text"),
        (role.PlaceholderText, "muted"),
        (role.Highlight, "selection"),
        (role.HighlightedText, "text"),
        (role.Link, "accent"),
        (role.LinkVisited, "accent"),
        (role.Accent, "accent"),
        (role.Light, "surface"),
        (role.Midlight, "hover"),
        (role.Mid, "border"),
        (role.Dark, "border_strong"),
        (role.Shadow, "border_strong"),
    ):
        made.setColor(name, colour(use))
    for name in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, name, colour("border_strong"))
    return made


# The ground of a cell that shows a share by its depth, and letters that can be read on it.

_FAINT: Final = 0.07
_DEEPEST: Final = {"light": 0.7, "dark": 0.47}
"""How much of the accent there is at most: the text's colour keeps a contrast of 4.5 on it."""
_GOLDEN_ANGLE: Final = 0.381966
"""As a share of the circle of hues: any few numbers in a row are far apart on it."""


def heat(share: float) -> tuple[QColor, QColor]:
    """Ground and ink for a share from 0 to 1; the number is written besides, never colour alone."""
    depth = _FAINT + (_DEEPEST[_current.name] - _FAINT) * max(0.0, min(share, 1.0))
    below, above = (
        (found.redF(), found.greenF(), found.blueF())
        for found in (colour("surface"), colour("accent"))
    )
    mixed = (one + (other - one) * depth for one, other in zip(below, above, strict=True))
    return QColor.fromRgbF(*mixed), colour("text")


def tint(number: int, *, is_strong: bool = False) -> QColor:
    """The ground of a passage quoted for the checkpoint of that number; neighbours differ in hue."""
    is_dark = current_theme().is_dark
    light = (0.27 if is_strong else 0.2) if is_dark else (0.74 if is_strong else 0.87)
    return QColor.fromHslF(number * _GOLDEN_ANGLE % 1.0, 0.55 if is_dark else 0.75, light)


# The style sheet, made of the theme's colours and the measures.

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
