"""Simulated projects with judges of known worth, for tests and benchmarks of what evidence shows.

Tasks stand in families; each family has a level of its own, each checkpoint too, and each system is
better or worse. What an expert says follows a logistic model of the three. A judge errs with a
chance that may differ by family and by system; two judges read nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tests.metrics.columns import binary_marks, catalog_of
from xpert_studio.core.metrics.floors import reads_nothing
from xpert_studio.core.metrics.pairing import Paired, pair_up
from xpert_studio.core.records.columns import Catalog, Ratings

POINTS = 8
"""Checkpoints a task."""


@dataclass(frozen=True)
class Design:
    """How projects are drawn.

    Attributes:
        families: Tasks of each.
        spread: In log odds, standard deviations of families and of checkpoints, and how far the
            best and the worst system are from the middle.
        unequal: Concentration of the chance to err over families; None where it is the same.
        of_system: How much more or less a judge errs on every other system, as a part.
    """

    families: tuple[int, ...]
    systems: int
    spread: tuple[float, float, float] = (0.5, 1.2, 0.8)
    unequal: float | None = None
    of_system: float = 0.0


@dataclass(frozen=True)
class Drawn:
    """A project: its catalogue and what experts said of every checkpoint of every response."""

    design: Design
    catalog: Catalog
    experts: Ratings
    chance: np.random.Generator

    def cheats(self) -> tuple[Ratings, ...]:
        """Judges that read nothing: one knows the checkpoints, the other systems too."""
        return reads_nothing(self.catalog, self.experts)

    def errs(self, rate: float) -> Ratings:
        """A judge that errs so often."""
        catalog, said = self.catalog, self.experts
        family = catalog.task_cluster[catalog.response_task[said.response]]
        rates = np.full(len(self.design.families), rate)
        if self.design.unequal is not None:
            size = self.design.unequal
            rates = self.chance.beta(rate * size, (1 - rate) * size, len(rates))
        side = np.where(catalog.response_system[said.response] % 2, 1.0, -1.0)
        flips = self.chance.random(len(said)) < rates[family] * (1 + self.design.of_system * side)
        met = np.where(flips, 1 - said.met, said.met)
        return binary_marks(catalog, "errs", said.response, said.checkpoint, met.tolist())

    def paired(self, judge: Ratings) -> Paired:
        """Experts beside a judge."""
        return pair_up(self.catalog, self.experts, judge)


def projects(design: Design, count: int, seed: Sequence[int]) -> Iterator[Drawn]:
    """So many projects."""
    catalog = _catalog(design)
    of_family, of_point, of_system = design.spread
    response, checkpoint = (
        place.astype(np.int32)
        for place in np.nonzero(catalog.response_task[:, None] == catalog.checkpoint_task)
    )
    for number in range(count):
        chance = np.random.default_rng([*seed, number])
        level = 0.4 + chance.normal(0, of_family, len(design.families))
        point = chance.normal(0, of_point, len(catalog.checkpoints))
        system = of_system * np.linspace(-1, 1, design.systems)
        odds = (
            level[catalog.task_cluster[catalog.response_task[response]]]
            + point[checkpoint]
            + system[catalog.response_system[response]]
        )
        met = chance.random(odds.size) < 1 / (1 + np.exp(-odds))
        experts = binary_marks(catalog, "experts", response, checkpoint, met.astype(int).tolist())
        yield Drawn(design, catalog, experts, chance)


def _catalog(design: Design) -> Catalog:
    tasks = sum(design.families)
    made = catalog_of([[1] * POINTS] * tasks, design.systems)
    cluster = np.repeat(np.arange(len(design.families)), design.families).astype(np.int32)
    return replace(made, task_cluster=cluster)
