"""The pages that belong to one place of the rail, as tabs beside the way back and forward."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QTabBar

from xpert_studio.core.wording import t
from xpert_studio.desktop.pages import PageEntry, beside
from xpert_studio.desktop.widgets.wiring import show_if


class PageTabs(QTabBar):
    """Not shown where a place has one page only.

    Args:
        go: Goes to a page.
    """

    def __init__(self, go: Callable[[str], object]) -> None:
        super().__init__(expanding=False, usesScrollButtons=True)
        self.setProperty("kind", "side")
        self.setAccessibleName(t("Pages beside this one"))
        self._shown: tuple[str, ...] = ()
        self.currentChanged.connect(lambda at: go(str(self.tabData(at))))
        self.hide()

    def show_pages(self, page: str, served: Collection[str]) -> None:
        """Shows the pages beside one that is shown.

        Args:
            page: Its id.
            served: Ids of the pages where the person works; the page that is shown is a tab too.
        """
        found = [one for one in beside(page) if one.id in served or one.id == page]
        with QSignalBlocker(self):
            self._fill(found)
            names = [one.id for one in found]
            self.setCurrentIndex(names.index(page) if page in names else -1)
        self.updateGeometry()  # the tab that is shown is bold, and wider
        show_if(len(found) > 1 and page in names, self)

    def step(self, by: int) -> None:
        """Turns to the next page of the place, or the one before; around at the end."""
        if self.count() > 1 and not self.isHidden():
            self.setCurrentIndex((self.currentIndex() + by) % self.count())

    def _fill(self, found: list[PageEntry]) -> None:
        names = tuple(one.id for one in found)
        if names == self._shown:
            return
        self._shown = names
        while self.count():
            self.removeTab(0)
        for one in found:
            self.setTabData(self.addTab(t(one.tab)), one.id)
