"""Copies of a project: one file decides, and each copy is a position in its log with an outbox.

A copy catches up from the file of the authority: the outbox is set aside, the copy becomes what
that file is, and the outbox is applied again, part by part. The authority takes the outbox of a
copy in like any submission. It can be handed over; of two files that both claim it, the hashes of
their logs tell where they parted, and one becomes a copy of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from xpert_studio.errors import ExchangeRefusedError, NotAllowedError, StageError
from xpert_studio.records import LogEntry
from xpert_studio.records.assignments import Part, Submission
from xpert_studio.store import (
    ProjectFile,
    Transaction,
    backups,
    log,
    log_chain,
    settings,
    verify,
)
from xpert_studio.store.log_chain import LogHead
from xpert_studio.store.mapping import metadata
from xpert_studio.store.settings import CopyOf
from xpert_studio.whole_files import delete, unfinished_path
from xpert_studio.workflow.assignments.blind_records import blind_records_for
from xpert_studio.workflow.assignments.content import SubmissionContent
from xpert_studio.workflow.assignments.importing import apply_parts
from xpert_studio.workflow.assignments.outbox import parts_since
from xpert_studio.workflow.assignments.sending import (
    files_of_parts,
    need_lead,
    note_submission,
    signed,
)
from xpert_studio.workflow.assignments.taking import Outcome, TakenPart
from xpert_studio.workflow.blinding import need_results
from xpert_studio.workflow.desk import Desk, fresh_id


def create_copy(desk: Desk, path: Path) -> None:
    """Writes a copy of the project for another place.

    Args:
        desk: A lead.
        path: Where to; nothing may be there.

    Raises:
        NotAllowedError: Not a lead, or this file is a copy itself.
        DamagedProjectError: A row is not as it was written.
        FileExistsError: A file is there.
    """
    _tell(desk, path, "copy.create")
    backups.clone(desk.project.path, path)
    with ProjectFile.open(path) as made, made.writing() as tx:
        _become_copy(tx, log_chain.head_of(tx))


def hand_over(desk: Desk, path: Path) -> None:
    """Writes a file that decides from now on; this one becomes its copy.

    Raises:
        NotAllowedError: Not a lead, or this file is a copy itself.
        DamagedProjectError: A row is not as it was written.
        FileExistsError: A file is there.
    """
    _tell(desk, path, "authority.hand_over")
    backups.clone(desk.project.path, path)
    with desk.project.writing() as tx:
        _become_copy(tx, log_chain.head_of(tx))


def need_authority(tx: Transaction, person_id: str) -> None:
    """The person leads the project, and this file decides.

    Raises:
        NotAllowedError: They do not, or still judge, or it is a copy.
    """
    need_lead(tx, person_id)
    need_results(tx, person_id)  # a copy shows all that there is
    if settings.copy_of(tx) is not None:
        raise NotAllowedError(
            "This file is a copy, and another one decides.",
            remedy="Do it in the project that the copy was made of.",
        )


def _tell(desk: Desk, path: Path, command: str) -> None:
    """Writes in the log, before the file is copied, that it will be: both have the row."""
    with desk.project.writing() as tx:
        need_authority(tx, desk.person_id)
        if path.exists():
            raise FileExistsError(path)
        verify(tx, metadata.sorted_tables)
        blind_records_for(tx, desk.person_id)  # its secret signs what copies send
        settings.put_project_id(tx, settings.project_id(tx))
        log.add_entry(tx, LogEntry(at=desk.clock(), command=command, actor_id=desk.person_id))


def _become_copy(tx: Transaction, head: LogHead) -> None:
    settings.put_copy_of(tx, CopyOf(head.length, head.hash))


@contextmanager
def send_outbox(desk: Desk, *, message: str = "") -> Iterator[SubmissionContent]:
    """What was done in a copy since it was the same as the authority; see ``send_submission``.

    Args:
        desk: A lead, in a copy.
        message: What there is to say.

    Raises:
        NotAllowedError: Not a lead, or the file is no copy.
        StageError: Nothing was done.
    """
    with desk.project.writing() as tx:
        need_lead(tx, desk.person_id)
        copy = settings.copy_of(tx)
        if copy is None:
            raise NotAllowedError("This file is no copy: what is done here counts already.")
        parts = tuple(parts_since(tx, copy.sequence, None))
        if not parts:
            raise StageError("Nothing was done in this copy that its project does not have.")
        told = Submission(
            id=f"sb-{desk.new_id()}",
            project_id=settings.project_id(tx),
            made_by=desk.person_id,
            made_at=desk.clock(),
            message=message.strip() or None,
        )
        content = SubmissionContent(told, parts, files_of_parts(tx, parts))
        content = signed(content, blind_records_for(tx, desk.person_id).secret)
        yield content
        note_submission(tx, content)


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """What came of bringing a copy up to date.

    Attributes:
        former: Where the copy as it was is kept.
        parts: What became of each part of its outbox.
    """

    former: Path
    parts: tuple[TakenPart, ...]

    @property
    def not_applied(self) -> tuple[TakenPart, ...]:
        """Parts that the copy no longer has: the project has another version, or refuses them."""
        missing = {Outcome.CONFLICT, Outcome.REFUSED}
        return tuple(item for item in self.parts if item.outcome in missing)


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
        ExchangeRefusedError: The two are not of one project, or of one history.
    """
    with ProjectFile.open(copy, read_only=True) as mine:
        with ProjectFile.open(authority, read_only=True) as theirs:
            position = _common(mine, theirs)
        with mine.reading() as tx:
            parts = parts_since(tx, position.sequence, None)
            outbox = SubmissionContent(_unsent(tx, clock()), (), files_of_parts(tx, parts))
            made = unfinished_path(copy)
            try:
                backups.clone(authority, made)
                taken = _reapplied(made, parts, outbox, clock, new_id)
                mine_read = tuple(taken)
            except BaseException:
                delete(made)
                raise
    try:
        return CaughtUp(backups.replace_with(copy, made, "update"), mine_read)
    finally:
        delete(made)


