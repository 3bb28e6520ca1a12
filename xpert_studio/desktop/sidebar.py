"""The rail: the places where a person works, and how much waits in each."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolButton

from xpert_studio.core.wording import number, short, t
from xpert_studio.desktop.look import GAP, TIGHT, icon, px
from xpert_studio.desktop.pages import FOOT, RAIL, PageEntry, entry_of, pages
from xpert_studio.desktop.widgets.labels import ToolButton, chip, label
from xpert_studio.desktop.widgets.layouts import column, row
from xpert_studio.desktop.widgets.shown_text import menu_words

_WIDTH: Final = 196
_COMPACT: Final = 58
_LEAST: Final = 24
"""The height of a line where the window is low: eight places have room without a scroll bar."""


class _Tool(ToolButton):
    """A line of the rail, as wide as the rail."""

    def __init__(self, text: str, picture: str) -> None:
        super().__init__(toolButtonStyle=Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setText(f" {menu_words(text)}")
        self.setIcon(icon(picture, "muted"))
        self.setIconSize(QSize(px(18), px(18)))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)
        self.setMinimumHeight(_LEAST)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)


class _PageTool(_Tool):
    """A page with those under it, and how much waits there."""

    def __init__(self, entry: PageEntry, go: Callable[[str], object]) -> None:
        super().__init__(t(entry.place_title), entry.icon)
        self.entry = entry
        self.clicked.connect(lambda: go(entry.id))
        self.setCheckable(True)
        self.count = chip("", "accent")
        self.count.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.count.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._inside = row(1, self.count, on=self, pad=(0, 0, GAP, 0))
        self.show_waiting(0)

    def set_compact(self, *, is_compact: bool) -> None:
        """The count at the corner of the picture, or at the end of the words."""
        self._inside.setAlignment(
            self.count, Qt.AlignmentFlag.AlignTop if is_compact else Qt.AlignmentFlag.AlignVCenter
        )
        self._inside.setContentsMargins(0, 0, 0 if is_compact else px(GAP), 0)

    def show_waiting(self, count: int) -> None:
        """Says how much waits."""
        title = t(self.entry.place_title)
        self.count.say(number(count) if count else "")
        self.setAccessibleName(t("{page}, {n} waiting", page=title, n=count) if count else title)

    def show_current(self, page: str) -> None:
        """Marks it where it is the page that is shown."""
        self.setChecked(self.entry.id == page)
        self.setIcon(icon(self.entry.icon, "accent" if self.isChecked() else "muted"))


class Sidebar(QFrame):
    """The rail: the places where a person works, and what always stands below them.

    Args:
        project_name: The project's name.
        person: Who is at work.
        go: Goes to a page.
        switch: Asks who is at work.
    """

    def __init__(
        self,
        project_name: str,
        person: str,
        go: Callable[[str], object],
        switch: Callable[[], object],
    ) -> None:
        super().__init__()
        self.setObjectName("sidebar")
        self._buttons = {entry.id: _PageTool(entry, go) for entry in pages() if entry.part}
        self.name = label(project_name, "heading")
        self.name.setContentsMargins(px(10), px(6), 0, px(6))
        self.person = _Tool(short(person, 40), "user")
        self.person.setToolTip(t("Switch person"))
        self.person.setAccessibleName(t("You work as {name}", name=person))
        self.person.clicked.connect(switch)
        places = [made for made in self._buttons.values() if made.entry.part == RAIL]
        foot = [made for made in self._buttons.values() if made.entry.part == FOOT]
        column(self.name, *places, 1, *foot, self.person, on=self, pad=GAP, gap=TIGHT)
        for one, other in pairwise([*places, *foot, self.person]):
            self.setTabOrder(one, other)

    def arrange(self, shown: Collection[str]) -> None:
        """Shows these places of the rail."""
        for name, made in self._buttons.items():
            made.setVisible(made.entry.part == FOOT or name in shown)

    def set_compact(self, is_compact: bool) -> None:
        """Pictures only, where the window has no room for words."""
        style = Qt.ToolButtonStyle
        words = style.ToolButtonIconOnly if is_compact else style.ToolButtonTextBesideIcon
        self.setFixedWidth(px(_COMPACT if is_compact else _WIDTH))
        self.name.setVisible(not is_compact)
        for tool in self.findChildren(_Tool):
            tool.setToolButtonStyle(words)
            if isinstance(tool, _PageTool):
                tool.set_compact(is_compact=is_compact)
            if tool is not self.person:
                tool.setToolTip(tool.text().strip() if is_compact else "")

    def show_current(self, page: str) -> None:
        """Marks the place that a page belongs to."""
        place = entry_of(page).in_rail
        for made in self._buttons.values():
            made.show_current(place)

    def show_waiting(self, counts: Mapping[str, int]) -> None:
        """Says how much waits in which place: on its page and those under it."""
        for name, made in self._buttons.items():
            made.show_waiting(
                sum(count for page, count in counts.items() if entry_of(page).in_rail == name)
            )

    def button(self, page: str) -> QToolButton:
        """The button of the place that a page belongs to."""
        return self._buttons[entry_of(page).in_rail]
