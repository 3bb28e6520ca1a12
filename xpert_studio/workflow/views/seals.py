"""What a lead or senior expert must not see of a run.

Verdicts on responses on which they still have a say; and which system gave those they may judge.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from xpert_studio.records import Person, Role
from xpert_studio.store import Transaction, events, settings, tasks
from xpert_studio.workflow import rights
from xpert_studio.workflow.desk import Desk, person_of
from xpert_studio.workflow.unsealing import SAW_VERDICT
from xpert_studio.workflow.waiting import waiting_sheets


class Seal(StrEnum):
    """Why verdicts on a response are sealed to somebody."""

    JUDGE = "judge"
    CONFIRM = "confirm"


def seals_of(tx: Transaction, person: Person) -> Mapping[str, Seal]:
    """The sealed responses: those that wait for the person's judgment or confirmation."""
    if not {Role.EXPERT, Role.SENIOR} & set(person.roles):
        return {}
    to_judge, to_confirm = waiting_sheets(tx, person)
    seen = events.responses_told_of(tx, SAW_VERDICT, person.id)
    found = {sheet.response_id: Seal.CONFIRM for sheet in to_confirm}
    found |= {sheet.response_id: Seal.JUDGE for sheet in to_judge}
    return {response_id: seal for response_id, seal in found.items() if response_id not in seen}


def blind_tasks_of(tx: Transaction, person: Person) -> frozenset[str]:
    """The tasks to whose responses systems are hidden from somebody who may judge them."""
    if Role.EXPERT not in person.roles:
        return frozenset()
    policies = settings.project_info(tx).policies
    return frozenset(
        task.id
        for task in tasks.outlines(tx)
        if rights.refusal(lambda task=task: rights.judge_of(person, task, policies)) is None  # type: ignore[misc]
    )


@dataclass(frozen=True, slots=True)
class Hidden:
    """What must not be shown to somebody.

    Attributes:
        responses: Those on which they still have a say: nothing that others decided on them.
        tasks: Those to whose responses they must not know the systems.
    """

    responses: frozenset[str] = frozenset()
    tasks: frozenset[str] = frozenset()


def hidden_from(desk: Desk) -> Hidden:
    """What must not be shown to the person."""
    with desk.project.reading() as tx:
        person = person_of(tx, desk.person_id)
        return Hidden(frozenset(seals_of(tx, person)), blind_tasks_of(tx, person))
