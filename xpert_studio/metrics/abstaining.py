"""How often experts or a judge abstain, and both with each abstention as a disagreement."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from xpert_studio.instruments.columns import asked_of
from xpert_studio.metrics.task_estimates import SHARE, Estimate, estimate, in_clusters
from xpert_studio.records.columns import BoolArray, Catalog, FloatArray, IntArray, Ratings

MOST_ABSTAINED: Final = 0.1
"""With a greater share of abstentions the evidence is enough for nothing."""


@dataclass(frozen=True, slots=True)
class Abstentions:
    """Abstentions on what experts and a judge both answered.

    Attributes:
        share: Of the answers, those from which either of them abstained.
        experts, judge, both: How many of them the experts, the judge, and both did.
    """

    share: Estimate
    experts: int
    judge: int
    both: int

    def plain(self) -> dict[str, Any]:
        """All of it for a program."""
        counts = {"experts": self.experts, "judge": self.judge, "both": self.both}
        return {**self.share.named("share"), "n": self.share.n, **counts}


def abstentions(
    catalog: Catalog, expert: Ratings, judge: Ratings, *, considered: BoolArray
) -> Abstentions | None:
    """How often experts or a judge abstain on what both answered; None where neither does.

    Args:
        catalog: What there is to judge.
        expert: The experts' (consensus) answers.
        judge: The judge's (over its trials) answers.
        considered: Per response, whether it counts.
    """
    both = [one.where(one.is_answer & considered[one.response]) for one in (expert, judge)]
    first, second = _places(catalog, *both)
    if not (any_one := both[0].abstained[first] | both[1].abstained[second]).any():
        return None
    one, two = both[0].abstained[first], both[1].abstained[second]
    task, size = catalog.response_task[both[0].response[first]], len(catalog.tasks)
    sums = [np.bincount(task, column, size) for column in (any_one, np.ones(first.size))]
    share = estimate(SHARE, in_clusters(np.stack(sums, axis=-1), catalog.task_cluster))
    return Abstentions(
        share=replace(share, n=int(first.size)),
        experts=int(one.sum()),
        judge=int(two.sum()),
        both=int((one & two).sum()),
    )


def as_disagreements(catalog: Catalog, expert: Ratings, judge: Ratings) -> tuple[Ratings, Ratings]:
    """Both raters' answers with the opposite of the other's in the place of each abstention.

    The opposite of met is not met; of a value, the farther end of its scale. Where both abstain,
    neither says anything.
    """
    first, second = _places(catalog, expert, judge)
    return (
        _opposed(catalog, expert, first, judge, second),
        _opposed(catalog, judge, second, expert, first),
    )


def _opposed(
    catalog: Catalog,
    rater: Ratings,
    own: npt.NDArray[np.intp],
    other: Ratings,
    theirs: npt.NDArray[np.intp],
) -> Ratings:
    wanted = rater.abstained[own] & other.has_score[theirs]
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
    width = max(len(catalog.checkpoints), 1)
    one, two = (own.response.astype(np.int64) * width + own.checkpoint for own in (first, second))
    _, at_first, at_second = np.intersect1d(one, two, assume_unique=True, return_indices=True)
    return at_first, at_second
