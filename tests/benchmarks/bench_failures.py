"""How often profiles of failures name a system where all fail alike, in all tables together.

``python -m tests.benchmarks.bench_failures [PROJECTS]``: in so many null projects a cell (300), the
share in which any of all comparisons has a corrected p below .05. It may be at most 5 % and three
standard errors. The last cells have what is planted, and say how often it is found.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from tests.packs.failures.planted import TYPES, settings_of, simulated
from xpert_studio.packs.failures.profiles import Profile, profiles

EVERY = ("", "domain", "category", "dimension", "effort", "search")


class Cell(NamedTuple):
    """A kind of projects: tasks, how often each system fails, and the types of a task (Dirichlet)."""

    name: str
    tasks: int
    fails: Sequence[float]
    types: Sequence[float] = (1.0,) * 4


CELLS = (
    Cell("24 tasks, 4 systems", 24, (0.5,) * 4),
    Cell("24 tasks, unequal systems", 24, (0.9, 0.5, 0.3, 0.1)),
    Cell("12 tasks, 4 systems", 12, (0.5,) * 4),
    Cell("60 tasks, unequal systems", 60, (0.6, 0.4, 0.3, 0.2)),
    Cell("24 tasks, 10 types", 24, (0.7, 0.5, 0.5, 0.3), (1.0,) * 10),
    Cell("24 tasks, tasks of one type", 24, (0.5,) * 4, (0.1,) * 4),
    Cell("12 tasks, 8 systems, one seldom fails", 12, (0.1,) + (0.7,) * 7),
    Cell("8 tasks, 10 systems, two seldom fail", 8, (0.1,) * 2 + (0.9,) * 8, (600, 200, 100, 100)),
)


def _null(cell: Cell, seed: int) -> Iterator[Profile]:
    types = [f"t{n}" for n in range(len(cell.types))]
    mix = np.random.default_rng(10_000 + seed).dirichlet(cell.types, cell.tasks)
    catalog, found = simulated(seed, cell.tasks, lambda _, task, __: mix[task], cell.fails, types)
    for made in profiles(catalog, found, types, EVERY, settings_of(catalog.systems)).values():
        yield from made


def _planted(tasks: int, share: float, seed: int) -> bool:
    """Whether it is found that s1 fails by retrieval more often than others, in one domain."""
    usual, odd = [0.25] * 4, [share, *[(1 - share) / 3] * 3]
    catalog, found = simulated(
        seed, tasks, lambda system, task, _: odd if system == "s1" and task % 2 == 0 else usual
    )
    made = profiles(catalog, found, TYPES, EVERY, settings_of(catalog.systems))["domain"]
    wanted = ("s1", "retrieval", "Finance")
    return any(one.is_apart and (one.side, one.type, one.group) == wanted for one in made)


def main() -> None:
    """Prints both tables."""
    projects = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    most = 0.05 + 3 * float(np.sqrt(0.05 * 0.95 / projects))
    print(f"{projects} null projects a cell; at most {most:.3f}")
    for cell in CELLS:
        false = sum(any(one.is_apart for one in _null(cell, seed)) for seed in range(projects))
        print(f"{cell.name:40} {false / projects:.3f}")
    for tasks, share in ((24, 0.7), (40, 0.5), (40, 0.7), (80, 0.5)):
        found = sum(_planted(tasks, share, seed) for seed in range(projects // 3))
        print(
            f"planted: {tasks} tasks, {share:.0%} of 25 %: found in {found / (projects // 3):.2f}"
        )


if __name__ == "__main__":
    main()
