"""The first page: what waits, where the project stands, what happened lately."""

from __future__ import annotations

from dataclasses import dataclass

from xpert_studio.core.records import LogEntry, Person, ProjectInfo
from xpert_studio.core.store import (
    ProjectFile,
    log,
    people,
    settings,
    task_list,
)
from xpert_studio.core.store.task_list import Counted
from xpert_studio.core.workflow.command_context import CommandContext
from xpert_studio.core.workflow.views.seen_history import HistoryReader
from xpert_studio.core.workflow.waiting import Waiting, waiting_for

# The project itself: its rules and its people, and whether something has changed since.


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


_LATELY = 12
"""So many of the newest events are shown."""


@dataclass(frozen=True, slots=True)
class Overview:
    """What the first page shows.

    Attributes:
        lately: What people did, the newest first.
        titles: Of the tasks that ``lately`` names, by id.
    """

    waiting: Waiting
    counted: Counted
    lately: tuple[LogEntry, ...]
    titles: dict[str, str]


def overview(ctx: CommandContext, *, waiting: Waiting | None = None) -> Overview:
    """What the person sees first.

    Args:
        ctx: Who looks.
        waiting: The pending work of the person, where it is known already.
    """
    waiting = waiting_for(ctx) if waiting is None else waiting
    with ctx.project.reading() as tx:
        reader = HistoryReader.of(tx, ctx.person_id)
        # The store reads more than is shown: what others judge, and what the program did, is not.
        newest = log.latest_entries(tx, _LATELY * 20)
        found = [event for event in newest if event.actor_id and reader.sees(event)][:_LATELY]
        wanted = [event.task_id for event in found if event.task_id]
        return Overview(
            waiting=waiting,
            counted=task_list.count_tasks(tx),
            lately=tuple(found),
            titles=task_list.titles_of(tx, wanted),
        )
