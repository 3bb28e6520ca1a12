"""Takes a submission into the project that its assignment came from, in one undoable step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from pydantic import JsonValue, TypeAdapter

from xpert_studio.core.errors import ExchangeRefusedError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Change,
    ChangeState,
    LogEntry,
    Person,
    Record,
    Response,
    content_hash,
)
from xpert_studio.core.records.assignments import (
    BLIND,
    FORMAT_VERSION,
    Assignment,
    FormName,
    Part,
    Scope,
)
from xpert_studio.core.store import Transaction, entities, log, responses, settings
from xpert_studio.core.store.earlier_names import present_fields, present_kind
from xpert_studio.core.workflow.assignments import edits as _edits  # noqa: F401
from xpert_studio.core.workflow.assignments import ratings as _ratings  # noqa: F401
from xpert_studio.core.workflow.assignments import reviews as _reviews  # noqa: F401
from xpert_studio.core.workflow.assignments.blind_records import BlindRecords
from xpert_studio.core.workflow.assignments.comparisons import COMPARISON, compared_under
from xpert_studio.core.workflow.assignments.content import (
    Files,
    SubmissionContent,
    in_present_names,
)
from xpert_studio.core.workflow.assignments.outbox import (
    REAPPLIED,
    WHOLE,
    Subject,
)
from xpert_studio.core.workflow.assignments.pack_records import (
    need_packs,
)
from xpert_studio.core.workflow.assignments.sending import (
    SENT,
    fits_log,
    need_deciding_lead,
    rated_hashes,
)
from xpert_studio.core.workflow.assignments.settling import settle_reviews
from xpert_studio.core.workflow.assignments.taking import (
    Choices,
    Field,
    Memory,
    Outcome,
    TakenPart,
    Taking,
    take_parts,
)
from xpert_studio.core.workflow.assignments.telling import counts, scopes, tasks_of, tell
from xpert_studio.core.workflow.command_context import CommandContext, UnitOfWork, person_of
from xpert_studio.core.workflow.commands import command

IMPORTED: Final = "submission.import"


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of a submission.

    Attributes:
        change: Empty where nothing had to be changed, and where it was only looked at.
        parts: What became of each part.
        moved: Tasks whose stage follows anew from what was taken.
        is_news: Whether something is changed, or decided.
    """

    change: Change
    parts: tuple[TakenPart, ...]
    moved: tuple[str, ...]
    is_news: bool

    def of(self, *outcomes: Outcome) -> tuple[TakenPart, ...]:
        """The parts of which this became."""
        return tuple(item for item in self.parts if item.outcome in outcomes)


def import_submission(
    ctx: CommandContext,
    content: SubmissionContent,
    choices: Choices | None = None,
    *,
    dry_run: bool = False,
) -> Imported:
    """What came of taking a submission in; see ``take_in``.

    Args:
        ctx: A lead of the project.
        content: The submission.
        choices: What was decided on conflicts.
        dry_run: Say what would become of it, and write nothing.
    """
    change = (take_in.tried if dry_run else take_in)(ctx, content, choices or {})
    parts, moved, is_noted = change.result
    return Imported(change, parts, moved, bool(change) or (bool(choices) and is_noted))


@command(IMPORTED, "Import submission", done="imported a submission")
def take_in(unit: UnitOfWork, content: SubmissionContent, choices: Choices) -> None:
    """Take a submission in, as far as it can be.

    What is in conflict or refused stays as it is here; the submission can be taken again to decide
    the rest. One that was taken before changes nothing.

    Args:
        unit: By a lead of the project.
        content: The submission.
        choices: What was decided on conflicts.

    Raises:
        ExchangeRefusedError: It does not belong here, or is not as it was signed.
        NotAllowedError: The person does not lead the project.
    """
    unit.result = _take(unit, content, choices)


def apply_parts(
    ctx: CommandContext, parts: tuple[Part, ...], attached: Files
) -> tuple[TakenPart, ...]:
    """Does again what a person did in a copy, in the file that it becomes.

    Args:
        ctx: The person.
        parts: What they did.
        attached: The files that the parts name.

    Raises:
        NotFoundError: The person is not in the project.
    """
    with ctx.unit_of_work(REAPPLIED) as unit:
        taking = Taking(
            unit, unit.person, memory=_memory(unit.tx, {}), files=attached, takes_any_text=True
        )
        taken, _ = _take_all(taking, [(content_hash(part), part) for part in parts])
        kept = filter(None, map(_applied, taken))
        unit.parameters = {"parts": [part.model_dump(mode="json") for part in kept]}
        unit.tell_no_stage()
        unit.scopes = tuple(scopes(unit))
    return taken


