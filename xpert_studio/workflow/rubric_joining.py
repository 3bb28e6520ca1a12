"""Splits a line in several, and merges several into one; remarks and judgments follow."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from xpert_studio.errors import UsageError
from xpert_studio.records import Change, Checkpoint, Remark, Tier
from xpert_studio.workflow.desk import Desk
from xpert_studio.workflow.rubric_lines import (
    changed_line,
    insert_after,
    line,
    new_line_id,
    open_rubric,
)

_RANK: Final = {Tier.ESSENTIAL: 0, Tier.IMPORTANT: 1, Tier.OPTIONAL: 2, None: 3}
_HAN_END: Final = re.compile(r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]$")


def split_checkpoint(desk: Desk, task_id: str, checkpoint_id: str, parts: Sequence[str]) -> Change:
    """Splits a line: the first part keeps its id, the others stand below it.

    All parts keep tier, weight and dimension. Open remarks stay on the first part and are shown
    at the others too, which name it as their origin.

    Args:
        desk: The author.
        task_id: The task.
        checkpoint_id: The line.
        parts: At least two texts.

    Raises:
        UsageError: Fewer than two parts, or an empty one.
    """
    texts = [part.strip() for part in parts]
    if len(texts) < 2 or not all(texts):
        raise UsageError(
            "A line is split into two or more texts, none of them empty.",
            remedy="Say where to split it, or write the parts.",
        )
    with desk.act("split", task_id=task_id) as act:
        open_rubric(act)
        point = line(act, checkpoint_id)
        first = changed_line(act, point, {"text": texts[0]})
        act.put(first)
        rest = [
            first.model_copy(
                update={"id": new_line_id(act), "text": text, "origin": (point.id, *point.origin)}
            )
            for text in texts[1:]
        ]
        insert_after(act, first, rest)
        act.tell(checkpoint=point.id, into=[first.id, *(item.id for item in rest)])
    return act.change


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


def merge_checkpoints(
    desk: Desk, task_id: str, checkpoint_ids: Sequence[str], *, text: str | None = None
) -> Change:
    """Merges lines into the one that stands first.

    It gets the highest tier and weight among them; their remarks move to it.

    Args:
        desk: The author.
        task_id: The task.
        checkpoint_ids: At least two lines.
        text: The text of the merged line; theirs one after the other where None.

    Raises:
        UsageError: Fewer than two lines.
    """
    wanted = set(checkpoint_ids)
    if len(wanted) < 2:
        raise UsageError("Merging takes two or more lines.", remedy="Name all of them.")
    with desk.act("merged", task_id=task_id) as act:
        open_rubric(act)
        for checkpoint_id in wanted:
            line(act, checkpoint_id)
        lines = [point for point in act.rubric() if point.id in wanted]
        first, gone = lines[0], lines[1:]
        ids = {point.id for point in gone}
        merged = changed_line(
            act,
            first,
            {
                "text": _joined(lines) if text is None else text,
                "tier": min((point.tier for point in lines), key=lambda tier: _RANK[tier]),
                "weight": max(point.weight for point in lines),
            },
        )
        origin = (*first.origin, *(id_ for item in gone for id_ in (item.id, *item.origin)))
        act.put(merged.model_copy(update={"origin": tuple(dict.fromkeys(origin))}))
        for remark in act.find_all(Remark, task_id=task_id):
            if remark.checkpoint_id in ids:
                act.put(remark.model_copy(update={"checkpoint_id": first.id}))
        for point in gone:
            act.remove(point)
        act.tell(checkpoint=first.id, merged=sorted(ids))
    return act.change


def _joined(lines: Sequence[Checkpoint]) -> str:
    text = lines[0].text
    for point in lines[1:]:
        text += ("" if _HAN_END.search(text) else " ") + point.text
    return text
