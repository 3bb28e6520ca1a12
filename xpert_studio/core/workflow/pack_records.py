"""Records of packs: written and taken out by commands, and read as far as a person may see them.

Who may change one is said by its kind. One that hangs on a response is treated as a judgment of it:
who must not see what others decided on the response, or which system gave it, does not see the
record, unless it is their own word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from xpert_studio.core.errors import NotAllowedError, NotFoundError, UsageError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Edit, PackRecord, Person, Policies, Role
from xpert_studio.core.records.pack_records import Content
from xpert_studio.core.records.record_kinds import (
    ReadRecord,
    RecordKind,
    kind_of,
    pack_named,
    reading_of,
)
from xpert_studio.core.store import (
    Transaction,
    entities,
    pack_records,
    responses,
    settings,
    tasks,
)
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.blinding import Blinding, blinding_for, tasks_to_judge
from xpert_studio.core.workflow.command_context import UnitOfWork, need_valid_id
from xpert_studio.core.workflow.commands import command

_FEW: Final = 20
"""Of more records the log names their tasks and their kind, not each of them."""

FINAL: Final = Message("What was submitted there is final.")
_NOT_HERE: Final = Message("Install the pack, or a newer version of it.")


@dataclass(frozen=True, slots=True)
class Written:
    """A record that is to be written.

    Attributes:
        value: Of the kind's model.
        id: Empty for a new one, whose id is made.
        task_id, response_id: What it hangs on; where neither is given, one that is there stays
            where it is.
    """

    value: BaseModel
    id: str = ""
    task_id: str | None = None
    response_id: str | None = None


@command("pack.put", "Write records of a pack", done="wrote records of a pack")
def put_records(
    unit: UnitOfWork, pack: str, kind: str, records: Sequence[Written], *, reason: str | None = None
) -> None:
    """Write records of a pack, new or in place of those of their ids; many as one step.

    Args:
        unit: By a person with one of the kind's roles.
        pack: The id of the pack.
        kind: The id of the kind.
        records: Of different ids.
        reason: Why; the history says it.

    Raises:
        NotFoundError: The pack, the kind, or what a record is to hang on is not there.
        NotAllowedError: The person may not; or one that is there cannot be read here.
        UsageError: Something is wrong with a record.
    """
    known = need_kind(pack, kind)
    there = pack_records.by_id(unit.tx, (pack, kind), (one.id for one in records if one.id))
    made = [_made(unit, pack, known, one, there.get(one.id)) for one in records]
    if len({one.id for one in made}) < len(made):
        raise UsageError("Two of the records have the same id.")
    sight = Sight(unit.tx, unit.person.id, [*made, *there.values()])
    need_right(unit.person, known, unit.info.policies)
    for record in made:
        _need_place(unit.tx, record, sight.task_of)
        need_may_write(unit.person, record, there.get(record.id), sight)
    edits = [Edit("pack_record", (pack, kind, one.id), there.get(one.id), one) for one in made]
    _carry_out(unit, pack, kind, edits, reason)


def keep_records(unit: UnitOfWork, pack: str, kind: str, records: Sequence[Written]) -> None:
    """Writes records as a part of a command that has checked who may; otherwise ``put_records``.

    Raises:
        UsageError: Something is wrong with a record.
        NotAllowedError: One that is there is final.
    """
    known = need_kind(pack, kind)
    there = pack_records.by_id(
        unit.tx, (pack, kind), (record.id for record in records if record.id)
    )
    if there and known.is_final:
        raise NotAllowedError(FINAL)
    made = [_made(unit, pack, known, record, there.get(record.id)) for record in records]
    edits = [Edit("pack_record", (pack, kind, one.id), there.get(one.id), one) for one in made]
    _carry_out(unit, pack, kind, edits, None)


@command("pack.remove", "Remove records of a pack", done="removed records of a pack")
def remove_records(
    unit: UnitOfWork, pack: str, kind: str, ids: Sequence[str], *, reason: str | None = None
) -> None:
    """Take out records of a pack, many as one step.

    Arguments and errors are those of ``put_records``.
    """
    known = need_kind(pack, kind)
    there = pack_records.by_id(unit.tx, (pack, kind), ids)
    missing = next((one for one in ids if one not in there), None)
    if missing is not None:
        raise NotFoundError(Message("There is no {kind} {id}.", kind=known.title, id=missing))
    sight = Sight(unit.tx, unit.person.id, there.values())
    need_right(unit.person, known, unit.info.policies)
    for record in there.values():
        need_may_write(unit.person, None, record, sight)
    edits = [Edit("pack_record", (pack, kind, id_), one, None) for id_, one in there.items()]
    _carry_out(unit, pack, kind, edits, reason)


def need_kind(pack: str, kind: str) -> RecordKind:
    """A kind of records that is known here.

    Raises:
        NotFoundError: It is not; the pack is named.
    """
    found, problem = kind_of(pack, kind)
    if found is None:
        raise NotFoundError(problem or "", remedy=_NOT_HERE)
    return found


def _made(
    unit: UnitOfWork, pack: str, kind: RecordKind, given: Written, there: PackRecord | None
) -> PackRecord:
    """The record that is written; of one that is there, where it hangs.

    Raises:
        UsageError: It is not what the kind says, or its id is none.
    """
    if given.id:
        need_valid_id(given.id)
    place = given.task_id, given.response_id
    if there is not None and place == (None, None):
        place = there.task_id, there.response_id
    fields = {"pack": pack, "kind": kind.id, "id": given.id or unit.new_id()}
    try:
        record = PackRecord(
            **fields,
            task_id=place[0],
            response_id=place[1],
            version=kind.version,
            content=kind.written(given.value),
        )
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
        field = ".".join(map(str, detail["loc"])) or kind.title
        raise UsageError(Message("{field}: {error}.", field=field, error=detail["msg"])) from error
    except (TypeError, ValueError) as error:
        raise UsageError(Message("{error}.", error=error)) from error
    return record


def need_right(person: Person, kind: RecordKind, policies: Policies) -> None:
    """A person may change records of a kind.

    Raises:
        NotAllowedError: They have none of its roles, or are not qualified.
    """
    rights.need_role(person, *kind.roles)
    if not kind.is_for_all and not {Role.LEAD} & set(kind.roles) & set(person.roles):
        rights.need_qualified(person, policies)


def need_may_write(
    person: Person, made: PackRecord | None, there: PackRecord | None, sight: Sight
) -> None:
    """A person with the right may write a record, in place of one that is there, or take that out.

    Raises:
        NotAllowedError: It is another person's word, they must not see the one that is there, or
            nobody can change that here.
        UsageError: It is to hang on something else than before, or than its kind says.
    """
    before = need_readable(there) if there else None
    if before is not None and not sight.sees(before):
        raise NotAllowedError("You must not see what is there before you have judged the response.")
    if before is not None and before.kind and before.kind.is_final:
        raise NotAllowedError(FINAL)
    for reading in filter(None, (need_readable(made) if made else None, before)):
        if reading.kind and reading.kind.by and reading.author != person.id:
            author = reading.author or "–"
            raise NotAllowedError(Message("It is the word of {person}.", person=author))
    if made and there and (made.task_id, made.response_id) != (there.task_id, there.response_id):
        raise UsageError("A record stays where it hangs.", remedy="Write a new one there.")


def need_readable(record: PackRecord) -> ReadRecord:
    """A record as it can be read here, and so be changed.

    Raises:
        NotAllowedError: It cannot; the pack is named.
    """
    reading = reading_of(record)
    if reading.problem is not None:
        raise NotAllowedError(
            Message(
                "The record {id} of {pack} can only be kept as it is. {problem}",
                id=record.id,
                pack=record.pack,
                problem=reading.problem,
            ),
            remedy=_NOT_HERE,
        )
    return reading


def _need_place(tx: Transaction, record: PackRecord, task_of: Mapping[str, str]) -> None:
    if record.task_id is not None:
        tasks.get_task(tx, record.task_id)
    if record.response_id is not None and record.response_id not in task_of:
        responses.get_response(tx, record.response_id)


def _carry_out(
    unit: UnitOfWork, pack: str, kind: str, edits: Sequence[Edit], reason: str | None
) -> None:
    records: list[Any] = [edit.after or edit.before for edit in edits]
    task_of = pack_records.tasks_of(unit.tx, records)
    known = {record.task_id or task_of.get(record.response_id or "") for record in records}
    scopes = (
        (scope_of(record, task_of) for record in records)
        if len(records) <= _FEW
        else (f"task/{id_}" if id_ else f"pack/{pack}/{kind}" for id_ in sorted(known, key=str))
    )
    unit.on(known.pop() if len(known) == 1 else None, *scopes)
    unit.apply(edits)
    only = records[0] if len(records) == 1 else None
    installed = pack_named(pack)
    version = installed.version if installed else ""
    unit.parameters = {
        "pack": pack,
        "pack_version": version,
        "kind": kind,
        "records": {edit.key[2]: getattr(edit.after, "hash", None) for edit in edits},
    }
    unit.tell(
        reason=reason,
        pack=pack,
        kind=kind,
        records=len(records),
        response=only.response_id if only else None,
        on_responses=bool(task_of) or None,
    )


def scope_of(record: PackRecord, task_of: Mapping[str, str]) -> str:
    """What a change of a record touches; see ``Change.scopes``.

    Args:
        record: The record.
        task_of: The tasks of responses.
    """
    place = f"pack/{record.pack}/{record.kind}/{record.id}"
    if record.task_id is not None:
        return f"task/{record.task_id}/{place}"
    if record.response_id is not None:
        return f"task/{task_of.get(record.response_id)}/responses/{record.response_id}/{place}"
    return place


class Sight:
    """What of records of packs a person may see, and by which names.

    Args:
        tx: The project.
        person_id: The person; empty or unknown for a reader of whom nothing is known; None for
            a report, which is made only for those from whom nothing is kept.
        records: Those that will be asked for.
    """

    def __init__(
        self, tx: Transaction, person_id: str | None, records: Iterable[PackRecord]
    ) -> None:
        self._person_id = person_id
        self._tx = tx
        self._person = entities.find(tx, Person, person_id) if person_id else None
        self._policies = settings.project_info(tx).policies
        open_to_all = Blinding(sees_judgments=True, sees_results=True)
        self._blinding = open_to_all if person_id is None else blinding_for(tx, person_id)
        self.task_of = pack_records.tasks_of(tx, records)

    def sees(self, reading: ReadRecord) -> bool:
        """Whether they may see a record."""
        response_id = reading.record.response_id
        if reading.author is not None and reading.author == self._person_id:
            return True
        if response_id is None or not self._has_right(reading):
            return self._has_right(reading)
        tells_system = reading.kind is None or reading.kind.tells_system
        return self._sees_decisions(response_id, tells_system=tells_system)

    def _has_right(self, reading: ReadRecord) -> bool:
        seen_by = reading.kind.seen_by if reading.kind else None
        if seen_by is None:
            return True
        if self._person is None or reading.value is None:
            return False
        return seen_by(self._person, self._policies, reading.value)

    def _sees_decisions(self, response_id: str, *, tells_system: bool) -> bool:
        hidden, task_id = self._blinding, self.task_of[response_id]
        blind = hidden.tasks if tells_system else self._tasks_to_judge
        return (
            hidden.sees_judgments
            and response_id not in hidden.pending
            and task_id not in hidden.withheld
            and task_id not in blind
        )

    @cached_property
    def _tasks_to_judge(self) -> frozenset[str]:
        return tasks_to_judge(self._tx, self._blinding)

    def response_name(self, record: PackRecord) -> str | None:
        """By which name they know the response that a record hangs on."""
        if record.response_id is None:
            return None
        return self._blinding.response_name(self.task_of[record.response_id], record.response_id)


def counted(tx: Transaction, readings: Iterable[ReadRecord]) -> Iterator[ReadRecord]:
    """Records that figures rest on: none is the word of an excluded expert."""
    excluded = settings.excluded_experts(tx)
    return (one for one in readings if one.author not in excluded)


@dataclass(frozen=True, slots=True)
class SeenRecord:
    """A record of a pack as a person sees it.

    Attributes:
        id: Of the record.
        task_id: The task that it hangs on, or that its response is to.
        response: The response that it hangs on, by the name that the person knows.
        version: Of the JSON that is stored.
        content: In the version that is known here, else as it is stored.
        value: Of the kind's model; None where the record cannot be read here.
        problem: Why it cannot be read, nor changed.
    """

    pack: str
    kind: str
    id: str
    task_id: str | None
    response: str | None
    version: int
    content: Content
    value: Any = None
    problem: Message | None = None


def seen_records(
    tx: Transaction, person_id: str | None, pack: str, kind: str
) -> tuple[SeenRecord, ...]:
    """The records of a kind that a person may see, in the order they came in.

    Args:
        tx: The project.
        person_id: See ``Sight``; a report sees none of excluded experts.
        pack: The id of the pack, which need not be installed.
        kind: The id of the kind.
    """
    records = list(pack_records.records_in(tx, (pack, kind)))
    sight = Sight(tx, person_id, records)
    readings: Iterable[ReadRecord] = filter(sight.sees, map(reading_of, records))
    if person_id is None:
        readings = counted(tx, readings)
    return tuple(_seen(reading, sight) for reading in readings)


def _seen(reading: ReadRecord, sight: Sight) -> SeenRecord:
    record = reading.record
    return SeenRecord(
        record.pack,
        record.kind,
        record.id,
        record.task_id or sight.task_of.get(record.response_id or ""),
        sight.response_name(record),
        record.version,
        reading.content,
        reading.value,
        reading.problem,
    )
