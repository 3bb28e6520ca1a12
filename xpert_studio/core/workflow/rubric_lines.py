"""The lines of a rubric: its author adds, edits, moves, splits, merges and removes them.

Comments and judgments follow where lines are split or merged.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Final, TypedDict

from pydantic import JsonValue
from typing_extensions import Unpack

from xpert_studio.core.errors import UsageError
from xpert_studio.core.fields import Asks, Parameter, Through, fields_of
from xpert_studio.core.instruments import INSTRUMENTS
from xpert_studio.core.records import Checkpoint, Comment, Tier
from xpert_studio.core.records.rubrics import SharedFields, WrittenFields
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import CheckpointId, CheckpointIds, Place, TaskId, command
from xpert_studio.core.workflow.line_rules import (
    add_lines,
    arrange,
    changed_line,
    insert_after,
    line,
    need_installed,
    new_line_id,
    open_rubric,
)


def setting_answers() -> tuple[Parameter, ...]:
    """What a person may be asked for to set an instrument: of each that is there, its own."""
    known = {one.name: one for one in fields_of(_SettingsAsText)}
    for instrument in INSTRUMENTS.values():
        for one in fields_of(instrument.answers) if instrument.answers else ():
            if one.name not in _TAKEN:
                known.setdefault(one.name, replace(one, is_needed=False))
    return tuple(known.values())


class _SettingsAsText(TypedDict, total=False):
    settings: Annotated[str, Asks("Settings of the instrument, as JSON.")]


_TAKEN: Final = frozenset({*WrittenFields.__annotations__, "instrument", "settings", "at"})
"""Names that no setting can have on the command line."""


class LineFields(WrittenFields, total=False):
    """What an author may write on a line; fields that are left out stay as they are."""

    instrument: Annotated[
        str, Asks("How it is answered: binary, by default.", "graded", "", "instrument")
    ]
    settings: Annotated[dict[str, JsonValue], Through(setting_answers, "settings")]


class SplitAnswers(TypedDict, total=False):
    """Where a checkpoint is split; where all is left out, as the linter proposes."""

    parts: Annotated[
        list[str] | None,
        Asks("The texts. Default: the linter's suggestion.", '"Names clause 9." "Gives its date."'),
    ]
    at: Annotated[int, Asks("Cut after so many characters instead.")]


@command("checkpoint.add", "Add checkpoint", done="added a checkpoint", line="rubric add TASK TEXT")
def add_checkpoint(
    unit: UnitOfWork, task_id: TaskId, *, at: Place | None = None, **fields: Unpack[LineFields]
) -> None:
    """Add a checkpoint; tier and weight have the project's defaults.

    Args:
        unit: By the author.
        task_id: The task, whose rubric is being written.
        at: Its place from 0; the end where None.
        fields: ``text`` at least; tier and weight have the project's defaults.

    Raises:
        UsageError: A field does not hold what it should.
    """
    open_rubric(unit, task_id)
    add_lines(unit, [dict(fields)], at=at)


@command("checkpoint.add_many", "Add checkpoints", done="added checkpoints")
def add_checkpoints(
    unit: UnitOfWork, task_id: str, lines: Sequence[LineFields], *, at: int | None = None
) -> None:
    """Add several checkpoints in one step, as when a table is pasted."""
    open_rubric(unit, task_id)
    add_lines(unit, [dict(line) for line in lines], at=at)


@command(
    "checkpoint.edit",
    "Edit checkpoint",
    done="edited a checkpoint",
    line="rubric edit TASK CHECKPOINT",
)
def edit_checkpoint(
    unit: UnitOfWork, task_id: TaskId, checkpoint_id: CheckpointId, **fields: Unpack[LineFields]
) -> None:
    """Change a checkpoint; a weight that was the default of its tier follows the tier.

    The text's new wording makes judgments and verdicts on the old one stale.
    """
    open_rubric(unit, task_id)
    unit.put(changed_line(unit, line(unit, checkpoint_id), dict(fields)))
    unit.tell(checkpoint=checkpoint_id, fields=sorted(fields))


@command(
    "checkpoint.edit_many",
    "Edit checkpoints",
    done="edited several checkpoints",
    line="rubric set TASK CHECKPOINTS",
)
def bulk_change(
    unit: UnitOfWork, task_id: TaskId, checkpoint_ids: CheckpointIds, **fields: Unpack[SharedFields]
) -> None:
    """Change tier, weight, dimension or notes of several checkpoints at once.

    Raises:
        UsageError: A text for several lines, or no field at all.
    """
    if "text" in fields or not fields:
        raise UsageError(
            "Tier, weight, dimension and note can be set for several checkpoints at once.",
            remedy="Edit texts one by one.",
        )
    open_rubric(unit, task_id)
    for checkpoint_id in dict.fromkeys(checkpoint_ids):
        unit.put(changed_line(unit, line(unit, checkpoint_id), dict(fields)))
    unit.tell(checkpoints=len(set(checkpoint_ids)), fields=sorted(fields))


@command(
    "checkpoint.remove",
    "Remove checkpoints",
    done="removed checkpoints",
    line="rubric remove TASK CHECKPOINTS",
)
def remove_checkpoints(unit: UnitOfWork, task_id: TaskId, checkpoint_ids: CheckpointIds) -> None:
    """Remove checkpoints; judgments and verdicts on them are kept, and no longer count."""
    open_rubric(unit, task_id)
    gone = [line(unit, checkpoint_id) for checkpoint_id in dict.fromkeys(checkpoint_ids)]
    unit.remove(*gone)
    unit.tell(checkpoints=[point.id for point in gone])


@command(
    "checkpoint.duplicate",
    "Duplicate checkpoint",
    done="duplicated a checkpoint",
    line="rubric duplicate TASK CHECKPOINT",
)
def duplicate_checkpoint(unit: UnitOfWork, task_id: TaskId, checkpoint_id: CheckpointId) -> None:
    """Add a copy of a checkpoint below it."""
    open_rubric(unit, task_id)
    point = line(unit, checkpoint_id)
    need_installed(point)
    copy = point.model_copy(
        update={"id": new_line_id(unit), "origin": (point.id,), "position": None}
    )
    insert_after(unit, point, [copy])
    unit.tell(checkpoint=checkpoint_id)


@command(
    "checkpoint.move",
    "Move checkpoints",
    done="moved checkpoints",
    line="rubric move TASK CHECKPOINTS",
)
def move_checkpoints(
    unit: UnitOfWork,
    task_id: TaskId,
    checkpoint_ids: CheckpointIds,
    *,
    to: Annotated[int, Asks("The number the first of them gets.", "1", "", "place")],
) -> None:
    """Move checkpoints to another place, in the order they have."""
    open_rubric(unit, task_id)
    wanted = {line(unit, checkpoint_id).id for checkpoint_id in checkpoint_ids}
    rubric = unit.rubric()
    moved = [point for point in rubric if point.id in wanted]
    rest = [point for point in rubric if point.id not in wanted]
    place = max(0, min(to, len(rest)))
    arrange(unit, [*rest[:place], *moved, *rest[place:]])
    unit.tell(checkpoints=[point.id for point in moved], to=place)


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
