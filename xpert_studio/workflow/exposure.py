"""Whether a person may have seen what others decided on a response, or who gave it, before judging.

Nothing records that a view was opened. So a judgment counts as unblinded where the history shows a
moment, after the response came, at which these were open to the person.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from xpert_studio.records import Event, Person, Response, Role
from xpert_studio.store import Transaction, events, journal
from xpert_studio.workflow.pending import UNBLINDED

_OWN: Final = frozenset({"submitted_sheet", "confirmed", "overrode"})
"""What ends a person's blindness to a response: they had judged it, or adjudicated it."""

_ABOUT_PERSON: Final = frozenset({"added_person", "changed_person", "qualified"})
_IMPORTED: Final = "imported"
_ABOUT_TASK: Final = frozenset({"reopened"})
_RIGHTS: Final = frozenset({"roles", "domains"})
_SEES_OTHERS: Final = frozenset({Role.LEAD.value, Role.SENIOR.value})


def was_unblinded(tx: Transaction, person: Person, response: Response) -> bool:
    """Whether a judgment that the person makes now on a response is an unblinded one.

    Args:
        tx: The project.
        person: Who judges.
        response: What they judge.
    """
    if response.id in events.responses_told_of(tx, UNBLINDED, person.id):
        return True
    verbs = (*_OWN, *_ABOUT_PERSON, *_ABOUT_TASK, _IMPORTED)
    found = events.all_of(tx, verbs)
    told = [item for item in found if item.details.get("person") == person.id]
    if not (_SEES_OTHERS & set(person.roles) or any(_held_rights(item) for item in told)):
        return False
    came = _came(tx, response, found)
    return any(
        _opens(item, person, response)
        for item in found
        if item.verb in _OWN or (came is not None and item.at > came)
    )


def _came(tx: Transaction, response: Response, found: Sequence[Event]) -> datetime | None:
    """When a response came into the project; the first import, where no change tells it."""
    told = journal.first_change_of(tx, "response", response.id)
    return told or next((item.at for item in found if item.verb == _IMPORTED), None)


def _held_rights(event: Event) -> bool:
    """Whether the person of an event saw others' judgments before it or after it."""
    roles = f"{event.before or ''}, {event.after or ''}".split(", ")
    return bool(_SEES_OTHERS & set(roles))


def _opens(event: Event, person: Person, response: Response) -> bool:
    if event.verb in _OWN:
        return event.actor_id == person.id and event.details.get("response") == response.id
    if event.verb in _ABOUT_TASK:
        return event.task_id == response.task_id
    if event.details.get("person") != person.id or event.verb == "added_person":
        return False
    fields = event.details.get("fields")
    return not isinstance(fields, list) or bool(_RIGHTS & set(map(str, fields)))
