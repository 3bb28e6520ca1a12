"""Opens projects: from files, from bundles, new ones, and the sample."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from itertools import chain, count
from pathlib import Path
from typing import Final

from xpert_studio.core.errors import ProjectFileError
from xpert_studio.core.names import folded
from xpert_studio.core.records import Mode, Person, Role
from xpert_studio.core.resources import SAMPLE_OVER_TIME, sample_project_path
from xpert_studio.core.store import SUFFIX, ProjectFile
from xpert_studio.core.workflow import (
    CommandContext,
    change_person,
    found_project,
    new_project,
)
from xpert_studio.core.workflow.views import look_around
from xpert_studio.desktop.prefs import Prefs
from xpert_studio.desktop.session import now

_SAMPLE_NAME: Final = "Four professions (sample)"
_OVER_TIME_NAME: Final = "A support desk over time (sample)"


def people_of(project: ProjectFile) -> tuple[Person, ...]:
    """Everybody in a project."""
    return look_around(project).people


def known_person(project: ProjectFile, prefs: Prefs) -> str | None:
    """Who the person is in a project, if that was said before or there is no doubt."""
    people = people_of(project)
    said = prefs.people.get(str(project.path))
    if said in {person.id for person in people}:
        return said
    same = [one.id for one in people if prefs.name and folded(one.called) == folded(prefs.name)]
    return same[0] if len(same) == 1 else None


def found(project: ProjectFile, prefs: Prefs) -> str:
    """Makes the person the lead of a project that has none yet; returns their id."""
    known = look_around(project)
    taken = {person.id for person in known.people}
    domains = {name.casefold(): name for name in known.info.taxonomy.domains}
    person = found_project(
        project,
        person_id_for(prefs.name or "lead", taken),
        now=now(),
        name=prefs.name or None,
        roles=tuple(Role(role) for role in prefs.roles if role in set(Role)),
        domains=tuple(
            domains[name.casefold()] for name in prefs.domains if name.casefold() in domains
        ),
    )
    return person.id


def person_id_for(name: str, taken: set[str]) -> str:
    """An id made of a name that is not used yet."""
    plain = unicodedata.normalize("NFC", name).casefold()
    base = re.sub(r"[\W_]+", ".", plain).strip(".")[:60] or "person"
    numbered = (f"{base}.{number}" for number in count(2))
    return next(one for one in chain((base,), numbered) if one not in taken)


def has_lead(project: ProjectFile) -> bool:
    """Whether a project has a lead."""
    return any(Role.LEAD in person.roles for person in people_of(project))


def start_project(path: Path, prefs: Prefs, *, name: str, language: str, mode: Mode) -> ProjectFile:
    """A new, empty project, led by the person."""
    return new_project(
        path,
        name=name,
        language=language,
        mode=mode,
        now=now(),
        fill=lambda made: found(made, prefs),
    )


def project_from_bundle(
    folder: Path,
    bundle: Path,
    prefs: Prefs,
    on_progress: Callable[[str, int], None],
    *,
    response_field: str = "",
    format_id: str = "",
) -> ProjectFile:
    """A new project with what a bundle holds; nothing is left where the bundle is refused.

    Args:
        folder: Where to; the project is called as the bundle is.
        bundle: Whatever can be imported and brings tasks.
        prefs: Who becomes a lead of it.
        on_progress: Told file and rows read so far; ends it by raising.
        response_field: The field that holds the response, where there is one to choose.
        format_id: The kind as which it is read; found where empty.
    """
    from xpert_studio.core.exchange import import_any

    founder = person_id_for(prefs.name or "lead", set())

    def fill(project_file: ProjectFile) -> None:
        import_any(
            project_file,
            bundle,
            now=now(),
            actor_id=founder,
            on_progress=on_progress,
            response_field=response_field,
            format_id=format_id,
        )
        if prefs.name:
            ctx = CommandContext(project_file, founder, now)
            # Of two of one name the person says who they are when the project is opened.
            change_person(ctx, founder, name=prefs.name, namesake=True)

    return new_project(
        free_path(folder, bundle.stem),
        name=bundle.stem,
        now=now(),
        fill=fill,
    )


def sample_project(folder: Path) -> ProjectFile:
    """The sample project: the person's own copy, made where there is none or it is damaged."""
    from xpert_studio.core.exchange.bundle_import import import_sample

    return _own_copy(folder, _SAMPLE_NAME, lambda made: import_sample(made, now=now()))


def sample_over_time(folder: Path) -> ProjectFile:
    """The sample of suites over time, in the same way."""
    from xpert_studio.core.exchange import import_bundle

    def fill(project_file: ProjectFile) -> None:
        import_bundle(project_file, sample_project_path(SAMPLE_OVER_TIME), now=now())

    return _own_copy(folder, _OVER_TIME_NAME, fill)


def _own_copy(folder: Path, name: str, fill: Callable[[ProjectFile], None]) -> ProjectFile:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}{SUFFIX}"
    if path.exists():
        try:
            return ProjectFile.open(path)
        except ProjectFileError:
            path = free_path(folder, name)
    return new_project(path, name=name, now=now(), fill=fill)


def free_path(folder: Path, name: str) -> Path:
    """A path for a new project that nothing has yet."""
    plain = re.sub(r'[\\/:*?"<>|\x00-\x1f]+', " ", name).strip(" .") or "project"
    numbered = (folder / f"{plain} {number}{SUFFIX}" for number in count(2))
    return next(one for one in chain((folder / f"{plain}{SUFFIX}",), numbered) if not one.exists())
