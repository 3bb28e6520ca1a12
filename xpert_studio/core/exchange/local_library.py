"""Checkpoints of earlier projects, kept on this computer: what a person has named as their library.

Each source is one file in the folder of settings, with a copy of the checkpoints that the person
may see there; no project holds any of it, and the source is not opened again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from pydantic import BaseModel, ConfigDict, ValidationError

from xpert_studio.core.atomic_files import delete, write_whole
from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.exchange.bundle_import import import_bundle
from xpert_studio.core.language import config_folder
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import Person
from xpert_studio.core.records.base import NonBlank, Timestamp
from xpert_studio.core.store import SUFFIX, ProjectFile, entities, tasks
from xpert_studio.core.workflow import CommandContext
from xpert_studio.core.workflow.checkpoint_index import CheckpointLibrary
from xpert_studio.core.workflow.checkpoint_library import (
    LibraryEntry,
    seen_entries,
)
from xpert_studio.core.workflow.new_project import new_project

FOLDER: Final = "library"
_DIGITS: Final = 8


class LibrarySource(BaseModel):
    """An earlier project whose checkpoints are suggested.

    Attributes:
        id: Which a person names it by.
        project: Its name.
        path: Where it was when it was added.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")
    id: NonBlank
    project: NonBlank
    path: NonBlank
    added: Timestamp
    entries: tuple[LibraryEntry, ...]


def add_source(path: Path, person_id: str, *, now: datetime) -> LibrarySource:
    """Copies the checkpoints of a project or bundle into the library; again replaces them.

    Args:
        path: A project file, or a bundle as a folder or ``.zip``.
        person_id: The person in that project; where it has none of that id, a reader of whom
            nothing is known.
        now: The time.

    Raises:
        NotFoundError: There is nothing.
        ProjectFileError, InputRefusedError: It cannot be read.
        UsageError: It has no checkpoint that may be taken over.
    """
    with _opened(path, now) as project, project.reading() as tx:
        name = project.info().name or path.stem
        known = entities.find(tx, Person, person_id) if person_id else None
        found = seen_entries(tx, person_id if known else "", project=name)
    if not found:
        raise UsageError(
            Message("{path} has no checkpoints that can be taken over.", path=path.name),
            remedy="Name a project or bundle with rubrics; tasks to judge and gold subsets are "
            "left out.",
        )
    absolute = str(path.absolute())
    digest = hashlib.sha256(absolute.encode()).hexdigest()[:_DIGITS]
    made = LibrarySource(id=digest, project=name, path=absolute, added=now, entries=found)
    file = _folder() / f"{digest}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, made.model_dump_json())
    return made


@contextmanager
def _opened(path: Path, now: datetime) -> Iterator[ProjectFile]:
    if not path.exists():
        raise NotFoundError(
            Message("There is no file {path}.", path=path), remedy="Check its name."
        )
    if path.suffix == SUFFIX:
        with ProjectFile.open(path, read_only=True) as project:
            yield project
        return
    with (
        TemporaryDirectory() as folder,
        new_project(Path(folder) / f"bundle{SUFFIX}", name=path.stem, now=now) as project,
    ):
        import_bundle(project, path, now=now)
        yield project


def sources() -> tuple[LibrarySource, ...]:
    """The sources of the library, by project; a file that cannot be read is left out."""
    found = []
    for file in sorted(_folder().glob("*.json")):
        with suppress(OSError, ValidationError, ValueError):
            found.append(LibrarySource.model_validate_json(file.read_bytes()))
    return tuple(sorted(found, key=lambda one: (one.project, one.id)))


def remove_source(reference: str) -> LibrarySource:
    """Takes a source out of the library.

    Args:
        reference: Its id, its project's name or its path.

    Raises:
        NotFoundError: There is none, or several projects have that name.
    """
    known = sources()
    names = {reference, str(Path(reference).absolute())}
    named = [one for one in known if names & {one.id, one.project, one.path}]
    if len(named) != 1:
        listed = joined([f"{one.project} ({one.id})" for one in known])
        raise NotFoundError(
            Message("The library has no single source {name!r}.", name=reference),
            remedy=Message("Its sources: {sources}.", sources=listed or Message("none")),
        )
    delete(_folder() / f"{named[0].id}.json")
    return named[0]


def state_of_sources() -> tuple[tuple[str, int], ...]:
    """What tells that sources were added, replaced or removed."""
    return tuple(sorted((file.name, file.stat().st_mtime_ns) for file in _folder().glob("*.json")))


def library_for(ctx: CommandContext, task_id: str) -> CheckpointLibrary:
    """What may be suggested for a task's rubric: checkpoints of the project, then of the sources.

    Args:
        ctx: The person, and the project at work.
        task_id: The task, whose own checkpoints are left out.
    """
    with ctx.project.reading() as tx:
        own = seen_entries(tx, ctx.person_id, besides=task_id)
        domain = tasks.get_task(tx, task_id).domain or ""
    here = str(ctx.project.path.absolute())
    earlier = (entry for source in sources() if source.path != here for entry in source.entries)
    return CheckpointLibrary([*own, *earlier], domain)


def _folder() -> Path:
    return config_folder() / FOLDER
