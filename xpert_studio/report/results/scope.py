"""Which tasks results are over: all, a domain, a language, a difficulty, or a drawn subset."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from xpert_studio.core.names import Names
from xpert_studio.core.records import Difficulty, Subset
from xpert_studio.core.records.columns import BoolArray, Catalog, Ratings
from xpert_studio.core.store import ProjectFile, entities, task_list
from xpert_studio.core.wording import mark
from xpert_studio.report.task_scope import EVERYTHING, TaskScope

SCOPES: Final[Names[str]] = Names(
    "scope",
    {
        "subset": mark("Subset"),
        "domain": mark("Domain"),
        "language": mark("Language"),
        "difficulty": mark("Difficulty"),
    },
)


@dataclass(frozen=True, slots=True)
class TaskFacets:
    """What tasks are chosen by besides their domain, which the catalogue holds.

    Attributes:
        language, difficulty, family: By task id.
        subsets: The task ids of every drawn subset, by its name.
    """

    language: dict[str, str]
    difficulty: dict[str, str]
    subsets: dict[str, frozenset[str]]
    family: dict[str, str] = field(default_factory=dict)


def read_facets(project: ProjectFile) -> TaskFacets:
    """Languages, difficulties and subsets of a project's tasks."""
    with project.reading() as tx:
        rows = task_list.facets(tx)
        subsets = entities.find_all(tx, Subset)
    return TaskFacets(
        {row.id: row.language for row in rows if row.language},
        {row.id: row.difficulty for row in rows if row.difficulty},
        {subset.name: frozenset(subset.task_ids) for subset in subsets},
        {row.id: row.family for row in rows if row.family},
    )


def scopes(catalog: Catalog, facets: TaskFacets) -> tuple[TaskScope, ...]:
    """Every scope there is to choose, all tasks first; kinds of which there is one are left out."""
    found = [EVERYTHING, *(TaskScope("subset", name) for name in sorted(facets.subsets))]
    levels = [level.value for level in Difficulty]
    for kind, names in (
        ("domain", catalog.domains),
        ("language", sorted(set(facets.language.values()))),
        ("difficulty", sorted(set(facets.difficulty.values()), key=levels.index)),
    ):
        if len(names) > 1:
            found += [TaskScope(kind, name) for name in names]
    return tuple(found)


def tasks_in(catalog: Catalog, facets: TaskFacets, scope: TaskScope) -> BoolArray:
    """Which of the catalogue's tasks a scope has; none where it names what is not there."""
    if scope.kind == "all":
        return np.ones(len(catalog.tasks), np.bool_)
    if scope.kind == "domain":
        if scope.name not in catalog.domains:
            return np.zeros(len(catalog.tasks), np.bool_)
        return np.asarray(catalog.task_domain == catalog.domains.index(scope.name))
    if scope.kind == "tasks":
        named_alone = scope.name.split("\n")
        return np.array([task in named_alone for task in catalog.tasks], np.bool_)
    if scope.kind == "subset":
        inside = facets.subsets.get(scope.name, frozenset())
        return np.array([task in inside for task in catalog.tasks], np.bool_)
    named = {"language": facets.language, "difficulty": facets.difficulty}.get(scope.kind, {})
    return np.array([named.get(task) == scope.name for task in catalog.tasks], np.bool_)


def restricted(catalog: Catalog, marks: Ratings, tasks: BoolArray) -> Ratings:
    """A rater's answers on some tasks only."""
    return marks if tasks.all() else marks.where(tasks[catalog.response_task[marks.response]])
