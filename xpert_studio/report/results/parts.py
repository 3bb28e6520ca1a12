"""What is behind a system's figure: its tasks, and where it is stronger or weaker than others."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from xpert_studio.core.metrics import Leaderboard, response_scores, scores_by_task
from xpert_studio.core.metrics.intervals import ratio
from xpert_studio.core.metrics.scores import asked_points, counted, scorable
from xpert_studio.core.metrics.spread import BINS, ROUNDING
from xpert_studio.core.metrics.system_comparison import PARTS, PartDifference
from xpert_studio.core.metrics.task_estimates import SHARE, Estimate, estimates, in_clusters
from xpert_studio.core.records.columns import (
    NONE,
    BoolArray,
    Catalog,
    FloatArray,
    IntArray,
    Ratings,
    named,
)


def part_estimates(catalog: Catalog, marks: Ratings, by: str) -> dict[str, dict[str, Estimate]]:
    """Every system's figure for every part, with its interval over tasks: by system, then name.

    Args:
        catalog: What there is to judge.
        marks: One rater's answers.
        by: ``domain`` or ``category`` (mean scores over tasks), ``tier`` or ``dimension`` (shares
            of the points).
    """
    of_task = {
        "domain": (catalog.task_domain, catalog.domains),
        "category": (catalog.task_category, catalog.categories),
    }
    if by in of_task:
        group, names = of_task[by]
        scores = scores_by_task(catalog, response_scores(catalog, marks))
        member = (group == np.arange(len(names))[:, None])[None] & np.isfinite(scores)[:, None]
        sums = np.stack([np.where(member, scores[:, None], 0.0), member], axis=-1)
    else:
        group, names = {
            "tier": (catalog.checkpoint_tier, catalog.tiers),
            "dimension": (catalog.checkpoint_dimension, catalog.dimensions),
        }[by]
        marks = counted(catalog, marks)
        marks = scorable(catalog, marks.where(group[marks.checkpoint] != NONE))
        shape = len(catalog.systems), len(names), len(catalog.tasks)
        system = catalog.response_system[marks.response].astype(np.int64)
        cell = system * shape[1] + group[marks.checkpoint]
        cell = cell * shape[2] + catalog.response_task[marks.response]
        weight = catalog.checkpoint_weight[marks.checkpoint]
        size = shape[0] * shape[1] * shape[2]
        points = [np.bincount(cell, of, size) for of in (weight * marks.score, weight)]
        sums = np.stack(points, axis=-1).reshape(*shape, 2)
    found: dict[str, dict[str, Estimate]] = {}
    for code, system_name in enumerate(catalog.systems):
        each = (
            estimates(
                SHARE, in_clusters(sums[code].astype(np.float64), catalog.task_cluster)
            ).each()
            if names
            else []
        )
        found[system_name] = dict(zip(names, each, strict=True))
    return found


@dataclass(frozen=True, slots=True)
class SystemTasks:
    """One system's tasks; the arrays have one entry a task.

    Attributes:
        part: Tier, dimension, domain or category and its name, where only that is looked at.
        tasks: Their numbers in the catalogue.
        responses: The number of its (first) response, ``NONE`` where it has none.
        score: Of the system; NaN where it has none.
        others: Mean of the other systems' scores on the task; NaN where there are none.
        decided, expected: Checkpoints with a usable answer, and checkpoints there are.
    """

    system: str
    part: tuple[str, str] | None
    tasks: IntArray
    responses: IntArray
    score: FloatArray
    others: FloatArray
    decided: FloatArray
    expected: FloatArray

    @property
    def difference(self) -> FloatArray:
        """The system's score less the others' mean."""
        return self.score - self.others

    def in_tenth(self, tenth: int) -> SystemTasks:
        """Those whose score lies in a tenth, from 0."""
        scaled = np.minimum((self.score * BINS + ROUNDING), BINS - 1)
        places = np.flatnonzero(np.floor(np.nan_to_num(scaled, nan=-1.0)) == tenth)
        names = ("tasks", "responses", "score", "others", "decided", "expected")
        return replace(self, **{name: getattr(self, name)[places] for name in names})


def system_tasks(
    catalog: Catalog, marks: Ratings, system: str, part: tuple[str, str] | None = None
) -> SystemTasks:
    """The tasks of a system that the rater has answered anything on.

    Args:
        catalog: What there is to judge.
        marks: The rater's answers.
        system: Its name.
        part: Only tasks of this ``("domain" | "category", name)``, or scores over the checkpoints
            of this ``("tier" | "dimension", name)`` only.
    """
    wanted, of_part = _inside(catalog, part)
    kept = marks.where(wanted[marks.checkpoint])
    scores = response_scores(catalog, kept)
    by_task = scores_by_task(catalog, scores)
    code = catalog.systems.index(system)
    inside = np.zeros(len(catalog.tasks), np.bool_)
    inside[catalog.response_task[kept.response]] = True
    tasks = np.flatnonzero(inside & of_part)
    rest = np.delete(by_task, code, axis=0)[:, tasks]
    own = catalog.response_system == code
    first = np.full(len(catalog.tasks), NONE, np.int32)
    places = np.flatnonzero(own)[::-1]
    first[catalog.response_task[places]] = places
    wanted = wanted & asked_points(catalog, marks.rater)
    rubric = np.bincount(catalog.checkpoint_task[wanted], minlength=len(catalog.tasks))
    given = np.bincount(catalog.response_task[own], minlength=len(catalog.tasks))
    decided = np.bincount(
        catalog.response_task[own], scores.decided[own], minlength=len(catalog.tasks)
    )
    return SystemTasks(
        system=system,
        part=part,
        tasks=tasks.astype(np.int32),
        responses=first[tasks],
        score=by_task[code, tasks],
        others=ratio(np.nansum(rest, axis=0), np.isfinite(rest).sum(axis=0)),
        decided=decided[tasks].astype(np.float64),
        expected=(rubric * np.maximum(given, 1))[tasks].astype(np.float64),
    )


def _inside(catalog: Catalog, part: tuple[str, str] | None) -> tuple[BoolArray, BoolArray]:
    """The checkpoints and the tasks that a part leaves."""
    points = np.ones(len(catalog.checkpoints), np.bool_)
    tasks = np.ones(len(catalog.tasks), np.bool_)
    match part:
        case ("tier", name):
            points = named(catalog.checkpoint_tier, catalog.tiers, name)
        case ("dimension", name):
            points = named(catalog.checkpoint_dimension, catalog.dimensions, name)
        case ("domain", name):
            tasks = named(catalog.task_domain, catalog.domains, name)
        case ("category", name):
            tasks = named(catalog.task_category, catalog.categories, name)
    return points, tasks


@dataclass(frozen=True, slots=True)
class Profile:
    """Where a system stands against the mean of the others, its strongest part first.

    The others are the first of each part, the system the second; tasks are its own tasks.
    """

    system: str
    parts: tuple[PartDifference, ...]

    def by(self, kind: str) -> tuple[PartDifference, ...]:
        """Only domains, tiers or dimensions."""
        return tuple(part for part in self.parts if part.by == kind)


def profile(board: Leaderboard, system: str) -> Profile:
    """Strengths and weaknesses of a system; parts that no other system has are left out.

    Args:
        board: The leaderboard.
        system: Its name.
    """
    own = next((item for item in board.standings if item.system == system), None)
    rest = [item for item in board.standings if item.system != system]
    found = []
    for by in PARTS:
        for name, share in (getattr(own, f"by_{by}") if own else {}).items():
            others = [
                value for item in rest if (value := getattr(item, f"by_{by}").get(name)) is not None
            ]
            if others:
                mean = float(np.mean(others))
                found.append(
                    PartDifference(
                        by,
                        name,
                        tasks=own.tasks_by[by][name] if own else 0,
                        first=mean,
                        second=share,
                        difference=share - mean,
                        interval=None,
                    )
                )
    return Profile(system, tuple(sorted(found, key=lambda part: (-part.difference, part.name))))
