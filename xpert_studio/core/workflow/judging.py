"""Blind judgment: an expert decides a response checkpoint by checkpoint, and hands the form in.

What an expert writes is theirs alone until they submit: it counts nowhere and nobody sees it. What
they see says nothing of the system, of other experts, or of any judge.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypedDict

from typing_extensions import Unpack

from xpert_studio.core.errors import (
    IncompleteError,
    NotAllowedError,
    StageError,
    UsageError,
)
from xpert_studio.core.fields import Asks, Through
from xpert_studio.core.instruments import (
    instrument_of,
    is_by_program,
    need_readable,
)
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
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
    staleness,
    tasks,
)
from xpert_studio.core.workflow import line_rules, rights
from xpert_studio.core.workflow.apart import Apart, ApartForm, need_judge
from xpert_studio.core.workflow.blinding import fix_blind_labels
from xpert_studio.core.workflow.command_context import CommandContext, UnitOfWork
from xpert_studio.core.workflow.commands import CheckpointId, ResponseId, command
from xpert_studio.core.workflow.evidence import located
from xpert_studio.core.workflow.form_view import draft_of, form_lines, missing_on
from xpert_studio.core.workflow.unblinding import was_unblinded


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
            unit.put(draft_of(unit.tx, task, response, judgment))


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
    point = _judged_line(unit, checkpoint_id)
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
    lines = form_lines(unit.tx, task, response, unit.person.id)
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
        decisions = tuple(line.decision for line in lines if line.decision is not None)
        _submit_apart(unit, apart, ApartForm(response, task, decisions, form.seconds))
        return
    unblinded = was_unblinded(unit.tx, unit.person, response)
    for line in lines:
        if line.decision is not None and not line.is_locked:
            unit.put(_judgment(unit, line.decision, line.checkpoint, unblinded=unblinded))
    unit.put(form.model_copy(update={"submitted_at": unit.now}))
    unit.tell(
        response=response_id, checkpoints=len(lines), met=sum(1 for line in lines if line.passes)
    )


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


def _judged_line(unit: UnitOfWork, checkpoint_id: str) -> Checkpoint:
    point = line_rules.line(unit, checkpoint_id)
    if is_by_program(point):
        raise UsageError(
            "A program decides that checkpoint.", remedy="Judge the other checkpoints only."
        )
    need_readable(point)
    return point
