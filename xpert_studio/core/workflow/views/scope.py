"""What there is to choose from: for a run, and when something is to be exported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from xpert_studio.core.records import CHECKS, Judge, ProjectInfo, Subset
from xpert_studio.core.store import (
    ProjectFile,
    entities,
    judges,
    responses,
    settings,
    task_list,
    tasks,
    verdicts,
)
from xpert_studio.core.workflow.blinding import blinding_for
from xpert_studio.core.workflow.command_context import CommandContext
from xpert_studio.core.workflow.judge_names import judges_heard


@dataclass(frozen=True, slots=True)
class ScopeTask:
    """A task with responses that can be chosen."""

    id: str
    title: str
    domain: str


@dataclass(frozen=True, slots=True)
class ScopeChoices:
    """What there is to choose from.

    Attributes:
        models: Systems, and how many responses each has given.
        domains: Domains, and how many tasks with responses each has.
        subsets: Subsets by name, and how many tasks each has.
        tasks: Tasks with responses, in the project's order.
        dimensions: Of the project.
        judges: Ids of those with verdicts, without programs that check.
    """

    models: Mapping[str, int]
    domains: Mapping[str, int]
    subsets: Mapping[str, int]
    tasks: tuple[ScopeTask, ...]
    dimensions: tuple[str, ...] = ()
    judges: tuple[str, ...] = ()


def scope_of(ctx: CommandContext) -> ScopeChoices:
    """What a person can limit a run to now: not to systems where any is hidden from them."""
    with ctx.project.reading() as tx:
        answered = {item.task_id for item in responses.outlines(tx)}
        found = tuple(
            ScopeTask(task.id, task.name, task.domain or "")
            for task in tasks.outlines(tx)
            if task.id in answered
        )
        subsets = {item.name: len(item.task_ids) for item in entities.find_all(tx, Subset)}
        dimensions = settings.project_info(tx).taxonomy.dimensions
        heard = tuple(one for one in verdicts.count_by_judge(tx) if one != CHECKS)
        models = {} if blinding_for(tx, ctx.person_id).tasks else responses.count_by_model(tx)
    domains = Counter(task.domain for task in found if task.domain)
    by_name = dict(sorted(models.items())), dict(sorted(domains.items()))
    return ScopeChoices(*by_name, subsets, found, dimensions, heard)


@dataclass(frozen=True, slots=True)
class PublishingChoices:
    """What there is.

    Attributes:
        tasks: All of them, in their order.
        subsets: The gold subsets, the newest first.
        judges: Those that have verdicts, and panels.
    """

    info: ProjectInfo
    tasks: tuple[task_list.TaskRow, ...]
    subsets: tuple[Subset, ...]
    judges: tuple[Judge, ...]


def read_publishing_choices(project: ProjectFile) -> PublishingChoices:
    """What there is to choose from now."""
    with project.reading() as tx:
        keys = task_list.task_keys(tx, task_list.TaskFilter())
        rows = task_list.task_rows(tx, keys)
        found = entities.find_all(tx, Subset)
        heard = set(judges_heard(tx))
        return PublishingChoices(
            info=settings.project_info(tx),
            tasks=tuple(rows[key] for key in keys if key in rows),
            subsets=tuple(sorted(found, key=lambda item: item.sampled_at, reverse=True)),
            judges=tuple(item for item in judges.all_judges(tx) if item.id in heard),
        )
