"""How often intervals of graded figures cover, and how often their tests are wrong.

    python tests/benchmarks/bench_graded.py [--projects 2000] [--seed 2604]

5 graded checkpoints and 4 responses a task, values 0 to 100 by 5. The expert's value is a normal
variable whose variance is in part the task's (none, moderate: a fifth, strong: a half); the judge's
differs by an error that is in the same part the task's, so that a judge is too mild on whole tasks.
Goals as of ``bench_coverage.py``.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from xpert_studio.core.metrics.grades import spearman_parts
from xpert_studio.core.metrics.metric import GRADES
from xpert_studio.core.metrics.registry import compared_metrics, metrics_of
from xpert_studio.core.metrics.task_estimates import differences, estimates

TASKS = (5, 10, 20, 30, 100)
FROM = 10
EACH = 20
PARTS = {"none": 0.0, "moderate": 0.2, "strong": 0.5}
ERRORS = {"good judge": (8.0, 0.0), "fair judge": (20.0, 5.0)}
"""Standard deviation of its error, and its mean."""
WIDEST, MOST_FALSE = 1.25, 0.07
ON_SCALE = 100.0


@dataclass(frozen=True)
class Drawn:
    """Values as scores: (projects, tasks, ratings of a task)."""

    expert: np.ndarray
    judges: tuple[np.ndarray, ...]


def on_grid(values: np.ndarray) -> np.ndarray:
    return np.clip(np.round(values / 5) * 5, 0, 100) / ON_SCALE


def normal(chance: np.random.Generator, shape: tuple[int, ...], sd: float, part: float):
    own = chance.normal(0, 1, shape)
    of_task = chance.normal(0, 1, (*shape[:-1], 1))
    return sd * (math.sqrt(1 - part) * own + math.sqrt(part) * of_task)


def draw(chance, projects: int, tasks: int, sd: float, mean: float, part: float, judges: int = 1):
    shape = projects, tasks, EACH
    truth = 62 + normal(chance, shape, 20, part)
    said = (on_grid(truth + mean + normal(chance, shape, sd, part)) for _ in range(judges))
    return Drawn(on_grid(truth), tuple(said))


def sums(expert: np.ndarray, judge: np.ndarray) -> np.ndarray:
    """The columns of ``GRADES``: (projects, tasks, columns)."""
    a, b = expert, judge
    projects = len(a)
    ranked = np.stack(
        [spearman_parts(a[n].ravel(), b[n].ravel()).reshape(a[n].shape) for n in range(projects)]
    )
    middle = np.broadcast_to(np.median(a.reshape(projects, -1), axis=-1)[:, None, None], a.shape)
    band, other, of_middle = (np.digitize(side, (0.6, 0.7, 0.9)) for side in (a, b, middle))
    one = np.ones(a.shape)
    columns = (
        *(one, a, b, a * a, b * b, a * b, np.abs(a - b), band == other, one, middle),
        *(np.abs(a - middle), band == of_middle, ranked),
    )
    return np.stack([column.sum(axis=-1) for column in columns], axis=-1)


def upper(share: float, n: int) -> float:
    return share + 1.96 * math.sqrt(share * (1 - share) / n)


def show_coverage(projects: int, seed: int) -> Iterator[str]:
    print(f"Coverage / width against the oracle ({projects} projects a cell)")
    for name, (sd, mean) in ERRORS.items():
        for effects, part in PARTS.items():
            chance = np.random.default_rng(seed)
            many = draw(chance, 1, 20_000, sd, mean, part)
            truths = sums(many.expert, many.judges[0]).sum(axis=-2)
            for tasks in TASKS:
                drawn = draw(chance, projects, tasks, sd, mean, part)
                statistics = sums(drawn.expert, drawn.judges[0])
                row = []
                for metric in metrics_of(GRADES):
                    if metric.id == "constant_mae":  # has no interval
                        continue
                    truth = float(metric.formula(truths)[0])
                    found = estimates(metric, statistics)
                    given = np.isfinite(found.low)
                    covered = np.mean(((found.low <= truth) & (truth <= found.high))[given])
                    oracle = np.ptp(np.nanquantile(found.value, [0.025, 0.975]))
                    width = np.mean((found.high - found.low)[given]) / oracle
                    is_held = upper(covered, projects) >= 0.93 and width <= WIDEST
                    row.append(f"{metric.id} {covered:.3f}/{width:.2f}")
                    if tasks >= FROM and not is_held:
                        yield f"{metric.id} {name} {effects} {tasks}: {covered:.3f}/{width:.2f}"
                print(f"  {name} {effects:9} {tasks:4}  {'  '.join(row)}", flush=True)


def show_differences(projects: int, seed: int) -> Iterator[str]:
    print("\nPaired differences of two judges alike: coverage, false positives at .05")
    for name, (sd, mean) in ERRORS.items():
        for effects, part in PARTS.items():
            chance = np.random.default_rng(seed + 1)
            for tasks in TASKS:
                drawn = draw(chance, projects, tasks, sd, mean, part, judges=2)
                pair = [sums(drawn.expert, judge) for judge in drawn.judges]
                row = []
                for metric in compared_metrics(GRADES):
                    found = differences(metric, *pair, paired=True)
                    given = np.isfinite(found.low)
                    covered = np.mean(((found.low <= 0) & (found.high >= 0))[given])
                    false = np.mean(found.p < 0.05)
                    row.append(f"{metric.id} {covered:.3f} {false:.3f}")
                    if tasks >= FROM and (upper(covered, projects) < 0.93 or false > MOST_FALSE):
                        yield f"difference {metric.id} {name} {effects} {tasks}: {false:.3f}"
                print(f"  {name} {effects:9} {tasks:4}  {'  '.join(row)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--projects", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=2604)
    chosen = parser.parse_args()
    missed = [
        *show_coverage(chosen.projects, chosen.seed),
        *show_differences(chosen.projects, chosen.seed),
    ]
    print(f"\n{len(missed)} cells miss their goals.")
    for cell in missed:
        print(f"  {cell}")


if __name__ == "__main__":
    main()
