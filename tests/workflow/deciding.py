"""Approves and confirms as a person does who reads everything first."""

from __future__ import annotations

from collections.abc import Collection

from xpert_studio.core import workflow
from xpert_studio.core.errors import XpertError
from xpert_studio.core.records import Change, Judgment
from xpert_studio.core.store import entities, tasks
from xpert_studio.core.workflow import CommandContext


def approve(ctx: CommandContext, task_id: str, *, summary: str | None = None) -> Change:
    """``workflow.approve`` of a rubric that was read."""
    with ctx.project.reading() as tx:
        ids = [point.id for point in tasks.rubric_of(tx, task_id)]
    _try_to_read(lambda: workflow.read_rubric(ctx, task_id, ids))
    return workflow.approve(ctx, task_id, summary=summary)


def confirm(
    ctx: CommandContext,
    response_id: str,
    expert_id: str,
    checkpoint_ids: Collection[str] | None = None,
    *,
    note: str | None = None,
) -> Change:
    """``workflow.confirm`` of judgments that were read."""
    with ctx.project.reading() as tx:
        found = entities.find_all(tx, Judgment, response_id=response_id, expert_id=expert_id)
    ids = [item.checkpoint_id for item in found]
    _try_to_read(lambda: workflow.read_form(ctx, response_id, expert_id, ids))
    return workflow.confirm(ctx, response_id, expert_id, checkpoint_ids, note=note)


def _try_to_read(read) -> None:
    """Whoever may not decide may not mark either; the decision itself says so."""
    try:
        read()
    except XpertError:
        return
