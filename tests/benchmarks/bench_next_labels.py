"""How many judgments a plan of labels saves, on real judgments and verdicts.

    python tests/benchmarks/bench_next_labels.py FOLDER [--repeats 2000] [--seed 7]

Systems of the bundle are merged by the model that wrote (what follows the last ``_``). For every
judge, and for every two systems that share 10 tasks, the difference of the two is estimated from 4 to
12 labelled tasks, drawn again and again:

- planned: the same tasks for both systems, a systematic sample in the order of the judge's scores,
  corrected scores;
- random, corrected: as many responses of the two systems, each at random, corrected scores;
- random, labels alone: the same without the judge;

and the score of all responses pooled from 15 to 60 labelled ones. The judgments that random labels
need for the root mean square error of the plan are read off their own curve, which falls with the
root of the number of labels. Every third pair is left unseen unless ``--unseen`` is given.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from xpert_studio.packs.correction.estimator import Totals, corrected

LEAST_SHARED = 10


@dataclass(frozen=True)
class Scores:
    """Mean scores by merged system and task; NaN where there are none."""

    systems: tuple[str, ...]
    gold: np.ndarray
    judge: np.ndarray
    points: float


def merged(folder: Path, letters: int | None = None) -> dict[str, Scores]:
    """The scores of a bundle by judge.

    Args:
        folder: The bundle.
        letters: Models are merged whose names begin with the same so many; by name where None.
    """

    def rows(name: str) -> list[dict[str, str]]:
        return [json.loads(line) for line in (folder / f"{name}.jsonl").open(encoding="utf-8")]

    responses = {
        one["id"]: (one["model"].rsplit("_", 1)[-1][:letters], one["task_id"])
        for one in rows("responses")
    }
    systems = sorted({system for system, _ in responses.values()})
    tasks = sorted({task for _, task in responses.values()})
    said: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for one in rows("judgments"):
        said[""][one["response_id"]].append(float(one["met"]))
    for one in rows("verdicts"):
        if one.get("met") is not None:
            said[one["judge_id"]][one["response_id"]].append(float(one["met"]))

    def table(by_response: dict[str, list[float]]) -> np.ndarray:
        cells: dict[tuple[int, int], list[float]] = defaultdict(list)
        for name, values in by_response.items():
            system, task = responses[name]
            cells[systems.index(system), tasks.index(task)].append(float(np.mean(values)))
        found = np.full((len(systems), len(tasks)), np.nan)
        for place, values in cells.items():
            found[place] = np.mean(values)
        return found

    gold = table(said.pop(""))
    points = len(rows("checkpoints")) / len(tasks)
    return {name: Scores(tuple(systems), gold, table(one), points) for name, one in said.items()}


def systematic(
    judge: np.ndarray, count: int, repeats: int, chance: np.random.Generator
) -> np.ndarray:
    """Samples in the order of the judge's scores: repeats × items."""
    order = (judge + 1e-6 * chance.random((repeats, judge.size))).argsort(axis=-1)
    start = chance.random((repeats, 1))
    places = ((start + np.arange(count)) * judge.size / count).astype(int)
    return inside_of(np.take_along_axis(order, places, -1), judge.size)


def at_random(size: int, count: int, repeats: int, chance: np.random.Generator) -> np.ndarray:
    """Samples at random."""
    return inside_of(chance.random((repeats, size)).argsort(axis=-1)[:, :count], size)


def inside_of(places: np.ndarray, size: int) -> np.ndarray:
    found = np.zeros((len(places), size))
    np.put_along_axis(found, places, 1.0, -1)
    return found


def means(gold: np.ndarray, judge: np.ndarray, inside: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Corrected means, and those of the labels alone."""
    one = np.ones_like(inside)[:, None]
    kept = inside[:, None]
    found = corrected(
        Totals(one, one * judge, kept, kept * gold, kept * judge, np.zeros((len(inside), 1), bool))
    )
    return found.value[:, 0], found.alone[:, 0]


def rmse(found: np.ndarray, truth: float) -> float:
    return float(np.sqrt(np.nanmean((found - truth) ** 2)))


def saved(plan: float, others: dict[int, float], count: int) -> float:
    """The part of the judgments that a plan of ``count`` saves against what the others need."""
    # A curve c/√n − f, fitted by least squares of the variance on 1/n: finite numbers end at 0.
    sizes = np.array(sorted(others))
    design = np.stack([1 / sizes, np.ones(sizes.size)], axis=-1)
    slope, base = np.linalg.lstsq(design, np.array([others[n] ** 2 for n in sizes]), rcond=None)[0]
    needed = slope / max(plan**2 - base, 1e-12)
    return 1 - count / needed


def of_pairs(
    scores: Scores, repeats: int, chance: np.random.Generator, *, unseen: bool
) -> list[list[float]]:
    """Parts saved against random corrected labels, and against labels alone."""
    found = []
    for number, (a, b) in enumerate(combinations(range(len(scores.systems)), 2)):
        there = np.isfinite(scores.gold[[a, b]] + scores.judge[[a, b]]).all(axis=0)
        if there.sum() < LEAST_SHARED or (number % 3 == 2) is not unseen:
            continue
        gold, judge = scores.gold[:, there], scores.judge[:, there]
        truth, size = float((gold[b] - gold[a]).mean()), int(there.sum())
        plan, random, alone = {}, {}, {}
        for count in range(4, size - 2):
            same = systematic(judge[[a, b]].mean(axis=0), count, repeats, chance)
            plan[count] = rmse(means(gold[b] - gold[a], judge[b] - judge[a], same)[0], truth)
            sides = [
                means(gold[n], judge[n], at_random(size, count, repeats, chance)) for n in (a, b)
            ]
            random[count] = rmse(sides[1][0] - sides[0][0], truth)
            alone[count] = rmse(sides[1][1] - sides[0][1], truth)
        count = size // 2
        found.append([saved(plan[count], other, count) for other in (random, alone)])
    return found


def pooled(
    scores: Scores, repeats: int, chance: np.random.Generator
) -> list[tuple[int, float, float]]:
    """The score of all responses: labels planned, parts saved."""
    there = np.isfinite(scores.gold + scores.judge)
    gold, judge = scores.gold[there], scores.judge[there]
    truth, plan, random, alone = float(gold.mean()), {}, {}, {}
    for count in (15, 20, 30, 40, 60):
        plan[count] = rmse(means(gold, judge, systematic(judge, count, repeats, chance))[0], truth)
        values = means(gold, judge, at_random(gold.size, count, repeats, chance))
        random[count], alone[count] = (rmse(one, truth) for one in values)
    return [
        (count, saved(plan[count], random, count), saved(plan[count], alone, count))
        for count in (15, 30, 60)
    ]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("--repeats", type=int, default=2000)
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--unseen", action="store_true")
    given = options.parse_args()
    chance = np.random.default_rng([given.seed, given.unseen])
    for name, scores in sorted(merged(given.folder).items()):
        pairs = np.array(of_pairs(scores, given.repeats, chance, unseen=given.unseen))
        middle = np.median(pairs, axis=0) if len(pairs) else (np.nan, np.nan)
        print(
            f"{name}: difference of two systems, {len(pairs)} pairs, saves {middle[0]:.0%} of the "
            f"judgments of random corrected labels, {middle[1]:.0%} of labels alone (medians)"
        )
        for count, random, alone in pooled(scores, given.repeats, chance):
            print(
                f"  one score, {count} responses: saves {random:.0%}, of labels alone {alone:.0%}"
            )


if __name__ == "__main__":
    main()
