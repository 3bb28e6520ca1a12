"""Meta-evaluation: a senior expert confirms or overrides what another expert decided."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated

from xpert_studio.core.errors import NotFoundError, StageError, UsageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.instruments import need_readable
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Decision,
    Judgment,
    JudgmentStatus,
    OpenForm,
    RatingState,
)
from xpert_studio.core.store import responses, staleness
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import (
    CheckpointId,
    CheckpointIds,
    ExpertId,
    ResponseId,
    command,
)
from xpert_studio.core.workflow.judging import need_may_abstain
from xpert_studio.core.workflow.line_rules import line
from xpert_studio.core.workflow.reading import form_reading
from xpert_studio.core.workflow.triage import need_reason
from xpert_studio.core.workflow.unblinding import need_judged


@command(
    "judgment.confirm",
    "Confirm judgments",
    done="confirmed judgments",
    line="judge confirm RESPONSE EXPERT CHECKPOINTS",
    told="Judgments: {checkpoints}.",
)
def confirm(
    unit: UnitOfWork,
    response_id: ResponseId,
    expert_id: ExpertId,
    checkpoint_ids: CheckpointIds | None = None,
    *,
    note: Annotated[str | None, Asks("A note on them.", '"As in the rubric."')] = None,
) -> None:
    """Adjudicate: confirm judgments of another expert, those named or all that have been read.

    Args:
        unit: By a senior expert of the domain, and not the one who judged.
        response_id: The response.
        expert_id: Who judged it.
        checkpoint_ids: The lines; several must have been read. Where None, all that the person has
            read and are not settled.
        note: What there is to say of them.

    Raises:
        NotAllowedError: The person may not.
        StageError: A line is stale, or the form is not handed in; or none of it has been read.
    """
    form = _submitted(unit, response_id, expert_id)
    stale = staleness.stale_judgments(unit.tx, response_id, expert_id)
    chosen = (
        _read(unit, form, stale)
        if checkpoint_ids is None
        else [_one(form, checkpoint_id, stale) for checkpoint_id in checkpoint_ids]
    )
    if len(chosen) > 1 and checkpoint_ids is not None:
        _need_read(unit, form, chosen)
    for judgment in chosen:
        _settle(unit, judgment, JudgmentStatus.CONFIRMED, judgment.decision, note)
    unit.tell(response=response_id, expert=expert_id, checkpoints=len(chosen), reason=note)


@command(
    "judgment.override",
    "Override judgment",
    done="overrode a judgment",
    line="judge override RESPONSE EXPERT CHECKPOINT",
)
def override(
    unit: UnitOfWork,
    response_id: ResponseId,
    expert_id: ExpertId,
    checkpoint_id: CheckpointId,
    *,
    note: Annotated[str, Asks("Why; needed.", '"It says 31."')],
    value: Annotated[
        Decision | None,
        Asks(
            "What it is, on a checkpoint that is not binary; or 'cannot assess', 'does not apply'.",
            refers="value",
        ),
    ] = None,
) -> None:
    """Adjudicate: override a judgment of another expert; the note says why.

    Args:
        unit: By an adjudicator, as in ``confirm``.
        response_id: The response.
        expert_id: Who judged it.
        checkpoint_id: The checkpoint.
        note: The reason.
        value: The value, or abstention, in its place; None is the only other one there is.

    Raises:
        UsageError: There is no note, or no other value was given; or an abstention, which the
            project does not allow.
    """
    need_reason(note, "override a judgment")
    form = _submitted(unit, response_id, expert_id)
    judgment = _one(form, checkpoint_id, staleness.stale_judgments(unit.tx, response_id, expert_id))
    _settle(unit, judgment, JudgmentStatus.OVERRIDDEN, _other(unit, judgment, value), note)
    unit.tell(response=response_id, expert=expert_id, checkpoint=checkpoint_id, reason=note)


def _need_read(unit: UnitOfWork, form: dict[str, Judgment], chosen: Sequence[Judgment]) -> None:
    """Several judgments are confirmed together only once each was read."""
    unread = form_reading(unit.person.id, unit.task_id or "", form.values()).unread(unit.tx)
    left = sum(item.checkpoint_id in unread for item in chosen)
    if left:
        raise StageError(
            Message(
                "{left} of these {chosen} judgments have not been read.",
                left=left,
                chosen=len(chosen),
            ),
            remedy="Read them first; only what was read can be confirmed together.",
        )


def _read(unit: UnitOfWork, form: dict[str, Judgment], stale: Collection[str]) -> list[Judgment]:
    """The judgments that can be confirmed together: read, not settled, not stale."""
    left = {id_: item for id_, item in form.items() if not item.is_gold and id_ not in stale}
    unread = form_reading(unit.person.id, unit.task_id or "", form.values()).unread(unit.tx)
    read = [item for id_, item in left.items() if id_ not in unread]
    if left and not read:
        raise StageError(
            Message("None of the {left} judgments that are left has been read.", left=len(left)),
            remedy="Read them first; only what was read can be confirmed together.",
        )
    return read


def _submitted(unit: UnitOfWork, response_id: str, expert_id: str) -> dict[str, Judgment]:
    """The judgments on a submitted form by checkpoint, if the person may settle them."""
    task_id = responses.get_response(unit.tx, response_id).task_id
    unit.on(task_id, f"task/{task_id}/responses/{response_id}/{expert_id}")
    rights.evaluator_of(unit.person, expert_id, unit.task(), unit.info.policies)
    need_judged(unit.tx, unit.person, response_id)
    opened = unit.find(OpenForm, response_id, expert_id)
    found = unit.find_all(Judgment, response_id=response_id, expert_id=expert_id)
    if not found:
        raise NotFoundError(
            Message("{expert_id} has submitted no judgment of that response.", expert_id=expert_id)
        )
    if opened is not None and opened.submitted_at is None:
        raise StageError(
            Message("{expert_id} is still working on that form.", expert_id=expert_id),
            remedy="Wait until it is submitted.",
        )
    return {judgment.checkpoint_id: judgment for judgment in found}


def _one(form: dict[str, Judgment], checkpoint_id: str, stale: Collection[str]) -> Judgment:
    judgment = form.get(checkpoint_id)
    if judgment is None:
        raise NotFoundError(
            Message(
                "There is no judgment on checkpoint {checkpoint_id}.", checkpoint_id=checkpoint_id
            )
        )
    if checkpoint_id in stale:
        raise StageError(
            "That checkpoint has been edited since it was judged.",
            remedy="The expert decides it again first.",
        )
    if judgment.is_gold:
        raise StageError(
            Message(
                "That checkpoint has been {status} by {confirmed_by}.",
                status=judgment.status,
                confirmed_by=judgment.confirmed_by,
            ),
            remedy="That has to be undone first.",
        )
    return judgment


def _other(unit: UnitOfWork, judgment: Judgment, value: Decision | None) -> Decision:
    """The decision to override a judgment with."""
    point = line(unit, judgment.checkpoint_id)
    instrument = need_readable(point)
    if value is None and judgment.value is not None:
        value = instrument.other(judgment.value)
    if isinstance(value, RatingState):
        need_may_abstain(may_abstain=unit.info.policies.may_abstain)
    is_none = value is None or (
        not isinstance(value, RatingState) and instrument.parse(value, point) is None
    )
    if value is None or is_none or value == judgment.decision:
        raise UsageError(
            "An overridden judgment needs another value.", remedy=instrument.how_to_choose(point)
        )
    return value


def _settle(
    unit: UnitOfWork,
    judgment: Judgment,
    status: JudgmentStatus,
    decision: Decision | None,
    note: str | None,
) -> None:
    is_abstention = isinstance(decision, RatingState)
    settled = {
        "status": status,
        "adjudicated_value": None if is_abstention else decision,
        "adjudicated_state": decision if is_abstention else None,
        "confirmed_by": unit.person.id,
        "self_adjudicated": unit.person.id == judgment.expert_id,
        "adjudicated_at": unit.now,
        "note": (note or "").strip() or judgment.note,
    }
    unit.put(judgment.model_copy(update=settled))
