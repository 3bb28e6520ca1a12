"""Blind judgment: an expert decides a response checkpoint by checkpoint, and hands the form in.

What an expert writes is theirs alone until they submit: it counts nowhere and nobody sees it. What
they see says nothing of the system, of other experts, or of any judge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Final, TypedDict

from typing_extensions import Unpack

from xpert_studio.core.errors import (
    IncompleteError,
    NotAllowedError,
    NotFoundError,
    StageError,
    UsageError,
)
from xpert_studio.core.fields import Asks, Through
from xpert_studio.core.instruments import (
    instrument_of,
    is_absent,
    is_by_program,
    need_readable,
    problem_of,
)
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Attachment,
    Checkpoint,
    Decision,
    Draft,
    Judgment,
    JudgmentStatus,
    OpenForm,
    Quote,
    RatingState,
    Response,
    Stage,
    Task,
    fields_of_decision,
    rated_hash_of,
)
from xpert_studio.core.store import (
    Transaction,
    entities,
    log,
    responses,
    settings,
    staleness,
    tasks,
)
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.apart import Apart, ApartForm, need_judge
from xpert_studio.core.workflow.blinding import blind_labels, fix_blind_labels, unnamed_files
from xpert_studio.core.workflow.command_context import CommandContext, UnitOfWork
from xpert_studio.core.workflow.commands import CheckpointId, ResponseId, command
from xpert_studio.core.workflow.evidence import located
from xpert_studio.core.workflow.unblinding import was_unblinded

_LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""When a judgment was made that does not say so."""


class DecisionAnswers(TypedDict, total=False):
    """The fields of a decision; at most one of them is given."""

    met: Annotated[bool, Asks("Your decision on a binary checkpoint.", name="met/not-met")]
    value: Annotated[str, Asks("Your decision on a checkpoint that is not binary.", "72")]
    cannot_assess: Annotated[
        bool,
        Asks("It cannot be assessed; where the project allows it.", sets=RatingState.CANNOT_ASSESS),
    ]
    not_applicable: Annotated[
        bool,
        Asks(
            "It does not apply; where the project allows it.",
            name="does-not-apply",
            sets=RatingState.NOT_APPLICABLE,
        ),
    ]
    undecided: Annotated[bool, Asks("Withdraw the decision.", sets=True)]


class LineDecision(TypedDict, total=False):
    """What an expert writes on a line; what is left out stays as it is.

    ``value`` may be an abstention; None takes the decision back. ``evidence`` are passages of the
    response, verbatim.
    """

    value: Annotated[Decision | None, Through(DecisionAnswers, "decision")]
    rationale: Annotated[str, Asks("Why.", '"Says so."', is_text=True)]
    evidence: Annotated[
        tuple[Quote, ...],
        Asks("A passage of the response; may be repeated.", '"month 30"', "quote"),
    ]


@dataclass(frozen=True, slots=True)
class FormLine:
    """One checkpoint on a form.

    Attributes:
        decision: The expert's own, so far.
        is_stale: It was decided on a text that has been edited since: decide again.
        is_locked: A senior expert has confirmed it.
    """

    checkpoint: Checkpoint
    decision: Draft | None
    is_stale: bool
    is_locked: bool

    @property
    def said(self) -> Decision | None:
        """The value or abstention so far; None while it is undecided."""
        return self.decision.decision if self.decision else None

    @property
    def passes(self) -> bool | None:
        """Whether the response passes the checkpoint, by the decision so far."""
        value = self.decision.value if self.decision else None
        return (
            None if value is None else instrument_of(self.checkpoint).passes(value, self.checkpoint)
        )

    @property
    def is_done(self) -> bool:
        """Whether it can be handed in: decided, current, with a reason."""
        decision = self.decision
        return (
            decision is not None
            and decision.decision is not None
            and bool((decision.rationale or "").strip())
            and not self.is_stale
        )


