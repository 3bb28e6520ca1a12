"""Shows what is left of a rubric before it goes to review."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtWidgets import QWidget

from xpert_studio.core.wording import mark, t, tn, translated
from xpert_studio.core.workflow.views.before_review import BeforeReview
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.desktop.widgets.form import FormField
from xpert_studio.desktop.widgets.labels import label

_MOST: Final = 6
"""Findings and checkpoints that are listed; the others are counted."""


class SubmitRubric(ActionDialog):
    """Untouched checkpoints, open findings, and who can review it.

    Args:
        parent: Over which window.
        found: What there is to show.
        then: Submits it, with the reason for its number of checkpoints or "".
    """

    def __init__(self, parent: QWidget, found: BeforeReview, then: Callable[[str], object]) -> None:
        asked = FormField(
            key="reason",
            title=mark("Reason for the number of checkpoints"),
            kind=inputs.text(mark("Reason for the reviewers")),
            needed=mark("Write a reason."),
        )
        super().__init__(
            parent,
            t("Submit rubric"),
            t("It is frozen as a revision for its review."),
            t("Send to review"),
            asked=(asked,) if found.reason_for else (),
        )
        if found.missing:
            missing = [translated(one) for one in found.missing]
            self._show(t("It cannot be sent yet:"), "bad", missing)
        untouched = [f"{number}. {point.text}" for number, point in found.untouched]
        self._show(_untouched(found), "warn" if untouched else "good", untouched)
        findings = [item.message for item in found.findings]
        self._show(_findings(found), "warn" if findings else "good", findings)
        names = ", ".join(person.called for person in found.reviewers)
        nobody = t("Nobody in this project can review it: it takes a reviewer of its domain.")
        who = t("Who can review it: {names}.", names=names) if names else nobody
        self._show(who, "" if names else "bad")
        if found.reason_for:
            self._show(translated(found.reason_for), "warn")
        self.act.setEnabled(not found.missing)
        self.accepted.connect(lambda: then(self.form.values().get("reason", "")))

    def _show(self, heading: str, tone: str, items: Sequence[str] = ()) -> None:
        self.fields.addWidget(label(heading, tone))
        left = len(items) - _MOST
        more = [tn("and {n} more", "and {n} more", left)] if left > 0 else []
        for item in (*items[:_MOST], *more):
            self.fields.addWidget(label(item, "small").bound(300, 2))


def _untouched(before_review: BeforeReview) -> str:
    if not before_review.untouched:
        return t("No checkpoint is as a draft proposed it.")
    return t(
        "{n} of {total} checkpoints are as the draft proposed them.",
        n=len(before_review.untouched),
        total=before_review.checkpoints,
    )


def _findings(before_review: BeforeReview) -> str:
    if not before_review.findings:
        return t("No open finding.")
    return tn("{n} open finding.", "{n} open findings.", len(before_review.findings))
