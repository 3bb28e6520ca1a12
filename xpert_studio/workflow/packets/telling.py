"""The history that travels with a packet, and how it is written down where the packet is taken."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from xpert_studio.records import Event, Purpose, content_hash
from xpert_studio.store import Transaction, events

OF_TASKS: Final = frozenset(
    {
        "accepted", "added", "answered", "approved", "attached", "bulk_changed",
        "captioned", "changed", "changed_remark", "created", "detached", "discarded",
        "dismissed_finding", "drafted", "drew_spot_checks", "dropped_proposals", "duplicated",
        "edited", "handed_over", "imported_rubric", "merged", "remarked", "removed",
        "reopened", "reopened_remark", "reordered", "resolved", "returned", "sent_back",
        "sent_to_review", "split", "spot_check_discarded", "spot_check_passed",
        "spot_check_returned", "started_review", "submitted", "took_proposals", "withdrew_remark",
    }
)  # fmt: skip
"""What whoever reviews or writes a task may know of its history: what was done to brief and rubric.

What is not listed is not told: responses, judgments, verdicts and what was made of them.
"""

_ON_RESPONSES: Final = frozenset({"judge", "response", "expert", "cause", "disagreements"})
"""Details by which a task was opened again because of somebody's judgment."""

_OWN: Final = frozenset({"change", "packet"})
"""Details that mean something in one copy of a project only."""

_ANSWERED: Final = {
    Purpose.JUDGE: frozenset({"opened_sheet", "submitted_sheet"}),
    Purpose.CONFIRM: frozenset({"confirmed", "overrode", "chose_anchor", "freed_anchor"}),
}
"""What of an answer's history is told; of other purposes, what may be known of a task."""

_TURNED: Final = frozenset({"undone", "redone"})


def events_for(tx: Transaction, task_ids: Collection[str]) -> tuple[Event, ...]:
    """The history of tasks for whoever reviews or writes them."""
    return tuple(
        _bare(event, _ON_RESPONSES)
        for task_id in task_ids
        for event in events.all_events(tx, task_id=task_id)
        if _deed(event) in OF_TASKS
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
        and (event.verb in told if told else _deed(event) in OF_TASKS)
    )


def is_told(event: Event, purpose: Purpose, task_ids: Collection[str]) -> bool:
    """Whether an answer to a packet may tell of an event: work on what was sent, and no other.

    Args:
        event: As the answer tells it.
        purpose: What was asked for.
        task_ids: The tasks that were sent, or came with the answer.
    """
    told = _ANSWERED.get(purpose)
    known = event.verb in told if told else _deed(event) in OF_TASKS
    return known and event.task_id in task_ids


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


def _bare(event: Event, left_out: Collection[str] = ()) -> Event:
    kept = {
        key: value
        for key, value in event.details.items()
        if key not in _OWN and key not in left_out
    }  # fmt: skip
    return event.model_copy(update={"details": kept})


def _print(event: Event) -> str:
    return content_hash(_bare(event))
