"""Where a rubric under review stands, by all that was contributed on it, in whatever order."""

from __future__ import annotations

from collections.abc import Iterable

from xpert_studio.core.records import (
    Comment,
    Review,
    ReviewOutcome,
    RevisionState,
    RubricRevision,
    Stage,
    Task,
    content_hash,
)
from xpert_studio.core.store import settings
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.freezing import latest_number
from xpert_studio.core.workflow.stage_transitions import move

_SETTLED: dict[Stage, RevisionState] = {
    Stage.APPROVED: RevisionState.APPROVED,
    Stage.RUBRIC: RevisionState.SENT_BACK,
    Stage.REVIEW: RevisionState.FROZEN,
}


def settle_reviews(unit: UnitOfWork, task_ids: Iterable[str]) -> tuple[str, ...]:
    """Moves rubrics to where their reviews put them.

    One reviewer who sends a rubric back is enough to return it, also where others have approved it
    before; it is approved by as many as the policies ask for, with no change request open.

    Args:
        unit: The step.
        task_ids: Tasks on which a review or a comment was taken.

    Returns:
        The tasks that were moved.
    """
    return tuple(task_id for task_id in sorted(set(task_ids)) if _settled(unit, task_id))


def _settled(unit: UnitOfWork, task_id: str) -> bool:
    task = unit.find(Task, task_id)
    if task is None or task.standing not in {Stage.REVIEW, Stage.APPROVED, Stage.RUBRIC}:
        return False
    number = latest_number(unit.tx, task_id)
    revision = unit.find(RubricRevision, task_id, str(number))
    reviews = unit.find_all(Review, task_id=task_id, revision=number)
    if revision is None or not reviews:
        return False
    stage, approvals = _stage(unit, task_id, reviews)
    if stage is task.standing:
        return False
    if task.standing is Stage.RUBRIC:  # a review that had sent it back says otherwise now
        if not _is_as_sent_back(unit, revision):
            return False
        task = task.model_copy(update={"stage": Stage.REVIEW})
        unit.put(task)
    unit.put(revision.model_copy(update={"state": _SETTLED[stage]}))
    if stage is Stage.REVIEW:  # also where a change request from before the approval came late
        unit.put(task.model_copy(update={"stage": stage}))
    else:
        move(unit, task, stage, accepted_by=approvals if stage is Stage.APPROVED else ())
    return True


def _is_as_sent_back(unit: UnitOfWork, revision: RubricRevision) -> bool:
    """Whether its author has not edited the rubric since it was sent back."""
    now = content_hash(
        {"checkpoints": [point.meaning() for point in unit.rubric(revision.task_id)]}
    )
    return revision.state is RevisionState.SENT_BACK and revision.content_hash == now


def _stage(unit: UnitOfWork, task_id: str, reviews: list[Review]) -> tuple[Stage, list[str]]:
    approvals = [r.reviewer_id for r in reviews if r.outcome is ReviewOutcome.APPROVED]
    if any(review.outcome is ReviewOutcome.SENT_BACK for review in reviews):
        return Stage.RUBRIC, approvals
    is_open = any(item.demands_change for item in unit.find_all(Comment, task_id=task_id))
    enough = len(approvals) >= settings.project_info(unit.tx).policies.reviewers_needed
    return (Stage.APPROVED if enough and not is_open else Stage.REVIEW), approvals
