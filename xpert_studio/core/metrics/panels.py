"""What a panel of judges says: the votes of those with complete coverage of a system, as one.

Complete coverage is the rule of published leaderboards with several judges: a judge that did not
score every prompt for a system is left out of the mean for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from xpert_studio.core.instruments.answer_types import POOLED_DECIMALS
from xpert_studio.core.instruments.columns import Places, asked_of, marks_of
from xpert_studio.core.metrics.consensus import more_abstain
from xpert_studio.core.metrics.intervals import ratio
from xpert_studio.core.metrics.pairing import pair_up
from xpert_studio.core.metrics.scores import answered
from xpert_studio.core.metrics.task_estimates import (
    Estimate,
    Figure,
    Scale,
    estimate,
    in_clusters,
    known,
)
from xpert_studio.core.records import PanelRule
from xpert_studio.core.records.columns import BoolArray, Catalog, FloatArray, IntArray, Ratings

_NO_SPREAD: Final = 1e-12
"""Variance up to which errors are taken for all the same."""


@dataclass(frozen=True, slots=True)
class PanelVotes:
    """The votes of a panel, and what they come to.

    Attributes:
        marks: The panel's answers: one for every (response, checkpoint) pair that any of its judges
            answered; without a value on systems that no judge counts for.
        decided: Usable answers by judge and system: (judges, systems).
        expected: By system the checkpoints that judges decide, of the responses that any of them
            answered.
        counts: Whether a judge counts for a system: (judges, systems).
    """

    marks: Ratings
    decided: IntArray
    expected: IntArray
    counts: BoolArray

    @property
    def missing(self) -> IntArray:
        """Answers that a judge lacks for complete coverage of a system: (judges, systems)."""
        return np.asarray(self.expected - self.decided)


def panel_votes(
    catalog: Catalog,
    members: Sequence[Ratings],
    rule: PanelRule,
    *,
    barred: BoolArray,
    name: str,
) -> PanelVotes:
    """The votes of a panel on everything that any of its judges answered.

    A verdict without a value (invalid, failed, undecided over trials) is missing coverage, never a
    vote. The panel abstains where more of its judges do than give a value.

    Args:
        catalog: What there is to judge.
        members: The answers of each judge, one a pair; without what programs decide.
        rule: What the votes come to.
        barred: By judge and system, whether the judge may not count for it.
        name: What to call the panel.
    """
    systems = len(catalog.systems)
    asked = np.zeros(len(catalog.responses), np.bool_)
    for marks in members:
        asked[marks.response] = True
    judged = catalog.checkpoint_task[~asked_of(catalog).by_program]
    wanted = np.bincount(judged, minlength=len(catalog.tasks))[catalog.response_task]
    expected = np.bincount(catalog.response_system, wanted * asked, systems).astype(np.int32)
    decided = np.array(
        [
            np.bincount(
                catalog.response_system[own.response[answered(catalog, own)]], minlength=systems
            )
            for own in members
        ],
        np.int32,
    ).reshape(len(members), systems)
    counts = (decided == expected) & (expected > 0) & ~barred
    marks = _pooled(catalog, members, counts, rule, name)
    return PanelVotes(marks, decided, expected, np.asarray(counts, np.bool_))


def _pooled(
    catalog: Catalog, members: Sequence[Ratings], counts: BoolArray, rule: PanelRule, name: str
) -> Ratings:
    width = max(len(catalog.checkpoints), 1)
    keys = [own.response.astype(np.int64) * width + own.checkpoint for own in members]
    pairs, place = np.unique(np.concatenate([np.zeros(0, np.int64), *keys]), return_inverse=True)
    response, point = (pairs // width).astype(np.int32), (pairs % width).astype(np.int32)
    votes = [
        counted[catalog.response_system[own.response]]
        for own, counted in zip(members, counts, strict=True)
    ]
    is_vote = np.concatenate([np.zeros(0, np.bool_), *votes])
    place = place[is_vote]
    value, score = (
        np.concatenate([np.zeros(0), *(getattr(own, column) for own in members)])[is_vote]
        for column in ("value", "score")
    )
    kept = [own.where(vote) for own, vote in zip(members, votes, strict=True)]
    abstained = more_abstain(kept, place, np.bincount(place, ~np.isnan(value), pairs.size))
    has_value = ~np.isnan(value) & ~abstained[place]
    place, value, score = place[has_value], value[has_value], score[has_value]
    order = np.lexsort((value, place))  # sorted, so that the order of the judges is nothing
    place, value, score = place[order], value[order], score[order]
    number = np.bincount(place, minlength=pairs.size)
    taken = 0 if rule is PanelRule.UNANIMOUS else (number - 1) // 2
    known = np.flatnonzero(number)
    found = np.full(pairs.size, np.nan)
    found[known] = value[(np.cumsum(number) - number + taken)[known]]
    if rule is not PanelRule.MEAN:
        return marks_of(catalog, name, response, point, found, abstained)
    graded = known[~asked_of(catalog).is_nominal[point[known]]]
    found[graded] = _means(place, value, number)[graded]
    marks = marks_of(catalog, name, response, point, found, abstained)
    return replace(marks, score=_means(place, score, number))


def _means(place: Places, column: FloatArray, number: Places) -> FloatArray:
    """The mean of a column at each place, NaN where there is none."""
    total = np.bincount(place, column, number.size)
    means = np.round(total / np.maximum(number, 1), POOLED_DECIMALS)
    return np.where(number > 0, means, np.nan)


LEAST_CLUSTERS: Final = 20
"""With fewer families of tasks, effective votes are withheld."""


@dataclass(frozen=True, slots=True)
class EffectiveVotes:
    """How many independent votes the judges of a panel come to.

    Attributes:
        votes: n / (1 + (n - 1) * max(r, 0)) of n judges whose errors correlate by r (Kish 1965,
            chapter 5: the design effect); None where it is undefined or withheld.
        correlation: Mean Pearson correlation of the errors of two judges, over pairs in which both
            err somewhere; None as ``votes``.
        judges, checkpoints: Judges, and checkpoints that all of them judged.
    """

    votes: Estimate
    correlation: float | None
    judges: int
    checkpoints: int

    def plain(self) -> dict[str, Any]:
        """All of it for a program."""
        return {
            **self.votes.named("votes"),
            "correlation": self.correlation,
            "judges": self.judges,
            "checkpoints": self.checkpoints,
            "clusters": self.votes.tasks,
        }


def effective_votes(
    catalog: Catalog, experts: Ratings, members: Sequence[Ratings]
) -> EffectiveVotes | None:
    """How many independent votes judges come to, by their errors against the experts.

    Args:
        catalog: What there is to judge.
        experts: The experts' (consensus) answers.
        members: The answers of each judge, one a pair.

    Returns:
        None where fewer than two judges have judged what experts have.
    """
    errors, response = _errors(catalog, experts, members)
    judges = len(members)
    if judges < 2 or not response.size:
        return None
    columns = [np.ones_like(errors[:, :1]), errors, errors[:, :, None] * errors[:, None, :]]
    row = np.concatenate([part.reshape(len(errors), -1) for part in columns], axis=1)
    task = catalog.response_task[response]
    by_task = np.stack(
        [np.bincount(task, c, len(catalog.tasks)).astype(np.float64) for c in row.T], axis=-1
    )
    share = Figure(
        lambda sums: 1 / (1 + (judges - 1) * np.maximum(_correlation(sums, judges), 0)),
        lambda sums: sums[..., 0],
        Scale.SHARE,
    )
    found = estimate(share, in_clusters(by_task, catalog.task_cluster))
    correlation = known(float(_correlation(by_task.sum(axis=0), judges)))
    if found.tasks < LEAST_CLUSTERS:
        found, correlation = Estimate(None, None, found.tasks), None
    if found.value is not None:
        found = replace(
            found,
            value=judges * found.value,
            interval=found.interval and (judges * found.interval[0], judges * found.interval[1]),
        )
    return EffectiveVotes(found, correlation, judges, int(response.size))


def _errors(
    catalog: Catalog, experts: Ratings, members: Sequence[Ratings]
) -> tuple[FloatArray, IntArray]:
    """Errors of judges (pairs, judges) on what all of them and experts have judged."""
    pairs = [pair_up(catalog, experts, own) for own in members]
    keys = [pair.keys(catalog) for pair in pairs]
    shared = keys[0] if keys else np.zeros(0, np.int64)
    for own in keys[1:]:
        shared = np.intersect1d(shared, own)
    errors, response = [], np.zeros(0, np.int32)
    for pair, own in zip(pairs, keys, strict=True):
        kept = pair.where(np.isin(own, shared))
        kept = kept.where(np.argsort(kept.keys(catalog), kind="stable"))
        errors.append(kept.second_score - kept.first_score)
        response = kept.response
    return np.stack(errors, axis=-1) if errors else np.zeros((0, 0)), response


def _correlation(sums: FloatArray, judges: int) -> FloatArray:
    """The mean correlation of two judges' errors; sums: how many, the errors, their products."""
    n, total = sums[..., :1], sums[..., 1 : judges + 1]
    product = sums[..., judges + 1 :].reshape(*sums.shape[:-1], judges, judges)
    mean = ratio(total, n)
    spread = ratio(product, n[..., None]) - mean[..., :, None] * mean[..., None, :]
    variance = np.diagonal(spread, axis1=-2, axis2=-1)
    varies = np.where(variance > _NO_SPREAD, variance, np.nan)
    correlation = spread / np.sqrt(varies[..., :, None] * varies[..., None, :])
    first, second = np.triu_indices(judges, 1)
    own = correlation[..., first, second]
    is_known = np.isfinite(own)
    return ratio(np.where(is_known, own, 0.0).sum(axis=-1), is_known.sum(axis=-1) * 1.0)