def keep_begun(ctx: CommandContext, records: Iterable[Record]) -> None:
    """Writes what a person had begun in a copy into the file that it becomes; it is not sent."""
    with ctx.unit_of_work(REAPPLIED) as unit:
        unit.put(*records)
        unit.parameters = {"parts": []}
        unit.scopes = tuple(scopes(unit))


def _applied(item: TakenPart) -> Part | None:
    """What of a part is new in the file; None where nothing is."""
    if item.outcome in {Outcome.APPLIED, Outcome.OUTDATED}:
        return item.part
    names = {conflict.name for conflict in item.conflicts}
    after = {k: v for k, v in (item.part.after or {}).items() if k not in names}
    if item.outcome is not Outcome.CONFLICT or WHOLE in names or not after:
        return None
    return item.part.model_copy(update={"after": after})


def _take_all(
    taking: Taking, parts: Sequence[tuple[str, Part]]
) -> tuple[tuple[TakenPart, ...], tuple[str, ...]]:
    """Takes parts in; gives what became of them, and the tasks that moved."""
    taken = take_parts(taking, parts)
    if taking.assignment is not None:  # of a copy, each review is settled as it is taken
        reviews = (part for _, part in parts if part.kind in _REVIEWS)
        settle_reviews(taking.unit, tasks_of(taking.tx, reviews))
    moved = {
        edit.key[0]
        for edit in taking.unit.edited
        if edit.kind == "task"
        and getattr(edit.before, "stage", None) != getattr(edit.after, "stage", None)
    }
    return tuple(taken), tuple(sorted(moved))


def _take(
    unit: UnitOfWork, content: SubmissionContent, choices: Choices
) -> tuple[tuple[TakenPart, ...], tuple[str, ...], bool]:
    """Takes the parts of a submission in.

    Returns:
        What became of them, the tasks that moved, and whether it says anything new of any field.
    """
    need_deciding_lead(unit.tx, unit.person.id)
    answered = _answered(unit.tx, content)
    sender = _sender(unit.tx, content)
    made_at = content.submission.made_at
    if made_at > unit.now + _AHEAD:
        raise ExchangeRefusedError(
            Message(
                "The submission says that it was made at {made_at:%Y-%m-%d %H:%M} UTC, which "
                "is still to come.",
                made_at=made_at,
            ),
            remedy="Have its sender set the clock of their computer, and submit again.",
        )
    names = _real_ids(unit.tx, answered.assignment)
    taking = Taking(
        unit,
        sender,
        answered.assignment,
        answered.seen,
        _memory(unit.tx, names),
        choices,
        files=content.files,
        takes_any_text=answered.assignment is None or answered.is_earlier,
    )
    sent = [in_present_names(part) for part in content.parts]
    hashes = [content_hash(part) for part in sent]
    parts = [_not_after(_with_real_ids(part, names), made_at) for part in sent]
    need_packs(sent)
    taken, moved = _take_all(taking, list(zip(hashes, parts, strict=True)))
    known = [
        (hashed, item.outcome.value)
        for hashed, item in zip(hashes, taken, strict=True)
        if item.outcome in {Outcome.APPLIED, Outcome.KNOWN} and item.is_whole
    ]
    new = Counter(hashed for hashed, _ in known) - taking.memory.parts
    is_news = bool(new) or not taking.decided <= taking.memory.decided
    unit.parameters = {
        "submission": content.submission.model_dump(mode="json"),
        "parts": [part.model_dump(mode="json") for part in content.parts],
        "taken": [list(item) for item in known],
        "decided": [
            [kind, list(key), name, hashed] for (kind, key, name), hashed in sorted(taking.decided)
        ],
    }
    if unit.edited:
        tell(unit, content, taken)
    elif is_news:  # a decision for what is here, or what was here already
        told = counts(content, taken)
        entry = LogEntry(at=unit.now, command=IMPORTED, actor_id=unit.person.id, details=told)
        log.add_entry(unit.tx, entry, parameters=unit.parameters)
    return taken, moved, is_news


