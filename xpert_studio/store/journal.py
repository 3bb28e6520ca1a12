"""Changes as the project file keeps them: applied as a whole, taken back as a whole.

A change is stored as the fields that differ, so that a long text typed in many small edits does
not fill the file with copies. To apply an edit, the record must be what the edit says it was.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from pydantic import ValidationError
from sqlalchemy import func, insert, select, update
from sqlalchemy.engine import RowMapping

from xpert_studio.errors import ConflictError
from xpert_studio.records import (
    Change,
    ChangeState,
    Checkpoint,
    Edit,
    Judgment,
    Record,
    Response,
    Staleness,
    Task,
    overlap,
)
from xpert_studio.store import entities, responses, staleness
from xpert_studio.store.mapping import Stored
from xpert_studio.store.schema import change as table
from xpert_studio.store.transaction import Transaction
from xpert_studio.store.values import json_value, moment_of, moment_text

_IGNORED: Final = frozenset({"basis", "seconds"})
"""Kept up to date by the program; no person's edit."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A change in the journal.

    ``position`` is its place in the order in which changes were made; ``turn`` counts up with
    every change, undo and redo.
    """

    change: Change
    state: ChangeState
    position: int
    turn: int


def apply_edits(tx: Transaction, edits: Sequence[Edit]) -> tuple[Staleness, Staleness]:
    """Writes edits of different records, in their order.

    What rests on them is looked at once for each task, however many of its lines they touch.

    Returns:
        How many decisions became stale by them, and how many are current again.

    Raises:
        ConflictError: A record is not what an edit says it was.
    """
    touched = _Touched()
    for edit in edits:
        touched.by_edit(edit)
    for task_id, lines in touched.tasks.items():
        staleness.pin(tx, task_id, lines)
    for edit in edits:
        _write(tx, edit)
    counts = [staleness.refresh(tx, task_id, lines) for task_id, lines in touched.tasks.items()]
    for response_id, judged in touched.judged.items():
        task_id = responses.get_response(tx, response_id).task_id
        counts.append(staleness.refresh(tx, task_id, sorted(judged), response_id=response_id))
    return total([made for made, _ in counts]), total([renewed for _, renewed in counts])


@dataclass(slots=True)
class _Touched:
    """What decisions may rest on that edits touch.

    Attributes:
        tasks: The checkpoints of each task, None for all of them.
        judged: The checkpoints on which judgments of each response were written.
    """

    tasks: dict[str, set[str] | None] = field(default_factory=dict)
    judged: dict[str, set[str]] = field(default_factory=dict)

    def by_edit(self, edit: Edit) -> None:
        """Adds what one edit touches."""
        rested_on = _rested_on(edit)
        if rested_on is not None:
            task_id, lines = rested_on
            known = self.tasks.setdefault(task_id, set())
            all_of_it = known is None or lines is None
            self.tasks[task_id] = None if all_of_it else {*known, *lines}  # type: ignore[misc]
        if isinstance(edit.after, Judgment):
            at = edit.after
            self.judged.setdefault(at.response_id, set()).add(at.checkpoint_id)


def _write(tx: Transaction, edit: Edit) -> None:
    there = entities.find(tx, entities.ENTITIES[edit.kind].record, *edit.key)
    if not _same(there, edit.before):
        raise ConflictError(
            f"The {edit.kind.replace('_', ' ')} has been changed since.",
            remedy="Look at it as it is now, and do the step again.",
        )
    if edit.after is not None:
        entities.put(tx, _with_basis(edit.after, there))
    elif there is not None:
        entities.remove(tx, there)


def _with_basis(record: Record, there: Record | None) -> Record:
    """What a judgment rests on stays written down when the judgment itself is taken back."""
    basis = getattr(there, "basis", None)
    if basis is None or getattr(record, "basis", basis) is not None:
        return record
    return record.model_copy(update={"basis": basis})


def _same(there: Record | None, expected: Record | None) -> bool:
    if there is None or expected is None:
        return there is expected
    return all(
        getattr(there, name) == getattr(expected, name)
        for name in type(there).model_fields
        if name not in _IGNORED
    )


def _rested_on(edit: Edit) -> tuple[str, Collection[str] | None] | None:
    """What decisions may rest on that this edit touches: a task, and its checkpoints or all."""
    before, after = edit.before, edit.after
    if edit.kind == "checkpoint":
        if not (isinstance(before, Checkpoint) and isinstance(after, Checkpoint)):
            return edit.key[0], [edit.key[1]]
        return (edit.key[0], [edit.key[1]]) if before.text != after.text else None
    if isinstance(before, Task) and isinstance(after, Task):
        return (edit.key[0], None) if before.prompt_hash != after.prompt_hash else None
    if isinstance(before, Response) and isinstance(after, Response):
        return (after.task_id, None) if before.content_hash != after.content_hash else None
    return None


def keep(tx: Transaction, change: Change) -> None:
    """Writes a change that has been applied; what it takes the place of cannot be redone."""
    tx.require_writes()
    for other in _stored(tx, ChangeState.UNDONE):
        if overlap(other.change.scopes, change.scopes):
            _set_state(tx, other.change.id, ChangeState.DROPPED)
    tx.connection.execute(
        insert(table).values(
            id=change.id,
            at=moment_text(change.at),
            verb=change.verb,
            actor_id=change.actor_id,
            task_id=change.task_id,
            scopes=json.dumps(change.scopes, ensure_ascii=False),
            edits=json.dumps([_patch(edit) for edit in change.edits], ensure_ascii=False),
            details=json.dumps(dict(change.details), ensure_ascii=False, default=str),
            state=ChangeState.DONE.value,
            turn=newest_turn(tx) + 1,
        )
    )


def first_change_of(tx: Transaction, kind: str, key: str) -> datetime | None:
    """When a record with a key of one part first was in a change; None where it came otherwise."""
    for row in tx.connection.execute(
        select(table.c.at, table.c.edits)
        .where(table.c.edits.contains(key, autoescape=True))
        .order_by(table.c.pk)
    ):
        if any(item["kind"] == kind and item["key"] == [key] for item in json_value(row.edits)):
            return moment_of(row.at)
    return None


def newest_turn(tx: Transaction) -> int:
    """The turn of the newest change, undo or redo; 0 where there is none."""
    return int(tx.connection.scalar(select(func.max(table.c.turn))) or 0)


def touched_since(tx: Transaction, turn: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Kind and key of every record changed, undone or redone after that turn."""
    query = select(table.c.edits).where(table.c.turn > turn).order_by(table.c.turn)
    for text in tx.connection.scalars(query):
        for patch in json_value(text):
            yield patch["kind"], tuple(patch["key"])


