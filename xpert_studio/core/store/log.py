"""The log of a project: rows are added and read, never changed, and each holds the hash of the row.

The hash of a row is over the hash of the row before and over all that the row says, so that a row
that was altered, dropped or moved is found (``log_chain``). Whether a change stands follows from
the undo and redo rows after it; ``state`` keeps it beside the row, outside of the hash.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from pydantic import JsonValue
from sqlalchemy import ColumnElement, Select, func, insert, select, update
from sqlalchemy.engine import RowMapping

from xpert_studio.core.records import Change, ChangeState, Edit, LogEntry, overlap
from xpert_studio.core.store import log_chain
from xpert_studio.core.store.earlier_names import present_details
from xpert_studio.core.store.effects import apply_edits, edit_of, patch_of, patches_in, total
from xpert_studio.core.store.schema import LOG
from xpert_studio.core.store.schema import log as table
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import json_value, moment_of, moment_text

UNDO: Final = "undo"
REDO: Final = "redo"
IMPORT: Final = "project.import"
IMPORT_UNDO: Final = "import.undo"
"""An import, and that it was taken back: rows without effects."""
TOLD: Final = log_chain.TOLD
NOTHING: Final = "[]"
HAS_EFFECTS: Final = table.c.effects != NOTHING


def add_entry(
    tx: Transaction,
    entry: LogEntry,
    *,
    scopes: Sequence[str] = (),
    edits: Sequence[Edit] = (),
    parameters: Mapping[str, JsonValue] | None = None,
) -> None:
    """Writes a row, in the same transaction as what it tells of.

    Args:
        tx: A writing transaction.
        entry: What is reported; it gets an id where it has none.
        scopes: What the change touched, see ``Change.scopes``.
        edits: What it did; they have been applied. What it takes the place of cannot be redone.
        parameters: What the command was called with.
    """
    if edits:
        _drop_undone(tx, scopes)
    texts = {
        "parameters": json.dumps(parameters or {}, ensure_ascii=False),
        "scopes": json.dumps(list(scopes), ensure_ascii=False),
        "effects": json.dumps([patch_of(edit) for edit in edits], ensure_ascii=False),
    }
    _append(tx, [{**LOG.columns(entry), **texts, "state": ChangeState.DONE if edits else TOLD}])


def add_told(tx: Transaction, entries: Sequence[LogEntry]) -> None:
    """Writes rows without effects, many times faster than one by one."""
    nothing = {"parameters": "{}", "scopes": "[]", "effects": NOTHING, "state": TOLD}
    _append(tx, [{**LOG.columns(entry), **nothing} for entry in entries])


def _append(tx: Transaction, rows: Sequence[dict[str, Any]]) -> None:
    """Chains rows to the log, and writes them and its head."""
    head = log_chain.head_of(tx)
    for row in rows:
        row["id"] = row["id"] or f"n-{head.hash[:16]}"
        row["pk"] = head.length + 1
        row["hash"] = log_chain.row_hash(head.hash, row)
        head = log_chain.LogHead(head.length + 1, row["hash"])
    if rows:
        tx.connection.execute(insert(table), list(rows))
        log_chain.put_head(tx, head)


def _drop_undone(tx: Transaction, scopes: Sequence[str]) -> None:
    for other in _changes(tx, ChangeState.UNDONE):
        if overlap(other.change.scopes, tuple(scopes)):
            _set_state(tx, other.change.id, ChangeState.DROPPED)


def _query(task_id: str | None = None) -> Select[Any]:
    query = LOG.query()
    return query if task_id is None else query.where(table.c.task_id == task_id)


def _entries(tx: Transaction, query: Select[Any]) -> list[LogEntry]:
    return [_by_present_names(entry) for entry in LOG.records(tx.connection, query)]


def _by_present_names(entry: LogEntry) -> LogEntry:
    details = present_details(entry.details)
    return entry if details == entry.details else entry.model_copy(update={"details": details})


def all_entries(tx: Transaction, *, task_id: str | None = None) -> list[LogEntry]:
    """The rows, oldest first, of one task only where it is named."""
    return _entries(tx, _query(task_id).order_by(table.c.pk))


def all_of(tx: Transaction, commands: Collection[str]) -> list[LogEntry]:
    """The rows of some commands, oldest first."""
    return _entries(tx, _query().where(table.c.command.in_(commands)).order_by(table.c.pk))


def latest_entries(tx: Transaction, limit: int, *, task_id: str | None = None) -> list[LogEntry]:
    """The newest rows, newest first."""
    return _entries(tx, _query(task_id).order_by(table.c.pk.desc()).limit(limit))


def latest_of(tx: Transaction, command: str, limit: int) -> list[tuple[int, LogEntry]]:
    """The newest rows of one command with their sequence numbers, newest first."""
    newest = (table.c.command == command, table.c.pk.desc(), limit)
    numbers = select(table.c.pk).where(newest[0]).order_by(newest[1]).limit(limit)
    found = _entries(tx, _query().where(newest[0]).order_by(newest[1]).limit(limit))
    return list(zip(tx.connection.scalars(numbers), found, strict=True))


def count_between(tx: Transaction, after: int, last: int, *, without: Collection[str] = ()) -> int:
    """How many rows there are after one and up to another, by their sequence numbers.

    Args:
        tx: The transaction.
        after: The number of the one before the first that counts.
        last: The number of the last that counts.
        without: Commands that do not count.
    """
    query = select(func.count()).where(
        table.c.pk > after, table.c.pk <= last, table.c.command.not_in(list(without))
    )
    return int(tx.connection.scalar(query) or 0)


def any_on_tasks(tx: Transaction, *, since: datetime) -> bool:
    """Whether something has happened to a task after a moment."""
    query = select(table.c.pk).where(table.c.task_id.is_not(None), table.c.at > moment_text(since))
    return tx.connection.scalar(query.limit(1)) is not None


def newest(tx: Transaction) -> int:
    """The sequence number of the newest row; 0 where there is none."""
    return int(tx.connection.scalar(select(func.max(table.c.pk))) or 0)


def any_since(tx: Transaction, sequence: int, commands: Collection[str]) -> bool:
    """Whether a row after that number is of one of the commands."""
    query = select(table.c.pk).where(table.c.pk > sequence, table.c.command.in_(commands)).limit(1)
    return tx.connection.scalar(query) is not None


def responses_told_of(tx: Transaction, commands: Collection[str], actor_id: str) -> set[str]:
    """The responses that a person's rows of these commands name in their details."""
    query = select(table.c.details).where(
        table.c.command.in_(commands), table.c.actor_id == actor_id, table.c.details.is_not(None)
    )
    told = (json_value(details).get("response") for details in tx.connection.scalars(query))
    return {response_id for response_id in told if isinstance(response_id, str)}


