"""What the verbs on rubrics share: lines found, made, checked and put in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pydantic import ValidationError

from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.instruments import is_lacking, need_readable, problem_of
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import Checkpoint, Policies, Task, Tier, arranged
from xpert_studio.core.records.transcripts import conversation_of
from xpert_studio.core.records.vocabulary import DIMENSIONS
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.command_context import UnitOfWork, change_id_of, derived_id

DEFAULT_TIER: Final = Tier.IMPORTANT


def open_rubric(unit: UnitOfWork, task_id: str) -> Task:
    """The task, if the person may write on its rubric now.

    Raises:
        NotAllowedError: They are not its author, or not admitted.
        StageError: The rubric is not being written.
    """
    task = unit.task(task_id)
    rights.author_at_work(unit.person, task, unit.info.policies)
    rights.need_stage(task, *rights.rubric_stages(unit.info.policies), to=Message("edited"))
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
        if entities.place_of(unit.tx, Checkpoint, unit.task_id or "", id_) is None:
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
    need_installed(point)
    values = dict(fields)
    policies = unit.info.policies
    was_default = point.tier is None or point.weight == default_weight(policies, point.tier)
    if values.get("tier") is not None and "weight" not in values and was_default:
        values["weight"] = default_weight(policies, values["tier"])
    if values.get("dimension") is not None:
        values["dimension"] = known_dimension(unit, values["dimension"])
    if "text" in values:
        values["text"] = values["text"].strip()
    if "turn" in values:
        values["turn"] = _turn(unit, values["turn"])
    changed = _checked(dict(point) | values)
    if changed.weight != point.weight and not any_weight:
        _check_weight(changed)
    # A person has touched it: it is theirs now, the person who proposed it.
    return point if changed == point else changed.model_copy(update={"drafted_by": None})


def _turn(unit: UnitOfWork, turn: int | None) -> int | None:
    """The turn that a line looks at; None for the whole, which may be written as 0.

    Raises:
        UsageError: The task has no turns.
    """
    if turn and conversation_of(unit.task()) is None:
        raise UsageError(
            Message("{task} has no turns.", task=unit.task().name),
            remedy="Leave the turn out, or set the turns of the task first.",
        )
    return turn or None


def need_installed(*points: Checkpoint) -> None:
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
    values["turn"] = _turn(unit, values.get("turn"))
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
