"""What was done in a file since it was opened, squashed: the last contribution and the net edit.

What was undone is not in it, nor what was done and taken back by hand, nor a draft. What was taken
back after it was submitted is in every later submission, as an edit of what was submitted. Where
several people changed one record, as in a copy, each has a part of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from operator import attrgetter
from typing import Any, Final, TypeAlias

from pydantic import JsonValue

from xpert_studio.records import (
    ChangeState,
    Judgment,
    OpenSheet,
    ReadMark,
    Record,
    RubricRevision,
    content_hash,
)
from xpert_studio.records.assignments import Part, Purpose
from xpert_studio.store import Transaction, entities, log

ADJUDICATION: Final = "adjudication"
"""A judgment as its adjudicator settled it, apart from what its expert said."""

READ_MARK: Final = "read_mark"

Fields: TypeAlias = dict[str, Any]
Subject: TypeAlias = tuple[str, tuple[str, ...]]
Patch: TypeAlias = tuple[str, tuple[str, ...], Fields | None, Fields | None]
"""Kind and key of a record, with its fields before and after a change."""

ALLOWED: Final[Mapping[Purpose, frozenset[str]]] = {
    Purpose.REVIEW: frozenset({"review", "remark", "spot_check", READ_MARK}),
    Purpose.JUDGE: frozenset({"judgment", "open_sheet"}),
    Purpose.ADJUDICATE: frozenset({ADJUDICATION, "anchor_choice", READ_MARK}),
    Purpose.WRITE: frozenset(
        {"task", "checkpoint", "proposal", "dismissal", "remark", "revision"}
    ),
}  # fmt: skip
"""The kinds of records that a submission of each purpose may bring."""

_WHOLE: Final = frozenset({"review", "spot_check", "remark", "revision", "open_sheet"})
"""Contributions: sent whole, not as an edit of fields."""

_ADJUDICATED: Final = ("status", "adjudicated_value", "note", "self_adjudicated")
JUDGED: Final = ("value", "state", "rationale", "evidence", "judged_at", "unblinded")


SUBMITTED: Final = "submission.send"

WHOLE: Final = ""
"""In the place of a field: the record as a whole."""

_STAGES: Final = frozenset({"stage", "self_accepted", "triage"})
"""Fields of a task that follow from what is done with it: nobody takes them back by hand."""


def judged_hash(judgment: Judgment) -> str:
    """Hash of what the expert said, whatever the adjudicator decided since."""
    return content_hash([judgment.value, judgment.rationale, judgment.evidence])


def field_hash(value: object) -> str:
    """Hash of the value of one field, as an edit names what it replaced."""
    return content_hash([value])


@dataclass(slots=True)
class _Hand:
    """What one person did to one record.

    Attributes:
        at: When they did it last.
        before: By field, the value that their first change of it replaced.
        fields: By field, the value that they gave it last.
        made: Whether they made the record.
    """

    by: str
    at: datetime
    before: Fields = field(default_factory=dict)
    fields: Fields = field(default_factory=dict)
    made: bool = False


@dataclass(frozen=True, slots=True)
class _Move:
    by: str
    at: datetime
    before: str
    after: str


@dataclass(slots=True)
class _Net:
    """What became of one record: its fields before and now, None where it is not there.

    Attributes:
        hands: By person, in the order in which they first changed it.
        last: By field, who changed it last.
        moves: Of a task, from stage to stage; those that follow from a review left out.
    """

    before: Fields | None
    now: Fields | None
    hands: dict[str, _Hand] = field(default_factory=dict)
    last: dict[str, str] = field(default_factory=dict)
    moves: list[_Move] = field(default_factory=list)

    def take(self, before: Fields | None, after: Fields | None) -> None:
        """Takes the next change in."""
        if self.before is not None and before is not None and self.now is not None:
            self.before = {**before, **self.before}
        if after is None or before is None:
            self.now = None if after is None else dict(after)
        else:
            self.now = {**(self.now or {}), **after}

    def note(self, by: str, at: datetime, before: Fields | None, after: Fields | None) -> None:
        """Notes who did the next change."""
        hand = self.hands.setdefault(by, _Hand(by, at))
        hand.at = at
        hand.made = hand.made or before is None
        for name, value in (after or {}).items():
            hand.before.setdefault(name, (before or {}).get(name))
            hand.fields[name] = value
            self.last[name] = by

    @property
    def newest(self) -> _Hand:
        """Whoever changed it last."""
        return max(self.hands.values(), key=attrgetter("at"))

    @property
    def changed(self) -> Fields | None:
        """The fields that differ now, if any; None where the record is gone."""
        if self.now is None:
            return {} if self.before is None else None
        before = self.before or {}
        return {
            name: value
            for name, value in self.now.items()
            if self.before is None or (name in before and before[name] != value)
        }


@dataclass(slots=True)
class Sent:
    """What submissions of this file said of one record.

    Attributes:
        hashes: Of each version of the part, the last one last.
        fields: Of an edit: each field with the hashes of all values it was sent with, the last one
            last.
    """

    hashes: list[str] = field(default_factory=list)
    fields: dict[str, list[str]] = field(default_factory=dict)


def sent_parts(parts: Iterable[Part]) -> list[JsonValue]:
    """What the log of the sender's file keeps of a submission; see ``Sent``."""
    return [[part.kind, list(part.key), _hash_of(part), _sent_fields(part)] for part in parts]


