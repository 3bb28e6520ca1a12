"""How often the intervals cover, and how often the tests are wrong, in simulated projects.

    python tests/benchmarks/bench_coverage.py [--projects 4000] [--seed 2604] [--bundle FOLDER]

The grid: 5, 10, 20, 30 and 100 tasks; effects of the task none, moderate and strong (beta
distributions of concentration none, 12 and 3); 20 checkpoints and 4 responses a task. Goals, from 10
tasks on: a nominal 95 % interval covers at least .93 (.92 for shares and means of .9 with strong
effects), judged by the upper end of the Monte-Carlo interval; its mean width is at most 1.25 times
the oracle's, which is the range from the 2.5th to the 97.5th percentile of the estimates; a test at
.05 rejects a true null in at most .07, and reaches at least .9 of the power of Student's t by task.

Then whole projects are drawn (``tests/metrics/simulated_judges.py``): how often intervals cover
where tasks stand in families, also of unequal sizes, where a judge's errors go together within
tasks and differ between systems, and at 2, 3 and 6 responses a checkpoint; and how often the
evidence is enough for judges that read nothing (at most .07 wanted) and for judges with 5 and 15 %
errors.

With ``--bundle`` the grid is followed by a second generator: tasks drawn with replacement from the
tasks of a bundle with judgments and verdicts, whose figures over all tasks are the truth.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.metrics.simulated import CONCENTRATIONS, KINDS, group_and_rest, two_judges
from tests.metrics.simulated_judges import Design, Drawn, projects
from xpert_studio.core.metrics.alignment import alignment
from xpert_studio.core.metrics.cdr import rank_figures, task_pairs
from xpert_studio.core.metrics.engine import figures_of_tables
from xpert_studio.core.metrics.evidence_floor import shortfalls_of
from xpert_studio.core.metrics.figures.concordance import CDR
from xpert_studio.core.metrics.figures.kappa import KAPPA
from xpert_studio.core.metrics.metric import PAIRS
from xpert_studio.core.metrics.pair_tables import task_tables
from xpert_studio.core.metrics.registry import metrics_of
from xpert_studio.core.metrics.task_estimates import Estimate, Figure, differences, estimates
from xpert_studio.core.records.columns import Ratings

TASKS = (5, 10, 20, 30, 100)
FROM = 10
MEANS = {
    "share": (0.5, 0.9),
    "mean": (0.5, 0.9),
    "sensitivity": (0.5, 0.9),
    "kappa": (0.8, 0.9),
    "gwet_ac1": (0.8, 0.9),
    "youden_j": (0.8, 0.9),
    "cdr": (0.8, 0.9),
}
MOST_WHOLE = 400
"""Of whole projects so many a cell: each is analysed as the program does."""
WIDEST, MOST_FALSE, LEAST_POWER = 1.25, 0.07, 0.9
EFFECT = 2.5
"""The stated effect: so many standard deviations of the estimated difference under the null."""


@dataclass
class Tally:
    """How many cells reached their goals."""

    held: int = 0
    missed: list[str] | None = None

    def note(self, cell: str, *, held: bool) -> str:
        self.missed = self.missed or []
        if held:
            self.held += 1
        else:
            self.missed.append(cell)
        return "" if held else "  <- misses its goal"


def upper(share: float, n: int) -> float:
    """Upper end of the Monte-Carlo interval of a share."""
    return share + 1.96 * math.sqrt(share * (1 - share) / n)


def cell_of(figure: Figure, statistics: np.ndarray, truth: float) -> tuple[float, float, float]:
    """Coverage, width against the oracle's, and share of projects without an interval."""
    found = estimates(figure, statistics)
    given = np.isfinite(found.low)
    covered = float(np.mean(((found.low <= truth) & (truth <= found.high))[given]))
    oracle = np.ptp(np.nanquantile(found.value, [0.025, 0.975]))
    return covered, float(np.mean((found.high - found.low)[given]) / oracle), 1 - given.mean()


