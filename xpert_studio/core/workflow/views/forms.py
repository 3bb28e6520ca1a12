"""Responses to a task and the forms on them, shown to those who may see them.

Who may still judge a response sees neither its system nor anybody else's judgment.
"""

from __future__ import annotations

from dataclasses import dataclass

from xpert_studio.core.errors import NotAllowedError, NotFoundError
from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    AnnotationForm,
    Checkpoint,
    Decision,
    Judgment,
    OpenForm,
    Person,
    Response,
    ResponseRole,
    Role,
    Task,
    Trace,
    given_trace,
    grouped,
)
from xpert_studio.core.records.endings import Ending, ending_of
from xpert_studio.core.store import (
    Transaction,
    entities,
    responses,
    settings,
    staleness,
    systems,
    tasks,
)
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.blinding import blind_labels, is_blind_to, unnamed_files
from xpert_studio.core.workflow.command_context import CommandContext, person_of
from xpert_studio.core.workflow.form_view import ShownResponse
from xpert_studio.core.workflow.reading import form_reading
from xpert_studio.core.workflow.systems import settings_said
from xpert_studio.core.workflow.unblinding import need_judged


@dataclass(frozen=True, slots=True)
class FormState:
    """How far one expert's form on a response has come.

    Attributes:
        met: How many of its lines are passed.
        neither: How many are neither passed nor failed, by their instruments.
        abstained: How many the expert abstained from.
    """

    expert_id: str
    lines: int
    met: int
    neither: int
    abstained: int
    gold: int
    is_open: bool
    is_stale: bool


@dataclass(frozen=True, slots=True)
class ResponseState:
    """One response, by its blind label.

    Attributes:
        model, role: None to whom they are hidden; they see nothing of the last three either.
        system: What is known of the system, in words; empty where its name is all.
        trace: What its provider said beside it; None where nothing was kept.
        ending: Where it is refused, cut off or empty.
        forms: The forms on it; only one's own to whom the others are hidden.
    """

    response_id: str
    label: str
    model: str | None
    role: ResponseRole | None
    characters: int
    forms: tuple[FormState, ...]
    system: str = ""
    trace: Trace | None = None
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class TaskResponses:
    """The responses to a task; ``is_blind`` where systems and others' forms are hidden."""

    task: Task
    is_blind: bool
    responses: tuple[ResponseState, ...]


@dataclass(frozen=True, slots=True)
class JudgedLine:
    """One line of a form that was handed in."""

    checkpoint: Checkpoint
    judgment: Judgment | None
    is_stale: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedForm(ShownResponse):
    """A form as a senior expert sees it: blind to the system, not to the expert's reasons.

    Attributes:
        refused: Why the person may not settle it; None where they may.
        unread: The checkpoints whose judgment the person has not read.
        may_abstain: Whether a judgment may be that a checkpoint cannot be assessed, or does not
            apply.
    """

    response_id: str
    expert: Person
    lines: tuple[JudgedLine, ...]
    refused: str | None
    unread: frozenset[str]
    may_abstain: bool = False

    @property
    def settled(self) -> int:
        """How many lines are confirmed or overridden."""
        return sum(1 for line in self.lines if line.judgment and line.judgment.is_gold)


def responses_of(ctx: CommandContext, task_id: str) -> TaskResponses:
    """The responses to a task and how far they are judged, as the person may see it."""
    with ctx.reading() as (tx, person):
        task = tasks.get_task(tx, task_id)
        blind = is_blind_to(tx, person.id, task_id)
        sees_all = Role.LEAD in person.roles and not blind
        labels = blind_labels(tx, task_id)
        known = {} if blind else systems.described(tx)
        found = []
        for response in responses.all_responses(tx, task_ids=[task_id]):
            states = _states(tx, response)
            found.append(
                ResponseState(
                    response_id=response.id,
                    label=labels[response.id],
                    model=None if blind else response.model,
                    role=None if blind else response.role,
                    characters=len(response.text),
                    forms=tuple(
                        state for state in states if sees_all or state.expert_id == person.id
                    ),
                    system=settings_said(known[response.model]) if response.model in known else "",
                    trace=None if blind else given_trace(response.extra),
                    ending=None
                    if blind
                    else ending_of(
                        response.text, response.finish_reason, has_files=bool(response.attachments)
                    ),
                )
            )
    return TaskResponses(task, blind, tuple(sorted(found, key=lambda item: item.label)))


