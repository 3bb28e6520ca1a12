"""Responses: what systems answered, brought in by a lead; and which system is the baseline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xpert_studio.core.errors import ConflictError, IncompleteError, StageError, UsageError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    TRACE,
    OpenForm,
    Response,
    ResponseRole,
    Role,
    Stage,
    System,
    Trace,
    Usage,
)
from xpert_studio.core.store import Transaction, entities, responses, tasks
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.attaching import make_attachment
from xpert_studio.core.workflow.blinding import fix_blind_labels
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import ResponseId, SystemName, command
from xpert_studio.core.workflow.systems import keep_system


@dataclass(frozen=True, slots=True)
class NewResponse:
    """One system's answer to one task, before it has an id."""

    task_id: str
    model: str
    text: str
    role: ResponseRole | None = None
    finish_reason: str | None = None
    usage: Usage | None = None
    latency_ms: float | None = None
    trace: Trace | None = None
    files: tuple[NewFile, ...] = ()


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file that belongs to a new response."""

    name: str
    data: bytes
    caption: str = ""


@command("response.add", "Add responses", done="added responses", by=(Role.LEAD,))
def add_responses(
    unit: UnitOfWork, new: Sequence[NewResponse], *, system: System | None = None
) -> None:
    """Add responses of systems, all or none.

    Their ids say nothing of the system, so that nobody who judges can read it off them. A
    response has the role that its system has in the project, unless it names another.

    Args:
        unit: By a lead.
        new: The responses; tasks have to be ready to be judged.
        system: What is known of the system that gave them; it is kept with the first of them.

    Raises:
        IncompleteError: Some cannot be taken: no text, a system that has answered the task
            already, a second baseline; it lists them.
        UsageError: A file is no image, PDF, Office file or text.
        ConflictError: The system answered with other settings before.
    """
    ids = [f"r-{unit.new_id()}" for _ in new]
    scopes = tuple(
        f"task/{item.task_id}/responses/{id_}" for id_, item in zip(ids, new, strict=True)
    )
    only = new[0].task_id if len({item.task_id for item in new}) == 1 else None
    unit.on(only, *scopes, "baseline")
    fix_blind_labels(unit.tx, {item.task_id for item in new})
    baseline = baseline_of(unit.tx)
    if system is not None:
        keep_system(unit, system)
    problems: list[str] = []
    for place, (id_, item) in enumerate(zip(ids, new, strict=True), start=1):
        problem = _problem(unit, item, baseline)
        if problem:
            problems.append(
                Message(
                    "Response {place} ({model} to {task_id}): {problem}",
                    place=place,
                    model=item.model,
                    task_id=item.task_id,
                    problem=problem,
                )
            )
            continue
        role = item.role or (
            ResponseRole.BASELINE if item.model == baseline else ResponseRole.CANDIDATE
        )
        if role is ResponseRole.BASELINE:
            baseline = item.model
        unit.put(_response(unit, id_, item, role))
    if problems:
        raise IncompleteError(
            "The responses were not imported.", problems, remedy="Correct what is listed."
        )
    unit.tell(responses=len(new), models=sorted({item.model for item in new}))


def _problem(unit: UnitOfWork, item: NewResponse, baseline: str | None) -> str | None:
    task = tasks.get_task(unit.tx, item.task_id)
    try:
        rights.need_stage(task, Stage.READY, to=Message("answered"))
    except StageError as error:
        return str(error)
    if not item.model.strip():
        return Message("it does not name its system.")
    if item.role is ResponseRole.BASELINE and baseline not in {None, item.model}:
        return Message("{baseline} is the baseline; there is one in a project.", baseline=baseline)
    there = responses.all_responses(unit.tx, models=[item.model], task_ids=[item.task_id])
    return (
        Message("that system has answered this task already.")
        if next(there, None) is not None
        else None
    )


def _response(unit: UnitOfWork, id_: str, item: NewResponse, role: ResponseRole) -> Response:
    usage = item.usage or Usage()
    return Response(
        id=id_,
        task_id=item.task_id,
        model=item.model.strip(),
        text=item.text,
        role=role,
        finish_reason=item.finish_reason,
        prompt_tokens=usage.input_tokens,
        completion_tokens=usage.output_tokens,
        latency_ms=item.latency_ms,
        extra={TRACE: item.trace.plain()} if item.trace and item.trace.plain() else {},
        attachments=tuple(
            make_attachment(unit.tx, file.name, file.data, caption=file.caption)
            for file in item.files
        ),
        created_at=unit.now,
    )


def baseline_of(tx: Transaction) -> str | None:
    """The system that is the project's baseline, if there is one."""
    found = entities.find_all(tx, Response, role=ResponseRole.BASELINE.value)
    return found[0].model if found else None


