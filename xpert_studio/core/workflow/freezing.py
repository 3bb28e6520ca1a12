"""Sends a rubric to review: what reviewers see is frozen as a revision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from xpert_studio.core.errors import IncompleteError, ReasonNeededError
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import (
    Checkpoint,
    Comment,
    Policies,
    RubricRevision,
    Stage,
    content_hash,
    placed,
)
from xpert_studio.core.store import Transaction, entities
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import command
from xpert_studio.core.workflow.line_rules import open_rubric
from xpert_studio.core.workflow.stage_transitions import move


@command(
    "rubric.submit",
    "Submit rubric",
    done="submitted the rubric for review",
    told="Revision {revision}.",
)
def submit_rubric(unit: UnitOfWork, task_id: str, *, reason: str = "") -> None:
    """Freeze the rubric as its next revision and send it to review.

    Args:
        unit: By the author's.
        task_id: The task.
        reason: Why the rubric has this number of checkpoints; kept with the revision and in the
            history. Required where the number is outside the range of the project's policies.

    Raises:
        IncompleteError: There is no checkpoint, or checkpoints lack a tier or one of the project's
            dimensions, or change requests have no answer; it says which.
        ReasonNeededError: The number of checkpoints is outside the range, and there is no reason.
    """
    given = reason.strip() or None
    task = open_rubric(unit, task_id)
    rights.need_stage(task, Stage.RUBRIC, to=Message("submitted"))
    rubric = unit.rubric()
    missing = missing_in_rubric(
        rubric, unit.find_all(Comment, task_id=task_id), unit.info.taxonomy.dimensions
    )
    if missing:
        raise IncompleteError(
            Message("The rubric of {task} cannot go to review yet.", task=task.name),
            missing,
            remedy="Correct what is listed.",
        )
    if given is None and (outside := outside_range(unit.info.policies, len(rubric))):
        raise ReasonNeededError(
            outside,
            remedy="Give a reason (--reason on the command line), or add or remove checkpoints.",
        )
    number = latest_number(unit.tx, task_id) + 1
    unit.put(
        RubricRevision(
            task_id=task_id,
            number=number,
            checkpoints=placed(rubric),
            frozen_at=unit.now,
            frozen_by=unit.person.id,
            reason=given,
        )
    )
    move(unit, task, Stage.REVIEW, reason=given)
    untouched = sum(1 for point in rubric if point.drafted_by)
    unit.tell(
        revision=number,
        checkpoints=len(rubric),
        hash=content_hash([point.meaning() for point in rubric]),
        untouched_suggestions=untouched or None,
    )


def outside_range(policies: Policies, checkpoints: int) -> str:
    """Why a number of checkpoints needs a reason, as a sentence; empty where it needs none."""
    return (
        ""
        if policies.recommends(checkpoints)
        else (
            Message(
                "The number of checkpoints is {checkpoints}; {min_checkpoints} to "
                "{max_checkpoints} are recommended.",
                checkpoints=checkpoints,
                min_checkpoints=policies.min_checkpoints,
                max_checkpoints=policies.max_checkpoints,
            )
        )
    )


def _ranges(rubric: Sequence[Checkpoint], lacks: Callable[[Checkpoint], bool]) -> str:
    """The numbers of all checkpoints that lack something, such as 1, 3–5; empty without any."""
    places = [place for place, point in enumerate(rubric, start=1) if lacks(point)]
    found = [
        [place for _, place in group]
        for _, group in groupby(enumerate(places), key=lambda item: item[1] - item[0])
    ]
    return joined(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in found)


def missing_in_rubric(
    rubric: Sequence[Checkpoint], comments: Sequence[Comment], dimensions: Sequence[str]
) -> list[str]:
    """What a rubric lacks before it can be reviewed, one sentence each.

    The linter's errors are the same (see ``lint.Level``).

    Args:
        rubric: Its checkpoints in order.
        comments: On the rubric.
        dimensions: The project's; empty where any dimension is accepted.
    """
    missing: list[str] = [] if rubric else [Message("It has no checkpoint.")]
    if places := _ranges(rubric, lambda point: point.tier is None):
        missing.append(Message("Checkpoints without a tier: {places}.", places=places))
    if places := _ranges(rubric, lambda point: not (point.dimension or "").strip()):
        missing.append(Message("Checkpoints without a dimension: {places}.", places=places))
    missing += [
        Message(
            "Checkpoint {place} has a dimension that the project does not have: {dimension}.",
            place=place,
            dimension=name,
        )
        for place, point in enumerate(rubric, start=1)
        if (name := (point.dimension or "").strip())
        and dimensions
        and point.dimension not in dimensions
    ]
    missing += [
        Message(
            "The comment {comment} has no answer: “{text}”",
            comment=place_of(comment, rubric),
            text=short(comment.text),
        )
        for comment in comments
        if comment.demands_change and not comment.is_answered
    ]
    return missing


def place_of(comment: Comment, rubric: Sequence[Checkpoint]) -> str:
    """Where a comment was made: ``on line 3``, or ``on the rubric``."""
    places = {point.id: place for place, point in enumerate(rubric, start=1)}
    at = places.get(comment.checkpoint_id or "")
    return Message("on checkpoint {at}", at=at) if at else Message("on the rubric")


def latest_number(tx: Transaction, task_id: str) -> int:
    """The number of the newest revision, 0 where there is none."""
    revisions = entities.find_all(tx, RubricRevision, task_id=task_id)
    return max((revision.number for revision in revisions), default=0)


def short(text: str, limit: int = 60) -> str:
    """A text in one line of at most ``limit`` characters."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"
