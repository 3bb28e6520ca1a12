"""How records of packs are taken: as a whole, where the one that they replaced still stands.

What a submission or a copy brings of a pack that is not installed, or of a kind or version that it
does not know, is not taken: nobody here can say whether it may be.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pydantic import JsonValue

from xpert_studio.core.errors import ExchangeRefusedError, NotAllowedError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import PackRecord, Person, Response
from xpert_studio.core.records.assignments import Part, Purpose
from xpert_studio.core.records.record_kinds import RecordKind, kind_of
from xpert_studio.core.store import Transaction, entities, responses, tasks
from xpert_studio.core.workflow.apart import Incoming, taken_apart
from xpert_studio.core.workflow.assignments.content import record_of
from xpert_studio.core.workflow.assignments.edits import OPEN, decided
from xpert_studio.core.workflow.assignments.outbox import PACK_RECORD, WHOLE
from xpert_studio.core.workflow.assignments.taking import FieldConflict, Outcome, Taking, takes
from xpert_studio.core.workflow.command_context import need_valid_id
from xpert_studio.core.workflow.pack_records import (
    Sight,
    need_kind,
    need_may_write,
    need_readable,
    need_right,
)


def need_packs(parts: Iterable[Part]) -> None:
    """Refuses a submission that holds records which cannot be read here, as a whole.

    Raises:
        ExchangeRefusedError: One of its parts is of a pack that is not installed, or of a kind or
            version that it does not know; the pack is named.
    """
    for part in parts:
        if part.kind != PACK_RECORD or len(part.key) != _KEY_PARTS:
            continue
        kind, problem = kind_of(*part.key[:2])
        version = (part.after or {}).get("version", 1)
        if kind is not None and isinstance(version, int) and version > kind.version:
            problem = Message(
                "The pack {pack} here is older than the one it was made with.", pack=part.key[0]
            )
        if problem is not None:
            raise ExchangeRefusedError(
                Message("The submission holds records of a pack. {problem}", problem=problem),
                remedy="Install the pack, or a newer version of it, and import the submission "
                "again.",
            )


_KEY_PARTS: Final = len(entities.ENTITIES[PACK_RECORD].key)


def task_of_record(tx: Transaction, part: Part) -> str | None:
    """The task that a record of a part hangs on, or that its response is to."""
    after = part.after or {}
    found = entities.find(tx, Response, str(after.get("response_id")))
    task_id = found.task_id if found else after.get("task_id")
    return None if task_id is None else str(task_id)


def told_of_records(parts: Sequence[Part]) -> dict[str, JsonValue]:
    """What the history says of records of one kind, as where they are written."""
    pack, kind = parts[0].key[:2]
    on_responses = any((part.after or {}).get("response_id") for part in parts) or None
    return {"pack": pack, "kind": kind, "records": len(parts), "on_responses": on_responses}


@takes(PACK_RECORD)
def take_pack_record(to: Taking, part: Part) -> Outcome:
    """Takes a record of a pack: that it is new, changed, or taken out."""
    person = to.person(part)
    kind = need_kind(*part.key[:2])
    made: PackRecord | None = None if part.after is None else record_of(PackRecord, part.after)
    if made is not None and (made.pack, made.kind, made.id) != part.key:
        raise NotAllowedError("It changes what identifies a record.")
    if to.assignment is not None and to.assignment.purpose not in kind.brought_by:
        made = _apart(to, person, kind, made)
    key = part.key if made is None else (made.pack, made.kind, made.id)
    here = to.unit.find(PackRecord, *key)
    if made == here:
        return Outcome.KNOWN
    sight = Sight(to.tx, person.id, filter(None, (made, here)))
    for record in filter(None, (made, here)):
        if to.assignment is None or to.assignment.purpose in kind.brought_by:
            _need_place(to, record, sight)
    need_right(person, kind, to.policies)
    need_may_write(person, made, here, sight)
    if (here.hash if here else None) != part.seen:
        return _take_decided(to, part, here, made)
    return _write(to, made, here)


def _apart(
    to: Taking, person: Person, kind: RecordKind, made: PackRecord | None
) -> PackRecord | None:
    """What is kept of a record that a person made apart from results, in an assignment to judge.

    Raises:
        NotAllowedError: A submission brings no such records.
    """
    is_judging = to.assignment is not None and to.assignment.purpose is Purpose.JUDGE
    take = taken_apart(to.tx, person, to.policies, made.of) if made and is_judging else None
    if take is None or made is None:
        raise NotAllowedError(
            Message("A submission of this kind brings no {kind}.", kind=Message(kind.title)),
            remedy="Only what was asked for is taken.",
        )
    value = need_readable(made).value
    kept = take(Incoming(to.tx, person, to.policies, to.unit.now, made, value, to.seen))
    if made.response_id is not None:
        response = responses.get_response(to.tx, made.response_id)
        to.need_scope(response.task_id, response.id)
    return kept


def _need_place(to: Taking, record: PackRecord, sight: Sight) -> None:
    """What a record hangs on is there, and was sent."""
    if record.response_id is not None:
        responses.get_response(to.tx, record.response_id)
        to.need_scope(sight.task_of[record.response_id], record.response_id)
    elif record.task_id is not None:
        tasks.get_task(to.tx, record.task_id)
        to.need_scope(record.task_id)
    elif to.assignment is not None:
        raise NotAllowedError("It is none of what was sent.")


def _take_decided(
    to: Taking, part: Part, here: PackRecord | None, made: PackRecord | None
) -> Outcome:
    """Takes one where both sides changed it, if a person decided so."""
    mine = None if here is None else here.model_dump(mode="json")
    conflict = FieldConflict(WHOLE, mine, part.after)
    chosen = decided(to, part, conflict)
    if chosen is OPEN:
        to.conflicts[part.subject] = [conflict]
        return Outcome.CONFLICT
    if chosen == mine:
        return Outcome.KNOWN
    if chosen != part.after:
        raise NotAllowedError("A record of a pack is taken as it is, or not at all.")
    return _write(to, made, here)


def _write(to: Taking, made: PackRecord | None, here: PackRecord | None) -> Outcome:
    if made is not None:
        if here is None:
            need_valid_id(made.id)
        to.unit.put(made)
    elif here is not None:
        to.unit.remove(here)
    return Outcome.APPLIED
