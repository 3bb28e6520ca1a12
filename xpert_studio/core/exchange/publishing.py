"""What a public bundle removes or pseudonymizes, and the secret behind the pseudonyms.

Of a record the fields are public that the record itself names so, and nothing else.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, get_args

from pydantic.fields import FieldInfo

from xpert_studio.core.exchange.bundle_format import HOUSE
from xpert_studio.core.exchange.pack_rows import public_content
from xpert_studio.core.exchange.provenance import KNOWN as ORIGINS
from xpert_studio.core.exchange.provenance import published_origins
from xpert_studio.core.instruments import is_absent, is_by_program
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    AnyRecord,
    Checkpoint,
    Comment,
    Comparison,
    Judge,
    Judgment,
    PackRecord,
    Panel,
    Person,
    RaterKind,
    Record,
    RubricRevision,
    System,
    Task,
    Verdict,
)
from xpert_studio.core.records.record_kinds import reading_of
from xpert_studio.core.store import ProjectFile, Transaction, entities, settings, tasks


@dataclass(frozen=True, slots=True)
class Publisher:
    """Decides what of each record goes into a bundle.

    Attributes:
        public: Whether people and private notes are removed.
        secret: Keys the pseudonyms; without it nobody can look them up, and no export holds it.
        held_out: Ids of held-out tasks.
        without_reference_answers, without_rubrics: What held-out tasks go without. With the
            reference answers go the checkpoints that a program decides: they hold the key of a
            choice, or what a check expects.
        held_out_responses: Tasks of the responses to held-out tasks, by the response's id: what
            was judged by a checkpoint that is left out is left out too.
        answers: Task and id of the checkpoints that are left out with the reference answers.
        holds_response: Whether a response is exported; a judge's anchors name no other.
        excluded_experts: What they decided, compared or wrote of responses counts in no figure, and
            is in nothing that is published.
    """

    public: bool
    secret: str
    held_out: frozenset[str] = frozenset()
    without_reference_answers: bool = False
    without_rubrics: bool = False
    held_out_responses: Mapping[str, str] = field(default_factory=dict)
    answers: frozenset[tuple[str, str]] = frozenset()
    holds_response: Callable[[str], bool] = lambda _: True
    excluded_experts: frozenset[str] = frozenset()
    _pseudonyms: dict[str, str] = field(default_factory=dict, init=False, compare=False, repr=False)

    def published(self, record: AnyRecord) -> AnyRecord | None:
        """The record as it goes out, or None where it stays in."""
        if not (self.public or self.without_reference_answers or self.without_rubrics):
            return record
        if self._stays(record):
            return None
        changes: dict[str, Any] = {}
        if self._goes_without_reference(record):
            changes["reference_answer"] = None
            changes["extra"] = self._without_reference(record)
        if isinstance(record, Checkpoint) and self.without_reference_answers:
            changes["source"] = None  # it may be a sentence of the reference answer
        if isinstance(record, RubricRevision) and self.answers:
            changes["checkpoints"] = tuple(
                point
                for point in record.checkpoints
                if not self._is_answer(record.task_id, point.id)
            )
        if isinstance(record, PackRecord) and self.public:
            content = public_content(record, self.pseudonym)
            return None if content is None else record.model_copy(update=content)
        if self.public:
            changes |= self._public(record)
        return record.model_copy(update=changes) if changes else record

    def _goes_without_reference(self, record: Record) -> bool:
        return (
            isinstance(record, Task)
            and self.without_reference_answers
            and record.id in self.held_out
        )

    def _without_reference(self, record: Record) -> dict[str, Any]:
        """Unknown keys of a task; of what it was elsewhere, all but the reference answers."""
        unknown: dict[str, Any] = getattr(record, "extra", {})
        kept = {key: value for key, value in unknown.items() if key not in ORIGINS}
        return kept | published_origins(record, without_references=True)

    def _stays(self, record: Record) -> bool:
        if isinstance(record, Person | System):
            return self.public
        if isinstance(record, HOUSE):
            comments_on = record.checkpoint_id if isinstance(record, Comment) else None
            return (
                self.public
                or (self.without_rubrics and record.task_id in self.held_out)
                or self._is_answer(record.task_id, comments_on)
            )
        if isinstance(record, Checkpoint):
            return self._lacks(record.task_id, record.id)
        if self.public and self.excluded_experts and _said_by(record) in self.excluded_experts:
            return True
        if isinstance(record, Judgment | Verdict):
            task_id = self.held_out_responses.get(record.response_id)
            return task_id is not None and self._lacks(task_id, record.checkpoint_id)
        if isinstance(record, PackRecord):  # nobody knows whether it holds what is left out
            task_id = record.task_id or self.held_out_responses.get(record.response_id or "")
            lacks = self.without_rubrics or self.without_reference_answers
            return lacks and task_id in self.held_out
        if isinstance(record, Comparison) and record.checkpoint_id:
            return self._lacks(record.task_id, record.checkpoint_id)
        return False

    def _lacks(self, task_id: str, checkpoint_id: str) -> bool:
        """Whether a checkpoint is left out, with its task's rubric or reference answer."""
        is_left_out = self.without_rubrics and task_id in self.held_out
        return is_left_out or self._is_answer(task_id, checkpoint_id)

    def _is_answer(self, task_id: str, checkpoint_id: str | None) -> bool:
        return (task_id, checkpoint_id) in self.answers

    def _public(self, record: Record) -> dict[str, Any]:
        changes = public_changes(record, self.pseudonym)
        if record.__dict__.get("extra"):
            # Nobody here knows what it holds, but for what was read from the files of others.
            changes["extra"] = published_origins(
                record, without_references=self._goes_without_reference(record)
            )
        if isinstance(record, Comparison) and record.rater is RaterKind.JUDGE:
            del changes["rater_id"]
        if isinstance(record, Judge):
            given = record.parameters.items()
            changes["parameters"] = {k: v for k, v in given if k in PUBLIC_PARAMETERS}
            changes["anchors"] = tuple(name for name in record.anchors if self.holds_response(name))
        return changes

    def pseudonym(self, person_id: str) -> str:
        """A stable name for a person that does not give them away."""
        known = self._pseudonyms.get(person_id)
        if known is None:
            digest = hmac.new(self.secret.encode(), person_id.encode(), hashlib.sha256).hexdigest()
            known = self._pseudonyms[person_id] = f"person-{digest[:12]}"
        return known


