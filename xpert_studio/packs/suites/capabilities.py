"""Systems by capability: pass rates in each, how far they lie apart, and how many tasks say it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.metrics.task_estimates import Estimate
from xpert_studio.packs.suites.board import boards_of
from xpert_studio.packs.suites.evaluations import Evaluation

FEW: Final = 5
"""Under so many tasks a cell is hatched."""


@dataclass(frozen=True, slots=True)
class CapabilityRow:
    """A capability.

    Attributes:
        tasks: How many show it.
        cells: The pass rate of each system.
    """

    name: str
    tasks: int
    cells: tuple[Estimate, ...]

    @property
    def spread(self) -> float | None:
        """The best pass rate less the worst."""
        return spread_of(cell.value for cell in self.cells)


@dataclass(frozen=True, slots=True)
class CapabilityMap:
    """The systems of a suite by capability, those of its newest definition.

    Attributes:
        systems: The best first.
        rows: Where systems lie farthest apart first.
    """

    suite: str
    systems: tuple[Evaluation, ...]
    rows: tuple[CapabilityRow, ...]


def spread_of(values: Iterable[float | None]) -> float | None:
    """The highest value less the lowest; None without any."""
    known = [value for value in values if value is not None]
    return max(known) - min(known) if known else None


def maps_of(known: Sequence[Evaluation]) -> tuple[CapabilityMap, ...]:
    """The map of each suite with several capabilities or systems.

    Args:
        known: All evaluations, oldest first.
    """
    found = []
    for board in boards_of(known):
        systems = tuple(row.evaluation for row in board.rows if row.is_current)
        rows = [
            CapabilityRow(
                name,
                len(systems[0].showing(name)),
                tuple(system.pass_rate(name) for system in systems),
            )
            for name in systems[0].capabilities
        ]
        rows.sort(key=lambda row: (-(row.spread or 0.0), row.name))
        if len(rows) > 1 or len(systems) > 1:
            found.append(CapabilityMap(board.suite, systems, tuple(rows)))
    return tuple(found)
