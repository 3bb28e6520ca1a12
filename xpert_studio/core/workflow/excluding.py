"""Systems that a lead excludes from leaderboards, and experts from all figures, with a reason."""

from __future__ import annotations

from typing import Annotated, Any

from xpert_studio.core.errors import UsageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    EVERY_BOARD,
    EXPERTS_NAMES,
    RECIPE_BOARD,
    ExcludedExpert,
    ExcludedSystem,
    Role,
)
from xpert_studio.core.store import certificates, judges, judgments
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.command_context import UnitOfWork, person_of
from xpert_studio.core.workflow.commands import PersonId, SystemName, command
from xpert_studio.core.workflow.judge_names import judge_named
from xpert_studio.core.workflow.policies import check_length
from xpert_studio.core.workflow.responding import need_system

LONGEST_REASON = 400


@command(
    "system.exclude",
    "Exclude system",
    done="excluded a system from the leaderboards",
    line="response exclude SYSTEM",
    by=(Role.LEAD,),
)
def exclude_system(
    unit: UnitOfWork,
    model: SystemName,
    *,
    reason: Annotated[
        str,
        Asks(
            "Why; it is shown below the leaderboard.",
            '"Saw the reference answers."',
            title=mark("Reason"),
        ),
    ],
    board: Annotated[
        str,
        Asks(
            "From one leaderboard: a judge's id or its beginning, 'experts', or 'recipe:NAME'.",
            "experts",
        ),
    ] = EVERY_BOARD,
) -> None:
    """Exclude a system from every leaderboard, or from one, with a reason that is shown below it.

    Raises:
        UsageError: No reason or too long a one, or the system has given no response.
        NotFoundError: There is no such leaderboard.
    """
    reason = " ".join(reason.split())
    if not reason:
        raise UsageError(
            "To exclude a system, say why.", remedy="The reason is shown below the leaderboard."
        )
    check_length(Message("reason"), reason, LONGEST_REASON)
    need_system(unit, model)
    before = unit.info.excluded_systems
    wanted = ExcludedSystem(system=model, reason=reason, board=_board_named(unit, board))
    if wanted in before:
        return
    of_all = wanted.board == EVERY_BOARD
    kept = (
        item
        for item in before
        if item.system != model or not (of_all or item.board == wanted.board)
    )
    unit.put(unit.info.model_copy(update={"excluded_systems": (*kept, wanted)}))
    unit.tell(after=model, reason=reason)


def _board_named(unit: UnitOfWork, name: str) -> str:
    """The board that is meant by what was typed."""
    if name and (known := EXPERTS_NAMES.find(name)):
        return known
    if name == EVERY_BOARD or name.startswith(RECIPE_BOARD):
        return name
    return judge_named(name, [judge.id for judge in judges.all_judges(unit.tx)])


@command(
    "system.include",
    "Include system",
    done="included a system in the leaderboards again",
    line="response include SYSTEM",
    by=(Role.LEAD,),
)
def include_system(unit: UnitOfWork, model: SystemName) -> None:
    """Include a system again that was excluded, in every leaderboard.

    Raises:
        UsageError: It is not excluded.
    """
    before = unit.info.excluded_systems
    kept = tuple(item for item in before if item.system != model)
    if len(kept) == len(before):
        named = ", ".join(item.system for item in before)
        raise UsageError(
            Message("{model} is not excluded.", model=model),
            remedy=Message("Excluded systems: {named}.", named=named or Message("none")),
        )
    unit.put(unit.info.model_copy(update={"excluded_systems": kept}))
    unit.tell(before=model)


@command(
    "person.exclude",
    "Exclude expert",
    done="excluded an expert from all figures",
    line="people exclude ID",
    told="Judgments that no longer count: {judgments}; gold forms: {gold_forms}; certificates of "
    "judges made before: {certificates}.",
    by=(Role.LEAD,),
)
def exclude_expert(
    unit: UnitOfWork,
    person_id: PersonId,
    *,
    reason: Annotated[
        str, Asks("Why; it is shown in reports.", '"Did not read."', title=mark("Reason"))
    ],
) -> None:
    """Exclude an expert: none of their judgments counts, is gold or anchors a judge.

    What no longer counts since is recorded with it. The judgments stay in the project.

    Args:
        unit: By a lead, and not of themselves.
        person_id: The expert.
        reason: Why.

    Raises:
        UsageError: No reason or too long a one, or they are excluded.
        NotAllowedError: Not a lead, or about themselves.
    """
    reason = " ".join(reason.split())
    if not reason:
        raise UsageError("To exclude an expert, say why.", remedy="The reason is in reports.")
    check_length(Message("reason"), reason, LONGEST_REASON)
    unit.on(None, "project", f"person/{person_id}")
    person = person_of(unit.tx, person_id)
    rights.need_not_self(unit.person, person)
    before = unit.info.excluded_experts
    if any(one.expert == person_id for one in before):
        raise UsageError(Message("{person} is excluded already.", person=person.called))
    forms = [
        form for form in judgments.forms(unit.tx, gold_only=True) if form.expert_id == person_id
    ]
    lost: dict[str, Any] = {
        "judgments": judgments.count_by_expert(unit.tx).get(person_id, 0),
        "gold_forms": len(forms),
        "certificates": len(certificates.all_certificates(unit.tx)) if forms else 0,
    }
    made = ExcludedExpert(expert=person_id, reason=reason, by=unit.person.id, at=unit.now, **lost)
    unit.put(unit.info.model_copy(update={"excluded_experts": (*before, made)}))
    unit.tell(after=person_id, reason=reason, person=person_id, **lost)


@command(
    "person.include",
    "Include expert",
    done="included an expert in all figures again",
    line="people include ID",
    by=(Role.LEAD,),
)
def include_expert(unit: UnitOfWork, person_id: PersonId) -> None:
    """Include an expert again who was excluded: their judgments count as before.

    Raises:
        UsageError: They are not excluded.
    """
    unit.on(None, "project", f"person/{person_id}")
    rights.need_not_self(unit.person, person_of(unit.tx, person_id))
    before = unit.info.excluded_experts
    kept = tuple(one for one in before if one.expert != person_id)
    if len(kept) == len(before):
        raise UsageError(Message("{person} is not excluded.", person=person_id))
    unit.put(unit.info.model_copy(update={"excluded_experts": kept}))
    unit.tell(before=person_id, person=person_id)
