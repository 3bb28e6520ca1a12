"""Fits the weights on a project's gold judgments, so that no task is judged by its own.

Tasks are dealt into folds by seed. A fold's weights come from the judgments of all other folds;
the threshold too is chosen there, by a cross-validation inside. What is reported for a task with
gold judgments is therefore always out of sample.

The model is a logistic regression whose penalty pulls towards the shipped weights rather than
towards zero: a project with few gold judgments moves little from them, one with many as far as it
must. scikit-learn's regression knows no such pull, hence the dozen lines of Newton's method here;
on SummHay's development tasks it was as good as the usual penalty or better with 1 to 16 tasks to
learn from, most so with few. (The shipped weights were set by hand after a look at those tasks.)
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from xpert_studio.judge.baseline.features import AnchorView, feature_matrix, read_anchor
from xpert_studio.judge.baseline.findings import Finding, find
from xpert_studio.judge.baseline.matching import FloatArray
from xpert_studio.judge.baseline.model import (
    Coefficients,
    FittedModel,
    Fold,
    default_coefficients,
    default_model,
    features_for,
)
from xpert_studio.judge.baseline.reading import read_response
from xpert_studio.judge.baseline.rubric import Corpus, Rubric, read_rubric
from xpert_studio.messages import Message
from xpert_studio.records import Anchor, AnnotationForm, Checkpoint, JudgeMode, grouped

BoolArray = npt.NDArray[np.bool_]


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


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """Features and gold decisions of one response.

    Attributes:
        task_id: The task: judgments of one task are never on both sides of a split.
        features: A row a judgment.
        met: The expert's decisions.
        weight: How much each of its judgments counts.
    """

    task_id: str
    features: FloatArray
    met: BoolArray
    weight: float = 1.0


def examples_of(cases: Sequence[GoldCase], corpus: Corpus, mode: JudgeMode) -> list[Example]:
    """Examples for fitting one mode.

    For the anchored mode every gold form of a task serves in turn as the anchor of the task's
    other responses; together these count as much as one example.

    Args:
        cases: Gold forms of the project.
        corpus: Counts over the project's checkpoints.
        mode: Which model the examples are for.
    """
    examples: list[Example] = []
    for task_id, group in grouped((case.task_id, case) for case in cases).items():
        checkpoints = group[0].checkpoints
        rubric = read_rubric(
            [item.id for item in checkpoints], [item.text for item in checkpoints], corpus
        )
        found = [find(rubric, read_response(case.response_text)) for case in group]
        if mode is JudgeMode.ZERO_SHOT:
            pairs = zip(group, found, strict=True)
            examples += [_example(case, look, None, 1.0) for case, look in pairs]
        else:
            examples += _anchored(task_id, group, found, rubric)
    return examples


def _anchored(
    task_id: str, group: Sequence[GoldCase], found: Sequence[list[Finding]], rubric: Rubric
) -> list[Example]:
    views = [
        read_anchor(
            rubric,
            Anchor(
                task_id=task_id,
                response_id=case.form.response_id,
                response_text=case.response_text,
                form=case.form,
            ),
        )
        for case in group
    ]
    examples: list[Example] = []
    for case, look in zip(group, found, strict=True):
        own = case.form.response_id
        shown = [
            view for other, view in zip(group, views, strict=True) if other.form.response_id != own
        ]
        examples += [_example(case, look, view, 1.0 / len(shown)) for view in shown]
    return examples


def _example(
    case: GoldCase, found: Sequence[Finding], view: AnchorView | None, weight: float
) -> Example:
    gold = {item.checkpoint_id: bool(item.final_value) for item in case.form.judgments}
    rows = [i for i, item in enumerate(found) if item.asked.id in gold]
    met = np.array([gold[found[i].asked.id] for i in rows], dtype=np.bool_)
    return Example(case.task_id, feature_matrix(found, view)[rows], met, weight)


MIN_JUDGMENTS: Final = 40
"""Fewer gold judgments to learn from than this: the shipped weights are used."""

MIN_TASKS: Final = 2
MIN_OF_EACH: Final = 5
"""Fewest judgments of "met", and of "not met", to learn from."""

FOLDS: Final = 5

_PULL: Final = 10.0
_INTERCEPT_PULL: Final = 1.0
_MOST_STEPS: Final = 200
_CLOSE: Final = 1e-10
_THRESHOLDS: Final = np.round(np.arange(0.36, 0.641, 0.02), 2)
_DIGITS: Final = 9


@dataclass(frozen=True, slots=True, eq=False)
class _Data:
    features: FloatArray
    met: BoolArray
    weights: FloatArray
    tasks: tuple[str, ...]

    def part(self, tasks: frozenset[str]) -> _Data:
        keep = np.array([task in tasks for task in self.tasks], dtype=np.bool_)
        names = tuple(task for task in self.tasks if task in tasks)
        return _Data(self.features[keep], self.met[keep], self.weights[keep], names)

    @property
    def judgments(self) -> int:
        return round(float(self.weights.sum()))


def fit(examples: Sequence[Example], mode: JudgeMode, *, seed: int = 0) -> FittedModel:
    """Fits a project's model, cross-fitted by task.

    Args:
        examples: From ``examples_of``, for the same mode.
        mode: Which model to fit.
        seed: Decides which task goes into which fold.

    Returns:
        The model, or the shipped weights with a note why.
    """
    data = _gathered(examples, mode)
    tasks = sorted(set(data.tasks))
    reason = _too_little(data, len(tasks))
    if reason:
        return default_model(mode, Message("Shipped weights: {reason}", reason=reason))
    parts = _dealt(tasks, min(FOLDS, len(tasks)), seed)
    fitted: list[Fold] = []
    lacking = 0
    for part in parts:
        training = data.part(frozenset(tasks) - frozenset(part))
        if _too_little(training, len(tasks) - len(part), fewest_tasks=1):
            lacking += len(part)
            fitted.append(Fold(default_coefficients(mode), tuple(sorted(part))))
        else:
            fitted.append(Fold(_fitted(training, mode, seed), tuple(sorted(part))))
    note = Message(
        "Fitted on {judgments} gold judgments of {tasks} tasks, {parts} folds.",
        judgments=data.judgments,
        tasks=len(tasks),
        parts=len(parts),
    )
    if lacking:
        note = Message(
            "{note} Tasks that are judged with the shipped weights, the others being too few: "
            "{lacking}.",
            note=note,
            lacking=lacking,
        )
    return FittedModel(
        mode, _fitted(data, mode, seed), tuple(fitted), "fitted", note, data.judgments, seed
    )


def _gathered(examples: Sequence[Example], mode: JudgeMode) -> _Data:
    width = len(features_for(mode))
    return _Data(
        np.concatenate([np.zeros((0, width)), *(item.features for item in examples)]),
        np.concatenate([np.zeros(0, dtype=np.bool_), *(item.met for item in examples)]),
        np.concatenate([np.zeros(0), *(np.full(len(i.met), i.weight) for i in examples)]),
        tuple(item.task_id for item in examples for _ in item.met),
    )


def _too_little(data: _Data, tasks: int, *, fewest_tasks: int = MIN_TASKS) -> str:
    """Why there is too little to learn from, or empty."""
    met = round(float(data.weights[data.met].sum()))
    if tasks < fewest_tasks:
        return Message(
            "gold judgments of {tasks} tasks, at least {fewest_tasks} are needed.",
            tasks=tasks,
            fewest_tasks=fewest_tasks,
        )
    if data.judgments < MIN_JUDGMENTS:
        return Message(
            "{judgments} gold judgments, at least {min_judgments} are needed.",
            judgments=data.judgments,
            min_judgments=MIN_JUDGMENTS,
        )
    if min(met, data.judgments - met) < MIN_OF_EACH:
        return Message(
            "{met} of {judgments} gold judgments are met, {min_of_each} of each are needed.",
            met=met,
            judgments=data.judgments,
            min_of_each=MIN_OF_EACH,
        )
    return ""


def _dealt(tasks: Sequence[str], number: int, seed: int) -> list[list[str]]:
    shuffled = sorted(tasks)
    random.Random(seed).shuffle(shuffled)  # noqa: S311 - folds, not secrets
    return [shuffled[i::number] for i in range(number)]


def _fitted(data: _Data, mode: JudgeMode, seed: int) -> Coefficients:
    return _regression(data, mode, _threshold(data, mode, seed))


def _regression(data: _Data, mode: JudgeMode, threshold: float) -> Coefficients:
    prior = default_coefficients(mode)
    start = np.array([*prior.weights, prior.intercept])
    pull = np.array([_PULL] * len(prior.weights) + [_INTERCEPT_PULL])
    standard = (data.features - np.array(prior.means)) / np.array(prior.scales)
    rows = np.column_stack([standard, np.ones(len(standard))])
    best = _newton(rows, data.met.astype(np.float64), data.weights, start, pull)
    rounded = [round(float(value), _DIGITS) for value in best]
    return replace(prior, weights=tuple(rounded[:-1]), intercept=rounded[-1], threshold=threshold)


def _newton(
    rows: FloatArray, met: FloatArray, weights: FloatArray, prior: FloatArray, pull: FloatArray
) -> FloatArray:
    """The penalised logistic regression's weights: a convex problem with one solution."""
    best = prior.copy()
    for _ in range(_MOST_STEPS):
        chance = 1.0 / (1.0 + np.exp(-np.clip(rows @ best, -40.0, 40.0)))
        slope = rows.T @ (weights * (chance - met)) + pull * (best - prior)
        bend = (rows * (weights * chance * (1.0 - chance))[:, None]).T @ rows + np.diag(pull)
        step = np.linalg.solve(bend, slope)
        best = best - step / max(1.0, float(np.abs(step).max()))
        if float(np.abs(step).max()) < _CLOSE:
            break
    return best


