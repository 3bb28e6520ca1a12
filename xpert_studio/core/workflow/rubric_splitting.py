"""Splits a checkpoint into two, and merges several."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Final

from xpert_studio.core.errors import UsageError
from xpert_studio.core.fields import Asks, Through
from xpert_studio.core.records import Checkpoint, Comment, Tier
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import command
from xpert_studio.core.workflow.line_rules import (
    changed_line,
    insert_after,
    line,
    need_installed,
    new_line_id,
    open_rubric,
)
from xpert_studio.core.workflow.parameters import CheckpointId, CheckpointIds, TaskId
from xpert_studio.core.workflow.rubric_lines import SplitAnswers

_RANK: Final = {Tier.ESSENTIAL: 0, Tier.IMPORTANT: 1, Tier.OPTIONAL: 2, None: 3}
_HAN_END: Final = re.compile(r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]$")


@command(
    "checkpoint.split",
    "Split checkpoint",
    done="split a checkpoint",
    line="rubric split TASK CHECKPOINT PARTS",
)
def split_checkpoint(
    unit: UnitOfWork,
    task_id: TaskId,
    checkpoint_id: CheckpointId,
    parts: Annotated[Sequence[str], Through(SplitAnswers, "parts")],
) -> None:
    """Split a checkpoint in two or more; comments stay on the first part.

    All parts keep tier, weight and dimension. Open comments stay on the first part and are shown
    at the others too, which name it as their origin.

    Args:
        unit: By the author.
        task_id: The task.
        checkpoint_id: The line.
        parts: At least two texts.

    Raises:
        UsageError: Fewer than two parts, or an empty one.
    """
    texts = [part.strip() for part in parts]
    if len(texts) < 2 or not all(texts):
        raise UsageError(
            "A checkpoint is split into two or more texts, none of them empty.",
            remedy="Say where to split it, or write the parts.",
        )
    open_rubric(unit, task_id)
    point = line(unit, checkpoint_id)
    first = changed_line(unit, point, {"text": texts[0]})
    unit.put(first)
    rest = [
        first.model_copy(
            update={"id": new_line_id(unit), "text": text, "origin": (point.id, *point.origin)}
        )
        for text in texts[1:]
    ]
    insert_after(unit, first, rest)
    unit.tell(checkpoint=point.id, into=[first.id, *(item.id for item in rest)])


def split_at(text: str, position: int) -> tuple[str, str]:
    """The two parts of a text cut at a character: what a cursor in the line splits.

    Raises:
        UsageError: One of them would be empty.
    """
    before, after = text[:position].strip(), text[position:].strip()
    if not before or not after:
        raise UsageError(
            "There is nothing to split off there.", remedy="Put the cursor inside the text."
        )
    return before, after[0].upper() + after[1:]


@command(
    "checkpoint.merge",
    "Merge checkpoints",
    done="merged checkpoints",
    line="rubric merge TASK CHECKPOINTS",
)
def merge_checkpoints(
    unit: UnitOfWork,
    task_id: TaskId,
    checkpoint_ids: CheckpointIds,
    *,
    text: Annotated[str | None, Asks("The text of the merged checkpoint.", is_text=True)] = None,
) -> None:
    """Merge checkpoints into the first of them; their comments move to it.

    It gets the highest tier and weight among them; their comments move to it.

    Args:
        unit: By the author.
        task_id: The task.
        checkpoint_ids: At least two lines.
        text: The text of the merged line; theirs one after the other where None.

    Raises:
        UsageError: Fewer than two lines.
    """
    wanted = set(checkpoint_ids)
    if len(wanted) < 2:
        raise UsageError("Merging takes two or more checkpoints.", remedy="Name all of them.")
    open_rubric(unit, task_id)
    for checkpoint_id in wanted:
        line(unit, checkpoint_id)
    lines = [point for point in unit.rubric() if point.id in wanted]
    need_installed(*lines)
    first, gone = lines[0], lines[1:]
    ids = {point.id for point in gone}
    merged = changed_line(
        unit,
        first,
        {
            "text": _joined(lines) if text is None else text,
            "tier": min((point.tier for point in lines), key=lambda tier: _RANK[tier]),
            "weight": max(point.weight for point in lines),
        },
    )
    origin = (*first.origin, *(id_ for item in gone for id_ in (item.id, *item.origin)))
    unit.put(merged.model_copy(update={"origin": tuple(dict.fromkeys(origin))}))
    for comment in unit.find_all(Comment, task_id=task_id):
        if comment.checkpoint_id in ids:
            unit.put(comment.model_copy(update={"checkpoint_id": first.id}))
    unit.remove(*gone)
    unit.tell(checkpoint=first.id, merged=sorted(ids))


def _joined(lines: Sequence[Checkpoint]) -> str:
    text = lines[0].text
    for point in lines[1:]:
        text += ("" if _HAN_END.search(text) else " ") + point.text
    return text
