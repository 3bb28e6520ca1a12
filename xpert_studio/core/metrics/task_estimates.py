"""Figures with their uncertainty over tasks: value, 95 % interval, paired difference and test.

Checkpoints of one task are not independent, so the task is the unit throughout. A figure is a
formula on sums of statistics over tasks; its standard error is the delete-one-task jackknife's
(Efron and Tibshirani 1993, chapter 11), and its interval is Student's t on the logit scale, with
the effective number of tasks less one as degrees of freedom (Carter, Schnepel and Steigerwald
2017). ``tests/benchmarks/bench_coverage.py`` shows how often such intervals cover.

All functions work on many projects, groups or systems at once: the last two axes of statistics
are tasks and statistics, whatever comes before is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from enum import Enum
from typing import Any, Final, Literal, NamedTuple, Self

import numpy as np

from xpert_studio.core.metrics.distributions import student_cdf, student_quantile
from xpert_studio.core.metrics.intervals import CONFIDENCE, Interval, ratio, wilson
from xpert_studio.core.records.columns import BoolArray, FloatArray, IntArray
from xpert_studio.core.wording import mark

FEW_TASKS: Final = 10
"""With fewer tasks behind a figure, its interval was not shown to cover."""

SURE_TASKS: Final = 30
"""With fewer, intervals of κ, CDR and values near an end of their scale may cover less than 95 %.

In samples of 10 to 30 real tasks, the interval of κ covers .87 to .92 for some judges.
"""

NEAR_AN_END: Final = 0.125
"""Part of the scale at either end that counts as near."""

SURE_AT_AN_END: Final = 60
AT_AN_END: Final = 0.06
"""Part of the scale at either end where more tasks are needed, and how many.

Where tasks differ strongly, simulated intervals of a share of .95 or .97 cover .89 to .92 on 30 to
40 tasks, and .92 to .93 on 60.
"""

Caution = Literal["few tasks", "approximate"]
"""Why an interval is less sure: under ``FEW_TASKS``; or under what the value needs, see above."""

METHOD: Final = mark("jackknife over families of tasks, Student's t on the logit scale")
"""What reports and certificates name as the method of the intervals."""

SIGNIFICANT: Final = 0.05

_IN_UNITS: Final = ("value", "floor", "first", "second")
_UPPER: Final = (1 + CONFIDENCE) / 2
_NO_SPREAD: Final = 1e-9
"""What sums of the same numbers in another order may differ by."""


class Scale(Enum):
    """What values a figure can take, and how far the jackknife steps on the logit scale.

    ``step`` is the part of the way to the value without a task at which the logit is taken: nearly
    0 is the delta method, 1 the jackknife of the logit itself. Both were chosen by simulation:
    figures from -1 to 1 are too narrow near 1 with the delta method, and shares too wide with more.
    Amounts, such as tokens, have no upper end: their logarithm takes the place of the logit.
    """

    SHARE = (0.0, 1.0, 0.001)
    SIGNED = (-1.0, 1.0, 0.5)
    AMOUNT = (0.0, np.inf, 0.001)

    @property
    def low(self) -> float:
        """The lowest value."""
        return self.value[0]

    @property
    def is_bounded(self) -> bool:
        """Whether there is a highest value, which is 1."""
        return bool(np.isfinite(self.value[1]))

    @property
    def step(self) -> float:
        """As the class describes."""
        return self.value[2]

    def on_line(self, value: FloatArray) -> FloatArray:
        """A value's logit, or logarithm."""
        share = (value - self.low) / (1 - self.low)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(np.log(share / (1 - share) if self.is_bounded else share))

    def back(self, place: FloatArray) -> FloatArray:
        """The value whose logit, or logarithm, this is."""
        with np.errstate(over="ignore", invalid="ignore"):
            share = 1 / (1 + np.exp(-place)) if self.is_bounded else np.exp(place)
        return np.asarray(self.low + (1 - self.low) * share)


