"""Copies of a project: one file decides, and each copy is a position in its log with an outbox.

A copy catches up from the file of the authority: the outbox is set aside, the copy becomes what
that file is, and the outbox is applied again, part by part. The authority takes the outbox of a
copy in like any submission. It can be handed over; of two files that both claim it, the hashes of
their logs tell where they parted, and one becomes a copy of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Final

from xpert_studio.core.atomic_files import as_not_written, delete, unfinished_path
from xpert_studio.core.errors import (
    ConflictError,
    ExchangeRefusedError,
    NotAllowedError,
    NotFoundError,
    StageError,
    UsageError,
)
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Draft, LogEntry, OpenForm, Person, ReadMark, Response
from xpert_studio.core.records.assignments import Part, Submission
from xpert_studio.core.store import (
    ProjectFile,
    Transaction,
    backups,
    certificates,
    entities,
    log,
    log_chain,
    log_steps,
    pack_records,
    responses,
    runs,
    settings,
    tasks,
    verify,
)
from xpert_studio.core.store.mapping import metadata
from xpert_studio.core.store.placing import place_new
from xpert_studio.core.workflow.assignments.blind_records import blind_records_for
from xpert_studio.core.workflow.assignments.content import Files, SubmissionContent
from xpert_studio.core.workflow.assignments.importing import apply_parts, keep_begun
from xpert_studio.core.workflow.assignments.outbox import parts_since
from xpert_studio.core.workflow.assignments.sending import need_deciding_lead, need_lead
from xpert_studio.core.workflow.assignments.submitting import (
    files_of_parts,
    note_submission,
    signed,
)
from xpert_studio.core.workflow.assignments.taking import Outcome, TakenPart
from xpert_studio.core.workflow.command_context import CommandContext, fresh_id
from xpert_studio.core.workflow.unblinding import need_results

_CHOOSE: Final = Message("Choose a newer file of the project that decides.")


def create_copy(ctx: CommandContext, path: Path) -> None:
    """Writes a copy of the project for another place.

    Args:
        ctx: A lead.
        path: Where to; nothing may be there.

    Raises:
        NotAllowedError: Not a lead, or this file is a copy itself.
        DamagedProjectError: A row is not as it was written.
        UsageError: A file is there.
        XpertError: The disk is full or failing.
    """
    with (
        as_not_written(path),
        _cloned(ctx, path, "copy.create") as (made, _, head),
        made.writing() as tx,
    ):
        _become_copy(tx, head)


def hand_over(ctx: CommandContext, path: Path) -> None:
    """Writes a file that decides from now on; this one becomes its copy.

    Raises:
        NotAllowedError: Not a lead, or this file is a copy itself.
        DamagedProjectError: A row is not as it was written.
        UsageError: A file is there.
        XpertError: The disk is full or failing.
    """
    with as_not_written(path), _cloned(ctx, path, "authority.hand_over") as (_, tx, head):
        _become_copy(tx, head)


def need_authority(tx: Transaction, person_id: str) -> None:
    """The person leads the project, and this file decides.

    Raises:
        NotAllowedError: They do not, or still judge, or it is a copy.
    """
    need_deciding_lead(tx, person_id)
    need_results(tx, person_id)  # a copy shows all that there is


@contextmanager
def _cloned(
    ctx: CommandContext, path: Path, command: str
) -> Iterator[tuple[ProjectFile, Transaction, log_chain.LogHead]]:
    """A clone of the project, with the row of the log with which both go on.

    The clone gets its name when the block ends well, and the row counts here only after that: a
    crash leaves two files that decide, which ``catch_up`` mends, but never none.

    Returns:
        The clone, the step in which this file gets the row, and that row.
    """
    if path.exists():
        raise UsageError(
            Message("{path} is there already.", path=path.name), remedy="Choose another name."
        )
    with ctx.project.writing() as tx:
        need_authority(tx, ctx.person_id)
        verify(tx, metadata.sorted_tables)
        blind_records_for(tx, ctx.person_id)  # its secret signs what copies send
        settings.put_project_id(tx, settings.project_id(tx))
    unfinished = unfinished_path(path)
    backups.clone(ctx.project.path, unfinished)
    told = LogEntry(at=ctx.clock(), command=command, actor_id=ctx.person_id)
    try:
        with ctx.project.writing() as tx:
            with ProjectFile.open(unfinished) as made:
                with made.writing() as there:
                    log.add_entry(there, told)
                    head = log_chain.head_of(there)
                log.add_entry(tx, told)
                if log_chain.head_of(tx) != head:
                    raise ConflictError(
                        "Somebody changed the project at the same moment.", remedy="Try again."
                    )
                yield made, tx, head
            place_new(unfinished, path)
    except BaseException:
        delete(path)  # two files would decide
        raise
    finally:
        delete(unfinished)


def _become_copy(tx: Transaction, head: log_chain.LogHead) -> None:
    marks = len(entities.find_all(tx, ReadMark))
    settings.put_copy_of(tx, settings.CopyOf(head.length, head.hash, marks))


@contextmanager
def send_outbox(ctx: CommandContext, *, message: str = "") -> Iterator[SubmissionContent]:
    """What was done in a copy since it was the same as the authority; see ``send_submission``.

    Args:
        ctx: A lead, in a copy.
        message: What there is to say.

    Raises:
        NotAllowedError: Not a lead, or the file is no copy.
        StageError: Nothing was done.
    """
    with ctx.project.writing() as tx:
        need_lead(tx, ctx.person_id)
        copy = settings.copy_of(tx)
        if copy is None:
            raise NotAllowedError("This file is no copy: what is done here counts already.")
        parts = tuple(parts_since(tx, copy.sequence, None, copy.marks))
        if not parts:
            raise StageError("Nothing was done in this copy that its project does not have.")
        told = Submission(
            id=f"sb-{ctx.new_id()}",
            project_id=settings.project_id(tx),
            made_by=ctx.person_id,
            made_at=ctx.clock(),
            message=message.strip() or None,
        )
        content = SubmissionContent(told, parts, files_of_parts(tx, parts))
        content = signed(content, blind_records_for(tx, ctx.person_id).secret)
        yield content
        note_submission(tx, content)


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """What came of bringing a copy up to date.

    Attributes:
        former: Where the copy as it was is kept.
        parts: What became of each part of its outbox.
        left: What the copy no longer has since no outbox holds it, counted by kind: runs,
            certificates, tasks, responses and records of packs of an imported bundle, and drafts
            of forms that the project has another version of. It is in ``former``.
    """

    former: Path
    parts: tuple[TakenPart, ...]
    left: Mapping[str, int] = field(default_factory=dict)

    @property
    def not_applied(self) -> tuple[TakenPart, ...]:
        """Parts that the copy no longer has, or not whole, or that do not count.

        The project has another version of them, refuses them, or lacks what they refer to.
        """
        missing = {Outcome.CONFLICT, Outcome.REFUSED, Outcome.OUTDATED}
        return tuple(item for item in self.parts if item.outcome in missing or not item.is_whole)


def catch_up(
    copy: Path,
    authority: Path,
    *,
    clock: Callable[[], datetime],
    new_id: Callable[[], str] = fresh_id,
) -> CaughtUp:
    """Brings a copy up to the file of the authority, and applies its outbox again.

    A file that claims to decide itself becomes a copy, from where the two parted.

    Args:
        copy: The copy; not open.
        authority: A newer file of the project.
        clock: The time now.
        new_id: Makes ids that nothing else has.

    Raises:
        ExchangeRefusedError: The two are not of one project, or of one history, or the second one
            does not decide.
    """
    copy = copy.resolve()
    if authority.exists() and copy.samefile(authority):
        raise ExchangeRefusedError(
            Message("{copy} and the newer file are the same file.", copy=copy.name), remedy=_CHOOSE
        )
    with ProjectFile.open(copy, read_only=True) as mine:
        with ProjectFile.open(authority, read_only=True) as theirs:
            _need_deciding(theirs)
            position = _common(mine, theirs)
            changed = _forms_changed(theirs, position.sequence)
        with mine.reading() as tx:
            parts = parts_since(tx, position.sequence, None, position.marks)
            attached = files_of_parts(tx, parts)
            made = unfinished_path(copy)
            try:
                backups.clone(authority, made)
                taken = tuple(_reapplied(made, parts, attached, clock, new_id))
                _carry_over(tx, made, changed, clock, new_id)
                left = _left(tx, made, taken)
            except BaseException:
                delete(made)
                raise
    try:
        return CaughtUp(backups.replace_with(copy, made, "update"), taken, left)
    finally:
        delete(made)


def _need_deciding(authority: ProjectFile) -> None:
    with authority.reading() as tx:
        if settings.copy_of(tx) is not None:
            raise ExchangeRefusedError(
                Message("{path} is a copy itself, and does not decide.", path=authority.path.name),
                remedy=_CHOOSE,
            )


def _left(mine: Transaction, made: Path, taken: Iterable[TakenPart]) -> dict[str, int]:
    """What a copy had and the file made of it has not, apart from parts of its outbox."""
    told = {item.part.subject for item in taken}
    with ProjectFile.open(made, read_only=True) as project, project.reading() as theirs:
        before = {name: ids_of(mine) for name, ids_of in _LEFT.items()}
        after = {name: ids_of(theirs) for name, ids_of in _LEFT.items()}
    counts = {
        name: sum((name, key) not in told for key in before[name] - after[name]) for name in _LEFT
    }
    return {name: count for name, count in counts.items() if count}


def _forms_changed(project: ProjectFile, sequence: int) -> set[tuple[str, ...]]:
    """The keys of forms that were opened or submitted in a file after a row of its log."""
    with project.reading() as tx:
        touched = log_steps.touched_since(tx, sequence)
        return {key for kind, key in touched if kind == "open_form"}


def _open_forms(tx: Transaction) -> list[OpenForm]:
    """What no outbox holds since it is not ended."""
    return [form for form in entities.find_all(tx, OpenForm) if form.submitted_at is None]


def _drafts_of(tx: Transaction, form: OpenForm) -> list[Draft]:
    return entities.find_all(tx, Draft, response_id=form.response_id, expert_id=form.expert_id)


def _carry_over(
    mine: Transaction,
    path: Path,
    changed: Collection[tuple[str, ...]],
    clock: Callable[[], datetime],
    new_id: Callable[[], str],
) -> None:
    """Writes into a file what was begun in the copy that it becomes.

    Args:
        mine: The copy.
        path: The file.
        changed: The keys of forms that were opened or submitted in the project since.
        clock: The time now.
        new_id: Makes ids that nothing else has.
    """
    with ProjectFile.open(path) as project:
        for form in _open_forms(mine):
            is_changed = (form.response_id, form.expert_id) in changed
            with project.reading() as tx:
                records = _carried(tx, form, _drafts_of(mine, form), is_changed=is_changed)
            if records:
                keep_begun(CommandContext(project, form.expert_id, clock, new_id), records)


def _carried(
    tx: Transaction, form: OpenForm, drafts: list[Draft], *, is_changed: bool
) -> list[OpenForm | Draft]:
    """What a file is to hold of an open form: where both have it, what was written last."""
    response = entities.find(tx, Response, form.response_id)
    if response is None or entities.find(tx, Person, form.expert_id) is None:
        return []
    here = entities.find(tx, OpenForm, form.response_id, form.expert_id)
    submitted = here.submitted_at if here and is_changed else None
    if submitted is not None and all(draft.judged_at <= submitted for draft in drafts):
        return []
    written = {draft.checkpoint_id: draft.judged_at for draft in _drafts_of(tx, form)}
    there = {point.id for point in tasks.rubric_of(tx, response.task_id)}
    newer = (
        draft
        for draft in drafts
        if draft.checkpoint_id not in written or written[draft.checkpoint_id] < draft.judged_at
    )
    return [form, *(draft for draft in newer if draft.checkpoint_id in there)]


_LEFT: Final[dict[str, Callable[[Transaction], set[tuple[str, ...]]]]] = {
    "task": lambda tx: {(item.id,) for item in tasks.outlines(tx)},
    "response": lambda tx: {(item.id,) for item in responses.outlines(tx)},
    "run": lambda tx: {(item.id,) for item in runs.all_runs(tx)},
    "certificate": lambda tx: {(item.id,) for item in certificates.all_certificates(tx)},
    "pack_record": pack_records.all_keys,
    "decision": lambda tx: {
        entities.entity_of(item).key_of(item)
        for form in _open_forms(tx)
        for item in _drafts_of(tx, form)
    },
}


def _common(mine: ProjectFile, theirs: ProjectFile) -> settings.CopyOf:
    """The last row that two files have in common.

    Raises:
        ExchangeRefusedError: They are not of one project, or of one history.
    """
    with mine.reading() as here, theirs.reading() as there:
        if settings.project_id(here) != settings.project_id(there):
            raise ExchangeRefusedError(
                Message("{path} is of another project.", path=theirs.path.name),
                remedy="Choose the file of the project that the copy was made of.",
            )
        copy = settings.copy_of(here)
        low, high = 0, min(log.newest(here), log.newest(there))
        if copy is not None:
            if log.hash_at(there, copy.sequence) != copy.hash:
                raise ExchangeRefusedError(
                    Message(
                        "{path} does not continue the history of this copy.",
                        path=theirs.path.name,
                    ),
                    remedy="Run 'xpert-studio history --verify' on both.",
                )
            return copy
        while low < high:
            middle = (low + high + 1) // 2
            if log.hash_at(here, middle) == log.hash_at(there, middle):
                low = middle
            else:
                high = middle - 1
        if not low:
            raise ExchangeRefusedError(
                Message("{path} has another history.", path=theirs.path.name),
                remedy="Choose the file of the project that the copy was made of.",
            )
        parted = log.moment_at(here, low)
        marks = entities.find_all(here, ReadMark)
        there_then = sum(parted is not None and mark.read_at <= parted for mark in marks)
        return settings.CopyOf(low, log.hash_at(here, low), marks=there_then)


def _reapplied(
    path: Path,
    parts: list[Part],
    attached: Files,
    clock: Callable[[], datetime],
    new_id: Callable[[], str],
) -> list[TakenPart]:
    """Applies the parts of an outbox to a file, under the name of the person who did each."""
    with ProjectFile.open(path) as project:
        with project.writing() as tx:
            _become_copy(tx, log_chain.head_of(tx))
        return [
            item
            for person_id, own in groupby(parts, attrgetter("by"))
            for item in _of_person(CommandContext(project, person_id, clock, new_id), own, attached)
        ]


def _of_person(
    ctx: CommandContext, parts: Iterable[Part], attached: Files
) -> tuple[TakenPart, ...]:
    own = tuple(parts)
    try:
        return apply_parts(ctx, own, attached)
    except NotFoundError as error:  # another person's part adds them
        return tuple(TakenPart(part, Outcome.REFUSED, error) for part in own)
