"""How well the embedded judge agrees with human experts, out of sample, on SummHay.

    python tests/benchmarks/embedded_judge.py --shared PATH [--final]

Every fit is out of sample; but features, settings and the hand-set weights that fits are pulled
towards were chosen with the development tasks in view, so only the final tasks are untouched. The
tasks are split once, by a seed written here before anything was built: 21 development tasks, on
which features and settings were chosen, and 8 final tasks, looked at only with ``--final``. All
methods are compared on exactly the same checkpoint-response pairs: one response of each task,
drawn by seed, is the anchor and is left out for every method.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.stats import binomtest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from xpert_studio.core.records import (  # noqa: E402
    Anchor,
    AnnotationForm,
    Checkpoint,
    JudgeMode,
    Judgment,
    grouped,
)
from xpert_studio.packs.embedded.model_judge import (  # noqa: E402
    EmbeddedJudge,
    FittedModel,
    GoldCase,
    default_model,
    fit,
)
from xpert_studio.packs.embedded.model_judge.text import terms_of  # noqa: E402

FINAL_SEED, FINAL_TASKS = 20240702, 8
SEEDS = (0, 1, 2, 3, 4)
RESAMPLES = 2_000
PUBLISHED = ("gpt3.5", "claude3-haiku", "gpt-4o")
ZERO, ANCHORED = JudgeMode.ZERO_SHOT, JudgeMode.ANCHORED


@dataclass(frozen=True)
class Data:
    rubrics: dict[str, tuple[Checkpoint, ...]]
    cases: dict[str, list[GoldCase]]
    published: dict[str, dict[tuple[str, str], bool]]

    def of(self, tasks: Sequence[str]) -> list[GoldCase]:
        return [case for task in tasks for case in self.cases[task]]


@dataclass(frozen=True)
class Outcome:
    """Gold and decisions of one method on one draw of anchors, by task and response."""

    gold: dict[str, dict[str, list[bool]]]
    said: dict[str, dict[str, list[bool]]]


def load(shared: Path) -> Data:
    folder = shared / "data" / "summhay"

    def rows(name: str) -> list[dict]:
        return [json.loads(line) for line in (folder / name).read_text("utf-8").splitlines()]

    rubrics: dict[str, list[Checkpoint]] = defaultdict(list)
    for row in rows("checkpoints.jsonl"):
        fields = {key: row[key] for key in ("task_id", "id", "text", "weight")}
        rubrics[row["task_id"]].append(Checkpoint(**fields))
    judgments: dict[str, list[Judgment]] = defaultdict(list)
    for row in rows("judgments.jsonl"):
        fields = {key: row[key] for key in ("response_id", "checkpoint_id", "expert_id", "met")}
        judgments[row["response_id"]].append(Judgment(**fields))
    frozen = {task: tuple(points) for task, points in rubrics.items()}
    cases: dict[str, list[GoldCase]] = {task: [] for task in sorted(frozen)}
    for row in rows("responses.jsonl"):
        form = AnnotationForm(
            response_id=row["id"],
            expert_id="summhay-annotators",
            judgments=tuple(judgments[row["id"]]),
        )
        cases[row["task_id"]].append(
            GoldCase(row["task_id"], frozen[row["task_id"]], row["text"], form)
        )
    published: dict[str, dict[tuple[str, str], bool]] = defaultdict(dict)
    for row in rows("verdicts.jsonl"):
        published[row["judge_id"]][row["response_id"], row["checkpoint_id"]] = row["met"]
    return Data(frozen, cases, dict(published))


def final_tasks(data: Data) -> list[str]:
    return sorted(random.Random(FINAL_SEED).sample(sorted(data.rubrics), FINAL_TASKS))


def draw_anchors(data: Data, tasks: Sequence[str], seed: int) -> dict[str, GoldCase]:
    rng = random.Random(f"anchors {seed}")
    return {task: rng.choice(data.cases[task]) for task in sorted(tasks)}


Decider = Callable[[GoldCase, GoldCase], list[bool]]


def constant(training: Sequence[GoldCase]) -> Decider:
    met = [item.value for case in training for item in case.form.judgments]
    answer = 2 * sum(met) > len(met)
    return lambda case, _: [answer] * len(case.checkpoints)


def overlap_shares(case: GoldCase) -> list[float]:
    """Share of a checkpoint's content words that stand anywhere in the response."""
    said = terms_of(case.response_text).keys()
    wanted = [terms_of(point.text).keys() for point in case.checkpoints]
    return [len(words & said) / max(len(words), 1) for words in wanted]


