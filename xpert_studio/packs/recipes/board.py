"""Systems by a scoring recipe: from figures to one number, task by task."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from xpert_studio.api import Message
from xpert_studio.core.instruments.columns import asked_of
from xpert_studio.core.metrics.scores import answered, exact_by_task
from xpert_studio.core.metrics.task_estimates import SHARE, Estimate, estimate, in_clusters
from xpert_studio.core.records import CHECKS, Part, Recipe
from xpert_studio.core.records.columns import BoolArray, Catalog, IntArray, Ratings
from xpert_studio.packs.recipes.screenshots import Screenshots


@dataclass(frozen=True, slots=True)
class RecipeRow:
    """One system.

    Attributes:
        rank: From 1 among the systems with a value on every task; equal values share one.
        figure: The value, 0 to 1, over ``tasks`` tasks.
        fallbacks: By mark, on how many tasks a part was missing and the others counted alone,
            or was judged without the picture that it is about.
        missing: By part, on how many tasks it is missing without a fallback: no value.
        left_out: By part, judges that are left out as incomplete.
        reason: Why an index over levels has no value.
        values: By task, where it has a value there.
        efficiency: The value in per cent over log2 of the mean completion tokens; None where it was
            not asked for.
    """

    system: str
    rank: int | None
    figure: Estimate
    fallbacks: Mapping[str, int]
    missing: Mapping[str, int]
    left_out: Mapping[str, tuple[str, ...]]
    reason: Message | None = None
    values: Mapping[str, float] = field(default_factory=dict)
    efficiency: Estimate | None = None


@dataclass(frozen=True, slots=True)
class RecipeBoard:
    """Systems by a recipe: ranked ones first.

    Attributes:
        notes: What is true of every row: parts that no checkpoint fits, pages without a picture.
    """

    recipe: Recipe
    rows: tuple[RecipeRow, ...]
    tasks: int
    notes: tuple[Message, ...] = ()


Scores = list[dict[str, Fraction]]
"""By system of the catalogue: its scores by task."""


def recipe_board(
    catalog: Catalog,
    rater: Ratings,
    judges: Mapping[str, Ratings],
    recipe: Recipe,
    systems: Sequence[str],
    failed: Mapping[tuple[str, str], Message] | None = None,
) -> RecipeBoard:
    """Systems by a recipe of parts.

    Args:
        catalog: What there is to judge.
        rater: The leaderboard's rater; the board covers the tasks it has answered anything on.
        judges: All judges' verdicts, by id.
        recipe: One with parts.
        systems: Those on the board.
        failed: By system and task, why there is no picture of a page; None where that is not known,
            and each task without the part counts as one of them.
    """
    scope = [catalog.tasks[task] for task in np.unique(catalog.response_task[rater.response])]
    found = [_part_scores(catalog, rater, judges, part) for part in recipe.parts]
    pages = None if failed is None else Screenshots(failed, _asked(catalog, recipe.parts))
    rows = []
    for system in systems:
        code = catalog.systems.index(system)
        own = [scores[code] for scores, _, _ in found]
        values, lacking, missing = _combined(recipe.parts, own, scope)
        fallbacks = Counter(
            mark
            for part, task in lacking
            if (mark := pages.mark(part, system, task) if pages else part.fallback)
        )
        if pages and (unseen := pages.judged_unseen(system, values, {task for _, task in lacking})):
            fallbacks[Message("judged without a picture")] = unseen
        left_out = {
            part.name: tuple(out[code])
            for part, (_, out, _) in zip(recipe.parts, found, strict=True)
            if out[code]
        }
        exact = sum(values.values(), Fraction(0)) / len(values) if values else None
        rows.append(
            (
                None if missing else exact,
                _row(catalog, system, values, fallbacks, missing, left_out),
            )
        )
    notes = tuple(note for _, _, note in found if note is not None)
    if pages:
        notes += pages.notes(dict(zip(catalog.tasks, catalog.task_titles, strict=True)))
    return RecipeBoard(recipe, ranked(rows), len(scope), notes)


def _asked(catalog: Catalog, parts: Sequence[Part]) -> dict[str, set[str]]:
    """By part, the tasks whose rubric has a checkpoint of it."""
    return {
        part.name: {
            catalog.tasks[task]
            for group in _checkpoints(catalog, part)
            for task in np.unique(catalog.checkpoint_task[group])
        }
        for part in parts
    }


def _combined(
    parts: Sequence[Part], scores: Sequence[Mapping[str, Fraction]], scope: Sequence[str]
) -> tuple[dict[str, Fraction], list[tuple[Part, str]], Counter[str]]:
    """Values by task, parts that tasks with a value lack, tasks by missing part."""
    values: dict[str, Fraction] = {}
    without: list[tuple[Part, str]] = []
    missing: Counter[str] = Counter()
    for task in scope:
        lacking = [part for part, own in zip(parts, scores, strict=True) if task not in own]
        needed = [part.name for part in lacking if not part.fallback]
        if len(lacking) == len(parts):
            needed = needed or [part.name for part in parts]
        missing.update(needed)
        if needed:
            continue
        without += [(part, task) for part in lacking]
        present = [
            (Fraction(str(part.weight)), own[task])
            for part, own in zip(parts, scores, strict=True)
            if task in own
        ]
        whole = sum((weight for weight, _ in present), Fraction(0))
        values[task] = sum((weight * value for weight, value in present), Fraction(0)) / whole
    return values, without, missing


def _row(
    catalog: Catalog,
    system: str,
    values: Mapping[str, Fraction],
    fallbacks: Mapping[str, int],
    missing: Mapping[str, int],
    left_out: Mapping[str, tuple[str, ...]],
) -> RecipeRow:
    sums = np.array([[float(value), 1.0] for value in values.values()]).reshape(-1, 2)
    sums = in_clusters(sums, catalog.task_cluster[np.isin(catalog.tasks, list(values))])
    figure = replace(estimate(SHARE, sums), n=len(values))
    if missing:  # over other tasks than the rest: no value to compare
        figure = Estimate(None, None, len(values), n=len(values))
    by_task = {task: float(value) for task, value in values.items()}
    return RecipeRow(system, None, figure, fallbacks, missing, left_out, values=by_task)


def ranked(rows: Sequence[tuple[Fraction | None, RecipeRow]]) -> tuple[RecipeRow, ...]:
    """Rows with ranks by their exact values; those without one last, by name."""
    rows = sorted(rows, key=lambda row: (row[0] is None, -(row[0] or 0), row[1].system))
    known = [value for value, _ in rows if value is not None]
    return tuple(
        row if value is None else replace(row, rank=known.index(value) + 1) for value, row in rows
    )


def _part_scores(
    catalog: Catalog, rater: Ratings, judges: Mapping[str, Ratings], part: Part
) -> tuple[Scores, list[list[str]], Message | None]:
    """A part's scores, judges left out by system, and why no checkpoint fits."""
    groups = _checkpoints(catalog, part)
    if not any(group.any() for group in groups):
        return (
            [{} for _ in catalog.systems],
            [[] for _ in catalog.systems],
            Message("no checkpoint fits the part {part}", part=part.name),
        )
    by_task = part.judges == "board_or_others"
    if part.judges == "board" or (by_task and _has_decided(rater, groups)):
        return _group_mean(catalog, rater, groups), [[] for _ in catalog.systems], None
    wanted = {  # who decided nothing of a part is no judge of it
        name: said
        for name, said in judges.items()
        if name != CHECKS
        and (by_task or part.judges == "all" or name in part.judges)
        and _has_decided(said, groups)
    }
    asked = {} if by_task else wanted
    lacking = {name: _lacking(catalog, rater, said, groups) for name, said in asked.items()}
    left_out = [
        [name for name, missing in lacking.items() if missing[code]]
        for code in range(len(catalog.systems))
    ]
    return _means_of(catalog, wanted, groups, left_out), left_out, None


