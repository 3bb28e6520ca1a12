"""What a benchmark is made of: tasks, checkpoints and prompts by domain and category, and experts.

The table is that of a paper on such a benchmark (XpertBench, arXiv 2604.02368, table 1): how many
tasks, mean checkpoints, mean length of the prompt, and the competency that a domain tries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Final

from xpert_studio.core.records import Checkpoint, Person, Role, Stage, Task
from xpert_studio.core.records.planning import Goal
from xpert_studio.core.records.practice import Practice, practice_of
from xpert_studio.core.records.project import Taxonomy
from xpert_studio.core.store import Transaction, people, settings, tasks
from xpert_studio.core.workflow.categories import is_listed

FEWEST_EXPERTS: Final = 5
"""A smaller group of experts is not shown, nor what would give it away."""
_EXPERTS: Final = frozenset({Role.AUTHOR, Role.REVIEWER, Role.EXPERT, Role.SENIOR})
_BANDS: Final = ((0, 4), (5, 9), (10, 19), (20, 80))


@dataclass(frozen=True, slots=True)
class CorpusPart:
    """The tasks of a domain, of a category in it, or all.

    Attributes:
        domain, category: Empty for none, and for all of them.
        tasks: With a rubric.
        checkpoints: Of a task, on average.
        length: Of a task's prompt in characters, on average.
        competency: What the project says that they try; empty where it does not.
        dimension: With the most points of these tasks; empty for none.
        categories: Of a domain, the largest first.
    """

    domain: str
    category: str
    tasks: int
    checkpoints: float
    length: float
    competency: str = ""
    dimension: str = ""
    categories: tuple[CorpusPart, ...] = ()


@dataclass(frozen=True, slots=True)
class CorpusTarget:
    """What is wanted of a domain or category, and what there is.

    Attributes:
        ready: Tasks that are ready.
        begun: Tasks that are on their way.
    """

    domain: str
    category: str
    wanted: int
    ready: int
    begun: int

    @property
    def missing(self) -> int:
        """So many more have to be ready."""
        return max(self.wanted - self.ready, 0)


@dataclass(frozen=True, slots=True)
class ExpertFigures:
    """Figures over experts whose practice is known; every group has five or more.

    Attributes:
        experts: Whose practice is known.
        years: The middle of their years; None where fewer than five say them.
        bands: By band of years, how many.
        institutions: By kind, how many; ``""`` for several that are too small apart.
        licensed: How many hold a licence, and how many say whether they do; None where that would
            tell of fewer than five.
    """

    experts: int
    years: float | None
    bands: Mapping[str, int]
    institutions: Mapping[str, int]
    licensed: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Corpus:
    """All of it.

    Attributes:
        domains: The largest first.
        targets: In the order of domains and categories.
        unlisted: Categories of tasks that are not in the vocabulary, by domain and name, with how
            many tasks have them; empty for a project without a vocabulary.
        experts: None where the practice of fewer than five is known.
    """

    domains: tuple[CorpusPart, ...]
    whole: CorpusPart
    targets: tuple[CorpusTarget, ...]
    unlisted: tuple[tuple[str, str, int], ...]
    experts: ExpertFigures | None


@dataclass(frozen=True, slots=True)
class _Counted:
    """A task with a rubric, counted."""

    domain: str
    category: str
    checkpoints: int
    length: int
    points: Mapping[str, float]


def corpus_of(tx: Transaction, task_ids: Collection[str] | None = None) -> Corpus | None:
    """What tasks with a rubric make up; None where there is none.

    Args:
        tx: The project.
        task_ids: Of these tasks alone; targets are of all tasks, discarded ones apart.
    """
    taxonomy = settings.project_info(tx).taxonomy
    every = [task for task in tasks.all_tasks(tx) if task.standing is not Stage.DISCARDED]
    rubrics = tasks.rubrics(tx)
    counted = [
        _count(task, rubric)
        for task in every
        if (task_ids is None or task.id in task_ids) and (rubric := rubrics.get(task.id))
    ]
    if not counted:
        return None
    goals = {(goal.domain, goal.category): goal for goal in taxonomy.goals}
    return Corpus(
        _domains(counted, goals),
        _part("", "", counted, goals),
        tuple(_target(goal, every) for goal in taxonomy.goals if goal.tasks is not None),
        _unlisted(taxonomy, every),
        expert_figures(people.all_people(tx)),
    )


def _count(task: Task, rubric: Sequence[Checkpoint]) -> _Counted:
    points: dict[str, float] = {}
    for point in rubric:
        if point.dimension:
            points[point.dimension] = points.get(point.dimension, 0.0) + point.weight
    return _Counted(
        task.domain or "", task.category or "", len(rubric), len(task.full_prompt), points
    )


def _domains(
    counted: Sequence[_Counted], goals: Mapping[tuple[str, str], Goal]
) -> tuple[CorpusPart, ...]:
    made = []
    for domain in {one.domain for one in counted}:
        own = [one for one in counted if one.domain == domain]
        names = {one.category for one in own}
        parts = [
            _part(domain, name, [one for one in own if one.category == name], goals)
            for name in (names if names != {""} else ())
        ]
        parts.sort(key=lambda one: (not one.category, -one.tasks, one.category))
        made.append(_part(domain, "", own, goals, tuple(parts)))
    return tuple(sorted(made, key=lambda one: (-one.tasks, one.domain)))


def _part(
    domain: str,
    category: str,
    counted: Sequence[_Counted],
    goals: Mapping[tuple[str, str], Goal],
    categories: tuple[CorpusPart, ...] = (),
) -> CorpusPart:
    points: dict[str, float] = {}
    for one in counted:
        for name, weight in one.points.items():
            points[name] = points.get(name, 0.0) + weight
    goal = goals.get((domain, category))
    most = sorted(points, key=lambda name: (-points[name], name))[:1]
    return CorpusPart(
        domain,
        category,
        len(counted),
        fmean(one.checkpoints for one in counted),
        fmean(one.length for one in counted),
        goal.competency if goal else "",
        "".join(most),
        categories,
    )


def _target(goal: Goal, every: Iterable[Task]) -> CorpusTarget:
    own = [
        task
        for task in every
        if (task.domain or "") == goal.domain
        and (not goal.category or task.category == goal.category)
    ]
    ready = sum(task.standing is Stage.READY for task in own)
    return CorpusTarget(goal.domain, goal.category, goal.tasks or 0, ready, len(own) - ready)


def _unlisted(taxonomy: Taxonomy, every: Iterable[Task]) -> tuple[tuple[str, str, int], ...]:
    if not taxonomy.categories:
        return ()
    found = Counter((task.domain or "", task.category) for task in every if task.category)
    return tuple(
        (domain, name, count)
        for (domain, name), count in sorted(found.items())
        if not is_listed(taxonomy, domain, name)
    )


def expert_figures(known: Iterable[Person]) -> ExpertFigures | None:
    """Figures over the practice of experts; None where fewer than five have told of theirs."""
    practices = [practice_of(one) for one in known if _EXPERTS & {*one.roles}]
    told = [practice for practice in practices if practice != Practice()]
    if len(told) < FEWEST_EXPERTS:
        return None
    years = [one.years for one in told if one.years is not None]
    bands = Counter(_band(value) for value in years)
    places = Counter(str(one.institution) for one in told if one.institution is not None)
    held = [one.licences > 0 for one in told if one.licences is not None]
    sides = (sum(held), len(held) - sum(held))
    is_safe = len(held) >= FEWEST_EXPERTS and all(
        side == 0 or side >= FEWEST_EXPERTS for side in sides
    )
    return ExpertFigures(
        len(told),
        float(median(years)) if len(years) >= FEWEST_EXPERTS else None,
        large_groups(bands),
        large_groups(places),
        (sides[0], len(held)) if is_safe else None,
    )


def _band(years: int) -> str:
    low, high = next(band for band in _BANDS if years <= band[1])
    return f"{low}–{high}" if (low, high) != _BANDS[-1] else f"{low}+"


def large_groups(counts: Mapping[str, int]) -> Mapping[str, int]:
    """Groups of five or more, the largest first; smaller ones together under the empty name.

    Where these are fewer than five together, the smallest of the others goes with them: else they
    could be told from the whole. Nothing is left where all are fewer than five.
    """
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    shown = [item for item in ordered if item[1] >= FEWEST_EXPERTS]
    rest = sum(count for _, count in ordered) - sum(count for _, count in shown)
    while 0 < rest < FEWEST_EXPERTS and shown:
        rest += shown.pop()[1]
    if rest >= FEWEST_EXPERTS:
        shown.append(("", rest))
    return dict(shown)
