"""The project itself: its rules and its people, and whether something has changed since."""

from __future__ import annotations

from dataclasses import dataclass

from xpert_studio.core.records import Person, ProjectInfo
from xpert_studio.core.store import (
    ProjectFile,
    log,
    people,
    settings,
    task_list,
)


@dataclass(frozen=True, slots=True)
class ProjectState:
    """What every page needs to know of a project.

    Attributes:
        categories, languages: Those in use, for pickers.
        pulse: Goes up whenever anybody changes anything.
        is_copy: Whether the file is a copy of a project.
    """

    info: ProjectInfo
    people: tuple[Person, ...]
    categories: tuple[str, ...]
    languages: tuple[str, ...]
    pulse: int
    is_copy: bool = False

    def person(self, person_id: str | None) -> Person | None:
        """A person by id."""
        return next((item for item in self.people if item.id == person_id), None)

    @property
    def names(self) -> dict[str, str]:
        """Names of people by id."""
        return {person.id: person.called for person in self.people}

    def called(self, person_id: str | None) -> str:
        """A person's name; the id where there is none; empty for none."""
        found = self.person(person_id)
        return found.called if found else (person_id or "")


def look_around(project: ProjectFile) -> ProjectState:
    """Rules and people as they are now."""
    with project.reading() as tx:
        return ProjectState(
            info=settings.project_info(tx),
            people=tuple(people.all_people(tx)),
            categories=tuple(task_list.known_values(tx, "category")),
            languages=tuple(task_list.known_values(tx, "language")),
            pulse=log.newest(tx),
            is_copy=settings.copy_of(tx) is not None,
        )


def pulse_of(project: ProjectFile) -> int:
    """``ProjectState.pulse`` alone; cheap enough to ask every second."""
    with project.reading() as tx:
        return log.newest(tx)