@dataclass(frozen=True, slots=True)
class ShownResponse:
    """A response with what the person who judges it reads.

    Attributes:
        label: What the response is called where its system is hidden: ``A``, ``B``.
        grading_policy: The words that experts and judges grade by.
    """

    task: Task
    response_text: str
    attachments: tuple[Attachment, ...]
    label: str
    grading_policy: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FormView(ShownResponse):
    """What an expert sees of a response: no system, no other's judgment, no verdict.

    Attributes:
        form: None while it has not been opened.
        may_abstain: Whether experts may say that they cannot assess a checkpoint, or that it does
            not apply.
        not_asked: Which checkpoints are left out because nothing installed can read them, and why,
            in sentences.
        is_apart: Whether it is judged in a trial or for practice: it counts nowhere, and is final.
    """

    response_id: str
    form: OpenForm | None
    lines: tuple[FormLine, ...]
    may_abstain: bool = False
    not_asked: tuple[str, ...] = ()
    is_apart: bool = False

    @property
    def done(self) -> int:
        """How many lines can be handed in."""
        return sum(line.is_done for line in self.lines)


@command("form.open", "Open form", done="opened a form")
def open_form(unit: UnitOfWork, response_id: str) -> None:
    """Open a form on a response, or reopen one that an edit has made stale.

    Lines that are current stay as they were decided.

    Raises:
        NotAllowedError: Not an expert of the domain, or not qualified.
        StageError: The task is not ready, or the form is handed in and nothing of it is stale.
    """
    response, task = _judgeable(unit, response_id)
    form = unit.find(OpenForm, response_id, unit.person.id)
    if form is not None and form.submitted_at is None:
        return
    own = unit.find_all(Judgment, response_id=response_id, expert_id=unit.person.id)
    if own:
        _reopen(unit, response, task, own)
    unit.put(
        OpenForm(
            response_id=response_id,
            expert_id=unit.person.id,
            opened_at=form.opened_at if form else unit.now,
            seconds=form.seconds if form else 0.0,
        )
    )
    fix_blind_labels(unit.tx, [task.id])  # from now on they are known by them
    unit.tell(response=response_id, reason="edited since it was judged" if own else None)


def _reopen(unit: UnitOfWork, response: Response, task: Task, own: Sequence[Judgment]) -> None:
    """Prepares the decisions of a form that was handed in, where there is reason to."""
    rubric = tasks.judged_rubric(unit.tx, task.id)
    stale = staleness.stale_judgments(unit.tx, response.id, unit.person.id)
    judged = {judgment.checkpoint_id for judgment in own}
    if not stale and {point.id for point in rubric} <= judged:
        raise StageError(
            "That form has been submitted.",
            remedy="Undo the submission to change it; confirmed judgments are final.",
        )
    for judgment in own:
        if unit.find(Draft, response.id, judgment.checkpoint_id, unit.person.id) is None:
            unit.put(_decided(unit.tx, task, response, judgment))


def _decided(tx: Transaction, task: Task, response: Response, judgment: Judgment) -> Draft:
    """A judgment as the draft it came from."""
    return Draft(
        response_id=response.id,
        checkpoint_id=judgment.checkpoint_id,
        expert_id=judgment.expert_id,
        **fields_of_decision(judgment.final),
        rationale=judgment.rationale,
        evidence=judgment.evidence,
        rated_hash=judgment.rated_hash or _rated_hash(tx, task, response, judgment.checkpoint_id),
        judged_at=judgment.judged_at or _LONG_AGO,
    )


