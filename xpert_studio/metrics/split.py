"""Splits tasks into a part to calibrate on and a part to report on, by a seed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Split:
    """Two parts of the tasks, by id, without overlap."""

    calibration: frozenset[str]
    report: frozenset[str]
    seed: int


def split_tasks(
    task_ids: Sequence[str],
    *,
    seed: int,
    share: float = 0.5,
    strata: Mapping[str, str] | None = None,
) -> Split:
    """Splits tasks by lot, stratum by stratum.

    A task's lot depends on the seed and its id alone, so that adding a task moves no other one
    further than the rounding of its stratum asks.

    Args:
        task_ids: The tasks.
        seed: Of the lots.
        share: Of each stratum that goes to calibration, 0 to 1.
        strata: Stratum by task id, such as the domain; one stratum where None.
    """
    groups: dict[str, list[str]] = {}
    for task_id in task_ids:
        groups.setdefault((strata or {}).get(task_id, ""), []).append(task_id)
    calibration: set[str] = set()
    for members in groups.values():
        drawn = sorted(members, key=lambda task_id: _lot(seed, task_id))
        calibration.update(drawn[: round(len(drawn) * share)])
    rest = frozenset(task_ids) - calibration
    return Split(frozenset(calibration), rest, seed)


def _lot(seed: int, task_id: str) -> bytes:
    return hashlib.sha256(f"{seed}\n{task_id}".encode()).digest()
