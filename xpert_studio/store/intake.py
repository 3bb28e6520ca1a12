"""Takes many records in at once, from a bundle or a table, inside one transaction.

Knows which ids are there, so that whoever reads a file can check references row by row without
asking the database; writes through the driver in batches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import Any, Final

from sqlalchemy import Table, func, select
from sqlalchemy.sql import Select

from xpert_studio.records import (
    Checkpoint,
    Judge,
    Judgment,
    Person,
    Record,
    Remark,
    Response,
    Review,
    RubricRevision,
    SpotCheck,
    Task,
    Verdict,
)
from xpert_studio.store import entities, schema
from xpert_studio.store import judges as judge_rows
from xpert_studio.store import people as people_rows
from xpert_studio.store.rows import (
    VERDICT_COLUMNS,
    from_columns,
    insert_many,
    to_column,
    verdict_row,
)
from xpert_studio.store.transaction import Transaction

_BATCH: Final = 5000


class Outcome(Enum):
    """What became of a record that was offered."""

    NEW = auto()
    SAME = auto()
    """The project has it already, with the same content."""
    DIFFERENT = auto()
    """The project has one of that id with other content, which was left alone."""


_FIELDS: Final = {
    table.name: frozenset(kind.model_fields) - {"basis"}
    for table, kind in (
        (schema.task, Task),
        (schema.checkpoint, Checkpoint),
        (schema.response, Response),
        (schema.judgment, Judgment),
        (schema.verdict, Verdict),
    )
}
"""What makes two rows the same: all of a record but what the store itself writes down."""


def _compared(table: Table) -> list[str]:
    return [column.name for column in table.columns if column.name in _FIELDS[table.name]]


def _print(record: Record, names: Sequence[str]) -> int:
    fields = record.__dict__
    return hash(tuple([to_column(fields[name]) for name in names]))


def _without_basis(record: Record) -> Record:
    return record.model_copy(update={"basis": None}) if hasattr(record, "basis") else record


class Intake:
    """Adds records to a project in one transaction.

    Records must come after those they refer to; a reference that is not there is the caller's
    to report (``has_task`` and its like tell). Nothing that is there is ever changed.
    """

    def __init__(self, tx: Transaction) -> None:
        tx.require_writes()
        self._tx = tx
        self._next_pk: dict[str, int] = {}
        self._known_prints: dict[str, dict[tuple[Any, ...], int]] = {}
        self._buffers: dict[str, tuple[Table, tuple[str, ...], list[tuple[Any, ...]]]] = {}
        s = schema
        self._people = set(self._scalars(select(s.person.c.id)))
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
        self._old_judgments = {
            tuple(row)
            for row in tx.connection.execute(
                select(
                    s.judgment.c.response_pk, s.judgment.c.checkpoint_pk, s.judgment.c.expert_id
                ).where(s.judgment.c.draft.is_(False))
            )
        }
        v = s.verdict.c
        self._old_verdicts = {
            tuple(row)
            for row in tx.connection.execute(
                select(v.judge_pk, v.response_pk, v.checkpoint_pk, v.trial).where(v.superseded == 0)
            )
        }

    def _scalars(self, query: Select[Any]) -> list[Any]:
        return list(self._tx.connection.scalars(query))

    def _map(self, query: Select[Any]) -> dict[str, int]:
        return {row[0]: row[1] for row in self._tx.connection.execute(query)}

    def task_ids(self) -> list[str]:
        """All tasks that are there."""
        return list(self._tasks)

    def response_ids(self) -> list[str]:
        """All responses that are there."""
        return list(self._responses)

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

    def has_judge(self, judge_id: str) -> bool:
        """Whether that judge is there."""
        return judge_id in self._judges

    def has_checkpoint_for(self, response_id: str, checkpoint_id: str) -> bool:
        """Whether the task of that response has that checkpoint."""
        known = self._responses.get(response_id)
        return known is not None and (known[1], checkpoint_id) in self._checkpoints

    def person(self, record: Person) -> Outcome:
        """Adds a person."""
        if record.id not in self._people:
            self._people.add(record.id)
            people_rows.add_person(self._tx, record)
            return Outcome.NEW
        if record.id not in self._known_people:
            everybody = people_rows.all_people(self._tx)
            self._known_people = {person.id: person for person in everybody}
        there = self._known_people[record.id]
        return Outcome.SAME if there == record else Outcome.DIFFERENT

    def task(self, record: Task) -> Outcome:
        """Adds a task."""
        pk = self._tasks.get(record.id)
        if pk is not None:
            nested = frozenset({"attachments", "checklist", "tags", "earlier_authors", "extra"})
            return self._compare(schema.task, pk, record, nested, {})
        self._tasks[record.id] = self._add(schema.task, record, {})
        return Outcome.NEW

    def checkpoint(self, record: Checkpoint) -> Outcome:
        """Adds a checkpoint to the rubric of its task."""
        task_pk = self._tasks[record.task_id]
        pk = self._checkpoints.get((task_pk, record.id))
        if pk is not None:
            known = {"task_id": record.task_id}
            nested = frozenset({"extra", "origin", "settings"})
            return self._compare(schema.checkpoint, pk, record, nested, known)
        keys = {"task_pk": task_pk}
        self._checkpoints[task_pk, record.id] = self._add(schema.checkpoint, record, keys)
        return Outcome.NEW

    def rubricrevision(self, record: RubricRevision) -> Outcome:
        """Adds a frozen revision."""
        return self._house(record)

    def review(self, record: Review) -> Outcome:
        """Adds a review."""
        return self._house(record)

    def remark(self, record: Remark) -> Outcome:
        """Adds a remark."""
        return self._house(record)

    def spotcheck(self, record: SpotCheck) -> Outcome:
        """Adds a spot check."""
        return self._house(record)

    def _house(self, record: Record) -> Outcome:
        """What is between the people of a project; few enough to be looked up one by one."""
        self.flush()
        entity = entities.entity_of(record)
        there = entities.find(self._tx, entity.record, *entity.key_of(record))
        if there is None:
            entities.put(self._tx, record)
            return Outcome.NEW
        return Outcome.SAME if there == record else Outcome.DIFFERENT

    def response(self, record: Response) -> Outcome:
        """Adds a response."""
        task_pk = self._tasks[record.task_id]
        known = self._responses.get(record.id)
        if known is not None:
            if known[1] != task_pk:
                return Outcome.DIFFERENT
            nested = frozenset({"attachments", "extra"})
            return self._compare(
                schema.response, known[0], record, nested, {"task_id": record.task_id}
            )
        pk = self._add(schema.response, record, {"task_pk": task_pk})
        self._responses[record.id] = pk, task_pk
        return Outcome.NEW

    def judge(self, record: Judge) -> Outcome:
        """Adds a judge."""
        if record.id not in self._judges:
            judge_rows.ensure_judge(self._tx, record)
            self._judges = self._map(select(schema.judge.c.id, schema.judge.c.pk))
            return Outcome.NEW
        known = judge_rows.get_judge(self._tx, record.id)
        return Outcome.SAME if known == record else Outcome.DIFFERENT

    def judgment(self, record: Judgment) -> Outcome:
        """Adds a judgment."""
        response_pk, task_pk = self._responses[record.response_id]
        checkpoint_pk = self._checkpoints[task_pk, record.checkpoint_id]
        keys = {"response_pk": response_pk, "checkpoint_pk": checkpoint_pk}
        if (response_pk, checkpoint_pk, record.expert_id) in self._old_judgments:
            known = {"response_id": record.response_id, "checkpoint_id": record.checkpoint_id}
            match = keys | {"expert_id": record.expert_id, "draft": 0}
            return self._compare(
                schema.judgment, match, record, frozenset({"evidence", "caps", "extra"}), known
            )
        self._add(schema.judgment, record, keys)
        return Outcome.NEW

    def verdict(self, record: Verdict) -> Outcome:
        """Adds a verdict."""
        response_pk, task_pk = self._responses[record.response_id]
        checkpoint_pk = self._checkpoints[task_pk, record.checkpoint_id]
        judge_pk = self._judges[record.judge_id]
        if (
            self._old_verdicts
            and (judge_pk, response_pk, checkpoint_pk, record.trial) in self._old_verdicts
        ):
            return self._compare_verdict(record, judge_pk, response_pk, checkpoint_pk)
        row = verdict_row(record, response_pk, checkpoint_pk, judge_pk, None)
        self._verdict_rows().append(row)
        return Outcome.NEW

    def _verdict_rows(self) -> list[tuple[Any, ...]]:
        buffer = self._buffers.get("verdict")
        if buffer is None:
            buffer = schema.verdict, VERDICT_COLUMNS, []
            self._buffers["verdict"] = buffer
        elif len(buffer[2]) >= _BATCH:
            self._flush_one("verdict")
        return buffer[2]

    def _compare_verdict(
        self, record: Verdict, judge_pk: int, response_pk: int, checkpoint_pk: int
    ) -> Outcome:
        match = {
            "judge_pk": judge_pk,
            "response_pk": response_pk,
            "checkpoint_pk": checkpoint_pk,
            "trial": record.trial,
            "superseded": 0,
        }
        known = {
            "response_id": record.response_id,
            "checkpoint_id": record.checkpoint_id,
            "judge_id": record.judge_id,
        }
        nested = frozenset({"evidence", "caps", "usage", "flags", "extra"})
        return self._compare(schema.verdict, match, record, nested, known)

    def _compare(
        self,
        table: Table,
        match: int | Mapping[str, Any],
        record: Record,
        nested: frozenset[str],
        known: Mapping[str, Any],
    ) -> Outcome:
        where = {"pk": match} if isinstance(match, int) else match
        print_ = self._prints(table, tuple(where)).get(tuple(where.values()))
        if print_ is not None and print_ == _print(record, _compared(table)):
            return Outcome.SAME
        self.flush()
        query = select(table).where(*(table.c[name] == value for name, value in where.items()))
        row = self._tx.connection.execute(query).mappings().one()
        there = from_columns(type(record), {**row, **known}, nested)
        return (
            Outcome.SAME if _without_basis(there) == _without_basis(record) else (Outcome.DIFFERENT)
        )

    def _prints(self, table: Table, keys: tuple[str, ...]) -> dict[tuple[Any, ...], int]:
        """A hash of every row that was there, by its key: read once, not row by row."""
        if table.name not in self._known_prints:
            self.flush()
            names = _compared(table)
            query = select(*(table.c[name] for name in keys), *(table.c[name] for name in names))
            width = len(keys)
            self._known_prints[table.name] = {
                tuple(row[:width]): hash(tuple(row[width:]))
                for row in self._tx.connection.execute(query)
            }
        return self._known_prints[table.name]

    def _add(self, table: Table, record: Record, keys: Mapping[str, int]) -> int:
        pk = self._reserve(table)
        buffer = self._buffers.get(table.name)
        if buffer is None:
            names = {"pk", *keys, *type(record).model_fields}
            columns = tuple(column.name for column in table.columns if column.name in names)
            buffer = table, columns, []
            self._buffers[table.name] = buffer
        fields = record.__dict__
        own = {"pk": pk, **keys}
        buffer[2].append(
            tuple([own[name] if name in own else to_column(fields[name]) for name in buffer[1]])
        )
        if len(buffer[2]) >= _BATCH:
            self.flush()
        return pk

    def _reserve(self, table: Table) -> int:
        if table.name not in self._next_pk:
            newest = self._tx.connection.scalar(select(func.max(table.c.pk)))
            self._next_pk[table.name] = (newest or 0) + 1
        pk = self._next_pk[table.name]
        self._next_pk[table.name] = pk + 1
        return pk

    def flush(self) -> None:
        """Writes what is waiting; call it before the transaction ends."""
        for name in ("task", "checkpoint", "response", "judgment", "verdict"):
            if name in self._buffers:
                self._flush_one(name)

    def _flush_one(self, name: str) -> None:
        table, columns, rows = self._buffers[name]
        if name == "verdict":
            # References are checked against these.
            for parent in ("task", "checkpoint", "response"):
                if parent in self._buffers:
                    self._flush_one(parent)
        insert_many(self._tx.connection, table, columns, rows)
        rows.clear()
