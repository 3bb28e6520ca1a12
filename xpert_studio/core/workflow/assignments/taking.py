"""Takes a submission in: each part by itself, all in one step.

A contribution (a judgment, an adjudication, a comment, a review's outcome) is accepted at any
stage, as long as the version it names is known; it counts, or is outdated, by that version's hash.
Of one person's contributions to one subject the latest counts, so that submissions which come
twice, late or in another order come to the same. An edit applies to a field that still holds what
it replaced; else a person decides. A task moves where it still stands as it did; where reviews put
it follows from the reviews. A part that came in is known by its hash.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import groupby
from typing import Any, Final, TypeAlias

from xpert_studio.core.errors import NotAllowedError, UsageError, XpertError
from xpert_studio.core.messages import Message
from xpert_studio.core.names import Names
from xpert_studio.core.records import (
    AnyRecord,
    Edit,
    Judgment,
    Person,
    Policies,
    Quote,
    Record,
    Role,
    Task,
)
from xpert_studio.core.records.assignments import Assignment, Part
from xpert_studio.core.store import Transaction, entities, settings, tasks
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow.assignments.content import Files
from xpert_studio.core.workflow.assignments.outbox import (
    ADJUDICATION,
    ALLOWED,
    PACK_RECORD,
    READ_MARK,
    UNBLINDING,
    WHOLE,
    Subject,
    field_hash,
)
from xpert_studio.core.workflow.command_context import UnitOfWork, person_of


class Outcome(StrEnum):
    """What became of a part.

    ``OUTDATED``: it is kept, or something newer is there, and it does not count. ``CONFLICT``: both
    sides changed the same, and a person decides. ``KNOWN``: it was here already.
    """

    APPLIED = "applied"
    OUTDATED = "outdated"
    CONFLICT = "conflict"
    REFUSED = "refused"
    KNOWN = "known"


OUTCOMES: Final = Names(
    "outcome",
    {
        Outcome.CONFLICT: mark("Conflicts"),
        Outcome.REFUSED: mark("Refused"),
        Outcome.OUTDATED: mark("Outdated"),
        Outcome.APPLIED: mark("Applied"),
        Outcome.KNOWN: mark("Already here"),
    },
)
"""In the order in which they are shown."""


_LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""When something was done that does not say so."""


def moment(record: Record, name: str) -> datetime:
    """The time in a field of a record."""
    return getattr(record, name) or _LONG_AGO


class FieldDecision(StrEnum):
    """What a person decided on a field that both sides changed."""

    MINE = "mine"
    THEIRS = "theirs"
    EDIT = "edit"


SIDES: Final = Names(
    "side",
    {FieldDecision.MINE: mark("mine"), FieldDecision.THEIRS: mark("theirs")},
    also={FieldDecision.MINE: ("我方", "我的"), FieldDecision.THEIRS: ("对方", "对方的")},
)
"""Whose value stays, where none is written in their place."""

Field: TypeAlias = tuple[str, tuple[str, ...], str]
"""Kind, key and name of a field."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision on one field; ``value`` is what is written in its place, for ``EDIT``."""

    side: FieldDecision
    value: Any = None


Choices: TypeAlias = Mapping[Field, Choice]
"""By kind, key and field; the field is empty where it is about a record as a whole."""


@dataclass(frozen=True, slots=True)
class FieldConflict:
    """A field that both sides changed: its value here, and theirs; None where it is not there."""

    name: str
    mine: Any
    theirs: Any


@dataclass(frozen=True, slots=True)
class TakenPart:
    """What became of one part.

    Attributes:
        part: With the ids it has here.
        reason: Why it was refused, or does not count; of one that was taken, what there is to know.
        conflicts: Fields on which a person decides.
        is_whole: Whether all of it is here, where it was taken; else it can come in again.
    """

    part: Part
    outcome: Outcome
    reason: XpertError | None = None
    conflicts: tuple[FieldConflict, ...] = ()
    is_whole: bool = True


