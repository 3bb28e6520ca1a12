"""What attack baselines score on a project, by program and by the judges that were asked."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from xpert_studio.api.instruments import Checkpoint
from xpert_studio.core.instruments import instrument_of, is_absent, is_by_program
from xpert_studio.core.metrics.alignment import Alignment, alignment
from xpert_studio.core.metrics.floors import reads_nothing
from xpert_studio.core.metrics.task_estimates import (
    SHARE,
    Estimate,
    estimate,
    estimate_of_trials,
    in_clusters,
)
from xpert_studio.core.records import CHECKS, Task
from xpert_studio.core.records.columns import Catalog, FloatArray, Ratings
from xpert_studio.core.store import Transaction, tasks
from xpert_studio.packs.attacks.baselines import ATTACKS, Attack, chance_of, passes_by_program
from xpert_studio.packs.attacks.verdicts import current_results

Values = Mapping[str, float]
"""Values by the ids of checkpoints."""


@dataclass(frozen=True, slots=True)
class AttackRow:
    """What one attack does on one task.

    Attributes:
        judge_id: Whose values; ``checks`` where programs alone decided.
        score: 0 to 1, over the checkpoints that are decided; None where none is.
        decided, expected: Checkpoints with a value, and checkpoints there are.
        met: Ids of those that are met; ``by_chance`` those of a choice among them.
        chance: What a letter drawn by chance would score.
    """

    attack: Attack
    task: Task
    judge_id: str
    score: float | None
    decided: int
    expected: int
    met: tuple[str, ...]
    by_chance: frozenset[str]
    chance: float


@dataclass(frozen=True, slots=True)
class AttackScore:
    """What one attack scores on all tasks it applies to.

    Attributes:
        score: Mean over tasks, of the checkpoints that are decided; its interval is over families.
        decided, expected, met: Checkpoints.
        chance: Mean score of a letter drawn by chance.
    """

    attack: Attack
    judge_id: str
    score: Estimate
    decided: int
    expected: int
    met: int
    chance: float

    @property
    def beats_chance(self) -> bool:
        """Whether its interval is above chance."""
        return self.score.interval is not None and self.score.interval[0] > self.chance


def findings(rows: Sequence[AttackRow], scores: Sequence[AttackScore]) -> list[AttackRow]:
    """What deserves a second look: rows with the checkpoints that an attack meets.

    Checkpoints of a choice are among them where the attack beats chance on all of them.
    """
    beaten = {(score.attack.id, score.judge_id) for score in scores if score.beats_chance}
    kept = []
    for row in rows:
        lucky = frozenset() if (row.attack.id, row.judge_id) in beaten else row.by_chance
        if met := tuple(name for name in row.met if name not in lucky):
            kept.append(replace(row, met=met))
    return kept


def attack_rows(tx: Transaction, task_ids: Collection[str] | None = None) -> list[AttackRow]:
    """Every attack on every task with a rubric, as programs decide, and with each judge asked.

    Args:
        tx: The transaction.
        task_ids: Only these tasks; all where None.
    """
    rubrics = tasks.rubrics(tx)
    known = {
        task.id: task
        for task in tasks.all_tasks(tx)
        if (task_ids is None or task.id in task_ids) and task.id in rubrics
    }
    rows = [row for task in known.values() for row in _on_task(task, rubrics[task.id])]
    by_id = {attack.id: attack for attack in ATTACKS}
    for (task_id, name, judge_id), values in current_results(tx).items():
        if task_id in known:
            task, rubric = known[task_id], rubrics[task_id]
            passed = passes_by_program(task, rubric, by_id[name])
            whole = {**{key: float(value) for key, value in passed.items()}, **values}
            rows.append(row_of(by_id[name], task, rubric, judge_id, whole))
    return rows


def _on_task(task: Task, rubric: Sequence[Checkpoint]) -> list[AttackRow]:
    found: list[AttackRow] = []
    if not any(map(is_by_program, rubric)):
        return found
    for attack in ATTACKS:
        passed = passes_by_program(task, rubric, attack)
        if passed:
            values = {name: float(value) for name, value in passed.items()}
            found.append(row_of(attack, task, rubric, CHECKS, values))
    return found


def row_of(
    attack: Attack, task: Task, rubric: Sequence[Checkpoint], judge_id: str, values: Values
) -> AttackRow:
    """What the values of an attack's checkpoints come to."""
    decided = [point for point in rubric if point.id in values]
    whole = sum(point.weight for point in decided)
    points = sum(
        point.weight * instrument_of(point).score(values[point.id], point) for point in decided
    )
    met = [p for p in decided if instrument_of(p).fulfils(values[p.id], p)]
    return AttackRow(
        attack,
        task,
        judge_id,
        points / whole if whole and not any(map(is_absent, rubric)) else None,
        len(decided),
        len(rubric),
        tuple(p.id for p in met),
        frozenset(p.id for p in met if chance_of(p)),
        sum(p.weight * chance_of(p) for p in decided) / whole if whole else 0.0,
    )


def attack_scores(rows: Sequence[AttackRow]) -> list[AttackScore]:
    """What each attack scores, by each judge."""
    judges = dict.fromkeys(row.judge_id for row in rows)
    found = []
    for judge_id in judges:
        for attack in ATTACKS:
            own = [row for row in rows if (row.attack, row.judge_id) == (attack, judge_id)]
            if not own:
                continue
            scored = [row for row in own if row.score is not None]
            found.append(
                AttackScore(
                    attack,
                    judge_id,
                    _mean(scored),
                    sum(row.decided for row in own),
                    sum(row.expected for row in own),
                    sum(len(row.met) for row in own),
                    sum(row.chance for row in scored) / len(scored) if scored else 0.0,
                )
            )
    return found


def _mean(rows: Sequence[AttackRow]) -> Estimate:
    statistics = np.array([[row.score, 1.0] for row in rows], np.float64).reshape(-1, 2)
    names = [row.task.family or f"task {row.task.id}" for row in rows]
    cluster = np.unique(names, return_inverse=True)[1].astype(np.int32)
    of_clusters = in_clusters(statistics, cluster)
    is_trial = np.isin(statistics[:, 0], (0.0, 1.0)).all()
    return estimate_of_trials(of_clusters) if is_trial else estimate(SHARE, of_clusters)


def judges_that_read_nothing(catalog: Catalog, experts: Ratings) -> list[Alignment]:
    """How the floors fare as judges, in sample: with the evidence that is asked of a judge.

    Args:
        catalog: What there is to judge.
        experts: The experts' (consensus) answers.
    """
    return [alignment(catalog, experts, judge) for judge in reads_nothing(catalog, experts)]


def floors(rows: Sequence[AttackRow], task_ids: Sequence[str]) -> FloatArray:
    """Per task the best score of an attack whose every checkpoint is decided; NaN without one."""
    best = dict.fromkeys(task_ids, np.nan)
    for row in rows:
        is_whole = row.decided == row.expected
        if row.task.id in best and row.score is not None and is_whole:
            best[row.task.id] = float(np.fmax(best[row.task.id], row.score))
    return np.array(list(best.values()), np.float64)