def grid(projects: int, seed: int) -> Iterator[tuple[str, str, int, float, float, float]]:
    for kind, means in MEANS.items():
        for mean in means:
            for effects, concentration in CONCENTRATIONS.items():
                wanted = KINDS[kind]
                chance = np.random.default_rng(seed)
                whole = wanted.draw(chance, (1, 1_000_000), mean, concentration)
                truth = float(wanted.figure.formula(whole.sum(axis=-2))[0])
                for tasks in TASKS:
                    drawn = wanted.draw(chance, (projects, tasks), mean, concentration)
                    yield f"{kind} {mean}", effects, tasks, *cell_of(wanted.figure, drawn, truth)


def show_grid(projects: int, seed: int, tally: Tally) -> None:
    print(f"Coverage / width against the oracle ({projects} projects a cell)")
    for name, effects, tasks, covered, width, without in grid(projects, seed):
        is_high_share = name in {"share 0.9", "mean 0.9", "sensitivity 0.9"}
        goal = 0.92 if is_high_share and effects == "strong" else 0.93
        cell = f"{name} {effects} {tasks}"
        held = tasks < FROM or (upper(covered, projects) >= goal and width <= WIDEST)
        mark = tally.note(cell, held=held)
        rest = f"  no interval {without:.3f}" if without else ""
        print(f"  {name:16} {effects:9} {tasks:4}  {covered:.3f} / {width:.2f}{rest}{mark}")


def t_test(figure: Figure, one: np.ndarray, two: np.ndarray) -> np.ndarray:
    """p of Student's t on the tasks' jackknife pseudo-values: what power is compared with."""
    from scipy.special import stdtr

    tasks = one.shape[-2]

    def value(kept: np.ndarray, other: np.ndarray) -> np.ndarray:
        return figure.formula(other) - figure.formula(kept)

    whole = value(one.sum(axis=-2), two.sum(axis=-2))
    without = value(one.sum(axis=-2, keepdims=True) - one, two.sum(axis=-2, keepdims=True) - two)
    pseudo = tasks * whole[..., None] - (tasks - 1) * without
    spread = pseudo.std(axis=-1, ddof=1) / math.sqrt(tasks)
    with np.errstate(divide="ignore", invalid="ignore"):
        return 2 * stdtr(tasks - 1, -np.abs(pseudo.mean(axis=-1) / spread))


def show_differences(projects: int, seed: int, tally: Tally) -> None:
    print("\nPaired differences: coverage / width, false positives, power (of the t-test's)")
    for kind, means in MEANS.items():
        if kind == "sensitivity":
            continue
        figure = KINDS[kind].figure
        for mean in means:
            for effects, concentration in CONCENTRATIONS.items():
                chance = np.random.default_rng(seed + 1)
                for tasks in TASKS:
                    shape = (projects, tasks)
                    pair = two_judges(kind, chance, shape, (mean, mean), concentration)
                    found = differences(figure, *pair, paired=True)
                    given = np.isfinite(found.low)
                    covered = np.mean(((found.low <= 0) & (found.high >= 0))[given])
                    oracle = np.ptp(np.quantile(found.value, [0.025, 0.975]))
                    width = np.mean((found.high - found.low)[given]) / oracle
                    false = np.mean(found.p < 0.05)
                    scale = 1 if kind in {"share", "mean"} else 2
                    lower = max(mean - EFFECT * found.value.std() / scale, 0.05)
                    pair = two_judges(kind, chance, shape, (lower, mean), concentration)
                    power = np.mean(differences(figure, *pair, paired=True).p < 0.05)
                    against = np.mean(t_test(figure, *pair) < 0.05)
                    held = tasks < FROM or bool(
                        upper(covered, projects) >= 0.93
                        and width <= WIDEST
                        and false <= MOST_FALSE
                        and power >= LEAST_POWER * against
                    )
                    mark = tally.note(f"difference {kind} {mean} {effects} {tasks}", held=held)
                    print(
                        f"  {kind:6} {mean} {effects:9} {tasks:4}  {covered:.3f} / {width:.2f}  "
                        f"{false:.3f}  {power:.2f} ({power / max(against, 1e-9):.2f}){mark}"
                    )


