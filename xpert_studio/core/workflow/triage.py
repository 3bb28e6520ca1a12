"""What becomes of a brief, and of a task later: accepted, returned, discarded, opened again."""

from __future__ import annotations

from typing import Annotated, Final

from xpert_studio.core.errors import (
    IncompleteError,
    NotAllowedError,
    StageError,
    UsageError,
)
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Policies, Role, SpotCheck, Stage, Task, Triage
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import Reason, TaskId, command
from xpert_studio.core.workflow.stage_transitions import move

CRITERIA: Final = {
    "challenging": Message("Is it hard for models of today?"),
    "typical": Message("Is it typical of the profession, and frequent?"),
    "definable": Message("Can success be defined?"),
    "objective": Message("Is it decided by facts, not by preference?"),
    "examined": Message("Have you read the prompt and the reference answer?"),
}
"""The questions before a brief is accepted, by the field of ``Triage`` that holds the answer."""


Criteria = Annotated[
    Triage,
    Asks(f"An answer y or n to each: {' '.join(CRITERIA.values())}", "yyyyy", "criteria"),
]


@command("task.accept", "Accept brief", done="accepted the brief", line="task accept TASK")
def accept(
    unit: UnitOfWork,
    task_id: TaskId,
    triage: Criteria | None = None,
    *,
    reason: Reason | None = None,
) -> None:
    """Accept a brief, so that its author can write the rubric; an answer no needs a reason.

    Where the project asks several people, the last of them lets it go on.

    Args:
        unit: By a lead, or an adjudicator of its domain.
        task_id: The task.
        triage: What was found; where one accepts a brief of one's own, its checklist says it.
        reason: What there is to say to its author.

    Raises:
        IncompleteError: The criteria are not answered, or an answer is no without a reason.
        StageError: The person has accepted it, and others are waited for.
    """
    task = _to_decide_on(unit, task_id)
    if triage is not None:
        _need_reasons(triage)
        task = task.model_copy(update={"triage": _with_others(unit, task, triage)})
    elif unit.person.id not in task.writers:
        raise IncompleteError(
            Message("To accept {task}, answer the criteria of triage.", task=task.name),
            list(CRITERIA.values()),
            remedy="Answer each with yes or no; a no needs a reason.",
        )
    by = accepted_by(task) or (unit.person.id,)
    left = triagers_left(task, unit.info.policies)
    if left:
        unit.put(task)
        unit.tell(reason=reason, left=left)
        return
    move(unit, task, Stage.RUBRIC, reason=reason, accepted_by=by)


def accepted_by(task: Task) -> tuple[str, ...]:
    """Who has accepted a brief so far."""
    return tuple(one.by for one in (task.triage.everybody if task.triage else ()) if one.by)


def triagers_left(task: Task, policies: Policies) -> int:
    """How many more people have to accept a brief before it goes on."""
    if policies.is_solo:
        return 0
    return max(policies.triagers_needed - max(len(accepted_by(task)), 1), 0)


def _with_others(unit: UnitOfWork, task: Task, triage: Triage) -> Triage:
    """What a person found, after what others found."""
    before = task.triage.everybody if task.triage else ()
    if any(one.by == unit.person.id for one in before):
        raise StageError(
            Message("{person} has accepted {task}.", person=unit.person.called, task=task.name),
            remedy="Another lead or senior expert has to accept it too.",
        )
    known = tuple(one for one in before if one.by)
    return triage.model_copy(update={"by": unit.person.id, "others": known})


def _need_reasons(triage: Triage) -> None:
    no = [question for name, question in CRITERIA.items() if not getattr(triage, name)]
    if no and not (triage.reason or "").strip():
        raise IncompleteError(
            "A brief that does not meet every criterion is accepted with a reason only.",
            no,
            remedy="Say why, or return the brief.",
        )


@command("task.return", "Return brief", done="returned the brief", line="task return TASK")
def return_brief(unit: UnitOfWork, task_id: TaskId, *, reason: Reason) -> None:
    """Return a brief to its author with a reason.

    Raises:
        UsageError: No reason was given.
    """
    need_reason(reason, "return a brief")
    task = _to_decide_on(unit, task_id).model_copy(update={"triage": None})
    move(unit, task, Stage.RETURNED, reason=reason)


@command("task.discard", "Discard task", done="discarded the task", line="task discard TASK")
def discard(unit: UnitOfWork, task_id: TaskId, *, reason: Reason) -> None:
    """Discard a task with a reason; for leads, and for its author until it is approved.

    Raises:
        UsageError: No reason was given.
    """
    need_reason(reason, "discard a task")
    author_id = unit.task(task_id).author_id or "-"
    unit.on(task_id, f"task/{task_id}", f"author/{author_id}")
    task = unit.task()
    if task.author_id != unit.person.id:
        rights.need_role(unit.person, Role.LEAD)
    elif task.standing in {Stage.APPROVED, Stage.SPOT_CHECK, Stage.READY}:
        raise NotAllowedError(
            Message("{task} is approved; its author can no longer withdraw it.", task=task.name),
            remedy="Ask a lead.",
        )
    move(unit, task, Stage.DISCARDED, reason=reason)


@command("rubric.reopen", "Reopen rubric", done="reopened the rubric", line="task reopen TASK")
def reopen(unit: UnitOfWork, task_id: TaskId, *, reason: Reason) -> None:
    """Reopen an approved rubric, so that its author can change it; for leads.

    Raises:
        UsageError: No reason was given.
    """
    need_reason(reason, "open a rubric again")
    give_back(unit, unit.task(task_id), reason=reason)


def give_back(unit: UnitOfWork, task: Task, *, reason: str) -> Task:
    """Opens an approved rubric again, as a part of what is done; see ``reopen``."""
    rights.need_role(unit.person, Role.LEAD)
    rights.need_stage(
        task, Stage.APPROVED, Stage.SPOT_CHECK, Stage.READY, to=Message("opened again")
    )
    for check in unit.find_all(SpotCheck, task_id=task.id):
        if check.outcome is None:
            unit.remove(check)
    return move(unit, task, Stage.RUBRIC, reason=reason)


def _to_decide_on(unit: UnitOfWork, task_id: str) -> Task:
    task = unit.task(task_id)
    rights.triager_of(unit.person, task, unit.info.policies)
    rights.need_stage(task, Stage.SUBMITTED, to=Message("decided on"))
    return task


def need_reason(reason: str | None, what: str) -> None:
    """A decision against a person's work is explained.

    Raises:
        UsageError: It is not.
    """
    if not (reason or "").strip():
        raise UsageError(
            Message("To {what}, say why.", what=Message(what)),
            remedy="Its author will read the reason.",
        )
