"""What was exported: an export leaves an event that says what went out, by whom, with what hash.

It can be taken back by nobody, so it is no change that could be undone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from xpert_studio.core.records import LogEntry, Role
from xpert_studio.core.store import ProjectFile, Transaction, log
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.command_context import UnitOfWork, person_of
from xpert_studio.core.workflow.commands import command
from xpert_studio.core.workflow.unblinding import need_results

EXPORTED: Final = "publication.add"
MOST: Final = 200
_NO_CHANGE: Final = (EXPORTED, "form.open")


@dataclass(frozen=True, slots=True)
class Publication:
    """One export.

    Attributes:
        kind: ``bundle``, ``report``, ``table``, or the id of another tool's format.
        path: Where it was written.
        content_hash: Of what was written: equal content has equal hashes.
        visibility: ``public`` or ``private``; empty where there is no such choice.
        scope: Which part of the project, in words; empty for all of it.
        rows: Rows by kind of record.
        possible_keys: In how many texts something that looks like an API key was allowed.
        held_out: Ids of the tasks that were held out of what everybody has.
    """

    kind: str
    path: str
    content_hash: str
    visibility: str = ""
    scope: str = ""
    rows: Mapping[str, int] = field(default_factory=dict)
    possible_keys: int = 0
    held_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PastPublication:
    """An export of some time ago.

    Attributes:
        actor_id: Who; None for the command line, which was not told.
        steps_since: How much has been done in the project since.
    """

    publication: Publication
    at: datetime
    actor_id: str | None
    steps_since: int


def check_publisher(project: ProjectFile, actor_id: str) -> None:
    """A person may send out what the project holds: everybody's judgments, and systems by name.

    Args:
        project: It.
        actor_id: The person; empty for a reader of whom nothing is known.

    Raises:
        NotAllowedError: They are no lead, or have a judgment pending; for an unknown reader:
            anybody has.
    """
    with project.reading() as tx:
        if actor_id:
            rights.need_role(person_of(tx, actor_id), Role.LEAD)
        need_results(tx, actor_id)


@command(
    EXPORTED,
    "Publish",
    done="published something",
    stays=mark("It cannot be undone: others may have what was published."),
    is_of_program=True,
)
def note_publication(unit: UnitOfWork, publication: Publication) -> None:
    """Write down that something was exported.

    Raises:
        NotAllowedError: They are no lead.
    """
    if unit.person.id:
        rights.need_role(unit.person, Role.LEAD)
    else:
        need_results(unit.tx, "")
    details: dict[str, Any] = {
        "kind": publication.kind,
        "path": publication.path,
        "content_hash": publication.content_hash,
        "visibility": publication.visibility,
        "scope": publication.scope,
        "rows": dict(publication.rows),
        "possible_keys": publication.possible_keys,
        "held_out": list(publication.held_out),
    }
    unit.note(**{key: value for key, value in details.items() if value})


def held_out_before(tx: Transaction) -> frozenset[str]:
    """Ids of the tasks that were held out of a public bundle, or a site, of this project."""
    told = [
        event.details.get("held_out") for _, event in log.latest_of(tx, EXPORTED, log.newest(tx))
    ]
    return frozenset(str(one) for ids in told if isinstance(ids, list) for one in ids)


def read_publications(project: ProjectFile) -> tuple[PastPublication, ...]:
    """The newest exports, newest first."""
    with project.reading() as tx:
        found = log.latest_of(tx, EXPORTED, MOST)
        past, later, end = [], 0, log.newest(tx)
        for number, event in found:
            later += log.count_between(tx, number, end, without=_NO_CHANGE)
            end = number
            past.append(PastPublication(_publication(event), event.at, event.actor_id, later))
    return tuple(past)


def _publication(event: LogEntry) -> Publication:
    told = event.details
    rows, allowed, held = told.get("rows"), told.get("possible_keys"), told.get("held_out")
    return Publication(
        kind=str(told.get("kind", "")),
        path=str(told.get("path", "")),
        content_hash=str(told.get("content_hash", "")),
        visibility=str(told.get("visibility", "")),
        scope=str(told.get("scope", "")),
        rows={str(key): int(value) for key, value in rows.items() if isinstance(value, int)}
        if isinstance(rows, dict)
        else {},
        possible_keys=allowed if isinstance(allowed, int) else 0,
        held_out=tuple(map(str, held)) if isinstance(held, list) else (),
    )