def _sent_fields(part: Part) -> dict[str, JsonValue]:
    if part.kind in {"judgment", ADJUDICATION, READ_MARK, *_WHOLE}:
        return {}
    return {name: field_hash(value) for name, value in (part.after or {WHOLE: None}).items()}


def _hash_of(part: Part) -> str:
    return content_hash([part.after, part.seen])


def _sent(tx: Transaction) -> dict[Subject, Sent]:
    found: dict[Subject, Sent] = {}
    for row in log.rows_of(tx, [SUBMITTED]):
        for kind, key, hashed, fields in row.parameters.get("parts", ()):
            sent = found.setdefault((kind, tuple(key)), Sent())
            sent.hashes.append(hashed)
            for name, value_hash in fields.items():
                sent.fields.setdefault(name, []).append(value_hash)
    return found


def parts_since(
    tx: Transaction, sequence: int, kinds: frozenset[str] | None, marks: int
) -> list[Part]:
    """What was done after a row of the log.

    Args:
        tx: The file in which it was done.
        sequence: The number of the row.
        kinds: The kinds of records that may be sent; any where None.
        marks: How many read marks there were then: they are no rows of the log.

    Returns:
        One part a record, in the order in which they were first changed.
    """
    sent = _sent(tx)
    found = [
        part
        for subject, net in _nets(tx, sequence, sent).items()
        for part in _parts(tx, subject, net, sent.get(subject))
    ]
    begun = log.moment_at(tx, sequence)
    new = [
        _mark(mark)
        for place, mark in enumerate(entities.find_all(tx, ReadMark))
        if place >= marks or (begun is not None and mark.read_at > begun)  # read anew since
    ]
    return [part for part in (*found, *new) if kinds is None or part.kind in kinds]


def unsent(tx: Transaction, parts: Iterable[Part]) -> list[Part]:
    """The parts that the last submission of the file did not have, or had otherwise."""
    sent = _sent(tx)
    return [part for part in parts if _hash_of(part) not in _last_sent(sent, part)]


def _last_sent(sent: Mapping[Subject, Sent], part: Part) -> list[str]:
    found = sent.get(part.subject)
    return [] if found is None else found.hashes[-1:]


def _nets(tx: Transaction, sequence: int, sent: Mapping[Subject, Sent]) -> dict[Subject, _Net]:
    found: dict[Subject, _Net] = {}
    undone: dict[Subject, log.Patched] = {}
    for change in log.patched(tx, sequence):
        if change.state is not ChangeState.DONE:
            undone |= {(kind, key): change for kind, key, _, _ in change.records}
            continue
        for kind, key, before, after in _without_what_follows(change):
            net = found.get((kind, key))
            if net is None:
                net = found[kind, key] = _Net(before, after)
            else:
                net.take(before, after)
            net.note(change.actor_id, change.at, before, after)
        for key, before_stage, stage in _moves(change):
            net = found.setdefault(("task", key), _Net({}, {}))
            net.hands.setdefault(change.actor_id, _Hand(change.actor_id, change.at))
            net.moves.append(_Move(change.actor_id, change.at, before_stage, stage))
    for subject in sent.keys() & undone.keys() - found.keys():
        found[subject] = _unchanged(tx, subject, undone[subject])
    return found


def _without_what_follows(change: log.Patched) -> Iterator[Patch]:
    """The patches of a change without stages, and without what follows from a review."""
    is_reviewed = _is_review(change)
    for kind, key, before, after in change.records:
        if before is None or after is None:
            yield kind, key, before, after
        elif kind == "task":
            own = before.keys() - (_STAGES if is_reviewed else {"stage"})
            if own:
                yield kind, key, _only(before, own), _only(after, own)
        elif not is_reviewed or kind != "revision":
            yield kind, key, before, after


def _moves(change: log.Patched) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """The tasks that a change moved, from which stage to which."""
    for kind, key, before, after in () if _is_review(change) else change.records:
        if kind == "task" and before is not None and after is not None and "stage" in after:
            yield key, str(before["stage"]), str(after["stage"])


