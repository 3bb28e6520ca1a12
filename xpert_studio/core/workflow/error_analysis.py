"""Puts disagreements of judge and experts down to a cause, with a reason.

A finding holds for as long as text, judgments and verdicts are what they were; see
``disagreeing.outdated``. Besides naming its cause, and as part of the same step: fix the checkpoint
(its rubric is opened again for its author), dispute the judgment (a senior expert settles it anew),
or add an anchor (the case becomes the worked example of its task).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from xpert_studio.core.errors import NotFoundError, StageError, UsageError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Attribution,
    Cause,
    DisagreementKey,
    Role,
)
from xpert_studio.core.store import Transaction, tasks
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.blinding import blinding_for
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import Reason, command
from xpert_studio.core.workflow.disagreements import (
    Stand,
    attributions_of,
    panel_refusal,
    stands,
)
from xpert_studio.core.workflow.triage import need_reason
from xpert_studio.core.workflow.unblinding import need_open

_NOTHING_YET: Final = Message("Nothing was found there yet.")


@command("disagreement.attribute", "Name the cause", done="named the cause of disagreements")
def attribute(
    unit: UnitOfWork, keys: Collection[DisagreementKey], cause: Cause, *, reason: Reason
) -> None:
    """Name the cause of disagreements, in place of one named before.

    Args:
        unit: By a lead, or a senior expert who does not judge the task.
        keys: The disagreements.
        cause: Their cause.
        reason: Why.

    Raises:
        NotAllowedError: The person may not know what others decided.
        NotFoundError: There is no such response or checkpoint.
        StageError: Judge and experts do not differ there, or not any more.
        UsageError: No reason was given, or no disagreement was named.
    """
    need_reason(reason, "put a disagreement down to a cause")
    unit.on(_one_task(unit, keys), *scopes_of(keys))
    for stand in differing(unit, keys):
        unit.put(_attribution(unit, stand, cause, reason))
    _tell(unit, keys, cause, reason)


def attribute_in(unit: UnitOfWork, stand: Stand, cause: Cause, reason: str) -> None:
    """Puts one disagreement down to a cause, as a part of what is done about it."""
    unit.put(_attribution(unit, stand, cause, reason))
    _tell(unit, [stand.key], cause, reason)


@command("disagreement.reopen", "Withdraw the cause", done="reopened disagreements")
def withdraw_attributions(unit: UnitOfWork, keys: Collection[DisagreementKey]) -> None:
    """Withdraw the causes of disagreements, which are open again.

    Raises:
        NotAllowedError: The person may not know what others decided.
        NotFoundError: Nothing was found on one of them.
    """
    unit.on(_one_task(unit, keys), *scopes_of(keys))
    for key in keys:
        found = unit.find(Attribution, *key)
        if found is None:
            raise NotFoundError(_NOTHING_YET, remedy="Assign a cause first.")
        rights.sees_judgments(
            unit.person, tasks.get_task(unit.tx, found.task_id), unit.info.policies
        )
        unit.remove(found)
    _tell(unit, keys)


@command("disagreement.keep", "Keep the cause", done="kept the causes of disagreements")
def keep_attributions(unit: UnitOfWork, keys: Collection[DisagreementKey]) -> None:
    """Keep the causes of disagreements, though something has changed since.

    Args:
        unit: By a lead, or a senior expert who does not judge the task.
        keys: Disagreements on which there is a finding, if only of an earlier self of the judge.

    Raises:
        NotFoundError: Nothing was found on one of them.
        StageError: Judge and experts do not differ there any more.
    """
    unit.on(_one_task(unit, keys), *scopes_of(keys))
    before = {
        judge_id: attributions_of(unit.tx, judge_id) for judge_id in {key.judge_id for key in keys}
    }
    for stand in differing(unit, keys):
        found = before[stand.key.judge_id].get(stand.key[1:])
        if found is None:
            raise NotFoundError(_NOTHING_YET, remedy="Assign a cause first.")
        unit.put(_attribution(unit, stand, found.cause, found.reason))
    _tell(unit, keys)


def scopes_of(keys: Collection[DisagreementKey]) -> tuple[str, ...]:
    """Findings on different disagreements do not get in each other's way, nor in the task's."""
    if not keys:
        raise UsageError("No disagreement was named.", remedy="Choose one or several.")
    return tuple("/".join(("disagreement", *key)) for key in keys)


def differing(unit: UnitOfWork, keys: Collection[DisagreementKey]) -> list[Stand]:
    """Where both sides stand, if the person may know and both do differ."""
    rights.need_role(unit.person, Role.LEAD, Role.SENIOR)
    pending = blinding_for(unit.tx, unit.person.id).pending
    found = []
    for judge_id in dict.fromkeys(key.judge_id for key in keys):
        refused = panel_refusal(unit.tx, judge_id)
        if refused is not None:
            raise refused
        own = [key for key in keys if key.judge_id == judge_id]
        known = stands(unit.tx, judge_id, [(key.response_id, key.checkpoint_id) for key in own])
        for key in own:
            stand = known.get((key.response_id, key.checkpoint_id))
            if stand is None:
                raise NotFoundError(
                    "There is no such checkpoint, or no such response.",
                    remedy="Look at the list of disagreements.",
                )
            rights.sees_judgments(unit.person, stand.task, unit.info.policies)
            need_open(key.response_id, pending)
            if not stand.differs:
                raise StageError(
                    "Judge and experts do not differ there as things stand.",
                    remedy="Look at the list of disagreements as it is now.",
                )
            found.append(stand)
    return found


def _attribution(unit: UnitOfWork, stand: Stand, cause: Cause, reason: str) -> Attribution:
    return Attribution(
        judge_id=stand.key.judge_id,
        response_id=stand.key.response_id,
        checkpoint_id=stand.key.checkpoint_id,
        task_id=stand.task.id,
        cause=cause,
        reason=reason.strip(),
        expert_value=stand.expert_value or 0,
        **dict(stand.grounds),
        by=unit.person.id,
        at=unit.now,
    )


def _tell(
    unit: UnitOfWork,
    keys: Collection[DisagreementKey],
    cause: Cause | None = None,
    reason: str | None = None,
) -> None:
    one: Sequence[str | None] = next(iter(keys)) if len(keys) == 1 else (None, None, None)
    unit.tell(
        reason=reason and reason.strip(),
        judge=next(iter(keys)).judge_id,
        response=one[1],
        checkpoint=one[2],
        disagreements=len(keys),
        cause=cause.value if cause else None,
    )


def _one_task(unit: UnitOfWork, keys: Collection[DisagreementKey]) -> str | None:
    """The task of the disagreements, where they are all on one."""
    found = {task_of(unit.tx, key) for key in keys}
    return found.pop() if len(found) == 1 else None


def task_of(tx: Transaction, key: DisagreementKey) -> str:
    """The task a disagreement is on.

    Raises:
        NotFoundError: There is no such response.
    """
    from xpert_studio.core.store import responses

    return responses.get_response(tx, key.response_id).task_id
