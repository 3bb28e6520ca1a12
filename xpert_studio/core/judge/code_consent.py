"""Whether code of a project's responses may be run on this computer, which a person allows once.

That is kept in the person's configuration folder, one file a project: what stands in a project may
come from others. Its history says who allowed it and when. What is allowed still runs only in the
sandbox (``judge/sandbox``).
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from xpert_studio.core.atomic_files import not_written
from xpert_studio.core.errors import UsageError
from xpert_studio.core.judge.local_settings import LocalSettings
from xpert_studio.core.records import LogEntry, Role
from xpert_studio.core.store import log, people, settings
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.command_context import CommandContext, person_of

_ALLOWED: Final = "code.allow"


class Consent(LocalSettings):
    """That code may be run, and since when."""

    folder = "code_allowed"
    set_by = "score --allow-code"
    allowed_at: datetime | None = None


def is_allowed(project_id: str) -> bool:
    """Whether code may be run.

    Args:
        project_id: As ``store.settings.project_id`` has it: the same in all copies of a project.
    """
    try:
        found = Consent.read(project_id)
    except UsageError:
        return False
    return found.allowed_at is not None and found.project_id == project_id


def allow_by(ctx: CommandContext) -> None:
    """A person allows it, which becomes a row of the history; nothing where it is allowed already.

    Args:
        ctx: A lead, or the only person of a solo project.

    Raises:
        NotAllowedError: Someone else.
        XpertError: It could not be written.
    """
    with ctx.project.writing() as tx:
        project = settings.project_id(tx)
        if is_allowed(project):
            return
        person = person_of(tx, ctx.person_id)
        if not (settings.project_info(tx).policies.is_solo and len(people.all_people(tx)) == 1):
            rights.need_role(person, Role.LEAD)
        log.add_entry(tx, LogEntry(at=ctx.clock(), command=_ALLOWED, actor_id=person.id))
        allow(project)  # last: where it cannot be written, the row is taken back


def allow(project_id: str) -> None:
    """Allows it, until it is withdrawn.

    Raises:
        XpertError: That could not be written.
    """
    Consent(project_id=project_id, allowed_at=datetime.now(UTC).replace(microsecond=0)).write()


def withdraw(project_id: str) -> None:
    """Allows it no longer; what was not allowed stays so.

    Raises:
        XpertError: The file could not be deleted.
    """
    file = Consent.file(project_id)
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        raise not_written(file, error) from error
