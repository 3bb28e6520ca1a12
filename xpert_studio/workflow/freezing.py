"""Sends a rubric to review: what reviewers see is frozen as a revision."""

from __future__ import annotations

from collections.abc import Sequence

from xpert_studio.errors import IncompleteError
from xpert_studio.records import (
    Change,
    Checkpoint,
    Policies,
    Remark,
    RubricRevision,
    Stage,
    content_hash,
)
from xpert_studio.store import Transaction, entities
from xpert_studio.workflow.desk import Desk
from xpert_studio.workflow.moving import move
from xpert_studio.workflow.rubric_lines import open_rubric


def submit_rubric(desk: Desk, task_id: str) -> Change:
    """Freezes the rubric as its next revision and sends it to review.

    Raises:
        IncompleteError: Too few or too many lines, lines without a tier or one of the project's
            dimensions, or remarks that ask for a change and have no answer; it says which.
    """
    with desk.act("sent_to_review", task_id=task_id) as act:
        task = open_rubric(act)
        rubric = act.rubric()
        remarks = act.find_all(Remark, task_id=task_id)
        missing = missing_in_rubric(
            rubric, act.info.policies, remarks, act.info.taxonomy.dimensions
        )
        if missing:
            raise IncompleteError(
                f"The rubric of {task.name} cannot go to review yet.", missing,
                remedy="Mend what is listed.",
            )  # fmt: skip
        number = latest_number(act.tx, task_id) + 1
        act.put(
            RubricRevision(
                task_id=task_id,
                number=number,
                checkpoints=rubric,
                frozen_at=act.now,
                frozen_by=act.person.id,
            )
        )
        move(act, task, Stage.REVIEW)
        untouched = sum(1 for point in rubric if point.drafted_by)
        act.tell(
            revision=number,
            checkpoints=len(rubric),
            hash=content_hash([point.meaning() for point in rubric]),
            untouched_proposals=untouched or None,
        )
    return act.change


def missing_in_rubric(
    rubric: Sequence[Checkpoint],
    policies: Policies,
    remarks: Sequence[Remark],
    dimensions: Sequence[str],
) -> list[str]:
    """What stands between a rubric and its review, one sentence each.

    The linter's errors are the same, for whoever asks before (see ``lint.Level``).

    Args:
        rubric: Its lines in order.
        policies: How many lines there may be.
        remarks: On the rubric.
        dimensions: The project's; empty where any will do.
    """
    missing = []
    count = len(rubric)
    if count < policies.min_checkpoints:
        missing.append(f"It has {count} lines; at least {policies.min_checkpoints} are asked for.")
    if count > policies.max_checkpoints:
        missing.append(f"It has {count} lines; at most {policies.max_checkpoints} are allowed.")
    for place, point in enumerate(rubric, start=1):
        dimension = (point.dimension or "").strip()
        lacking = ["tier"] if point.tier is None else []
        lacking += [] if dimension else ["dimension"]
        if lacking:
            missing.append(f"Line {place} has no {' and no '.join(lacking)}.")
        if dimension and dimensions and point.dimension not in dimensions:
            missing.append(
                f"Line {place} has a dimension that the project does not have: {dimension}."
            )
    places = {point.id: place for place, point in enumerate(rubric, start=1)}
    for remark in remarks:
        if remark.demands_change and not remark.is_answered:
            at = places.get(remark.checkpoint_id or "")
            where = f"on line {at}" if at else "on the rubric"
            missing.append(f"The remark {where} has no answer: “{_short(remark.text)}”")
    return missing


def latest_number(tx: Transaction, task_id: str) -> int:
    """The number of the newest revision, 0 where there is none."""
    revisions = entities.find_all(tx, RubricRevision, task_id=task_id)
    return max((revision.number for revision in revisions), default=0)


def _short(text: str, limit: int = 60) -> str:
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"
