"""The checklist an author answers before a brief is handed in (XpertBench, section 3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QButtonGroup, QSpinBox, QWidget

from xpert_studio.desktop.look import GAP, PAD, SPACE
from xpert_studio.desktop.parts import Card, box, choices, column, label, row
from xpert_studio.desktop.wording import mark, t
from xpert_studio.records import Checklist

QUESTIONS: Final = (
    ("professional", mark("Is it work of your profession, not an exam question?")),
    ("typical", mark("Is it a typical case, not a rare exception?")),
    ("clear_success", mark("Is it clear what counts as success?")),
    ("hard_for_models", mark("Will today's models struggle with it?")),
)


class ChecklistFields(Card):
    """Four questions, yes or no, and an estimate; kept once all four are answered."""

    def __init__(self, keep: Callable[[Checklist], None]) -> None:
        super().__init__("sunken")
        self._keep = keep
        self.answers: dict[str, QButtonGroup] = {}
        inside = column(label(t("Checklist"), "label"), on=self, pad=PAD, gap=GAP)
        for name, question in QUESTIONS:
            inside.addWidget(self._question(name, t(question)))
        self.rate = QSpinBox()
        self.rate.setRange(-1, 100)
        self.rate.setSuffix(" %")
        self.rate.setSpecialValueText(t("no estimate"))
        self.rate.setValue(-1)
        words = t("What share of models would do well?")
        self.rate.setAccessibleName(words)
        self.rate.editingFinished.connect(self._answered)
        asked = row(label(words), self.rate, gap=SPACE, grow=0)
        inside.addLayout(asked)

    def _question(self, name: str, question: str) -> QWidget:
        group, (no, yes) = choices(self, (t("No"), t("Yes")), question=question)
        group.idClicked.connect(lambda _: self._answered())
        self.answers[name] = group
        return box(row(label(question), yes, no, grow=0))

    def show_checklist(self, checklist: Checklist | None, *, is_open: bool) -> None:
        """Shows the answers."""
        for name, group in self.answers.items():
            if checklist is not None:
                group.button(int(getattr(checklist, name))).setChecked(True)
            elif not is_open or self._is_untouched():
                self._clear(group)
            for choice in group.buttons():
                choice.setEnabled(is_open)
        with QSignalBlocker(self.rate):
            if not self.rate.hasFocus():
                rate = checklist.pass_rate if checklist else None
                self.rate.setValue(-1 if rate is None else round(rate * 100))
        self.rate.setEnabled(is_open)

    def forget(self) -> None:
        """Another task: nothing is answered."""
        for group in self.answers.values():
            self._clear(group)
        self.rate.clearFocus()

    def _is_untouched(self) -> bool:
        return not any(group.checkedId() >= 0 for group in self.answers.values())

    def _clear(self, group: QButtonGroup) -> None:
        group.setExclusive(False)
        for choice in group.buttons():
            choice.setChecked(False)
        group.setExclusive(True)

    def _answered(self) -> None:
        given = {name: group.checkedId() for name, group in self.answers.items()}
        if any(answer < 0 for answer in given.values()):
            return
        rate = self.rate.value()
        self._keep(
            Checklist(
                pass_rate=None if rate < 0 else rate / 100,
                **{name: bool(answer) for name, answer in given.items()},
            )
        )