def _unsent(tx: Transaction, now: datetime) -> Submission:
    return Submission(
        id="sb-outbox", project_id=settings.project_id(tx), made_by="-", made_at=now
    )  # fmt: skip


def _common(mine: ProjectFile, theirs: ProjectFile) -> CopyOf:
    """The last row that two files have in common.

    Raises:
        ExchangeRefusedError: They are not of one project, or of one history.
    """
    with mine.reading() as here, theirs.reading() as there:
        if settings.project_id(here) != settings.project_id(there):
            raise ExchangeRefusedError(
                f"{theirs.path.name} is of another project.",
                remedy="Choose the file of the project that the copy was made of.",
            )
        copy = settings.copy_of(here)
        low, high = 0, min(log.newest(here), log.newest(there))
        if copy is not None:
            if log.hash_at(there, copy.sequence) != copy.hash:
                raise ExchangeRefusedError(
                    f"{theirs.path.name} does not go on from where this copy was made.",
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
                f"{theirs.path.name} has another history.",
                remedy="Choose the file of the project that the copy was made of.",
            )
        return CopyOf(low, log.hash_at(here, low))


def _reapplied(
    path: Path,
    parts: list[Part],
    outbox: SubmissionContent,
    clock: Callable[[], datetime],
    new_id: Callable[[], str],
) -> list[TakenPart]:
    """Applies the parts of an outbox to a file, under the name of whoever did each."""
    with ProjectFile.open(path) as project:
        with project.writing() as tx:
            _become_copy(tx, log_chain.head_of(tx))
        found: list[TakenPart] = []
        for person_id, own in groupby(sorted(parts, key=attrgetter("by")), attrgetter("by")):
            desk = Desk(project, person_id, clock, new_id)
            found += apply_parts(desk, tuple(own), outbox)
        return found
