"""Statistics of simulated projects: tasks that differ, for tests and benchmarks of intervals.

20 checkpoints and 4 responses a task. A task's rate is drawn from a beta distribution of a given
mean and concentration; None means that all tasks have the same rate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from xpert_studio.core.metrics.figures import gwet_ac1, youden_j
from xpert_studio.core.metrics.figures.concordance import CDR
from xpert_studio.core.metrics.figures.kappa import KAPPA
from xpert_studio.core.metrics.task_estimates import SHARE, Figure

Numbers = npt.NDArray[np.float64]
RESPONSES, CHECKPOINTS = 4, 20
ALL = RESPONSES * CHECKPOINTS
CONCENTRATIONS = {"none": None, "moderate": 12.0, "strong": 3.0}


@dataclass(frozen=True)
class Kind:
    """A figure, and how projects are drawn: (chance, shape, mean, concentration) -> statistics."""

    figure: Figure
    draw: Callable[[np.random.Generator, tuple[int, int], float, float | None], Numbers]


def rates(
    chance: np.random.Generator, shape: tuple[int, ...], mean: float, concentration: float | None
) -> Numbers:
    if concentration is None:
        return np.full(shape, mean)
    return chance.beta(mean * concentration, (1 - mean) * concentration, shape)


def share(chance, shape, mean, concentration):
    found = chance.binomial(ALL, rates(chance, shape, mean, concentration))
    return np.stack([found, np.full(shape, ALL)], axis=-1).astype(np.float64)


def mean_score(chance, shape, mean, concentration):
    found = chance.binomial(CHECKPOINTS, rates(chance, shape, mean, concentration)) / CHECKPOINTS
    return np.stack([found, np.ones(shape)], axis=-1)


def sensitivity(chance, shape, mean, concentration):
    mets = chance.binomial(ALL, rates(chance, shape, 0.6, concentration))
    found = chance.binomial(mets, rates(chance, shape, mean, concentration))
    return np.stack([found, mets], axis=-1).astype(np.float64)


def tables(chance, mets, size, mean, concentration):
    """Counts tn, fp, fn, tp of a judge with drawn sensitivity and specificity."""
    tp = chance.binomial(mets, rates(chance, mets.shape, mean, concentration))
    tn = chance.binomial(size - mets, rates(chance, mets.shape, mean, concentration))
    return np.stack([tn, size - mets - tn, mets - tp, tp], axis=-1).astype(np.float64)


def kappa(chance, shape, mean, concentration):
    mets = chance.binomial(ALL, rates(chance, shape, 0.65, concentration))
    return tables(chance, mets, ALL, mean, concentration)


def expert_points(chance, shape):
    return chance.binomial(CHECKPOINTS, chance.beta(3, 2, (*shape, RESPONSES)))


def judged_pairs(chance, expert, mean, concentration):
    """Counts as of ``task_pairs`` of a judge who decides as the experts do at a drawn rate."""
    right = rates(chance, expert.shape[:2], mean, concentration)[..., None]
    judge = chance.binomial(expert, right) + chance.binomial(CHECKPOINTS - expert, 1 - right)
    one, two = np.triu_indices(RESPONSES, 1)
    e = np.sign(expert[..., one] - expert[..., two])
    j = np.sign(judge[..., one] - judge[..., two])
    kinds = (e * j > 0, e * j < 0, (e == 0) & (j != 0), (e != 0) & (j == 0), (e == 0) & (j == 0))
    return np.stack([kind.sum(axis=-1) for kind in kinds], axis=-1).astype(np.float64)


def cdr(chance, shape, mean, concentration):
    return judged_pairs(chance, expert_points(chance, shape), mean, concentration)


KINDS = {
    "share": Kind(SHARE, share),
    "mean": Kind(SHARE, mean_score),
    "sensitivity": Kind(SHARE, sensitivity),
    "kappa": Kind(KAPPA, kappa),
    "gwet_ac1": Kind(gwet_ac1.METRICS[0], kappa),
    "youden_j": Kind(youden_j.METRICS[0], kappa),
    "cdr": Kind(CDR, cdr),
}


def two_judges(kind, chance, shape, means, concentration):
    """Statistics of two judges, or two systems, on the same projects."""
    if kind == "cdr":
        expert = expert_points(chance, shape)
        return tuple(judged_pairs(chance, expert, mean, concentration) for mean in means)
    if KINDS[kind].draw is kappa:
        mets = chance.binomial(ALL, rates(chance, shape, 0.65, concentration))
        return tuple(tables(chance, mets, ALL, mean, concentration) for mean in means)
    return tuple(KINDS[kind].draw(chance, shape, mean, concentration) for mean in means)


def group_and_rest(chance, shape, mean, concentration, tasks_of_group=None):
    """κ's counts of a group and of everything else.

    The group is a third of the checkpoints of every task (such as a tier), or all of the first
    ``tasks_of_group`` tasks (such as a domain).
    """

    def counts(size):
        mets = chance.binomial(size, rates(chance, shape, 0.65, concentration))
        return tables(chance, mets, size, mean, concentration)

    if tasks_of_group is None:
        return counts(28), counts(ALL - 28)
    every = counts(ALL)
    own = (np.arange(shape[1]) < tasks_of_group)[:, None]
    return np.where(own, every, 0.0), np.where(own, 0.0, every)