def fields_touched_since(tx: Transaction, turn: int) -> Iterator[tuple[str, frozenset[str] | None]]:
    """Kind of every record touched after that turn, and which of its fields.

    None stands for all of them: the record came or went.
    """
    query = select(table.c.edits).where(table.c.turn > turn).order_by(table.c.turn)
    for text in tx.connection.scalars(query):
        for patch in json_value(text):
            before, after = patch.get("before"), patch.get("after")
            is_whole = before is None or after is None
            yield patch["kind"], None if is_whole else frozenset({*before, *after})


def last_done(
    tx: Transaction, *, actor_id: str | None = None, task_id: str | None = None
) -> Kept | None:
    """The newest change that stands: of that person, or on that task, where one is named."""
    return next(_stored(tx, ChangeState.DONE, actor_id, task_id, newest_first=True), None)


def last_undone(
    tx: Transaction, *, actor_id: str | None = None, task_id: str | None = None
) -> Kept | None:
    """The change that was undone last and can be redone."""
    undone = _stored(tx, ChangeState.UNDONE, actor_id, task_id)
    return max(undone, key=lambda kept: kept.turn, default=None)


def find_change(tx: Transaction, change_id: str) -> Kept | None:
    """One change by its id, or None."""
    row = tx.connection.execute(select(table).where(table.c.id == change_id)).mappings().first()
    return None if row is None else _kept(row)


def states(tx: Transaction) -> dict[str, ChangeState]:
    """The state of every change, by its id."""
    rows = tx.connection.execute(select(table.c.id, table.c.state))
    return {row.id: ChangeState(row.state) for row in rows}


def details_of(tx: Transaction, verb: str) -> list[dict[str, Any]]:
    """What was told of the changes of that verb that stand, oldest first."""
    query = (
        select(table.c.details)
        .where(table.c.verb == verb, table.c.state == ChangeState.DONE.value)
        .order_by(table.c.pk)
    )
    return [json_value(text, {}) for text in tx.connection.scalars(query)]


@dataclass(frozen=True, slots=True)
class Patched:
    """A change as it is stored: for each record the fields before and after, None where it was not.

    ``before`` and ``after`` are those of the change itself, whether or not it stands.
    """

    position: int
    turn: int
    verb: str
    state: ChangeState
    records: tuple[tuple[str, tuple[str, ...], dict[str, Any] | None, dict[str, Any] | None], ...]


def patched(tx: Transaction) -> Iterator[Patched]:
    """What was changed, in the order of changing."""
    for row in tx.connection.execute(
        select(table.c.pk, table.c.turn, table.c.verb, table.c.state, table.c.edits).order_by(
            table.c.pk
        )
    ):
        yield Patched(
            row.pk,
            row.turn,
            row.verb,
            ChangeState(row.state),
            tuple(
                (patch["kind"], tuple(patch["key"]), patch.get("before"), patch.get("after"))
                for patch in json_value(row.edits)
            ),
        )