def read_response(ctx: CommandContext, response_id: str) -> Response:
    """A response with its text, which all people of a project may read; the system is in it too.

    Its files are those of ``unnamed_files`` where the person knows the system by a label only.

    Raises:
        NotFoundError: There is no such response.
    """
    with ctx.project.reading() as tx:
        found = responses.get_response(tx, response_id)
        if not is_blind_to(tx, ctx.person_id, found.task_id):
            return found
        return found.model_copy(update={"attachments": unnamed_files(found.attachments)})


def _states(tx: Transaction, response: Response) -> list[FormState]:
    judged = grouped(
        (judgment.expert_id, judgment)
        for judgment in entities.find_all(tx, Judgment, response_id=response.id)
    )
    opened = {
        form.expert_id: form for form in entities.find_all(tx, OpenForm, response_id=response.id)
    }
    rubric = {point.id: point for point in tasks.rubric_of(tx, response.task_id)}
    found = []
    for expert_id in sorted({*judged, *opened}):
        own = judged.get(expert_id, [])
        form = opened.get(expert_id)
        passed = [
            instrument_of(point).passes(item.final_value, point)
            for item in own
            if (point := rubric.get(item.checkpoint_id)) and item.final_value is not None
        ]
        found.append(
            FormState(
                expert_id=expert_id,
                lines=len(own),
                met=passed.count(True),
                neither=passed.count(None),
                abstained=sum(item.final_value is None for item in own),
                gold=sum(item.is_gold for item in own),
                is_open=form is not None and form.submitted_at is None,
                is_stale=bool(staleness.stale_judgments(tx, response.id, expert_id)),
            )
        )
    return found


def judged_form(ctx: CommandContext, response_id: str, expert_id: str) -> JudgedForm:
    """A form that was handed in.

    Raises:
        NotFoundError: That expert has handed in none on that response.
        NotAllowedError: The person may not see it.
    """
    with ctx.reading() as (tx, person):
        info = settings.project_info(tx)
        response = responses.get_response(tx, response_id)
        task = tasks.get_task(tx, response.task_id)
        refused = rights.refusal(
            lambda: rights.evaluator_of(person, expert_id, task, info.policies)
        )
        if person.id != expert_id:
            if refused is not None and Role.LEAD not in person.roles:
                raise NotAllowedError(refused.message, remedy=refused.remedy)
            need_judged(tx, person, response_id)
        found = {
            judgment.checkpoint_id: judgment
            for judgment in entities.find_all(
                tx, Judgment, response_id=response_id, expert_id=expert_id
            )
        }
        if not found:
            raise NotFoundError(
                Message(
                    "{expert_id} has submitted no judgment of that response.", expert_id=expert_id
                )
            )
        stale = staleness.stale_judgments(tx, response_id, expert_id)
        return JudgedForm(
            task=task,
            response_id=response_id,
            response_text=response.text,
            attachments=unnamed_files(response.attachments),
            label=blind_labels(tx, task.id)[response_id],
            expert=person_of(tx, expert_id),
            grading_policy=info.grading_policy.text,
            lines=tuple(
                JudgedLine(point, found.get(point.id), point.id in stale)
                for point in tasks.judged_rubric(tx, task.id)
            ),
            refused=None if refused is None else str(refused),
            unread=frozenset(form_reading(person.id, task.id, found.values()).unread(tx)),
            may_abstain=info.policies.may_abstain,
        )


def side_by_side(ctx: CommandContext, response_id: str) -> tuple[JudgedForm, ...]:
    """All forms handed in on a response that the person may see, by expert."""
    with ctx.project.reading() as tx:
        experts = sorted(
            {item.expert_id for item in entities.find_all(tx, Judgment, response_id=response_id)}
        )
    found = []
    for expert_id in experts:
        try:
            found.append(judged_form(ctx, response_id, expert_id))
        except NotAllowedError:
            continue
    return tuple(found)


def shared_agreement(
    first: AnnotationForm | JudgedForm, second: AnnotationForm | JudgedForm
) -> tuple[int, int]:
    """On how many lines two forms agree, and how many both have decided."""

    def decided(form: AnnotationForm | JudgedForm) -> dict[str, Decision]:
        if isinstance(form, AnnotationForm):
            return {item.checkpoint_id: item.final for item in form.judgments}
        return {
            line.checkpoint.id: line.judgment.final
            for line in form.lines
            if line.judgment is not None and not line.is_stale
        }

    one, other = decided(first), decided(second)
    both = one.keys() & other.keys()
    return sum(one[key] == other[key] for key in both), len(both)
