"""Colours by what they are for, from ``resources/themes``; the palette of Qt."""

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
