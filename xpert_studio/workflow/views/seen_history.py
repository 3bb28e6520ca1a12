"""What of the history a person may read, with the titles of the tasks it tells of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xpert_studio.records import Event, Role
from xpert_studio.store import task_list
from xpert_studio.workflow.desk import Desk, person_of
from xpert_studio.workflow.views.history import Step, history_of

LIMIT: Final = 2000
_BOOKKEEPING: Final = frozenset({"opened_sheet", "judged"})
_ABOUT_JUDGMENTS: Final = frozenset(
    {
        "submitted_sheet", "confirmed", "overrode", "chose_anchor", "attributed",
        "withdrew_attribution", "kept_attributions", "disputed_judgment",
    }
)  # fmt: skip
_ABOUT_SYSTEMS: Final = frozenset({"set_baseline"})
_WIDER: Final = 5
_WIDEST: Final = 50_000


@dataclass(frozen=True, slots=True)
class History:
    """Steps, newest first.

    Attributes:
        titles: Of the tasks they tell of, by id.
        has_more: Whether older ones were left out.
        sees_all: Whether the person sees what experts did line by line, and their reasons.
    """

    steps: tuple[Step, ...]
    titles: dict[str, str]
    has_more: bool
    sees_all: bool


def read_history(desk: Desk, task_id: str | None = None, *, limit: int = LIMIT) -> History:
    """The newest steps that the person may see.

    What other experts do line by line is theirs until they hand it in: only leads see it.
    """
    with desk.project.reading() as tx:
        sees_all = Role.LEAD in person_of(tx, desk.person_id).roles
    asked = limit + 1
    while True:
        found = history_of(desk.project, task_id=task_id, limit=asked)
        seen = [step for step in found if sees_all or not is_sealed(step.event, desk.person_id)]
        if len(seen) > limit or len(found) < asked or asked >= _WIDEST:
            break
        asked *= _WIDER
    steps = tuple(seen[:limit])
    with desk.project.reading() as tx:
        titles = task_list.titles_of(
            tx, sorted({step.event.task_id for step in steps if step.event.task_id})
        )
    return History(steps, titles, has_more=len(seen) > limit, sees_all=sees_all)


def is_sealed(event: Event, person_id: str) -> bool:
    """Whether it is what somebody else does line by line: theirs until they hand it in."""
    return deed_of(event) in _BOOKKEEPING and event.actor_id != person_id


def deed_of(event: Event) -> str:
    """The verb an event tells of: of an undo, the one that was undone."""
    if event.verb in {"undone", "redone"}:
        return str(event.details.get("of", ""))
    return event.verb


def is_told_whole(event: Event, person_id: str, *, sees_all: bool) -> bool:
    """Whether values and reasons of an event may be shown, or only that it happened.

    What others decided on a response, and which system stands behind it, would break the
    blindness of whoever still judges it.
    """
    if sees_all:
        return True
    if event.verb in _ABOUT_SYSTEMS:
        return False
    return event.verb not in _ABOUT_JUDGMENTS or event.actor_id == person_id
