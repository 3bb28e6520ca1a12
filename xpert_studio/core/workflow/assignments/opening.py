"""Opens an assignment: a new project file that holds what its person needs, for their work."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path

from xpert_studio.core.errors import NotAllowedError, UsageError, XpertError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Checkpoint,
    Judgment,
    KeptRendering,
    LogEntry,
    Person,
    ReadMark,
    Record,
    Response,
    Task,
)
from xpert_studio.core.records.assignments import BLIND
from xpert_studio.core.store import (
    ProjectFile,
    Transaction,
    entities,
    files,
    log,
    packs_used,
    settings,
    staleness,
)
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow.assignments.content import AssignmentContent
from xpert_studio.core.workflow.foreign_pictures import has_fit_pictures

OPENED = "assignment.open"
_IN_BULK: tuple[type[Record], ...] = (Person, Task, Checkpoint, Response, Judgment)


def open_assignment(
    content: AssignmentContent,
    path: Path,
    *,
    now: datetime,
    person_id: str | None = None,
    check: Callable[[], object] = lambda: None,
) -> ProjectFile:
    """Makes a project file of an assignment and opens it.

    Args:
        content: The assignment.
        path: Where to; nothing may be there.
        now: The time.
        person_id: Who opens it; whom it is for where None.
        check: Called before the project gets its name; there is none where it raises.

    Raises:
        NotAllowedError: It is for another person.
        UsageError: It lacks what its records refer to.
        ProjectFileError: The file exists or cannot be written.
    """
    assignment = content.assignment
    if person_id is not None and assignment.person_id != person_id:
        raise NotAllowedError(
            Message("The assignment is for {person_id}.", person_id=assignment.person_id),
            remedy="Open it as that person.",
        )

    def fill(project: ProjectFile) -> None:
        with project.writing() as tx:
            _fill(tx, content, now)
        check()

    return ProjectFile.create(path, content.info, fill)


def _fill(tx: Transaction, content: AssignmentContent, now: datetime) -> None:
    assignment = content.assignment
    settings.put_project_id(tx, assignment.project_id)
    for sha256 in sorted(content.files.hashes):
        files.put_blob(tx, content.files.read(sha256))
    # Pictures of files that may not be decoded are left out: they can be made again.
    fit = (
        one
        for one in content.records
        if not isinstance(one, KeptRendering) or has_fit_pictures(tx, one)
    )
    _put_records(tx, fit)
    packs_used.note(tx, content.packs)
    staleness.refresh_all(tx)
    log.add_entry(
        tx,
        LogEntry(
            id=assignment.id,
            at=now,
            command=OPENED,
            actor_id=assignment.person_id,
            details={"purpose": assignment.purpose.value, "person": assignment.made_by},
        ),
    )
    kept = assignment.model_dump(mode="json")
    is_blind = assignment.purpose in BLIND
    marks = len(entities.find_all(tx, ReadMark))
    settings.put_guest(
        tx, settings.Guest(assignment.person_id, is_blind, kept, log.newest(tx), marks)
    )


def _put_records(tx: Transaction, records: Iterable[Record]) -> None:
    """Writes records, each after those it refers to.

    Raises:
        UsageError: One refers to something that is not there.
    """
    by_kind: dict[type[Record], list[Record]] = {}
    for record in records:
        by_kind.setdefault(type(record), []).append(record)
    intake = Intake(tx)
    for entity in entities.ENTITIES.values():
        found = by_kind.get(entity.record, [])
        try:
            if entity.record in _IN_BULK:
                for record in found:
                    getattr(intake, entity.kind)(record)
                intake.flush()
            else:
                for record in found:
                    entities.put(tx, record)
        except XpertError as error:
            raise UsageError(
                Message(
                    "The assignment holds a {kind} that refers to something it does not hold.",
                    kind=Message(entity.kind.replace("_", " ")),
                ),
                remedy="Have it made and sent again.",
            ) from error
