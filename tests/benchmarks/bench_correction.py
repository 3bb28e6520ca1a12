"""How corrected scores fare: bias, coverage, and how much narrower they are than labels alone.

    python tests/benchmarks/bench_correction.py [--projects 4000] [--seed 2611] [--bundle FOLDER]

The grid: 16 of 40, 20 of 100 and 24 of 245 clusters labelled, and 15, 25 and 50 labelled; tasks
alone or in families of 3; means of .5 and .9; task effects none, moderate and strong; four systems
on which the judge errs differently. Labels are chosen at random; by the program with unequal
probabilities; by convenience, the tasks that experts like best, with a third of them sampled from the
rest afterwards, as a plan does ("added"); or by convenience alone, where the bias is measured and
nothing is promised.

Goals, for labels chosen at random or by the program: a bias below .01; coverage of at least .93 (.92
at a mean of .9 with strong effects) by the upper end of the Monte-Carlo interval; and of the
narrowing that is attainable, a width of √(1 − r²·N/(n + N)) of that of labels alone, at least 85 % at
correlations r of .5, .7 and .9 between clusters of experts and judge.

With ``--bundle`` real judgments and verdicts are drawn from: systems are merged by the maker's
line of models that wrote (three letters after the last ``_``), and 15 of its tasks are labelled. A part of the grid's seeds and
every third system of the bundle are left unseen unless ``--unseen`` is given.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from xpert_studio.packs.correction.estimator import Totals, corrected

LEAST, MOST_BIAS, LEAST_NARROWING = 0.93, 0.01, 0.85
SYSTEMS = 4
LABELLED = ((16, 40), (15, 40), (25, 40), (20, 100), (50, 100), (15, 245), (24, 245), (50, 245))
EFFECTS = {"none": None, "moderate": 12.0, "strong": 3.0}
ERRORS = {
    0.5: ((0.38, 0.33), (0.3, 0.35)),
    0.7: ((0.25, 0.27), (0.2, 0.25)),
    0.9: ((0.07, 0.11), (0.06, 0.09)),
}
"""By the correlation that they come to: misses and false mets of the systems."""
POINTS = 20


@dataclass(frozen=True)
class Cell:
    """One place of the grid."""

    mean: float
    effect: float | None
    labelled: int
    clusters: int
    errors: tuple[tuple[float, float], ...]
    family: int = 1
    way: str = "random"


def drawn(cell: Cell, projects: int, chance: np.random.Generator) -> tuple[np.ndarray, ...]:
    """Experts' and judge's sums by project, system and cluster."""
    shape = (projects, 1, cell.clusters)
    level = np.full(shape, cell.mean)
    if cell.effect is not None:
        level = chance.beta(cell.mean * cell.effect, (1 - cell.mean) * cell.effect, shape)
    size = POINTS * cell.family
    met = chance.binomial(size, np.broadcast_to(level, (projects, SYSTEMS, cell.clusters)))
    miss, false = np.array([cell.errors[n % 2] for n in range(SYSTEMS)]).T[:, None, :, None]
    judge = chance.binomial(met, 1 - miss) + chance.binomial(size - met, false)
    return met / POINTS, judge / POINTS


def sums(cell: Cell, gold, judge, chance) -> Totals:
    """With labels chosen as the cell says."""
    share = cell.labelled / cell.clusters
    weight = np.full(gold.shape, float(cell.family))
    if cell.way == "random":
        order = np.argsort(chance.random((*gold.shape[:1], 1, cell.clusters)), axis=-1)
        order = np.broadcast_to(order, gold.shape)
        inside, probability = (order < cell.labelled).astype(float), np.ones(gold.shape)
    elif cell.way == "program":
        above = judge > np.median(judge, axis=-1, keepdims=True)
        probability = share * np.where(above, 4 / 3, 2 / 3)
        inside = (chance.random(gold.shape) < probability).astype(float)
    else:
        sampled = cell.labelled // 3 if cell.way == "added" else 0
        first = cell.labelled - sampled
        liked = ranks(-(gold / cell.family + chance.normal(0, 0.1, gold.shape))) < first
        later = ranks(np.where(liked, 2.0, chance.random(gold.shape))) < sampled
        probability = np.where(liked, 1.0, sampled / (cell.clusters - first) or 1.0)
        inside = (liked | later).astype(float)
    kept = inside / probability
    unequal = np.full(gold.shape[:-1], cell.way in {"program", "added"})
    return Totals(weight, judge, kept * weight, kept * gold, kept * judge, unequal)


def ranks(values: np.ndarray) -> np.ndarray:
    """The place of each in ascending order, along the last axis."""
    return values.argsort(axis=-1).argsort(axis=-1)


def upper(share: float, count: int) -> float:
    """The upper end of the Monte-Carlo interval."""
    return share + 1.96 * np.sqrt(share * (1 - share) / count)


def told(cell: Cell, projects: int, chance: np.random.Generator) -> tuple[str, bool]:
    """One line of the table, and whether its goals are reached."""
    gold, judge = drawn(cell, projects, chance)
    made = sums(cell, gold, judge, chance)
    found = corrected(made)
    truth = cell.mean
    bias = np.abs(np.nanmean(found.value, axis=0) - truth).max()
    cover = ((found.low <= truth) & (found.high >= truth)).mean(axis=0)
    here = gold.sum(axis=-1) / made.weight.sum(axis=-1)
    inside = ((found.low_here <= here) & (found.high_here >= here)).mean(axis=0)
    line = f"bias {bias:.4f}  cover {cover.min():.3f}  these tasks {inside.min():.3f}"
    if cell.way == "convenience":
        return f"{line}  (not promised)", True
    hard = cell.mean == 0.9 and cell.effect == EFFECTS["strong"]
    held = bias < MOST_BIAS and upper(cover.min(), projects) >= LEAST - 0.01 * hard
    if cell.way == "random" and cell.mean == 0.5 and cell.effect == EFFECTS["moderate"]:
        r = np.array([correlation(gold[:, n], judge[:, n]) for n in range(SYSTEMS)])
        ideal = np.sqrt(1 - r**2 * (1 - cell.labelled / cell.clusters))
        width = np.nanmean(found.error, axis=0) / np.nanmean(found.alone_error, axis=0)
        reached = ((1 - width) / (1 - ideal)).mean()
        line += f"  r {r.mean():.2f}  narrowing {reached:.2f}"
        held &= bool(reached >= LEAST_NARROWING)
    return line, held


def correlation(one: np.ndarray, two: np.ndarray) -> float:
    return float(np.corrcoef(one.ravel(), two.ravel())[0, 1])


def cells(chance_of: str) -> Iterator[Cell]:
    """The grid."""
    for mean in (0.5, 0.9):
        for effect in EFFECTS.values():
            for labelled, clusters in LABELLED:
                for errors in ERRORS.values() if mean == 0.5 else (ERRORS[0.7],):
                    yield Cell(mean, effect, labelled, clusters, errors, way=chance_of)
    yield from (
        Cell(0.5, 12.0, labelled, clusters, ERRORS[0.7], 3, chance_of)
        for labelled, clusters in LABELLED
    )


def real(folder: Path, repeats: int, chance: np.random.Generator, *, unseen: bool) -> Iterator[str]:
    """Real judgments: 15 labelled tasks of each merged system, drawn again and again."""
    from tests.benchmarks.bench_next_labels import merged

    found = merged(folder, 3)
    for judge in sorted(found):
        scores = found[judge]
        names = [n for n in range(len(scores.systems)) if (n % 3 == 2) is unseen]
        gold, said = scores.gold[names], scores.judge[names]
        there = np.isfinite(gold) & np.isfinite(said)
        weight = there.astype(float)
        gold, said = np.where(there, gold, 0.0), np.where(there, said, 0.0)
        truth = gold.sum(axis=-1) / weight.sum(axis=-1)
        order = np.where(there, chance.random((repeats, *there.shape)), 2.0).argsort(axis=-1)
        inside = (order.argsort(axis=-1) < 15) * weight
        shape = inside.shape
        made = Totals(
            *(np.broadcast_to(one, shape) for one in (weight, said)),
            inside, inside * gold, inside * said, np.zeros(shape[:-1], np.bool_),
        )  # fmt: skip
        result = corrected(made)
        use = weight.sum(axis=-1) > 18
        if not use.any():
            continue
        bias = np.nanmean(result.value, axis=0) - truth
        cover = ((result.low_here <= truth) & (result.high_here >= truth)).mean(axis=0)
        off = (said.sum(axis=-1) / weight.sum(axis=-1) - truth)[use]
        width = np.nanmean(result.error, axis=0) / np.nanmean(result.alone_error, axis=0)
        yield (
            f"{judge}: {use.sum()} systems, raw off by up to {np.abs(off).max():.3f}, corrected "
            f"bias {np.abs(bias[use]).max():.4f}, these tasks covered {cover[use].min():.3f} to "
            f"{cover[use].max():.3f}, width {width[use].mean():.2f} of labels alone"
        )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--projects", type=int, default=4000)
    options.add_argument("--seed", type=int, default=2611)
    options.add_argument("--bundle", type=Path)
    options.add_argument("--unseen", action="store_true")
    given = options.parse_args()
    chance = np.random.default_rng([given.seed, given.unseen])
    missed = total = 0
    for way in ("random", "program", "added", "convenience"):
        for cell in cells(way):
            line, held = told(cell, given.projects, chance)
            total += 1
            missed += not held
            effect = next(name for name, value in EFFECTS.items() if value == cell.effect)
            print(
                f"{way:<11} {cell.labelled:>3} of {cell.clusters:<3} mean {cell.mean} "
                f"{effect:<8} x{cell.family} {line}{'' if held else '  MISSED'}",
                flush=True,
            )
    print(f"{total - missed} of {total} cells reach their goals.")
    if given.bundle:
        for line in real(given.bundle, 400, chance, unseen=given.unseen):
            print(line)


if __name__ == "__main__":
    main()
