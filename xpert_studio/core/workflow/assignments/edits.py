"""How edits are taken: field by field, where each still holds what it held when it was changed."""

from __future__ import annotations

from typing import Any, Final

from pydantic import JsonValue

from xpert_studio.core.errors import IncompleteError, NotAllowedError, StageError
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import (
    BEING_WRITTEN,
    Attachment,
    Checkpoint,
    Comment,
    Judge,
    Panel,
    Person,
    Record,
    Response,
    RevisionState,
    Role,
    RubricRevision,
    SpotCheck,
    Stage,
    System,
    Task,
    content_hash,
    may_move,
    placed,
)
from xpert_studio.core.records.assignments import Part
from xpert_studio.core.store import entities, files, tasks
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.assignments.content import made_of, record_of
from xpert_studio.core.workflow.assignments.outbox import (
    AUTHORS,
    FOLLOWING,
    WHOLE,
    field_hash,
    text_hash,
)
from xpert_studio.core.workflow.assignments.taking import (
    FieldConflict,
    FieldDecision,
    Outcome,
    Taking,
    is_as_replaced,
    open_task,
    takes,
)
from xpert_studio.core.workflow.briefs import BRIEF_FIELDS, missing_in, need_fit_author, need_room
from xpert_studio.core.workflow.command_context import need_valid_id, person_of
from xpert_studio.core.workflow.freezing import latest_number, missing_in_rubric
from xpert_studio.core.workflow.line_rules import check_line
from xpert_studio.core.workflow.stage_transitions import move
from xpert_studio.core.workflow.triage import triagers_left

_OPEN_BRIEF: Final = (*BEING_WRITTEN, Stage.RUBRIC, Stage.SUBMITTED)
_LEADS: Final = ("person", "project", "subset", "response", "system", "judge")
_SENIORS: Final = ("anchor_choice", "attribution")


@takes(*_LEADS, *_SENIORS)
def take_setting(to: Taking, part: Part) -> Outcome:
    """Takes what leads, or senior experts, set in a copy."""
    wanted = (Role.LEAD,) if part.kind in _LEADS else (Role.LEAD, Role.SENIOR)
    rights.need_role(to.person(part), *wanted)
    if part.kind == "anchor_choice" and to.assignment is not None:
        to.need_scope(part.key[0])
    if part.kind == "judge":
        _need_panel(to, part)
    return take_edit(to, part)


def _need_panel(to: Taking, part: Part) -> None:
    """Of judges, people write only the definitions of panels, and these whole."""
    is_edit = part.after is not None and part.replaced is not None
    given = [fields for fields in (part.after, _here(to, part)) if fields is not None]
    panels = [None if is_edit else Panel.of(record_of(Judge, fields)) for fields in given]
    if not all(panel and panel.as_judge().id == part.key[0] for panel in panels):
        raise NotAllowedError("It changes a judge that is no panel.")


@takes("task")
def take_task(to: Taking, part: Part) -> Outcome:
    """Takes an edit of a brief, that it is new, where it was moved to, or its new author."""
    person = to.person(part)
    task = to.unit.find(Task, *part.key)
    if task is None:
        return _new_task(to, part, person)
    if to.assignment is not None and task.author_id != person.id:
        open_task(to, task.id)
    if part.after is None:
        return _take_back_new(to, part, task, person)
    if "stage" in part.after and part.replaced is not None:
        return _take_move(to, part, task, Stage(str(part.after["stage"])), person)
    if to.assignment is None and part.after.keys() <= AUTHORS:
        return _take_author(to, part, task, person)
    part = part.model_copy(
        update={"after": {k: v for k, v in part.after.items() if k not in FOLLOWING}}
    )
    if _is_known(to, part):
        return Outcome.KNOWN
    _need_writer(to, task, person)
    _need_brief_only(to, task, person, part.after or {})
    rights.need_stage(task, *_OPEN_BRIEF, to=Message("changed"))
    return take_edit(to, part)


def _new_task(to: Taking, part: Part, person: Person) -> Outcome:
    made = made_of(Task, part)
    need_valid_id(made.id)
    if made.author_id != person.id or made.earlier_authors:
        raise NotAllowedError(Message("{person} did not write it.", person=person.called))
    rights.need_fit(person, made, to.policies, Role.AUTHOR)
    need_room(tasks.outlines(to.tx), person.id, to.policies)
    _need_files(to, made.attachments)
    kept: dict[str, Any] = {"stage": Stage.BRIEF, "self_accepted": False, "triage": None}
    if Role.LEAD not in person.roles:
        kept |= {"tags": (), "extra": {}}
    to.unit.put(made.model_copy(update=kept))
    return Outcome.APPLIED


