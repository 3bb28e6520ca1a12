"""Whether a person may have seen what others decided on a response, or who gave it, before judging.

Nothing records that a view was opened. So a judgment counts as unblinded where the history shows a
moment, after the response came, at which these were open to the person: in a solo project, always.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from xpert_studio.core.records import Judgment, LogEntry, Person, Response, Role
from xpert_studio.core.store import (
    Transaction,
    entities,
    log,
    log_steps,
    settings,
    verdicts,
)
from xpert_studio.core.workflow.apart import UNBLINDED

_OWN: Final = frozenset({"form.submit", "judgment.confirm", "judgment.override"})
"""What ends a person's blindness to a response: they had judged it, or adjudicated it."""

_ABOUT_PERSON: Final = frozenset({"person.add", "person.edit", "person.qualify"})
_RULES: Final = "project.set_policies"
_ABOUT_TASK: Final = frozenset({"rubric.reopen", "disagreement.fix"})
_RIGHTS: Final = frozenset({"roles", "domains"})
_SEES_OTHERS: Final = frozenset({Role.LEAD.value, Role.SENIOR.value})


def was_unblinded(
    tx: Transaction, person: Person, response: Response, *, offline_at: datetime | None = None
) -> bool:
    """Whether a judgment that the person makes now on a response is an unblinded one.

    Args:
        tx: The project.
        person: Who judges.
        response: What they judge.
        offline_at: When they judged it, in a file made of an assignment: what was not imported by
            then has opened nothing to them.
    """
    if response.id in log.responses_told_of(tx, UNBLINDED, person.id):
        return True
    found = log.all_of(tx, (*_OWN, *_ABOUT_PERSON, *_ABOUT_TASK, log.IMPORT, _RULES))
    if offline_at is not None:
        came_in = imported_at(tx)
        found = [
            item
            for item in found
            if came_in.get(item.details.get("submission"), item.at) < offline_at
        ]
    came = _came(tx, response, found)
    if _was_open(tx, found, came) and _is_decided(tx, person, response):
        return True
    told = [item for item in found if item.details.get("person") == person.id]
    if not (_SEES_OTHERS & set(person.roles) or any(_held_rights(item) for item in told)):
        return False
    return any(
        _opens(item, person, response)
        for item in found
        if item.command in _OWN or (came is not None and item.at > came)
    )


def imported_at(tx: Transaction) -> dict[object, datetime]:
    """When submissions were imported, by their ids."""
    return {item.details["submission"]: item.at for item in log.all_of(tx, ["submission.import"])}


def _was_open(tx: Transaction, found: Sequence[LogEntry], came: datetime | None) -> bool:
    """Whether the project has been a solo one, in which nothing is hidden, since a moment."""
    return settings.project_info(tx).policies.is_solo or any(
        item.command == _RULES
        and "mode=" in (item.after or "")
        and came is not None
        and item.at > came
        for item in found
    )


def _is_decided(tx: Transaction, person: Person, response: Response) -> bool:
    """Whether a judge or another expert has decided on a response, so that there was a result."""
    others = entities.find_all(tx, Judgment, response_id=response.id)
    return bool(verdicts.judges_on(tx, response.id)) or any(
        item.expert_id != person.id for item in others
    )


def _came(tx: Transaction, response: Response, found: Sequence[LogEntry]) -> datetime | None:
    """When a response came into the project; the first import, where no change tells it."""
    told = log_steps.first_change_of(tx, "response", response.id)
    return told or next((item.at for item in found if item.command == log.IMPORT), None)


def _held_rights(event: LogEntry) -> bool:
    """Whether the person of an event saw others' judgments before it or after it."""
    roles = f"{event.before or ''}, {event.after or ''}".split(", ")
    return bool(_SEES_OTHERS & set(roles))


def _opens(event: LogEntry, person: Person, response: Response) -> bool:
    if event.command in _OWN:
        return event.actor_id == person.id and event.details.get("response") == response.id
    if event.command in _ABOUT_TASK:
        return event.task_id == response.task_id
    if event.details.get("person") != person.id or event.command == "person.add":
        return False
    fields = event.details.get("fields")
    return not isinstance(fields, list) or bool(_RIGHTS & set(map(str, fields)))
