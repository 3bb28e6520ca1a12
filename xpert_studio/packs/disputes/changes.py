"""What people do with disputes: say what they hold of a decision, and decide on what was said."""

from __future__ import annotations

from typing import Annotated, Final

from xpert_studio.api.changes import (
    Asks,
    CheckpointId,
    Message,
    NotFoundError,
    ResponseId,
    StageError,
    UnitOfWork,
    UsageError,
    Written,
    check_length,
    command,
    mark,
    take_out_records,
    write_records,
)
from xpert_studio.api.records import Transaction, record_id
from xpert_studio.core.records import Suggestion, SuggestionState
from xpert_studio.core.store import pack_records, tasks
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.command_context import person_of
from xpert_studio.core.workflow.judge_names import judge_named, judges_heard
from xpert_studio.core.workflow.policies import set_grading_policy
from xpert_studio.core.workflow.remedies import open_for_writing, unsettled
from xpert_studio.packs.disputes.records import (
    DISPUTE,
    OUTCOMES,
    PACK_ID,
    REPAIR,
    RESOLUTION,
    Dispute,
    Outcome,
    Repair,
    Resolution,
    Stance,
)
from xpert_studio.packs.disputes.seen import LONGEST, SeenDispute, seen_dispute, target_of
from xpert_studio.packs.disputes.targets import (
    DisputableDecision,
    DisputeTarget,
    Eyes,
    decided,
)

JudgeId = Annotated[str, Asks("Whose verdict it is.", "baseline", "judge")]
ExpertId = Annotated[str, Asks("Whose judgment it is.", "maria", "expert")]
DisputeId = Annotated[
    str, Asks("The dispute, as 'dispute list' names it.", "d-3kd92mf0aa", "dispute")
]
Why = Annotated[
    str, Asks("Why; the adjudicator reads it.", '"Clause 9 says so."', title=mark("Reason"))
]
_REPAIRED: Final = "dispute"
"""What the batch of a suggestion from disputes begins with."""
_DIGITS: Final = 10
"""Of ids, which people type."""


@command(
    "disputes.add",
    "Dispute",
    done="disputed a decision",
    line="dispute add RESPONSE CHECKPOINT",
    told="An adjudicator decides on it.",
)
def add(
    unit: UnitOfWork,
    response_id: ResponseId,
    checkpoint_id: CheckpointId,
    judge_id: JudgeId,
    expert_id: ExpertId,
    *,
    reason: Why,
) -> None:
    """Dispute a judge's verdict or an expert's judgment, in place of what you said of it before.

    Args:
        unit: By a person who may see the decision.
        response_id: On which response.
        checkpoint_id: On which checkpoint.
        judge_id: Whose verdict; empty for a judgment.
        expert_id: Whose judgment; empty for a verdict.
        reason: Why it is wrong.

    Raises:
        NotAllowedError: The person may not see it, still judges the task, or it is their own.
        NotFoundError: There is no such decision that counts now.
        UsageError: No reason, or it is not said whose decision.
    """
    if not reason.strip():
        raise UsageError(
            "To dispute a decision, say why.", remedy="The adjudicator reads the reason."
        )
    _say(unit, response_id, checkpoint_id, judge_id, expert_id, Stance.DISPUTE, reason)


@command(
    "disputes.support",
    "Support",
    done="supported a decision",
    line="dispute support RESPONSE CHECKPOINT",
)
def support(
    unit: UnitOfWork,
    response_id: ResponseId,
    checkpoint_id: CheckpointId,
    judge_id: JudgeId,
    expert_id: ExpertId,
    *,
    reason: Annotated[
        str | None, Asks("Why, if there is more to say.", title=mark("Reason"))
    ] = None,
) -> None:
    """Support a judge's verdict or an expert's judgment, with more to say where there is any.

    Arguments and errors are those of ``add``.
    """
    _say(unit, response_id, checkpoint_id, judge_id, expert_id, Stance.SUPPORT, reason or "")


