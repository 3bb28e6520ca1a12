"""Sums by system and cluster of what a judge and experts gave: what corrected scores are made of.

A task weighs the same as on the leaderboard, 1, whatever its checkpoints weigh; where a system has
several responses to a task, each weighs its part. Within a response a checkpoint weighs its share
of the points that the judge decided.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from xpert_studio.core.instruments.columns import asked_of
from xpert_studio.core.metrics.pairing import pair_up
from xpert_studio.core.metrics.scores import counted, scorable
from xpert_studio.core.records.columns import BoolArray, Catalog, FloatArray, Ratings
from xpert_studio.core.records.project import AbstentionRule
from xpert_studio.packs.correction.estimator import Bools, Floats, Totals


def response_totals(
    catalog: Catalog, judge: Ratings, gold: Ratings, left_out: BoolArray
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray, FloatArray]:
    """By response: weight, the judge's sum, the labelled weight, the experts' sum, the judge's.

    Args:
        catalog: What there is to judge.
        judge: What the judge's scores are made of, with what programs decide.
        gold: The same of the experts.
        left_out: By response, those that are anchors of the judge or nearly so: they count nowhere.

    Returns:
        Each of one entry a response. What programs decide is labelled as far as the rest of the
        response is: it is known of every response, and must not weigh more for it. A response that
        was judged in full is labelled in full, also where an expert abstained: then the score is
        that of the others, as on the leaderboard.
    """
    size = len(catalog.responses)
    scored = scorable(catalog, judge)
    scored = scored.where(~left_out[scored.response])
    points = np.bincount(scored.response, catalog.checkpoint_weight[scored.checkpoint], size)
    share = _task_shares(catalog, points > 0)
    per_point = np.divide(share, points, out=np.zeros(size), where=points > 0)
    judged = _summed(
        scored.response, catalog.checkpoint_weight[scored.checkpoint] * scored.score, size
    )
    paired = pair_up(catalog, gold, scored)
    by_program = asked_of(catalog).by_program
    is_own = ~by_program[paired.checkpoint]
    weight = catalog.checkpoint_weight[paired.checkpoint]
    own = np.bincount(paired.response[is_own], weight[is_own], size)
    is_asked = ~by_program[scored.checkpoint]
    asked = np.bincount(
        scored.response[is_asked],
        catalog.checkpoint_weight[scored.checkpoint[is_asked]],
        size,
    )
    part = np.divide(own, asked, out=np.zeros(size), where=asked > 0)
    counts = weight * np.where(is_own, 1.0, part[paired.response])
    counts *= (part > 0)[paired.response]
    labelled, said, again = (
        _summed(paired.response, counts * column, size) * per_point
        for column in (np.ones(len(paired)), paired.first_score, paired.second_score)
    )
    # Of what an expert left out the judge must not be taken for an estimate.
    is_whole = judged_in_full(catalog, judge, gold, left_out) & (labelled > 0)
    said *= np.divide(share, labelled, out=np.ones(size), where=is_whole)
    labelled = np.where(is_whole, share, labelled)
    again = np.where(is_whole, judged * per_point, again)
    return share, judged * per_point, labelled, said, again


def as_scored(catalog: Catalog, marks: Ratings) -> Ratings:
    """A rater's answers as the project lets abstentions count in scores."""
    found = counted(catalog, marks)
    if catalog.abstentions is not AbstentionRule.INCOMPLETE:
        return found
    without = np.zeros(len(catalog.responses), np.bool_)
    without[found.response[found.abstained]] = True
    return found.where(~without[found.response])


def judged_in_full(
    catalog: Catalog, judge: Ratings, gold: Ratings, left_out: BoolArray
) -> BoolArray:
    """By response, whether experts judged all they were to.

    Judged is what they decided, could not assess, or are divided on; it is held against the
    checkpoints that the judge decided. Arguments are those of ``response_totals``.
    """
    size, width = len(catalog.responses), max(len(catalog.checkpoints), 1)
    asked = scorable(catalog, judge)
    asked = asked.where(~left_out[asked.response] & ~asked_of(catalog).by_program[asked.checkpoint])
    keys, known = (one.response.astype(np.int64) * width + one.checkpoint for one in (asked, gold))
    return np.asarray(np.bincount(asked.response[~np.isin(keys, known)], minlength=size) == 0)


def _summed(place: Places, values: FloatArray, size: int) -> FloatArray:
    return np.asarray(np.bincount(place, values, size), np.float64)


Places = NDArray[np.integer]


def _task_shares(catalog: Catalog, is_scored: BoolArray) -> FloatArray:
    """By response, the part of its task that it stands for: 1, or less beside others."""
    place = catalog.response_system.astype(np.int64) * max(len(catalog.tasks), 1)
    place += catalog.response_task
    beside = np.bincount(place[is_scored], minlength=int(place.max(initial=0)) + 1)[place]
    return np.divide(1.0, beside, out=np.zeros(place.size), where=is_scored & (beside > 0))


def totals_of(
    catalog: Catalog,
    judge: Ratings,
    gold: Ratings,
    left_out: BoolArray,
    probability: Floats | None = None,
) -> Totals:
    """The sums by system and cluster; see ``response_totals``.

    Args:
        catalog: What there is to judge.
        judge: What the judge's scores are made of.
        gold: The same of the experts.
        left_out: By response.
        probability: By response, with which it was sampled to be labelled; NaN where it was not:
            its label is not counted. None where labels were not sampled.
    """
    share, judged, *labels = response_totals(catalog, judge, gold, left_out)
    unequal, raw = np.zeros(len(catalog.systems), np.bool_), labels[0]
    if probability is not None:
        known = np.isfinite(probability)
        labels = [np.where(known, label / np.where(known, probability, 1), 0.0) for label in labels]
        unequal = _are_unequal(catalog, probability, labels[0] > 0)
    shape = len(catalog.systems), catalog.clusters
    place = catalog.response_system.astype(np.int64) * shape[1] + catalog.response_cluster

    weight, gave, labelled, said, again = (
        _summed(place, one, shape[0] * shape[1]).reshape(shape) for one in (share, judged, *labels)
    )
    is_part = np.isfinite(np.ones_like(share) if probability is None else probability)
    known = _summed(place, np.where(is_part, raw, 0.0), weight.size).reshape(shape)
    partly = np.asarray(((known > _NOTHING) & (known < weight - _NOTHING)).any(axis=-1))
    return Totals(weight, gave, labelled, said, again, unequal, partly)


_NOTHING: Final = 1e-9


def _are_unequal(catalog: Catalog, probability: Floats, is_labelled: BoolArray) -> Bools:
    found = np.zeros(len(catalog.systems), np.bool_)
    for code in range(found.size):
        own = probability[is_labelled & (catalog.response_system == code)]
        found[code] = own.size > 0 and bool(np.ptp(own) > 1e-12)
    return found
