"""Briefs: an author writes a task, changes it, and hands it in."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Annotated, Any, Final

from pydantic import ValidationError
from typing_extensions import Unpack

from xpert_studio.core.errors import IncompleteError, NotAllowedError, UsageError, first_fault
from xpert_studio.core.fields import Asks, asks_of
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Person,
    Policies,
    Review,
    Role,
    SpotCheck,
    Stage,
    Task,
)
from xpert_studio.core.records.tasks import NEEDED, PROMPT_PARTS, BriefFields
from xpert_studio.core.store import Transaction, entities, tasks
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.categories import canonical, known_domain
from xpert_studio.core.workflow.command_context import UnitOfWork, need_valid_id, person_of
from xpert_studio.core.workflow.commands import Reason, TaskId, command
from xpert_studio.core.workflow.stage_transitions import move

_WRITABLE: Final = (Stage.BRIEF, Stage.RETURNED, Stage.RUBRIC)
BRIEF_FIELDS: Final = {
    **{name: Message(asks.title) for name, asks in asks_of(BriefFields).items()},
    "attachments": Message("Attachments"),
}
"""What a brief consists of, in words."""


@command("task.create", "Create task", done="created the task", line="task new")
def create_brief(
    unit: UnitOfWork,
    *,
    task_id: Annotated[str | None, Asks("Default: made from the title.", "", "id")] = None,
    **fields: Unpack[BriefFields],
) -> None:
    """Create a task of your own.

    Args:
        unit: By an author below the limit of tasks.
        task_id: Its id; made from the title where None.
        fields: As much of the brief as there is.

    Raises:
        NotAllowedError: Not an author, not qualified, at the limit, or another's domain.
        UsageError: The id is taken, or a field does not hold what it should.
    """
    task = begin_task(unit, task_id, **fields)
    unit.on(task.id, f"task/{task.id}", f"author/{unit.person.id}")
    unit.tell(after=Stage.BRIEF.value, title=task.title)


def begin_task(unit: UnitOfWork, task_id: str | None = None, **fields: Unpack[BriefFields]) -> Task:
    """Writes a new task of the person's own, as a part of what is done; see ``create_brief``."""
    id_ = task_id or f"{_slug(fields.get('title') or 'task')}-{unit.new_id()[-4:]}"
    need_valid_id(id_)
    rights.need_role(unit.person, Role.AUTHOR)
    rights.need_qualified(unit.person, unit.info.policies, fields.get("domain"))
    need_room(tasks.outlines(unit.tx), unit.person.id, unit.info.policies)
    if unit.find(Task, id_) is not None:
        raise UsageError(
            Message("There is a task {id} already.", id=id_), remedy="Choose another id."
        )
    task = _written(
        Task.model_construct(id=id_, stage=Stage.BRIEF, author_id=unit.person.id),
        unit,
        fields,
    )
    unit.put(task)
    return task


@command("brief.edit", "Edit brief", done="edited the brief", line="task edit TASK")
def change_brief(unit: UnitOfWork, task_id: TaskId, **fields: Unpack[BriefFields]) -> None:
    """Change the author's brief, until its rubric is under review; the rest stays as it is.

    What was answered or judged on the old prompt becomes stale; the change says how much.

    Raises:
        NotAllowedError: It is not theirs.
        StageError: It is past that.
        UsageError: A field does not hold what it should.
    """
    task = unit.task(task_id)
    rights.author_at_work(unit.person, task, unit.info.policies)
    rights.need_stage(task, *_WRITABLE, to=Message("changed"))
    changed = _written(task, unit, fields)
    unit.put(changed)
    differ = [name for name in BRIEF_FIELDS if getattr(task, name) != getattr(changed, name)]
    # Who writes in one field does not get in the way of who takes back another.
    unit.scopes = tuple(f"task/{task_id}/brief/{name}" for name in differ)
    unit.tell(fields=sorted(fields))


@command("brief.submit", "Submit brief", done="submitted the brief", line="task submit TASK")
def submit_brief(unit: UnitOfWork, task_id: TaskId) -> None:
    """Submit a complete brief for triage; in a solo project its checklist decides.

    Raises:
        IncompleteError: Something is missing; it says what.
    """
    task = unit.task(task_id)
    rights.author_at_work(unit.person, task, unit.info.policies)
    rights.need_stage(task, Stage.BRIEF, Stage.RETURNED, to=Message("submitted"))
    missing = missing_in(task, unit.info.policies)
    if missing:
        raise IncompleteError(
            Message("{task} is not complete.", task=task.name),
            missing,
            remedy="Add what is listed.",
        )
    rights.need_domain(unit.person, task, unit.info.policies)
    submitted = move(unit, task, Stage.SUBMITTED)
    if unit.info.policies.is_solo:
        move(unit, submitted, Stage.RUBRIC, accepted_by=(unit.person.id,))
        unit.tell(before=task.standing.value)


