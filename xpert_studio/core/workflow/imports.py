"""Imports in the log: what each added, and how it is taken back as one step.

The row of an import holds where its rows lie, never the rows: to take it back is to take them out.
That is refused where later work rests on them. It is not done again but from its file.
"""

from __future__ import annotations

from typing import Any, Final

from pydantic import JsonValue

from xpert_studio.core.errors import ConflictError, NotAllowedError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Change, ChangeState, LogEntry, ProjectInfo, Role, content_hash
from xpert_studio.core.store import (
    Transaction,
    arrivals,
    back_up_if_due,
    entities,
    log,
    log_steps,
    settings,
    staleness,
)
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.blinding import fix_blind_labels
from xpert_studio.core.workflow.command_context import CommandContext, called, person_of
from xpert_studio.core.workflow.commands import words_of

_REMEDY: Final = Message("Take that back first, or go back to a backup from before the import.")


class ImportBegun:
    """Notes what a project was like before an import.

    Args:
        tx: The transaction of the import, before it writes.
    """

    def __init__(self, tx: Transaction) -> None:
        self._ends = arrivals.ends(tx)
        self._info = settings.project_info(tx).model_dump(mode="json")

    def added(self, tx: Transaction) -> dict[str, JsonValue]:
        """What its row of the log says, so that it can be taken back."""
        now = settings.project_info(tx).model_dump(mode="json")
        before = {name: value for name, value in self._info.items() if now.get(name) != value}
        rows: dict[str, JsonValue] = {
            name: list(span) for name, span in arrivals.added_since(tx, self._ends).items()
        }
        return {"rows": rows, "info": before, "info_hash": content_hash(now)}


def import_to_undo(
    tx: Transaction, person_id: str, *, change_id: str | None, after: int
) -> log.LogRow | None:
    """The import that an undo is of: the one named, or the person's newest after a row of the log.

    Args:
        tx: The transaction.
        person_id: Who undoes.
        change_id: The step that is named, if one is.
        after: The sequence number of the person's newest change.
    """
    states = log.states(tx)
    for row in reversed(log.rows_of(tx, (log.IMPORT,))):
        if states.get(row.entry.id or "") is not ChangeState.DONE:
            continue
        if change_id is None and row.entry.actor_id == person_id and row.sequence > after:
            return row
        if change_id is not None and row.entry.id == change_id:
            return row
    return None


def undo_import(ctx: CommandContext, import_id: str) -> Change:
    """Takes out all that an import added.

    Returns:
        A change without edits; its details hold the counts.

    Raises:
        NotAllowedError: Not a lead, or not in this file.
        ConflictError: Later work rests on it, or it was taken back already.
    """
    back_up_if_due(ctx.project.path, now=ctx.clock(), reason="before-undo")
    with ctx.project.writing() as tx:
        person = person_of(tx, ctx.person_id)
        rights.need_role(person, Role.LEAD)
        row = import_to_undo(tx, person.id, change_id=import_id, after=0)
        if row is None:
            raise ConflictError(
                Message("There is no import {id} to undo.", id=import_id),
                remedy="Look at the history.",
            )
        copy = settings.copy_of(tx)
        if copy is not None and row.sequence <= copy.sequence:
            raise NotAllowedError(
                "That was done before this copy was made or updated last.",
                remedy="Undo it in the project, and update the copy.",
            )
        details: dict[str, Any] = row.entry.details
        ranges = {name: (first, last, n) for name, (first, last, n) in details["rows"].items()}
        _need_unused(tx, row, ranges)
        fix_blind_labels(tx, arrivals.tasks_answered(tx, ranges))
        arrivals.remove(tx, ranges)
        _put_back_info(tx, details)
        staleness.refresh_all(tx)
        told: dict[str, Any] = {"of": log.IMPORT, "import": import_id}
        told["source"] = details.get("source")
        at = ctx.clock()
        log.add_entry(
            tx, LogEntry(at=at, command=log.IMPORT_UNDO, actor_id=person.id, details=told)
        )
    return Change(import_id, log.IMPORT, at, person.id, None, ("project",), (), told)


def _need_unused(tx: Transaction, row: log.LogRow, ranges: arrivals.Ranges) -> None:
    """Nothing that was done after an import rests on it.

    Raises:
        ConflictError: Something does; it is named.
    """
    for step in log_steps.steps(tx, row.sequence, ()):
        if any(arrivals.are_of(tx, ranges, kind, key) for kind, key, *_ in step.records):
            raise ConflictError(
                Message(
                    "The import of {file} cannot be undone now: {who} {done} since.",
                    file=row.entry.details.get("source"),
                    who=called(tx, step.actor_id),
                    done=words_of(step.command).done,
                ),
                remedy=_REMEDY,
            )
    for kind, record in arrivals.resting_on(tx, ranges):
        raise ConflictError(
            Message(
                "The import of {file} cannot be undone now: the {kind} {key} rests on it.",
                file=row.entry.details.get("source"),
                kind=Message(kind.replace("_", " ")),
                key=" / ".join(entities.entity_of(record).key_of(record)),
            ),
            remedy=_REMEDY,
        )
    if not arrivals.are_whole(tx, ranges):
        raise ConflictError(
            Message(
                "The import of {file} cannot be undone now: part of it was taken out since.",
                file=row.entry.details.get("source"),
            ),
            remedy=_REMEDY,
        )


def _put_back_info(tx: Transaction, details: dict[str, Any]) -> None:
    """What the project says of itself as before, unless it was changed since."""
    now = settings.project_info(tx).model_dump(mode="json")
    if details["info"] and content_hash(now) == details["info_hash"]:
        settings.put_project_info(
            tx, ProjectInfo.model_validate(now | details["info"], strict=False)
        )
