"""Colours by what they are for, from ``resources/themes``, and the palette of Qt."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from xpert_studio.core.resources import resource_json

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
