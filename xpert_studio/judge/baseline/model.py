"""The weights a decision is made with: plain numbers, hashed, no library needed to apply them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Final, Literal

import numpy as np

from xpert_studio.errors import JudgeError
from xpert_studio.judge.baseline.features import ANCHORED_FEATURES, OWN_FEATURES
from xpert_studio.judge.baseline.matching import FloatArray
from xpert_studio.judge.baseline.words import FOLDER, words_hash
from xpert_studio.messages import Message
from xpert_studio.records import JudgeMode, content_hash
from xpert_studio.resources import resource_json

ALGORITHM: Final = 1
"""Version of reading and comparing; raised whenever the same weights would decide otherwise."""

Source = Literal["fitted", "defaults"]


@dataclass(frozen=True)
class Coefficients:
    """A logistic model over standardised features.

    Attributes:
        features: Names, in the order of a feature matrix's columns.
        means: What is taken off each feature.
        scales: What it is then divided by; never 0.
        weights: What it is then multiplied with.
        intercept: Added to the sum.
        threshold: Probability from which a checkpoint counts as met.
    """

    features: tuple[str, ...]
    means: tuple[float, ...]
    scales: tuple[float, ...]
    weights: tuple[float, ...]
    intercept: float
    threshold: float

    def __post_init__(self) -> None:
        sizes = {len(self.features), len(self.means), len(self.scales), len(self.weights)}
        if len(sizes) != 1 or not all(scale > 0 for scale in self.scales):
            raise JudgeError("The weights of the built-in judge do not fit its features.")

    def probabilities(self, matrix: FloatArray) -> FloatArray:
        """Probability of "met" for each row of a feature matrix."""
        slopes, offset = self._folded
        return np.asarray(1.0 / (1.0 + np.exp(-np.clip(matrix @ slopes + offset, -40.0, 40.0))))

    @cached_property
    def _folded(self) -> tuple[FloatArray, float]:
        slopes = np.array(self.weights) / np.array(self.scales)
        return slopes, self.intercept - float(slopes @ np.array(self.means))

    @property
    def hash(self) -> str:
        """SHA-256 of the numbers, the word lists and the algorithm's version."""
        return content_hash([ALGORITHM, words_hash(), self.to_data()])

    def to_data(self) -> dict[str, Any]:
        """As JSON-like data."""
        return {
            "features": list(self.features),
            "means": list(self.means),
            "scales": list(self.scales),
            "weights": list(self.weights),
            "intercept": self.intercept,
            "threshold": self.threshold,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Coefficients:
        """From what ``to_data`` gave.

        Raises:
            JudgeError: The data are no weights.
        """
        try:
            return cls(
                features=tuple(str(name) for name in data["features"]),
                means=tuple(float(value) for value in data["means"]),
                scales=tuple(float(value) for value in data["scales"]),
                weights=tuple(float(value) for value in data["weights"]),
                intercept=float(data["intercept"]),
                threshold=float(data["threshold"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise JudgeError("The weights of the built-in judge cannot be read.") from error


@dataclass(frozen=True)
class Fold:
    """Weights that may be used for some tasks, because they saw none of those tasks' judgments."""

    coefficients: Coefficients
    tasks: tuple[str, ...]


@dataclass(frozen=True)
class FittedModel:
    """The embedded judge's weights for one project and mode.

    Attributes:
        mode: Whether the anchor features are used.
        full: Weights for tasks without gold judgments.
        folds: Weights for the tasks with gold judgments, each task in exactly one fold.
        source: Whether the weights were fitted on the project or are the shipped defaults.
        note: What a person should know of the fit, one sentence.
        judgments: Gold judgments fitted on.
        seed: What decided the folds.
    """

    mode: JudgeMode
    full: Coefficients
    folds: tuple[Fold, ...]
    source: Source
    note: str
    judgments: int
    seed: int

    def coefficients_for(self, task_id: str) -> Coefficients:
        """Weights that have not seen the task's own judgments."""
        return self._by_task.get(task_id, self.full)

    @cached_property
    def _by_task(self) -> dict[str, Coefficients]:
        return {task: fold.coefficients for fold in self.folds for task in fold.tasks}

    @property
    def hash(self) -> str:
        """SHA-256 of all weights, and of which task each is for."""
        folds = sorted([fold.coefficients.hash, sorted(fold.tasks)] for fold in self.folds)
        return content_hash([self.mode, self.full.hash, folds])

    def to_data(self) -> dict[str, Any]:
        """As JSON-like data, for a judge's parameters."""
        return {
            "mode": self.mode.value,
            "full": self.full.to_data(),
            "folds": [
                {"tasks": list(fold.tasks), "coefficients": fold.coefficients.to_data()}
                for fold in self.folds
            ],
            "source": self.source,
            "note": self.note,
            "judgments": self.judgments,
            "seed": self.seed,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> FittedModel:
        """From what ``to_data`` gave.

        Raises:
            JudgeError: The data are no model.
        """
        try:
            return cls(
                mode=JudgeMode(data["mode"]),
                full=Coefficients.from_data(data["full"]),
                folds=tuple(
                    Fold(Coefficients.from_data(fold["coefficients"]), tuple(fold["tasks"]))
                    for fold in data["folds"]
                ),
                source="fitted" if data["source"] == "fitted" else "defaults",
                note=str(data["note"]),
                judgments=int(data["judgments"]),
                seed=int(data["seed"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise JudgeError("The model of the built-in judge cannot be read.") from error


def features_for(mode: JudgeMode) -> tuple[str, ...]:
    """The features a mode uses, in the order of a feature matrix's columns."""
    return ANCHORED_FEATURES if mode is JudgeMode.ANCHORED else OWN_FEATURES


@cache
def default_coefficients(mode: JudgeMode) -> Coefficients:
    """The shipped weights; features they do not name weigh nothing."""
    data: dict[str, Any] = resource_json(FOLDER, "defaults.json")
    known: dict[str, dict[str, float]] = data["features"]
    names = features_for(mode)
    rows = [known.get(name, {"mean": 0.0, "scale": 1.0, "weight": 0.0}) for name in names]
    return Coefficients(
        features=names,
        means=tuple(row["mean"] for row in rows),
        scales=tuple(row["scale"] for row in rows),
        weights=tuple(row["weight"] for row in rows),
        intercept=data["intercept"],
        threshold=data["threshold"],
    )


def default_model(
    mode: JudgeMode, note: str = Message("Shipped weights, not fitted.")
) -> FittedModel:
    """The embedded judge before there are gold judgments."""
    return FittedModel(mode, default_coefficients(mode), (), "defaults", note, 0, 0)