Formula = Callable[[FloatArray], FloatArray]


@dataclass(frozen=True, slots=True)
class Figure:
    """What is estimated.

    Attributes:
        formula: From sums of statistics (last axis) to the value; NaN where it is undefined.
        weight: How much a task's statistics (last axis) bring to it, such as the denominator of a
            share. A task that brings nothing is not behind the figure.
        scale: What values it can take.
    """

    formula: Formula
    weight: Formula
    scale: Scale


def _quotient(statistics: FloatArray) -> FloatArray:
    return ratio(statistics[..., 0], statistics[..., 1])


SHARE: Final = Figure(_quotient, lambda statistics: statistics[..., 1], Scale.SHARE)
"""A share or mean from 0 to 1; statistics: numerator, denominator."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with what is known of it.

    Attributes:
        value: None where it is undefined.
        interval: 95 %, over tasks; None with fewer than two tasks, where one task alone makes the
            figure defined, or where all tasks agree exactly, but for the ends of the scale.
        tasks: Tasks behind it.
        caution: Why the interval is less sure than 95 %; None where it is not.
        n: Items behind it; 0 where they were not counted.
        floor: What a constant rater would reach; None where that is undefined or no floor.
    """

    value: float | None
    interval: Interval | None
    tasks: int
    caution: Caution | None = None
    n: int = 0
    floor: float | None = None

    def times(self, span: float) -> Self:
        """The same in units of which so many make 1."""
        scaled: dict[str, Any] = {
            name: value * span
            for name in _IN_UNITS
            if (value := getattr(self, name, None)) is not None
        }
        if self.interval is not None:
            scaled["interval"] = (self.interval[0] * span, self.interval[1] * span)
        return replace(self, **scaled)

    def named(self, name: str) -> dict[str, Any]:
        """It for a program: ``name``, and ``name_interval``."""
        return {name: self.value, f"{name}_interval": self.interval}


@dataclass(frozen=True, slots=True)
class Difference(Estimate):
    """The second figure less the first.

    Attributes:
        first, second: The two figures; None where one is undefined.
        p: Two-sided, by task; never below that of an exact sign test over so many tasks. None
            where the difference is undefined or on fewer than two tasks.
        corrected_p: After Benjamini and Hochberg, over all tests of one table.
    """

    first: float | None = None
    second: float | None = None
    p: float | None = None
    corrected_p: float | None = None

    @property
    def reported_p(self) -> float | None:
        """The corrected p where there is one, else p."""
        return self.p if self.corrected_p is None else self.corrected_p

    @property
    def is_significant(self) -> bool:
        """Whether the reported p is below ``SIGNIFICANT``."""
        return self.reported_p is not None and self.reported_p < SIGNIFICANT

    def plain(self) -> dict[str, Any]:
        """All of it for a program; ``value`` is called ``difference``."""
        values = asdict(self)
        del values["n"], values["floor"]
        return {"difference": values.pop("value"), **values}


@dataclass(frozen=True, slots=True)
class Estimates:
    """Many estimates; NaN for what is undefined."""

    value: FloatArray
    low: FloatArray
    high: FloatArray
    tasks: IntArray
    needed: IntArray
    """Tasks from which the interval was shown to cover, where these are more than a few."""

    def each(self) -> list[Estimate]:
        """One ``Estimate`` an entry."""
        columns = (self.value, self.low, self.high, self.tasks, self.needed)
        rows = zip(*(np.atleast_1d(column).tolist() for column in columns), strict=True)
        return [
            Estimate(known(value), bounds(low, high), tasks, caution(tasks, needed))
            for value, low, high, tasks, needed in rows
        ]


@dataclass(frozen=True, slots=True)
class Differences(Estimates):
    """Many differences, with the two figures and their tests."""

    first: FloatArray
    second: FloatArray
    p: FloatArray

    def each(self) -> list[Difference]:  # type: ignore[override]
        """One ``Difference`` an entry."""
        columns = (np.atleast_1d(column).tolist() for column in (self.first, self.second, self.p))
        return [
            Difference(
                one.value,
                one.interval,
                one.tasks,
                one.caution,
                first=known(first),
                second=known(second),
                p=known(p),
            )
            for one, first, second, p in zip(super(Differences, self).each(), *columns, strict=True)
        ]


