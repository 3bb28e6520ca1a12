"""What a lead chooses from when something is to leave the house."""

from __future__ import annotations

from dataclasses import dataclass

from xpert_studio.records import Judge, ProjectInfo, Subset
from xpert_studio.store import ProjectFile, entities, judges, settings, task_list, verdicts
from xpert_studio.store.task_list import TaskFilter, TaskRow


@dataclass(frozen=True, slots=True)
class PublishingChoices:
    """What there is.

    Attributes:
        tasks: All of them, in their order.
        subsets: The gold subsets, the newest first.
        judges: Those that have verdicts.
    """

    info: ProjectInfo
    tasks: tuple[TaskRow, ...]
    subsets: tuple[Subset, ...]
    judges: tuple[Judge, ...]


def read_publishing_choices(project: ProjectFile) -> PublishingChoices:
    """What there is to choose from now."""
    with project.reading() as tx:
        keys = task_list.task_keys(tx, TaskFilter())
        rows = task_list.task_rows(tx, keys)
        found = entities.find_all(tx, Subset)
        heard = verdicts.count_by_judge(tx)
        return PublishingChoices(
            info=settings.project_info(tx),
            tasks=tuple(rows[key] for key in keys if key in rows),
            subsets=tuple(sorted(found, key=lambda item: item.drawn_at, reverse=True)),
            judges=tuple(item for item in judges.all_judges(tx) if heard.get(item.id)),
        )