def show_weak_groups(projects: int, seed: int, tally: Tally) -> None:
    print("\nThe test for a weak group: false positives at .05, by tasks of the group")
    for mean in (0.8, 0.92):
        for effects, concentration in CONCENTRATIONS.items():
            for tasks in TASKS[1:]:
                row = []
                for own in (None, 5, 10):
                    if own is not None and own >= tasks:
                        continue
                    chance = np.random.default_rng(seed + 2)
                    group, rest = group_and_rest(
                        chance, (projects, tasks), mean, concentration, own
                    )
                    false = float(np.mean(differences(KAPPA, rest, group, paired=False).p < 0.05))
                    cell = f"weak group {mean} {effects} {own or 'all'} of {tasks}"
                    mark = tally.note(cell, held=false <= MOST_FALSE)
                    row.append(f"{own or 'all'}: {false:.3f}{mark}")
                print(f"  {mean} {effects:9} {tasks:4}  {'  '.join(row)}")


FAMILIES = {
    "each task its own": (1,) * 30,
    "11 families of 5": (5,) * 11,
    "unequal families": (20, 12, 8, 5, 5, *(2,) * 6, *(1,) * 9),
}
JUDGES = {"same everywhere": (None, 0.0), "by task": (6.0, 0.0), "by task and system": (6.0, 0.6)}
ERRORS = 0.12
SHOWN = ("accuracy", "kappa", "kappa_within", "alpha_within", "cdr")


def figures_of(drawn: Drawn, judge: Ratings) -> dict[str, Estimate]:
    """The figures whose intervals are looked at."""
    paired, cluster = drawn.paired(judge), drawn.catalog.task_cluster
    tables = task_tables(drawn.catalog, paired)[None]
    found = figures_of_tables(tables, PAIRS, cluster)[0]
    return {**found, **rank_figures(drawn.catalog, paired)}


def show_families(projects_wanted: int, seed: int, tally: Tally) -> None:
    print(f"\nFamilies and judges: coverage, from {projects_wanted} projects a cell")
    print(f"  {'':42} responses  " + "  ".join(f"{name:>12}" for name in SHOWN))
    for families_name, families in FAMILIES.items():
        for judge_name, (unequal, of_system) in JUDGES.items():
            for systems in (2, 3, 6):
                design = Design(families, systems, unequal=unequal, of_system=of_system)
                truth = truth_of(design, seed)
                covered = dict.fromkeys(SHOWN, 0)
                for drawn in projects(design, projects_wanted, (seed, 5, systems)):
                    found = figures_of(drawn, drawn.errs(ERRORS))
                    for name in SHOWN:
                        interval = found[name].interval
                        covered[name] += bool(
                            interval and interval[0] <= truth[name] <= interval[1]
                        )
                row = []
                for name in SHOWN:
                    share = covered[name] / projects_wanted
                    held = upper(share, projects_wanted) >= 0.93
                    cell = f"{families_name}, {judge_name}, {systems} responses, {name}"
                    tally.note(cell, held=held)
                    row.append(f"{share:>11.3f}{' ' if held else '<'}")
                print(f"  {families_name:18} {judge_name:22}  {systems:9}  {'  '.join(row)}")


def truth_of(design: Design, seed: int) -> dict[str, float]:
    """The figures' values: their means over many projects."""
    drawn = list(projects(design, TRUTH_PROJECTS, (seed, 4, design.systems)))
    found = [figures_of(one, one.errs(ERRORS)) for one in drawn]
    return {
        name: float(np.mean([one[name].value for one in found if one[name].value is not None]))
        for name in SHOWN
    }


TRUTH_PROJECTS = 600