def _threshold(data: _Data, mode: JudgeMode, seed: int) -> float:
    """The probability that agrees best with the experts, chosen inside the training part."""
    tasks = sorted(set(data.tasks))
    if len(tasks) < MIN_TASKS:
        return 0.5
    probabilities: list[FloatArray] = []
    held: list[_Data] = []
    for part in _dealt(tasks, min(FOLDS, len(tasks)), seed):
        inner = data.part(frozenset(tasks) - frozenset(part))
        if not 0 < inner.met.sum() < len(inner.met):
            return 0.5
        held.append(data.part(frozenset(part)))
        probabilities.append(_regression(inner, mode, 0.5).probabilities(held[-1].features))
    said = np.concatenate(probabilities)
    met = np.concatenate([item.met for item in held])
    weights = np.concatenate([item.weights for item in held])
    kappas = np.array([_kappa(said >= cut, met, weights) for cut in _THRESHOLDS])
    smooth = np.convolve(np.pad(kappas, 2, mode="edge"), np.full(5, 0.2), mode="valid")
    good = _THRESHOLDS[smooth >= float(smooth.max()) - 1e-3]
    return float(good[np.argmin(np.abs(good - 0.5))])


def _kappa(said: BoolArray, met: BoolArray, weights: FloatArray) -> float:
    total = float(weights.sum())
    agreed = float(weights[said == met].sum()) / total
    said_share = float(weights[said].sum()) / total
    met_share = float(weights[met].sum()) / total
    chance = said_share * met_share + (1 - said_share) * (1 - met_share)
    return (agreed - chance) / (1 - chance) if chance < 1 else 0.0
