"""A project's judgments and verdicts as columns: what figures are computed from.

Records are pleasant one at a time; a leaderboard reads hundreds of thousands. Here the same facts
stand as numpy arrays of small integers, each an index into a tuple of names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from xpert_studio.core.records.project import AbstentionRule

IntArray = npt.NDArray[np.int32]
MetArray = npt.NDArray[np.int8]
FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]

NONE: Final = -1
"""Code for "no value": no tier, no dimension, no verdict."""


def named(codes: IntArray, names: tuple[str, ...], name: str) -> BoolArray:
    """Which codes stand for a name; none where the names are without it."""
    return np.asarray(codes == (names.index(name) if name in names else NONE - 1))


@dataclass(frozen=True, slots=True)
class Catalog:
    """What there is to judge.

    Every ``*_task``, ``*_domain`` ... array holds indices into the tuple of that name, ``NONE``
    where there is no value. Arrays that start with ``task_`` have one entry a task, those that
    start with ``checkpoint_`` one a checkpoint, those that start with ``response_`` one a response.
    ``systems`` are the names of the models that wrote the responses, ``kinds`` the instruments with
    their settings (JSON) by which checkpoints are answered. ``task_cluster`` numbers, from 0, what
    is taken as independent: the family of a task, or the task itself where it has none.
    ``abstentions`` says what becomes of scores where a rater abstained.
    """

    tasks: tuple[str, ...]
    task_titles: tuple[str, ...]
    domains: tuple[str, ...]
    categories: tuple[str, ...]
    task_domain: IntArray
    task_category: IntArray
    task_cluster: IntArray
    checkpoints: tuple[str, ...]
    checkpoint_texts: tuple[str, ...]
    tiers: tuple[str, ...]
    dimensions: tuple[str, ...]
    checkpoint_task: IntArray
    checkpoint_weight: FloatArray
    checkpoint_tier: IntArray
    checkpoint_dimension: IntArray
    kinds: tuple[tuple[str, str], ...]
    checkpoint_kind: IntArray
    responses: tuple[str, ...]
    systems: tuple[str, ...]
    response_task: IntArray
    response_system: IntArray
    response_is_baseline: BoolArray
    abstentions: AbstentionRule = AbstentionRule.LEFT_OUT

    @property
    def clusters(self) -> int:
        """How many there are."""
        return int(self.task_cluster.max(initial=-1)) + 1

    @property
    def checkpoint_cluster(self) -> IntArray:
        """Per checkpoint, the cluster of its task."""
        return self.task_cluster[self.checkpoint_task]

    @property
    def response_cluster(self) -> IntArray:
        """Per response, the cluster of its task."""
        return self.task_cluster[self.response_task]


@dataclass(frozen=True, slots=True)
class Ratings:
    """One rater's answers (an expert's judgments, a judge's verdicts in one trial, or a consensus).

    The arrays have one entry an answer; no (response, checkpoint) pair stands twice.
    ``instruments.columns.marks_of`` makes them from values.

    Attributes:
        response, checkpoint: Places in the catalogue.
        value: In the instrument's units; NaN where there is none (invalid, error, undecided).
        score: What that is worth, 0 to 1; NaN where there is no value.
        met: 1 passed, 0 failed, ``NONE`` where there is no value, or its instrument passes and
            fails nothing.
        abstained: Whether the rater said that it cannot assess the checkpoint, or that it does not
            apply.
    """

    rater: str
    response: IntArray
    checkpoint: IntArray
    value: FloatArray
    score: FloatArray
    met: MetArray
    abstained: BoolArray

    def __len__(self) -> int:
        return int(self.met.size)

    def where(self, keep: BoolArray, rater: str | None = None) -> Ratings:
        """Those that ``keep`` marks, perhaps under another name."""
        return Ratings(
            rater or self.rater,
            self.response[keep],
            self.checkpoint[keep],
            self.value[keep],
            self.score[keep],
            self.met[keep],
            self.abstained[keep],
        )

    def joined(self, other: Ratings) -> Ratings:
        """These and others, of other checkpoints or responses, under the name of these."""
        columns = ("response", "checkpoint", "value", "score", "met", "abstained")
        both = (np.concatenate([getattr(self, name), getattr(other, name)]) for name in columns)
        return Ratings(self.rater, *both)

    @property
    def has_score(self) -> BoolArray:
        """Which answers count in scores."""
        return np.isfinite(self.score)

    @property
    def is_answer(self) -> BoolArray:
        """Which the rater has answered, be it by abstaining."""
        return self.has_score | self.abstained

    @property
    def fulfils(self) -> BoolArray:
        """Which answers pass, or reach the full score where nothing passes or fails."""
        return np.asarray(np.where(self.met == NONE, self.score >= 1, self.met == 1))