def overlap(training: Sequence[GoldCase]) -> Decider:
    shares = np.array([share for case in training for share in overlap_shares(case)])
    met = np.array([met for case in training for met in gold_of(case)])
    cuts = np.unique(shares)
    best = cuts[int(np.argmax([kappa(*confusion(met, shares >= cut)) for cut in cuts]))]
    return lambda case, _: [share >= best for share in overlap_shares(case)]


def embedded(model: FittedModel) -> Decider:
    judge = EmbeddedJudge(model)

    def decided(case: GoldCase, anchor: GoldCase) -> list[bool]:
        shown = Anchor(
            task_id=anchor.task_id,
            response_id=anchor.form.response_id,
            response_text=anchor.response_text,
            form=anchor.form,
        )
        return [
            item.value
            for item in judge.decide(case.task_id, case.checkpoints, case.response_text, shown)
        ]

    return decided


def published(data: Data, name: str) -> Decider:
    said = data.published[name]
    return lambda case, _: [said[case.form.response_id, item.id] for item in case.checkpoints]


def gold_of(case: GoldCase) -> list[bool]:
    gold = {item.checkpoint_id: item.value for item in case.form.judgments}
    return [gold[point.id] for point in case.checkpoints]


def confusion(gold: np.ndarray, said: np.ndarray) -> np.ndarray:
    gold, said = np.asarray(gold, bool), np.asarray(said, bool)
    return np.array(
        [(gold & said).sum(), (~gold & said).sum(), (gold & ~said).sum(), (~gold & ~said).sum()],
        dtype=float,
    )


def accuracy(tp: float, fp: float, fn: float, tn: float) -> float:
    return (tp + tn) / (tp + fp + fn + tn)


def kappa(tp: float, fp: float, fn: float, tn: float) -> float:
    n = tp + fp + fn + tn
    chance = ((tp + fp) * (tp + fn) + (fn + tn) * (fp + tn)) / n**2
    return (accuracy(tp, fp, fn, tn) - chance) / (1 - chance) if chance < 1 else 0.0


def balanced(tp: float, fp: float, fn: float, tn: float) -> float:
    return (tp / max(tp + fn, 1) + tn / max(tn + fp, 1)) / 2


def pair_counts(gold: dict[str, list[bool]], said: dict[str, list[bool]]) -> np.ndarray:
    """Pairs of responses to one task: agreeing, reversed, all."""
    ids = list(gold)
    e = np.array([sum(gold[name]) for name in ids])
    j = np.array([sum(said[name]) for name in ids])
    upper = np.triu_indices(len(ids), 1)
    signs = np.sign(e[:, None] - e[None, :])[upper] * np.sign(j[:, None] - j[None, :])[upper]
    return np.array([(signs > 0).sum(), (signs < 0).sum(), len(signs)], dtype=float)


def per_task(outcomes: Sequence[Outcome]) -> np.ndarray:
    """Counts by seed and task: four of the confusion table, three of pairs."""
    table = []
    for outcome in outcomes:
        rows = []
        for task, gold in outcome.gold.items():
            said = outcome.said[task]
            flat_gold = [met for name in gold for met in gold[name]]
            flat_said = [met for name in gold for met in said[name]]
            rows.append(np.concatenate([confusion(flat_gold, flat_said), pair_counts(gold, said)]))
        table.append(rows)
    return np.array(table)


