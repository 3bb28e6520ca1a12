"""The rail: the pages a person needs first, the others under More, and how much waits on each."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolButton, QWidget

from xpert_studio.core.wording import labelled, mark, number, short, t
from xpert_studio.desktop.look import GAP, TIGHT, icon, px
from xpert_studio.desktop.pages import PageEntry, pages
from xpert_studio.desktop.widgets.labels import ToolButton, chip, label
from xpert_studio.desktop.widgets.layouts import box, column, row
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.desktop.widgets.shown_text import menu_words

_WIDTH: Final = 196
_COMPACT: Final = 58
_SECTIONS: Final = {
    "work": "",
    "figures": mark("Scoring"),
    "sharing": mark("Sharing"),
    "project": mark("Project"),
    "more": mark("More"),
}


class _Tool(ToolButton):
    """A line of the rail, as wide as the rail."""

    def __init__(self, text: str, picture: str) -> None:
        super().__init__(toolButtonStyle=Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setText(f" {menu_words(text)}")
        self.setIcon(icon(picture, "muted"))
        self.setIconSize(QSize(px(18), px(18)))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)


class _PageTool(_Tool):
    """A page, and how much waits there."""

    def __init__(self, entry: PageEntry, go: Callable[[str], object]) -> None:
        super().__init__(t(entry.title), entry.icon)
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
        title = t(self.entry.title)
        self.count.say(number(count) if count else "")
        self.setAccessibleName(t("{page}, {n} waiting", page=title, n=count) if count else title)

    def show_current(self, page: str) -> None:
        """Marks it where it is the page that is shown."""
        self.setChecked(self.entry.id == page)
        self.setIcon(icon(self.entry.icon, "accent" if self.isChecked() else "muted"))


class _Section(QWidget):
    """Pages that belong together, under a head that folds them away.

    Args:
        title: What they are called, marked for translation; without a head where empty.
        is_open: Whether they are shown to begin with.
        folded: Called when the user has folded it, or unfolded it, with whether it is open.
    """

    def __init__(self, title: str, *, is_open: bool, folded: Callable[[bool], object]) -> None:
        super().__init__()
        self._folded = folded
        self.head = _Tool(t(title) if title else "", "chevron-down")
        self.head.setProperty("kind", "section")
        self.head.setAccessibleName(labelled(t("Pages"), t(title)) if title else "")
        self.head.clicked.connect(self._turn)
        self.tools: list[QWidget] = [self.head]
        self.inside = column(gap=TIGHT)
        self._pages = box(self.inside)
        column(self.head, self._pages, on=self, gap=TIGHT)
        self.head.setVisible(bool(title))
        self.fold(is_open=is_open)

    def show_pages(self, tools: list[QWidget]) -> None:
        """Shows these pages from top to bottom; nothing of the section where there are none."""
        self.tools = [self.head, *tools]
        for tool in tools:
            self.inside.addWidget(tool)
        self.setVisible(bool(tools))

    def fold(self, *, is_open: bool) -> None:
        """Shows or hides its pages."""
        self.is_open = is_open
        self._pages.setVisible(is_open)
        self.head.setIcon(icon("chevron-down" if is_open else "chevron-right", "muted"))
        self.head.setAccessibleDescription(t("expanded") if is_open else t("collapsed"))

    def _turn(self) -> None:
        self.fold(is_open=not self.is_open)
        self._folded(self.is_open)


class Sidebar(QFrame):
    """The rail.

    Args:
        project_name: The project's name.
        person: Who is at work.
        go: Goes to a page.
        switch: Asks who is at work.
        folded: The sections that are folded away; kept up to date.
    """

    def __init__(
        self,
        project_name: str,
        person: str,
        go: Callable[[str], object],
        switch: Callable[[], object],
        folded: list[str],
    ) -> None:
        super().__init__()
        self.setObjectName("sidebar")
        self._width = _WIDTH
        self._is_compact = False
        self._folded = folded
        self._first: frozenset[str] | None = None
        self._buttons = {entry.id: _PageTool(entry, go) for entry in pages() if entry.part}
        self.name = label(project_name, "heading")
        self.name.setContentsMargins(px(10), px(6), 0, px(6))
        self.sections = {
            name: _Section(title, is_open=name not in folded, folded=partial(self._remember, name))
            for name, title in _SECTIONS.items()
        }
        self.person = _Tool(short(person, 40), "user")
        self.person.setToolTip(t("Switch person"))
        self.person.setAccessibleName(t("You work as {name}", name=person))
        self.person.clicked.connect(switch)
        self._pages = scrolled(
            box(column(*self.sections.values(), 1, gap=GAP), name="sidebar_pages")
        )
        self._pages.verticalScrollBar().rangeChanged.connect(lambda *_: self._fit())
        self._below = box(column(self._buttons["settings"], self.person, gap=TIGHT))
        column(self.name, self._pages, self._below, on=self, pad=GAP, gap=TIGHT)
        self.arrange(("home", "tasks"))

    def arrange(self, first: Collection[str]) -> None:
        """Shows pages that are needed first, and the others under More."""
        if self._first == frozenset(first):
            return
        self._first = frozenset(first)
        pages: dict[str, list[QWidget]] = {name: [] for name in self.sections}
        for name, button in self._buttons.items():
            if button.entry.part in self.sections:
                pages[button.entry.part if name in first else "more"].append(button)
        for name, section in self.sections.items():
            section.show_pages(pages[name])
        self._fit()
        inside = [tool for section in self.sections.values() for tool in section.tools]
        for one, other in pairwise([*inside, self._buttons["settings"], self.person]):
            self.setTabOrder(one, other)

    def set_compact(self, is_compact: bool) -> None:
        """Pictures only, where the window has no room for words."""
        style = Qt.ToolButtonStyle
        words = style.ToolButtonIconOnly if is_compact else style.ToolButtonTextBesideIcon
        self._width = _COMPACT if is_compact else _WIDTH
        self._is_compact = is_compact
        self._fit()
        self.name.setVisible(not is_compact)
        self._show_heads()
        for tool in self.findChildren(_Tool):
            tool.setToolButtonStyle(words)
            if isinstance(tool, _PageTool):
                tool.set_compact(is_compact=is_compact)
            if tool is not self.person:
                tool.setToolTip(tool.text().strip() if is_compact else "")

    def _fit(self) -> None:
        """Makes room for the scroll bar beside the pages, where they need one."""
        bar = self._pages.verticalScrollBar()
        more = bar.sizeHint().width() if bar.maximum() else 0
        self.setFixedWidth(px(self._width) + more)
        self._below.setContentsMargins(0, 0, more, 0)  # below the other pages, not the bar

    def _show_heads(self) -> None:
        for name, section in self.sections.items():
            is_seen = _SECTIONS[name] and not (self._is_compact and section.is_open)
            section.head.setVisible(bool(is_seen))

    def show_current(self, page: str) -> None:
        """Marks a page as the one that is shown; its section is unfolded as long as it is."""
        for button in self._buttons.values():
            button.show_current(page)
        found = self._buttons.get(page)
        for name, section in self.sections.items():
            is_here = found is not None and section.isAncestorOf(found)
            section.fold(is_open=is_here or name not in self._folded)
        self._show_heads()
        if found is not None:
            self._pages.ensureWidgetVisible(found)

    def show_waiting(self, counts: dict[str, int]) -> None:
        """Says how much waits on which page."""
        for name, button in self._buttons.items():
            button.show_waiting(counts.get(name, 0))

    def button(self, page: str) -> QToolButton:
        """The button of a page."""
        return self._buttons[page]

    def _remember(self, name: str, is_open: bool) -> None:
        others = [one for one in self._folded if one != name]
        self._folded[:] = others if is_open else [*others, name]