def _has_decided(said: Ratings, groups: Sequence[BoolArray]) -> bool:
    """Whether any answer is on a checkpoint of the groups."""
    return bool(np.logical_or.reduce(groups)[said.checkpoint[said.is_answer]].any())


def _means_of(
    catalog: Catalog,
    judges: Mapping[str, Ratings],
    groups: Sequence[BoolArray],
    left_out: Sequence[Sequence[str]],
) -> Scores:
    """The mean over the judges that have a score there, without those left out by system."""
    given: list[dict[str, list[Fraction]]] = [{} for _ in catalog.systems]
    for name, said in judges.items():
        for of_system, scores, out in zip(
            given, _group_mean(catalog, said, groups), left_out, strict=True
        ):
            for task, score in scores.items() if name not in out else ():
                of_system.setdefault(task, []).append(score)
    return [
        {task: sum(values, Fraction(0)) / len(values) for task, values in of_system.items()}
        for of_system in given
    ]


def _checkpoints(catalog: Catalog, part: Part) -> list[BoolArray]:
    """The checkpoints of a part: in one group, or by dimension."""
    fits = np.ones(len(catalog.checkpoints), np.bool_)
    if part.scale is not None:
        scales = asked_of(catalog).scales()
        wanted = [ends == part.scale for ends in zip(scales.low, scales.high, strict=True)]
        fits = np.array([*wanted, False], np.bool_)[scales.checkpoint]  # NONE takes the last
    others = [place for place, name in enumerate(catalog.dimensions) if name in part.besides]
    fits &= ~np.isin(catalog.checkpoint_dimension, others)
    if not part.dimensions:
        return [fits]
    each = [
        fits & (catalog.checkpoint_dimension == catalog.dimensions.index(name))
        if name in catalog.dimensions
        else np.zeros_like(fits)
        for name in part.dimensions
    ]
    return each if part.mean == "dimensions" else [np.logical_or.reduce(each)]


def _group_mean(catalog: Catalog, marks: Ratings, groups: Sequence[BoolArray]) -> Scores:
    """By task the mean of the groups' scores, where all groups have one."""
    each = [exact_by_task(catalog, marks.where(group[marks.checkpoint])) for group in groups]
    return [
        {
            task: sum((scores[task] for scores in own), Fraction(0)) / len(own)
            for task in set.intersection(*(set(scores) for scores in own))
        }
        for own in zip(*each, strict=True)
    ]


def _lacking(
    catalog: Catalog, rater: Ratings, marks: Ratings, groups: Sequence[BoolArray]
) -> IntArray:
    """By system, how many of a part's checkpoints on the board's tasks a judge has not decided."""
    inside = np.zeros(len(catalog.tasks), np.bool_)
    inside[catalog.response_task[rater.response]] = True
    used = np.logical_or.reduce(groups) & inside[catalog.checkpoint_task]
    of_task = np.bincount(catalog.checkpoint_task[used], minlength=len(catalog.tasks))
    size = len(catalog.systems)
    asked = np.bincount(catalog.response_system, of_task[catalog.response_task], size)
    given = marks.response[answered(catalog, marks) & used[marks.checkpoint]]
    return np.asarray(asked - np.bincount(catalog.response_system[given], minlength=size), np.int32)