_AHEAD: Final = timedelta(minutes=15)
_MOMENTS: Final = frozenset(
    {"judged_at", "adjudicated_at", "compared_at", "ended_at", "resolved_at", "submitted_at",
     "frozen_at", "read_at"}
)  # fmt: skip
"""Fields that say which of two versions is the later; others are part of what is said."""
_MOMENT: Final = TypeAdapter(datetime)


def _not_after(part: Part, made_at: datetime) -> Part:
    """A part with no moment after the submission: of two versions the later one counts."""
    after = part.after and _bounded(part.after, made_at)
    return part.model_copy(update={"after": after, "at": min(part.at, made_at)})


def _bounded(fields: dict[str, JsonValue], made_at: datetime) -> dict[str, JsonValue]:
    found: dict[str, JsonValue] = {}
    for name, value in fields.items():
        found[name] = value
        if isinstance(value, list):
            found[name] = [_bounded(v, made_at) if isinstance(v, dict) else v for v in value]
        elif name in _MOMENTS and value is not None:
            with suppress(ValueError, TypeError):  # it is refused where the part is read
                if _MOMENT.validate_python(value) > made_at:
                    found[name] = made_at.isoformat()
    return found


def _memory(tx: Transaction, names: dict[str, str]) -> Memory:
    """What came in by imports that stand; what was found to be here, as long as none was undone.

    Args:
        tx: The project.
        names: The ids of responses by those that the sender knows.
    """
    states, turned = log.states(tx), log.turned(tx)
    standing, last_undone = [], 0
    for row in log.rows_of(tx, [IMPORTED]):
        if states.get(row.entry.id or "") in {None, ChangeState.DONE}:
            standing.append(row)
        else:
            last_undone = max(last_undone, turned.get(row.entry.id or "", row.sequence))
    parts: Counter[str] = Counter()
    decided: set[tuple[Field, str]] = set()
    taken_back: dict[tuple[str, Subject], datetime] = {}
    for row in standing:
        kept = {Outcome.APPLIED} if row.sequence < last_undone else {Outcome.APPLIED, Outcome.KNOWN}
        told, hashes = row.parameters, _present_hashes(row.parameters)
        parts |= Counter(
            hashes.get(hashed, hashed) for hashed, outcome in told["taken"] if outcome in kept
        )
        decided |= {(_field(kind, key, name), h) for kind, key, name, h in told["decided"]}
        for item in told["parts"]:
            if _takes_back(item):
                part = _with_real_ids(Part.model_validate(item, strict=False), names)
                whose = part.by, part.subject
                taken_back[whose] = max(part.at, taken_back.get(whose, part.at))
    return Memory(parts, frozenset(decided), taken_back)


def _takes_back(item: dict[str, Any]) -> bool:
    """Whether a part withdraws a comparison or a comment, or reopens one."""
    if item["after"] is None:
        return item["kind"] in {COMPARISON, "comment"}
    is_settled = "resolved_at" in (item.get("replaced") or {})
    return is_settled and item["after"].get("resolved_at", "") is None


def _present_hashes(told: dict[str, Any]) -> dict[str, str]:
    """Of an import of format 2: the hash of each part by the hash that it had with its names."""
    if told["submission"]["format_version"] >= FORMAT_VERSION:
        return {}
    parts = [Part.model_validate(part, strict=False) for part in told["parts"]]
    named = [(part, in_present_names(part)) for part in parts]
    return {content_hash(old): content_hash(new) for old, new in named if old != new}


def _field(kind: str, key: Iterable[str], name: str) -> Field:
    kind = present_kind(kind)
    (present,) = present_fields(kind, {name: None})
    return kind, tuple(key), present


_REVIEWS: Final = frozenset({"review", "comment"})


@dataclass(frozen=True, slots=True)
class _Answered:
    """The assignment that a submission answers; None where it is a copy's outbox.

    Attributes:
        seen: Each hash that a rating may name, with ours.
        is_earlier: It was a packet of an earlier version.
    """

    assignment: Assignment | None
    seen: dict[str, str] = field(default_factory=dict)
    is_earlier: bool = False


