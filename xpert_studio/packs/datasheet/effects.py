"""What a judge's verdicts depend on that they should not: style, length, place in the rubric."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from xpert_studio.api.figures import Scale, ratio
from xpert_studio.core.metrics.pairing import Paired
from xpert_studio.core.metrics.task_estimates import (
    SHARE,
    Difference,
    Estimate,
    Figure,
    difference,
    estimate,
    in_clusters,
)
from xpert_studio.core.metrics.within import Groups, grouped, residuals, several
from xpert_studio.core.records.columns import Catalog, FloatArray
from xpert_studio.packs.datasheet.records import Asking

_SAME: Final = 1e-9
Places = npt.NDArray[np.integer]


def _pearson(sums: FloatArray) -> FloatArray:
    """Of sums of squares and products of centred values: xx, yy, xy, n."""
    xx, yy, xy = sums[..., 0], sums[..., 1], sums[..., 2]
    return np.asarray(np.clip(ratio(xy, np.sqrt(xx * yy)), -1.0, 1.0))


CORRELATION: Final = Figure(_pearson, lambda sums: sums[..., 3], Scale.SIGNED)
"""Pearson's correlation; statistics: xx, yy, xy and n of centred values."""


def length_effect(catalog: Catalog, paired: Paired, letters: FloatArray) -> Estimate:
    """Correlation of a judge's error with the length of the response, within checkpoints.

    Args:
        catalog: What there is to judge.
        paired: Answers of experts (first) and judge (second).
        letters: Per response of the catalogue, its characters.

    Returns:
        Above 0 where the judge is more lenient, against the experts, with longer responses to the
        same checkpoint; over checkpoints with two responses or more.
    """
    own = several(paired)
    error = own.second_score - own.first_score
    length = np.log(np.maximum(letters[own.response], 1.0))
    return _correlation(catalog, own, length, error, grouped(own.checkpoint))


def position_effect(catalog: Catalog, paired: Paired) -> Estimate:
    """Correlation of how far a judge is off with the checkpoint's place in its rubric.

    Within responses: above 0 where checkpoints further down are judged worse.
    """
    place = _places(catalog)[paired.checkpoint]
    return _correlation(catalog, paired, place, paired.distance, grouped(paired.response))


def _places(catalog: Catalog) -> FloatArray:
    """Per checkpoint its place in the rubric, 0 the first and 1 the last."""
    task = catalog.checkpoint_task
    found = np.zeros(task.size)
    for code in np.unique(task).tolist():
        own = np.flatnonzero(task == code)
        found[own] = np.arange(own.size) / max(own.size - 1, 1)
    return found


def _correlation(
    catalog: Catalog, paired: Paired, x: FloatArray, y: FloatArray, groups: Groups
) -> Estimate:
    x, y = (residuals(np.asarray(side, np.float64), groups) for side in (x, y))
    task = catalog.response_task[paired.response]
    sums = summed(task, len(catalog.tasks), *(x * x, y * y, x * y, np.ones(x.size)))
    return _counted(estimate(CORRELATION, in_clusters(sums, catalog.task_cluster)), int(x.size))


def summed(place: Places, places: int, *columns: npt.NDArray[np.floating]) -> FloatArray:
    """Sums of columns with one entry a rating, by the place of each rating: (places, columns)."""
    sums = (np.bincount(place, column, places).astype(np.float64) for column in columns)
    return np.stack(list(sums), axis=-1)


def _counted(found: Estimate, n: int) -> Estimate:
    return Estimate(found.value, found.interval, found.tasks, found.caution, n)


@dataclass(frozen=True, slots=True)
class StyleEffect:
    """What a style edit does to a judge's verdicts.

    Attributes:
        edit: The id of the edit.
        changed: Share of the verdicts that differ from those before the edit.
        asked_again: The same where nothing was edited: the judge's own unsteadiness.
        beyond: The first less the second.
        shift: Mean score with the edit less that without.
        n: Verdicts.
        at: The latest day on which it was asked.
    """

    edit: str
    changed: Estimate
    asked_again: Estimate
    beyond: Difference
    shift: Difference
    n: int
    at: str


def style_effects(
    asked: Iterable[tuple[str, Asking]], cluster: Mapping[str, int], edits: Sequence[str]
) -> tuple[StyleEffect, ...]:
    """What each style edit does to the verdicts of one judge.

    Args:
        asked: Of one judge: response ids, and what it said of the responses, with and without
            edits; of an edit that was asked several times the last counts.
        cluster: The cluster of each response.
        edits: Their ids, in order.

    Returns:
        Of the edits that were asked.
    """
    latest: dict[tuple[str, str, int], Asking] = {
        (name, one.edit, one.ask): one for name, one in sorted(asked, key=lambda pair: pair[1].at)
    }
    found = []
    for edit in edits:
        rows, days = _rows(latest, cluster, edit)
        if rows.size:
            found.append(_effect(edit, rows, max(days)))
    return tuple(found)


def _rows(
    latest: Mapping[tuple[str, str, int], Asking], cluster: Mapping[str, int], edit: str
) -> tuple[FloatArray, list[str]]:
    """One row a verdict: cluster, score as it is, asked again, with the edit."""
    rows, days = [], []
    for (name, found, _), edited in latest.items():
        first, again = (latest.get((name, "", ask)) for ask in (1, 2))
        if found != edit or name not in cluster or first is None or again is None:
            continue
        days.append(f"{edited.at:%Y-%m-%d}")
        for point, answer in edited.answers.items():
            scores = [
                own.score
                for side in (first, again)
                if (own := side.answers.get(point)) and own.rated == answer.rated
            ]
            if len(scores) == 2:
                rows.append((cluster[name], *scores, answer.score))
    return np.array([row for row in rows if None not in row], np.float64).reshape(-1, 4), days


def _effect(edit: str, rows: FloatArray, day: str) -> StyleEffect:
    _, place = np.unique(rows[:, 0], return_inverse=True)
    first, again, edited = rows[:, 1], rows[:, 2], rows[:, 3]
    ones = np.ones(len(rows))

    def share(values: npt.NDArray[np.floating]) -> FloatArray:
        return summed(place, int(place.max()) + 1, values, ones)

    changed = share((np.abs(edited - first) > _SAME) * 1.0)
    unsteady = share((np.abs(again - first) > _SAME) * 1.0)
    return StyleEffect(
        edit,
        _counted(estimate(SHARE, changed), len(rows)),
        _counted(estimate(SHARE, unsteady), len(rows)),
        difference(SHARE, unsteady, changed),
        difference(SHARE, share(first), share(edited)),
        len(rows),
        day,
    )
