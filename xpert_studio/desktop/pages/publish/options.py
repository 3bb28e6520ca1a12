"""What is to be said about the kind that was chosen: which tasks, which judges, what stays here."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QWidget

from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    SPACE,
    TIGHT,
    Card,
    ChosenTasks,
    Picker,
    box,
    button,
    column,
    label,
    picker,
    px,
    refill,
    row,
    short,
    t,
    tn,
)
from xpert_studio.desktop.pages.project.describing import LicenceField
from xpert_studio.desktop.pages.publish.kinds import OWN, ExportKind
from xpert_studio.desktop.pages.publish.orders import (
    BundleOrder,
    ForeignOrder,
    Order,
    ReportOrder,
    TableOrder,
)
from xpert_studio.exchange.scope import Scope
from xpert_studio.records import Stage, Subset
from xpert_studio.report.sentences import judge_name
from xpert_studio.workflow.views import PublishingChoices

# Which tasks are meant: all or none, those that are ready, a gold subset, or tasks one ticks.

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


class OptionsCard(Card):
    """The options of one kind at a time; what is entered for one stays for the next.

    Signals:
        changed: Something was entered.
        licensed: A licence was named; it.
    """

    changed = Signal()
    licensed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.kind = OWN[0]
        self.title = label("", "heading")
        self.what = label("", "muted")
        self.tasks = TasksField(t("Tasks"), t("All tasks"), ready=True)
        self.judges = Picker(t("All judges"), ())
        self.ending = picker(t("Format"), least=220)
        self.held_out = TasksField(t("Hold-out split"), t("No hold-out split"))
        self.no_answers = QCheckBox(t("without reference answers, checks and choices"))
        self.no_rubrics = QCheckBox(t("without rubrics, and what was judged by them"))
        self.all_stages = QCheckBox(t("Include tasks that are not ready"))
        self.licence = LicenceField(None)
        self.name_licence = button(t("Save the licence"), self._name_licence, picture="check")
        self.form = QFormLayout()
        self._lay_out()
        self._listen()

    def _lay_out(self) -> None:
        self.form.setHorizontalSpacing(px(SPACE))
        self.form.setVerticalSpacing(px(PAD))
        self.form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self._judge_row = _line(self.judges)
        self._ending_row = _line(self.ending)
        self._stage_row = _line(self.all_stages)
        self._lacks = box(column(self.no_answers, self.no_rubrics, gap=TIGHT))
        self._held_row = box(column(self.held_out, self._lacks, gap=GAP))
        self._licence_row = box(column(
            label(
                t("No licence is set: without one, recipients of this bundle may not use it."),
                "warn",
            ),
            row(self.licence, self.name_licence, 1),
            gap=GAP,
        ))  # fmt: skip
        for name, widget in (
            (t("Tasks"), self.tasks),
            (t("Judges"), self._judge_row),
            (t("Format"), self._ending_row),
            (t("Stages"), self._stage_row),
            (t("Hold-out split"), self._held_row),
            (t("Licence"), self._licence_row),
        ):
            caption = label(name, "muted", wrap=False)
            caption.setContentsMargins(0, px(6), 0, 0)
            self.form.addRow(caption, widget)
        column(self.title, self.what, self.form, on=self, pad=SPACE, gap=PAD)

    def _listen(self) -> None:
        for field in (self.tasks, self.held_out, self.judges):
            field.changed.connect(self._fit_and_tell)
        self.ending.currentIndexChanged.connect(lambda _: self.changed.emit())
        for tick in (self.no_answers, self.no_rubrics, self.all_stages):
            tick.toggled.connect(lambda _: self.changed.emit())

    # What is offered.

    def show_kind(self, kind: ExportKind) -> None:
        """Asks what is to be said about a kind."""
        self.kind = kind
        self.title.setText(t(kind.title))
        self.what.setText(t(kind.what))
        with QSignalBlocker(self.ending):
            before = self.ending.currentText()
            self.ending.clear()
            for ending, words in kind.endings:
                self.ending.addItem(t(words) if words else ending, ending)
            self.ending.setCurrentIndex(max(0, self.ending.findText(before)))
        self._fit_and_tell()

    def offer(self, choices: PublishingChoices) -> None:
        """Offers what there is; what was chosen stays chosen."""
        self.tasks.offer(choices)
        self.held_out.offer(choices)
        self.judges.fill(
            (item.id, short(f"{judge_name(item)} · {item.id}", 90)) for item in choices.judges
        )
        self._has_judges = len(choices.judges) > 1
        self._has_licence = bool(choices.info.licence)
        self._fit()

    _has_judges = False
    _has_licence = True

    # What was entered.

    @property
    def lacks(self) -> str:
        """What is still to be entered, in words; empty for nothing."""
        if self.tasks.lacks:
            return t("Tick the tasks that are to go out.")
        if self._can_hold_out and self.held_out.lacks:
            return t("Tick the tasks that are held out.")
        if self._goes_without and not (self.no_answers.isChecked() or self.no_rubrics.isChecked()):
            return t("Say what the held-out tasks go without: reference answers, or rubrics.")
        return ""

    def order(self) -> Order:
        """What is to be published, as it was entered."""
        scope, ending = self.tasks.scope, str(self.ending.currentData() or "")
        held_out = self.held_out.task_ids
        if self.kind.format is not None:
            return ForeignOrder(
                scope=scope, ending=ending, format=self.kind.format, held_out=held_out
            )
        if self.kind.id == "report":
            return ReportOrder(scope=scope, ending=ending, judge_ids=self.judges.ticked or None)
        if self.kind.id == "table":
            return TableOrder(scope=scope, ending=ending)
        lacks = bool(held_out) and self._goes_without
        return BundleOrder(
            scope=scope,
            ending=ending,
            is_public=self.kind.is_public,
            held_out=held_out,
            without_reference_answers=lacks and self.no_answers.isChecked(),
            without_rubrics=lacks and self.no_rubrics.isChecked(),
            all_stages=self.kind.id == "public" and self.all_stages.isChecked(),
        )

    @property
    def _can_hold_out(self) -> bool:
        return self.kind.is_public or self.kind.id == "private"

    @property
    def _goes_without(self) -> bool:
        """Whether held-out tasks are in it, but not all that belongs to them."""
        return self.kind.id == "private" and not self.held_out.is_plain

    def _name_licence(self) -> None:
        name = self.licence.currentText().strip()
        if name:
            self.licensed.emit(name)

    def _fit_and_tell(self) -> None:
        self._fit()
        self.changed.emit()

    def _fit(self) -> None:
        shown = {
            self._judge_row: self.kind.id == "report" and self._has_judges,
            self._ending_row: len(self.kind.endings) > 1,
            self._stage_row: self.kind.id == "public" and self.tasks.has_unready,
            self._held_row: self._can_hold_out,
            self._licence_row: self.kind.is_public and not self._has_licence,
        }
        for widget, is_shown in shown.items():
            self.form.setRowVisible(widget, is_shown)
        self._lacks.setVisible(self._goes_without)


def _line(widget: QWidget) -> QWidget:
    return box(row(widget, 1))
