"""Fits the weights on a project's gold judgments, so that no task is judged by its own.

Tasks are dealt into folds by seed; a fold's weights come from the judgments of all other folds.
What is reported for a task with gold judgments is therefore always out of sample.

The model is a logistic regression whose penalty pulls towards the shipped weights rather than
towards zero: a project with few gold judgments moves little from them. (The shipped weights were
set by hand after a look at SummHay's development tasks.)
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from xpert_studio.api import Message
from xpert_studio.core.records import AnnotationForm, Checkpoint, JudgeMode, grouped
from xpert_studio.packs.embedded.model_judge.finding import find
from xpert_studio.packs.embedded.model_judge.model import (
    FittedModel,
    FloatArray,
    Weights,
    chances,
    default_model,
    default_weights,
    features_of,
    gold_of,
)

MIN_JUDGMENTS: Final = 40
"""With fewer gold judgments than this the shipped weights are used."""

MIN_TASKS: Final = 2
FOLDS: Final = 5

_PULL: Final = 1.0
_STEPS: Final = 50
_DIGITS: Final = 9


@dataclass(frozen=True, slots=True)
class GoldCase:
    """A gold form with what it judges.

    Attributes:
        checkpoints: The whole rubric of the task, in its order.
        response_text: The response judged.
        form: The gold judgments; checkpoints it leaves out are not fitted on.
    """

    task_id: str
    checkpoints: tuple[Checkpoint, ...]
    response_text: str
    form: AnnotationForm


def fit(cases: Sequence[GoldCase], mode: JudgeMode, *, seed: int = 0) -> FittedModel:
    """Fits a project's model, cross-fitted by task.

    Args:
        cases: Gold forms of the project.
        mode: Which model to fit. For the anchored one, each gold form of a task is the anchor of
            the task's response before it, and the first is that of the last.
        seed: Decides which task goes into which fold.

    Returns:
        The model, or the shipped weights with a note why.
    """
    tasks, features, met = _examples(cases, mode)
    names = sorted(set(tasks))
    if len(tasks) < MIN_JUDGMENTS or len(names) < MIN_TASKS:
        return default_model(
            mode,
            Message(
                "Shipped weights: {judgments} gold judgments of {tasks} tasks can be fitted on, at "
                "least {min_judgments} of {min_tasks} are needed.",
                judgments=len(tasks),
                tasks=len(names),
                min_judgments=MIN_JUDGMENTS,
                min_tasks=MIN_TASKS,
            ),
        )
    random.Random(seed).shuffle(names)  # noqa: S311 - folds, not secrets
    parts = [names[i::FOLDS] for i in range(min(FOLDS, len(names)))]
    by_task: dict[str, Weights] = {}
    for part in parts:
        others = ~np.isin(tasks, part)
        by_task |= dict.fromkeys(part, _regression(features[others], met[others], mode))
    note = Message(
        "Fitted on {judgments} gold judgments of {tasks} tasks, {parts} folds.",
        judgments=len(tasks),
        tasks=len(names),
        parts=len(parts),
    )
    return FittedModel(mode, _regression(features, met, mode), by_task, "fitted", note, len(tasks))


def _examples(
    cases: Sequence[GoldCase], mode: JudgeMode
) -> tuple[list[str], FloatArray, FloatArray]:
    """The task, the features and the gold decision of each judgment."""
    tasks: list[str] = []
    rows: list[FloatArray] = []
    met: list[float] = []
    for task_id, group in grouped((case.task_id, case) for case in cases).items():
        for case, after in zip(group, [*group[1:], group[0]], strict=True):
            if mode is JudgeMode.ANCHORED and after.form.response_id == case.form.response_id:
                continue
            ids = [point.id for point in case.checkpoints]
            found = find([point.text for point in case.checkpoints], case.response_text)
            shown = after.form if mode is JudgeMode.ANCHORED else None
            gold = gold_of(case.form)
            for name, row in zip(ids, features_of(found, ids, shown), strict=True):
                if name in gold:
                    tasks.append(task_id)
                    rows.append(row)
                    met.append(float(gold[name]))
    return tasks, np.array(rows), np.array(met)


def _regression(features: FloatArray, met: FloatArray, mode: JudgeMode) -> Weights:
    """The penalised logistic regression's weights, by Newton's method: there is one solution."""
    prior = np.array(default_weights(mode))
    best = prior.copy()
    for _ in range(_STEPS):
        chance = chances(best, features)
        slope = features.T @ (chance - met) + _PULL * (best - prior)
        spread = (features * (chance * (1.0 - chance))[:, None]).T @ features
        step = np.linalg.solve(spread + _PULL * np.eye(len(prior)), slope)
        best = best - step / max(1.0, float(np.abs(step).max()))
    return tuple(round(float(value), _DIGITS) for value in best)
