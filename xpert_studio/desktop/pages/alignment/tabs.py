"""The parts of the page as tabs, each made when somebody looks at it first."""

from __future__ import annotations

from functools import cached_property
from typing import TypeVar

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from xpert_studio.desktop.look import PAD, px
from xpert_studio.desktop.pages.alignment.compare import Compare, other_of
from xpert_studio.desktop.pages.alignment.groups import Groups
from xpert_studio.desktop.pages.alignment.over_time import OverTime
from xpert_studio.desktop.pages.alignment.overview import Overview
from xpert_studio.desktop.pages.alignment.part import Part
from xpert_studio.desktop.pages.alignment.places import TABS
from xpert_studio.desktop.pages.alignment.queue import QueuePart
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.wording import number, t
from xpert_studio.report.look import Look

AnyPart = TypeVar("AnyPart", bound=Part)


class Tabs(QTabWidget):
    """Overview, groups, comparison, queue and history of one judge.

    Signals:
        turned: Another part is seen.
        target_opened: The cases behind a mark are wanted: its target.
        case_opened: A disagreement of the queue should be shown: its ``DisagreementKey``.
        beside_chosen: The id of the judge to compare with.
    """

    turned = Signal()
    target_opened = Signal(object)
    case_opened = Signal(object)
    beside_chosen = Signal(str)

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self._look: Look | None = None
        self._made: list[Part] = []
        self.setDocumentMode(True)
        self._grounds = [QWidget() for _ in TABS]
        for ground, name in zip(
            self._grounds,
            (t("Overview"), t("By group"), t("Compare"), t("Disagreements"), t("Over time")),
            strict=True,
        ):
            self.addTab(ground, name)
        self.tabBar().setUsesScrollButtons(False)
        self.currentChanged.connect(self._turn)

    @property
    def name(self) -> str:
        """Which part is seen; one of ``TABS``."""
        return TABS[self.currentIndex()]

    @cached_property
    def overview(self) -> Overview:
        """The judge at a glance."""
        return self._put("overview", Overview(self._shell))

    @cached_property
    def groups(self) -> Groups:
        """Group by group."""
        return self._put("groups", Groups(self._shell))

    @cached_property
    def compare(self) -> Compare:
        """Beside other judges."""
        made = Compare(self._shell)
        made.beside_chosen.connect(self.beside_chosen)
        return self._put("compare", made)

    @cached_property
    def queue(self) -> QueuePart:
        """The disagreements."""
        made = QueuePart(self._shell)
        made.opened.connect(self.case_opened)
        made.counted.connect(self._count)
        return self._put("queue", made)

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
        if "queue" not in self.__dict__ and look.judge and look.judge.alignment:
            is_withheld = look.blinding.withheld or look.blinding.pending
            self._count(0 if is_withheld else look.judge.alignment.differing)

    def compare_other(self, look: Look) -> str:
        """Whom the judge is compared with: who was chosen, or the best of the others."""
        return self.compare.other(look) if "compare" in self.__dict__ else other_of(look)

    def reread(self) -> None:
        """Reads what was found on disagreements anew."""
        if "queue" in self.__dict__:
            self.queue.reread()

    def _count(self, count: int) -> None:
        name = t("Disagreements")
        self.setTabText(TABS.index("queue"), f"{name} ({number(count)})" if count else name)
