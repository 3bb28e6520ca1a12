"""The lines of a rubric: its author adds, edits, duplicates, moves, removes, splits, merges them.

Comments and judgments follow where lines are split or merged.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, Final, TypedDict

from pydantic import JsonValue, ValidationError
from typing_extensions import Unpack

from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.instruments import is_lacking, need_readable, problem_of
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import Checkpoint, Comment, Policies, Stage, Task, Tier, arranged
from xpert_studio.core.records.vocabulary import DIMENSIONS
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.command_context import UnitOfWork, change_id_of, derived_id
from xpert_studio.core.workflow.commands import command
from xpert_studio.core.workflow.parameters import (
    Asks,
    CheckpointId,
    CheckpointIds,
    Place,
    TaskId,
    Through,
)

DEFAULT_TIER: Final = Tier.IMPORTANT


class SharedFields(TypedDict, total=False):
    """What an author may write on several lines at once; what is left out stays as it is."""

    tier: Annotated[Tier | None, Asks("Its tier.", "Important")]
    weight: Annotated[float, Asks("1 to 10.", "5")]
    dimension: Annotated[str | None, Asks("One of the project's dimensions.", "Accuracy")]
    notes: Annotated[str | None, Asks("A note for experts; no judge sees it.", '"See clause 9."')]


class SettingAnswers(TypedDict, total=False):
    """The fields of the settings of an instrument; which options it takes, it knows."""

    settings: Annotated[str, Asks("Settings of the instrument, as JSON.")]
    scale: Annotated[str, Asks("Of a graded checkpoint: 0-100, 1-5.", "0-100")]
    step: Annotated[str, Asks("From one value to the next: 5.", "5")]
    band: Annotated[
        list[str], Asks('"90-100: what it is like"; repeat it for each band.', '"90-100: Sound."')
    ]
    minimum: Annotated[str, Asks("Below it the task is failed; none removes it.", "60")]
    cap: Annotated[
        list[str], Asks('"plain<=25: condition"; repeat it for each cap.', '"plain<=25: Plain."')
    ]
    gate: Annotated[bool, Asks("Not met fails the task (not of graded ones).")]
    check: Annotated[str, Asks("The kind of a check by program.", "word_count")]
    parameter: Annotated[
        list[str], Asks('Of a check: "name=value"; repeat it for each.', '"at_most=50"')
    ]
    option: Annotated[
        list[str], Asks("Of a multiple choice: an option; repeat it for each.", '"Paris"')
    ]
    key: Annotated[str, Asks("Of a multiple choice: the letter of the right option.", "B")]


class LineFields(SharedFields, total=False):
    """What an author may write on a line; fields that are left out stay as they are."""

    text: Annotated[
        str, Asks("What has to be true of a response.", '"Names clause 9."', is_text=True)
    ]
    instrument: Annotated[
        str, Asks("How it is answered: binary, by default.", "graded", "", "instrument")
    ]
    settings: Annotated[dict[str, JsonValue], Through(SettingAnswers, "settings")]


class SplitAnswers(TypedDict, total=False):
    """Where a checkpoint is split; where all is left out, as the linter proposes."""

    parts: Annotated[
        list[str] | None,
        Asks("The texts. Default: the linter's suggestion.", '"Names clause 9." "Gives its date."'),
    ]
    at: Annotated[int, Asks("Cut after so many characters instead.")]


class EditedFields(TypedDict, total=False):
    """What may be changed of a suggestion while it is accepted."""

    text: Annotated[str, Asks("Its text (of one suggestion).", '"Names clause 9."', is_text=True)]
    weight: Annotated[float, Asks("Its weight.", "5")]
    dimension: Annotated[str, Asks("Its dimension.", "Accuracy")]


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
    _need_installed(point)
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


# What the other verbs on rubrics share.


def open_rubric(unit: UnitOfWork, task_id: str) -> Task:
    """The task, if the person may write on its rubric now.

    Raises:
        NotAllowedError: They are not its author, or not admitted.
        StageError: The rubric is not being written.
    """
    task = unit.task(task_id)
    rights.author_at_work(unit.person, task, unit.info.policies)
    rights.need_stage(task, Stage.RUBRIC, to=Message("edited"))
    return task


def line(unit: UnitOfWork, checkpoint_id: str) -> Checkpoint:
    """A line of the rubric.

    Raises:
        NotFoundError: It has none of that id.
    """
    found = unit.find(Checkpoint, unit.task_id or "", checkpoint_id)
    if found is None:
        raise NotFoundError(
            Message(
                "The rubric of {task_id} has no checkpoint {checkpoint_id}.",
                task_id=unit.task_id,
                checkpoint_id=checkpoint_id,
            ),
            remedy="Look at the rubric for its checkpoints.",
        )
    return found


def line_id_of(drawn: str) -> str:
    """The id of the line that ``add_checkpoint`` adds, where its change is made with a fresh id."""
    return _line_id(derived_id(change_id_of(drawn), 1))


def _line_id(id_: str) -> str:
    return f"c-{id_[-7:]}"


def new_line_id(unit: UnitOfWork) -> str:
    """An id no other line has, in this or any other copy of the project."""
    while True:
        id_ = _line_id(unit.new_id())
        if not entities.was_used(unit.tx, Checkpoint, unit.task_id or "", id_):
            return id_


def add_lines(
    unit: UnitOfWork, lines: Sequence[dict[str, Any]], *, at: int | None = None
) -> list[Checkpoint]:
    """Makes and inserts lines from their fields."""
    made = [made_line(unit, fields) for fields in lines]
    rubric = list(unit.rubric())
    place = len(rubric) if at is None else max(0, min(at, len(rubric)))
    arrange(unit, [*rubric[:place], *made, *rubric[place:]])
    unit.tell(checkpoints=[point.id for point in made])
    return made


def insert_after(unit: UnitOfWork, point: Checkpoint, new: Sequence[Checkpoint]) -> None:
    """Puts lines below another one."""
    rubric = list(unit.rubric())
    place = [item.id for item in rubric].index(point.id) + 1
    arrange(unit, [*rubric[:place], *new, *rubric[place:]])


def arrange(unit: UnitOfWork, rubric: Sequence[Checkpoint]) -> None:
    """Writes the lines of a rubric that are not as they are in ``rubric``, or not in its order."""
    now = {point.id: point for point in unit.rubric()}
    unit.put(*(point for point in arranged(rubric) if now.get(point.id) != point))


def changed_line(
    unit: UnitOfWork, point: Checkpoint, fields: dict[str, Any], *, any_weight: bool = False
) -> Checkpoint:
    """A line with some fields changed, checked as a record is checked.

    Args:
        unit: Who changes it, and where.
        point: The line.
        fields: What changes.
        any_weight: Whether it may have a weight that lines written here may not.

    Raises:
        UsageError: A value is none, or the pack is not installed that the line needs.
    """
    _need_installed(point)
    values = dict(fields)
    policies = unit.info.policies
    if values.get("tier") is not None and "weight" not in values:
        was_default = point.tier is None or point.weight == default_weight(policies, point.tier)
        if was_default:
            values["weight"] = default_weight(policies, values["tier"])
    if values.get("dimension") is not None:
        values["dimension"] = known_dimension(unit, values["dimension"])
    if "text" in values:
        values["text"] = values["text"].strip()
    changed = _checked(dict(point) | values)
    if changed.weight != point.weight and not any_weight:
        _check_weight(changed)
    # A person has touched it: it is theirs now, the person who proposed it.
    return point if changed == point else changed.model_copy(update={"drafted_by": None})


def _need_installed(*points: Checkpoint) -> None:
    """Refuses to change what nobody can read until its pack is installed.

    Raises:
        UsageError: There is one.
    """
    for point in points:
        if is_lacking(point):
            need_readable(point)


def made_line(unit: UnitOfWork, fields: dict[str, Any], *, any_weight: bool = False) -> Checkpoint:
    """A new line from its fields, with the defaults for what is left out; see ``changed_line``."""
    tier = fields.get("tier") or (DEFAULT_TIER if fields.get("weight") is None else None)
    values = {name: value for name, value in fields.items() if value is not None}
    if tier is not None:
        values["tier"] = tier
        values.setdefault("weight", default_weight(unit.info.policies, tier))
    if "dimension" in values:
        values["dimension"] = known_dimension(unit, values["dimension"])
    values["text"] = str(values.get("text", "")).strip()
    made = _checked({"task_id": unit.task_id, "id": new_line_id(unit), **values})
    if not any_weight:
        _check_weight(made)
    return made


def default_weight(policies: Policies, tier: Tier) -> int:
    """The weight a line of that tier gets."""
    return policies.default_weights.get(tier, Policies().default_weights[tier])


def known_dimension(unit: UnitOfWork, name: str) -> str:
    """A dimension of the project by its name in any language, whatever the case.

    Raises:
        UsageError: The project has no such dimension.
    """
    dimensions = unit.info.taxonomy.dimensions
    found = DIMENSIONS.reader(dimensions)(name)
    if found is None and dimensions:
        raise UsageError(
            Message("{name!r} is not a dimension of this project.", name=name),
            remedy=Message(
                "Its dimensions: {dimensions}. A lead can add one.",
                dimensions=joined(map(DIMENSIONS.message, dimensions)),
            ),
        )
    return found or name.strip()


_WORDS: Final = {
    "text": Message("A checkpoint needs a text."),
    "weight": Message("A weight is a whole number from 1 to 10."),
    "tier": Message("A tier is Essential, Important or Optional."),
}


def check_line(point: Checkpoint, before: Checkpoint | None) -> None:
    """A checkpoint that was written elsewhere is one that could be written here.

    Raises:
        UsageError: Its weight is none that the policies know, or its instrument cannot answer it.
    """
    if before is None or before.weight != point.weight:
        _check_weight(point)
    _answerable(point)


def _check_weight(point: Checkpoint) -> None:
    """Refuses a weight that only imported checkpoints may have."""
    if not point.has_policy_weight:
        raise UsageError(_WORDS["weight"])


def _answerable(point: Checkpoint) -> Checkpoint:
    """Refuses a checkpoint that its instrument cannot answer."""
    problem = problem_of(point)
    if problem:
        raise UsageError(
            Message(
                "The instrument {instrument!r} {problem}",
                instrument=point.instrument,
                problem=problem,
            )
        )
    return point


def _checked(values: dict[str, Any]) -> Checkpoint:
    try:
        return _answerable(Checkpoint.model_validate(values))
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
        field = str(detail["loc"][0])
        raise UsageError(_WORDS.get(field, f"{field}: {detail['msg']}.")) from error


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
    _need_installed(*lines)
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
