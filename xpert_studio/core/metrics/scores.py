"""Scores of responses: S = Σ w·score / Σ w over the checkpoints that have a verdict."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

import numpy as np

from xpert_studio.core.instruments.columns import asked_of
from xpert_studio.core.metrics.exact import WholeNumbers, exact_sum, whole_totals
from xpert_studio.core.metrics.intervals import ratio
from xpert_studio.core.records import CHECKS, AbstentionRule
from xpert_studio.core.records.columns import (
    NONE,
    BoolArray,
    Catalog,
    FloatArray,
    IntArray,
    MetArray,
    Ratings,
)

ESSENTIAL: Final = "Essential"


@dataclass(frozen=True, slots=True)
class ResponseScores:
    """Scores of all responses of a catalogue, one entry each.

    Attributes:
        score: 0 to 1; NaN where the response has no verdict at all, is withheld because the rater
            abstained, or has a checkpoint that nothing installed can read.
        decided: Checkpoints that the rater has answered; an abstention is an answer, unless it
            makes the response incomplete.
        abstained: Checkpoints from which the rater abstained.
        expected: Checkpoints of the response's task that its rater is to decide.
        essentials: 1 every Essential checkpoint fulfilled, 0 some not, ``NONE`` not known yet or
            there are none.
        passes: 1 where nothing is failed that fails a task, 0 where something is, ``NONE`` where a
            verdict is missing, or no checkpoint of the catalogue can fail a task.
    """

    score: FloatArray
    decided: FloatArray
    abstained: FloatArray
    expected: FloatArray
    essentials: MetArray
    passes: MetArray

    @property
    def coverage(self) -> FloatArray:
        """Share of the checkpoints that are answered; NaN for a task without rubric."""
        return ratio(self.decided, self.expected)


def asked_points(catalog: Catalog, rater: str) -> BoolArray:
    """By checkpoint, whether a rater is to decide it: all, or of programs what they can decide.

    Scores of people and models are made of what programs decide too.
    """
    if rater == CHECKS:
        return asked_of(catalog).by_program
    return np.ones(len(catalog.checkpoints), np.bool_)


def expected_by_task(catalog: Catalog, rater: str) -> IntArray:
    """How many checkpoints of each task a rater is to decide."""
    wanted = catalog.checkpoint_task[asked_points(catalog, rater)]
    return np.bincount(wanted, minlength=len(catalog.tasks)).astype(np.int32)


def counted(catalog: Catalog, marks: Ratings) -> Ratings:
    """A rater's answers as scores count them: an abstention as not met, where that is the rule."""
    worst = marks.abstained & (catalog.abstentions is AbstentionRule.NOT_MET)
    if not worst.any():
        return marks
    asked = asked_of(catalog)
    fails = (asked.is_nominal | asked.can_fail_task)[marks.checkpoint]
    return replace(
        marks,
        score=np.where(worst, 0.0, marks.score),
        met=np.where(worst, np.where(fails, 0, NONE), marks.met).astype(np.int8),
    )


def answered(catalog: Catalog, marks: Ratings) -> BoolArray:
    """Which of a rater's answers are answers for the coverage of scores."""
    if catalog.abstentions is AbstentionRule.INCOMPLETE:
        return marks.has_score
    return marks.is_answer


def unreadable(catalog: Catalog) -> BoolArray:
    """By response, whether a checkpoint of its task is such that nothing installed can read it.

    Whatever is computed over such a response is undefined: without the checkpoint it would be
    another figure.
    """
    return np.isin(catalog.response_task, catalog.checkpoint_task[asked_of(catalog).is_absent])


def scorable(catalog: Catalog, marks: Ratings) -> Ratings:
    """Those of a rater's answers that count in scores and shares of points."""
    return marks.where(marks.has_score & ~unreadable(catalog)[marks.response])


def _withheld(catalog: Catalog, marks: Ratings) -> BoolArray:
    """By response, whether it has no score although there are answers."""
    found = unreadable(catalog)
    if catalog.abstentions is AbstentionRule.INCOMPLETE:
        found[marks.response[marks.abstained]] = True
    return found


def response_scores(catalog: Catalog, marks: Ratings) -> ResponseScores:
    """Scores every response by one rater's answers.

    Args:
        catalog: What there is to judge.
        marks: One rater's answers; those without a usable answer count for nothing.
    """
    count = len(catalog.responses)
    marks = counted(catalog, marks)
    decided = np.bincount(marks.response[answered(catalog, marks)], minlength=count)
    abstained = np.bincount(marks.response[marks.abstained], minlength=count)
    without = marks.where(marks.abstained & ~marks.has_score)
    withheld = _withheld(catalog, marks)
    marks = marks.where(marks.has_score)
    response = marks.response
    weight = catalog.checkpoint_weight[marks.checkpoint]
    whole = np.where(withheld, 0, np.bincount(response, weight, count))
    points = np.bincount(response, weight * marks.score, count)
    expected = expected_by_task(catalog, marks.rater)[catalog.response_task].astype(np.float64)
    essentials = np.where(unreadable(catalog), NONE, _essentials(catalog, marks, without))
    return ResponseScores(
        score=ratio(points, whole),
        decided=decided.astype(np.float64),
        abstained=abstained.astype(np.float64),
        expected=expected,
        essentials=essentials.astype(np.int8),
        passes=_passes(catalog, marks, (decided == expected) & (expected > 0)),
    )