@command(
    "judgment.draft",
    "Judge checkpoint",
    done="judged a checkpoint",
    line="judge mark RESPONSE CHECKPOINT",
)
def judge_line(
    unit: UnitOfWork,
    response_id: ResponseId,
    checkpoint_id: CheckpointId,
    **fields: Unpack[LineDecision],
) -> None:
    """Judge one checkpoint: the decision, with a rationale and evidence.

    Raises:
        StageError: The form is not open, or a senior expert has confirmed the line.
        UsageError: A quote is not in the response, or a region in none of the pictures.
    """
    response, task = _judgeable(unit, response_id)
    _open_one(unit, response_id)
    point = _line(unit, task, checkpoint_id)
    if _is_locked(unit.tx, response_id, checkpoint_id, unit.person.id):
        raise StageError(
            "A senior expert has confirmed that checkpoint; it is final.",
            remedy="Talk to them if it is wrong.",
        )
    values: dict[str, Any] = dict(fields)
    if "value" in fields:
        values |= _decision(fields["value"], point, may_abstain=unit.info.policies.may_abstain)
    before = unit.find(Draft, response_id, checkpoint_id, unit.person.id)
    if "evidence" in fields:
        held = before.evidence if before else ()
        values["evidence"] = located(unit.tx, fields["evidence"], response, task, held)
    rated_hash = rated_hash_of(task.prompt_hash, point.rated_text, response.content_hash)
    if before is None:
        before = Draft(
            response_id=response_id,
            checkpoint_id=checkpoint_id,
            expert_id=unit.person.id,
            rated_hash=rated_hash,
            judged_at=unit.now,
        )
    after = before.model_copy(update={**values, "rated_hash": rated_hash, "judged_at": unit.now})
    if after.model_copy(update={"judged_at": before.judged_at}) != before:
        unit.put(after)
    unit.tell(response=response_id, checkpoint=checkpoint_id)


@command(
    "form.submit",
    "Submit form",
    done="submitted a form",
    line="judge submit RESPONSE",
    told="Checkpoints: {checkpoints}.",
)
def submit_form(unit: UnitOfWork, response_id: ResponseId) -> None:
    """Submit a form; every checkpoint needs a decision and a rationale.

    Raises:
        IncompleteError: Lines are undecided, stale or without a rationale; it lists them.
        UsageError: A line is an abstention, which the project no longer has.
    """
    response, task = _judgeable(unit, response_id)
    form = _open_one(unit, response_id)
    lines = _lines(unit.tx, task, response, unit.person.id)
    missing = missing_on(lines)
    if missing:
        raise IncompleteError(
            Message(
                "The form is not complete: {missing} of {lines} checkpoints are unjudged.",
                missing=len(missing),
                lines=len(lines),
            ),
            missing,
            remedy="Decide what is listed, with a reason for each.",
        )
    if any(line.decision and line.decision.state.is_abstention for line in lines):
        need_may_abstain(may_abstain=unit.info.policies.may_abstain)
    apart = need_judge(unit.tx, unit.person, task, response_id, unit.info.policies)
    if apart is not None:
        _submit_apart(unit, apart, ApartForm(response, task, _decisions(lines), form.seconds))
        return
    unblinded = was_unblinded(unit.tx, unit.person, response)
    for line in lines:
        if line.decision is not None and not line.is_locked:
            unit.put(_judgment(unit, line.decision, line.checkpoint, unblinded=unblinded))
    unit.put(form.model_copy(update={"submitted_at": unit.now}))
    unit.tell(
        response=response_id, checkpoints=len(lines), met=sum(1 for line in lines if line.passes)
    )


def _decisions(lines: Sequence[FormLine]) -> tuple[Draft, ...]:
    return tuple(line.decision for line in lines if line.decision is not None)


def _submit_apart(unit: UnitOfWork, apart: Apart, form: ApartForm) -> None:
    """Keeps a form that counts nowhere, in place of judgments and drafts."""
    scopes = unit.scopes
    apart.keep(unit, form)
    unit.on(form.task.id, *scopes)
    opened = unit.find_all(OpenForm, response_id=form.response.id, expert_id=unit.person.id)
    unit.remove(*form.decisions, *opened)
    unit.tell(response=form.response.id, checkpoints=len(form.decisions))