def in_the_way(tx: Transaction, kept: Kept, *, redo: bool = False) -> Kept | None:
    """What has to be undone (or redone) before a change can be, or None.

    A change is undone after whatever was done later to the same thing, and redone after whatever
    was undone of the same thing and came before it.
    """
    state = ChangeState.UNDONE if redo else ChangeState.DONE
    order = table.c.pk < kept.position if redo else table.c.pk > kept.position
    query = (
        select(table.c.pk, table.c.id, table.c.scopes)
        .where(table.c.state == state.value, order)
        .order_by(table.c.pk if redo else table.c.pk.desc())
    )
    for row in tx.connection.execute(query):
        if overlap(tuple(json_value(row.scopes)), kept.change.scopes):
            return find_change(tx, row.id)
    return None


def turn_over(tx: Transaction, kept: Kept, state: ChangeState) -> Change:
    """Undoes or redoes a change.

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
    patches = json_value(
        tx.connection.scalar(select(table.c.edits).where(table.c.id == kept.change.id)) or "[]"
    )
    done: list[Edit] = []
    counts = []
    # Kind by kind: the records of one refer to those of another, which have to be there.
    for _, group in groupby(reversed(patches) if back else patches, itemgetter("kind")):
        edits = [_edit(tx, patch, back=back) for patch in group]
        counts.append(apply_edits(tx, edits))
        done += edits
    _set_state(tx, kept.change.id, state)
    made, renewed = total([made for made, _ in counts]), total([fresh for _, fresh in counts])
    return replace(kept.change, edits=tuple(done), made_stale=made, renewed=renewed)


def total(parts: Sequence[Staleness]) -> Staleness:
    """The sum of counts."""
    return Staleness(
        sum(part.judgments for part in parts), sum(part.verdicts for part in parts)
    )  # fmt: skip


def _set_state(tx: Transaction, change_id: str, state: ChangeState) -> None:
    tx.connection.execute(
        update(table)
        .where(table.c.id == change_id)
        .values(state=state.value, turn=newest_turn(tx) + 1)
    )


def _stored(
    tx: Transaction,
    state: ChangeState,
    actor_id: str | None = None,
    task_id: str | None = None,
    *,
    newest_first: bool = False,
) -> Iterator[Kept]:
    query = select(table).where(table.c.state == state.value)
    if actor_id is not None:
        query = query.where(table.c.actor_id == actor_id)
    if task_id is not None:
        query = query.where(table.c.task_id == task_id)
    order = table.c.pk.desc() if newest_first else table.c.pk
    for row in tx.connection.execute(query.order_by(order)).mappings():
        yield _kept(row)


def _kept(row: RowMapping) -> Kept:
    change = Change(
        id=row["id"],
        verb=row["verb"],
        at=moment_of(row["at"]),
        actor_id=row["actor_id"],
        task_id=row["task_id"],
        scopes=tuple(json_value(row["scopes"])),
        edits=(),
        details=json_value(row["details"], {}),
    )
    return Kept(change, ChangeState(row["state"]), row["pk"], row["turn"])


def _patch(edit: Edit) -> dict[str, Any]:
    """An edit as it is stored: the fields that differ, or a whole record that came or went."""
    names = edit.fields
    patch: dict[str, Any] = {"kind": edit.kind, "key": list(edit.key)}
    for side, record in (("before", edit.before), ("after", edit.after)):
        if record is not None:
            patch[side] = record.model_dump(mode="json", include=set(names))
    return patch


def _edit(tx: Transaction, patch: dict[str, Any], *, back: bool) -> Edit:
    """The edit a patch stands for, on the record as it is now."""
    entity = entities.ENTITIES[patch["kind"]]
    key = tuple(patch["key"])
    start, end = ("after", "before") if back else ("before", "after")
    there = entities.find(tx, entity.record, *key)
    return Edit(
        entity.kind,
        key,
        before=_record(entity, there, patch.get(start)),
        after=_record(entity, there, patch.get(end)),
    )


def _record(
    entity: Stored[Any], there: Record | None, fields: dict[str, Any] | None
) -> Record | None:
    if fields is None:
        return None
    whole = {} if there is None else there.model_dump(mode="json")
    needed = {name for name, known in entity.record.model_fields.items() if known.is_required()}
    if needed - whole.keys() - fields.keys():
        raise ConflictError(
            f"The {entity.kind.replace('_', ' ')} is no longer there.",
            remedy="Look at the history for what became of it.",
        )
    try:
        found: Record = entity.record.model_validate(whole | fields, strict=False)
    except ValidationError as error:
        raise ConflictError(
            f"The {entity.kind.replace('_', ' ')} cannot be like that any more: "
            "other parts of it have been changed since.",
            remedy="Look at it as it is now, and change it by hand.",
        ) from error
    return found
