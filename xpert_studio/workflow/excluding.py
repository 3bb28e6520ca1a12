"""Systems that a lead excludes from every leaderboard, each with a reason."""

from __future__ import annotations

from typing import Annotated

from xpert_studio.errors import UsageError
from xpert_studio.messages import Message
from xpert_studio.records import ExcludedSystem, Role
from xpert_studio.workflow import rights
from xpert_studio.workflow.command_context import UnitOfWork
from xpert_studio.workflow.commands import command
from xpert_studio.workflow.parameters import Asks, SystemName
from xpert_studio.workflow.policies import check_length
from xpert_studio.workflow.responding import need_system

LONGEST_REASON = 400


@command(
    "system.exclude",
    "Exclude system",
    done="excluded a system from the leaderboards",
    line="response exclude SYSTEM",
)
def exclude_system(
    unit: UnitOfWork,
    model: SystemName,
    *,
    reason: Annotated[
        str, Asks("Why; it is shown below every leaderboard.", '"Saw the reference answers."')
    ],
) -> None:
    """Exclude a system from every leaderboard, with a reason that is shown below each.

    Raises:
        UsageError: No reason or too long a one, or the system has given no response.
    """
    reason = " ".join(reason.split())
    if not reason:
        raise UsageError(
            "To exclude a system, say why.", remedy="The reason is shown below every leaderboard."
        )
    check_length(Message("reason"), reason, LONGEST_REASON)
    rights.need_role(unit.person, Role.LEAD)
    need_system(unit, model)
    before = unit.info.excluded_systems
    wanted = ExcludedSystem(system=model, reason=reason)
    if wanted in before:
        unit.finish()
        return
    kept = (item for item in before if item.system != model)
    unit.put(unit.info.model_copy(update={"excluded_systems": (*kept, wanted)}))
    unit.tell(after=model, reason=reason)


@command(
    "system.include",
    "Include system",
    done="included a system in the leaderboards again",
    line="response include SYSTEM",
)
def include_system(unit: UnitOfWork, model: SystemName) -> None:
    """Include a system in the leaderboards again that was excluded.

    Raises:
        UsageError: It is not excluded.
    """
    rights.need_role(unit.person, Role.LEAD)
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
