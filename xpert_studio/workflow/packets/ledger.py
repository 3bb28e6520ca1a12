"""What is known of the records of a project and their pasts, and how it is written down.

A state gets its version when it is first exchanged, not when it is written: until then the journal
knows what it came from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from xpert_studio.errors import NotFoundError
from xpert_studio.records import Checkpoint, Record, RubricOrder
from xpert_studio.store import (
    Transaction,
    entities,
    log,
    tasks,
    versions,
)
from xpert_studio.store.versions import Noted, RecordKey
from xpert_studio.workflow.merging.contents import hash_of
from xpert_studio.workflow.merging.kinds import KINDS, ORDER
from xpert_studio.workflow.merging.lineage import Content, Past
from xpert_studio.workflow.merging.version_11 import as_now
from xpert_studio.workflow.merging.walking import (
    Steps,
    orders_of,
    past_of,
    states_of,
    steps_of,
)
from xpert_studio.workflow.merging.weighing import Own


@dataclass(frozen=True, slots=True)
class Standing:
    """A record as it is now, with its past.

    Attributes:
        record: None where it was removed.
        noted: The state that was exchanged last, None where none was.
    """

    kind: str
    key: tuple[str, ...]
    record: Record | None
    content: Content
    past: Past
    noted: Noted | None

    @property
    def is_as_it_came(self) -> bool:
        """Whether it is as a packet brought it."""
        noted = self.noted
        return noted is not None and noted.packet_id is not None and (
            noted.version == self.past.version
        )  # fmt: skip


class Ledger:
    """Reads records and their pasts within one transaction, while nobody writes in it.

    What was read is kept: the same record is asked for often while a rubric is settled.
    """

    def __init__(self, tx: Transaction) -> None:
        self._tx = tx
        self._read: dict[str, dict[tuple[str, ...], Record]] = {}
        self._found: dict[RecordKey, Record | None] = {}
        self._standing: dict[RecordKey, Standing | None] = {}
        self._noted: dict[RecordKey, list[Noted]] = {}
        self._earlier: dict[RecordKey, dict[str, tuple[Past, Content]]] = {}

    def read_ahead(self, kind: str) -> None:
        """Reads all records of a kind at once, for whoever will ask for most of them."""
        self._read[kind] = self._all(kind)

    @cached_property
    def _heads(self) -> dict[RecordKey, Noted]:
        return versions.heads(self._tx)

    @cached_property
    def _steps(self) -> Steps:
        return steps_of(log.patched(self._tx))

    def find(self, kind: str, key: tuple[str, ...]) -> Record | None:
        """A record as it is; the order of a rubric where that is meant."""
        if kind in self._read:
            return self._read[kind].get(key)
        if (kind, key) not in self._found:
            self._found[kind, key] = self._find(kind, key)
        return self._found[kind, key]

    def _find(self, kind: str, key: tuple[str, ...]) -> Record | None:
        if kind == ORDER:
            lines = self._lines(key[0])
            return _order(key[0], lines) if lines else None
        try:
            return entities.find(self._tx, KINDS[kind].record, *key)
        except NotFoundError:  # what it belongs to is not there
            return None

    def all(self, kind: str) -> dict[tuple[str, ...], Record]:
        """All records of a kind, by their keys."""
        return self._read[kind] if kind in self._read else self._all(kind)

    def _all(self, kind: str) -> dict[tuple[str, ...], Record]:
        if kind == ORDER:
            rubrics = self._rubrics
            return {(task_id,): _order(task_id, lines) for task_id, lines in rubrics.items()}
        record = KINDS[kind].record
        if kind == "project":
            return {(): entities.find(self._tx, record)}  # type: ignore[dict-item]
        entity = entities.entity_of(record)
        return {entity.key_of(found): found for found in entities.find_all(self._tx, record)}

    @cached_property
    def _revisions(self) -> dict[str, list[tuple[str, ...]]]:
        found: dict[str, list[tuple[str, ...]]] = {}
        for key in self.all("revision"):
            found.setdefault(key[0], []).append(key)
        return found

    def revisions_of(self, task_id: str) -> list[tuple[str, ...]]:
        """The keys of a rubric's frozen revisions."""
        return self._revisions.get(task_id, [])

    def removed(self, kind: str) -> set[tuple[str, ...]]:
        """The keys of records that were there and are not now."""
        known = {key for name, key in (*self._heads, *self._steps.by_record) if name == kind}
        if kind == ORDER:
            known |= {(task_id,) for task_id in self._steps.by_rubric}
        return known - self.all(kind).keys()

    def task_of_removed(self, kind: str, key: tuple[str, ...]) -> str | None:
        """The task that a record belonged to which is no longer there."""
        names = KINDS[kind].key
        if "task_id" in names:
            return key[names.index("task_id")]
        if kind == "task":
            return key[0]
        contents = [content for _, content in self.earlier(kind, key).values()]
        return next((content["task_id"] for content in contents if content), None)

    def standing(self, kind: str, key: tuple[str, ...]) -> Standing | None:
        """A record with its past; None where it is not, and never was, here."""
        if (kind, key) not in self._standing:
            self._standing[kind, key] = self.standing_of(kind, key, self.find(kind, key))
        return self._standing[kind, key]

    def standing_of(
        self, kind: str, key: tuple[str, ...], record: Record | None
    ) -> Standing | None:
        """``standing`` for a record that has been read."""
        noted = self._heads.get((kind, key))
        if record is None and noted is None and not self._has_steps(kind, key):
            return None
        states = self._states(kind, key, record, since=noted.turn if noted else 0)
        past, content = past_of(kind, states, _known(noted))[-1]
        return Standing(kind, key, record, content, past, noted)

    def own(self, kind: str, key: tuple[str, ...]) -> Own:
        """A record as it is weighed against what a packet offers."""
        found = self.standing(kind, key)
        if found is None:
            return Own()
        return Own(
            content=found.content,
            past=found.past,
            earlier=lambda: self.earlier(kind, key),
            is_untouched=found.is_as_it_came,
        )

    def earlier(self, kind: str, key: tuple[str, ...]) -> dict[str, tuple[Past, Content]]:
        """Former states of a record that are known, by their versions."""
        if (kind, key) not in self._earlier:
            self._earlier[kind, key] = self._walked(kind, key)
        return self._earlier[kind, key]

    def noted(self, kind: str, key: tuple[str, ...]) -> list[Noted]:
        """The states of a record that were exchanged, the oldest first."""
        if (kind, key) not in self._noted:
            known = (kind, key) in self._heads
            self._noted[kind, key] = versions.states_of(self._tx, kind, key) if known else []
        return self._noted[kind, key]

    def _walked(self, kind: str, key: tuple[str, ...]) -> dict[str, tuple[Past, Content]]:
        found: dict[str, tuple[Past, Content]] = {}
        noted = self.noted(kind, key)
        record = self.find(kind, key)
        for state in (None, *noted):
            since = state.turn if state else 0
            walked = past_of(kind, self._states(kind, key, record, since=since), _known(state))
            for past, content in walked:
                found.setdefault(past.version, (past, content))
        for state in noted:
            if state.content is not None or state.hash is None:
                past = Past(state.version, state.ancestors)
                found[state.version] = (past, as_now(kind, state.content))
        return found

    @cached_property
    def _rubrics(self) -> dict[str, tuple[Checkpoint, ...]]:
        return tasks.rubrics(self._tx)

    def _lines(self, task_id: str) -> tuple[Checkpoint, ...]:
        """The lines of a rubric in their order."""
        if ORDER in self._read:
            return self._rubrics.get(task_id, ())
        return tasks.rubric_of(self._tx, task_id)

    def _has_steps(self, kind: str, key: tuple[str, ...]) -> bool:
        if kind == ORDER:
            return key[0] in self._steps.by_rubric
        return (kind, key) in self._steps.by_record

    def _states(
        self, kind: str, key: tuple[str, ...], record: Record | None, *, since: int
    ) -> Sequence[Content]:
        if kind == ORDER:
            lines = self._lines(key[0])
            return orders_of(
                [line.id for line in lines],
                {line.id: line.position for line in lines},
                self._steps.by_rubric.get(key[0], ()),
                since=since,
            )
        now = None if record is None else record.model_dump(mode="json")
        return states_of(kind, now, self._steps.by_record.get((kind, key), ()), since=since)


def note(
    tx: Transaction,
    states: Iterable[tuple[RecordKey, Past, Content]],
    *,
    packet_id: str | None = None,
    change_id: str | None = None,
    turn: int | None = None,
) -> None:
    """Writes states down that are, or were, a record's; those that are known are left out.

    Args:
        tx: A writing transaction.
        states: Kind and key, past and content.
        packet_id: The packet they came by.
        change_id: The change that brought them.
        turn: The journal's once that change is written; the newest where None.
    """
    heads = versions.heads(tx)
    newest = log.newest(tx) if turn is None else turn
    versions.add(
        tx,
        [
            Noted(
                *key,
                version=past.version,
                ancestors=past.ancestors,
                hash=hash_of(content),
                content=content,
                turn=newest,
                packet_id=packet_id,
                change_id=change_id,
            )
            for key, past, content in states
            if key not in heads or heads[key].version != past.version or packet_id is not None
        ],
    )


def _known(noted: Noted | None) -> tuple[Past, str | None] | None:
    return None if noted is None else (Past(noted.version, noted.ancestors), noted.hash)


def _order(task_id: str, lines: Sequence[Checkpoint]) -> RubricOrder:
    return RubricOrder(task_id=task_id, checkpoint_ids=tuple(line.id for line in lines))