def _say(
    unit: UnitOfWork,
    response_id: str,
    checkpoint_id: str,
    judge_id: str,
    expert_id: str,
    says: Stance,
    reason: str,
) -> None:
    check_length(Message("reason"), reason, LONGEST)
    eyes = Eyes(unit.tx, unit.person)
    eyes.need_sayable(DisputeTarget(response_id, checkpoint_id, judge_id, expert_id))
    if judge_id:  # read here: who judged is told only to those who may see decisions
        judge_id = judge_named(judge_id, judges_heard(unit.tx))
    on = decided(unit.tx, DisputeTarget(response_id, checkpoint_id, judge_id, expert_id))
    eyes.need_sight(on)
    made = Dispute(
        person=unit.person.id,
        checkpoint=checkpoint_id,
        judge=judge_id,
        expert=expert_id,
        says=says,
        reason=reason.strip(),
        at=unit.now,
        text=on.text_hash,
        said=on.said_hash,
    )
    before = pack_records.said_by(
        unit.tx, (PACK_ID, DISPUTE.id), Dispute, unit.person.id, response_id
    )
    of = target_of(response_id, made)
    id_, *others = [name for name, one in before.items() if target_of(response_id, one) == of] or [
        record_id(
            "d", unit.person.id, response_id, checkpoint_id, judge_id or expert_id, digits=_DIGITS
        )
    ]
    if others:  # a bundle may have brought several
        take_out_records(unit, PACK_ID, DISPUTE.id, others)
    _put(unit, DISPUTE.id, Written(made, id=id_, response_id=response_id), reason)
    unit.tell(dispute=id_, checkpoint=checkpoint_id)


def _put(unit: UnitOfWork, kind: str, record: Written, reason: str | None = None) -> None:
    write_records(unit, PACK_ID, kind, [record], reason=reason or None)


@command(
    "disputes.withdraw",
    "Withdraw",
    done="withdrew what they said of a decision",
    line="dispute withdraw DISPUTE",
)
def withdraw(unit: UnitOfWork, dispute: DisputeId) -> None:
    """Take back what you said of a decision.

    Raises:
        NotFoundError: There is no such dispute.
        NotAllowedError: Another person said it.
    """
    take_out_records(unit, PACK_ID, DISPUTE.id, [seen_dispute(unit.tx, unit.person.id, dispute).id])


@command(
    "disputes.resolve",
    "Resolve dispute",
    done="resolved a dispute",
    line="dispute resolve DISPUTE OUTCOME",
    told="{became}.",
)
def resolve(
    unit: UnitOfWork,
    dispute: DisputeId,
    outcome: Annotated[Outcome, Asks("What becomes of it.", "dismissed", choices=OUTCOMES)],
    *,
    reason: Annotated[
        str,
        Asks("Why; who disputed it reads it.", '"It says 30."', title=mark("Reason")),
    ],
    policy: Annotated[
        str | None,
        Asks("With 'policy': the new grading policy, or @FILE.", "@policy.md", is_text=True),
    ] = None,
) -> None:
    """Dismiss a dispute, or uphold it and have changed what it is about.

    ``checkpoint`` opens the rubric again for its author; ``judgment`` has the judgment decided
    again by an adjudicator; ``policy`` sets a new grading policy where one is given; ``judge``
    says that the judge erred, and changes nothing.

    Args:
        unit: By a lead, or a senior expert who does not judge the task; neither the dispute nor the
            decision is their own.
        dispute: Which.
        outcome: See above.
        reason: Why.
        policy: The new text of the grading policy.

    Raises:
        NotAllowedError: The person may not; or the rubric is not open, and they do not lead.
        NotFoundError: There is no such dispute, or the decision is not there any more.
        StageError: It is resolved already, or the rubric is under review.
        UsageError: No reason; the outcome does not fit what is disputed.
    """
    if not reason.strip():
        raise UsageError(
            "To resolve a dispute, say why.", remedy="The person who disputed it reads the reason."
        )
    check_length(Message("reason"), reason, LONGEST)
    seen = seen_dispute(unit.tx, unit.person.id, dispute)
    if not seen.is_open:
        raise StageError(
            "It is not an open dispute.", remedy="'dispute list --open' shows those that are."
        )
    on = _decided(unit, seen, outcome)
    _need_fitting(seen, outcome, policy)
    task_id = seen.task.id
    made = Resolution(
        person=unit.person.id,
        dispute=seen.id,
        of=seen.hash,
        outcome=outcome,
        reason=reason.strip(),
        at=unit.now,
        change=unit.change_id,
    )
    id_ = record_id("r", seen.id, seen.hash, digits=_DIGITS)
    _put(unit, RESOLUTION.id, Written(made, id=id_, response_id=seen.response_id), reason)
    own = unit.scopes
    if outcome is Outcome.POLICY and policy:
        set_grading_policy.handler(unit, policy, reason=reason)
        own = (*own, "project")
    elif outcome is Outcome.CHECKPOINT:
        open_for_writing(unit, unit.task(task_id), reason, None)
        own = (f"task/{task_id}",)
    elif outcome is Outcome.JUDGMENT and on is not None and on.judgment is not None:
        unit.put(unsettled(on.judgment, reason))
        own = (*own, f"task/{task_id}/responses/{seen.response_id}/{on.judgment.expert_id}")
    unit.on(task_id, *own)
    unit.tell(
        outcome=str(outcome),
        became=OUTCOMES.title(outcome),
        dispute=seen.id,
        checkpoint=seen.value.checkpoint,
    )