def _take_back_new(to: Taking, part: Part, task: Task, person: Person) -> Outcome:
    """Takes that a person undid a new task of theirs, on which nobody else did anything."""
    _need_writer(to, task, person)
    here = task.model_dump(mode="json")
    is_as_made = all(is_as_replaced(part, name, here) for name in here)
    others: tuple[type[Record], ...] = (Checkpoint, Comment, Response)
    if not is_as_made or any(to.unit.find_all(kind, task_id=task.id) for kind in others):
        return to.outdated(
            part, "Others have worked on the task since.", Message("Discard it in the project.")
        )
    to.unit.remove(task)
    return Outcome.APPLIED


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
        raise NotAllowedError(
            Message("It changes what an author does not write: {other}.", other=joined(other))
        )


def _need_writer(to: Taking, task: Task, person: Person) -> None:
    if to.assignment is None and Role.LEAD in person.roles:
        return
    rights.author_at_work(person, task, to.policies)


def _take_author(to: Taking, part: Part, task: Task, person: Person) -> Outcome:
    """Takes that a lead made a person the author of a task in a copy."""
    if _is_known(to, part):
        return Outcome.KNOWN
    rights.need_role(person, Role.LEAD)
    rights.need_stage(
        task, *(stage for stage in Stage if stage is not Stage.DISCARDED), to=Message("reassigned")
    )
    need_fit_author(
        to.tx, to.policies, task, person_of(to.tx, str((part.after or {})["author_id"]))
    )
    return take_edit(to, part)


def _take_move(to: Taking, part: Part, task: Task, stage: Stage, person: Person) -> Outcome:
    """Takes that a task was moved, where it still stands as it did when that was decided."""
    if task.standing is stage:
        return Outcome.KNOWN
    decides = to.assignment is None and bool({Role.LEAD, Role.SENIOR} & set(person.roles))
    if not decides and stage is Stage.DISCARDED:
        rights.need_author(person, task)
    elif not decides:
        rights.author_at_work(person, task, to.policies)
    if _is_elsewhere(to, part, task, decides=decides):
        return Outcome.OUTDATED
    is_back = not may_move(task.standing, stage) and may_move(stage, task.standing)
    if not decides:
        _need_own_move(to, task, stage, is_back=is_back)
    if stage in {Stage.RUBRIC, Stage.APPROVED}:  # reopened, or the draw undone
        checks = to.unit.find_all(SpotCheck, task_id=task.id)
        to.unit.remove(*(check for check in checks if check.outcome is None))
    if decides:
        given = {k: v for k, v in (part.after or {}).items() if k in _DECIDED[is_back]}
        task = record_of(Task, task.model_dump(mode="json") | given)
        to.unit.put(task)
    if is_back and not decides:
        to.unit.put(task.model_copy(update={"stage": stage}))
    elif not is_back:
        _go_on(to, task, stage, person, decides=decides)
    return Outcome.APPLIED


_DECIDED: Final = {False: {"triage"}, True: FOLLOWING}
"""Fields that a decision on a task writes; by whether it is taken back."""


def _is_elsewhere(to: Taking, part: Part, task: Task, *, decides: bool) -> bool:
    """Whether a task does not stand here as it did when it was moved; notes why."""
    if (part.replaced or {})["stage"] != field_hash(task.stage):
        to.outdated(
            part,
            Message(
                "The task has moved since: {stage_names}.",
                stage_names=rights.STAGE_NAMES[task.standing],
            ),
        )
    elif part.subject in to.conflicts:
        remedy = Message("Decide the conflicts, and import the file again.")
        to.outdated(part, "Parts of its brief are in conflict.", remedy)
    elif decides and part.seen not in {None, _text(to, task)}:
        to.outdated(part, "It was decided on another text.", Message("Decide in the project."))
    else:
        return False
    return True


