"""The context of a command (project, person, clock), and the unit of work it writes.

Every command takes a ``CommandContext`` first. It opens a ``UnitOfWork``, checks, writes records,
and returns the ``Change``::

    ctx = CommandContext(project, "wei.chen", clock=now)
    change = edit_checkpoint(ctx, "t1", "c3", text="States the notice period as 30 days.")
    undo(ctx)

Records and their row of the log are written in one transaction, or not at all.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from pydantic import JsonValue
from pydantic_core import to_jsonable_python

from xpert_studio.core.errors import NotAllowedError, NotFoundError, UsageError
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import (
    AnyRecord,
    Change,
    Checkpoint,
    Edit,
    LogEntry,
    Person,
    ProjectInfo,
    Record,
    Role,
    Staleness,
    Task,
)
from xpert_studio.core.records.base import ID_REMEDY, is_valid_id
from xpert_studio.core.store import (
    ProjectFile,
    Transaction,
    effects,
    entities,
    log,
    people,
    settings,
    tasks,
)
from xpert_studio.core.workflow.rights import need_role

_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""No character that is taken for another one when read aloud or copied by hand."""

NOBODY: Final = Person.model_construct(id="", name="")
"""Who acts where nobody is named: has no role."""
LONGEST: Final = 2_000
"""Texts of more characters are logged by their hash."""


