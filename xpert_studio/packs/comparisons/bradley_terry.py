"""Strengths of systems from comparisons of two, after Bradley and Terry (1952).

P(i is better than j) = 1 / (1 + exp(s_j - s_i)). A tie counts as half a win of either. Most likely
strengths are finite only where no group of systems wins or loses every comparison with the others
(Ford 1957), so each system has half a win and half a loss more, against one of strength 0: a weak
prior, by which they are always finite, and drawn towards each other a little. Systems that no
comparison joins, not even by way of others, cannot be told apart: their strengths are those within
their group.

Intervals are by bootstrap over families, or tasks that have none: the standard error of the
strengths of ``REPLICATES`` samples of as many, times Student's quantile with their effective
number less one as degrees of freedom. ``tests/benchmarks/bench_comparisons.py`` shows how often
they cover.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from xpert_studio.core.metrics.distributions import student_quantile
from xpert_studio.core.metrics.intervals import CONFIDENCE
from xpert_studio.core.metrics.task_estimates import SURE_TASKS, Estimate, bounds, caution
from xpert_studio.core.records.columns import FloatArray

PRIOR: Final = 0.5
"""Wins, and losses, that every system has beside its own, against one of strength 0."""

REPLICATES: Final = 400
"""Samples of the bootstrap."""

_SEED: Final = 20_260_101
_STEPS: Final = 60
_CLOSE: Final = 1e-10
_NO_SPREAD: Final = 1e-9
"""Standard errors up to this come of rounding alone: all samples have the same strengths."""

_LONGEST: Final = 2.0
"""A step of Newton's method is at most so long in each strength: it may not overshoot."""


@dataclass(frozen=True, slots=True)
class Strengths:
    """Strengths of systems.

    Attributes:
        of: By system: on the scale of log odds; the mean of each group is 0. ``n`` is how many
            comparisons it is in, ``tasks`` those of these. None where it is in none.
        groups: Systems that comparisons join, by way of others too; largest first.
    """

    of: tuple[Estimate, ...]
    groups: tuple[tuple[int, ...], ...]

    @property
    def is_joined(self) -> bool:
        """Whether all systems that were compared can be ordered."""
        return len(self.groups) <= 1


def fitted(wins: FloatArray) -> FloatArray:
    """Strengths by Newton's method; see the module.

    Args:
        wins: (..., systems, systems), how often the first was better; a tie is half either way.

    Returns:
        (..., systems); log odds against a system of strength 0.
    """
    met = wins + np.swapaxes(wins, -1, -2)
    won = wins.sum(axis=-1) + PRIOR
    place = np.zeros(wins.shape[:-1])
    diagonal = np.arange(wins.shape[-1])
    for _ in range(_STEPS):
        chance = _chance(place[..., :, None] - place[..., None, :])
        alone = _chance(place)
        slope = won - (met * chance).sum(axis=-1) - 2 * PRIOR * alone
        spread = met * chance * (1 - chance)
        bend = -spread
        bend[..., diagonal, diagonal] += spread.sum(axis=-1) + 2 * PRIOR * alone * (1 - alone)
        step = np.linalg.solve(bend, slope[..., None])[..., 0]
        place = place + np.clip(step, -_LONGEST, _LONGEST)
        if np.abs(step).max(initial=0.0) < _CLOSE:
            break
    return place


def _chance(difference: FloatArray) -> FloatArray:
    return 1 / (1 + np.exp(-difference))


def joined_groups(met: FloatArray) -> tuple[tuple[int, ...], ...]:
    """Groups of systems that comparisons join, largest first; systems in none are left out.

    Args:
        met: (systems, systems), how often two were compared.
    """
    left = set(np.flatnonzero(met.sum(axis=-1) > 0).tolist())
    groups = []
    while left:
        reached, new = set[int](), {min(left)}
        while new:
            reached |= new
            near = np.flatnonzero(met[sorted(new)].sum(axis=0) > 0).tolist()
            new = set(near) - reached
        groups.append(tuple(sorted(reached)))
        left -= reached
    return tuple(sorted(groups, key=lambda group: (-len(group), group)))


def strengths(wins: FloatArray) -> Strengths:
    """Strengths of systems with intervals over families, or tasks that have none.

    Args:
        wins: (clusters, systems, systems), how often the first was better; a tie is half either
            way.
    """
    whole = wins.sum(axis=0)
    met = whole + whole.T
    groups = joined_groups(met)
    values = _centred(fitted(whole), groups)
    counts = wins + np.swapaxes(wins, -1, -2)
    behind = counts.sum(axis=-1) > 0
    spread = _bootstrap_spread(wins, groups)
    halves = spread * _quantile(counts.sum(axis=-1))
    found = []
    for system, value in enumerate(values.tolist()):
        tasks = int(behind[:, system].sum())
        if not tasks:
            found.append(Estimate(None, None, 0))
            continue
        half = halves[system] if tasks > 1 and spread[system] > _NO_SPREAD else np.nan
        ends = bounds(value - half, value + half)
        n = int(met[system].sum().round())
        found.append(Estimate(value, ends, tasks, caution(tasks, SURE_TASKS), n=n))
    return Strengths(tuple(found), groups)


def _centred(place: FloatArray, groups: Sequence[Sequence[int]]) -> FloatArray:
    """Strengths whose mean is 0 in each group."""
    found = place.copy()
    for group in groups:
        own = list(group)
        found[..., own] -= found[..., own].mean(axis=-1, keepdims=True)
    return found


def _bootstrap_spread(wins: FloatArray, groups: Sequence[Sequence[int]]) -> FloatArray:
    """Standard errors of the strengths, by samples of tasks that have a comparison."""
    own = wins[wins.sum(axis=(1, 2)) > 0]
    if len(own) < 2:
        return np.zeros(wins.shape[-1])
    drawn = np.random.default_rng(_SEED).multinomial(
        len(own), np.full(len(own), 1 / len(own)), size=REPLICATES
    )
    many = np.tensordot(drawn.astype(np.float64), own, axes=1)
    found = _centred(fitted(many), groups).std(axis=0, ddof=1)
    # Samples vary less than tasks do: by (tasks - 1) / tasks in variance.
    return np.asarray(found * np.sqrt(len(own) / (len(own) - 1)))


def _quantile(counts: FloatArray) -> npt.NDArray[np.float64]:
    """Student's quantile for each system, by how its comparisons spread over tasks (Kish 1965)."""
    effective = counts.sum(axis=0) ** 2 / np.maximum((counts**2).sum(axis=0), 1e-12)
    return student_quantile(np.maximum(effective - 1, 1), (1 + CONFIDENCE) / 2)
