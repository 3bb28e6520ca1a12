"""Agreement of a judge with an expert, checkpoint by checkpoint, with intervals over tasks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import numpy as np

from xpert_studio.metrics.intervals import Interval, ratio
from xpert_studio.metrics.pairing import Paired
from xpert_studio.metrics.task_estimates import Caution, Estimate, Figure, Scale, estimates
from xpert_studio.records.columns import Catalog, FloatArray


@dataclass(frozen=True, slots=True)
class Confusion:
    """How often expert and judge say met and not met; "positive" is met, the expert is right."""

    tp: int
    fp: int
    fn: int
    tn: int

    @property
    def n(self) -> int:
        """All pairs."""
        return self.tp + self.fp + self.fn + self.tn

    @classmethod
    def of(cls, paired: Paired) -> Confusion:
        """Counts the pairs; ``first`` is the expert, ``second`` the judge."""
        kinds = np.bincount(paired.first.astype(np.int64) * 2 + paired.second, minlength=4)
        tn, fp, fn, tp = (int(kind) for kind in kinds)
        return cls(tp, fp, fn, tn)


@dataclass(frozen=True, slots=True)
class CriterionAgreement:
    """Criterion-level figures; None where a figure is undefined.

    Attributes:
        tasks: Tasks behind them; ``tasks_behind`` by figure, where fewer are.
        kappa: Cohen's κ (Cohen 1960).
        mcc: Matthews' correlation coefficient.
        precision, recall, f1_met: Of the judge's "met".
        macro_f1: Mean of F1 of "met" and F1 of "not met".
        sensitivity: How often the judge calls a met met; equals recall.
        specificity: How often it calls a not met not met.
        base_rate: Share of mets by the expert.
        constant_accuracy: What always giving the more frequent answer would reach.
        leniency: Share of mets by the judge less that by the expert.
        criterion_cdr: 2·accuracy − 1, beside the CDR over responses, never in its place.
        *_interval: 95 %, over tasks; see ``task_estimates``.
        cautions: Figures whose interval is less sure, and why.
    """

    confusion: Confusion
    tasks: int
    accuracy: float | None
    kappa: float | None
    mcc: float | None
    precision: float | None
    sensitivity: float | None
    recall: float | None
    f1_met: float | None
    macro_f1: float | None
    specificity: float | None
    balanced_accuracy: float | None
    base_rate: float | None
    constant_accuracy: float | None
    leniency: float | None
    criterion_cdr: float | None
    accuracy_interval: Interval | None
    kappa_interval: Interval | None
    mcc_interval: Interval | None
    precision_interval: Interval | None
    sensitivity_interval: Interval | None
    recall_interval: Interval | None
    f1_met_interval: Interval | None
    macro_f1_interval: Interval | None
    specificity_interval: Interval | None
    balanced_accuracy_interval: Interval | None
    base_rate_interval: Interval | None
    constant_accuracy_interval: Interval | None
    leniency_interval: Interval | None
    criterion_cdr_interval: Interval | None
    tasks_behind: Mapping[str, int] = field(default_factory=dict)
    cautions: Mapping[str, Caution] = field(default_factory=dict)

    @property
    def n(self) -> int:
        """Number of pairs."""
        return self.confusion.n

    def plain(self) -> dict[str, Any]:
        """All figures by name, for a program."""
        from dataclasses import asdict

        values = asdict(self)
        return {"n": self.n, **values.pop("confusion"), **values}


class Counts(NamedTuple):
    """How often expert and judge say met and not met, of many tables at once."""

    tn: FloatArray
    fp: FloatArray
    fn: FloatArray
    tp: FloatArray

    @property
    def n(self) -> FloatArray:
        """All pairs."""
        return np.asarray(self.tn + self.fp + self.fn + self.tp)


_Formula = Callable[[Counts], FloatArray]


def _figure(
    formula: _Formula, weight: _Formula = lambda c: c.n, scale: Scale = Scale.SHARE
) -> Figure:
    """A figure over the counts tn, fp, fn, tp on the last axis."""

    def over(found: _Formula) -> Callable[[FloatArray], FloatArray]:
        return lambda counts: found(Counts(*np.moveaxis(counts, -1, 0)))

    return Figure(over(formula), over(weight), scale)


def _kappa(c: Counts) -> FloatArray:
    """Cohen's κ; undefined where both raters give one and the same answer throughout."""
    chance = (c.tp + c.fn) * (c.tp + c.fp) + (c.tn + c.fp) * (c.tn + c.fn)
    return ratio((c.tp + c.tn) * c.n - chance, c.n * c.n - chance)


