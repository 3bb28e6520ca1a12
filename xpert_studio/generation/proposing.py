"""Turns what a drafter suggested into proposals that a person takes, edits or drops."""

from __future__ import annotations

from collections.abc import Sequence

from xpert_studio.generation.outline import Suggestion
from xpert_studio.records import Proposal
from xpert_studio.workflow import Desk


def as_proposals(
    desk: Desk, task_id: str, drafter: str, suggested: Sequence[Suggestion]
) -> list[Proposal]:
    """One batch of proposals, in the drafter's order.

    Args:
        desk: Gives ids and the time.
        task_id: The task they are for.
        drafter: ``outline``, or ``PROVIDER:MODEL``.
        suggested: The lines.
    """
    batch = f"draft-{desk.new_id()}"
    return [
        Proposal(
            task_id=task_id,
            id=f"p-{desk.new_id()[-7:]}",
            batch=batch,
            drafter=drafter,
            text=item.text,
            weight=item.weight,
            tier=item.tier,
            dimension=item.dimension,
            source_part=item.source_part,
            source=item.source,
            instrument=item.instrument,
            settings=dict(item.settings),
            position=place,
            made_at=desk.clock(),
        )
        for place, item in enumerate(suggested)
    ]