def _decided(unit: UnitOfWork, seen: SeenDispute, outcome: Outcome) -> DisputableDecision | None:
    """What is disputed, as it is now; a dispute of what is gone can only be dismissed.

    Raises:
        NotAllowedError: The person may not decide on it.
        NotFoundError: It is gone, and the dispute is not dismissed.
    """
    eyes = Eyes(unit.tx, unit.person)
    try:
        on = decided(unit.tx, target_of(seen.response_id, seen.value))
    except NotFoundError:
        eyes.need_open(seen.task, seen.response_id)
        eyes.need_other(seen.value.person)
        if outcome is not Outcome.DISMISSED:
            raise
        return None
    eyes.need_resolver(on, seen.value.person)
    return on


def _need_fitting(seen: SeenDispute, outcome: Outcome, policy: str | None) -> None:
    if policy and outcome is not Outcome.POLICY:
        raise UsageError(
            "A grading policy is given, and the outcome is another one.",
            remedy="Write 'policy' as the outcome, or leave --policy out.",
        )
    if outcome is Outcome.JUDGMENT and not seen.value.expert:
        raise UsageError(
            "A verdict is disputed, and no judgment.",
            remedy="Write 'judge' where the judge erred, or 'dismissed'.",
        )
    if outcome is Outcome.JUDGE and not seen.value.judge:
        raise UsageError(
            "A judgment is disputed, and no verdict.",
            remedy="Write 'judgment' to have it decided again, or 'dismissed'.",
        )


@command("disputes.repair", "Propose a repair", done="had a repair of a checkpoint proposed")
def keep_repair(unit: UnitOfWork, task_id: str, repair: Repair) -> None:
    """Keep what a model proposes for a disputed checkpoint; its wording becomes a suggestion.

    A suggestion of the same kind that is still open is replaced; the author of the rubric accepts
    or rejects it once the rubric is open.

    Raises:
        NotAllowedError: The person may not see disputes of the task.
    """
    task = unit.task(task_id)
    need_repairer(unit.tx, unit.person.id, task_id)
    point = next(one for one in unit.rubric(task_id) if one.id == repair.checkpoint)
    _put(unit, REPAIR.id, Written(repair, task_id=task.id))
    own = unit.scopes
    if repair.wording and repair.wording != point.text:
        opened = unit.find_all(Suggestion, task_id=task_id, state=SuggestionState.OPEN.value)
        before = [one for one in opened if one.checkpoint_id == point.id]
        unit.put(*(one.model_copy(update={"state": SuggestionState.DROPPED}) for one in before))
        made = {
            name: getattr(point, name) for name in ("weight", "tier", "dimension", "instrument")
        }
        unit.put(
            Suggestion(
                task_id=task_id,
                id=f"p-{unit.new_id()[-7:]}",
                batch=f"{_REPAIRED}-{unit.new_id()}",
                drafter=repair.drafter,
                text=repair.wording,
                **made,
                settings=dict(point.settings),
                source=repair.why or None,
                position=max((one.position + 1 for one in opened), default=0),
                checkpoint_id=point.id,
                made_at=unit.now,
            )
        )
    unit.on(task_id, *own, f"task/{task_id}/suggestions")
    unit.tell(checkpoint=point.id, drafter=repair.drafter)


def need_repairer(tx: Transaction, person_id: str, task_id: str) -> None:
    """The person may see every dispute of a task that there is.

    Raises:
        NotAllowedError: They may not.
    """
    person = person_of(tx, person_id)
    rights.need_role(person, *REPAIR.roles)
    eyes = Eyes(tx, person)
    task = tasks.get_task(tx, task_id)
    records = [*pack_records.records_in(tx, (PACK_ID, DISPUTE.id))]
    task_of = pack_records.tasks_of(tx, records)
    for response_id in (one for one, its in task_of.items() if its == task_id):
        eyes.need_open(task, response_id)
