"""Which responses a person must not see a judge's verdict on, because they still have a say."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from xpert_studio.records import Person, Role
from xpert_studio.store import Transaction, events
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
