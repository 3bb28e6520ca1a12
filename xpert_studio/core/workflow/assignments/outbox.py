"""What was done in a file since it was opened: its steps, in the order of its log.

What a person did without anybody else's step in between, and without a submission or a change of
stage, is squashed: the last contribution and the net edit. What was undone is not in it, nor what
was done and taken back by hand, nor a draft. What was taken back after it was submitted is a
separate step. So every submission of a file begins with all that the ones before held.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, Final, TypeAlias

from xpert_studio.core.records import (
    Checkpoint,
    Judgment,
    ReadMark,
    Record,
    RubricRevision,
    Task,
    content_hash,
)
from xpert_studio.core.records.arranging import in_order
from xpert_studio.core.records.assignments import Part, Purpose
from xpert_studio.core.store import Transaction, entities, log, log_steps
from xpert_studio.core.workflow.apart import UNBLINDED
from xpert_studio.core.workflow.assignments.content import in_present_names
from xpert_studio.core.workflow.briefs import BRIEF_FIELDS

ADJUDICATION: Final = "adjudication"
"""A judgment as its adjudicator decided it, apart from what its expert said."""

READ_MARK: Final = "read_mark"

PACK_RECORD: Final = "pack_record"

UNBLINDING: Final = "unblinding"
"""That a person saw who gave a response, and how it was judged, before judging it."""

Fields: TypeAlias = dict[str, Any]
Subject: TypeAlias = tuple[str, tuple[str, ...]]

ALLOWED: Final[Mapping[Purpose, frozenset[str]]] = {
    Purpose.REVIEW: frozenset({"review", "comment", "spot_check", READ_MARK, PACK_RECORD}),
    Purpose.JUDGE: frozenset({"judgment", "open_form", "comparison", PACK_RECORD}),
    Purpose.ADJUDICATE: frozenset({ADJUDICATION, "anchor_choice", READ_MARK, PACK_RECORD}),
    Purpose.WRITE: frozenset(
        {"task", "checkpoint", "suggestion", "dismissal", "comment", "revision", PACK_RECORD}
    ),
}
"""The kinds of records that a submission of each purpose may bring; of records of packs those
alone whose kind says so (``RecordKind.brought_by``)."""

_ADJUDICATED: Final = (
    "status",
    "adjudicated_value",
    "adjudicated_state",
    "note",
    "self_adjudicated",
)
JUDGED: Final = ("value", "state", "rationale", "evidence", "judged_at", "unblinded")

SUBMITTED: Final = "submission.send"
REAPPLIED: Final = "copy.reapply"

WHOLE: Final = ""
"""In the place of a field: the record as a whole."""

FOLLOWING: Final = frozenset({"stage", "self_accepted", "triage"})
"""Fields of a task that follow from what is done with it."""

AUTHORS: Final = frozenset({"author_id", "earlier_authors"})


def judged_hash(judgment: Judgment) -> str:
    """Hash of what the expert said, whatever the adjudicator decided since."""
    return content_hash([judgment.decision, judgment.rationale, judgment.evidence])


def field_hash(value: object) -> str:
    """Hash of the value of one field, as an edit names what it replaced."""
    return content_hash([value])


def text_hash(brief: Fields, lines: Iterable[Checkpoint], revision: str | None) -> str:
    """Hash of all that a decision on a task is about.

    Args:
        brief: The fields of the task, as JSON has them.
        lines: Its rubric.
        revision: Hash of its newest revision; None where there is none.
    """
    ordered = sorted(lines, key=lambda line: (in_order(line), line.id))
    meaning = [line.meaning() for line in ordered]
    return content_hash([[brief.get(name) for name in BRIEF_FIELDS], meaning, revision])


def parts_since(
    tx: Transaction,
    sequence: int,
    kinds: frozenset[str] | None,
    marks: int,
    *,
    unsent: bool = False,
) -> list[Part]:
    """What was done after a row of the log.

    Args:
        tx: The file in which it was done.
        sequence: The number of the row.
        kinds: The kinds of records that may be sent; any where None.
        marks: How many read marks there were then: they are no rows of the log.
        unsent: Only what was done after the last submission.
    """
    sent = [row for row in log.rows_of(tx, [SUBMITTED]) if row.sequence > sequence]
    cuts = [row.sequence for row in sent]
    steps = log_steps.steps(tx, sequence, cuts)
    first, begun = sequence, log.moment_at(tx, sequence)
    if unsent and sent:
        first, begun = cuts[-1], sent[-1].entry.at
        marks = len(entities.find_all(tx, ReadMark))
    past, found = _Past(tx), list[list[Part]]()
    runs = [list(run) for _, run in groupby(steps, lambda step: _run_of(step, cuts))]
    for run in reversed(runs):
        if run[0].sequence < first:
            break
        found.append(_parts_of(run, past))
        for step in reversed(run):
            past.take_back(step)
    parts = [part for run in reversed(found) for part in run]
    told = [_unblinding(row) for row in log.rows_of(tx, UNBLINDED) if row.sequence > first]
    parts += [
        _mark(mark)
        for place, mark in enumerate(entities.find_all(tx, ReadMark))
        if place >= marks or (begun is not None and mark.read_at > begun)  # read anew since
    ]
    parts += told
    return [part for part in parts if kinds is None or part.kind in kinds]


_NEVER_SENT: Final = frozenset({"decision", "rendering"})
"""Drafts, and pictures of files, which are made again where they are needed."""

_JOINED: Final = (
    frozenset({"task"}),
    frozenset({"checkpoint", "suggestion", "dismissal"}),
    frozenset({"comment"}),
    frozenset({"judgment", "decision", "open_form"}),
    frozenset({"comparison"}),
    frozenset({PACK_RECORD}),
)
"""Kinds of records of which steps of one person are squashed; any other step stands alone."""


def _run_of(step: log_steps.LogStep, cuts: list[int]) -> tuple[object, ...]:
    """What is the same for neighbouring steps that are squashed into one."""
    kinds = {kind for kind, *_ in step.records}
    joined = next((place for place, some in enumerate(_JOINED) if kinds <= some), None)
    is_alone = step.command == REAPPLIED or any(map(_decides, step.records))
    if joined is None or is_alone:
        return (step.sequence,)
    return (bisect(cuts, step.sequence), step.actor_id, joined)


def _decides(patch: log_steps.Patch) -> bool:
    """Whether it moves a task, or gives it another author."""
    kind, _, before, after = patch
    is_edit = kind == "task" and before is not None and after is not None
    return is_edit and not (FOLLOWING | AUTHORS).isdisjoint(after or ())


@dataclass(slots=True)
class _Net:
    """What a run made of one record: its fields before and after, None where it is not there."""

    before: Fields | None
    after: Fields | None
    at: datetime

    def take(self, before: Fields | None, after: Fields | None, at: datetime) -> None:
        """Takes the next change in."""
        self.at = at
        if self.before is not None and before is not None and self.after is not None:
            self.before = {**before, **self.before}
        if after is None or before is None:
            self.after = after
        else:
            self.after = {**(self.after or {}), **after}

    @property
    def changed(self) -> Fields | None:
        """The fields that differ, if any; None where the record is gone."""
        if self.after is None:
            return {} if self.before is None else None
        before = self.before or {}
        return {
            name: value
            for name, value in self.after.items()
            if self.before is None or (name in before and before[name] != value)
        }


class _Past:
    """Records as they stood after a step, going back from the newest."""

    def __init__(self, tx: Transaction) -> None:
        self._tx = tx
        self._found: dict[Subject, Fields | None] = {}

    def of(self, kind: str, key: tuple[str, ...]) -> Fields | None:
        """The fields of a record."""
        if (kind, key) not in self._found:
            record = entities.find(self._tx, entities.ENTITIES[kind].record, *key)
            self._found[kind, key] = None if record is None else record.model_dump(mode="json")
        return self._found[kind, key]

    def take_back(self, step: log_steps.LogStep) -> None:
        """Goes to where things stood before a step."""
        for kind, key, before, after in step.records:
            here = self.of(kind, key)
            if before is None or after is None:
                self._found[kind, key] = before
            elif here is not None:  # a judgment goes with its checkpoint, which no step tells
                self._found[kind, key] = {**here, **before}

    def text(self, task_id: str) -> str:
        """The hash of what a decision on a task was about."""
        revisions = self._all("revision", RubricRevision, task_id)
        newest = max(revisions, key=lambda item: int(item["number"]), default=None)
        lines = [
            Checkpoint.model_validate(fields, strict=False)
            for fields in self._all("checkpoint", Checkpoint, task_id)
        ]
        return text_hash(self.of("task", (task_id,)) or {}, lines, _revision_hash(newest))

    def _all(self, kind: str, record: type[Record], task_id: str) -> list[Fields]:
        is_there = entities.find(self._tx, Task, task_id) is not None
        there = entities.find_all(self._tx, record, task_id=task_id) if is_there else []
        keys = {entities.entity_of(item).key_of(item) for item in there}
        keys |= {key for other, key in self._found if other == kind and key[0] == task_id}
        found = (self.of(kind, key) for key in sorted(keys))
        return [fields for fields in found if fields is not None]


def _revision_hash(fields: Fields | None) -> str | None:
    if fields is None:
        return None
    return RubricRevision.model_validate(fields, strict=False).content_hash


def _parts_of(run: list[log_steps.LogStep], past: _Past) -> list[Part]:
    """What a run sends, in the order in which its kinds rest on each other."""
    if run[0].command == REAPPLIED and not run[0].is_taken_back:
        made = (Part.model_validate(part, strict=False) for part in run[0].parameters["parts"])
        return [in_present_names(part) for part in made]
    nets: dict[Subject, _Net] = {}
    for step in run:
        for kind, key, before, after in _without_what_follows(step):
            if (kind, key) in nets:
                nets[kind, key].take(before, after, step.at)
            else:
                nets[kind, key] = _Net(before, after, step.at)
    by = run[0].actor_id
    found = [
        part
        for (kind, key), net in nets.items()
        if kind not in _NEVER_SENT
        for part in _PARTS.get(kind, _edit)(past, by, (kind, key), net)
    ]
    return sorted(found, key=lambda part: _ORDER.get(part.kind, len(_ORDER)))


_ORDER: Final[dict[str, float]] = {
    **{kind: place for place, kind in enumerate(entities.ENTITIES)},
    "open_form": list(entities.ENTITIES).index("judgment") + 0.5,  # it rests on its judgments
}


def _without_what_follows(step: log_steps.LogStep) -> Iterator[log_steps.Patch]:
    """The patches of a step without what follows from a review wherever it is taken."""
    is_review = any(
        kind in {"review", "revision"}
        or (kind == "spot_check" and before is not None and after is not None)
        for kind, _, before, after in step.records
    )
    for kind, key, before, after in step.records:
        if not is_review or before is None or after is None:
            yield kind, key, before, after
        elif kind == "task":
            own = before.keys() - FOLLOWING
            if own:
                yield kind, key, _only(before, own), _only(after, own)
        elif kind != "revision":
            yield kind, key, before, after


def _only(fields: Fields, names: Iterable[str]) -> Fields:
    return {name: fields[name] for name in names if name in fields}


def _edit(past: _Past, by: str, subject: Subject, net: _Net) -> Iterator[Part]:
    """The net edit of a record."""
    changed = net.changed
    if changed == {}:
        return
    replaced = _replaced(net)
    kind, key = subject
    is_move = kind == "task" and replaced is not None and "stage" in replaced
    seen = past.text(key[0]) if is_move else None
    yield Part(kind=kind, key=key, by=by, at=net.at, after=changed, replaced=replaced, seen=seen)


def _replaced(net: _Net) -> dict[str, str] | None:
    """The hash of what each field held that a net edit changes; None where the record is new."""
    if net.before is None:
        return None
    fields = net.before if net.changed is None else _only(net.before, net.changed)
    return {name: field_hash(value) for name, value in fields.items()}


def _judgment(past: _Past, by: str, subject: Subject, net: _Net) -> Iterator[Part]:
    """What its expert said, and what its adjudicator decided, as far as either is new."""
    whole, key = past.of(*subject), subject[1]
    if whole is None or net.after is None:
        return  # a newer one takes its place; it is not taken back
    record = Judgment.model_validate(whole, strict=False)

    def is_new(names: Iterable[str]) -> bool:
        before = net.before
        return before is None or any(n in before and before[n] != whole[n] for n in names)

    if is_new(JUDGED):
        yield Part(
            kind="judgment",
            key=key,
            by=record.expert_id,
            at=record.judged_at or net.at,
            after=_only(whole, JUDGED),
            seen=record.rated_hash,
        )
    if record.is_gold and is_new((*_ADJUDICATED, "confirmed_by", "adjudicated_at")):
        yield Part(
            kind=ADJUDICATION,
            key=key,
            by=record.confirmed_by or by,
            at=record.adjudicated_at or net.at,
            after=_only(whole, _ADJUDICATED),
            seen=judged_hash(record),
        )


_OWNER: Final = {
    "review": "reviewer_id",
    "revision": "frozen_by",
    "open_form": "expert_id",
    "spot_check": "adjudicator_id",
}


def _contribution(past: _Past, by: str, subject: Subject, net: _Net) -> Iterator[Part]:
    """A contribution as it stood then, with the version it names; or that it was withdrawn."""
    kind, key = subject
    after = past.of(kind, key)
    if net.changed == {} or (kind in _ENDS and not _has_ended(kind, net, after)):
        return  # nothing is new, or it is still being made; what has ended is not taken back
    owner = (after or {}).get(_OWNER.get(kind, "")) or by
    seen = _version_named(past, subject, net, after)
    replaced = _replaced(net) if kind == "comment" else None  # several people say its parts
    yield Part(kind=kind, key=key, by=owner, at=net.at, after=after, replaced=replaced, seen=seen)


_ENDS: Final = frozenset({"review", "spot_check", "revision", "open_form"})


def _has_ended(kind: str, net: _Net, after: Fields | None) -> bool:
    if after is None or kind == "revision":
        return after is not None
    if kind == "open_form":
        return after["submitted_at"] is not None
    is_sampled = kind == "spot_check" and net.before is None
    return is_sampled or bool(after["outcome"])


def _version_named(past: _Past, subject: Subject, net: _Net, after: Fields | None) -> str | None:
    """The hash of the version that a contribution is about; of a record of a pack, what it was."""
    kind, key = subject
    if kind in {"review", "spot_check"}:
        return _revision_hash(past.of("revision", (key[0], key[1])))
    if kind == "comparison":
        return None if after is None else str(after["compared_hash"])
    return str(net.before["hash"]) if kind == PACK_RECORD and net.before is not None else None


_PARTS: Final = {
    "judgment": _judgment,
    **dict.fromkeys((*_ENDS, "comment", "comparison", PACK_RECORD), _contribution),
}
"""What makes the parts of some kinds of records; of any other they are net edits."""


def _mark(mark: ReadMark) -> Part:
    key = (mark.person_id, mark.task_id, mark.checkpoint_id, mark.form)
    after = mark.model_dump(mode="json")
    return Part(kind=READ_MARK, key=key, by=mark.person_id, at=mark.read_at, after=after)


def _unblinding(row: log.LogRow) -> Part:
    entry = row.entry
    by = entry.actor_id or ""
    key = (str(entry.details["response"]), by)
    return Part(kind=UNBLINDING, key=key, by=by, at=entry.at, after={"command": entry.command})