def fresh_id() -> str:
    """A new id, the same nowhere else: 10 characters, 49 bits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


def change_id_of(drawn: str) -> str:
    """The id of the change that is made with a fresh id."""
    return f"ch-{drawn}"


def derived_id(change_id: str, place: int) -> str:
    """The id of a new record: follows from the id of the change and the order of asking, from 1."""
    digest = hashlib.blake2b(f"{change_id}/{place}".encode(), digest_size=10)
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest.digest())


@dataclass(frozen=True, slots=True)
class CommandContext:
    """A person at work on a project.

    Attributes:
        project: Open for writing, unless only views are asked for.
        person_id: Who acts.
        clock: The time now, in UTC.
        new_id: Makes ids that nothing else has.
    """

    project: ProjectFile
    person_id: str
    clock: Callable[[], datetime]
    new_id: Callable[[], str] = fresh_id

    @contextmanager
    def reading(self) -> Iterator[tuple[Transaction, Person]]:
        """The project as it stands, and the person who looks.

        Raises:
            NotFoundError: There is no such person.
        """
        with self.project.reading() as tx:
            yield tx, person_of(tx, self.person_id)

    @contextmanager
    def unit_of_work(
        self,
        command: str,
        *,
        version: int = 1,
        by: tuple[Role, ...] = (),
        is_of_program: bool = False,
    ) -> Iterator[UnitOfWork]:
        """What is put and removed inside is written as one change.

        Args:
            command: The name of what is done, see ``commands``.
            version: Of its parameters.
            by: Roles of which the person needs one; any person may do it where there are none.
            is_of_program: Whether it may be done with nobody named.
        """
        with self.project.writing() as tx:
            unit = UnitOfWork(self, tx, command, version, is_of_program=is_of_program)
            if by:
                need_role(unit.person, *by)
            yield unit
            unit.finish()


@dataclass(slots=True)
class UnitOfWork:
    """One change while it is being made; see ``CommandContext.unit_of_work``."""

    ctx: CommandContext
    tx: Transaction
    command: str
    version: int = 1
    scopes: tuple[str, ...] = ()
    task_id: str | None = None
    parameters: dict[str, JsonValue] = field(default_factory=dict)
    is_of_program: bool = False
    result: Any = None
    """What the command found out; whoever calls it has it with the change. It is not kept."""
    person: Person = field(init=False)
    info: ProjectInfo = field(init=False)
    now: datetime = field(init=False)
    change: Change = field(init=False)
    change_id: str = field(init=False)
    _made: int = 0
    _edits: dict[tuple[str, tuple[str, ...]], Edit] = field(default_factory=dict)
    _stale: list[tuple[Staleness, Staleness]] = field(default_factory=list)
    _told: dict[str, Any] = field(default_factory=dict)
    _words: dict[str, str | None] = field(default_factory=dict)
    _notes: list[LogEntry] = field(default_factory=list)

    def __post_init__(self) -> None:
        is_nobody = self.is_of_program and not self.ctx.person_id
        self.person = NOBODY if is_nobody else person_of(self.tx, self.ctx.person_id)
        self.info = settings.project_info(self.tx)
        self.now = self.ctx.clock()
        self.change_id = change_id_of(self.ctx.new_id())

    def take_parameters(self, given: Mapping[str, object]) -> None:
        """Notes what the command was called with."""
        self.parameters = {
            name: logged(value) for name, value in given.items() if value is not None
        }

    def on(self, task_id: str | None, *scopes: str) -> None:
        """Says what is touched.

        Args:
            task_id: The task it is done to, None for the project.
            scopes: See ``Change.scopes``; the task, or the project, where there are none.
        """
        self.task_id, self.scopes = task_id, scopes

    def new_id(self) -> str:
        """The id of a new record; see ``derived_id``."""
        self._made += 1
        return derived_id(self.change_id, self._made)

    @property
    def edited(self) -> tuple[Edit, ...]:
        """What it has changed so far."""
        return tuple(edit for edit in self._edits.values() if edit.before != edit.after)

    def task(self, task_id: str | None = None) -> Task:
        """The task of that id, which becomes the one the change is about; that one where None."""
        self.task_id = task_id or self.task_id
        return tasks.get_task(self.tx, self.task_id or "")

    def rubric(self, task_id: str | None = None) -> tuple[Checkpoint, ...]:
        """The rubric of the task, in its order."""
        return tasks.rubric_of(self.tx, task_id or self.task_id or "")

    def find(self, kind: type[AnyRecord], *key: str) -> AnyRecord | None:
        """A record by its key, or None."""
        return entities.find(self.tx, kind, *key)

    def find_all(self, kind: type[AnyRecord], **values: object) -> list[AnyRecord]:
        """The records that have these values in these fields."""
        return entities.find_all(self.tx, kind, **values)

    def put(self, *records: Record) -> None:
        """Writes records of different keys, new or in place of those of their keys, in order."""
        edits = []
        for record in records:
            entity = entities.entity_of(record)
            key = entity.key_of(record)
            edits.append(
                Edit(entity.kind, key, entities.find(self.tx, entity.record, *key), record)
            )
        self.apply(edits)

    def remove(self, *records: Record) -> None:
        """Takes records out."""
        kinds = map(entities.entity_of, records)
        self.apply(
            [
                Edit(entity.kind, entity.key_of(record), record, None)
                for entity, record in zip(kinds, records, strict=True)
            ]
        )

    def apply(self, edits: Sequence[Edit]) -> None:
        """Does edits of different records, in their order."""
        changed = [edit for edit in edits if edit.before != edit.after]
        if not changed:
            return
        self._stale.append(effects.apply_edits(self.tx, changed))
        for edit in changed:
            first = self._edits.get((edit.kind, edit.key))
            before = first.before if first else edit.before
            self._edits[edit.kind, edit.key] = Edit(edit.kind, edit.key, before, edit.after)

    def tell(
        self,
        *,
        before: str | None = None,
        after: str | None = None,
        reason: str | None = None,
        **details: Any,  # noqa: ANN401 - whatever JSON can say
    ) -> None:
        """What the history says beside the verb; None says nothing."""
        words = {"before": before, "after": after, "reason": reason}
        self._words |= {name: text for name, text in words.items() if text}
        self._told |= {name: value for name, value in details.items() if value is not None}

    def note(self, task_id: str | None = None, **details: JsonValue) -> None:
        """Has the log tell of something that has no effects here, and so is never undone."""
        self._notes.append(
            LogEntry(
                at=self.now,
                command=self.command,
                task_id=task_id,
                actor_id=self.person.id or None,
                details=details,
            )
        )

    @contextmanager
    def trying(self) -> Iterator[None]:
        """A part of the step that is taken back, with what it did and told, where it raises."""
        kept = dict(self._edits), list(self._stale), dict(self._told), dict(self._words)
        try:
            with self.tx.trying():
                yield
        except BaseException:
            self._edits, self._stale, self._told, self._words = kept
            raise

    def tell_no_stage(self) -> None:
        """Leaves out what was told of a stage: the change is about several tasks."""
        self._words.clear()

    def finish(self) -> None:
        """Writes change and event, and what is only told; does nothing where nothing changed."""
        edits = self.edited
        log.add_told(self.tx, self._notes)
        self.change = Change(
            id=self.change_id if edits else "",
            command=self.command,
            at=self.now,
            actor_id=self.person.id,
            task_id=self.task_id,
            scopes=self.scopes or (f"task/{self.task_id}" if self.task_id else "project",),
            edits=edits,
            details=dict(self._told),
            made_stale=effects.total([made for made, _ in self._stale]),
            renewed=effects.total([renewed for _, renewed in self._stale]),
            told=len(self._notes),
            result=self.result,
        )
        if not edits:
            return
        details = dict(self._told)
        stale = self.change.made_stale
        if stale:
            details |= {"stale_judgments": stale.judgments, "stale_verdicts": stale.verdicts}
        entry = LogEntry(
            id=self.change.id,
            at=self.now,
            command=self.command,
            version=self.version,
            task_id=self.task_id,
            actor_id=self.person.id or None,
            details=details,
            **self._words,
        )
        log.add_entry(
            self.tx, entry, scopes=self.change.scopes, edits=edits, parameters=self.parameters
        )


def logged(value: object) -> JsonValue:
    """A parameter as the log keeps it: bytes, and texts over ``LONGEST``, by their hash.

    The effects of the command hold what it wrote.
    """
    found: JsonValue = to_jsonable_python(value, bytes_mode="base64", serialize_unknown=True)
    return _shortened(found)


def _shortened(value: JsonValue) -> JsonValue:
    if isinstance(value, str) and len(value) > LONGEST:
        return {"sha256": hashlib.sha256(value.encode()).hexdigest(), "length": len(value)}
    if isinstance(value, list):
        return [_shortened(item) for item in value]
    if isinstance(value, dict):
        return {name: _shortened(item) for name, item in value.items()}
    return value


def person_of(tx: Transaction, person_id: str) -> Person:
    """Who a person is.

    Raises:
        NotFoundError: No person of that ID is in the project.
    """
    found = entities.find(tx, Person, person_id)
    if found is None:
        known = [person.id for person in people.all_people(tx)]
        listed = ", ".join(known[:8]) + (" …" if len(known) > 8 else "")
        raise NotFoundError(
            Message(
                "There is no person {person_id} in {path}.",
                person_id=person_id,
                path=tx.path.name,
            ),
            remedy=Message("In it are: {listed}.", listed=listed)
            if known
            else "A lead adds people first.",
        )
    return found


def called(tx: Transaction, person_id: str) -> str:
    """A person's name; the id where they are not in the project."""
    found = entities.find(tx, Person, person_id)
    return found.called if found else person_id


