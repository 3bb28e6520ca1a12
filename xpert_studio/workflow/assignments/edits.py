"""How edits are taken: field by field, where each still holds what it held when it was changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pydantic import JsonValue

from xpert_studio.errors import IncompleteError, NotAllowedError, StageError, UsageError
from xpert_studio.records import (
    BEING_WRITTEN,
    Attachment,
    Checkpoint,
    Person,
    Record,
    RevisionState,
    Role,
    RubricRevision,
    Stage,
    Task,
    content_hash,
)
from xpert_studio.records.assignments import Part
from xpert_studio.records.base import is_valid_id
from xpert_studio.store import entities, files, tasks
from xpert_studio.workflow import rights
from xpert_studio.workflow.assignments.contributions import made_of, record_of
from xpert_studio.workflow.assignments.outbox import WHOLE, field_hash
from xpert_studio.workflow.assignments.taking import (
    FieldConflict,
    Outcome,
    Side,
    Taking,
    open_task,
    takes,
)
from xpert_studio.workflow.briefs import BRIEF_FIELDS, missing_in, need_room
from xpert_studio.workflow.freezing import latest_number, missing_in_rubric
from xpert_studio.workflow.moving import move
from xpert_studio.workflow.rubric_lines import check_line

_KEPT_BY_PROGRAM: Final = frozenset({"stage", "self_accepted", "triage"})
_OPEN_BRIEF: Final = (*BEING_WRITTEN, Stage.RUBRIC)
_LEADS: Final = ("person", "project", "subset", "response")
_SENIORS: Final = ("anchor_choice", "attribution")


@takes(*_LEADS, *_SENIORS)
def take_setting(to: Taking, part: Part) -> Outcome:
    """Takes what leads, or senior experts, set in a copy."""
    wanted = (Role.LEAD,) if part.kind in _LEADS else (Role.LEAD, Role.SENIOR)
    rights.need_role(to.person(part), *wanted)
    if part.kind == "anchor_choice" and to.assignment is not None:
        to.need_scope(part.key[0])
    return take_edit(to, part)


@takes("task")
def take_task(to: Taking, part: Part) -> Outcome:
    """Takes a brief, and that its author submitted or discarded it."""
    person = to.person(part)
    stage = (part.after or {}).get("stage")
    before = to.act.find(Task, *part.key)
    if before is None:
        return _new_task(to, part, person)
    if part.replaced is None and stage == Stage.BRIEF:
        stage = None  # where it began
    if to.assignment is not None and before.author_id != person.id:
        open_task(to, before.id)
    if part.after is None:
        raise NotAllowedError("It takes a task out of the project.", remedy="Discard it here.")
    kept = _KEPT_BY_PROGRAM - {"triage"} if _decides(to, person) else _KEPT_BY_PROGRAM
    fields = {k: v for k, v in part.after.items() if k not in kept}
    brief = part.model_copy(update={"after": fields})
    outcome = Outcome.KNOWN
    if _is_known(to, brief):
        _note(to, brief)
    else:
        if fields.keys() - {"triage"}:
            _need_writer(to, before, person)
            _need_brief_only(to, before, person, fields)
            rights.need_stage(before, *_OPEN_BRIEF, Stage.SUBMITTED, to="changed")
        outcome = take_edit(to, brief)
    if stage is None or outcome is Outcome.CONFLICT:
        return outcome
    place = f"stage/{stage}"
    is_moved = to.is_repeated(part, place, stage)  # by this submission, or another one
    to.taken[*part.subject, place] = field_hash(stage)
    if is_moved and (outcome is Outcome.KNOWN or before.standing not in BEING_WRITTEN):
        return outcome
    return _moved(to, to.act.task(before.id), Stage(str(stage)), person, outcome)


def _new_task(to: Taking, part: Part, person: Person) -> Outcome:
    made = made_of(Task, part)
    _need_new_id(made.id)
    if made.author_id != person.id or made.earlier_authors:
        raise NotAllowedError(f"{person.called} did not write it.")
    rights.need_role(person, Role.AUTHOR)
    rights.need_qualified(person, to.policies)
    rights.need_domain(person, made, to.policies)
    need_room(tasks.outlines(to.tx), person.id, to.policies)
    _need_files(to, made.attachments)
    kept: dict[str, Any] = {"stage": Stage.BRIEF, "self_accepted": False, "triage": None}
    if Role.LEAD not in person.roles:
        kept |= {"tags": (), "extra": {}}
    to.act.put(made.model_copy(update=kept))
    _note(to, part)
    if made.stage is not Stage.SUBMITTED:
        return Outcome.APPLIED
    return _moved(to, to.act.task(made.id), Stage.SUBMITTED, person, Outcome.APPLIED)


def _need_brief_only(to: Taking, task: Task, person: Person, fields: dict[str, JsonValue]) -> None:
    if to.assignment is None and Role.LEAD in person.roles:
        return
    here = task.model_dump(mode="json")
    other = sorted(
        name
        for name, value in fields.items()
        if name not in BRIEF_FIELDS and here.get(name) != value
    )
    if other:
        raise NotAllowedError(f"It changes what an author does not write: {', '.join(other)}.")


def _decides(to: Taking, person: Person) -> bool:
    """Whether they decide on briefs in a copy, where all roles are at work."""
    return to.assignment is None and bool({Role.LEAD, Role.SENIOR} & set(person.roles))


def _need_writer(to: Taking, task: Task, person: Person) -> None:
    if to.assignment is None and Role.LEAD in person.roles:
        return
    rights.author_at_work(person, task, to.policies)


def _moved(to: Taking, task: Task, stage: Stage, person: Person, outcome: Outcome) -> Outcome:
    """A task at the stage that its author moved it to; review follows from the revision."""
    if task.standing is stage or stage is Stage.REVIEW:
        return outcome
    if _decides(to, person):
        if stage is Stage.RUBRIC and (task.standing, task.author_id) == (Stage.BRIEF, person.id):
            # Both steps by one person.
            task = move(to.act, task, Stage.SUBMITTED)
        accepted_by = () if stage is Stage.SUBMITTED else (person.id,)
        move(to.act, task, stage, accepted_by=accepted_by)
        return Outcome.APPLIED
    rights.author_at_work(person, task, to.policies)
    if stage is Stage.SUBMITTED and task.standing in BEING_WRITTEN:
        missing = missing_in(task, to.policies)
        if missing:
            raise IncompleteError(f"{task.name} is not complete.", missing)
    elif stage is not Stage.DISCARDED or task.standing in {
        Stage.APPROVED, Stage.SPOT_CHECK, Stage.READY,
    }:  # fmt: skip
        raise StageError(f"{task.name} cannot go to {stage.value} by its author.")
    move(to.act, task, stage)
    return Outcome.APPLIED


@takes("checkpoint", "proposal", "dismissal")
def take_line(to: Taking, part: Part) -> Outcome:
    """Takes an edit of the rubric by its author."""
    person = to.person(part)
    task = _own_task(to, part.key[0], person)
    rights.author_at_work(person, task, to.policies)
    if _is_known(to, part):
        _note(to, part)
        return Outcome.KNOWN
    rights.need_stage(task, Stage.RUBRIC, to="edited")
    return take_edit(to, part)


def _own_task(to: Taking, task_id: str, person: Person) -> Task:
    task = tasks.get_task(to.tx, task_id)
    if task.author_id != person.id:
        open_task(to, task_id)
    return task


def _is_known(to: Taking, part: Part) -> bool:
    """Whether all of it is here, or was taken before."""
    here = _here(to, part)
    if part.after is None:
        return here is None or to.is_repeated(part, WHOLE, None)
    whole = to.earlier.get((*part.subject, WHOLE))
    if here is None and whole is not None and whole.hash == field_hash(None):
        return whole.made_at >= to.made_at  # it was removed since, by the same person
    return all(
        (here is not None and here.get(name) == value) or to.is_repeated(part, name, value)
        for name, value in part.after.items()
    )


def _note(to: Taking, part: Part) -> None:
    """Keeps in mind that a part was taken, or decided on, field by field."""
    fields: dict[str, Any] = {WHOLE: None} if part.after is None else dict(part.after)
    if part.after is not None and part.replaced is None:
        fields[WHOLE] = True  # it is there
    for name, value in fields.items():
        if to.conflicts.get(part.subject) and name in {
            item.name for item in to.conflicts[part.subject]
        }:
            continue
        to.taken[*part.subject, name] = field_hash(value)


@takes("revision")
def take_rubric_submission(to: Taking, part: Part) -> Outcome:
    """Takes that an author submitted a rubric; it counts for the rubric that was submitted."""
    person = to.person(part)
    made: RubricRevision = record_of(RubricRevision, part.after or {})
    task = _own_task(to, made.task_id, person)
    number = latest_number(to.tx, task.id)
    last = to.act.find(RubricRevision, task.id, str(number))
    is_same = last is not None and (last.content_hash, last.frozen_by) == (
        made.content_hash, person.id,
    )  # fmt: skip
    times = (made.frozen_at, last.frozen_at if last else None)
    is_again = task.standing is Stage.RUBRIC and None not in times and times[0] > times[1]  # type: ignore[operator]
    if is_same and not is_again:
        return Outcome.KNOWN
    rights.author_at_work(person, task, to.policies)
    if made.frozen_by != person.id:
        raise NotAllowedError(f"It was submitted by {made.frozen_by}.")
    rights.need_stage(task, Stage.RUBRIC, to="submitted")
    rubric = to.act.rubric(task.id)
    now = content_hash({"checkpoints": [point.meaning() for point in rubric]})
    if now != made.content_hash:
        return to.outdated(
            part, "The rubric is not the one that was submitted: parts of it are decided here.",
            "Have its author submit it again.",
        )  # fmt: skip
    missing = missing_in_rubric(rubric, [], to.act.info.taxonomy.dimensions)
    if missing:
        raise IncompleteError(f"The rubric of {task.name} is not complete.", missing)
    placed = tuple(
        point.model_copy(update={"position": at}) for at, point in enumerate(rubric)
    )  # fmt: skip
    frozen = {"number": number + 1, "checkpoints": placed, "state": RevisionState.FROZEN}
    to.act.put(made.model_copy(update=frozen))
    move(to.act, task, Stage.REVIEW, reason=made.reason)
    return Outcome.APPLIED


# Fields


def take_edit(to: Taking, part: Part) -> Outcome:
    """Takes the edit of one record: its fields, that it is new, or that it is gone."""
    here = _here(to, part)
    if _is_known(to, part):
        _note(to, part)
        return Outcome.KNOWN
    if part.after is None or here is None:
        outcome = _take_whole(to, part, here)
    else:
        outcome = _take_fields(to, part, here, part.after)
    _note(to, part)
    return outcome


def _take_fields(
    to: Taking, part: Part, here: dict[str, Any], given: dict[str, JsonValue]
) -> Outcome:
    after, conflicts = dict(here), []
    for name, value in given.items():
        if here.get(name) == value or to.is_repeated(part, name, value):
            continue
        if _may_replace(to, part, name, here.get(name)):
            after[name] = value
            continue
        conflict = FieldConflict(name, here.get(name), value)
        decided = _decided(to, part, conflict)
        if decided is _OPEN:
            conflicts.append(conflict)
        else:
            after[name] = decided
    _write(to, part, here, after)
    if not conflicts:
        return Outcome.APPLIED
    to.conflicts[part.subject] = conflicts
    return Outcome.CONFLICT


def _may_replace(to: Taking, part: Part, name: str, value: object) -> bool:
    """Whether a field holds what it was changed from, or what an earlier submission wrote."""
    earlier = to.earlier.get((*part.subject, name))
    known = {(part.replaced or {}).get(name), earlier.hash if earlier else None}
    return field_hash(value) in known


_OPEN: Final = object()


def _decided(to: Taking, part: Part, conflict: FieldConflict) -> Any:  # noqa: ANN401 - a value
    """What a person decided on a field; ``_OPEN`` where nobody has."""
    if conflict.name == "position":
        return conflict.mine  # the order here stands; nobody is asked where a line goes
    choice = to.choices.get((*part.subject, conflict.name))
    if choice is None:
        return _OPEN
    values = {Side.MINE: conflict.mine, Side.THEIRS: conflict.theirs}
    return values.get(choice.side, choice.value)


def _take_whole(to: Taking, part: Part, here: dict[str, Any] | None) -> Outcome:
    """Takes a record that is new, or that one of the sides removed."""
    if here is None and part.replaced is None:
        _write(to, part, None, part.after or {})
        return Outcome.APPLIED
    if here is not None and all(
        _may_replace(to, part, name, here.get(name)) for name in part.replaced or {}
    ):
        to.act.remove(record_of(entities.ENTITIES[part.kind].record, here))
        return Outcome.APPLIED
    choice = to.choices.get((*part.subject, WHOLE))
    if choice is None:
        to.conflicts[part.subject] = [FieldConflict(WHOLE, here, part.after)]
        return Outcome.CONFLICT
    if choice.side is Side.MINE:
        return Outcome.KNOWN
    if part.after is None:
        to.act.remove(record_of(entities.ENTITIES[part.kind].record, here or {}))
    else:
        raise NotAllowedError(
            "It changes what was removed here.", remedy="Undo the removal, and import it again."
        )
    return Outcome.APPLIED


def _here(to: Taking, part: Part) -> dict[str, Any] | None:
    record = to.act.find(entities.ENTITIES[part.kind].record, *part.key)
    return None if record is None else record.model_dump(mode="json")


def _write(to: Taking, part: Part, here: dict[str, Any] | None, after: dict[str, Any]) -> None:
    if after == here:
        return
    record = record_of(entities.ENTITIES[part.kind].record, after)
    if entities.entity_of(record).key_of(record) != part.key:
        raise NotAllowedError("It changes what identifies a record.")
    if here is None:
        _need_new_id(part.key[-1])
    if isinstance(record, Checkpoint):
        check_line(record, None if here is None else record_of(Checkpoint, here))
    attached: tuple[Attachment, ...] = getattr(record, "attachments", ())
    _need_files(to, attached)
    to.act.put(_own(record, to.person(part)))


def _need_new_id(id_: str) -> None:
    if not is_valid_id(id_):
        raise UsageError(f"{id_} is no id that a new record can have.")


def _own(record: Record, person: Person) -> Record:
    """A record as somebody may write it: what says who wrote it is theirs."""
    signed: dict[str, Callable[[], bool]] = {
        "by": lambda: getattr(record, "by", None) == person.id,
        "chosen_by": lambda: getattr(record, "chosen_by", None) == person.id,
    }
    for name, holds in signed.items():
        if name in type(record).model_fields and not holds():
            raise NotAllowedError(f"It is signed by {getattr(record, name)}.")
    return record


def _need_files(to: Taking, attached: tuple[Attachment, ...]) -> None:
    for item in attached:
        if item.sha256 in to.files.hashes:
            files.put_blob(to.tx, to.files.read(item.sha256))
        if not files.has_blob(to.tx, item.sha256):
            raise NotAllowedError(
                f"The submission does not hold the file {item.path}.",
                remedy="Have it made and sent again.",
            )
