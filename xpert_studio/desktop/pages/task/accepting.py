"""Asks the criteria of triage before a brief is accepted."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.kit import Questions, Sheet, field, t, translated
from xpert_studio.records import Triage
from xpert_studio.workflow.triage import CRITERIA


class AcceptBrief(Sheet):
    """Five questions, and a reason where an answer is no.

    Args:
        parent: Over which window.
        then: Gets the answers.
    """

    def __init__(self, parent: QWidget, then: Callable[[Triage], object]) -> None:
        about = t("Its author can write the rubric then. A no needs a reason.")
        super().__init__(parent, t("Accept brief"), about, t("Accept"))
        self.questions = Questions([(name, translated(asked)) for name, asked in CRITERIA.items()])
        self.reason = field(hint=t("Why it is accepted all the same"))
        self.add("", self.questions)
        self.add(t("Reason"), self.reason)
        self.questions.answered.connect(self._check)
        self.reason.textChanged.connect(self._check)
        self.accepted.connect(lambda: then(self._triage()))
        self._check()

    def _triage(self) -> Triage:
        given = self.questions.given()
        return Triage.model_validate(given | {"reason": self.reason.text().strip() or None})

    def _check(self) -> None:
        given = self.questions.given().values()
        has_reason = bool(self.reason.text().strip())
        self.act.setEnabled(None not in given and (has_reason or False not in given))
