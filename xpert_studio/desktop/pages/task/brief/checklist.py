"""The checklist an author answers before a brief is handed in (XpertBench, section 3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QWidget

from xpert_studio.core.records import Checklist
from xpert_studio.core.wording import mark, t
from xpert_studio.desktop.look import GAP, PAD
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asking import questions
from xpert_studio.desktop.widgets.form import Form, FormField
from xpert_studio.desktop.widgets.labels import Card, label
from xpert_studio.desktop.widgets.layouts import column

QUESTIONS: Final = (
    ("professional", mark("Real professional work (not an exam question)?")),
    ("typical", mark("Typical case (not an edge case)?")),
    ("clear_success", mark("Clear success criteria?")),
    ("hard_for_models", mark("Hard for current models?")),
)
_WHY: Final = mark("Why it is a task for this project all the same")
_CHECKLIST: Final = (
    *questions(QUESTIONS),
    FormField(
        key="reason",
        title="",
        name=_WHY,
        kind=inputs.text(_WHY),
        needed=mark("Write a reason."),
        seen=lambda values: any(value is False for value in values.values()),
    ),
    FormField(
        key="pass_rate",
        title=mark("Estimated pass rate"),
        kind=inputs.number(-1, 100, suffix=" %", lowest=mark("Not estimated"), wide=150),
    ),
)


class ChecklistFields(Card):
    """Four questions, yes or no, an estimate, and why where an answer is no.

    What is given is kept once all four are answered.
    """

    def __init__(self, keep: Callable[[Checklist], None]) -> None:
        super().__init__("sunken")
        self._keep = keep
        self.form = Form(_CHECKLIST)
        self.form.left.connect(self._answered)
        column(label(t("Checklist"), "label"), self.form, on=self, pad=PAD, gap=GAP)

    def show_checklist(self, checklist: Checklist | None, *, is_open: bool, is_other: bool) -> None:
        """Shows the answers; those that are not kept yet stay while the task is the same."""
        if checklist or is_other or not is_open:
            given = checklist.model_dump() if checklist else dict.fromkeys(self.form.inputs)
            rate = given["pass_rate"]
            given["pass_rate"] = -1 if rate is None else round(rate * 100)
            self.form.show_values(given, spares_written=not is_other)
        self.form.set_open(is_open=is_open)

    def first_gap(self) -> QWidget | None:
        """The first question without an answer, or the reason where one is needed."""
        key = next(iter(self.form.gaps()), None)
        return self.form.inputs[key].widget if key else None

    def _answered(self) -> None:
        given = self.form.values()
        if None not in given.values():
            rate, reason = given["pass_rate"], given["reason"] or None
            more = {"pass_rate": None if rate < 0 else rate / 100, "reason": reason}
            self._keep(Checklist.model_validate(given | more))
