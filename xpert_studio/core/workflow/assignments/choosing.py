"""Chooses what an assignment is about: all that a person may do now, or what is named."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Annotated

from xpert_studio.core.errors import IncompleteError, UsageError, XpertError
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Response, ResponseRole, Role, Task
from xpert_studio.core.records.assignments import FormName, Purpose, Scope
from xpert_studio.core.store import Transaction, entities, responses, settings, tasks
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.apart import apart_of, sent_with
from xpert_studio.core.workflow.blinding import all_labels
from xpert_studio.core.workflow.command_context import CommandContext, person_of
from xpert_studio.core.workflow.waiting import Waiting, waiting_for


@dataclass(frozen=True, slots=True, kw_only=True)
class Sending:
    """What a person says of an assignment that they send."""

    purpose: Annotated[Purpose, Asks("What they are to do: review, judge, adjudicate or write.")]
    recipient: Annotated[str, Asks("For whom: their id.", name="for", title=mark("Person"))]
    tasks: Annotated[
        frozenset[str], Asks("Of these tasks; repeated or comma-separated.", is_list=True)
    ] = frozenset()
    responses: Annotated[
        frozenset[str], Asks("Of these responses: TASK:LETTER or id.", is_list=True)
    ] = frozenset()
    baseline_only: Annotated[
        bool, Asks("To judge: the baseline's responses only.", title=mark("Baseline"))
    ] = False
    message: Annotated[
        str,
        Asks(
            "What there is to say along with it.",
            title=mark("Message"),
            empty=mark("Shown to the person when they open the assignment."),
        ),
    ] = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing that can be assigned: a task, a response to it, or an expert's form on one.

    Attributes:
        task: Without its texts.
        label: What the response is called; empty for a task.
    """

    task: Task
    response_id: str = ""
    label: str = ""
    expert_id: str = ""
    is_baseline: bool = False


def candidates(ctx: CommandContext, person_id: str, purpose: Purpose) -> tuple[Candidate, ...]:
    """What could be assigned to a person: all that they may do now, by the rules of commands."""
    waiting = waiting_for(replace(ctx, person_id=person_id))
    if purpose in {Purpose.JUDGE, Purpose.ADJUDICATE}:
        with ctx.project.reading() as tx:
            baseline = {
                item.id for item in responses.outlines(tx) if item.role is ResponseRole.BASELINE
            }
            apart = _apart_offline(tx, person_id)
        forms = waiting.to_judge if purpose is Purpose.JUDGE else waiting.to_confirm
        return tuple(
            Candidate(
                form.task,
                form.response_id,
                form.label,
                form.expert_id or "",
                form.response_id in baseline,
            )
            for form in forms
            if not form.is_apart or form.response_id in apart
        )
    return tuple(Candidate(task) for task in _tasks(waiting, purpose))


def _apart_offline(tx: Transaction, person_id: str) -> frozenset[str]:
    """The responses that a person can judge apart in an assignment, as experts do."""
    person, policies = person_of(tx, person_id), settings.project_info(tx).policies
    if Role.EXPERT not in person.roles:
        return frozenset()
    found = (one for one in apart_of(tx, person, policies) if one.offline is not None)
    return frozenset[str]().union(*(one.waiting for one in found))


def _has_papers(ctx: CommandContext, person_id: str) -> bool:
    """Whether there is anything to send to a person who judges, beside responses."""
    with ctx.project.reading() as tx:
        person = person_of(tx, person_id)
        policies = settings.project_info(tx).policies
        return Role.EXPERT in person.roles and bool(sent_with(tx, person, policies))


def _tasks(waiting: Waiting, purpose: Purpose) -> tuple[Task, ...]:
    if purpose is Purpose.REVIEW:
        return (*waiting.reviews, *waiting.spot_checks)
    return waiting.own if purpose is Purpose.WRITE else ()


def choose(
    ctx: CommandContext,
    person_id: str,
    purpose: Purpose,
    *,
    task_ids: Collection[str] = (),
    response_ids: Collection[str] = (),
    baseline_only: bool = False,
) -> Scope:
    """What an assignment for a person will be about.

    Args:
        ctx: Who sends.
        person_id: For whom.
        purpose: What for.
        task_ids: Of these tasks only; all that wait where none is named.
        response_ids: Of these responses only.
        baseline_only: Of the baseline's responses only.

    Raises:
        IncompleteError: Something that was named cannot be sent to them for that; it says why.
        NotAllowedError: To write, of a person who is no author.
        UsageError: Nothing is left to send.
    """
    found = candidates(ctx, person_id, purpose)
    _refuse_missing(ctx, person_id, purpose, found, task_ids, response_ids)
    chosen = [
        item
        for item in found
        if (not task_ids or item.task.id in task_ids)
        and (not response_ids or item.response_id in response_ids)
        and (not baseline_only or item.is_baseline)
    ]
    if purpose is Purpose.WRITE:
        with ctx.project.reading() as tx:  # an author may be sent nothing but leave to begin
            rights.need_role(person_of(tx, person_id), Role.AUTHOR)
    elif not chosen and not (purpose is Purpose.JUDGE and _has_papers(ctx, person_id)):
        raise UsageError(
            "They have no pending work that could be sent.",
            remedy="Look at their roles and domains, and at where the tasks stand.",
        )
    return scope_of(chosen)


def scope_of(chosen: Collection[Candidate]) -> Scope:
    """The scope of what was chosen."""
    return Scope(
        task_ids=tuple(dict.fromkeys(item.task.id for item in chosen)),
        response_ids=tuple(dict.fromkeys(item.response_id for item in chosen if item.response_id)),
        forms=tuple(
            FormName(response_id=item.response_id, expert_id=item.expert_id)
            for item in chosen
            if item.expert_id
        ),
    )


def _refuse_missing(
    ctx: CommandContext,
    person_id: str,
    purpose: Purpose,
    found: Collection[Candidate],
    task_ids: Collection[str],
    response_ids: Collection[str],
) -> None:
    known = {item.task.id for item in found}
    given = {item.response_id for item in found}
    with ctx.project.reading() as tx:
        missing = [
            f"{task_id}: {_why_not(tx, person_id, purpose, tasks.get_task(tx, task_id))}"
            for task_id in dict.fromkeys(task_ids)
            if task_id not in known
        ]
        for response_id in dict.fromkeys(response_ids):
            if response_id not in given:
                task = tasks.get_task(tx, responses.get_response(tx, response_id).task_id)
                name = f"{task.id}:{all_labels(tx, {task.id})[response_id]}"
                missing.append(f"{name}: {_why_not(tx, person_id, purpose, task)}")
    if missing:
        raise IncompleteError(
            "Not all of that can be sent.", missing, remedy="Leave out what is listed."
        )


def _why_not(tx: Transaction, person_id: str, purpose: Purpose, task: Task) -> str:
    person, policies = person_of(tx, person_id), settings.project_info(tx).policies
    checks: dict[Purpose, Callable[[], None]] = {
        Purpose.REVIEW: lambda: rights.reviewer_of(person, task, policies),
        Purpose.WRITE: lambda: rights.author_at_work(person, task, policies),
        Purpose.JUDGE: lambda: rights.judge_of(person, task, policies),
    }
    refusal: XpertError | None = None
    if purpose in checks:
        refusal = rights.refusal(checks[purpose])
    if refusal is not None:
        return refusal.message
    if purpose is Purpose.JUDGE and not entities.find_all(tx, Response, task_id=task.id):
        return "No system has answered it yet."
    return Message(
        "Nothing in it is pending for them; {stage_names}.",
        stage_names=rights.STAGE_NAMES[task.standing],
    )