def _answered(tx: Transaction, content: SubmissionContent) -> _Answered:
    submission = content.submission
    if submission.project_id != settings.project_id(tx):
        raise ExchangeRefusedError(
            Message(
                "The submission is for another project than {project_info}.",
                project_info=settings.project_info(tx).name,
            ),
            remedy="Import it into the project that the assignment came from.",
        )
    if submission.assignment_id is None:
        secret = settings.blind_secret(tx)
        if secret is not None:  # without, no copy was made here that could know it
            _check_signature(content, secret)
        return _Answered(None)
    sent = log.find_entry(tx, submission.assignment_id)
    if sent is None or sent.entry.command != SENT:
        raise ExchangeRefusedError(
            Message(
                "The submission answers the assignment {assignment_id}, which was not sent "
                "from this copy of the project.",
                assignment_id=submission.assignment_id,
            ),
            remedy="Import it where that assignment was made.",
        )
    assignment = Assignment.model_validate(sent.parameters["assignment"], strict=False)
    _check_signature(content, assignment.key)
    if submission.made_by != assignment.person_id:
        raise ExchangeRefusedError(
            Message(
                "The assignment was for {person_id}; this submission is by {made_by}.",
                person_id=assignment.person_id,
                made_by=submission.made_by,
            ),
            remedy="Have the person submit it whom the assignment was for.",
        )
    if submission.witness is not None and not fits_log(tx, assignment.id, submission.witness):
        raise ExchangeRefusedError(
            "The history of this project is not the one that the assignment was made with.",
            remedy="Run 'xpert-studio history --verify', and go back to a backup from before.",
        )
    return _of_all_like(tx, assignment)


def _check_signature(content: SubmissionContent, key: str) -> None:
    if content.signature(key) != content.submission.signature:
        raise ExchangeRefusedError(
            "The submission is not as it was signed: it was changed on its way.",
            remedy="Ask its sender to submit again.",
        )


def _of_all_like(tx: Transaction, assignment: Assignment) -> _Answered:
    """An assignment with all that its person was sent for the same purpose."""
    task_ids, response_ids, forms = dict[str, None](), dict[str, None](), dict[FormName, None]()
    seen: dict[str, str] = {}
    knows_all = True
    for row in log.rows_of(tx, [SENT]):
        other = Assignment.model_validate(row.parameters["assignment"], strict=False)
        if (other.person_id, other.purpose) != (assignment.person_id, assignment.purpose):
            continue
        task_ids |= dict.fromkeys(other.scope.task_ids)
        response_ids |= dict.fromkeys(other.scope.response_ids)
        forms |= dict.fromkeys(other.scope.forms)
        told = row.parameters.get("seen")
        knows_all = knows_all and told is not None
        seen |= told or {}
    scope = Scope(task_ids=tuple(task_ids), response_ids=tuple(response_ids), forms=tuple(forms))
    if not knows_all:  # a packet of an earlier version: what was sent was not written down
        blind = BlindRecords(settings.blind_secret(tx) or "", assignment.person_id)
        there = [id_ for id_ in response_ids if entities.find(tx, Response, id_) is not None]
        seen |= {theirs: ours for ours, theirs in rated_hashes(tx, there, blind).items()}
    return _Answered(assignment.model_copy(update={"scope": scope}), seen, not knows_all)


def _sender(tx: Transaction, content: SubmissionContent) -> Person:
    made_by = content.submission.made_by
    if entities.find(tx, Person, made_by) is None:
        raise ExchangeRefusedError(
            Message("The submission is by {made_by}, who is not in this project.", made_by=made_by),
            remedy="Ask the person who gave it to you where it comes from.",
        )
    return person_of(tx, made_by)


def _real_ids(tx: Transaction, assignment: Assignment | None) -> dict[str, str]:
    """The ids of responses by those that the sender knows."""
    if assignment is None or assignment.purpose not in BLIND:
        return {}
    blind = BlindRecords(settings.blind_secret(tx) or "", assignment.person_id)
    return {blind.response_id(item.id): item.id for item in responses.outlines(tx)}


def _with_real_ids(part: Part, names: dict[str, str]) -> Part:
    if not names:
        return part
    if part.kind == COMPARISON:
        return compared_under(part, names)
    after = part.after and {
        name: names.get(value, value) if name == "response_id" and isinstance(value, str) else value
        for name, value in part.after.items()
    }
    if part.kind == "read_mark" and after and "form" in after:
        response_id, _, expert_id = str(after["form"]).partition("/")
        after["form"] = f"{names.get(response_id, response_id)}/{expert_id}"
    key = tuple("/".join(names.get(p, p) for p in item.split("/")) for item in part.key)
    return part.model_copy(update={"key": key, "after": after})
