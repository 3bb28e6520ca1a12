"""How often the alarm of drift is false, and how late it is when a judge has changed.

    python tests/benchmarks/bench_drift.py [--series 400] [--looks 1000] [--seed 2611]

A frozen set of 300 verdicts of which the judge agrees with gold on 85 %; at each ask a verdict
comes out the other way with a probability of 6 %, independently, or by whole clusters together. The
baseline is three asks, then looks follow. Goals: of series of 1,000 looks in which nothing changes
at most 5 % have an alarm, from 10 clusters on (judged by the lower end of the Monte-Carlo interval);
with fewer the program says that there are few tasks. The delay is that of
a fall of the agreement by .05, in looks, from the first look on and after ten quiet ones; it is
reported for three, five and ten asks of the baseline and has no goal. A judge whose verdicts change
so seldom that none does in the baseline has the first change for an alarm: how often that is false
is reported too, since it depends on how seldom.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from xpert_studio.core.metrics.intervals import wilson
from xpert_studio.core.records.columns import BoolArray, FloatArray
from xpert_studio.packs.datasheet.sequence import watch

VERDICTS = 300
AGREE = 0.85
DROP = 0.05
FLIPS = 0.06
GOAL = 0.05
FROM = 10
DELAYED = 80


@dataclass(frozen=True)
class Design:
    """A frozen set.

    Attributes:
        clusters: Into which its verdicts fall, equally many each; ``uneven`` makes the first third
            of them three times as large.
        together: By how much the flips of a cluster go together: the shape of a beta distribution
            from which each cluster's rate is drawn at each ask; 0 for not at all.
        asks: Of the baseline.
        flips: Probability of a flip.
    """

    clusters: int
    together: float = 0.0
    asks: int = 3
    flips: float = FLIPS
    uneven: bool = False

    @property
    def size(self) -> FloatArray:
        share = np.ones(self.clusters)
        if self.uneven:
            share[: self.clusters // 3] = 3
        return np.maximum(np.round(VERDICTS * share / share.sum()), 1)


def agreement(
    chance: np.random.Generator, design: Design, usual: BoolArray, asks: int, drop: float
) -> tuple[FloatArray, FloatArray]:
    """Mean agreement by cluster, (asks, clusters), and how many verdicts are not as usual."""
    cluster = np.repeat(np.arange(design.clusters), design.size.astype(int))
    rate = np.full((asks, design.clusters), design.flips)
    if design.together:
        a = design.together * design.flips
        rate = chance.beta(a, design.together - a, rate.shape)
    said = usual ^ (chance.random((asks, usual.size)) < rate[:, cluster])
    # A verdict that agrees with gold is lost with the same probability at each ask.
    said &= chance.random(said.shape) >= drop / (AGREE * (1 - 2 * design.flips) + design.flips)
    edges = np.concatenate([[0], np.cumsum(design.size.astype(int))[:-1]])
    means = np.add.reduceat(said.astype(float), edges, axis=1) / design.size
    return means, (said != usual).sum(axis=1).astype(float)


def first_alarm(
    chance: np.random.Generator, design: Design, quiet: int, falling: int
) -> tuple[int | None, bool]:
    """The look of the first alarm of a series, from 0, and whether the baseline was steady."""
    usual = chance.random(int(design.size.sum())) < AGREE
    base, moved = agreement(chance, design, usual, design.asks, 0.0)
    parts = [agreement(chance, design, usual, quiet, 0.0)] if quiet else []
    parts += [agreement(chance, design, usual, falling, DROP)] if falling else []
    looks, flips = (np.concatenate([part[place] for part in parts]) for place in (0, 1))
    steady = not moved.any()
    found = watch(base, looks, design.size, flips, is_steady=steady)
    return (found.at if found else None), steady


def false_alarms(design: Design, series: int, looks: int, seed: int) -> bool:
    chance = np.random.default_rng(seed)
    found = [first_alarm(chance, design, looks, 0) for _ in range(series)]
    unsteady = [at is not None for at, steady in found if not steady]
    alarms, drawn = sum(unsteady), len(unsteady)
    low, high = wilson(alarms, drawn) if drawn else (0.0, 0.0)
    print(
        f"  {design.clusters:>3} clusters{' uneven' if design.uneven else '':7} flips "
        f"{design.flips:.3f} together {design.together or '–':>4}: {alarms}/{drawn} = "
        f"{alarms / max(drawn, 1):.3f} [{low:.3f}, {high:.3f}]"
    )
    return low <= GOAL or design.clusters < FROM


def delays(design: Design, series: int, quiet: int, seed: int) -> None:
    chance = np.random.default_rng(seed)
    found = [first_alarm(chance, design, quiet, DELAYED)[0] for _ in range(series)]
    early = sum(at is not None and at < quiet for at in found)
    late = [at - quiet + 1 for at in found if at is not None and at >= quiet]
    never = sum(at is None for at in found)
    median, most = np.median(late), np.quantile(late, 0.9)
    print(
        f"  {design.clusters:>3} clusters, baseline of {design.asks:>2} asks, after {quiet:>2} "
        f"quiet looks: median {median:.0f} looks, 90 % by {most:.0f}; not within {DELAYED} "
        f"{never / series:.3f}, before the fall {early / series:.3f}"
    )


def steady(series: int, looks: int, seed: int) -> None:
    for flips in (0.0, 0.00001, 0.0001, 0.001):
        chance = np.random.default_rng(seed)
        found = [first_alarm(chance, Design(20, flips=flips), looks, 0) for _ in range(series)]
        own = [at for at, is_steady in found if is_steady]
        alarms = sum(at is not None for at in own)
        print(
            f"  flips {flips:.5f}: no flip in the baseline in {len(own)}/{series}, of these with "
            f"an alarm {alarms}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--series", type=int, default=400)
    parser.add_argument("--looks", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=2611)
    options = parser.parse_args()
    series, looks, seed = options.series, options.looks, options.seed
    print(f"False alarms in {looks} looks at which nothing changed, {series} series each:")
    designs = [
        Design(clusters, together, flips=flips)
        for clusters in (5, 10, 20, 30, 60)
        for together in (0.0, 8.0)
        for flips in (0.02, FLIPS)
    ] + [Design(21, uneven=True), Design(21, 8.0, uneven=True)]
    held = [false_alarms(design, series, looks, seed) for design in designs]
    print(f"Delay at a fall of {DROP}, {VERDICTS} verdicts, flips of {FLIPS}:")
    for clusters in (10, 20, 30, 60):
        for asks in (3, 5, 10):
            for quiet in (0, 10):
                delays(Design(clusters, asks=asks), series, quiet, seed)
    print("A judge of which no verdict flipped in the baseline (the first change is an alarm):")
    steady(min(series, 200), looks, seed)
    print(f"held: {sum(held)} of {len(held)}")
    if not all(held):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