@dataclass(frozen=True, slots=True)
class Memory:
    """What came in before, by imports that stand.

    Attributes:
        parts: How often each part, by its hash.
        decided: Fields for which the value here was chosen, each with the hash of the other value.
        taken_back: When a person last withdrew a comparison or a comment, or reopened one.
    """

    parts: Counter[str] = field(default_factory=Counter)
    decided: frozenset[tuple[Field, str]] = frozenset()
    taken_back: Mapping[tuple[str, Subject], datetime] = field(default_factory=dict)

    def takes_back(self, part: Part) -> bool:
        """Whether its person took back later what a part says."""
        return part.at < self.taken_back.get((part.by, part.subject), part.at)


def in_pictures(item: Quote, names: Mapping[str, str]) -> Quote:
    """Evidence with other hashes of pictures."""
    if item.region is None:
        return item
    picture = names.get(item.region.picture, item.region.picture)
    return item.model_copy(update={"region": item.region.model_copy(update={"picture": picture})})


@dataclass
class Taking:
    """One submission being taken in.

    Attributes:
        unit: The step.
        assignment: What it answers, with real ids; None where it comes from a copy.
        sender: Who made it; of a copy's parts each has its own author.
        seen: The rated hashes that were sent, with what they are here.
        memory: What came in before.
        choices: What was decided on conflicts.
        files: Of the submission.
        takes_any_text: Ratings of a text that is not known are kept; they do not count.
        decided: The decisions of this import; see ``Memory``.
        lacking: Of which not all is here.
        changed: What is new of it: parts that follow on one of these are looked at anew.
        read: What was read of responses, by their ids.
        came: The parts before, by what they are of: a submission is in the order of its file's log.
    """

    unit: UnitOfWork
    sender: Person
    assignment: Assignment | None = None
    seen: Mapping[str, str] = field(default_factory=dict)
    memory: Memory = field(default_factory=Memory)
    choices: Choices = field(default_factory=dict)
    files: Files = field(default_factory=Files)
    takes_any_text: bool = False
    decided: set[tuple[Field, str]] = field(default_factory=set)
    conflicts: dict[Subject, list[FieldConflict]] = field(default_factory=dict)
    reasons: dict[Subject, XpertError] = field(default_factory=dict)
    lacking: set[Subject] = field(default_factory=set)
    read: dict[str, object] = field(default_factory=dict)
    _later: list[Edit] = field(default_factory=list)
    _counted: Counter[str] = field(default_factory=Counter)
    changed: set[Subject] = field(default_factory=set)
    came: dict[Subject, list[Part]] = field(default_factory=dict)

    @property
    def tx(self) -> Transaction:
        """The transaction of the step."""
        return self.unit.tx

    def as_sent(self, judgment: Judgment) -> Judgment:
        """A judgment of here with the hashes of the copies of pictures, as it was sent."""
        copies = {here: sent for sent, here in self.seen.items()}
        marks = tuple(in_pictures(item, copies) for item in judgment.evidence)
        return judgment.model_copy(update={"evidence": marks})

    @property
    def policies(self) -> Policies:
        """The rules of the project, as they are by now."""
        return (
            settings.project_info(self.tx).policies
            if self.assignment is None
            else (self.unit.info.policies)
        )

    def person(self, part: Part) -> Person:
        """Who contributed a part.

        Raises:
            NotAllowedError: It is signed by another person than the sender.
        """
        if part.by == self.sender.id:
            return self.sender
        if self.assignment is not None or Role.LEAD not in self.sender.roles:
            raise NotAllowedError(
                Message(
                    "It is signed by {by}; a submission holds the work of its sender only, and "
                    "that is {sender}.",
                    by=part.by,
                    sender=self.sender.called,
                )
            )
        return person_of(self.tx, part.by)

    def need_scope(self, task_id: str, response_id: str | None = None) -> None:
        """The task, or the response, is one of those that were sent.

        Raises:
            NotAllowedError: It is not.
        """
        if self.assignment is None:
            return
        scope = self.assignment.scope
        known: Collection[str] = scope.response_ids if response_id else scope.task_ids
        if (response_id or task_id) not in known:
            raise NotAllowedError("It is none of what was sent.")

    def put_later(self, record: Record, before: Record | None) -> None:
        """Writes a record together with the others of its kind, which is many times faster.

        Args:
            record: As it is to be.
            before: As it is.
        """
        entity = entities.entity_of(record)
        self._later.append(Edit(entity.kind, entity.key_of(record), before, record))

    def put_all(self) -> None:
        """Writes what was put later; to be called when the parts of a kind were taken."""
        self._later.sort(key=lambda edit: edit.before is not None)
        self.unit.apply(self._later)
        self._later = []

    def knows(self, hashed: str, part: Part) -> bool:
        """Whether a part came in before, and nothing before it in this submission is new.

        A decision on one of its fields can be made anew.
        """
        self._counted[hashed] += 1
        is_known = self._counted[hashed] <= self.memory.parts[hashed]
        fields = {(*part.subject, name) for name in (WHOLE, *(part.after or ()))}
        anew = fields & self.choices.keys() & {place for place, _ in self.memory.decided}
        return is_known and not anew and part.subject not in self.changed

    def is_decided(self, place: Field, theirs: object) -> bool:
        """Whether a person has chosen the value here before."""
        return (place, field_hash(theirs)) in self.memory.decided

    def follows(self, part: Part, before: Record, names: Collection[str]) -> bool:
        """Whether what is here came from the same file by a part before this one.

        Then this one is the later, whatever the clocks said.

        Args:
            part: What is taken in.
            before: The record that is here.
            names: The fields that say what was said.
        """
        here = before.model_dump(mode="json")
        usual = {name: type(before).model_fields[name].default for name in names}
        return any(
            all((earlier.after or {}).get(name, usual[name]) == here[name] for name in names)
            for earlier in self.came.get(part.subject, ())
            if earlier.after is not None
        )

    def is_later(
        self, part: Part, at: datetime, before: Record, name: str, said: Collection[str]
    ) -> bool:
        """Whether what comes is later than what is here.

        Of two from one file its order decides, of two files the clocks.

        Args:
            part: What is taken in.
            at: When it was said.
            before: The record that is here.
            name: Its field that says when it was said.
            said: Its fields that say what.
        """
        return at > moment(before, name) or self.follows(part, before, said)

    def as_later(
        self, part: Part, before: AnyRecord, made: AnyRecord, name: str, said: Collection[str]
    ) -> AnyRecord | None:
        """What comes, at a moment after that of what is here; None where it is not later."""
        if not self.is_later(part, moment(made, name), before, name, said):
            return None
        at = max(moment(made, name), moment(before, name) + timedelta(microseconds=1))
        return made.model_copy(update={name: at})

    def note(self, part: Part, told: XpertError) -> None:
        """Notes what there is to know of a part that is taken."""
        self.reasons[part.subject] = told

    def outdated(self, part: Part, message: str, remedy: str = "") -> Outcome:
        """Notes why a part does not count."""
        self.reasons[part.subject] = XpertError(message, remedy=remedy)
        return Outcome.OUTDATED


