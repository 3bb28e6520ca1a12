"""The sidebar: the pages, how much waits on them, and who is at work."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QSizePolicy, QToolButton, QVBoxLayout

from xpert_studio.desktop.kit import (
    GAP,
    TIGHT,
    box,
    column,
    icon,
    label,
    line,
    menu_words,
    px,
    scrolled,
    short,
    t,
)
from xpert_studio.desktop.pages import PAGES, PageEntry

_WIDTH: Final = 196
_COMPACT: Final = 58


class Sidebar(QFrame):
    """Buttons for the pages."""

    chosen = Signal(str)

    def __init__(self, project_name: str, person: str, switch: Callable[[], object]) -> None:
        super().__init__()
        self.setObjectName("sidebar")
        self._width = _WIDTH
        self._buttons: dict[str, QToolButton] = {}
        self._titles: dict[str, str] = {}
        self._group = QButtonGroup(self)
        self.name = label(project_name, "heading")
        self.name.setContentsMargins(px(10), px(6), 0, px(6))
        parts = [
            [self._button(entry.id, t(entry.title), entry.icon) for entry in found]
            for _, found in groupby(_shown(), key=lambda entry: entry.part)
        ]
        *upper, (settings,) = parts
        self.person = QToolButton()
        self.person.setText(f" {menu_words(short(person, 40))}")
        self.person.setIcon(icon("user", "muted"))
        self.person.setToolTip(t("Switch person"))
        self.person.setAccessibleName(t("You work as {name}", name=person))
        self.person.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.person.clicked.connect(switch)
        for tool in (*self._buttons.values(), self.person):
            tool.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            tool.setIconSize(QSize(px(18), px(18)))
        self._pages = pages = scrolled(box(_divided(upper), name="sidebar_pages"))
        pages.verticalScrollBar().rangeChanged.connect(lambda *_: self._fit())
        column(self.name, pages, settings, self.person, on=self, pad=GAP, gap=TIGHT)
        self._fit()

    def set_compact(self, is_compact: bool) -> None:
        """Pictures only, where the window has no room for words."""
        style = Qt.ToolButtonStyle
        words = style.ToolButtonIconOnly if is_compact else style.ToolButtonTextBesideIcon
        self._width = _COMPACT if is_compact else _WIDTH
        self._fit()
        self.name.setVisible(not is_compact)
        for tool in (*self._buttons.values(), self.person):
            tool.setToolButtonStyle(words)
        for name, button in self._buttons.items():
            button.setToolTip(self._titles[name] if is_compact else "")

    def _fit(self) -> None:
        """Makes room for the scroll bar beside the pages, where they need one."""
        bar = self._pages.verticalScrollBar()
        more = bar.sizeHint().width() if bar.maximum() else 0
        self.setFixedWidth(px(self._width) + more)

    def show_current(self, page: str) -> None:
        """Marks a page as the one that is shown."""
        self._group.setExclusive(False)
        for name, button in self._buttons.items():
            button.setChecked(name == page)
            picture = next(entry.icon for entry in PAGES if entry.id == name)
            button.setIcon(icon(picture, "accent" if name == page else "muted"))
            if name == page and self._pages.isAncestorOf(button):
                self._pages.ensureWidgetVisible(button)
        self._group.setExclusive(True)

    def show_waiting(self, counts: dict[str, int]) -> None:
        """Says how much waits on which page."""
        for name, button in self._buttons.items():
            count = counts.get(name, 0)
            title = self._titles[name]
            button.setText(f" {title}   {count}" if count else f" {title}")
            button.setAccessibleName(
                t("{page}, {n} waiting", page=title, n=count) if count else title
            )

    def _button(self, name: str, title: str, picture: str) -> QToolButton:
        made = QToolButton()
        made.setText(f" {title}")
        made.setIcon(icon(picture, "muted"))
        made.setCheckable(True)
        made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.clicked.connect(lambda: self.chosen.emit(name))
        self._buttons[name] = made
        self._titles[name] = title
        self._group.addButton(made)
        return made


def _shown() -> list[PageEntry]:
    return [entry for entry in PAGES if entry.in_sidebar]


def _divided(parts: list[list[QToolButton]]) -> QVBoxLayout:
    """Buttons below each other, a thin line between one part and the next."""
    made = column(gap=TIGHT)
    for place, buttons in enumerate(parts):
        if place:
            made.addSpacing(px(TIGHT))
            made.addWidget(line())
            made.addSpacing(px(TIGHT))
        for button in buttons:
            made.addWidget(button)
    made.addStretch(1)
    return made