def figures(counts: np.ndarray) -> np.ndarray:
    """Accuracy, kappa, balanced accuracy, CDR from counts (seed, 7): means over seeds."""
    rows = [
        (
            accuracy(*row[:4]),
            kappa(*row[:4]),
            balanced(*row[:4]),
            (row[4] - row[5]) / row[6],
        )
        for row in counts
    ]
    return np.array(rows).mean(axis=0)


def bootstrap(tables: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Figures of every method on the same resamples of tasks."""
    number = next(iter(tables.values())).shape[1]
    rng = np.random.default_rng(7)
    draws = rng.integers(number, size=(RESAMPLES, number))
    return {
        name: np.array([figures(table[:, draw].sum(axis=1)) for draw in draws])
        for name, table in tables.items()
    }


def mcnemar(one: Outcome, other: Outcome) -> tuple[int, int, float]:
    """Pairs only ``one`` has right, only ``other`` has right, exact p."""
    only_one = only_other = 0
    for task, responses in one.gold.items():
        for name, gold in responses.items():
            rows = zip(gold, one.said[task][name], other.said[task][name], strict=True)
            for truth, a, b in rows:
                only_one += (a == truth) and (b != truth)
                only_other += (b == truth) and (a != truth)
    total = only_one + only_other
    return only_one, only_other, binomtest(only_one, total).pvalue if total else 1.0


METHODS = (
    "constant",
    "word overlap",
    "embedded, defaults",
    "embedded zero-shot",
    "embedded anchored",
)


def fixed_split(
    data: Data, training: Sequence[str], seed: int
) -> dict[str, Callable[[str], Decider]]:
    cases = data.of(training)
    deciders = {
        "constant": constant(cases),
        "word overlap": overlap(cases),
        "embedded, defaults": embedded(default_model(ZERO)),
        "embedded zero-shot": embedded(fit(cases, ZERO, seed=seed)),
        "embedded anchored": embedded(fit(cases, ANCHORED, seed=seed)),
    }
    return {name: (lambda _, d=decider: d) for name, decider in deciders.items()}


def cross_fitted(
    data: Data, tasks: Sequence[str], seed: int
) -> dict[str, Callable[[str], Decider]]:
    """The judge's own cross-fitting; the simple methods use its folds."""
    zero = fit(data.of(tasks), ZERO, seed=seed)
    anchored = fit(data.of(tasks), ANCHORED, seed=seed)
    simple: dict[str, dict[str, Decider]] = {"constant": {}, "word overlap": {}}
    folds = grouped((weights, task) for task, weights in zero.by_task.items())
    for held in folds.values():
        training = data.of([task for task in tasks if task not in held])
        for name, make in (("constant", constant), ("word overlap", overlap)):
            decider = make(training)
            simple[name] |= dict.fromkeys(held, decider)
    fixed = {
        "embedded, defaults": embedded(default_model(ZERO)),
        "embedded zero-shot": embedded(zero),
        "embedded anchored": embedded(anchored),
    }
    return {
        **{name: by_task.__getitem__ for name, by_task in simple.items()},
        **{name: (lambda _, d=decider: d) for name, decider in fixed.items()},
    }


def outcome(
    data: Data,
    tasks: Sequence[str],
    anchors: dict[str, GoldCase],
    decider: Callable[[str], Decider],
) -> Outcome:
    gold: dict[str, dict[str, list[bool]]] = {}
    said: dict[str, dict[str, list[bool]]] = {}
    for task in tasks:
        rest = [case for case in data.cases[task] if case is not anchors[task]]
        gold[task] = {case.form.response_id: gold_of(case) for case in rest}
        said[task] = {case.form.response_id: decider(task)(case, anchors[task]) for case in rest}
    return Outcome(gold, said)


def report(title: str, results: dict[str, list[Outcome]]) -> None:
    tables = {name: per_task(outcomes) for name, outcomes in results.items()}
    resampled = bootstrap(tables)
    any_table = next(iter(tables.values()))
    pairs, ranks = any_table[0, :, :4].sum(), any_table[0, :, 6].sum()
    base = any_table[0, :, [0, 2]].sum() / pairs
    print(f"\n## {title}")
    print(
        f"{any_table.shape[1]} tasks, {pairs:.0f} judgments ({base:.2f} met), {ranks:.0f} pairs of "
        f"responses, mean of {any_table.shape[0]} draws of anchors\n"
    )
    print(f"{'method':22}{'accuracy':>20}{'kappa':>20}{'balanced acc.':>20}{'CDR':>22}")
    for name, table in tables.items():
        low, high = np.quantile(resampled[name], [0.025, 0.975], axis=0)
        cells = [
            f"{value:.3f} [{a:.2f}, {b:.2f}]"
            for value, a, b in zip(figures(table.sum(axis=1)), low, high, strict=True)
        ]
        print(f"{name:22}" + "".join(f"{cell:>20}" for cell in cells[:3]) + f"{cells[3]:>22}")
    print()
    for one, other in (
        ("embedded anchored", "embedded zero-shot"),
        ("embedded zero-shot", "word overlap"),
        ("embedded zero-shot", "constant"),
    ):
        a, b, p = mcnemar(results[one][0], results[other][0])
        gap = resampled[one][:, 3] - resampled[other][:, 3]
        point = figures(tables[one].sum(axis=1))[3] - figures(tables[other].sum(axis=1))[3]
        low, high = np.quantile(gap, [0.025, 0.975])
        print(
            f"{one} - {other}: first draw, right alone {a} against {b}, exact McNemar p = {p:.2g}; "
            f"CDR difference {point:+.3f} [{low:+.3f}, {high:+.3f}]"
        )


def experiment(
    title: str,
    data: Data,
    tasks: Sequence[str],
    methods: Callable[[int], dict[str, Callable[[str], Decider]]],
) -> None:
    results: dict[str, list[Outcome]] = {name: [] for name in METHODS}
    others: dict[str, list[Outcome]] = {f"({name})": [] for name in PUBLISHED}
    for seed in SEEDS:
        anchors = draw_anchors(data, tasks, seed)
        for name, decider in methods(seed).items():
            results[name].append(outcome(data, tasks, anchors, decider))
        for name in PUBLISHED:
            said = published(data, name)
            others[f"({name})"].append(outcome(data, tasks, anchors, lambda _, d=said: d))
    report(title, results | others)


def speed(data: Data, tasks: Sequence[str]) -> None:
    judge = EmbeddedJudge(default_model(ZERO))
    cases = data.of(tasks)
    for case in cases[:5]:
        judge.decide(case.task_id, case.checkpoints, case.response_text)
    wall, cpu = time.perf_counter(), time.process_time()
    number = sum(
        len(judge.decide(case.task_id, case.checkpoints, case.response_text)) for case in cases
    )
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    print(f"\nSpeed: {number / wall:.0f} decisions a second, {number / cpu:.0f} a CPU second")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    parser.add_argument("--final", action="store_true", help="also the final tasks")
    arguments = parser.parse_args()
    data = load(arguments.shared)
    final = final_tasks(data)
    development = [task for task in sorted(data.rubrics) if task not in final]
    experiment(
        "Development tasks, cross-fitted by task (5 folds)",
        data,
        development,
        lambda seed: cross_fitted(data, development, seed),
    )
    shuffled = random.Random(11).sample(development, len(development))
    half, rest = sorted(shuffled[: len(shuffled) // 2]), sorted(shuffled[len(shuffled) // 2 :])
    experiment(
        f"Development tasks, one fixed split: fitted on {len(half)}, reported on {len(rest)}",
        data,
        rest,
        lambda seed: fixed_split(data, half, seed),
    )
    if arguments.final:
        experiment(
            f"Final tasks: fitted on the {len(development)} development tasks",
            data,
            final,
            lambda seed: fixed_split(data, development, seed),
        )
        everything = sorted(data.rubrics)
        experiment(
            "All tasks, cross-fitted by task (5 folds)",
            data,
            everything,
            lambda seed: cross_fitted(data, everything, seed),
        )
    speed(data, development)


if __name__ == "__main__":
    main()
