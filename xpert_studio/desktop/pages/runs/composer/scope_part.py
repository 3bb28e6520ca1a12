"""What a run covers: all responses, or those to some tasks and by some systems."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QButtonGroup, QComboBox, QRadioButton, QWidget

from xpert_studio.desktop.kit import (
    PAD,
    SPACE,
    Card,
    ChosenTasks,
    box,
    button,
    column,
    domain_name,
    label,
    mark,
    number,
    refill,
    row,
    short,
    t,
    tn,
)
from xpert_studio.desktop.pages.runs.composer.form import FormGrid
from xpert_studio.desktop.pages.tasks.filters import Picker
from xpert_studio.judge.selection import Selection
from xpert_studio.workflow.views.scope import Scope

_WAYS: Final = {
    "all": mark("All tasks"),
    "domains": mark("Tasks of some domains"),
    "subset": mark("A subset"),
    "chosen": mark("Tasks I choose"),
}


class ScopePart(Card):
    """The scope.

    Signals:
        changed: Something was entered.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._responses: tuple[str, ...] = ()
        self.ways = {name: QRadioButton(t(title)) for name, title in _WAYS.items()}
        self._group = QButtonGroup(self)
        for choice in self.ways.values():
            self._group.addButton(choice)
        self.ways["all"].setChecked(True)
        self.domains = Picker(t("Domains"), ())
        self.subset = QComboBox()
        self.subset.setAccessibleName(t("A subset"))
        self.chosen = ChosenTasks(t("Tasks to run on"))
        self.models = Picker(t("All systems"), ())
        self.only = label("", "muted")
        self._lay_out()
        self._listen()
        self._fit()

    def _lay_out(self) -> None:
        grid, tasks = FormGrid(), QWidget()
        column(
            self.ways["all"],
            row(self.ways["domains"], self.domains, 1),
            row(self.ways["subset"], self.subset, 1),
            self.ways["chosen"], self.chosen,
            on=tasks, gap=4,
        )  # fmt: skip
        grid.put(t("Tasks"), tasks)
        grid.put(
            t("Systems"), row(self.models, 1),
            t("None selected = all systems"),
        )  # fmt: skip
        whole = button(t("All responses"), self._take_all, kind="link")
        self._only_line = box(row(self.only, whole, grow=0))
        column(label(t("Scope"), "heading"), self._only_line, grid, on=self, pad=SPACE, gap=PAD)

    def _listen(self) -> None:
        self._group.buttonToggled.connect(lambda *_: self._fit_and_tell())
        self.subset.currentIndexChanged.connect(lambda _: self._picked("subset"))
        self.domains.changed.connect(lambda: self._picked("domains"))
        self.models.changed.connect(self.changed.emit)
        self.chosen.changed.connect(self.changed.emit)

    def _picked(self, way: str) -> None:
        """A person who picks a domain or a subset means it."""
        if not self.ways[way].isChecked():
            self.ways[way].setChecked(True)
        else:
            self.changed.emit()

    # What is entered.

    def entered(self) -> Selection:
        """The scope as a request takes it."""
        way = next(name for name, choice in self.ways.items() if choice.isChecked())
        return Selection(
            models=self.models.ticked,
            task_ids=tuple(sorted(self.chosen.model.chosen)) if way == "chosen" else (),
            domains=self.domains.ticked if way == "domains" else (),
            subset=str(self.subset.currentData() or "") if way == "subset" else "",
            response_ids=self._responses,
        )

    @property
    def lacks(self) -> str:
        """What is still to be chosen, in words; empty for nothing."""
        if self.ways["chosen"].isChecked() and not self.chosen.model.chosen:
            return t("Tick the tasks to run on.")
        if self.ways["domains"].isChecked() and not self.domains.ticked:
            return t("Tick a domain.")
        return ""

    def show_selection(self, selection: Selection) -> None:
        """Shows a scope; what it names has to be offered before."""
        with QSignalBlocker(self):
            self.models.tick(selection.models)
            self.domains.tick(selection.domains)
            self.subset.setCurrentIndex(max(0, self.subset.findData(selection.subset)))
            self.chosen.model.chosen = set()
            self.chosen.model.tick(selection.task_ids, is_on=True)
            way = (
                "chosen" if selection.task_ids
                else "domains" if selection.domains
                else "subset" if selection.subset
                else "all"
            )  # fmt: skip
            self.ways[way].setChecked(True)
            self._responses = selection.response_ids
        self._fit()

    def offer(self, scope: Scope) -> None:
        """Offers what there is; what was chosen stays chosen."""
        with QSignalBlocker(self):
            self.models.fill(
                (name, f"{short(name, 60)} ({number(count)})")
                for name, count in scope.models.items()
            )
            self.domains.fill(
                (name, f"{domain_name(name)} ({number(count)})")
                for name, count in scope.domains.items()
            )
            subsets = [
                (f"{name} ({tn('{n} task', '{n} tasks', count)})", name)
                for name, count in scope.subsets.items()
            ]
            refill(self.subset, subsets, self.subset.currentData())
            self.chosen.model.offer(scope.tasks)
        self._fit()

    # What is shown.

    def _take_all(self) -> None:
        self._responses = ()
        self._fit_and_tell()

    def _fit_and_tell(self) -> None:
        self._fit()
        self.changed.emit()

    def _fit(self) -> None:
        self.chosen.setVisible(self.ways["chosen"].isChecked())
        has_subset = self.subset.count() > 0
        self.ways["subset"].setEnabled(has_subset)
        self.subset.setEnabled(has_subset)
        self.subset.setVisible(has_subset)
        self._only_line.setVisible(bool(self._responses))
        self.only.setText(
            tn("Only {n} chosen response.", "Only {n} chosen responses.", len(self._responses))
        )
