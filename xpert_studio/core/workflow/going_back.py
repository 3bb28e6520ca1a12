"""Going back to a backup: by a lead of it, or by anybody where the project cannot be opened."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from xpert_studio.core.errors import XpertError
from xpert_studio.core.records import LogEntry
from xpert_studio.core.store import ProjectFile, log
from xpert_studio.core.store.backups import backup_folder, restore
from xpert_studio.core.workflow.command_context import acting_lead


def go_back(
    project: Path,
    name: str,
    person_id: str,
    *,
    now: datetime,
    on_notice: Callable[[str], object] = lambda _: None,
) -> Path | None:
    """Puts a backup in the project's place, and a row into its log.

    Args:
        project: The project file, damaged or missing even.
        name: File name of a backup in the project's backup folder.
        person_id: Who is named; empty for nobody.
        now: The time.
        on_notice: Told what a person should know.

    Returns:
        Where the former file is kept, or None where there was none.

    Raises:
        NotAllowedError: The project can be opened, and who goes back is no lead of the backup.
        NotFoundError: There is no such backup.
        DamagedProjectError: The backup is damaged itself.
        ProjectBusyError: The project is open.
        ProjectFileError: The disk is full or failing.
    """
    source = backup_folder(project) / Path(name).name
    if source.exists() and _opens(project):
        with ProjectFile.open(source, read_only=True) as backup, backup.reading() as tx:
            acting_lead(tx, person_id)
    aside = restore(project, name, on_notice=on_notice)
    with ProjectFile.open(project) as opened, opened.writing() as tx:
        log.add_entry(
            tx,
            LogEntry(
                at=now,
                command="project.restore",
                actor_id=person_id or None,
                details={"backup": source.name},
            ),
        )
    return aside


def _opens(project: Path) -> bool:
    with suppress(XpertError), ProjectFile.open(project, read_only=True):
        return True
    return False
