"""Responses: what systems answered, brought in by a lead; and which system is the baseline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xpert_studio.errors import IncompleteError, StageError, UsageError
from xpert_studio.records import (
    OpenSheet,
    Response,
    ResponseRole,
    Role,
    Stage,
    Usage,
)
from xpert_studio.store import responses, tasks
from xpert_studio.workflow import rights
from xpert_studio.workflow.attaching import make_attachment
from xpert_studio.workflow.blind_labels import settle_letters
from xpert_studio.workflow.commands import command
from xpert_studio.workflow.desk import Act
from xpert_studio.workflow.parameters import ResponseId, SystemName


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
    files: tuple[NewFile, ...] = ()


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file that belongs to a new response."""

    name: str
    data: bytes
    caption: str = ""


@command("response.add", "Add responses", done="added responses")
def add_responses(act: Act, new: Sequence[NewResponse]) -> None:
    """Add responses of systems, all or none.

    Their ids say nothing of the system, so that nobody who judges can read it off them. A
    response has the role that its system has in the project, unless it names another.

    Args:
        act: By a lead.
        new: The responses; tasks have to be ready to be judged.

    Raises:
        IncompleteError: Some cannot be taken: no text, a system that has answered the task
            already, a second baseline; it lists them.
        UsageError: A file is no image, PDF, Office file or text.
    """
    ids = [f"r-{act.new_id()}" for _ in new]
    scopes = tuple(
        f"task/{item.task_id}/responses/{id_}" for id_, item in zip(ids, new, strict=True)
    )
    only = new[0].task_id if len({item.task_id for item in new}) == 1 else None
    act.on(only, *scopes, "baseline")
    rights.need_role(act.person, Role.LEAD)
    settle_letters(act.tx, {item.task_id for item in new})
    baseline = baseline_of(act)
    problems: list[str] = []
    for place, (id_, item) in enumerate(zip(ids, new, strict=True), start=1):
        problem = _problem(act, item, baseline)
        if problem:
            problems.append(f"Response {place} ({item.model} to {item.task_id}): {problem}")
            continue
        role = item.role or (
            ResponseRole.BASELINE if item.model == baseline else ResponseRole.CANDIDATE
        )
        if role is ResponseRole.BASELINE:
            baseline = item.model
        act.put(_response(act, id_, item, role))
    if problems:
        raise IncompleteError(
            "The responses were not taken in.", problems, remedy="Mend what is listed."
        )
    act.tell(responses=len(new), models=sorted({item.model for item in new}))


def _problem(act: Act, item: NewResponse, baseline: str | None) -> str | None:
    task = tasks.get_task(act.tx, item.task_id)
    try:
        rights.need_stage(task, Stage.READY, to="answered")
    except StageError as error:
        return str(error)
    if not item.model.strip():
        return "it does not name its system."
    if item.role is ResponseRole.BASELINE and baseline not in {None, item.model}:
        return f"{baseline} is the baseline; there is one in a project."
    there = responses.all_responses(act.tx, models=[item.model], task_ids=[item.task_id])
    return "that system has answered this task already." if next(there, None) is not None else None


def _response(act: Act, id_: str, item: NewResponse, role: ResponseRole) -> Response:
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
        attachments=tuple(
            make_attachment(act.tx, file.name, file.data, caption=file.caption)
            for file in item.files
        ),
        created_at=act.now,
    )


def baseline_of(act: Act) -> str | None:
    """The system that is the project's baseline, if there is one."""
    found = act.find_all(Response, role=ResponseRole.BASELINE.value)
    return found[0].model if found else None


@command(
    "response.set_baseline",
    "Set baseline",
    done="set the baseline",
    line="response baseline SYSTEM",
)
def set_baseline(act: Act, model: SystemName) -> None:
    """Make a system the baseline, which experts judge first; before either is judged.

    Raises:
        UsageError: The system has given no response.
        StageError: Somebody has begun to judge the old or the new baseline.
    """
    known = responses.outlines(act.tx)
    act.on(None, *(f"task/{item.task_id}/responses/{item.id}" for item in known), "baseline")
    rights.need_role(act.person, Role.LEAD)
    old = baseline_of(act)
    own = list(responses.all_responses(act.tx, models=[model]))
    if not own:
        named = ", ".join(sorted(responses.count_by_model(act.tx)))
        raise UsageError(
            f"{model} has given no response.", remedy=f"Systems: {named or 'none yet'}."
        )
    others = [] if old is None else list(responses.all_responses(act.tx, models=[old]))
    if old != model:
        _need_unjudged(act, [*own, *others])
    act.put(*(item.model_copy(update={"role": ResponseRole.CANDIDATE}) for item in others))
    act.put(*(item.model_copy(update={"role": ResponseRole.BASELINE}) for item in own))
    act.tell(before=old, after=model)


@command(
    "response.remove", "Remove response", done="removed a response", line="response remove RESPONSE"
)
def remove_response(act: Act, response_id: ResponseId) -> None:
    """Remove a response that no expert has judged and no judge has scored.

    Raises:
        StageError: Somebody has begun to judge it.
        ConflictError: A judge has scored it.
    """
    response = responses.get_response(act.tx, response_id)
    task_id = response.task_id
    act.on(task_id, f"task/{task_id}/responses/{response_id}")
    rights.need_role(act.person, Role.LEAD)
    _need_unjudged(act, [response])
    settle_letters(act.tx, [task_id])
    act.remove(response)
    act.tell(response=response_id)


def _need_unjudged(act: Act, given: Sequence[Response]) -> None:
    for response in given:
        opened = act.find_all(OpenSheet, response_id=response.id)
        if opened:
            raise StageError(
                f"{opened[0].expert_id} has begun to judge that response.",
                remedy="What is judged stays as it is.",
            )