def caution(tasks: int, needed: int = 0) -> Caution | None:
    """Why an interval on so many tasks is less sure; None where it is not, or nothing is known.

    Args:
        tasks: Behind the figure.
        needed: How many such a figure needs beyond ``FEW_TASKS``.
    """
    if not tasks:
        return None
    if tasks < FEW_TASKS:
        return "few tasks"
    return "approximate" if tasks < needed else None


def known(value: float) -> float | None:
    """A number, or None for NaN."""
    return float(value) if np.isfinite(value) else None


def bounds(low: float, high: float) -> Interval | None:
    """An interval, or None where a bound is NaN."""
    return (float(low), float(high)) if np.isfinite(low) and np.isfinite(high) else None


def in_clusters(statistics: FloatArray, cluster: IntArray) -> FloatArray:
    """Statistics by task as statistics by cluster, which are what is independent.

    Args:
        statistics: (..., tasks, statistics), additive over tasks.
        cluster: Per task, its cluster, such as ``Catalog.task_cluster``.

    Returns:
        (..., clusters, statistics).
    """
    names, place = np.unique(cluster, return_inverse=True)
    if names.size == place.size:
        return statistics
    tasks_last = np.moveaxis(statistics, -2, 0)
    found = np.zeros((names.size, *tasks_last.shape[1:]))
    np.add.at(found, place, tasks_last)
    return np.moveaxis(found, 0, -2)


def estimate(figure: Figure, statistics: FloatArray) -> Estimate:
    """One figure over the clusters of one project; see ``estimates``."""
    return estimates(figure, statistics).each()[0]


def estimate_of_trials(statistics: FloatArray) -> Estimate:
    """A share of trials: Wilson's interval where no cluster has more than one.

    Args:
        statistics: (clusters, 2): trials that succeed, and all.
    """
    found = estimate(SHARE, statistics)
    if statistics[:, 1].max(initial=0) > 1:
        return found
    succeeded, trials = statistics.sum(axis=0).astype(int).tolist()
    return replace(found, interval=wilson(succeeded, trials))


def difference(figure: Figure, first: FloatArray, second: FloatArray) -> Difference:
    """One figure of two raters or systems compared; see ``differences``."""
    return differences(figure, first, second, paired=True).each()[0]


class Sums(NamedTuple):
    """Statistics of tasks with what every figure over them needs: their sums.

    Attributes:
        statistics: (..., tasks, statistics), additive over tasks.
        whole: (..., statistics) over all tasks.
        without: (..., tasks, statistics) over all tasks but one.
    """

    statistics: FloatArray
    whole: FloatArray
    without: FloatArray

    @classmethod
    def of(cls, statistics: FloatArray) -> Sums:
        """The sums of statistics."""
        whole = statistics.sum(axis=-2)
        return cls(statistics, whole, whole[..., None, :] - statistics)


