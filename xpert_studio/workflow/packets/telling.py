"""The history that travels with a packet, and how it is written down where the packet is taken."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from xpert_studio.records import LogEntry, Purpose, content_hash
from xpert_studio.store import Transaction, log

_OF_TASKS: Final = frozenset(
    {
        "task", "brief", "attachment", "checkpoint", "rubric", "draft", "finding", "review",
        "comment", "spot_check",
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
    Purpose.JUDGE: frozenset({"form.open", "form.submit"}),
    Purpose.CONFIRM: frozenset(
        {"judgment.confirm", "judgment.override", "anchor.choose", "anchor.clear"}
    ),
}
"""What of an answer's history is told; of other purposes, what may be known of a task."""

_TURNED: Final = frozenset({"undo", "redo"})


def events_for(tx: Transaction, task_ids: Collection[str]) -> tuple[LogEntry, ...]:
    """The history of tasks for whoever reviews or writes them."""
    return tuple(
        _bare(event, _ON_RESPONSES)
        for task_id in task_ids
        for event in log.all_entries(tx, task_id=task_id)
        if _deed(event).partition(".")[0] in _OF_TASKS
    )


def events_of(
    tx: Transaction, purpose: Purpose, person_id: str, task_ids: Collection[str]
) -> tuple[LogEntry, ...]:
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
        for event in log.all_entries(tx)
        if event.actor_id == person_id
        and event.task_id in task_ids
        and "packet" not in event.details
        and (event.command in told if told else _deed(event).partition(".")[0] in _OF_TASKS)
    )


def is_told(event: LogEntry, purpose: Purpose, task_ids: Collection[str]) -> bool:
    """Whether an answer to a packet may tell of an event: work on what was sent, and no other.

    Args:
        event: As the answer tells it.
        purpose: What was asked for.
        task_ids: The tasks that were sent, or came with the answer.
    """
    told = _ANSWERED.get(purpose)
    known = event.command in told if told else _deed(event).partition(".")[0] in _OF_TASKS
    return known and event.task_id in task_ids


def add_events(tx: Transaction, found: Iterable[LogEntry], packet_id: str) -> int:
    """Writes events down that are not there yet, each with the packet it came by; how many."""
    there = {_print(event) for event in log.all_entries(tx)}
    count = 0
    for event in found:
        if _print(event) in there:
            continue
        bare = _bare(event)
        details = {**bare.details, "packet": packet_id}
        log.add_entry(tx, bare.model_copy(update={"details": details}))
        count += 1
    return count


def _deed(event: LogEntry) -> str:
    verb = str(event.details.get("of", "")) if event.command in _TURNED else event.command
    return "rubric.reopen" if verb == "disagreement.fix" else verb


def _bare(event: LogEntry, left_out: Collection[str] = ()) -> LogEntry:
    kept = {
        key: value
        for key, value in event.details.items()
        if key not in _OWN and key not in left_out
    }  # fmt: skip
    # That judge and experts differ on a checkpoint is not told to people who may judge it.
    is_fix = event.command == "disagreement.fix" and bool(left_out)
    verb = "rubric.reopen" if is_fix else event.command
    return event.model_copy(update={"details": kept, "command": verb, "id": None, "reverses": None})


def _print(event: LogEntry) -> str:
    return content_hash(_bare(event))
