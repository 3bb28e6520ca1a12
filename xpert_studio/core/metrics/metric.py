"""What a figure is: its names for people and programs, what it is computed from, and how.

A new one is a file in ``figures`` and a line in ``figures/__init__.py``;
``engine`` computes it, and every output reads the registry.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Literal, NamedTuple

import numpy as np

from xpert_studio.core.metrics.intervals import ratio
from xpert_studio.core.metrics.task_estimates import SHARE, Figure, Formula, Scale
from xpert_studio.core.records.columns import FloatArray

__all__ = [
    "ANY_SCALE",
    "GRADES",
    "GRADE_RATERS",
    "INTERVAL",
    "ORDERED",
    "PAIRS",
    "RANKS",
    "RATERS",
    "SCORES",
    "SHARE",
    "TRIALS",
    "Better",
    "Counts",
    "FloatArray",
    "Formula",
    "Input",
    "Metric",
    "Scale",
    "Shelf",
    "Unit",
    "all_pairs",
    "over",
    "ratio",
]
Measurement = Literal["nominal", "ordinal", "interval"]
NOMINAL: Final[tuple[Measurement, ...]] = ("nominal",)
ORDERED: Final[tuple[Measurement, ...]] = ("ordinal", "interval")
INTERVAL: Final[tuple[Measurement, ...]] = ("interval",)
ANY_SCALE: Final[tuple[Measurement, ...]] = ("nominal", "ordinal", "interval")


class Unit(Enum):
    """How a value is written: the form of its number, as in spreadsheets, and of its interval's.

    A share, a difference of shares, a coefficient without a unit; units of a scale, and a
    difference in these; a number of tokens, seconds, US dollars.
    """

    SHARE = ("0.0%", "0.0%")
    DIFFERENCE = ("+0.0%", "+0.0%")
    COEFFICIENT = ("0.000", "0.00")
    POINTS = ("0.00", "0.00")
    POINT_DIFFERENCE = ("+0.00", "+0.00")
    COUNT = ("0", "0")
    SECONDS = ("0.0", "0.0")
    MONEY = ("0.00000", "0.00000")

    @property
    def form(self) -> str:
        """Of the value."""
        return self.value[0]

    @property
    def interval_form(self) -> str:
        """Of the ends of its interval."""
        return self.value[1]


class Better(Enum):
    """Which direction is better."""

    HIGHER = "higher"
    LOWER = "lower"
    NEITHER = "neither"


class Shelf(Enum):
    """Where a figure is shown, in this order, and the title of the table there."""

    HEADLINE = "Headline figures"
    AGREEMENT = "Agreement beyond the share"
    BY_CLASS = "Met and not met apart"
    MORE = "More figures"


@dataclass(frozen=True, slots=True)
class Input:
    """What figures are computed from.

    Attributes:
        n: What its items are called for programs.
        columns: Counts by task that it comes as, where it is a table of counts.
        constant: Turns such counts into those of a rater who always gives the more frequent
            judgment, or the median; None where there is no such rater.
    """

    id: str
    n: str
    columns: tuple[str, ...] = ()
    constant: Callable[[FloatArray], FloatArray] | None = None


def _majority_class(counts: FloatArray) -> FloatArray:
    tn, fp, fn, tp = np.moveaxis(counts[..., :4], -1, 0)
    met, unmet, none = tp + fn, tn + fp, np.zeros_like(tp)
    rest = [none] * (counts.shape[-1] - 4)  # a constant answer tells no responses apart
    always_met = np.stack([none, unmet, none, met, *rest], axis=-1)
    never_met = np.stack([unmet, none, met, none, *rest], axis=-1)
    return np.where((met > unmet)[..., None], always_met, never_met)


def _all_tied(counts: FloatArray) -> FloatArray:
    agree, disagree, expert_tie, judge_tie, both = np.moveaxis(counts, -1, 0)
    none = np.zeros_like(agree)
    return np.stack([none, none, none, agree + disagree + judge_tie, expert_tie + both], axis=-1)


def _constant_rater(sums: FloatArray) -> FloatArray:
    """Always the median of the experts' values."""
    n, a, _, aa, _, _, _, _, banded, middle, apart, same, *_ = np.moveaxis(sums, -1, 0)
    value = ratio(middle, n)
    none = np.zeros_like(n)
    columns = (n, a, middle, aa, middle * value, a * value, apart, same, banded)
    return np.stack([*columns, middle, apart, same, *[none] * 5], axis=-1)