def _go_on(to: Taking, task: Task, stage: Stage, person: Person, *, decides: bool) -> None:
    if decides and (task.standing, stage) == (Stage.BRIEF, Stage.RUBRIC):
        task = move(to.unit, task, Stage.SUBMITTED)  # both steps by one person
    accepts = decides and (task.standing, stage) == (Stage.SUBMITTED, Stage.RUBRIC)
    if accepts and triagers_left(task, to.policies):
        raise NotAllowedError(
            "Several people have to accept a brief.", remedy="Accept it in the project."
        )
    move(to.unit, task, stage, accepted_by=(person.id,) if accepts else ())


def _need_own_move(to: Taking, task: Task, stage: Stage, *, is_back: bool) -> None:
    """Its author submitted or discarded it, or took that back."""
    decided = {Stage.APPROVED, Stage.SPOT_CHECK, Stage.READY}
    # A lead may have discarded it; the log of a copy says who did.
    is_own = task.standing is Stage.SUBMITTED or to.assignment is None
    if is_back and is_own and stage not in decided:
        return
    if stage is Stage.SUBMITTED and task.standing in BEING_WRITTEN:
        missing = missing_in(task, to.policies)
        if missing:
            raise IncompleteError(Message("{task} is not complete.", task=task.name), missing)
    elif stage is not Stage.DISCARDED or task.standing in decided:
        raise StageError(
            Message("{task} cannot go to {stage} by its author.", task=task.name, stage=stage)
        )


def _text(to: Taking, task: Task) -> str:
    """The hash of what a decision on a task is about."""
    revision = to.unit.find(RubricRevision, task.id, str(latest_number(to.tx, task.id)))
    newest = revision.content_hash if revision else None
    return text_hash(task.model_dump(mode="json"), to.unit.rubric(task.id), newest)


@takes("checkpoint", "suggestion", "dismissal")
def take_line(to: Taking, part: Part) -> Outcome:
    """Takes an edit of the rubric by its author."""
    person = to.person(part)
    task = _own_task(to, part.key[0], person)
    if _is_known(to, part):
        return Outcome.KNOWN
    rights.author_at_work(person, task, to.policies)
    rights.need_stage(task, *rights.rubric_stages(to.policies), to=Message("edited"))
    return take_edit(to, part)


def _own_task(to: Taking, task_id: str, person: Person) -> Task:
    task = tasks.get_task(to.tx, task_id)
    if task.author_id != person.id:
        open_task(to, task_id)
    return task


def _is_known(to: Taking, part: Part) -> bool:
    """Whether all of it is here."""
    here = _here(to, part)
    if part.after is None or here is None:
        return part.after is None and here is None
    return all(here.get(name) == value for name, value in part.after.items())


@takes("revision")
def take_rubric_submission(to: Taking, part: Part) -> Outcome:
    """Takes that an author submitted a rubric; it counts for the rubric that was submitted."""
    person = to.person(part)
    made: RubricRevision = record_of(RubricRevision, part.after or {})
    task = _own_task(to, made.task_id, person)
    number = latest_number(to.tx, task.id)
    last = to.unit.find(RubricRevision, task.id, str(number))
    is_same = last is not None and (last.content_hash, last.frozen_by) == (
        made.content_hash,
        person.id,
    )
    times = (made.frozen_at, last.frozen_at if last else None)
    is_again = task.standing is Stage.RUBRIC and None not in times and times[0] > times[1]  # type: ignore[operator]
    if is_same and not is_again:
        return Outcome.KNOWN
    rights.author_at_work(person, task, to.policies)
    if made.frozen_by != person.id:
        raise NotAllowedError(Message("It was submitted by {frozen_by}.", frozen_by=made.frozen_by))
    rights.need_stage(task, Stage.RUBRIC, to=Message("submitted"))
    rubric = to.unit.rubric(task.id)
    now = content_hash({"checkpoints": [point.meaning() for point in rubric]})
    if now != made.content_hash:
        return to.outdated(
            part,
            "The rubric is not the one that was submitted: parts of it are decided here.",
            Message("Have its author submit it again."),
        )
    missing = missing_in_rubric(rubric, [], to.unit.info.taxonomy.dimensions)
    if missing:
        raise IncompleteError(
            Message("The rubric of {task} is not complete.", task=task.name), missing
        )
    frozen = {"number": number + 1, "checkpoints": placed(rubric), "state": RevisionState.FROZEN}
    to.unit.put(made.model_copy(update=frozen))
    move(to.unit, task, Stage.REVIEW, reason=made.reason)
    return Outcome.APPLIED