def details_of(tx: Transaction, command: str) -> list[dict[str, Any]]:
    """What was told of the changes by that command that stand, oldest first."""
    query = (
        select(table.c.details)
        .where(table.c.command == command, table.c.state == ChangeState.DONE.value)
        .order_by(table.c.pk)
    )
    return [present_details(json_value(text, {})) for text in tx.connection.scalars(query)]


def _newest_turn() -> Any:  # noqa: ANN401 - a subquery
    """The newest row that undid or redid each change."""
    return (
        select(table.c.reverses, func.max(table.c.pk).label("newest"))
        .where(table.c.reverses.is_not(None))
        .group_by(table.c.reverses)
        .subquery()
    )


@dataclass(frozen=True, slots=True)
class Kept:
    """A change in the log, with its sequence number."""

    change: Change
    state: ChangeState
    sequence: int


def last_done(
    tx: Transaction, *, actor_id: str | None = None, task_id: str | None = None
) -> Kept | None:
    """The newest change that stands: of that person, or on that task, where one is named."""
    return next(_changes(tx, ChangeState.DONE, actor_id, task_id, newest_first=True), None)


def last_undone(
    tx: Transaction, *, actor_id: str | None = None, task_id: str | None = None
) -> Kept | None:
    """The change that was undone last and can be redone."""
    turned = _newest_turn()
    query = _of(ChangeState.UNDONE, actor_id, task_id).join(
        turned, turned.c.reverses == table.c.id, isouter=True
    )
    row = tx.connection.execute(query.order_by(turned.c.newest.desc()).limit(1)).mappings().first()
    return None if row is None else _kept(row)


def find_change(tx: Transaction, change_id: str) -> Kept | None:
    """One change by its id, or None."""
    row = (
        tx.connection.execute(select(table).where(table.c.id == change_id, HAS_EFFECTS))
        .mappings()
        .first()
    )
    return None if row is None else _kept(row)


@dataclass(frozen=True, slots=True)
class LogRow:
    """A row with its sequence number and the parameters of its command."""

    entry: LogEntry
    sequence: int
    parameters: dict[str, Any]


def find_entry(tx: Transaction, entry_id: str) -> LogRow | None:
    """One row by its id, or None."""
    return next(_rows(tx, table.c.id == entry_id), None)


def rows_of(tx: Transaction, commands: Collection[str]) -> list[LogRow]:
    """The rows of some commands with their parameters, oldest first."""
    return list(_rows(tx, table.c.command.in_(commands)))


def rows_of_pack(tx: Transaction, pack: str) -> list[LogRow]:
    """The rows of commands that write records of packs, and of all commands of one pack."""
    own = table.c.command.startswith(f"{pack}.", autoescape=True)
    return list(_rows(tx, table.c.command.in_(("pack.put", "pack.remove")) | own))