def _said_by(record: Record) -> str | None:
    """The id of the expert whose word a record is; None where it is nobody's."""
    if isinstance(record, PackRecord):
        return reading_of(record).author
    if isinstance(record, Comparison):
        return record.rater_id if record.rater is RaterKind.EXPERT else None
    found: str | None = getattr(record, "expert_id", None)
    return found


def answers_of(tx: Transaction, task_ids: frozenset[str]) -> frozenset[tuple[str, str]]:
    """Checkpoints of tasks that a program decides, now or in a revision.

    Of one that nothing installed can read nobody knows whether its settings hold the answer.
    """
    rubrics = [tasks.rubric_of(tx, task_id) for task_id in task_ids]
    rubrics += [
        revision.checkpoints
        for revision in entities.find_all(tx, RubricRevision)
        if revision.task_id in task_ids
    ]
    return frozenset(
        (point.task_id, point.id)
        for rubric in rubrics
        for point in rubric
        if is_by_program(point) or is_absent(point)
    )


NOT_KEPT: Final = Message(
    "The project is open for reading only, so the secret behind the pseudonyms "
    "could not be kept: the next public bundle will give other pseudonyms to the "
    "same people."
)


def pseudonym_secret(project: ProjectFile) -> tuple[str, bool]:
    """What keys the pseudonyms, made once and never in any export; and whether it is kept.

    A project that is open for reading only cannot keep one, so its pseudonyms differ each time.
    """
    with project.reading() as tx:
        known = settings.pseudonym_secret(tx)
    if known is not None:
        return known, True
    made = secrets.token_hex(32)
    if project.read_only:
        return made, False
    with project.writing() as tx:  # where another person may have been first
        known = settings.pseudonym_secret(tx)
        if known is None:
            settings.put_pseudonym_secret(tx, made)
    return known or made, True


def passing_secret(project: ProjectFile) -> str:
    """What keys the pseudonyms of a preview: the project's own, or one that nobody keeps."""
    with project.reading() as tx:
        return settings.pseudonym_secret(tx) or secrets.token_hex(32)


Pseudonym = Callable[[str], str]

PUBLIC_PARAMETERS: Final = frozenset(
    {
        "temperature",
        "top_p",
        "seed",
        "max_output_tokens",
        "reasoning_effort",
        "weights",
        "source",
        "gold_judgments",
        "rubrics",
        *Panel.PUBLIC,
    }
)
"""Parameters of a judge that go out; others may hold an address, a key or a remark."""


def public_changes(record: Record, pseudonym: Pseudonym) -> dict[str, Any]:
    """What differs in the public form of a record, by field.

    Args:
        record: Any record of which a bundle may hold some.
        pseudonym: The name that stands for a person's.
    """
    fields = record.__dict__  # asking a record for what it has not takes long
    plan = _plan(type(record))
    changes = {
        name: default for name, default in plan["withheld"].items() if fields[name] != default
    }
    for name in record.PEOPLE:
        if value := fields[name]:
            changes[name] = (
                pseudonym(value) if isinstance(value, str) else tuple(map(pseudonym, value))
            )
    for name in plan["nested"]:
        if value := fields[name]:
            changes[name] = _public_value(value, pseudonym)
    return changes


def _public_value(
    value: Record | tuple[Record, ...], pseudonym: Pseudonym
) -> Record | tuple[Record, ...]:
    if isinstance(value, tuple):
        return tuple(_public_record(item, pseudonym) for item in value)
    return _public_record(value, pseudonym)


def _public_record(record: Record, pseudonym: Pseudonym) -> Record:
    changes = public_changes(record, pseudonym)
    return record.model_copy(update=changes) if changes else record


@cache
def _plan(kind: type[Record]) -> dict[str, Any]:
    """The fields that stay in, each with what stands in its place, and those that hold records."""
    public = set(kind.PUBLIC)
    return {
        "withheld": {
            name: field.get_default(call_default_factory=True)
            for name, field in kind.model_fields.items()
            if name not in public and name not in kind.PEOPLE
        },
        "nested": [
            name
            for name, field in kind.model_fields.items()
            if name in public and any(records_within(field))
        ],
    }


def records_within(field: FieldInfo) -> Iterator[type[Record]]:
    """The kinds of records that a field may hold."""
    left = [field.annotation]
    while left:
        kind = left.pop()
        if isinstance(kind, type) and not get_args(kind) and issubclass(kind, Record):
            yield kind
        left += get_args(kind)
