"""What several trials of each task say: pass@k, pass^k and how often two trials differ."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from xpert_studio.core.metrics.task_estimates import SHARE, Estimate, estimate
from xpert_studio.packs.suites.evaluations import Evaluation, by_cluster


@dataclass(frozen=True, slots=True)
class Trials:
    """Figures over the tasks of which every trial is decided, with intervals by cluster.

    Attributes:
        k: The number of trials.
        any_passes: pass@k, that at least one of k trials passes (Chen et al. 2021).
        all_pass: pass^k, that all k trials pass (Yao et al. 2024).
        flip_rate: That two trials of a task differ.
    """

    k: int
    any_passes: Estimate
    all_pass: Estimate
    flip_rate: Estimate


def pass_at_k(n: int, passed: int, k: int) -> float:
    """The unbiased estimate of the chance that one of k trials passes, from n trials."""
    return 1 - comb(n - passed, k) / comb(n, k)


def pass_to_the_k(n: int, passed: int, k: int) -> float:
    """The unbiased estimate of the chance that all of k trials pass, from n trials."""
    return comb(passed, k) / comb(n, k)


def flip_rate(n: int, passed: int) -> float:
    """The share of pairs of trials of which one passes and one fails."""
    return passed * (n - passed) / comb(n, 2)


def trials_of(evaluation: Evaluation) -> Trials | None:
    """The figures of an evaluation; None where there is one trial."""
    n = evaluation.trials
    tasks = [task for task in evaluation.tasks.values() if task.is_known and len(task.passes) == n]
    if n < 2 or not tasks:
        return None

    def over(values: list[float]) -> Estimate:
        return estimate(SHARE, by_cluster([(value, 1.0) for value in values], tasks))

    return Trials(
        n,
        over([pass_at_k(n, task.passed, n) for task in tasks]),
        over([pass_to_the_k(n, task.passed, n) for task in tasks]),
        over([flip_rate(n, task.passed) for task in tasks]),
    )