def estimates(figure: Figure, statistics: FloatArray | Sums) -> Estimates:
    """Values and 95 % intervals of a figure.

    Args:
        figure: What is estimated.
        statistics: (..., tasks, statistics), additive over tasks.

    Returns:
        Arrays (...). Where the value is at an end of its scale, the interval is Wilson's with the
        tasks as trials. Where all tasks agree exactly elsewhere on the scale there is none: the
        spread between tasks is not known to be zero.
    """
    found = _Jackknife.of(figure, statistics)
    low = figure.scale.low
    place, spread = found.on_logit_scale()
    quantile = student_quantile(freedom=np.maximum(found.effective - 1, 1), share=_UPPER)
    with np.errstate(invalid="ignore"):
        lower, upper = (figure.scale.back(place + side * quantile * spread) for side in (-1.0, 1.0))
    if not figure.scale.is_bounded:
        flat = ~np.isfinite(spread) | (spread <= _NO_SPREAD) | (found.tasks < 2)
        lower, upper = (np.where(flat, np.nan, end) for end in (lower, upper))
        needed = np.full(
            found.value.shape, SURE_TASKS
        )  # .88 to .95 of them cover, on 10 to 30 tasks
        return Estimates(found.value, lower, upper, found.tasks, needed)
    lower, upper = ((end - low) / (1 - low) for end in (lower, upper))
    share = (found.value - low) / (1 - low)
    at_an_end = np.minimum(share, 1 - share) <= _NO_SPREAD
    of_tasks = _wilson(share, found.effective, quantile)
    lower, upper = np.where(at_an_end, of_tasks, (lower, upper))
    own_spread = found.spread
    no_spread = ~at_an_end & (own_spread <= _NO_SPREAD)
    unknown = ~np.isfinite(own_spread) | (found.tasks < 2) | no_spread
    lower, upper = (
        np.where(unknown, np.nan, low + (1 - low) * np.clip(end, 0, 1)) for end in (lower, upper)
    )
    from_end = np.minimum(share, 1 - share)
    near = (from_end < NEAR_AN_END) | (figure.scale is Scale.SIGNED)
    needed = np.where(from_end < AT_AN_END, SURE_AT_AN_END, np.where(near, SURE_TASKS, 0))
    return Estimates(found.value, lower, upper, found.tasks, needed.astype(np.int32))


def differences(
    figure: Figure,
    first: FloatArray,
    second: FloatArray,
    *,
    paired: bool,
    least: FloatArray | None = None,
) -> Differences:
    """The second of two figures less the first, with interval and test by task.

    Student's t with the jackknife's standard error; degrees of freedom after Welch and
    Satterthwaite, at most the tasks behind either less one.

    Args:
        figure: What is compared.
        first: (..., tasks, statistics), additive over tasks.
        second: The same tasks; those that bring nothing have zeros.
        paired: Whether both are on the same checkpoints, so that skewness cancels. Where it is not,
            as between a group and the rest, and the difference of the logits is less clear than
            that of the values, the standard error is the one by which both are equally clear.
        least: The lowest p that can be; where it is None, that of an exact test of signs.
    """
    one, two = _Jackknife.of(figure, first), _Jackknife.of(figure, second)
    value = two.value - one.value
    behind = one.behind | two.behind
    tasks = behind.sum(axis=-1)
    spread = _spread(two.without - one.without, behind)
    if not paired:
        with np.errstate(invalid="ignore"):
            logit = _spread(two.logits() - one.logits(), behind) / figure.scale.step
            equally_clear = np.abs(value) * ratio(logit, np.abs(two.place() - one.place()))
        spread = np.where(np.isfinite(equally_clear), np.maximum(spread, equally_clear), spread)
    freedom = _freedom(one, two)
    exact = spread <= _NO_SPREAD
    p = 2 * student_cdf(freedom, -np.abs(ratio(value, spread)))
    p = np.where(exact, np.where(np.abs(value) <= _NO_SPREAD, 1.0, 0.0), p)
    p = np.clip(p, 2.0 ** (1.0 - tasks) if least is None else least, 1.0)
    # Of so few tasks that no p can be significant, no interval may exclude 0 either.
    half_least = np.where(p >= SIGNIFICANT, np.abs(value), 0.0)
    half = np.where(
        exact, np.nan, np.maximum(student_quantile(freedom, _UPPER) * spread, half_least)
    )
    widest = 1 - figure.scale.low
    undefined = ~np.isfinite(spread) | (tasks < 2)
    low, high, p = (np.where(undefined, np.nan, end) for end in (value - half, value + half, p))
    low, high = np.clip(low, -widest, widest), np.clip(high, -widest, widest)
    return Differences(
        value, low, high, tasks, np.zeros(value.shape, np.int32), one.value, two.value, p
    )


