"""Takes many records in at once, from a bundle or a table, inside one transaction.

Knows which ids are there, so that references are checked row by row without the database; writes
through the driver in batches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum, auto
from functools import cached_property, lru_cache
from itertools import count
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import null, select
from sqlalchemy.sql import Select

from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.records import (
    BINARY,
    Checkpoint,
    Comparison,
    Judge,
    Judgment,
    KeptRendering,
    PackRecord,
    Person,
    Rating,
    Record,
    Response,
    Task,
    Verdict,
    placed,
    rated_hash_of,
)
from xpert_studio.core.store import comparisons, entities, responses, schema, tasks
from xpert_studio.core.store import judges as judge_rows
from xpert_studio.core.store import people as people_rows
from xpert_studio.core.store.driver import insert_rows, next_pk, plain_rows
from xpert_studio.core.store.mapping import Row, Stored
from xpert_studio.core.store.transaction import Transaction

_BATCH: Final = 1280
"""So few rows wait at once that they are still in the processor's cache when they are written."""

_BY_PK: Final = ("pk",)
_JUDGMENT_KEY: Final = ("response_pk", "checkpoint_pk", "expert_id", "draft")
_VERDICT_KEY: Final = ("judge_pk", "response_pk", "checkpoint_pk", "trial", "superseded")
_ANY_BINARY: Final = Checkpoint(task_id="-", id="-", text="-", weight=1)


class ImportOutcome(IntEnum):
    """What became of a record that was offered."""

    NEW = auto()
    SAME = auto()
    """The project has it already, with the same content."""
    DIFFERENT = auto()
    """The project has one of that id with other content, which was left alone."""
    LEFT_OUT = auto()
    """The project takes none of its kind from a file."""


_FLUSHED: Final = (
    schema.TASK,
    schema.CHECKPOINT,
    schema.RESPONSE,
    schema.JUDGMENT,
    schema.VERDICT,
    schema.PACK_RECORD,
)
"""What is written in bulk; each comes after those it refers to."""


_PARTS: Final = {
    Judgment: attrgetter("value", "adjudicated_value", "given", "caps"),
    Verdict: attrgetter("value", "given", "caps"),
}
"""What of a rating its checkpoint must be able to hold."""


@lru_cache(maxsize=64)
def _are_binary(parts: Row) -> bool:
    *values, given, caps = parts
    return not caps and given is None and all(value in {None, 0, 1} for value in values)


def _print(kind: Stored[Any], record: Record) -> int:
    """A hash of all of a record but what the store itself writes down."""
    values = kind.values(record)
    if "rated_hash" in kind.fields:
        values[kind.fields.index("rated_hash")] = None
    return hash(tuple(values))


def _without_rated_hash(record: Record) -> Record:
    return (
        record.model_copy(update={"rated_hash": None}) if hasattr(record, "rated_hash") else record
    )


