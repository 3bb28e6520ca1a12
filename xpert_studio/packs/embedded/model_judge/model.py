"""The features of a decision, and the weights it is made with: plain numbers, hashed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from xpert_studio.api import Message
from xpert_studio.core.records import AnnotationForm, JudgeMode, content_hash
from xpert_studio.core.resources import resource_json
from xpert_studio.packs.embedded.model_judge.finding import CheckpointFinding
from xpert_studio.packs.embedded.model_judge.text import stop_words

ALGORITHM: Final = 2
"""Version of reading and comparing; raised whenever the same weights would decide otherwise."""

FloatArray = npt.NDArray[np.float64]
Weights = tuple[float, ...]
"""A logistic model: one number a feature, in their order, and the intercept last."""


@dataclass(frozen=True)
class FittedModel:
    """The built-in judge's weights for one project and mode.

    Attributes:
        mode: Whether the anchor's gold decisions are a feature.
        full: Weights for tasks without gold judgments.
        by_task: Weights for each task with gold judgments, which have not seen them.
        source: Whether the weights were fitted on the project or are the shipped defaults.
        note: What a person should know of the fit, one sentence.
        judgments: Gold judgments fitted on.
    """

    mode: JudgeMode
    full: Weights
    by_task: Mapping[str, Weights]
    source: Literal["fitted", "defaults"]
    note: str
    judgments: int

    def probabilities(self, task_id: str, features: FloatArray) -> FloatArray:
        """Probability of "met" for each row of features, with weights a task may be judged by."""
        return chances(np.array(self.by_task.get(task_id, self.full)), features)

    @property
    def hash(self) -> str:
        """SHA-256 of all weights, of which task each is for, and of what reading depends on."""
        by_task = sorted(self.by_task.items())
        return content_hash([ALGORITHM, stop_words(), self.mode, self.full, by_task])


def chances(weights: FloatArray, features: FloatArray) -> FloatArray:
    """Probability of "met" for each row of features."""
    return np.asarray(1.0 / (1.0 + np.exp(-(features @ weights))))


def gold_of(form: AnnotationForm) -> dict[str, bool]:
    """The gold decisions of a form, by checkpoint id; abstentions are left out."""
    decided = ((item.checkpoint_id, item.final_value) for item in form.judgments)
    return {name: bool(value) for name, value in decided if value is not None}


def features_of(
    found: Sequence[CheckpointFinding], ids: Sequence[str], anchor: AnnotationForm | None
) -> FloatArray:
    """Features of one response: a row a checkpoint, the columns as in ``defaults.json``.

    Args:
        found: What was found of every checkpoint of the rubric.
        ids: The checkpoints' ids.
        anchor: The gold form of another response; None for the zero-shot features.
    """
    columns = [[item.coverage, item.margin, item.absent] for item in found]
    if anchor is not None:
        gold = gold_of(anchor)
        signs = {name: 1.0 if met else -1.0 for name, met in gold.items()}
        columns = [[*row, signs.get(name, 0.0)] for row, name in zip(columns, ids, strict=True)]
    return np.array([[*row, 1.0] for row in columns])


@cache
def default_weights(mode: JudgeMode) -> Weights:
    """The shipped weights."""
    data: dict[str, Any] = resource_json("baseline", "defaults.json")
    names = ["coverage", "margin", "absent", "anchor_met", "intercept"]
    if mode is JudgeMode.ZERO_SHOT:
        names.remove("anchor_met")
    return tuple(data[name] for name in names)


def default_model(
    mode: JudgeMode, note: str = Message("Shipped weights, not fitted.")
) -> FittedModel:
    """The built-in judge before there are gold judgments."""
    return FittedModel(mode, default_weights(mode), {}, "defaults", note, 0)