PAIRS: Final = Input("pairs", "n", ("tn", "fp", "fn", "tp"), _majority_class)
"""Judgments of experts beside verdicts of a judge: the columns of ``Counts`` by task."""
RANKS: Final = Input(
    "ranks",
    "pairs",
    ("agree", "disagree", "expert_tie_only", "judge_tie_only", "both_tied"),
    _all_tied,
)
"""Pairs of responses to one task: counts of their orders by experts and judge, by task."""
RATERS: Final = Input("raters", "items")
"""Ratings of several experts: ``votes.Votes``."""
TRIALS: Final = Input("trials", "items")
"""Verdicts of one judge over several trials: ``votes.Votes``."""
SCORES: Final = Input("scores", "responses")
"""Scores and passes of one system: ``figures.scores.TaskScores``."""

GRADES: Final = Input(
    "grades",
    "n",
    (
        *("n", "a", "b", "aa", "bb", "ab", "apart", "same", "banded"),
        *("middle", "middle_apart", "middle_same"),
        *("within_aa", "within_bb", "within_ab", "within_n", "ranked"),
    ),
    _constant_rater,
)
"""Values of experts (a) beside those of a judge (b) on one scale, as scores: sums by task.

How many, the values, their squares and products, how far they are apart; in the same band, of those
that have bands; the median of the experts' values, how far theirs are from it and in its band;
squares and products of the values less that rater's mean at the checkpoint, over checkpoints with
two responses or more; and ``grades.spearman_parts``.
"""
GRADE_RATERS: Final = Input("grade_raters", "items")
"""Values of several experts on one scale: ``grades.Raters``."""


def _as_it_is(raw: FloatArray) -> FloatArray:
    return raw


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric(Figure):
    """A figure of the registry.

    Attributes:
        id: The name under which programs find it, unique within its input.
        title: Its name.
        meaning: One sentence for people who are no statisticians.
        source: What it is computed from.
        shelf, position: Where it is shown, and its place there.
        short: A shorter name for heads of columns; the title where empty.
        better: Which direction is better.
        measurement: Scales of measurement it is for.
        statistics: From the input to statistics by task: (..., tasks, statistics), additive.
        count: From sums of statistics to how many items it rests on; the sum of the weights where
            None.
        least: With fewer items it is withheld.
        exact: The value computed from the input, where sums over tasks do not give it to the bit.
        is_compared: Whether two judges are compared by it; all of these tests are one family.
        has_floor: Whether what a constant rater reaches says something.
        only_if_any: Whether it is shown only where something is behind it.
        one_a_task: Whether a task with one item is one independent trial: Wilson's interval.
    """

    id: str
    title: str
    meaning: str
    source: Input
    shelf: Shelf
    position: int
    unit: Unit = Unit.SHARE
    short: str = ""
    better: Better = Better.HIGHER
    measurement: tuple[Measurement, ...] = NOMINAL
    statistics: Callable[[Any], FloatArray] = _as_it_is
    count: Formula | None = None
    least: int = 0
    exact: Callable[[Any], float | None] | None = None
    is_compared: bool = False
    has_floor: bool = True
    only_if_any: bool = False
    one_a_task: bool = False

    @property
    def head(self) -> str:
        """Its name above a column."""
        return self.short or self.title

    @property
    def in_a_sentence(self) -> str:
        """Its name inside a sentence: plain words begin small."""
        head = self.head
        return head[0].lower() + head[1:] if head[1:2].islower() else head


class Counts(NamedTuple):
    """How often expert and judge say met and not met, of many tables at once.

    "Positive" is met; the expert is right.

    Attributes:
        beyond_chance, possible: Over checkpoints with two responses or more, agreement beyond
            that with the experts' answers to other responses, and how much there could be.
        apart, unlike: Over the same, answers that differ, and how many would if answers to
            different responses were compared.
        rated: Answers to these checkpoints.
        ee, jj, ej: Squares and products of the answers of experts and judge, less the means of
            checkpoint and response in the task.
        cells: How many.
    """

    tn: FloatArray
    fp: FloatArray
    fn: FloatArray
    tp: FloatArray
    beyond_chance: FloatArray
    possible: FloatArray
    apart: FloatArray
    unlike: FloatArray
    rated: FloatArray
    ee: FloatArray
    jj: FloatArray
    ej: FloatArray
    cells: FloatArray

    @property
    def n(self) -> FloatArray:
        """All pairs."""
        return np.asarray(self.tn + self.fp + self.fn + self.tp)


def over(formula: Callable[[Counts], FloatArray]) -> Formula:
    """A formula on counts as one on their array (last axis); tn, fp, fn, tp may stand alone."""

    def found(counts: FloatArray) -> FloatArray:
        columns = np.moveaxis(counts, -1, 0)
        none = [np.zeros(counts.shape[:-1])] * (len(Counts._fields) - len(columns))
        return formula(Counts(*columns, *none))

    return found


all_pairs = over(lambda c: c.n)
"""Number of pairs: what a task brings to a figure over all of them."""
