"""Shows what is left of a rubric before it goes to review."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.kit import Sheet, field, label, t, tn, translated
from xpert_studio.workflow.views.before_review import BeforeReview

_MOST: Final = 6
"""Findings and checkpoints that are listed; the others are counted."""


class SubmitRubric(Sheet):
    """Untouched checkpoints, open findings, and who can review it.

    Args:
        parent: Over which window.
        found: What there is to show.
        then: Submits it, with the reason for its number of checkpoints or "".
    """

    def __init__(self, parent: QWidget, found: BeforeReview, then: Callable[[str], object]) -> None:
        about = t("It is frozen as a revision for its review.")
        super().__init__(parent, t("Submit rubric"), about, t("Send to review"))
        if found.missing:
            self._show(t("It cannot be sent yet:"), "bad", map(translated, found.missing))
        untouched = [f"{number}. {point.text}" for number, point in found.untouched]
        self._show(_untouched(found), "warn" if untouched else "good", untouched)
        findings = [item.message for item in found.findings]
        self._show(_findings(found), "warn" if findings else "good", findings)
        names = ", ".join(person.called for person in found.reviewers)
        if names:
            self._show(t("Who can review it: {names}.", names=names))
        else:
            nobody = t("Nobody in this project can review it: it takes a reviewer of its domain.")
            self._show(nobody, "bad")
        reason = field(hint=t("Reason for the reviewers"))
        if found.reason_for:
            self._show(translated(found.reason_for), "warn")
            self.add(t("Reason for the number of checkpoints"), reason)
            self.need(reason)
        if found.missing:
            reason.setEnabled(False)
            self.act.setEnabled(False)
        self.accepted.connect(lambda: then(reason.text().strip()))

    def _show(self, heading: str, tone: str = "", items: Iterable[str] = ()) -> None:
        self.fields.addWidget(label(heading, tone))
        listed = list(items)
        for item in listed[:_MOST]:
            self.fields.addWidget(label(item, "small").bound(300, 2))
        if len(listed) > _MOST:
            more = tn("and {n} more", "and {n} more", len(listed) - _MOST)
            self.fields.addWidget(label(more, "small"))


def _untouched(found: BeforeReview) -> str:
    count = len(found.untouched)
    if not count:
        return t("No checkpoint is as a draft proposed it.")
    return t(
        "{n} of {total} checkpoints are as the draft proposed them.",
        n=count,
        total=found.checkpoints,
    )


def _findings(found: BeforeReview) -> str:
    count = len(found.findings)
    return tn("{n} open finding.", "{n} open findings.", count) if count else t("No open finding.")
