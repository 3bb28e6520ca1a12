"""Shows what is left of a rubric before it goes to review."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.parts import Sheet, label
from xpert_studio.desktop.wording import t, tn
from xpert_studio.workflow.views.before_review import BeforeReview

_MOST: Final = 6
"""Findings and checkpoints that are listed; the others are counted."""


class SubmitRubric(Sheet):
    """Untouched checkpoints, open findings, and who can review it.

    Args:
        parent: Over which window.
        found: What there is to show.
        then: Submits it.
    """

    def __init__(self, parent: QWidget, found: BeforeReview, then: Callable[[], object]) -> None:
        about = t("It is frozen as a revision; other experts review it.")
        super().__init__(parent, t("Send the rubric to review"), about, t("Send to review"))
        self._say(
            _untouched(found), [f"{number}. {point.text}" for number, point in found.untouched]
        )
        self._say(_findings(found), [item.message for item in found.findings])
        names = ", ".join(person.called for person in found.reviewers)
        nobody = t("Nobody in this project can review it: it takes a reviewer of its domain.")
        self.fields.addWidget(
            label(
                t("Who can review it: {names}.", names=names) if names else nobody,
                "" if names else "bad",
            )
        )
        self.accepted.connect(then)

    def _say(self, heading: str, items: list[str]) -> None:
        self.fields.addWidget(label(heading, "warn" if items else "good"))
        for item in items[:_MOST]:
            said = label(item, "small")
            said.bound(300, 2)
            self.fields.addWidget(said)
        if len(items) > _MOST:
            more = tn("and {n} more", "and {n} more", len(items) - _MOST)
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