def show_evidence(projects_wanted: int, seed: int, tally: Tally) -> None:
    print(f"\nEvidence: how often it is enough, of {projects_wanted} projects (the test alone)")
    judges = ("knows checkpoints", "knows systems too", "5 % errors", "15 % errors")
    print(f"  {'':26}" + "  ".join(f"{name:>18}" for name in judges))
    for clusters in (20, 40):
        for systems in (2, 3, 6):
            design = Design((1,) * clusters, systems)
            enough, tested = np.zeros(len(judges)), np.zeros(len(judges))
            for drawn in projects(design, projects_wanted, (seed, 6, systems, clusters)):
                said = (*drawn.cheats(), drawn.errs(0.05), drawn.errs(0.15))
                for place, judge in enumerate(said):
                    found = alignment(drawn.catalog, drawn.experts, judge)
                    missing = {item.requirement for item in shortfalls_of(found)}
                    enough[place] += not missing - {"pairs"}
                    tested[place] += found.beyond.enough
            row = []
            for name, whole, alone in zip(judges, enough, tested, strict=True):
                share = float(whole) / projects_wanted
                is_cheat = name.startswith("knows")
                held = share <= MOST_FALSE if is_cheat else share >= LEAST_PASSED[name]
                tally.note(f"evidence {clusters} tasks, {systems} systems, {name}", held=held)
                row.append(f"{share:.3f} ({alone / projects_wanted:.3f}){' ' if held else '<'}")
            print(
                f"  {clusters} tasks, {systems} systems       " + "  ".join(f"{c:>18}" for c in row)
            )


LEAST_PASSED = {"5 % errors": 0.8, "15 % errors": 0.5}
"""Judges that often have to have enough evidence, the number of pairs left aside."""


def show_bundle(folder: Path, projects: int, seed: int, tally: Tally) -> None:
    """Coverage where whole tasks are drawn from a real set."""
    print(f"\nTasks drawn from {folder.name}: coverage / width")
    for judge, name, figure, statistics in real_statistics(folder):
        truth = float(figure.formula(statistics.sum(axis=0)))
        chance = np.random.default_rng(seed + 3)
        row = []
        for tasks in TASKS[:-1]:
            drawn = statistics[chance.integers(0, len(statistics), (projects, tasks))]
            covered, width, without = cell_of(figure, drawn, truth)
            held = tasks < FROM or (upper(covered, projects) >= 0.93 and width <= WIDEST)
            mark = tally.note(f"{judge} {name} {tasks}", held=held)
            row.append(f"{tasks}: {covered:.3f} / {width:.2f} ({without:.2f}){mark}")
        print(f"  {judge[:24]:24} {name:14} {'  '.join(row)}")


def real_statistics(folder: Path) -> Iterator[tuple[str, str, Figure, np.ndarray]]:
    """Statistics by task of each judge of a bundle."""
    import tempfile

    from xpert_studio.core.exchange import import_bundle
    from xpert_studio.core.metrics import pair_up, pooled
    from xpert_studio.core.store.rating_table import read_frames
    from xpert_studio.core.workflow import new_project

    now = datetime.now(UTC)
    with tempfile.TemporaryDirectory() as place:
        path = Path(place, "real.xpert")
        with new_project(path, now=now) as project:
            import_bundle(project, folder, now=now)
            with project.reading() as tx:
                frames = read_frames(tx)
    catalog = frames.catalog
    expert = pooled(catalog, frames.experts, name="experts").marks
    wanted: dict[str, Figure] = {metric.id: metric for metric in metrics_of(PAIRS)}
    for judge_id, trials in frames.judges.items():
        paired = pair_up(catalog, expert, pooled(catalog, trials, name=judge_id).marks)
        sources: list[tuple[str, Figure, Callable[..., np.ndarray]]] = [
            *((name, figure, task_tables) for name, figure in wanted.items()),
            ("cdr", CDR, task_pairs),
        ]
        for name, figure, statistics_of in sources:
            statistics = statistics_of(catalog, paired)
            yield judge_id, name, figure, statistics[figure.weight(statistics) > 0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--projects", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=2604)
    parser.add_argument("--bundle", type=Path, help="a bundle with judgments and verdicts")
    chosen = parser.parse_args()
    tally = Tally()
    show_grid(chosen.projects, chosen.seed, tally)
    show_differences(chosen.projects, chosen.seed, tally)
    show_weak_groups(chosen.projects, chosen.seed, tally)
    whole = min(chosen.projects, MOST_WHOLE)
    show_families(whole, chosen.seed, tally)
    show_evidence(whole, chosen.seed, tally)
    if chosen.bundle is not None:
        show_bundle(chosen.bundle, chosen.projects, chosen.seed, tally)
    missed = tally.missed or []
    print(f"\n{tally.held} of {tally.held + len(missed)} cells reach their goals.")
    for cell in missed:
        print(f"  misses: {cell}")


if __name__ == "__main__":
    main()