def take_edit(to: Taking, part: Part) -> Outcome:
    """Takes the edit of one record: its fields, that it is new, or that it is gone."""
    here = _here(to, part)
    if _is_known(to, part):
        return Outcome.KNOWN
    if part.after is None or here is None:
        return _take_whole(to, part, here)
    return _take_fields(to, part, here, part.after)


def _take_fields(
    to: Taking, part: Part, here: dict[str, Any], given: dict[str, JsonValue]
) -> Outcome:
    after, conflicts = dict(here), []
    for name, value in given.items():
        if here.get(name) == value or is_as_replaced(part, name, here):
            after[name] = value
            continue
        conflict = FieldConflict(name, here.get(name), value)
        chosen = decided(to, part, conflict)
        if chosen is OPEN:
            conflicts.append(conflict)
        else:
            after[name] = chosen
    _write(to, part, here, after)
    if not conflicts:
        return Outcome.APPLIED
    to.conflicts[part.subject] = conflicts
    return Outcome.CONFLICT


OPEN: Final = object()
"""Stands for a field on which nobody has decided."""


def decided(to: Taking, part: Part, conflict: FieldConflict) -> Any:  # noqa: ANN401 - a value
    """What a person decided on a field; ``OPEN`` if undecided."""
    if conflict.name == "position":
        return conflict.mine  # the order here stands; nobody is asked where a line goes
    place = (*part.subject, conflict.name)
    choice = to.choices.get(place)
    if choice is None:
        return conflict.mine if to.is_decided(place, conflict.theirs) else OPEN
    to.decided.add((place, field_hash(conflict.theirs)))
    values = {FieldDecision.MINE: conflict.mine, FieldDecision.THEIRS: conflict.theirs}
    return values.get(choice.side, choice.value)


def _take_whole(to: Taking, part: Part, here: dict[str, Any] | None) -> Outcome:
    """Takes a record that is new, or that one of the sides removed."""
    kind = entities.ENTITIES[part.kind].record
    if here is None and part.replaced is None:
        _write(to, part, None, part.after or {})
        return Outcome.APPLIED
    if here is not None and all(is_as_replaced(part, name, here) for name in part.replaced or {}):
        to.unit.remove(record_of(kind, here))
        return Outcome.APPLIED
    conflict = FieldConflict(WHOLE, here, part.after)
    chosen = decided(to, part, conflict)
    if chosen is OPEN:
        to.conflicts[part.subject] = [conflict]
        return Outcome.CONFLICT
    if chosen is conflict.mine:
        return Outcome.KNOWN
    if part.after is not None:
        raise NotAllowedError(
            "It changes what was removed here.", remedy="Undo the removal, and import it again."
        )
    to.unit.remove(record_of(kind, here or {}))
    return Outcome.APPLIED


def _here(to: Taking, part: Part) -> dict[str, Any] | None:
    record = to.unit.find(entities.ENTITIES[part.kind].record, *part.key)
    return None if record is None else record.model_dump(mode="json")


def _write(to: Taking, part: Part, here: dict[str, Any] | None, after: dict[str, Any]) -> None:
    if after == here:
        return
    record = record_of(entities.ENTITIES[part.kind].record, after)
    if entities.entity_of(record).key_of(record) != part.key:
        raise NotAllowedError("It changes what identifies a record.")
    if here is None and not isinstance(record, System):  # which has a name, and no id
        need_valid_id(part.key[-1])
    if isinstance(record, Checkpoint):
        check_line(record, None if here is None else record_of(Checkpoint, here))
    attached: tuple[Attachment, ...] = getattr(record, "attachments", ())
    _need_files(to, attached)
    to.unit.put(_own(record, to.person(part)))


def _own(record: Record, person: Person) -> Record:
    """A record as a person may write it: what says who wrote it is theirs."""
    for name in ("by", "chosen_by"):
        if getattr(record, name, person.id) != person.id:
            raise NotAllowedError(
                Message("It is signed by {record}.", record=getattr(record, name))
            )
    return record


def _need_files(to: Taking, attached: tuple[Attachment, ...]) -> None:
    for item in attached:
        if item.sha256 in to.files.hashes:
            files.put_blob(to.tx, to.files.read(item.sha256))
        if not files.has_blob(to.tx, item.sha256):
            raise NotAllowedError(
                Message("The submission does not hold the file {path}.", path=item.path),
                remedy="Have it made and sent again.",
            )
