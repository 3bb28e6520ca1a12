"""Where the points of a rubric lie: by tier and by dimension, against the project's limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xpert_studio.records import Checkpoint, Policies, Tier


@dataclass(frozen=True, slots=True)
class Share:
    """One tier or dimension: how many checkpoints, how many points, which part of all points."""

    name: str
    checkpoints: int
    points: int
    part: float


@dataclass(frozen=True, slots=True)
class Balance:
    """Where the points lie.

    Attributes:
        too_few, too_many: How many checkpoints are lacking, or too many, by the policy; 0 where
            the count is within it.
        by_tier: Every tier, and the empty name for lines without one where there are some.
        by_dimension: Every dimension of the project in its order, then others.
    """

    checkpoints: int
    points: int
    too_few: int
    too_many: int
    by_tier: tuple[Share, ...]
    by_dimension: tuple[Share, ...]


def balance_of(
    rubric: Sequence[Checkpoint], policies: Policies, dimensions: Sequence[str]
) -> Balance:
    """The balance of a rubric as it stands."""
    points = sum(point.weight for point in rubric)

    def shares(names: Sequence[str], name_of: Callable[[Checkpoint], str]) -> tuple[Share, ...]:
        found: dict[str, list[Checkpoint]] = {name: [] for name in names}
        for point in rubric:
            found.setdefault(name_of(point), []).append(point)
        return tuple(_share(name, lines, points) for name, lines in found.items())

    return Balance(
        checkpoints=len(rubric),
        points=points,
        too_few=max(0, policies.min_checkpoints - len(rubric)),
        too_many=max(0, len(rubric) - policies.max_checkpoints),
        by_tier=shares(
            [tier.value for tier in Tier], lambda point: point.tier.value if point.tier else ""
        ),
        by_dimension=shares(list(dimensions), lambda point: point.dimension or ""),
    )


def _share(name: str, lines: Sequence[Checkpoint], points: int) -> Share:
    own = sum(point.weight for point in lines)
    return Share(name, len(lines), own, own / points if points else 0.0)
