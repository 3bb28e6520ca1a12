"""``xpert-studio rubric revisions`` and ``diff``: what was frozen, and what changed."""

from __future__ import annotations

from typing import Annotated

import typer

from xpert_studio.cli.acting import TaskArgument, reading
from xpert_studio.cli.diffing import say_diff
from xpert_studio.cli.output import Column, Output
from xpert_studio.errors import NotFoundError
from xpert_studio.records import Checkpoint, RubricRevision, placed
from xpert_studio.store import Transaction, entities, tasks
from xpert_studio.workflow.freezing import latest_number


@reading
def revisions(tx: Transaction, output: Output, task_id: TaskArgument) -> None:
    """List the frozen revisions of a rubric.

    Example: xpert-studio rubric revisions law.xpert T
    """
    tasks.get_task(tx, task_id)
    found = entities.find_all(tx, RubricRevision, task_id=task_id)
    rows = [
        {
            "revision": item.number,
            "state": item.state.value,
            "lines": len(item.checkpoints),
            "frozen_at": item.frozen_at.isoformat() if item.frozen_at else None,
            "frozen_by": item.frozen_by,
            "reason": item.reason,
            "hash": item.content_hash,
        }
        for item in found
    ]
    output.data(rows)
    names = ("revision", "state", "lines", "frozen_at", "frozen_by", "reason")
    output.table("", [Column(name) for name in names], [[row[n] for n in names] for row in rows])
    if not rows:
        output.say("Nothing was sent to review yet.")


@reading
def diff(
    tx: Transaction,
    output: Output,
    task_id: TaskArgument,
    old: Annotated[
        int | None, typer.Option(help="The older revision; the last where left.")
    ] = None,
    new: Annotated[int | None, typer.Option(help="The newer; as it stands where left.")] = None,
    whole: Annotated[bool, typer.Option("--all", help="Show unchanged lines too.")] = False,
) -> None:
    """Show what changed between two revisions, word by word, and what it makes stale.

    Example: xpert-studio rubric diff law.xpert T --old 1
    """
    tasks.get_task(tx, task_id)
    number = old if old is not None else latest_number(tx, task_id)
    before = revision_lines(tx, task_id, number)
    after = (
        placed(tasks.rubric_of(tx, task_id)) if new is None else revision_lines(tx, task_id, new)
    )
    say_diff(output, tx, task_id, before, after, whole=whole)


def revision_lines(tx: Transaction, task_id: str, number: int) -> tuple[Checkpoint, ...]:
    """The lines of a frozen revision.

    Raises:
        NotFoundError: There is none of that number.
    """
    found = entities.find(tx, RubricRevision, task_id, str(number))
    if found is None:
        raise NotFoundError(
            f"The rubric of {task_id} has no revision {number}.",
            remedy="'xpert-studio rubric revisions' lists them.",
        )
    return found.checkpoints
