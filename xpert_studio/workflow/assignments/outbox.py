"""What was done in a file since it was opened, squashed: the last contribution and the net edit.

What was undone is not in it, nor what was done and taken back by hand, nor a draft.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

from xpert_studio.records import (
    ChangeState,
    Judgment,
    JudgmentStatus,
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


def judged_hash(judgment: Judgment) -> str:
    """Hash of what the expert said, whatever the adjudicator decided since."""
    return content_hash([judgment.value, judgment.rationale, judgment.evidence])


def field_hash(value: object) -> str:
    """Hash of the value of one field, as an edit names what it replaced."""
    return content_hash([value])


@dataclass(slots=True)
class _Net:
    """What became of one record: its fields before and now, None where it is not there."""

    before: Fields | None
    now: Fields | None
    by: str
    at: datetime

    def take(self, before: Fields | None, after: Fields | None) -> None:
        """Takes the next change in."""
        if self.before is not None and before is not None and self.now is not None:
            self.before = {**before, **self.before}
        if after is None or before is None:
            self.now = None if after is None else dict(after)
        else:
            self.now = {**(self.now or {}), **after}

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


def parts_since(tx: Transaction, sequence: int, kinds: frozenset[str] | None) -> list[Part]:
    """What was done after a row of the log.

    Args:
        tx: The file in which it was done.
        sequence: The number of the row.
        kinds: The kinds of records that may be sent; any where None.

    Returns:
        One part a record, in the order in which they were first changed.
    """
    found = [part for (kind, key), net in _nets(tx, sequence).items()
             if (part := _part(tx, kind, key, net)) is not None]  # fmt: skip
    begun = log.moment_at(tx, sequence)  # marks are no rows of the log
    marks = [
        _mark(mark) for mark in entities.find_all(tx, ReadMark) if not begun or mark.read_at > begun
    ]
    return [part for part in (*found, *marks) if kinds is None or part.kind in kinds]


def _nets(tx: Transaction, sequence: int) -> dict[Subject, _Net]:
    found: dict[Subject, _Net] = {}
    for change in log.patched(tx, sequence):
        if change.state is not ChangeState.DONE:
            continue
        for kind, key, before, after in change.records:
            net = found.get((kind, key))
            if net is None:
                net = found[kind, key] = _Net(before, after, change.actor_id, change.at)
            else:
                net.take(before, after)
            net.by, net.at = change.actor_id, change.at
    return found


def _part(tx: Transaction, kind: str, key: tuple[str, ...], net: _Net) -> Part | None:
    changed = net.changed
    if changed == {} or kind == "decision":
        return None
    record = entities.find(tx, entities.ENTITIES[kind].record, *key)
    if kind == "judgment":
        return _judgment(record, key, net)
    if kind in _WHOLE:
        return _whole(tx, kind, key, record, net)
    replaced = None
    if net.before is not None:
        fields = net.before if changed is None else {name: net.before[name] for name in changed}
        replaced = {name: field_hash(value) for name, value in fields.items()}
    return Part(kind=kind, key=key, by=net.by, at=net.at, after=changed, replaced=replaced)


def _judgment(record: Record | None, key: tuple[str, ...], net: _Net) -> Part | None:
    if not isinstance(record, Judgment):
        return None
    whole = record.model_dump(mode="json")
    if record.status is JudgmentStatus.SUBMITTED:
        after = {name: whole[name] for name in JUDGED}
        return Part(
            kind="judgment", key=key, by=record.expert_id, at=net.at, after=after,
            seen=record.basis,
        )  # fmt: skip
    after = {name: whole[name] for name in _ADJUDICATED}
    by = record.confirmed_by or net.by
    return Part(kind=ADJUDICATION, key=key, by=by, at=net.at, after=after, seen=judged_hash(record))


def _whole(
    tx: Transaction, kind: str, key: tuple[str, ...], record: Record | None, net: _Net
) -> Part | None:
    if isinstance(record, OpenSheet) and record.submitted_at is None:
        return None
    if record is None:
        before = {name: field_hash(value) for name, value in (net.before or {}).items()}
        return Part(kind=kind, key=key, by=net.by, at=net.at, replaced=before)
    seen = None
    if kind in {"review", "spot_check"}:
        if getattr(record, "outcome", None) is None:
            return None
        seen = _revision_hash(tx, key[0], key[1])
    after = record.model_dump(mode="json")
    return Part(kind=kind, key=key, by=net.by, at=net.at, after=after, seen=seen)


def _revision_hash(tx: Transaction, task_id: str, number: str) -> str | None:
    found = entities.find(tx, RubricRevision, task_id, number)
    return found.content_hash if found else None


def _mark(mark: ReadMark) -> Part:
    key = (mark.person_id, mark.task_id, mark.checkpoint_id, mark.sheet)
    after = mark.model_dump(mode="json")
    return Part(kind=READ_MARK, key=key, by=mark.person_id, at=mark.read_at, after=after)


def described(parts: list[Part]) -> Iterator[tuple[str, int]]:
    """How many parts of each kind there are."""
    counts: dict[str, int] = {}
    for part in parts:
        counts[part.kind] = counts.get(part.kind, 0) + 1
    yield from counts.items()