def need_one_baseline(tx: Transaction, model: str, role: ResponseRole | None) -> None:
    """A system may be the baseline, before it is asked for anything.

    Raises:
        ConflictError: Another one is.
    """
    known = baseline_of(tx) if role is ResponseRole.BASELINE else None
    if known not in {None, model}:
        raise ConflictError(
            Message("{baseline} is the baseline; there is one in a project.", baseline=known),
            remedy="Leave out --baseline, or set the baseline afterwards.",
        )


@command(
    "response.set_baseline",
    "Set baseline",
    done="set the baseline",
    line="response baseline SYSTEM",
    by=(Role.LEAD,),
)
def set_baseline(unit: UnitOfWork, model: SystemName) -> None:
    """Make a system the baseline, which experts judge first; before either is judged.

    Raises:
        UsageError: The system has given no response.
        StageError: A person has begun to judge the old or the new baseline.
    """
    known = responses.outlines(unit.tx)
    unit.on(None, *(f"task/{item.task_id}/responses/{item.id}" for item in known), "baseline")
    old = baseline_of(unit.tx)
    need_system(unit, model)
    own = list(responses.all_responses(unit.tx, models=[model]))
    others = [] if old is None else list(responses.all_responses(unit.tx, models=[old]))
    if old != model:
        need_unjudged(unit, [*own, *others])
    unit.put(*(item.model_copy(update={"role": ResponseRole.CANDIDATE}) for item in others))
    unit.put(*(item.model_copy(update={"role": ResponseRole.BASELINE}) for item in own))
    unit.tell(before=old, after=model)


@command(
    "response.remove",
    "Remove response",
    done="removed a response",
    line="response remove RESPONSE",
    by=(Role.LEAD,),
)
def remove_response(unit: UnitOfWork, response_id: ResponseId) -> None:
    """Remove a response that no expert has judged and no judge has scored.

    Raises:
        StageError: A person has begun to judge it.
        ConflictError: A judge has scored it.
    """
    response = responses.get_response(unit.tx, response_id)
    task_id = response.task_id
    unit.on(task_id, f"task/{task_id}/responses/{response_id}")
    need_unjudged(unit, [response])
    fix_blind_labels(unit.tx, [task_id])
    unit.remove(response)
    unit.tell(response=response_id)


def need_system(unit: UnitOfWork, model: str) -> None:
    """The system has given a response.

    Raises:
        UsageError: It has not.
    """
    known = responses.count_by_model(unit.tx)
    if model not in known:
        named = ", ".join(sorted(known))
        raise UsageError(
            Message("{model} has given no response.", model=model),
            remedy=Message("Systems: {named}.", named=named or Message("none yet")),
        )


def need_unjudged(unit: UnitOfWork, given: Sequence[Response]) -> None:
    """No expert has begun to judge any of some responses.

    Raises:
        StageError: One has.
    """
    for response in given:
        opened = unit.find_all(OpenForm, response_id=response.id)
        if opened:
            raise StageError(
                Message(
                    "{expert_id} has begun to judge that response.", expert_id=opened[0].expert_id
                ),
                remedy="What is judged stays as it is.",
            )
