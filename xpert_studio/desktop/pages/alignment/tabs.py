"""The parts of the page as tabs, each made when the user looks at it first."""

from __future__ import annotations

from functools import cached_property
from typing import TypeVar

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from xpert_studio.desktop.kit import PAD, Shell, px, t
from xpert_studio.desktop.pages.alignment.compare import Compare
from xpert_studio.desktop.pages.alignment.fails import Fails
from xpert_studio.desktop.pages.alignment.figures import AllFigures
from xpert_studio.desktop.pages.alignment.part import Part
from xpert_studio.desktop.pages.alignment.places import TABS
from xpert_studio.desktop.pages.alignment.trend import OverTime
from xpert_studio.records import DisagreementKey
from xpert_studio.report.judge_alignment import Look

AnyPart = TypeVar("AnyPart", bound=Part)


class Tabs(QTabWidget):
    """Where one judge fails, all its figures, other judges, and its history.

    Signals:
        turned: Another part is seen.
        target_opened: The cases behind a mark are wanted: its target.
        case_opened: A case of the list should be shown: its ``DisagreementKey``.
        beside_chosen: The id of the judge to compare with.
    """

    turned = Signal()
    target_opened = Signal(object)
    case_opened = Signal(DisagreementKey)
    beside_chosen = Signal(str)

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self._look: Look | None = None
        self._made: list[Part] = []
        self.setDocumentMode(True)
        names = (t("Where it fails"), t("All figures"), t("Judges compared"), t("Over time"))
        self._grounds = [QWidget() for _ in TABS]
        for ground, name in zip(self._grounds, names, strict=True):
            self.addTab(ground, name)
        self.tabBar().setUsesScrollButtons(False)
        self.currentChanged.connect(self._turn)

    @property
    def name(self) -> str:
        """Which part is seen; one of ``TABS``."""
        return TABS[self.currentIndex()]

    @cached_property
    def overview(self) -> Fails:
        """Where it fails, and the cases."""
        made = Fails(self._shell)
        made.opened.connect(self.case_opened)
        return self._put("overview", made)

    @cached_property
    def figures(self) -> AllFigures:
        """All figures and charts."""
        return self._put("figures", AllFigures(self._shell))

    @cached_property
    def compare(self) -> Compare:
        """Beside other judges."""
        made = Compare(self._shell)
        made.beside_chosen.connect(self.beside_chosen)
        return self._put("compare", made)

    @cached_property
    def time(self) -> OverTime:
        """Certificates."""
        return self._put("time", OverTime(self._shell))

    def _put(self, name: str, part: AnyPart) -> AnyPart:
        layout = QVBoxLayout(self._grounds[TABS.index(name)])
        layout.setContentsMargins(0, px(PAD), 0, 0)
        layout.addWidget(part)
        part.target_opened.connect(self.target_opened)
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
        self.turned.emit()

    def _make(self) -> None:
        getattr(self, self.name)

    def show_look(self, look: Look) -> None:
        """Shows a judge in every part that is there."""
        self._look = look
        self._make()
        for part in self._made:
            part.show_look(look)

    def reread(self) -> None:
        """Reads what was found on disagreements anew."""
        self.overview.reread()
