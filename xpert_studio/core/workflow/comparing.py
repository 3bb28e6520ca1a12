"""Blind comparison: an expert says which of two responses to a task is better, or that they tie.

Which pairs there are is the project's rule, the same for every expert. In which order a pair is
read, and which comes next, is drawn for each expert. Nothing of it counts in a score.
"""

from __future__ import annotations

from typing import Annotated, Final

from xpert_studio.core.errors import ConflictError, NotFoundError, UsageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message
from xpert_studio.core.names import Listed, Names
from xpert_studio.core.records import (
    Comparison,
    Person,
    Policies,
    RaterKind,
    Response,
    Stage,
    Task,
    compared_hash,
)
from xpert_studio.core.store import responses
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.blinding import fix_blind_labels, is_blind_to
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import ResponseId, command
from xpert_studio.core.workflow.judging import need_not_adjudicator
from xpert_studio.core.workflow.pair_order import first_shown
from xpert_studio.core.workflow.unblinding import was_unblinded

OPEN_STAGES: Final = (Stage.RUBRIC, Stage.REVIEW, Stage.APPROVED, Stage.SPOT_CHECK, Stage.READY)
"""From when the brief is accepted: what experts prefer helps while the rubric is written."""
OtherId = Annotated[
    str, Asks("The other response, named as the first.", "a-lease-7k2m:B", "other", "response")
]


class Preference(Listed):
    """What an expert says of two responses, in the order in which they are named."""

    FIRST = "first"
    SECOND = "second"
    TIE = "tie"


PREFERENCES: Final = Names(
    "Preference",
    {
        Preference.FIRST: mark("first"),
        Preference.SECOND: mark("second"),
        Preference.TIE: mark("tie"),
    },
)
_SIGN: Final = {Preference.FIRST: 1, Preference.SECOND: -1, Preference.TIE: 0}


@command(
    "comparison.record",
    "Compare responses",
    done="compared two responses",
    line="compare record RESPONSE OTHER BETTER",
)
def record_comparison(
    unit: UnitOfWork,
    response_id: ResponseId,
    other_id: OtherId,
    preference: Annotated[Preference, Asks("Which is better.", "first", "better")],
    *,
    rationale: Annotated[str | None, Asks("Why.", '"Names the term."', is_text=True)] = None,
    seen_hash: str | None = None,
) -> None:
    """Say which of two responses to a task is better, in place of what you said of them before.

    Args:
        unit: By an expert of the domain.
        response_id: One response; ``first`` means this one.
        other_id: The other; ``second`` means this one.
        preference: Which is better.
        rationale: Why; None leaves what was said before, if the texts are the same.
        seen_hash: ``compared_hash`` of what was read.

    Raises:
        NotAllowedError: Not an expert of the domain, not qualified, or an adjudicator of one.
        StageError: The brief has not been accepted.
        UsageError: They are not two responses to one task.
        ConflictError: One was edited while it was read.
    """
    (first, second), task = _comparable(unit, response_id, other_id)
    compared = compared_hash(task, first, second)
    if seen_hash not in {None, compared}:
        raise ConflictError(
            "A response was edited while you read it.", remedy="Read the pair again."
        )
    sign = _SIGN[preference] * (1 if first.id == response_id else -1)
    shown_first = first_shown(unit.person.id, first, second).id
    earlier = _own(unit, first.id, second.id)
    kept = next((item.rationale for item in earlier if item.compared_hash == compared), None)
    text = kept if rationale is None else rationale.strip() or None
    made = Comparison(
        task_id=task.id,
        first_id=first.id,
        second_id=second.id,
        rater_id=unit.person.id,
        shown_first=shown_first,
        value=sign,
        rationale=text,
        compared_hash=compared,
        compared_at=unit.now,
        unblinded=_was_unblinded(unit, task, (first, second)),
    )
    if any(item == made.model_copy(update={"compared_at": item.compared_at}) for item in earlier):
        return
    unit.remove(*(item for item in earlier if item.shown_first != shown_first))
    unit.put(made)
    fix_blind_labels(unit.tx, [task.id])  # from now on they are known by them
    unit.tell(response=first.id, against=second.id)


def _was_unblinded(unit: UnitOfWork, task: Task, pair: tuple[Response, Response]) -> bool:
    """Whether the person could have known the systems: as of judgments, or they see them now."""
    sees_systems = not unit.info.policies.is_solo and not is_blind_to(
        unit.tx, unit.person.id, task.id
    )
    return sees_systems or any(was_unblinded(unit.tx, unit.person, one) for one in pair)


@command(
    "comparison.withdraw",
    "Withdraw comparison",
    done="withdrew a comparison",
    line="compare withdraw RESPONSE OTHER",
)
def withdraw_comparison(unit: UnitOfWork, response_id: ResponseId, other_id: OtherId) -> None:
    """Take back what you said of two responses.

    Raises:
        NotFoundError: You have not compared them.
    """
    (first, second), _ = _comparable(unit, response_id, other_id)
    earlier = _own(unit, first.id, second.id)
    if not earlier:
        raise NotFoundError("You have not compared these responses.")
    unit.remove(*earlier)
    unit.tell(response=first.id, against=second.id)


def _own(unit: UnitOfWork, first_id: str, second_id: str) -> list[Comparison]:
    return unit.find_all(
        Comparison,
        first_id=first_id,
        second_id=second_id,
        checkpoint_id="",
        rater=RaterKind.EXPERT.value,
        rater_id=unit.person.id,
    )


def _comparable(
    unit: UnitOfWork, one_id: str, other_id: str
) -> tuple[tuple[Response, Response], Task]:
    """Both responses in the order of their ids, and their task, where the person may compare."""
    if one_id == other_id:
        raise UsageError("That is one response.", remedy="Name two responses to one task.")
    first, second = (responses.get_response(unit.tx, id_) for id_ in sorted((one_id, other_id)))
    if first.task_id != second.task_id:
        raise UsageError(
            "The responses are to two tasks.", remedy="Name two responses to one task."
        )
    # Experts who compare side by side do not get in the way of each other's undo.
    place = f"{first.id}/{second.id}/{unit.person.id}"
    unit.on(first.task_id, f"task/{first.task_id}/comparisons/{place}")
    task = unit.task()
    need_comparable(unit.person, task, unit.info.policies)
    if not unit.info.policies.is_solo:
        for response in (first, second):
            need_not_adjudicator(unit, response.id)
    return (first, second), task


def need_comparable(person: Person, task: Task, policies: Policies) -> None:
    """The person may compare responses to a task, and it is far enough.

    Raises:
        NotAllowedError: They may not judge it.
        StageError: Its brief has not been accepted.
    """
    rights.judge_of(person, task, policies)
    rights.need_stage(task, *OPEN_STAGES, to=Message("compared"))
