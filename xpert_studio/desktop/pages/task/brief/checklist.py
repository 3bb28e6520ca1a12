"""The checklist an author answers before a brief is handed in (XpertBench, section 3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QSpinBox, QWidget

from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    SPACE,
    Card,
    Questions,
    column,
    field,
    label,
    mark,
    row,
    t,
)
from xpert_studio.records import Checklist

QUESTIONS: Final = (
    ("professional", mark("Is it work of your profession, not an exam question?")),
    ("typical", mark("Is it a typical case, not a rare exception?")),
    ("clear_success", mark("Is it clear what counts as success?")),
    ("hard_for_models", mark("Will today's models struggle with it?")),
)


class ChecklistFields(Card):
    """Four questions, yes or no, an estimate, and why where an answer is no.

    What is given is kept once all four are answered.
    """

    def __init__(self, keep: Callable[[Checklist], None]) -> None:
        super().__init__("sunken")
        self._keep = keep
        self.questions = Questions([(name, t(question)) for name, question in QUESTIONS])
        self.questions.answered.connect(self._answered)
        self.reason = field(hint=t("Why it is a task for this project all the same"))
        self.reason.setAccessibleName(self.reason.placeholderText())
        self.reason.editingFinished.connect(self._answered)
        self.reason.hide()
        self.rate = QSpinBox()
        self.rate.setRange(-1, 100)
        self.rate.setSuffix(" %")
        self.rate.setSpecialValueText(t("no estimate"))
        self.rate.setValue(-1)
        words = t("What share of models would do well?")
        self.rate.setAccessibleName(words)
        self.rate.editingFinished.connect(self._answered)
        asked = row(label(words), self.rate, gap=SPACE, grow=0)
        column(
            label(t("Checklist"), "label"), self.questions, self.reason, asked,
            on=self, pad=PAD, gap=GAP,
        )  # fmt: skip

    def show_checklist(self, checklist: Checklist | None, *, is_open: bool) -> None:
        """Shows the answers."""
        if checklist is not None:
            self.questions.show_answers(
                checklist.model_dump(include={name for name, _ in QUESTIONS})
            )
        elif not is_open:
            self.questions.show_answers({})
        self.questions.setEnabled(is_open)
        with QSignalBlocker(self.rate), QSignalBlocker(self.reason):
            if not self.rate.hasFocus():
                rate = checklist.pass_rate if checklist else None
                self.rate.setValue(-1 if rate is None else round(rate * 100))
            if not self.reason.hasFocus():
                self.reason.setText((checklist.reason if checklist else None) or "")
        self.reason.setVisible(False in self.questions.given().values())
        for one in (self.rate, self.reason):
            one.setEnabled(is_open)

    def first_gap(self) -> QWidget | None:
        """The first question without an answer, or the reason where one is needed."""
        given = self.questions.given()
        for name, answer in given.items():
            if answer is None:
                return self.questions.answers[name].buttons()[0]
        return self.reason if False in given.values() and not self.reason.text().strip() else None

    def forget(self) -> None:
        """Another task: nothing is answered."""
        self.questions.show_answers({})
        self.rate.clearFocus()
        self.reason.clearFocus()

    def _answered(self) -> None:
        given = self.questions.given()
        self.reason.setVisible(False in given.values())
        if None in given.values():
            return
        rate = self.rate.value()
        more = {
            "pass_rate": None if rate < 0 else rate / 100,
            "reason": self.reason.text().strip() or None,
        }
        self._keep(Checklist.model_validate(given | more))
