"""Colours by what they are for, from ``resources/themes``; the palette of Qt; grounds that show a share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from PySide6.QtGui import QColor, QGuiApplication, QPalette

from xpert_studio.resources import resource_json

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
    _current = theme_named(_of_system() if name == "system" else name)
    return _current


def _of_system() -> str:
    from PySide6.QtCore import Qt

    hints = QGuiApplication.styleHints()
    return "dark" if hints.colorScheme() == Qt.ColorScheme.Dark else "light"


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
    most = _DEEPEST[current_theme().name]
    depth = _FAINT + (most - _FAINT) * max(0.0, min(share, 1.0))
    pairs = zip(_parts(colour("surface")), _parts(colour("accent")), strict=True)
    mixed = (below + (above - below) * depth for below, above in pairs)
    return QColor.fromRgbF(*mixed), colour("text")


def _parts(of: QColor) -> tuple[float, float, float]:
    return of.redF(), of.greenF(), of.blueF()


def tint(number: int, *, is_strong: bool = False) -> QColor:
    """The ground of a passage quoted for the checkpoint of that number; neighbours differ in hue."""
    is_dark = current_theme().is_dark
    light = (0.27 if is_strong else 0.2) if is_dark else (0.74 if is_strong else 0.87)
    return QColor.fromHslF(number * _GOLDEN_ANGLE % 1.0, 0.55 if is_dark else 0.75, light)
