"""Which tasks are meant: all or none, those that are ready, a gold subset, or tasks one ticks."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.look import GAP
from xpert_studio.desktop.parts import column, picker, refill, row
from xpert_studio.desktop.parts.chosen_tasks import ChosenTasks
from xpert_studio.desktop.wording import short, t, tn
from xpert_studio.exchange.scope import Scope
from xpert_studio.records import Stage, Subset
from xpert_studio.workflow.views import PublishingChoices

_PLAIN: Final = ""
_CHOSEN: Final = "chosen"
_READY: Final = "ready"
_SUBSET: Final = "subset/"


class TasksField(QWidget):
    """A choice, and below it the tasks to tick where that was chosen.

    Args:
        name: What is chosen.
        plain: The first choice, which names no task.
        ready: Whether the tasks that are ready are a choice.

    Attributes:
        has_unready: Whether the project has tasks that are not ready.

    Signals:
        changed: Something else was chosen.
    """

    changed = Signal()

    def __init__(self, name: str, plain: str, *, ready: bool = False) -> None:
        super().__init__()
        self._plain = plain
        self._offers_ready = ready
        self._ready: frozenset[str] = frozenset()
        self.has_unready = False
        self._subsets: dict[str, Subset] = {}
        self.way = picker(name, least=220)
        self.chosen = ChosenTasks(name)
        self.chosen.hide()
        column(row(self.way, 1), self.chosen, on=self, gap=GAP)
        self.way.currentIndexChanged.connect(lambda _: self._fit_and_tell())
        self.chosen.changed.connect(self.changed)

    def offer(self, choices: PublishingChoices) -> None:
        """Offers what there is; what was chosen stays chosen."""
        self._subsets = {item.name: item for item in choices.subsets}
        self._ready = frozenset(item.id for item in choices.tasks if item.stage is Stage.READY)
        self.has_unready = len(self._ready) < len(choices.tasks)
        before = self.way.currentData() or _PLAIN
        ways = [(self._plain, _PLAIN)]
        if self._offers_ready and 0 < len(self._ready) < len(choices.tasks):
            count = tn("{n} task", "{n} tasks", len(self._ready))
            ways.append((t("Tasks that are ready ({tasks})", tasks=count), _READY))
        for item in choices.subsets:
            words = t(
                "Gold subset {name} ({tasks})",
                name=short(item.name, 40),
                tasks=tn("{n} task", "{n} tasks", len(item.task_ids)),
            )
            ways.append((words, _SUBSET + item.name))
        refill(self.way, [*ways, (t("Tasks I choose"), _CHOSEN)], before)
        known = {item.id for item in choices.tasks}
        self.chosen.model.chosen &= known
        self.chosen.model.offer(choices.tasks)
        self._fit()
        if (self.way.currentData() or _PLAIN) != before:
            self.changed.emit()

    def choose_subset(self, name: str) -> None:
        """Chooses a subset, if there is one of that name."""
        at = self.way.findData(_SUBSET + name)
        if at >= 0:
            self.way.setCurrentIndex(at)

    @property
    def is_plain(self) -> bool:
        """Whether no task is named."""
        return not self.way.currentData()

    @property
    def lacks(self) -> bool:
        """Whether tasks are still to be ticked."""
        return self.way.currentData() == _CHOSEN and not self.chosen.model.chosen

    @property
    def scope(self) -> Scope:
        """What was chosen, as the part of a project."""
        way = str(self.way.currentData() or _PLAIN)
        if way == _READY:
            return Scope(task_ids=self._ready)
        if way == _CHOSEN:
            return Scope(task_ids=frozenset(self.chosen.model.chosen))
        return Scope(subset=way.removeprefix(_SUBSET)) if way else Scope()

    @property
    def task_ids(self) -> frozenset[str]:
        """What was chosen, task by task; empty where no task is named."""
        scope = self.scope
        return frozenset(self._subsets[scope.subset].task_ids) if scope.subset else scope.task_ids

    def _fit_and_tell(self) -> None:
        self._fit()
        self.changed.emit()

    def _fit(self) -> None:
        self.chosen.setVisible(self.way.currentData() == _CHOSEN)
