"""What an author sees of a rubric that its reviewer has sent back."""

from __future__ import annotations

from collections.abc import Callable

from xpert_studio.core.records import ReviewOutcome, Stage
from xpert_studio.core.wording import in_a_row, t, tn
from xpert_studio.core.workflow.views import TaskView


def returned_words(view: TaskView, called: Callable[[str], str]) -> str:
    """Who sent the last revision back, why, and what is left to answer; empty where no person did.

    Args:
        view: The task as its author sees it.
        called: A person's name by id.
    """
    if not view.revisions or view.task.standing is not Stage.RUBRIC or not view.may("edit_rubric"):
        return ""
    last = view.revisions[-1].number
    sent_back = [
        item
        for item in view.reviews
        if item.revision == last and item.outcome is ReviewOutcome.SENT_BACK
    ]
    if not sent_back:
        return ""
    left = sum(item.demands_change and not item.is_answered for item in view.comments)
    said = [
        t("{name} sent this rubric back.", name=called(sent_back[-1].reviewer_id)),
        f"“{sent_back[-1].summary}”" if sent_back[-1].summary else "",
        tn("{n} change request needs a reply.", "{n} change requests need replies.", left)
        if left
        else t("Every change request has a reply. Send the rubric to review again."),
    ]
    return in_a_row(filter(None, said))