Handler: TypeAlias = Callable[[Taking, Part], Outcome]
HANDLERS: Final[dict[str, Handler]] = {}
"""What takes a part in, by its kind; in the order in which parts are taken."""


def takes(*kinds: str) -> Callable[[Handler], Handler]:
    """Registers what takes parts of some kinds."""

    def register(handler: Handler) -> Handler:
        HANDLERS.update(dict.fromkeys(kinds, handler))
        return handler

    return register


def take_parts(taking: Taking, parts: Iterable[tuple[str, Part]]) -> list[TakenPart]:
    """Takes parts in, each as a whole or not at all.

    Args:
        taking: The submission.
        parts: In the order in which they rest on each other, each with its hash.

    Returns:
        What became of each, in that order.
    """
    found = []
    for kind, group in groupby(parts, lambda item: item[1].kind):
        for hashed, part in group:
            found.append(_taken(taking, hashed, part))
            taking.came.setdefault(part.subject, []).append(part)
        taking.put_all()
        if kind not in _RATINGS:
            taking.read.clear()  # it may be about another rubric now
    return found


_RATINGS: Final = frozenset({"judgment", "open_form", ADJUDICATION, READ_MARK})


def _taken(taking: Taking, hashed: str, part: Part) -> TakenPart:
    if taking.knows(hashed, part):
        return TakenPart(part, Outcome.KNOWN)
    decided = set(taking.decided)
    taking.reasons.pop(part.subject, None)
    taking.lacking.discard(part.subject)
    reason: XpertError
    try:
        with taking.unit.trying():
            _check_form(part)
            outcome = _handler_of(taking, part)(taking, part)
    except XpertError as error:
        reason = error
    except (ValueError, TypeError, ArithmeticError, LookupError) as error:
        reason = UsageError(Message("It cannot be read ({name}).", name=type(error).__name__))
    else:
        if outcome is Outcome.APPLIED:
            taking.changed.add(part.subject)
        told = taking.reasons.get(part.subject)
        conflicts = taking.conflicts.get(part.subject) if outcome is Outcome.CONFLICT else None
        is_whole = part.subject not in taking.lacking
        return TakenPart(part, outcome, told, tuple(conflicts or ()), is_whole)
    taking.decided = decided
    return TakenPart(part, Outcome.REFUSED, reason)


