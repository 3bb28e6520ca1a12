"""One answer out of several: of experts who judged the same, or of a judge's trials."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from xpert_studio.core.instruments.columns import Even, Places, asked_of, marks_of
from xpert_studio.core.metrics.pairing import Paired
from xpert_studio.core.records.columns import BoolArray, Catalog, FloatArray, Ratings


@dataclass(frozen=True, slots=True)
class Consensus:
    """The answers of several as one.

    Attributes:
        marks: One answer a (response, checkpoint) pair; without a value where the votes are even or
            no vote is usable. It abstains where more of the raters do than give a value.
        undecided: Pairs with usable votes that come to no answer.
    """

    marks: Ratings
    undecided: int


def pooled(
    catalog: Catalog, raters: Sequence[Ratings], *, name: str, even: Even = "nothing"
) -> Consensus:
    """One answer to every pair that anybody answered: the majority's, or the median.

    Args:
        catalog: What there is to judge.
        raters: Experts, or the trials of one judge.
        name: What to call the result.
        even: What an even vote comes to.
    """
    if len(raters) == 1:
        return Consensus(replace(raters[0], rater=name), 0)
    width = max(len(catalog.checkpoints), 1)
    keys = [rater.response.astype(np.int64) * width + rater.checkpoint for rater in raters]
    pairs, place = np.unique(np.concatenate([np.zeros(0, np.int64), *keys]), return_inverse=True)
    values = np.concatenate([np.zeros(0), *(rater.value for rater in raters)])
    response, point = (pairs // width).astype(np.int32), (pairs % width).astype(np.int32)
    asked = asked_of(catalog)
    value = asked.pooled(point, values, place, "nothing")
    votes = np.bincount(place, ~np.isnan(values), pairs.size)
    abstained = more_abstain(raters, place, votes)
    undecided = int(np.count_nonzero((votes > 0) & np.isnan(value) & ~abstained))
    if even == "lowest":
        value = asked.pooled(point, values, place, "lowest")
    value = np.where(abstained, np.nan, value)
    return Consensus(marks_of(catalog, name, response, point, value, abstained), undecided)


def more_abstain(raters: Sequence[Ratings], place: Places, votes: Places | FloatArray) -> BoolArray:
    """Where more of several raters abstain than give a value.

    Args:
        raters: The raters.
        place: Of all their answers in a row, where each counts.
        votes: How many give a value, by place.
    """
    abstained = np.concatenate([np.zeros(0, np.bool_), *(rater.abstained for rater in raters)])
    return np.asarray(np.bincount(place, abstained, votes.size) > votes)


def certainty(catalog: Catalog, raters: Sequence[Ratings], paired: Paired) -> FloatArray:
    """Per pair, the share of the raters who support its first answer, of those who gave one.

    One whose answer is nearer to the first than to the second supports it; where both are the same,
    one who gave it.

    Args:
        catalog: What there is to judge.
        raters: Those behind the first answers, such as the experts.
        paired: Pairs; ``first`` is what the raters come to.
    """
    width = max(len(catalog.checkpoints), 1)
    wanted = paired.keys(catalog)
    votes, agreeing = np.zeros(len(paired)), np.zeros(len(paired))
    for rater in raters:
        usable = rater.has_score
        keys = rater.response[usable].astype(np.int64) * width + rater.checkpoint[usable]
        if not keys.size:
            continue
        order = np.argsort(keys, kind="stable")
        place = np.minimum(np.searchsorted(keys[order], wanted), keys.size - 1)
        has_one = keys[order][place] == wanted
        votes += has_one
        said = rater.score[usable][order][place]
        away = np.abs(said - paired.first_score)
        is_nearer = away < np.abs(said - paired.second_score)
        agreeing += has_one & np.where(paired.differs, is_nearer, away == 0)
    return np.asarray(agreeing / np.maximum(votes, 1))