@dataclass(frozen=True, slots=True)
class _Jackknife:
    """A figure with all tasks, and without each in turn.

    Attributes:
        without: (..., tasks) the value without each task.
        behind: (..., tasks) whether the task brings anything.
        effective: How many tasks of equal weight would vary as much (Kish 1965).
    """

    scale: Scale
    value: FloatArray
    without: FloatArray
    behind: BoolArray
    tasks: IntArray
    effective: FloatArray
    share: FloatArray

    @classmethod
    def of(cls, figure: Figure, statistics: FloatArray | Sums) -> _Jackknife:
        sums = statistics if isinstance(statistics, Sums) else Sums.of(statistics)
        weight = figure.weight(sums.statistics)
        share = ratio(weight, weight.sum(axis=-1, keepdims=True))
        behind = weight > 0
        return cls(
            scale=figure.scale,
            value=figure.formula(sums.whole),
            without=figure.formula(sums.without),
            behind=behind,
            tasks=behind.sum(axis=-1),
            effective=_or_else(1.0, ratio(np.ones(sums.whole.shape[:-1]), (share**2).sum(axis=-1))),
            share=_or_else(0.0, share),
        )

    @property
    def spread(self) -> FloatArray:
        """Standard error of the value."""
        return _spread(self.without, self.behind)

    def place(self) -> FloatArray:
        """Logit of the value on its scale."""
        return self.scale.on_line(self.value)

    def logits(self) -> FloatArray:
        """Logits a step of the way from the value to that without each task."""
        stepped = self.value[..., None] + self.scale.step * (self.without - self.value[..., None])
        return self.scale.on_line(stepped)

    def on_logit_scale(self) -> tuple[FloatArray, FloatArray]:
        """Logit of the value, and its standard error."""
        return self.place(), _spread(self.logits(), self.behind) / self.scale.step


def _or_else(instead: float, values: FloatArray) -> FloatArray:
    """The values, and another where one is NaN."""
    return np.where(np.isnan(values), instead, values)


def _spread(without: FloatArray, behind: BoolArray) -> FloatArray:
    """Jackknife standard error over the tasks behind a figure; NaN where one is undefined."""
    count = behind.sum(axis=-1)
    with np.errstate(invalid="ignore"):
        mean = ratio(np.where(behind, without, 0.0).sum(axis=-1), count)
        squares = np.where(behind, (without - mean[..., None]) ** 2, 0.0).sum(axis=-1)
        return np.asarray(np.sqrt(squares * ratio(count - 1, count)))


def _freedom(jackknife: _Jackknife, two: _Jackknife) -> FloatArray:
    """Degrees of freedom of a difference, at most those of the tasks behind either."""
    variances = np.stack([side.spread**2 for side in (jackknife, two)])
    own = np.stack([np.maximum(side.effective - 1, 1) for side in (jackknife, two)])
    welch = ratio(variances.sum(axis=0) ** 2, (variances**2 / own).sum(axis=0))
    together = ratio(
        np.full(jackknife.value.shape, 4.0), ((jackknife.share + two.share) ** 2).sum(axis=-1)
    )
    most = np.maximum(together - 1, 1)
    return np.clip(np.where(np.isfinite(welch), welch, most), 1, most)


def _wilson(share: FloatArray, trials: FloatArray, quantile: FloatArray) -> FloatArray:
    """Wilson's interval of a share of so many trials, lower and upper on the first axis."""
    scale = quantile**2 / trials
    middle = (share + scale / 2) / (1 + scale)
    half = np.sqrt(np.clip(share * (1 - share), 0, None) * scale + scale**2 / 4) / (1 + scale)
    # Exactly the end of the scale, where rounding gives nearly that.
    low = np.where(share <= _NO_SPREAD, 0.0, middle - half)
    return np.stack([low, np.where(share >= 1 - _NO_SPREAD, 1.0, middle + half)])
