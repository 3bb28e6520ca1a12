"""Whether code of a project's responses may be run on this computer, which a person allows once.

That is kept in the person's configuration folder, one file a project: what stands in a project may
come from others. Its history says who allowed it and when. What is allowed still runs only in the
sandbox (``judge/sandbox``).
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from xpert_studio.core.atomic_files import not_written, write_whole
from xpert_studio.core.language import config_folder
from xpert_studio.core.records import LogEntry, Role
from xpert_studio.core.store import log, people, settings
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.command_context import CommandContext, person_of

_FOLDER: Final = "code_allowed"
_ALLOWED: Final = "code.allow"


def is_allowed(project_id: str) -> bool:
    """Whether code may be run.

    Args:
        project_id: As ``store.settings.project_id`` has it: the same in all copies of a project.
    """
    with suppress(OSError, ValueError, RecursionError):
        found = json.loads(_file(project_id).read_text(encoding="utf-8"))
        return isinstance(found, dict) and found.get("project_id") == project_id
    return False


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
        is_solo = settings.project_info(tx).policies.is_solo
        if not (is_solo and len(people.all_people(tx)) == 1):
            rights.need_role(person, Role.LEAD)
        log.add_entry(tx, LogEntry(at=ctx.clock(), command=_ALLOWED, actor_id=person.id))
        allow(project)  # last: where it cannot be written, the row is taken back


def allow(project_id: str) -> None:
    """Allows it, until it is withdrawn.

    Raises:
        XpertError: That could not be written.
    """
    file = _file(project_id)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise not_written(file, error) from error
    at = datetime.now(UTC).isoformat(timespec="seconds")
    write_whole(file, json.dumps({"project_id": project_id, "allowed_at": at}))


def withdraw(project_id: str) -> None:
    """Allows it no longer; what was not allowed stays so.

    Raises:
        XpertError: The file could not be deleted.
    """
    file = _file(project_id)
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        raise not_written(file, error) from error


def _file(project_id: str) -> Path:
    # An id of a project of others may be no file name.
    name = hashlib.sha256(project_id.encode("utf-8", "surrogatepass")).hexdigest()
    return config_folder() / _FOLDER / f"{name}.json"