def missing_in(task: Task, policies: Policies) -> list[str]:
    """What a brief still lacks before it can be handed in, one sentence each."""
    parts = PROMPT_PARTS if task.prompt is None else ()
    missing: list[str] = [
        Message("{label} is missing.", label=BRIEF_FIELDS[name])
        for name in (*NEEDED, *parts)
        if not str(getattr(task, name) or "").strip()
    ]
    if task.checklist is None:
        missing.append(Message("The checklist is not answered."))
    elif policies.is_solo and not (task.checklist.all_yes or (task.checklist.reason or "").strip()):
        missing.append(Message("The checklist answers no, and does not say why."))
    return missing


@command(
    "task.reassign",
    "Reassign task",
    done="reassigned the task",
    line="task reassign TASK TO",
    by=(Role.LEAD,),
)
def hand_over(
    unit: UnitOfWork,
    task_id: TaskId,
    author_id: Annotated[str, Asks("The new author's id.", "maria", "to", title=mark("Author"))],
    *,
    reason: Reason | None = None,
) -> None:
    """Make another person the author of a task; for leads."""
    before = unit.task(task_id).author_id
    unit.on(task_id, *((f"task/{task_id}", f"author/{before}", f"author/{author_id}")))
    task = unit.task()
    rights.need_stage(
        task, *(stage for stage in Stage if stage is not Stage.DISCARDED), to=Message("reassigned")
    )
    give_to(unit, task, author_id)
    unit.tell(before=task.author_id, after=author_id, reason=reason)


def give_to(unit: UnitOfWork, task: Task, author_id: str) -> Task:
    """Makes a person the author of a task, as a part of what is done; see ``hand_over``."""
    need_fit_author(unit.tx, unit.info.policies, task, person_of(unit.tx, author_id))
    before = task.author_id
    earlier = task.earlier_authors
    if before is not None and before != author_id and before not in earlier:
        earlier = (*earlier, before)
    given = task.model_copy(update={"author_id": author_id, "earlier_authors": earlier})
    unit.put(given)
    return given


def need_fit_author(tx: Transaction, policies: Policies, task: Task, person: Person) -> None:
    """A person may become a task's author.

    Raises:
        NotAllowedError: They lack role, qualification or domain, or have reviewed the task.
    """
    rights.need_fit(person, task, policies, Role.AUTHOR)
    _need_uninvolved(tx, task, person.id)


def _need_uninvolved(tx: Transaction, task: Task, author_id: str) -> None:
    """The person who reviewed or checked a rubric cannot become its author."""
    reviewed = {item.reviewer_id for item in entities.find_all(tx, Review, task_id=task.id)}
    checked = {item.adjudicator_id for item in entities.find_all(tx, SpotCheck, task_id=task.id)}
    if author_id in reviewed | checked:
        raise NotAllowedError(
            Message(
                "{author_id} reviewed or checked {task} and cannot become its author.",
                author_id=author_id,
                task=task.name,
            ),
            remedy="Choose another person.",
        )


def room_for(known: Iterable[Task], author_id: str, policies: Policies) -> int:
    """How many tasks an author may begin yet, below 0 above the limit; see ``need_room``."""
    own = sum(
        task.first_author == author_id and task.standing is not Stage.DISCARDED for task in known
    )
    return policies.max_tasks_per_expert - own


def need_room(known: Iterable[Task], author_id: str, policies: Policies) -> None:
    """An author has begun fewer tasks than the project allows, also counting those handed over.

    Args:
        known: The tasks of the project; discarded ones do not count.
        author_id: The author.
        policies: The limits.

    Raises:
        NotAllowedError: They are at the limit.
    """
    limit = policies.max_tasks_per_expert
    own = limit - room_for(known, author_id, policies)
    if own >= limit:
        raise NotAllowedError(
            Message(
                "{author_id} has begun {own} tasks; the project's limit is {limit} an expert.",
                author_id=author_id,
                own=own,
                limit=limit,
            ),
            remedy="Discard one, or ask a lead to raise the limit.",
        )


def _written(task: Task, unit: UnitOfWork, fields: BriefFields) -> Task:
    """The task with these fields, checked as a record is checked."""
    values: dict[str, Any] = dict(fields)
    for name, value in fields.items():
        if type(value) is str:
            values[name] = (value if name == "prompt" else value.strip()) if value.strip() else None
    if values.get("domain") is not None:
        values["domain"] = known_domain(unit.info.taxonomy, values["domain"])
        moved = task.model_copy(update={"domain": values["domain"]})
        rights.need_domain(unit.person, moved, unit.info.policies)
    if values.get("category"):
        values["category"] = canonical(
            unit.info.taxonomy, values.get("domain", task.domain), values["category"]
        )
    try:
        return Task.model_validate(dict(task) | values)
    except ValidationError as error:
        place, detail = first_fault(error)
        raise UsageError(
            Message("The brief cannot be like this: {place} {msg}.", place=place, msg=detail["msg"])
        ) from error


def _slug(title: str) -> str:
    plain = unicodedata.normalize("NFC", title).casefold()
    return re.sub(r"[\W_]+", "-", plain).strip("-")[:40].strip("-") or Message("task")