def only_person(tx: Transaction) -> str:
    """The one person of a solo project, who acts where nobody is named; else empty."""
    everybody = people.all_people(tx)
    alone = len(everybody) == 1 and settings.project_info(tx).policies.is_solo
    return everybody[0].id if alone else ""


def acting_lead(tx: Transaction, person_id: str) -> str | None:
    """Who acts in what only leads do: changes of the whole project, and what spends money.

    Args:
        tx: The project.
        person_id: Who is named; empty for nobody.

    Returns:
        The lead; None in a project without people, in which anybody may.

    Raises:
        NotAllowedError: It is nobody, or no lead.
    """
    everybody = people.all_people(tx)
    if not everybody:
        return None
    found = person_id or only_person(tx)
    leads = [person.id for person in everybody if Role.LEAD in person.roles]
    if not found:
        raise NotAllowedError(
            "A lead of the project does this, and nobody is named.",
            remedy=Message("Say who you are: --as ID. Its leads: {leads}.", leads=joined(leads)),
        )
    need_role(person_of(tx, found), Role.LEAD)
    return found


def need_valid_id(name: str) -> None:
    """Refuses what cannot be the id of a new record.

    Raises:
        UsageError: It cannot.
    """
    if not is_valid_id(name):
        raise UsageError(Message("{name!r} is not an id.", name=name), remedy=ID_REMEDY)
