"""One answer out of several: of experts who judged the same, or of a judge's trials."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from xpert_studio.metrics.pairing import Paired
from xpert_studio.records.columns import NONE, Catalog, FloatArray, Marks


@dataclass(frozen=True, slots=True)
class Consensus:
    """The majority's answers.

    Attributes:
        marks: One answer a (response, checkpoint) pair; ``NONE`` where the votes are even or no
            vote is usable.
        undecided: Pairs on which as many say met as not met.
    """

    marks: Marks
    undecided: int


def majority(
    catalog: Catalog, raters: Sequence[Marks], *, name: str, even: int = NONE
) -> Consensus:
    """The majority's answer to every pair that anybody answered.

    Args:
        catalog: What there is to judge.
        raters: Experts, or the trials of one judge.
        name: What to call the result.
        even: What an even vote comes to: ``NONE``, no answer; or 0, not met.
    """
    if len(raters) == 1:
        only = raters[0]
        return Consensus(Marks(name, only.response, only.checkpoint, only.met), 0)
    width = max(len(catalog.checkpoints), 1)
    keys = [rater.response.astype(np.int64) * width + rater.checkpoint for rater in raters]
    pairs, place = np.unique(
        np.concatenate(keys) if keys else np.zeros(0, np.int64), return_inverse=True
    )
    met = np.concatenate([rater.met for rater in raters]) if raters else np.zeros(0, np.int8)
    for_met = np.bincount(place, met == 1, pairs.size)
    against = np.bincount(place, met == 0, pairs.size)
    voted = for_met + against > 0
    answer = np.where(for_met > against, 1, np.where(against > for_met, 0, even))
    marks = Marks(
        name,
        (pairs // width).astype(np.int32),
        (pairs % width).astype(np.int32),
        np.where(voted, answer, NONE).astype(np.int8),
    )
    return Consensus(marks, int(np.count_nonzero((for_met == against) & (for_met > 0))))


def certainty(catalog: Catalog, raters: Sequence[Marks], paired: Paired) -> FloatArray:
    """Per pair, the share of the raters who gave its first answer, of those who gave one.

    Args:
        catalog: What there is to judge.
        raters: Those behind the first answers, such as the experts.
        paired: Pairs; ``first`` is the raters' majority.
    """
    width = max(len(catalog.checkpoints), 1)
    wanted = paired.response.astype(np.int64) * width + paired.checkpoint
    votes, agreeing = np.zeros(len(paired)), np.zeros(len(paired))
    for rater in raters:
        usable = rater.met != NONE
        keys = rater.response[usable].astype(np.int64) * width + rater.checkpoint[usable]
        if not keys.size:
            continue
        order = np.argsort(keys, kind="stable")
        place = np.minimum(np.searchsorted(keys[order], wanted), keys.size - 1)
        has_one = keys[order][place] == wanted
        votes += has_one
        agreeing += has_one & (rater.met[usable][order][place] == paired.first)
    return np.asarray(agreeing / np.maximum(votes, 1))