def _mcc(c: Counts) -> FloatArray:
    """Matthews' correlation; undefined where either rater gives one answer throughout."""
    product = (c.tp + c.fp) * (c.tp + c.fn) * (c.tn + c.fp) * (c.tn + c.fn)
    return ratio(c.tp * c.tn - c.fp * c.fn, np.sqrt(product))


def _base_rate(c: Counts) -> FloatArray:
    return ratio(c.tp + c.fn, c.n)


def _sensitivity(c: Counts) -> FloatArray:
    return ratio(c.tp, c.tp + c.fn)


def _specificity(c: Counts) -> FloatArray:
    return ratio(c.tn, c.tn + c.fp)


def _f1(right: FloatArray, c: Counts) -> FloatArray:
    return ratio(2 * right, 2 * right + c.fp + c.fn)


KAPPA: Final = _figure(_kappa, scale=Scale.SIGNED)
ACCURACY: Final = _figure(lambda c: ratio(c.tp + c.tn, c.n))
_SENSITIVITY: Final = _figure(_sensitivity, lambda c: c.tp + c.fn)

FIGURES: Final[Mapping[str, Figure]] = {
    "accuracy": ACCURACY,
    "kappa": KAPPA,
    "mcc": _figure(_mcc, scale=Scale.SIGNED),
    "precision": _figure(lambda c: ratio(c.tp, c.tp + c.fp), lambda c: c.tp + c.fp),
    "sensitivity": _SENSITIVITY,
    "recall": _SENSITIVITY,
    "f1_met": _figure(lambda c: _f1(c.tp, c), lambda c: 2 * c.tp + c.fp + c.fn),
    "macro_f1": _figure(lambda c: (_f1(c.tp, c) + _f1(c.tn, c)) / 2),
    "specificity": _figure(_specificity, lambda c: c.tn + c.fp),
    "balanced_accuracy": _figure(lambda c: (_sensitivity(c) + _specificity(c)) / 2),
    "base_rate": _figure(_base_rate),
    "constant_accuracy": _figure(lambda c: np.maximum(_base_rate(c), 1 - _base_rate(c))),
    "leniency": _figure(lambda c: ratio(c.fp - c.fn, c.n), scale=Scale.SIGNED),
    "criterion_cdr": _figure(lambda c: ratio(c.tp + c.tn - c.fp - c.fn, c.n), scale=Scale.SIGNED),
}
"""Every figure over the counts tn, fp, fn, tp of tasks."""


def criterion_agreement(tables: FloatArray) -> CriterionAgreement:
    """All criterion-level figures of one group of answers.

    Args:
        tables: (tasks, 4) counts tn, fp, fn, tp by task, from ``task_tables``.
    """
    return criterion_agreements(tables[None])[0]


def criterion_agreements(tables: FloatArray) -> list[CriterionAgreement]:
    """``criterion_agreement`` of many groups at once.

    Args:
        tables: (groups, tasks, 4) counts tn, fp, fn, tp.
    """
    found = {name: estimates(figure, tables).each() for name, figure in FIGURES.items()}
    whole = tables.sum(axis=1).astype(np.int64).tolist()
    tasks = (tables.sum(axis=2) > 0).sum(axis=1).tolist()
    return [
        _agreement(
            Confusion(tp=tp, fp=fp, fn=fn, tn=tn),
            tasks[group],
            {name: each[group] for name, each in found.items()},
        )
        for group, (tn, fp, fn, tp) in enumerate(whole)
    ]


def _agreement(
    confusion: Confusion, tasks: int, found: Mapping[str, Estimate]
) -> CriterionAgreement:
    columns: dict[str, Any] = {}
    for name, one in found.items():
        columns |= {name: one.value, f"{name}_interval": one.interval}
    return CriterionAgreement(
        confusion,
        tasks,
        **columns,
        tasks_behind={name: one.tasks for name, one in found.items() if one.tasks < tasks},
        cautions={name: one.caution for name, one in found.items() if one.caution},
    )


def task_tables(catalog: Catalog, paired: Paired) -> FloatArray:
    """Counts tn, fp, fn, tp by task, in the catalogue's order: (tasks, 4).

    Args:
        catalog: What there is to judge.
        paired: Answers of expert (first) and judge (second).
    """
    kind = paired.first.astype(np.int64) * 2 + paired.second
    place = catalog.response_task[paired.response].astype(np.int64) * 4 + kind
    counts = np.bincount(place, minlength=len(catalog.tasks) * 4)
    return counts.reshape(-1, 4).astype(np.float64)