class Intake:
    """Adds records to a project in one transaction.

    Records must come after those they refer to; a reference that is not there is the caller's
    to report (``has_task`` and its like tell). Nothing that is there is ever changed.
    """

    def __init__(self, tx: Transaction) -> None:
        self._tx = tx
        self._known_prints: dict[str, dict[Row, int]] = {}
        self._known_places: dict[int, dict[str, tuple[Any, Any]]] = {}
        self._buffers: dict[Stored[Any], tuple[list[Row], Iterator[int]]] = {}
        s = schema
        self._people = set(tx.connection.scalars(select(s.person.c.id)))
        self._known_people: dict[str, Person] = {}
        self._tasks = self._map(select(s.task.c.id, s.task.c.pk))
        self._judges = self._map(select(s.judge.c.id, s.judge.c.pk))
        self._responses: dict[str, tuple[int, int]] = {
            id_: (pk, task_pk)
            for id_, pk, task_pk in tx.connection.execute(
                select(s.response.c.id, s.response.c.pk, s.response.c.task_pk)
            )
        }
        self._checkpoints: dict[tuple[int, str], int] = {
            (task_pk, id_): pk
            for task_pk, id_, pk in tx.connection.execute(
                select(s.checkpoint.c.task_pk, s.checkpoint.c.id, s.checkpoint.c.pk)
            )
        }
        self._not_binary = {
            (self._tasks[point.task_id], point.id): point
            for point in schema.CHECKPOINT.records(
                tx.connection, schema.CHECKPOINT.query().where(s.checkpoint.c.instrument != BINARY)
            )
        }

    def _map(self, query: Select[Any]) -> dict[str, int]:
        return {row[0]: row[1] for row in self._tx.connection.execute(query)}

    def task_ids(self) -> list[str]:
        """All tasks that are there."""
        return list(self._tasks)

    def response_ids(self, task_id: str | None = None) -> list[str]:
        """The responses that are there; to a task that is there where one is named."""
        if task_id is None:
            return list(self._responses)
        wanted = self._tasks[task_id]
        return [id_ for id_, (_, task_pk) in self._responses.items() if task_pk == wanted]

    def task_of(self, response_id: str) -> str:
        """The task of a response that is there."""
        _, task_pk = self._responses[response_id]
        return next(id_ for id_, pk in self._tasks.items() if pk == task_pk)

    def lacks_person(self, person_id: str) -> bool:
        """Whether people are there, and none of that id."""
        return bool(self._people) and person_id not in self._people

    def judge_ids(self) -> list[str]:
        """All judges that are there."""
        return list(self._judges)

    def checkpoint_ids_for(self, response_id: str) -> list[str]:
        """The checkpoints of the task of a response."""
        _, task_pk = self._responses[response_id]
        return [id_ for pk, id_ in self._checkpoints if pk == task_pk]

    def has_task(self, task_id: str) -> bool:
        """Whether the project has, or has just been given, that task."""
        return task_id in self._tasks

    def has_response(self, response_id: str) -> bool:
        """Whether that response is there."""
        return response_id in self._responses

    def is_response_to(self, response_id: str, task_id: str) -> bool:
        """Whether that response to that task is there."""
        known = self._responses.get(response_id)
        return known is not None and known[1] == self._tasks.get(task_id)

    def has_judge(self, judge_id: str) -> bool:
        """Whether that judge is there."""
        return judge_id in self._judges

    def has_checkpoint_for(self, response_id: str, checkpoint_id: str) -> bool:
        """Whether the task of that response has that checkpoint."""
        known = self._responses.get(response_id)
        return known is not None and (known[1], checkpoint_id) in self._checkpoints

    def has_checkpoint(self, task_id: str, checkpoint_id: str) -> bool:
        """Whether that task has that checkpoint."""
        return (self._tasks.get(task_id), checkpoint_id) in self._checkpoints

    def other_checkpoint(self, record: Rating) -> Checkpoint | None:
        """The checkpoint of a rating, which is there; None where it is met or not met."""
        return self._not_binary.get((self._responses[record.response_id][1], record.checkpoint_id))

    def rating_problem(self, record: Rating) -> tuple[str, str, str] | None:
        """What of a rating its checkpoint cannot hold: field, what is wrong, how to write it."""
        point = self.other_checkpoint(record)
        is_plain = point is None and _are_binary(_PARTS[type(record)](record))
        if not is_plain:
            asked = point or _ANY_BINARY
            instrument = instrument_of(asked)
            found = instrument.rating_problem(record, asked)
            if found is not None and not self._is_outdated(record):
                return (*found, instrument.how_to_write(asked))
        if isinstance(record, Judgment) and record.contradicts_status:
            told = f"does not fit the status {record.status.value}."
            return "adjudicated_value", told, "Write it where a judgment is overridden only."
        return None

    def _is_outdated(self, record: Rating) -> bool:
        """Whether a rating says that it is of something else than what is there now.

        It counts nowhere, and what it was of may have had another scale.
        """
        if record.rated_hash is None:
            return False
        self.flush()
        response = responses.get_response(self._tx, record.response_id)
        task = tasks.get_task(self._tx, response.task_id)
        point = entities.find(self._tx, Checkpoint, task.id, record.checkpoint_id)
        text = point.rated_text if point else ""
        return record.rated_hash != rated_hash_of(task.prompt_hash, text, response.content_hash)

    def person(self, record: Person) -> ImportOutcome:
        """Adds a person."""
        if record.id not in self._people:
            self._people.add(record.id)
            people_rows.add_person(self._tx, record)
            return ImportOutcome.NEW
        if record.id not in self._known_people:
            everybody = people_rows.all_people(self._tx)
            self._known_people = {person.id: person for person in everybody}
        return (
            ImportOutcome.SAME
            if self._known_people[record.id] == record
            else ImportOutcome.DIFFERENT
        )

    def task(self, record: Task) -> ImportOutcome:
        """Adds a task."""
        pk = self._tasks.get(record.id)
        if pk is not None:
            return self._compare(schema.TASK, _BY_PK, (pk,), record)
        self._tasks[record.id] = self._add(schema.TASK, record)
        return ImportOutcome.NEW

    def checkpoint(self, record: Checkpoint) -> ImportOutcome:
        """Adds a checkpoint to the rubric of its task."""
        task_pk = self._tasks[record.task_id]
        pk = self._checkpoints.get((task_pk, record.id))
        if pk is not None:
            return self._compare(schema.CHECKPOINT, _BY_PK, (pk,), self._with_key(task_pk, record))
        self._checkpoints[task_pk, record.id] = self._add(schema.CHECKPOINT, record, task_pk)
        if record.instrument != BINARY:
            self._not_binary[task_pk, record.id] = record
        return ImportOutcome.NEW

    def has(self, record: Record) -> bool:
        """Whether this very record is there."""
        self.flush()
        entity = entities.entity_of(record)
        return entities.find(self._tx, entity.record, *entity.key_of(record)) == record

    def adder(self, kind: type[Record]) -> Callable[[Any], ImportOutcome]:
        """What adds records of a kind."""
        found: Callable[[Any], ImportOutcome] = getattr(self, kind.__name__.lower(), self._internal)
        return found

    def _internal(self, record: Record) -> ImportOutcome:
        """What is between the people of a project; few enough to be looked up one by one."""
        self.flush()
        entity = entities.entity_of(record)
        there = entities.find(self._tx, entity.record, *entity.key_of(record))
        if there is None:
            entities.put(self._tx, record)
            return ImportOutcome.NEW
        return ImportOutcome.SAME if there == record else ImportOutcome.DIFFERENT

    rubricrevision = review = comment = spotcheck = _internal

    def comparison(self, record: Comparison) -> ImportOutcome:
        """Adds a comparison; one that does not say what it is of is of what is there now."""
        self.flush()
        key = entities.entity_of(Comparison).key_of(record)
        there = entities.find(self._tx, Comparison, *key)
        if there is None:
            if record.compared_hash is None:
                now = comparisons.CurrentHashes(self._tx, [record.task_id]).of(record)
                record = record.model_copy(update={"compared_hash": now})
            entities.put(self._tx, record)
            return ImportOutcome.NEW
        known = record.compared_hash or there.compared_hash
        is_same = there == record.model_copy(update={"compared_hash": known})
        return ImportOutcome.SAME if is_same else ImportOutcome.DIFFERENT

    def response(self, record: Response) -> ImportOutcome:
        """Adds a response."""
        task_pk = self._tasks[record.task_id]
        known = self._responses.get(record.id)
        if known is not None:
            if known[1] != task_pk:
                return ImportOutcome.DIFFERENT
            return self._compare(schema.RESPONSE, _BY_PK, known[:1], record)
        self._responses[record.id] = self._add(schema.RESPONSE, record, task_pk), task_pk
        return ImportOutcome.NEW

    def judge(self, record: Judge) -> ImportOutcome:
        """Adds a judge."""
        if record.id not in self._judges:
            judge_rows.ensure_judge(self._tx, record)
            self._judges = self._map(select(schema.judge.c.id, schema.judge.c.pk))
            return ImportOutcome.NEW
        return (
            ImportOutcome.SAME
            if judge_rows.get_judge(self._tx, record.id) == record
            else ImportOutcome.DIFFERENT
        )

    def judgment(self, record: Judgment) -> ImportOutcome:
        """Adds a judgment."""
        response_pk, task_pk = self._responses[record.response_id]
        checkpoint_pk = self._checkpoints[task_pk, record.checkpoint_id]
        key = response_pk, checkpoint_pk, record.expert_id, 0
        if key in self._prints(schema.JUDGMENT, _JUDGMENT_KEY):
            return self._compare(schema.JUDGMENT, _JUDGMENT_KEY, key, record)
        self._add(schema.JUDGMENT, record, response_pk, checkpoint_pk)
        return ImportOutcome.NEW

    def verdict(self, record: Verdict) -> ImportOutcome:
        """Adds a verdict."""
        response_pk, task_pk = self._responses[record.response_id]
        checkpoint_pk = self._checkpoints[task_pk, record.checkpoint_id]
        judge_pk = self._judges[record.judge_id]
        key = judge_pk, response_pk, checkpoint_pk, record.trial, 0
        if key in self._prints(schema.VERDICT, _VERDICT_KEY):
            return self._compare(schema.VERDICT, _VERDICT_KEY, key, record)
        self._add(schema.VERDICT, record, response_pk, checkpoint_pk, judge_pk)
        return ImportOutcome.NEW

    def keptrendering(self, record: KeptRendering) -> ImportOutcome:
        """Adds pictures of a file; of a file that has some here, those stay."""
        found = self._internal(record)
        return ImportOutcome.SAME if found is ImportOutcome.DIFFERENT else found

    def packrecord(self, record: PackRecord) -> ImportOutcome:
        """Adds a record of a pack."""
        kind, key = schema.PACK_RECORD, (record.pack, record.kind, record.id)
        place = (
            self._tasks[record.task_id] if record.task_id else None,
            self._responses[record.response_id][0] if record.response_id else None,
        )
        if key in self._records:
            is_there = self._records[key] == place
            return (
                self._compare(kind, kind.key, key, record) if is_there else ImportOutcome.DIFFERENT
            )
        self._add(kind, record, *place)
        return ImportOutcome.NEW

    @cached_property
    def _records(self) -> dict[Row, Row]:
        """The records of packs that were there: by key, what each hangs on."""
        columns = schema.PACK_RECORD.table.c
        key = [columns[name] for name in schema.PACK_RECORD.key]
        query = select(*key, columns.task_pk, columns.response_pk)
        return {(*row[:3],): (*row[3:],) for row in self._tx.connection.execute(query)}

    def _with_key(self, task_pk: int, record: Checkpoint) -> Checkpoint:
        """A line with the position it has here, where it is offered at the place it has here."""
        if task_pk not in self._known_places:
            self.flush()
            point = schema.checkpoint.c
            query = schema.CHECKPOINT.query().where(point.task_pk == task_pk)
            rubric = tuple(
                schema.CHECKPOINT.records(self._tx.connection, query.order_by(*schema.RUBRIC_ORDER))
            )
            self._known_places[task_pk] = {
                line.id: (shown.position, line.position)
                for line, shown in zip(rubric, placed(rubric), strict=True)
            }
        shown, own = self._known_places[task_pk].get(record.id, (None, None))
        is_there = record.position == shown and own != shown
        return record.model_copy(update={"position": own}) if is_there else record

    def _compare(
        self, kind: Stored[Any], names: tuple[str, ...], key: Row, record: Record
    ) -> ImportOutcome:
        if self._prints(kind, names).get(key) == _print(kind, record):
            return ImportOutcome.SAME
        self.flush()
        query = kind.query(standing=False).where(
            *(kind.table.c[name] == value for name, value in zip(names, key, strict=True))
        )
        same = _without_rated_hash(
            next(kind.records(self._tx.connection, query))
        ) == _without_rated_hash(record)
        return ImportOutcome.SAME if same else ImportOutcome.DIFFERENT

    def _prints(self, kind: Stored[Any], names: tuple[str, ...]) -> dict[Row, int]:
        """A hash of every row that was there, by its key: read once, not row by row."""
        table = kind.table
        if table.name not in self._known_prints:
            self.flush()
            fields = [null() if name == "rated_hash" else table.c[name] for name in kind.fields]
            query = select(*(table.c[name] for name in names), *fields)
            width = len(names)
            self._known_prints[table.name] = {
                row[:width]: hash(row[width:])
                for rows in plain_rows(self._tx, query, at_once=_BATCH)
                for row in rows
            }
        return self._known_prints[table.name]

    def _add(self, kind: Stored[Any], record: Record, *references: int | None) -> int:
        if kind not in self._buffers:
            self._buffers[kind] = [], count(next_pk(self._tx, kind.table))
        rows, numbers = self._buffers[kind]
        pk = next(numbers)
        rows.append(kind.row(record, pk, references))
        if len(rows) >= _BATCH:
            self.flush()
        return pk

    def flush(self) -> None:
        """Writes what is waiting; call it before the transaction ends."""
        for kind in _FLUSHED:
            rows = self._buffers[kind][0] if kind in self._buffers else []
            insert_rows(self._tx, kind.table, rows)
            rows.clear()
