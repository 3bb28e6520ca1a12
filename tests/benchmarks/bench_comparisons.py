"""How often the intervals of Bradley–Terry strengths cover, in simulated projects.

    python tests/benchmarks/bench_comparisons.py [--projects 400] [--seed 19]

The grid: 5, 10, 20 and 40 tasks; systems that are equal, apart, and far apart; effects of system
and task with a standard deviation of 0, 0.7 and 1.5 on the scale of log odds; every pair of systems
compared once a task, 15 % of the outcomes ties. The truth is the strengths of 60,000 tasks. Goal,
from 10 tasks on: a nominal 95 % interval covers at least .93, judged by the upper end of the
Monte-Carlo interval.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from xpert_studio.packs.comparisons.bradley_terry import fitted, strengths

SYSTEMS = {
    "equal": (0.0, 0.0, 0.0, 0.0),
    "apart": (-1.0, -0.3, 0.3, 1.0),
    "far apart": (-2.5, -1.0, 0.0, 1.0, 2.5),
}
EFFECTS = (0.0, 0.7, 1.5)
TASKS = (5, 10, 20, 40)
TIES, MANY, GOAL, FROM = 0.15, 60_000, 0.93, 10


def drawn(chance: np.random.Generator, tasks: int, place: np.ndarray, effect: float) -> np.ndarray:
    """Wins by task (tasks, systems, systems)."""
    size = len(place)
    one, other = np.triu_indices(size, 1)
    own = place + chance.normal(0, effect, (tasks, size))
    odds = 1 / (1 + np.exp(-(own[:, one] - own[:, other])))
    won = np.where(chance.random(odds.shape) < odds, 1.0, 0.0)
    won = np.where(chance.random(odds.shape) < TIES, 0.5, won)
    wins = np.zeros((tasks, size, size))
    wins[:, one, other], wins[:, other, one] = won, 1 - won
    return wins


def main() -> int:
    """Prints a line a cell; 1 where a cell from 10 tasks on misses its goal."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--projects", type=int, default=400)
    options.add_argument("--seed", type=int, default=19)
    asked = options.parse_args()
    chance, missed = np.random.default_rng(asked.seed), 0
    for name, places in SYSTEMS.items():
        place = np.array(places)
        for effect in EFFECTS:
            truth = fitted(drawn(chance, MANY, place, effect).sum(axis=0))
            truth -= truth.mean()
            for tasks in TASKS:
                held = tried = 0
                for _ in range(asked.projects):
                    for item, value in zip(
                        strengths(drawn(chance, tasks, place, effect)).of, truth, strict=True
                    ):
                        if item.interval is not None:
                            tried += 1
                            held += item.interval[0] <= value <= item.interval[1]
                share = held / max(tried, 1)
                error = 1.96 * math.sqrt(share * (1 - share) / asked.projects)
                is_missed = tasks >= FROM and share + error < GOAL
                missed += is_missed
                print(
                    f"{name:10} effect {effect:.1f} {tasks:3} tasks: covered {share:.3f}"
                    f"{'  MISSED' if is_missed else ''}",
                    flush=True,
                )
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
