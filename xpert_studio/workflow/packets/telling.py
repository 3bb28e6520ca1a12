"""The history that travels with a packet, and how it is written down where the packet is taken."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from xpert_studio.records import Event, Purpose, content_hash
from xpert_studio.store import Transaction, events

_ABOUT_RESPONSES: Final = frozenset(
    {
        "opened_sheet",
        "judged",
        "submitted_sheet",
        "confirmed",
        "overrode",
        "chose_anchor",
        "freed_anchor",
        "set_baseline",
        "added_responses",
        "removed_response",
        "started_run",
        "finished_run",
        "scored",
        "took_packet",
        "sent_packet",
    }
)
"""What whoever reviews or writes need not know."""

_OWN: Final = frozenset({"change", "packet"})
"""Details that mean something in one copy of a project only."""

_ANSWERED: Final = {
    Purpose.JUDGE: frozenset({"opened_sheet", "submitted_sheet"}),
    Purpose.CONFIRM: frozenset({"confirmed", "overrode", "chose_anchor", "freed_anchor"}),
}
"""What of an answer's history is told; what is not listed here is told but for bookkeeping."""

_NOT_OF_TASKS: Final = frozenset({"opened_packet", "answered_packet", *_ABOUT_RESPONSES})
_TURNED: Final = frozenset({"undone", "redone"})


def events_for(tx: Transaction, task_ids: Collection[str]) -> tuple[Event, ...]:
    """The history of tasks for whoever reviews or writes them."""
    return tuple(
        _bare(event)
        for task_id in task_ids
        for event in events.all_events(tx, task_id=task_id)
        if _deed(event) not in _ABOUT_RESPONSES
    )


def events_of(
    tx: Transaction, purpose: Purpose, person_id: str, task_ids: Collection[str]
) -> tuple[Event, ...]:
    """What somebody did themselves in this copy of the project, rather than what packets told.

    Args:
        tx: Their part of the project.
        purpose: What they were asked to do.
        person_id: Who.
        task_ids: On these tasks.
    """
    told = _ANSWERED.get(purpose)
    return tuple(
        _bare(event)
        for event in events.all_events(tx)
        if event.actor_id == person_id
        and event.task_id in task_ids
        and "packet" not in event.details
        and (event.verb in told if told else _deed(event) not in _NOT_OF_TASKS)
    )


def add_events(tx: Transaction, found: Iterable[Event], packet_id: str) -> int:
    """Writes events down that are not there yet, each with the packet it came by; how many."""
    there = {_print(event) for event in events.all_events(tx)}
    count = 0
    for event in found:
        if _print(event) in there:
            continue
        details = {**_bare(event).details, "packet": packet_id}
        events.add_event(tx, event.model_copy(update={"details": details}))
        count += 1
    return count


def _deed(event: Event) -> str:
    return str(event.details.get("of", "")) if event.verb in _TURNED else event.verb


def _bare(event: Event) -> Event:
    kept = {key: value for key, value in event.details.items() if key not in _OWN}
    return event.model_copy(update={"details": kept})


def _print(event: Event) -> str:
    return content_hash(_bare(event))