_LONGEST: Final = 128
_KEY_PARTS: Final = {
    **{kind: len(entity.key) for kind, entity in entities.ENTITIES.items()},
    ADJUDICATION: 3,
    READ_MARK: 4,
    UNBLINDING: 2,
}


def _check_form(part: Part) -> None:
    """The key has as many names as records of the kind have, and no number is out of bounds."""
    may_lack = {READ_MARK: 1, "dismissal": 1, "comparison": 4}
    names = part.key[: may_lack.get(part.kind)]
    is_long = any(len(name) > 2 * _LONGEST for name in part.key)
    if len(part.key) != _KEY_PARTS.get(part.kind, len(part.key)) or is_long or "" in names:
        raise UsageError("Its key is not one of a record of its kind.")
    inner = {"content"} if part.kind == PACK_RECORD else set()  # that is text in the database
    _check_numbers({k: v for k, v in (part.after or {}).items() if k not in inner})


def _check_numbers(value: object) -> None:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            _check_numbers(item)
    elif isinstance(value, int | float) and not -_GREATEST <= value <= _GREATEST:
        raise UsageError("It holds a number that is out of bounds.")


_GREATEST: Final = 2**53


def _handler_of(taking: Taking, part: Part) -> Handler:
    allowed = None if taking.assignment is None else ALLOWED[taking.assignment.purpose]
    found = HANDLERS.get(part.kind)
    if found is None or (allowed is not None and part.kind not in allowed):
        raise NotAllowedError(
            Message(
                "A submission of this kind brings no {kind}.",
                kind=Message(part.kind.replace("_", " ")),
            ),
            remedy="Only what was asked for is taken.",
        )
    return found


def open_task(taking: Taking, task_id: str) -> Task:
    """A task of the project that was sent.

    Raises:
        NotAllowedError: It was not sent.
        NotFoundError: There is no such task.
    """
    taking.need_scope(task_id)
    return tasks.get_task(taking.tx, task_id)


def is_as_replaced(part: Part, name: str, here: Mapping[str, Any]) -> bool:
    """Whether a field holds what it was changed from."""
    return (part.replaced or {}).get(name) == field_hash(here.get(name))
