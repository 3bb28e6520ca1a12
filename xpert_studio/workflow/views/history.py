"""The history as a person reads it, with what of it can be undone."""

from __future__ import annotations

from dataclasses import dataclass

from xpert_studio.records import ChangeState, Event
from xpert_studio.store import ProjectFile, events, journal


@dataclass(frozen=True, slots=True)
class Step:
    """One event.

    Attributes:
        change_id: The change it tells of; None where it is none that could be undone.
        state: Whether that change stands.
    """

    event: Event
    change_id: str | None
    state: ChangeState | None


def history_of(
    project: ProjectFile, *, task_id: str | None = None, limit: int = 400
) -> tuple[Step, ...]:
    """The newest steps, newest first, of one task where it is named."""
    with project.reading() as tx:
        found = events.latest_events(tx, limit, task_id=task_id)
        states = journal.states(tx)
    return tuple(_step(event, states) for event in found)


def _step(event: Event, states: dict[str, ChangeState]) -> Step:
    change_id = event.details.get("change")
    if not isinstance(change_id, str) or event.verb in {"undone", "redone"}:
        return Step(event, None, None)
    return Step(event, change_id, states.get(change_id))
