"""Agreement of a judge with an expert, checkpoint by checkpoint."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from xpert_studio.metrics.intervals import (
    Interval,
    percentile_interval,
    ratio,
    resampling,
    wilson,
)
from xpert_studio.metrics.pairing import Paired
from xpert_studio.records.columns import FloatArray, IntArray


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
        *_interval: 95 %: Wilson for shares, bootstrap over tasks for κ.
    """

    confusion: Confusion
    accuracy: float | None
    kappa: float | None
    mcc: float | None
    precision: float | None
    recall: float | None
    f1_met: float | None
    macro_f1: float | None
    specificity: float | None
    balanced_accuracy: float | None
    base_rate: float | None
    constant_accuracy: float | None
    leniency: float | None
    criterion_cdr: float | None
    accuracy_interval: Interval | None = None
    sensitivity_interval: Interval | None = None
    specificity_interval: Interval | None = None
    base_rate_interval: Interval | None = None
    kappa_interval: Interval | None = None

    @property
    def n(self) -> int:
        """Number of pairs."""
        return self.confusion.n

    @property
    def sensitivity(self) -> float | None:
        """How often the judge calls a met met."""
        return self.recall


def criterion_agreement(confusion: Confusion) -> CriterionAgreement:
    """All criterion-level figures but the bootstrap interval of κ.

    κ and MCC in closed form from the four counts, which is what a table of dozens of groups needs;
    ``headline_agreement`` takes them from scikit-learn.
    """
    tp, fp, fn, tn = confusion.tp, confusion.fp, confusion.fn, confusion.tn
    n = confusion.n
    accuracy = _share(tp + tn, n)
    sensitivity, specificity = _share(tp, tp + fn), _share(tn, tn + fp)
    base_rate = _share(tp + fn, n)
    f1_met, f1_not = _share(2 * tp, 2 * tp + fp + fn), _share(2 * tn, 2 * tn + fp + fn)
    return CriterionAgreement(
        confusion=confusion,
        accuracy=accuracy,
        kappa=_kappa(confusion),
        mcc=_mcc(confusion),
        precision=_share(tp, tp + fp),
        recall=sensitivity,
        f1_met=f1_met,
        macro_f1=_mean(f1_met, f1_not),
        specificity=specificity,
        balanced_accuracy=_mean(sensitivity, specificity),
        base_rate=base_rate,
        constant_accuracy=None if base_rate is None else max(base_rate, 1 - base_rate),
        leniency=_share(fp - fn, n),
        criterion_cdr=None if accuracy is None else 2 * accuracy - 1,
        accuracy_interval=wilson(tp + tn, n),
        sensitivity_interval=wilson(tp, tp + fn),
        specificity_interval=wilson(tn, tn + fp),
        base_rate_interval=wilson(tp + fn, n),
    )


def headline_agreement(paired: Paired) -> CriterionAgreement:
    """Figures over all pairs; κ, MCC and F1 from scikit-learn where they are defined.

    Args:
        paired: Answers of expert and judge.
    """
    figures = criterion_agreement(Confusion.of(paired))
    from sklearn.metrics import cohen_kappa_score, f1_score, matthews_corrcoef

    expert, judge = paired.first, paired.second
    if figures.kappa is not None:
        figures = replace(figures, kappa=float(cohen_kappa_score(expert, judge)))
    if figures.mcc is not None:
        figures = replace(figures, mcc=float(matthews_corrcoef(expert, judge)))
    if figures.f1_met is not None:
        figures = replace(figures, f1_met=float(f1_score(expert, judge)))
    if figures.macro_f1 is not None:
        figures = replace(figures, macro_f1=float(f1_score(expert, judge, average="macro")))
    return figures


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _mean(first: float | None, second: float | None) -> float | None:
    return None if first is None or second is None else (first + second) / 2


def _kappa(confusion: Confusion) -> float | None:
    """Cohen's κ; undefined where both raters give one and the same answer throughout."""
    tp, fp, fn, tn = confusion.tp, confusion.fp, confusion.fn, confusion.tn
    n = confusion.n
    chance = (tp + fn) * (tp + fp) + (tn + fp) * (tn + fn)
    if chance == n * n:
        return None
    return ((tp + tn) * n - chance) / (n * n - chance)


def _mcc(confusion: Confusion) -> float | None:
    """Matthews' correlation; undefined where either rater gives one answer throughout."""
    tp, fp, fn, tn = confusion.tp, confusion.fp, confusion.fn, confusion.tn
    product = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    return (tp * tn - fp * fn) / math.sqrt(product) if product else None


def kappa_replicates(
    paired: Paired, cluster: IntArray, clusters: int, counts: FloatArray
) -> FloatArray:
    """Cohen's κ in every resample of clusters.

    Args:
        paired: Answers of both.
        cluster: Per pair, the cluster (task) it belongs to.
        clusters: How many clusters there are.
        counts: From ``resampling``.

    Returns:
        One κ a resample, NaN where it is undefined.
    """
    kind = paired.first.astype(np.int64) * 2 + paired.second
    table = np.bincount(cluster.astype(np.int64) * 4 + kind, minlength=clusters * 4)
    return kappas(counts @ table.reshape(clusters, 4))


def kappas(counts: FloatArray) -> FloatArray:
    """Cohen's κ of many tables at once.

    Args:
        counts: The last axis holds the four counts tn, fp, fn, tp.

    Returns:
        One κ a table, NaN where it is undefined.
    """
    tn, fp, fn, tp = np.moveaxis(counts, -1, 0)
    n = tn + fp + fn + tp
    observed = ratio(tp + tn, n)
    chance = ratio((tp + fn) * (tp + fp) + (tn + fp) * (tn + fn), n * n)
    return ratio(observed - chance, 1 - chance)


def kappa_interval(paired: Paired, cluster: IntArray, seed: int) -> Interval | None:
    """95 % interval of κ by bootstrap over tasks; None where there are fewer than two tasks.

    Args:
        paired: Answers of both.
        cluster: Per pair, the task it belongs to (any integers).
        seed: Of the resampling.
    """
    names, compact = np.unique(cluster, return_inverse=True)
    if names.size < 2:
        return None
    counts = resampling(int(names.size), seed)
    return percentile_interval(
        kappa_replicates(paired, compact.astype(np.int32), int(names.size), counts)
    )