def _rows(tx: Transaction, where: ColumnElement[bool]) -> Iterator[LogRow]:
    for row in tx.connection.execute(select(table).where(where).order_by(table.c.pk)).mappings():
        yield LogRow(
            _by_present_names(LOG.record_of(row)), row["pk"], json_value(row["parameters"], {})
        )


def hash_at(tx: Transaction, sequence: int) -> str:
    """The hash of the row of a sequence number; the start of the chain for 0."""
    found = tx.connection.scalar(select(table.c.hash).where(table.c.pk == sequence))
    return log_chain.START if found is None else str(found)


def moment_at(tx: Transaction, sequence: int) -> datetime | None:
    """When the row of a sequence number was written; None for 0."""
    found = tx.connection.scalar(select(table.c.at).where(table.c.pk == sequence))
    return None if found is None else moment_of(found)


def states(tx: Transaction) -> dict[str, ChangeState]:
    """The state of every change, by its id; also of imports that say what they added."""
    rows = tx.connection.execute(select(table.c.id, table.c.state).where(table.c.state != TOLD))
    found = {row.id: ChangeState(row.state) for row in rows}
    for entry in all_of(tx, (IMPORT, IMPORT_UNDO)):
        if entry.command == IMPORT_UNDO:
            found[str(entry.details["import"])] = ChangeState.DROPPED
        elif "rows" in entry.details:
            found[entry.id or ""] = ChangeState.DONE
    return found


def turned(tx: Transaction) -> dict[str, int]:
    """By the id of each change that was ever undone: the newest row that undid or redid it."""
    newest = _newest_turn()
    return {row.reverses: row.newest for row in tx.connection.execute(select(newest))}


def in_the_way(tx: Transaction, kept: Kept, *, redo: bool = False) -> Kept | None:
    """What has to be undone (or redone) before a change can be, or None.

    A change is undone after whatever was done later to the same thing, and redone after whatever
    was undone of the same thing and came before it.
    """
    state = ChangeState.UNDONE if redo else ChangeState.DONE
    order = table.c.pk < kept.sequence if redo else table.c.pk > kept.sequence
    for row in tx.connection.execute(
        select(table.c.pk, table.c.id, table.c.scopes)
        .where(table.c.state == state.value, order)
        .order_by(table.c.pk if redo else table.c.pk.desc())
    ):
        if overlap(tuple(json_value(row.scopes)), kept.change.scopes):
            return find_change(tx, row.id)
    return None


def turn_over(tx: Transaction, kept: Kept, state: ChangeState) -> Change:
    """Takes a change back, or does it again; its row is the caller's to add.

    Args:
        tx: A writing transaction.
        kept: The change.
        state: What it is to be: ``UNDONE`` or ``DONE``.

    Returns:
        What was done: the same edits, reversed for an undo.

    Raises:
        ConflictError: A record has been changed since by other means.
    """
    back = state is ChangeState.UNDONE
    text = tx.connection.scalar(select(table.c.effects).where(table.c.id == kept.change.id))
    patches = patches_in(text or NOTHING)
    done: list[Edit] = []
    counts = []
    # Kind by kind: the records of one refer to those of another, which have to be there.
    for _, group in groupby(reversed(patches) if back else patches, itemgetter("kind")):
        edits = [edit_of(tx, patch, back=back) for patch in group]
        counts.append(apply_edits(tx, edits))
        done += edits
    _set_state(tx, kept.change.id, state)
    made, renewed = total([made for made, _ in counts]), total([fresh for _, fresh in counts])
    return replace(kept.change, edits=tuple(done), made_stale=made, renewed=renewed)


def _set_state(tx: Transaction, change_id: str, state: ChangeState) -> None:
    tx.connection.execute(update(table).where(table.c.id == change_id).values(state=state.value))


def _of(state: ChangeState, actor_id: str | None, task_id: str | None) -> Select[Any]:
    query = select(table).where(table.c.state == state.value)
    if actor_id is not None:
        query = query.where(table.c.actor_id == actor_id)
    return query if task_id is None else query.where(table.c.task_id == task_id)


def _changes(
    tx: Transaction,
    state: ChangeState,
    actor_id: str | None = None,
    task_id: str | None = None,
    *,
    newest_first: bool = False,
) -> Iterator[Kept]:
    order = table.c.pk.desc() if newest_first else table.c.pk
    for row in tx.connection.execute(_of(state, actor_id, task_id).order_by(order)).mappings():
        yield _kept(row)


def _kept(row: RowMapping) -> Kept:
    change = Change(
        id=row["id"],
        command=row["command"],
        at=moment_of(row["at"]),
        actor_id=row["actor_id"],
        task_id=row["task_id"],
        scopes=tuple(json_value(row["scopes"])),
        edits=(),
        details=present_details(json_value(row["details"], {})),
    )
    return Kept(change, ChangeState(row["state"]), row["pk"])
