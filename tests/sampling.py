"""How much is tried of what could be: a sample in an ordinary run, everything in a nightly one.

An ordinary run draws by the seed in ``tests/seed.txt``, so that it fails or passes for a reason that
can be repeated; ``make nightly`` takes the day's.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings

Case = TypeVar("Case")

NIGHTLY = os.environ.get("XPERT_TEST_NIGHTLY", "")
"""Set in a nightly run: ``1``, or the seed of one that is repeated."""
_TIMES_MORE = 25


def _seed() -> int:
    if not NIGHTLY:
        return int((Path(__file__).parent / "seed.txt").read_text())
    return datetime.now(UTC).toordinal() if NIGHTLY == "1" else int(NIGHTLY)


SEED = _seed()


def some(cases: Sequence[Case], count: int, name: str = "") -> list[Case]:
    """So many of the cases, in their order; all of them in a nightly run.

    Args:
        cases: What could be tried.
        count: How many are, in an ordinary run.
        name: Has several draws from the same cases differ.
    """
    if NIGHTLY or count >= len(cases):
        return list(cases)
    chosen = random.Random(f"{SEED} {name}").sample(range(len(cases)), count)
    return [cases[place] for place in sorted(chosen)]


def in_turn(cases: Sequence[Case], place: int, of: int) -> list[Case]:
    """A part of the cases: over so many places each comes once; all of them in a nightly run."""
    return [case for n, case in enumerate(cases) if NIGHTLY or (n + place + SEED) % of == 0]


def many(count: int, by_night: int) -> int:
    """How often something is repeated."""
    return by_night if NIGHTLY else count


def examples(count: int, *, by_night: int = 0, **more: Any) -> settings:
    """Hypothesis's settings, without limits of time: a busy machine is no fault of what is tested.

    Args:
        count: How many examples an ordinary run tries, the same each time.
        by_night: How many a nightly run tries; twenty-five times as many, if nothing is said.
        more: Other settings.
    """
    return settings(
        max_examples=(by_night or count * _TIMES_MORE) if NIGHTLY else count,
        deadline=None,
        derandomize=not NIGHTLY,
        suppress_health_check=list(HealthCheck),
        **more,
    )