def scores_by_task(catalog: Catalog, scores: ResponseScores) -> FloatArray:
    """Mean score of each system on each task (systems × tasks), NaN where it has none.

    Args:
        catalog: What there is to judge.
        scores: Of its responses.
    """
    shape = len(catalog.systems), len(catalog.tasks)
    scored = np.isfinite(scores.score)
    place = catalog.response_system[scored].astype(np.int64) * shape[1]
    place += catalog.response_task[scored]
    size = shape[0] * shape[1]
    total = np.bincount(place, scores.score[scored], size)
    return ratio(total, np.bincount(place, minlength=size).astype(np.float64)).reshape(shape)


def exact_by_task(catalog: Catalog, marks: Ratings) -> list[dict[str, Fraction]]:
    """Each system's score by task id, exactly: the mean over its responses to the task.

    Args:
        catalog: What there is to judge.
        marks: One rater's answers.
    """
    points, whole, scored = _exact_responses(catalog, marks)
    found: list[dict[str, list[Fraction]]] = [defaultdict(list) for _ in catalog.systems]
    for response in np.flatnonzero(scored).tolist():
        task = catalog.tasks[catalog.response_task[response]]
        score = Fraction(int(points[response]), int(whole[response]))
        found[catalog.response_system[response]][task].append(score)
    return [
        {task: sum(values, Fraction(0)) / len(values) for task, values in of_system.items()}
        for of_system in found
    ]


def _exact_responses(
    catalog: Catalog, marks: Ratings
) -> tuple[WholeNumbers, WholeNumbers, BoolArray]:
    """Points and weights of each response as whole numbers, and whether it has a score."""
    marks = counted(catalog, marks)
    withheld = _withheld(catalog, marks)
    marks = marks.where(marks.has_score)
    (points,), whole = whole_totals(
        marks.response,
        weight=catalog.checkpoint_weight[marks.checkpoint],
        scores=[marks.score],
        size=len(catalog.responses),
    )
    return points, whole, np.asarray((whole > 0) & ~withheld, np.bool_)


def exact_means(catalog: Catalog, marks: Ratings) -> list[Fraction]:
    """Each system's mean over the tasks on which it has a score, exactly; 0 without any.

    The same figure as the mean of ``scores_by_task``, free of rounding: by it systems are ranked.

    Args:
        catalog: What there is to judge.
        marks: One rater's answers.
    """
    points, whole, scored = _exact_responses(catalog, marks)
    system = catalog.response_system.astype(np.int64)
    place = system * len(catalog.tasks) + catalog.response_task
    sharing = np.bincount(place[scored], minlength=place.max(initial=0) + 1)
    found = []
    for code in range(len(catalog.systems)):
        own = scored & (system == code)
        tasks = np.unique(catalog.response_task[own]).size
        total = exact_sum(points[own], whole[own] * sharing[place[own]])
        found.append(total / tasks if tasks else Fraction(0))
    return found


def _passes(catalog: Catalog, marks: Ratings, is_complete: BoolArray) -> MetArray:
    can_fail = asked_of(catalog).can_fail_task[marks.checkpoint]
    if not can_fail.any():
        return np.full(len(catalog.responses), NONE, np.int8)
    is_failure = can_fail & (marks.met == 0)
    failed = np.bincount(marks.response[is_failure], minlength=len(catalog.responses)) > 0
    return np.where(is_complete, ~failed, NONE).astype(np.int8)


def _essentials(catalog: Catalog, marks: Ratings, without: Ratings) -> MetArray:
    """As ``ResponseScores.essentials``; ``without`` are abstentions that scores leave out."""
    count = len(catalog.responses)
    result = np.full(count, NONE, np.int8)
    if ESSENTIAL not in catalog.tiers:
        return result
    is_essential = catalog.checkpoint_tier == catalog.tiers.index(ESSENTIAL)
    is_essential &= asked_points(catalog, marks.rater)
    per_task = np.bincount(
        catalog.checkpoint_task, is_essential.astype(np.float64), len(catalog.tasks)
    )
    wanted = per_task[catalog.response_task]
    if catalog.abstentions is not AbstentionRule.INCOMPLETE:
        left_out = without.response[is_essential[without.checkpoint]]
        wanted = wanted - np.bincount(left_out, minlength=count)
    marks = marks.where(is_essential[marks.checkpoint])
    decided = np.bincount(marks.response, minlength=count)
    fulfilled = np.bincount(marks.response, marks.fulfils, count)
    failed = decided > fulfilled
    result[(wanted > 0) & (fulfilled == wanted)] = 1
    result[failed] = 0
    return result
