"""What experts judged and a judge did not: by abstaining, or without a usable answer at all.

A judge that is silent where it would err agrees with the experts on the rest. So the share of what
it left out stands beside every agreement, and all is computed again with each as a disagreement.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from xpert_studio.core.instruments.columns import asked_of
from xpert_studio.core.metrics.task_estimates import SHARE, Estimate, estimate, in_clusters
from xpert_studio.core.records.columns import (
    NONE,
    BoolArray,
    Catalog,
    FloatArray,
    IntArray,
    Ratings,
)

MOST_UNANSWERED: Final = 0.1
"""With a greater share the evidence is enough for nothing."""
MOST_OF_ONE_SYSTEM: Final = 0.2
"""Nor with a greater share of what experts judged of one system."""


@dataclass(frozen=True, slots=True)
class Unanswered:
    """What experts and a judge did not both decide, of all that experts answered.

    Attributes:
        share: Of the experts' answers, on tasks that the judge has answers to, those from which
            either of them abstained or to which the judge has no usable answer.
        experts, judge, both: From how many of them the experts, the judge, and both abstained.
        missing: To how many the judge has no usable answer: not asked, not readable, or trials that
            contradict each other.
        system: The system of which the largest share is unanswered, and that share; None where
            systems are hidden.
    """

    share: Estimate
    experts: int
    judge: int
    both: int
    missing: int
    system: tuple[str, float] | None

    def plain(self) -> dict[str, Any]:
        """All of it for a program."""
        counts = {
            "experts": self.experts,
            "judge": self.judge,
            "both": self.both,
            "missing": self.missing,
        }
        return {
            **self.share.named("share"),
            "n": self.share.n,
            **counts,
            "system": dict(zip(("name", "share"), self.system, strict=True))
            if self.system
            else None,
        }


def completed(catalog: Catalog, expert: Ratings, judge: Ratings, considered: BoolArray) -> Ratings:
    """A judge's answers, with an unusable one where experts answered and it has none.

    Args:
        catalog: What there is to judge.
        expert: The experts' (consensus) answers.
        judge: The judge's (over its trials) answers.
        considered: Per response, whether it counts. Tasks of which the judge has no answer at all
            are not its tasks.
    """
    begun = np.zeros(len(catalog.tasks), np.bool_)
    begun[catalog.response_task[judge.response]] = True
    of_task = begun[catalog.response_task[expert.response]]
    wanted = expert.is_answer & considered[expert.response] & of_task
    lacking = wanted & ~np.isin(_keys(catalog, expert), _keys(catalog, judge))
    if not lacking.any():
        return judge
    count = int(lacking.sum())
    nothing = np.full(count, np.nan)
    return judge.joined(
        Ratings(
            judge.rater,
            expert.response[lacking],
            expert.checkpoint[lacking],
            nothing,
            nothing,
            np.full(count, NONE, np.int8),
            np.zeros(count, np.bool_),
        )
    )


def unanswered(
    catalog: Catalog, expert: Ratings, judge: Ratings, considered: BoolArray
) -> Unanswered | None:
    """What experts and a judge did not both decide; None where they decided all.

    Args:
        catalog: What there is to judge.
        expert: The experts' (consensus) answers.
        judge: The judge's answers, from ``completed``.
        considered: Per response, whether it counts.
    """
    own = expert.where(expert.is_answer & considered[expert.response])
    first, second = _places(catalog, own, judge)
    one, two = own.abstained[first], judge.abstained[second]
    missing = ~judge.is_answer[second]
    if not (any_one := one | two | missing).any():
        return None
    response = own.response[first]
    task, system = catalog.response_task[response], catalog.response_system[response]
    sums = [
        np.bincount(task, column, len(catalog.tasks)) for column in (any_one, np.ones(first.size))
    ]
    share = estimate(SHARE, in_clusters(np.stack(sums, axis=-1), catalog.task_cluster))
    of_system = np.bincount(system, any_one) / np.maximum(np.bincount(system), 1)
    worst = int(of_system.argmax())
    return Unanswered(
        share=replace(share, n=int(first.size)),
        experts=int(one.sum()),
        judge=int(two.sum()),
        both=int((one & two).sum()),
        missing=int(missing.sum()),
        system=(catalog.systems[worst], float(of_system[worst])),
    )


def as_disagreements(catalog: Catalog, expert: Ratings, judge: Ratings) -> tuple[Ratings, Ratings]:
    """Both raters' answers with the opposite of the other's in the place of what is unanswered.

    The opposite of met is not met; of a value, the farther end of its scale. Where neither decided,
    neither says anything.

    Args:
        catalog: What there is to judge.
        expert: The experts' answers; only where they abstained they get the opposite.
        judge: The judge's answers, from ``completed``.
    """
    first, second = _places(catalog, expert, judge)
    return (
        _opposed(catalog, expert, first, judge, second, expert.abstained),
        _opposed(catalog, judge, second, expert, first, ~judge.has_score),
    )


def _opposed(
    catalog: Catalog,
    rater: Ratings,
    own: npt.NDArray[np.intp],
    other: Ratings,
    theirs: npt.NDArray[np.intp],
    open_: BoolArray,
) -> Ratings:
    wanted = open_[own] & other.has_score[theirs]
    place, against = own[wanted], theirs[wanted]
    score, met, value = rater.score.copy(), rater.met.copy(), rater.value.copy()
    score[place] = np.where(other.score[against] < 0.5, 1.0, 0.0)
    low, high = _ends(catalog, rater.checkpoint[place])
    value[place] = low + score[place] * (high - low)
    met[place] = asked_of(catalog).rated(rater.checkpoint[place], value[place])[1]
    return replace(rater, score=score, met=met, value=value)


def _ends(catalog: Catalog, checkpoint: IntArray) -> tuple[FloatArray, FloatArray]:
    """The values worth nothing and worth full; 0 and 1 where they have no units."""
    scales = asked_of(catalog).scales()
    low, high = np.append(scales.low, 0.0), np.append(scales.high, 1.0)
    scale = scales.checkpoint[checkpoint]
    return low[scale], high[scale]  # NONE takes the last


def _places(
    catalog: Catalog, first: Ratings, second: Ratings
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Where the answers of two raters to the same stand."""
    one, two = (_keys(catalog, own) for own in (first, second))
    _, at_first, at_second = np.intersect1d(one, two, assume_unique=True, return_indices=True)
    return at_first, at_second


def _keys(catalog: Catalog, rater: Ratings) -> npt.NDArray[np.int64]:
    """Response and checkpoint of each answer in one number."""
    width = max(len(catalog.checkpoints), 1)
    return rater.response.astype(np.int64) * width + rater.checkpoint