def spend_time(ctx: CommandContext, response_id: str, seconds: float) -> None:
    """Adds to the time spent on an open form; kept by the program, no step to undo."""
    with ctx.project.writing() as tx:
        form = entities.find(tx, OpenForm, response_id, ctx.person_id)
        if form is not None and form.submitted_at is None and seconds > 0:
            entities.put(tx, form.model_copy(update={"seconds": form.seconds + seconds}))


def form_view(ctx: CommandContext, response_id: str) -> FormView:
    """What the person sees of a response they judge.

    Raises:
        NotAllowedError: They may not judge it.
    """
    with ctx.reading() as (tx, person):
        info = settings.project_info(tx)
        response = responses.get_response(tx, response_id)
        task = tasks.get_task(tx, response.task_id)
        apart = need_judge(tx, person, task, response_id, info.policies)
        return FormView(
            task=task,
            response_id=response_id,
            response_text=response.text,
            attachments=unnamed_files(response.attachments),
            label=blind_labels(tx, task.id)[response_id],
            grading_policy=info.grading_policy.text,
            form=entities.find(tx, OpenForm, response_id, person.id),
            lines=_lines(tx, task, response, person.id),
            may_abstain=info.policies.may_abstain,
            not_asked=tuple(_not_asked(tasks.rubric_of(tx, task.id))),
            is_apart=apart is not None,
        )


def _not_asked(rubric: Sequence[Checkpoint]) -> Iterator[str]:
    for place, point in enumerate(rubric, start=1):
        if is_absent(point):
            yield Message(
                "Checkpoint {place} of the rubric is not judged here: its instrument {problem}",
                place=place,
                problem=problem_of(point),
            )


def missing_on(lines: Sequence[FormLine]) -> list[str]:
    """What a form still lacks before it can be handed in, one sentence each."""
    missing: list[str] = []
    for place, line in enumerate(lines, start=1):
        decision = line.decision
        if line.is_done:
            continue
        if decision is None or decision.decision is None:
            missing.append(Message("Checkpoint {place} is undecided.", place=place))
        elif line.is_stale:
            missing.append(
                Message(
                    "Checkpoint {place} was judged on a text that has been edited since.",
                    place=place,
                )
            )
        else:
            missing.append(Message("Checkpoint {place} has no rationale.", place=place))
    return missing


def _lines(tx: Transaction, task: Task, response: Response, expert_id: str) -> tuple[FormLine, ...]:
    decisions = {
        decision.checkpoint_id: decision
        for decision in entities.find_all(tx, Draft, response_id=response.id, expert_id=expert_id)
    }
    judged = entities.find_all(tx, Judgment, response_id=response.id, expert_id=expert_id)
    stale_ids = staleness.stale_judgments(tx, response.id, expert_id)
    final = {judgment.checkpoint_id for judgment in judged if judgment.is_gold} - stale_ids
    for judgment in judged:
        # Forms that came from elsewhere have judgments only.
        decisions.setdefault(judgment.checkpoint_id, _decided(tx, task, response, judgment))
    prompt_hash, response_hash = task.prompt_hash, response.content_hash
    lines = []
    for point in tasks.judged_rubric(tx, task.id):
        decision = decisions.get(point.id)
        rated_hash = rated_hash_of(prompt_hash, point.rated_text, response_hash)
        stale = decision is not None and decision.rated_hash != rated_hash
        lines.append(FormLine(point, decision, stale, point.id in final))
    return tuple(lines)


def _judgeable(unit: UnitOfWork, response_id: str) -> tuple[Response, Task]:
    response = responses.get_response(unit.tx, response_id)
    # Experts who judge side by side do not get in the way of each other's undo.
    unit.on(response.task_id, f"task/{response.task_id}/responses/{response_id}/{unit.person.id}")
    task = unit.task()
    need_judge(unit.tx, unit.person, task, response_id, unit.info.policies)
    rights.need_stage(task, Stage.READY, to=Message("judged"))
    if not unit.info.policies.is_solo:
        need_not_adjudicator(unit, response_id)
    return response, task


