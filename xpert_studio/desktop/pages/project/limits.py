"""The limits of a project: each is saved as soon as its field is left."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel

from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    SPACE,
    Card,
    Spin,
    column,
    grid,
    label,
    picker,
    px,
    row,
    t,
)
from xpert_studio.desktop.names import MODES
from xpert_studio.records import Mode, Policies, Tier
from xpert_studio.report.part_names import TIERS

_MOST = 9999
_HEAVIEST = 10


class LimitsCard(Card):
    """The limits.

    Signals:
        changed: The limits that were changed, as ``set_policies`` takes them.
    """

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._held = Policies()
        self._may = False
        self.tasks = Spin(t("Tasks an expert writes at most"), 1, _MOST)
        self.least = Spin(t("Checkpoints at least"), 1, _MOST)
        self.most = Spin(t("Checkpoints at most"), 1, _MOST)
        self.reviewers = Spin(t("Reviewers who approve a rubric"), 1, _MOST)
        self.share = Spin(t("Share of rubrics that is spot-checked"), 0, 100, " %")
        self.fewest = Spin(t("Tasks below which a group has no figure on boards"), 1, _MOST)
        self.mode = picker(
            t("Who decides on whose work"), [(t(title), mode) for mode, title, _ in MODES]
        )
        self.required = QCheckBox(t("Required"))
        self.required.setAccessibleName(t("Qualification is required"))
        self.weights = {
            tier: Spin(t("Weight of {tier}", tier=t(TIERS[tier])), 1, _HEAVIEST) for tier in Tier
        }
        self.clash = label("", "bad")
        self.clash.hide()
        self._grid = grid(SPACE, PAD, grow=(0, 1))
        self._lay_out()
        self._listen()

    def _lay_out(self) -> None:
        between = row(self.least, label(t("to"), wrap=False), self.most, 1)
        self.meaning = self._put(t("Who decides on whose work"), row(self.mode, 1), "")
        self._put(
            t("Tasks for each expert"),
            row(self.tasks, 1),
            t("How many tasks one author may have in the project."),
        )
        self._put(
            t("Checkpoints in a rubric"),
            between,
            t("For fewer or more, the author gives a reason that reviewers see."),
        )
        self._grid.addWidget(self.clash, self._grid.rowCount(), 1)
        self._put(
            t("Reviewers"),
            row(self.reviewers, 1),
            t("How many colleagues approve a rubric before it counts as approved."),
        )
        self._put(
            t("Spot checks"),
            row(self.share, 1),
            t("The share of approved rubrics that senior experts spot-check; sampled at random."),
        )
        self._put(
            t("Small groups"),
            row(self.fewest, 1),
            t("Figures of a domain, tier or other group on fewer tasks are marked with †."),
        )
        self._put(
            t("Default weights"), self._weights_row(), t("What a new checkpoint of a tier weighs.")
        )
        self._put(
            t("Qualification"),
            row(self.required, 1),
            t("Only people who have passed it take part."),
        )
        column(
            label(t("Limits"), "heading"),
            label(t("What was done under the old limits stays done."), "muted"),
            self._grid,
            on=self,
            pad=SPACE,
            gap=PAD,
        )

    def _weights_row(self) -> QHBoxLayout:
        made = row(gap=GAP)
        for tier, spin in self.weights.items():
            made.addLayout(column(label(t(TIERS[tier]), "label", wrap=False), spin, gap=2))
        made.addStretch(1)
        return made

    def _put(self, name: str, fields: QHBoxLayout, hint: str) -> QLabel:
        """Puts fields below the others; gives the words beneath them."""
        at = self._grid.rowCount()
        caption = label(name)
        caption.setFixedWidth(px(150))
        caption.setContentsMargins(0, px(6), 0, 0)
        caption.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(caption, at, 0)
        meaning = label(hint, "small")
        self._grid.addLayout(column(fields, meaning, gap=2), at, 1)
        return meaning

    def _listen(self) -> None:
        for field in (
            self.tasks,
            self.least,
            self.most,
            self.reviewers,
            self.share,
            self.fewest,
            *self.weights.values(),
        ):
            field.editingFinished.connect(self.save)
        self.required.toggled.connect(lambda _: self.save())
        self.mode.activated.connect(lambda _: self.save())

    def show_policies(self, held: Policies, *, is_open: bool) -> None:
        """Shows the limits that hold.

        Args:
            held: Them.
            is_open: Whether they can be changed here.
        """
        was_waiting = self._is_clash
        self._held, self._may = held, is_open
        for field, value in (
            (self.tasks, held.max_tasks_per_expert),
            (self.reviewers, held.reviewers_needed),
            (self.fewest, held.fewest_tasks),
            (self.share, round(held.spot_check_share * 100)),
            *((self.weights[tier], held.default_weights[tier]) for tier in Tier),
        ):
            field.show_value(value)
        if not (was_waiting and is_open):
            self.least.show_value(held.min_checkpoints)
            self.most.show_value(held.max_checkpoints)
        with QSignalBlocker(self.required):
            self.required.setChecked(held.qualification_required)
        with QSignalBlocker(self.mode):
            self.mode.setCurrentIndex(self.mode.findData(held.mode))
        self.meaning.setText(next(t(said) for mode, _, said in MODES if mode is held.mode))
        for widget in (self.mode, self.required, *self.findChildren(Spin)):
            widget.setEnabled(is_open)
        self._say_clash()

    def give_up(self) -> None:
        """Forgets two numbers of checkpoints that cannot both be: the old ones hold."""
        if self._is_clash:
            self.least.setValue(self._held.min_checkpoints)
            self.most.setValue(self._held.max_checkpoints)
            self._say_clash()

    def save(self) -> None:
        """Saves what differs from what holds."""
        self._say_clash()
        fields = self._entered()
        changed = {key: value for key, value in fields.items() if getattr(self._held, key) != value}
        if changed and self._may:
            self._held = self._held.model_copy(update=changed)
            self.changed.emit(changed)

    def _entered(self) -> dict[str, Any]:
        fields: dict[str, Any] = {
            "mode": Mode(self.mode.currentData()),
            "max_tasks_per_expert": self.tasks.value(),
            "reviewers_needed": self.reviewers.value(),
            "fewest_tasks": self.fewest.value(),
            "qualification_required": self.required.isChecked(),
            "default_weights": {tier: spin.value() for tier, spin in self.weights.items()},
        }
        if self.share.value() != round(self._held.spot_check_share * 100):
            fields["spot_check_share"] = self.share.value() / 100
        if not self._is_clash:
            fields["min_checkpoints"] = self.least.value()
            fields["max_checkpoints"] = self.most.value()
        return fields

    @property
    def _is_clash(self) -> bool:
        return self.least.value() > self.most.value()

    def _say_clash(self) -> None:
        self.clash.setText(
            t(
                "At least {least} and at most {most} cannot both be. It is saved once both fit.",
                least=self.least.value(),
                most=self.most.value(),
            )
        )
        self.clash.setVisible(self._is_clash)