def _is_review(change: log.Patched) -> bool:
    """Whether stages follow from it wherever it is taken."""
    return any(
        kind in {"review", "revision"} or (kind == "spot_check" and before is not None)
        for kind, _, before, _ in change.records
    )


def _only(fields: Fields, names: Collection[str]) -> Fields:
    return {name: value for name, value in fields.items() if name in names}


def _unchanged(tx: Transaction, subject: Subject, undone: log.Patched) -> _Net:
    """What became of a record of which all that was submitted was undone."""
    kind, key = subject
    record = entities.find(tx, entities.ENTITIES[kind].record, *key)
    fields = None if record is None else record.model_dump(mode="json")
    return _Net(fields, fields, {undone.actor_id: _Hand(undone.actor_id, undone.at)})


def _parts(tx: Transaction, subject: Subject, net: _Net, sent: Sent | None) -> Iterator[Part]:
    kind, key = subject
    changed = net.changed
    if kind == "task" and net.moves and changed is not None:
        yield from _with_moves(key, net, [*_edits(tx, kind, key, net, sent)])
        return
    if (changed == {} and sent is None) or kind == "decision":
        return
    record = entities.find(tx, entities.ENTITIES[kind].record, *key)
    if isinstance(record, Judgment):
        yield from _judgment(record, key, net)
    elif kind in _WHOLE:
        yield from _whole(tx, kind, key, record, net, sent)
    elif kind != "judgment":
        yield from _edits(tx, kind, key, net, sent)


def _edits(
    tx: Transaction, kind: str, key: tuple[str, ...], net: _Net, sent: Sent | None
) -> Iterator[Part]:
    """The net edit of a record, one part for each person."""
    changed = net.changed
    if len(net.hands) > 1 and changed:
        of_each = list(_by_hands(kind, key, net))
        yield from of_each
        if sent is not None:
            yield from _taken_back_by_one(tx, kind, key, net, sent, of_each)
    elif changed != {} or sent is not None:
        replaced = None
        if net.before is not None:
            fields = net.before if changed is None else {name: net.before[name] for name in changed}
            replaced = {name: field_hash(value) for name, value in fields.items()}
        hand = net.newest
        part = Part(kind=kind, key=key, by=hand.by, at=hand.at, after=changed, replaced=replaced)
        if sent is not None:
            record = entities.find(tx, entities.ENTITIES[kind].record, *key)
            found = _with_taken_back(part, record, sent)
        else:
            found = part
        if found is not None:
            yield found


def _taken_back_by_one(
    tx: Transaction, kind: str, key: tuple[str, ...], net: _Net, sent: Sent, found: list[Part]
) -> Iterator[Part]:
    """What one of several people took back after it was submitted."""
    record = entities.find(tx, entities.ENTITIES[kind].record, *key)
    there = {name for part in found for name in part.after or ()}
    fields = {name: hashes for name, hashes in sent.fields.items() if name not in there}
    hand = net.newest
    empty = Part(kind=kind, key=key, by=hand.by, at=hand.at, after={}, replaced={})
    part = None if record is None else _with_taken_back(empty, record, Sent(sent.hashes, fields))
    for name, value in ((part and part.after) or {}).items():
        by = net.hands.get(net.last.get(name, ""), hand)
        replaced = {name: ((part and part.replaced) or {})[name]}
        yield Part(kind=kind, key=key, by=by.by, at=by.at, after={name: value}, replaced=replaced)


def _with_moves(key: tuple[str, ...], net: _Net, edits: list[Part]) -> Iterator[Part]:
    """Edits of a task with its moves; a single one is in the part of whoever did it."""
    if net.moves[-1].after == net.moves[0].before:
        yield from edits
        return
    for move in net.moves:
        own = next((part for part in edits if part.by == move.by and part.after), None)
        after: Fields = {"stage": move.after}
        replaced: dict[str, str] | None = {"stage": field_hash(move.before)}
        if len(net.moves) == 1 and own is not None:
            edits.remove(own)
            after = {**(own.after or {}), **after}
            replaced = None if own.replaced is None else {**own.replaced, **(replaced or {})}
        edits.append(
            Part(kind="task", key=key, by=move.by, at=move.at, after=after, replaced=replaced)
        )
    yield from edits


def _by_hands(kind: str, key: tuple[str, ...], net: _Net) -> Iterator[Part]:
    """What each person did to a record that is there."""
    for hand in net.hands.values():
        if hand.made and net.before is None:
            yield Part(kind=kind, key=key, by=hand.by, at=hand.at, after=hand.fields)
            continue
        base = hand.before if net.before is None else net.before
        after = {
            name: value
            for name, value in hand.fields.items()
            if net.last[name] == hand.by and base[name] != value
        }
        if after:
            replaced = {name: field_hash(base[name]) for name in after}
            yield Part(kind=kind, key=key, by=hand.by, at=hand.at, after=after, replaced=replaced)


