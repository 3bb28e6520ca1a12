"""What was changed, read from the log: steps, and fields touched since a moment."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, TypeAlias

from sqlalchemy import func, select

from xpert_studio.core.records import ChangeState
from xpert_studio.core.store.effects import patches_in
from xpert_studio.core.store.log import HAS_EFFECTS, NOTHING
from xpert_studio.core.store.schema import log as table
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import json_value, moment_of


def are_all_changes(tx: Transaction, since: int) -> bool:
    """Whether every row after a sequence number has effects, or takes some back.

    An import and the end of a run are told by a row alone.
    """
    query = select(table.c.pk).where(
        table.c.pk > since, table.c.effects == NOTHING, table.c.reverses.is_(None)
    )
    return tx.connection.scalar(query.limit(1)) is None


def _patches_since(tx: Transaction, sequence: int) -> Iterator[tuple[str | None, dict[str, Any]]]:
    """Patches, each with the command that was undone or redone, if one was."""
    other = table.alias()
    query = (
        select(other.c.command, func.coalesce(other.c.effects, table.c.effects))
        .select_from(table.outerjoin(other, other.c.id == table.c.reverses))
        .where(table.c.pk > sequence)
        .order_by(table.c.pk)
    )
    for turned, text in tx.connection.execute(query):
        for patch in patches_in(text):
            yield turned, patch


def touched_since(tx: Transaction, sequence: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Kind and key of every record changed, undone or redone after a sequence number."""
    for _, patch in _patches_since(tx, sequence):
        yield patch["kind"], tuple(patch["key"])


def fields_touched_since(
    tx: Transaction, sequence: int
) -> Iterator[tuple[str, frozenset[str] | None]]:
    """Kind of every record touched after a sequence number, and which of its fields.

    None stands for all of them: the record came or went. A command that was undone or redone is
    told by its name, with None.
    """
    for turned, patch in _patches_since(tx, sequence):
        before, after = patch.get("before"), patch.get("after")
        is_edit = before is not None and after is not None
        yield patch["kind"], frozenset([*(before or ()), *(after or ())]) if is_edit else None
        if turned is not None:
            yield turned, None


def _patches_of(
    tx: Transaction, kind: str, *key: str
) -> Iterator[tuple[dict[str, Any] | None, dict[str, Any] | None]]:
    """The fields of a record before and after each of its changes, the newest first."""
    query = select(table.c.effects).where(table.c.effects.contains(key[-1], autoescape=True))
    for text in tx.connection.scalars(query.order_by(table.c.pk.desc())):
        for item in patches_in(text):
            if (item["kind"], item["key"]) == (kind, [*key]):
                yield item.get("before"), item.get("after")


def last_known(tx: Transaction, kind: str, *key: str) -> dict[str, Any] | None:
    """The fields with which a record last came or went; None if it never did."""
    ends = (pair for pair in _patches_of(tx, kind, *key) if None in pair)
    return next((dict(before or after or {}) for before, after in ends), None)


def versions(tx: Transaction, kind: str, *key: str) -> Iterator[dict[str, Any]]:
    """What a record held: of each change the fields that differ, before and after it."""
    for pair in _patches_of(tx, kind, *key):
        yield from filter(None, pair)


def first_change_of(tx: Transaction, kind: str, key: str) -> datetime | None:
    """When a record with a key of one part first was in a change; None where it came otherwise."""
    for row in tx.connection.execute(
        select(table.c.at, table.c.effects)
        .where(table.c.effects.contains(key, autoescape=True))
        .order_by(table.c.pk)
    ):
        if any(item["kind"] == kind and item["key"] == [key] for item in patches_in(row.effects)):
            return moment_of(row.at)
    return None


Patch: TypeAlias = tuple[str, tuple[str, ...], dict[str, Any] | None, dict[str, Any] | None]
"""Kind and key of a record, with its fields before and after; None where it was not there."""


@dataclass(frozen=True, slots=True)
class LogStep:
    """A change that was made, or that was taken back: then before and after change places.

    Attributes:
        sequence: The number of the row that made, undid or redid it.
        actor_id: Who made it.
        at: When that row was written.
    """

    sequence: int
    command: str
    actor_id: str
    at: datetime
    is_taken_back: bool
    records: tuple[Patch, ...]
    parameters: dict[str, Any]


def steps(tx: Transaction, since: int, cuts: Sequence[int]) -> list[LogStep]:
    """What was changed after a row, in the order of the log.

    Args:
        tx: The transaction.
        since: The sequence number of the row.
        cuts: Sequence numbers, ascending: of a change that was made and undone with none of them in
            between nothing is reported.
    """
    query = select(table).where(table.c.pk > since, HAS_EFFECTS | table.c.reverses.is_not(None))
    rows: dict[str, list[Any]] = {}
    for row in tx.connection.execute(query.order_by(table.c.pk)):
        if row.reverses is None:
            rows[row.id] = [row]
        elif row.reverses in rows:
            rows[row.reverses].append(row)
    found = []
    for made, *turns in rows.values():
        if not turns and made.state != ChangeState.DONE:
            continue  # undone by a version that wrote no row of it
        stood = False
        for _, turned in groupby(enumerate([made, *turns]), lambda x: bisect(cuts, x[1].pk)):
            place, last = list(turned)[-1]
            if stood is (place % 2 == 0):
                continue
            stood = not stood
            found.append(_step(made, last, is_taken_back=not stood))
    return sorted(found, key=attrgetter("sequence"))


def _step(made: Any, last: Any, *, is_taken_back: bool) -> LogStep:  # noqa: ANN401 - rows
    ends = ("after", "before") if is_taken_back else ("before", "after")
    records = tuple(
        (patch["kind"], tuple(patch["key"]), patch.get(ends[0]), patch.get(ends[1]))
        for patch in patches_in(made.effects)
    )
    return LogStep(
        last.pk,
        made.command,
        made.actor_id,
        moment_of(last.at),
        is_taken_back,
        records,
        json_value(made.parameters, {}),
    )
