"""Moves a task from stage to stage, and says so in its history."""

from __future__ import annotations

from collections.abc import Collection

from xpert_studio.core.errors import StageError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Stage, Task, may_move
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.rights import STAGE_NAMES


def move(
    unit: UnitOfWork,
    task: Task,
    stage: Stage,
    *,
    reason: str | None = None,
    accepted_by: Collection[str] = (),
) -> Task:
    """Writes a task with its new stage.

    Args:
        unit: What is being done.
        task: The task.
        stage: Where it goes.
        reason: Why, for its history.
        accepted_by: Who decided that its brief or rubric is good enough; where one of them wrote
            on it, the task is marked as self-accepted.

    Raises:
        StageError: There is no way from where it stands to there.
    """
    if not may_move(task.standing, stage):
        raise StageError(
            Message(
                "{task} cannot continue: {stage_names}.",
                task=task.name,
                stage_names=STAGE_NAMES[task.standing],
            ),
            remedy="Look at its history for what comes next.",
        )
    own = task.self_accepted or not task.writers.isdisjoint(accepted_by)
    moved = task.model_copy(update={"stage": stage, "self_accepted": own})
    unit.put(moved)
    unit.tell(before=task.standing.value, after=stage.value, reason=reason)
    return moved