def _with_taken_back(part: Part, record: Record | None, sent: Sent) -> Part | None:
    """An edit with what it was sent with before and is no more; None where nothing is left."""
    if record is None:
        if part.after is None:
            return part
        last = {name: hashes[-1] for name, hashes in sent.fields.items()}
        return part.model_copy(update={"after": None, "replaced": last})
    here = record.model_dump(mode="json")
    if WHOLE in sent.fields:  # it was removed, and is there again
        return part.model_copy(update={"after": here, "replaced": None})
    back = {
        name: others[-1]
        for name, hashes in sent.fields.items()
        if name not in {*(part.after or {}), *_STAGES}
        and (others := [one for one in hashes if one != field_hash(here[name])])
    }
    if not back:
        return part if part.after else None
    after = {**(part.after or {}), **{name: here[name] for name in back}}
    return part.model_copy(update={"after": after, "replaced": {**(part.replaced or {}), **back}})


def _judgment(record: Judgment, key: tuple[str, ...], net: _Net) -> Iterator[Part]:
    """What its expert said, and what its adjudicator decided, as far as either is new."""
    whole = record.model_dump(mode="json")

    def is_new(names: Iterable[str]) -> bool:
        before = net.before
        return before is None or any(n in before and before[n] != whole[n] for n in names)

    if is_new(JUDGED):
        yield Part(
            kind="judgment", key=key, by=record.expert_id, at=record.judged_at or net.newest.at,
            after={name: whole[name] for name in JUDGED}, seen=record.basis,
        )  # fmt: skip
    if record.is_gold and is_new((*_ADJUDICATED, "confirmed_by", "adjudicated_at")):
        yield Part(
            kind=ADJUDICATION, key=key, by=record.confirmed_by or net.newest.by,
            at=record.adjudicated_at or net.newest.at,
            after={name: whole[name] for name in _ADJUDICATED}, seen=judged_hash(record),
        )  # fmt: skip


_OWNER: Final = {
    "review": "reviewer_id", "revision": "frozen_by", "open_sheet": "expert_id",
    "spot_check": "senior_id",
}  # fmt: skip
SPOT_CHECK_ENDED: Final = (
    "senior_id", "outcome", "consistent", "aligned_with_task", "evaluable", "note", "ended_at",
)  # fmt: skip
"""The fields of a spot check that hold nothing while it is open."""


def _whole(
    tx: Transaction, kind: str, key: tuple[str, ...], record: Record | None, net: _Net,
    sent: Sent | None,
) -> Iterator[Part]:  # fmt: skip
    if isinstance(record, OpenSheet) and record.submitted_at is None:
        return
    newest = net.newest
    if record is None:
        if kind != "remark" and net.changed == {}:
            return  # what has ended elsewhere since is not taken back from here
        before = {name: field_hash(value) for name, value in (net.before or {}).items()}
        yield Part(kind=kind, key=key, by=newest.by, at=newest.at, replaced=before)
        return
    seen = None
    if kind in {"review", "spot_check"}:
        is_drawn = kind == "spot_check" and net.before is None
        if getattr(record, "outcome", None) is None and not is_drawn:
            return
        seen = _revision_hash(tx, key[0], key[1])
    after = record.model_dump(mode="json")
    if kind == "spot_check" and net.before is None:
        drawn = next(hand for hand in net.hands.values() if hand.made)
        fields = {**after, **dict.fromkeys(SPOT_CHECK_ENDED)}
        yield Part(kind=kind, key=key, by=drawn.by, at=drawn.at, after=fields, seen=seen)
        if getattr(record, "outcome", None) is None:
            return
    owner = getattr(record, _OWNER[kind]) if kind in _OWNER else None
    for hand in net.hands.values() if owner is None else [net.hands.get(owner, newest)]:
        by = owner or hand.by
        part = Part(kind=kind, key=key, by=by, at=hand.at, after=after, seen=seen)
        if net.changed != {} or (sent is not None and set(sent.hashes) != {_hash_of(part)}):
            yield part


def _revision_hash(tx: Transaction, task_id: str, number: str) -> str | None:
    found = entities.find(tx, RubricRevision, task_id, number)
    return found.content_hash if found else None


def _mark(mark: ReadMark) -> Part:
    key = (mark.person_id, mark.task_id, mark.checkpoint_id, mark.sheet)
    after = mark.model_dump(mode="json")
    return Part(kind=READ_MARK, key=key, by=mark.person_id, at=mark.read_at, after=after)
