"""What a panel of judges says: the votes of those with complete coverage of a system, as one.

Complete coverage is the rule of published leaderboards with several judges: a judge that did not
score every prompt for a system is left out of the mean for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from xpert_studio.instruments.base import POOLED_DECIMALS
from xpert_studio.instruments.columns import Places, asked_of, marks_of
from xpert_studio.records import PanelRule
from xpert_studio.records.columns import BoolArray, Catalog, FloatArray, IntArray, Ratings


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
    vote.

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
            np.bincount(catalog.response_system[own.response[own.has_score]], minlength=systems)
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
    order = np.lexsort((value, place))  # sorted, so that the order of the judges is nothing
    place, value, score = place[order], value[order], score[order]
    number = np.bincount(place, minlength=pairs.size)
    taken = 0 if rule is PanelRule.UNANIMOUS else (number - 1) // 2
    known = np.flatnonzero(number)
    found = np.full(pairs.size, np.nan)
    found[known] = value[(np.cumsum(number) - number + taken)[known]]
    if rule is not PanelRule.MEAN:
        return marks_of(catalog, name, response, point, found)
    graded = known[~asked_of(catalog).is_nominal[point[known]]]
    found[graded] = _means(place, value, number)[graded]
    marks = marks_of(catalog, name, response, point, found)
    return replace(marks, score=_means(place, score, number))


def _means(place: Places, column: FloatArray, number: Places) -> FloatArray:
    """The mean of a column at each place, NaN where there is none."""
    total = np.bincount(place, column, number.size)
    means = np.round(total / np.maximum(number, 1), POOLED_DECIMALS)
    return np.where(number > 0, means, np.nan)
