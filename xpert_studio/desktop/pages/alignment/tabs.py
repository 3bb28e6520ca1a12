"""The parts of the page as tabs, each made when the user looks at it first."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TypeVar

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QTabWidget, QWidget

from xpert_studio.desktop.kit import PAD, Shell, column, t
from xpert_studio.desktop.pages.alignment.compare import Compare
from xpert_studio.desktop.pages.alignment.fails import Fails
from xpert_studio.desktop.pages.alignment.figures import AllFigures
from xpert_studio.desktop.pages.alignment.part import Part
from xpert_studio.desktop.pages.alignment.places import TABS
from xpert_studio.desktop.pages.alignment.trend import OverTime
from xpert_studio.report.judge_alignment import Look

AnyPart = TypeVar("AnyPart", bound=Part)


class Tabs(QTabWidget):
    """Where one judge fails, all its figures, other judges, and its history.

    Args:
        shell: The window's.
        turned: Follows when another part is seen.
    """

    def __init__(self, shell: Shell, turned: Callable[[], object]) -> None:
        super().__init__(documentMode=True)
        self._shell, self._turned = shell, turned
        self._look: Look | None = None
        self._made: list[Part] = []
        for name in (t("Where it fails"), t("All figures"), t("Judges compared"), t("Over time")):
            self.addTab(QWidget(), name)
        self.tabBar().setUsesScrollButtons(False)
        self.currentChanged.connect(self._turn)

    @property
    def name(self) -> str:
        """Which part is seen; one of ``TABS``."""
        return TABS[self.currentIndex()]

    @cached_property
    def overview(self) -> Fails:
        """Where it fails, and the cases."""
        return self._put("overview", Fails(self._shell))

    @cached_property
    def figures(self) -> AllFigures:
        """All figures and charts."""
        return self._put("figures", AllFigures(self._shell))

    @cached_property
    def compare(self) -> Compare:
        """Beside other judges."""
        return self._put("compare", Compare(self._shell))

    @cached_property
    def time(self) -> OverTime:
        """Certificates."""
        return self._put("time", OverTime(self._shell))

    def _put(self, name: str, part: AnyPart) -> AnyPart:
        column(part, on=self.widget(TABS.index(name)), pad=(0, PAD, 0, 0))
        self._made.append(part)
        if self._look is not None:
            part.show_look(self._look)
        return part

    def go_to(self, name: str) -> None:
        """Shows a part without telling; the one that is seen where empty."""
        with QSignalBlocker(self):
            self.setCurrentIndex(TABS.index(name) if name else self.currentIndex())
        self._make()

    def _turn(self) -> None:
        self._make()
        self._turned()

    def _make(self) -> None:
        getattr(self, self.name)

    def show_look(self, look: Look) -> None:
        """Shows a judge in every part that is there."""
        self._look = look
        self._make()
        for part in self._made:
            part.show_look(look)
