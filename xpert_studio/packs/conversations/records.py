"""How a task is played beyond its turns: a simulated user, and checks that stop it."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from xpert_studio.api.changes import Asks, Role, mark, seen_records
from xpert_studio.core.generation.playing import MOST_TURNS, PlayPlan
from xpert_studio.core.records.base import Id, Text
from xpert_studio.core.records.record_kinds import Hangs, RecordKind
from xpert_studio.core.store import Transaction
from xpert_studio.core.wording import tn

PACK_ID: Final = "conversations"


class Plan(BaseModel):
    """How a task is played; there is one record a task. See ``PlayPlan``."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    goal: Annotated[Text, Asks("What a simulated user wants, after the turns that are set.")] = ""
    stop_when: Annotated[Text, Asks("When that user ends the conversation.")] = ""
    most_turns: Annotated[int, Field(ge=1, le=100), Asks("Turns of the conversation, at most.")] = (
        MOST_TURNS
    )
    stop_checks: Annotated[
        tuple[Id, ...],
        Asks(
            "A check by program, by number or id: after a turn in which it fails, the rest "
            "is not played; may be repeated.",
            name="stop_check",
        ),
    ] = ()

    @property
    def as_played(self) -> PlayPlan:
        """What the player needs of it."""
        return PlayPlan(self.goal, self.stop_when, self.most_turns, self.stop_checks)


PLAN: Final = RecordKind(
    counted=lambda n: tn("{n} setting of turns", "{n} settings of turns", n),
    id="plan",
    title=mark("How a task is played"),
    model=Plan,
    hangs_on=Hangs.TASK,
    roles=(Role.LEAD, Role.AUTHOR),
    public=("goal", "stop_when", "most_turns", "stop_checks"),
)


def plan_id(task_id: str) -> str:
    """The id of the record of a task."""
    return f"of-{task_id}"[:128]


def plans_in(tx: Transaction) -> dict[str, Plan]:
    """The plans of tasks, by the task's id; everybody who sees the project sees them."""
    return {
        one.task_id: one.value
        for one in seen_records(tx, None, PACK_ID, PLAN.id)
        if one.task_id is not None and isinstance(one.value, Plan)
    }