def need_not_adjudicator(unit: UnitOfWork, response_id: str) -> None:
    """An adjudicator has read what others judged.

    Raises:
        NotAllowedError: The person has adjudicated judgments on the response.
    """
    judged = unit.find_all(Judgment, response_id=response_id)
    own = any(item.expert_id == unit.person.id for item in judged)
    adjudicated = log.responses_told_of(
        unit.tx, ("judgment.confirm", "judgment.override"), unit.person.id
    )
    if not own and response_id in adjudicated:
        raise NotAllowedError(
            Message(
                "{person} has adjudicated judgments on this response, and judging is blind.",
                person=unit.person.called,
            ),
            remedy="It takes another expert.",
        )


def _open_one(unit: UnitOfWork, response_id: str) -> OpenForm:
    form = unit.find(OpenForm, response_id, unit.person.id)
    if form is None or form.submitted_at is not None:
        state = Message("has not been opened") if form is None else Message("has been submitted")
        raise StageError(Message("The form {state}.", state=state), remedy="Open it first.")
    return form


def _is_locked(tx: Transaction, response_id: str, checkpoint_id: str, expert_id: str) -> bool:
    judgment = entities.find(tx, Judgment, response_id, checkpoint_id, expert_id)
    stale = staleness.stale_judgments(tx, response_id, expert_id)
    return judgment is not None and judgment.is_gold and checkpoint_id not in stale


def _judgment(unit: UnitOfWork, decision: Draft, point: Checkpoint, *, unblinded: bool) -> Judgment:
    return Judgment(
        response_id=decision.response_id,
        checkpoint_id=point.id,
        expert_id=decision.expert_id,
        value=decision.value,
        state=decision.state,
        rationale=(decision.rationale or "").strip(),
        evidence=decision.evidence,
        status=JudgmentStatus.SUBMITTED,
        judged_at=unit.now,
        rated_hash=decision.rated_hash,
        unblinded=unblinded,
    )


def _decision(value: Decision | None, point: Checkpoint, *, may_abstain: bool) -> dict[str, Any]:
    """Value and state of a draft.

    Raises:
        UsageError: The value is none of the checkpoint's instrument, or an abstention that is not
            allowed.
    """
    if isinstance(value, RatingState):
        need_may_abstain(may_abstain=may_abstain)
    if value is None or isinstance(value, RatingState):
        return fields_of_decision(value)
    instrument = instrument_of(point)
    parsed = instrument.parse(value, point)
    if parsed is None:
        raise UsageError(
            Message("{value:g} is no value of this checkpoint.", value=value),
            remedy=instrument.how_to_choose(point),
        )
    return fields_of_decision(parsed)


def need_may_abstain(*, may_abstain: bool) -> None:
    """Whether a project lets raters abstain.

    Raises:
        UsageError: It does not.
    """
    if not may_abstain:
        raise UsageError(
            "This project has no abstentions: every checkpoint is decided.",
            remedy="A lead can allow them: 'xpert-studio people policy --abstentions left-out'.",
        )


def _rated_hash(tx: Transaction, task: Task, response: Response, checkpoint_id: str) -> str:
    point = entities.find(tx, Checkpoint, task.id, checkpoint_id)
    return rated_hash_of(task.prompt_hash, point.rated_text if point else "", response.content_hash)


def _line(unit: UnitOfWork, task: Task, checkpoint_id: str) -> Checkpoint:
    point = unit.find(Checkpoint, task.id, checkpoint_id)
    if point is None:
        raise NotFoundError(
            Message("The rubric has no checkpoint {checkpoint_id}.", checkpoint_id=checkpoint_id)
        )
    if is_by_program(point):
        raise UsageError(
            "A program decides that checkpoint.", remedy="Judge the other checkpoints only."
        )
    need_readable(point)
    return point
