"""Criterion-level agreement group by group, and whether a group is weaker than all the others.

Groups are tiers, dimensions, domains, systems or experts. Intervals and tests resample whole tasks,
the same ones for every group, so that a group can be held against the rest of the same resample.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from xpert_studio.metrics.alignment import group_codes
from xpert_studio.metrics.cdr import RankAgreement, rank_agreement
from xpert_studio.metrics.criterion import (
    Confusion,
    CriterionAgreement,
    criterion_agreement,
    kappas,
)
from xpert_studio.metrics.intervals import Interval, percentile_interval, resampling
from xpert_studio.metrics.pairing import Paired, pair_up
from xpert_studio.metrics.significance import benjamini_hochberg, judged_difference
from xpert_studio.records.columns import NONE, BoolArray, Catalog, FloatArray, IntArray, Marks

FEWEST_ANSWERS: Final = 20
"""A group with fewer answers is not held against the others."""

FEWEST_TASKS: Final = 5
"""Nor one on fewer tasks: resampling so few says nothing of other tasks."""

SURE: Final = 0.05
"""From this corrected p on, a group is called weaker."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """A group's κ less that of everything else.

    Attributes:
        p: Two-sided, from the share of resamples beyond zero.
        corrected_p: After Benjamini–Hochberg over all groups compared together.
    """

    difference: float
    interval: Interval | None
    p: float
    corrected_p: float | None = None

    @property
    def is_weaker(self) -> bool:
        """Whether the group is weaker by more than chance explains."""
        return self.difference < 0 and self._is_sure

    @property
    def is_stronger(self) -> bool:
        """Whether it is stronger by more than chance explains."""
        return self.difference > 0 and self._is_sure

    @property
    def _is_sure(self) -> bool:
        return self.corrected_p is not None and self.corrected_p < SURE


@dataclass(frozen=True, slots=True)
class Group:
    """One group of a judge's answers.

    Attributes:
        by: What it is a group of: ``tier``, ``dimension``, ``domain``, ``system``, ``expert``.
        figures: Criterion-level figures, with the bootstrap interval of κ.
        tasks: On how many tasks its answers are.
        rank: CDR over its responses, for domains and experts only.
        contrast: Against everything else; None where there is too little to tell.
    """

    by: str
    name: str
    figures: CriterionAgreement
    tasks: int
    rank: RankAgreement | None = None
    contrast: Contrast | None = None


def groups_by(
    catalog: Catalog, paired: Paired, by: str, *, seed: int = 0, tolerance: float = 0.0
) -> list[Group]:
    """Figures by tier, dimension, domain or system, in the catalogue's order.

    Args:
        catalog: What there is to judge.
        paired: Answers of experts and judge.
        by: One of ``GROUPINGS``.
        seed: Of the resampling of tasks.
        tolerance: Score differences up to this are ties.
    """
    codes, names = group_codes(catalog, paired, by)
    found = _groups(catalog, paired, codes, names, by, seed)
    if by != "domain":
        return found
    places = {name: code for code, name in enumerate(names)}
    return [
        replace(
            group,
            rank=rank_agreement(
                catalog,
                paired.where(codes == places[group.name]),
                seed=seed,
                tolerance=tolerance,
            ),
        )
        for group in found
    ]


def groups_by_expert(
    catalog: Catalog,
    experts: Sequence[Marks],
    judge: Marks,
    *,
    left_out: BoolArray | None = None,
    seed: int = 0,
    tolerance: float = 0.0,
) -> list[Group]:
    """Figures by expert: the judge against each expert's own judgments.

    Args:
        catalog: What there is to judge.
        experts: One ``Marks`` an expert.
        judge: The judge's answers.
        left_out: Per response: anchored ones and copies of them.
        seed: Of the resampling of tasks.
        tolerance: Score differences up to this are ties.
    """
    judge = _only_judged(catalog, judge, experts)
    each = [pair_up(catalog, expert, judge, left_out=left_out) for expert in experts]
    names = tuple(expert.rater for expert in experts)
    codes = np.repeat(np.arange(len(each), dtype=np.int32), [len(item) for item in each])
    found = _groups(catalog, _joined(each), codes, names, "expert", seed)
    own = dict(zip(names, each, strict=True))
    return [
        replace(
            group,
            rank=rank_agreement(catalog, own[group.name], seed=seed, tolerance=tolerance),
        )
        for group in found
    ]


def _only_judged(catalog: Catalog, judge: Marks, experts: Sequence[Marks]) -> Marks:
    """The judge's answers on responses that an expert has judged: the others pair with nothing."""
    judged = np.zeros(len(catalog.responses), np.bool_)
    for expert in experts:
        judged[expert.response] = True
    keep = judged[judge.response]
    return Marks(judge.rater, judge.response[keep], judge.checkpoint[keep], judge.met[keep])


def _joined(parts: Sequence[Paired]) -> Paired:
    if not parts:
        nothing, none = np.zeros(0, np.int32), np.zeros(0, np.int8)
        return Paired(nothing, nothing, none, none)
    return Paired(
        np.concatenate([part.response for part in parts]),
        np.concatenate([part.checkpoint for part in parts]),
        np.concatenate([part.first for part in parts]),
        np.concatenate([part.second for part in parts]),
    )


def _groups(
    catalog: Catalog,
    paired: Paired,
    codes: IntArray,
    names: tuple[str, ...],
    by: str,
    seed: int,
) -> list[Group]:
    if not len(paired) or not names:
        return []
    tables = _tables(catalog, paired, codes, len(names))
    replicates, rest = _replicates(tables, seed)
    tasks = (tables[:, :-1].sum(axis=2) > 0).sum(axis=0)
    whole = tables.sum(axis=(0, 1))
    found = []
    for code, name in enumerate(names):
        tn, fp, fn, tp = (int(count) for count in tables[:, code].sum(axis=0))
        figures = criterion_agreement(Confusion(tp, fp, fn, tn))
        if not figures.n:
            continue
        own = replicates[:, code]
        if tasks[code] > 1:
            figures = replace(figures, kappa_interval=percentile_interval(own))
        others = _kappa(whole - tables[:, code].sum(axis=0))
        contrast = _contrast(figures, int(tasks[code]), others, own - rest[:, code])
        found.append(Group(by, name, figures, int(tasks[code]), contrast=contrast))
    return found


def _tables(
    catalog: Catalog, paired: Paired, codes: IntArray, groups: int
) -> npt.NDArray[np.float64]:
    """The four counts by task and group; answers of no group stand in one more at the end."""
    _, cluster = np.unique(catalog.response_task[paired.response], return_inverse=True)
    clusters = int(cluster.max()) + 1
    kind = paired.first.astype(np.int64) * 2 + paired.second
    place = np.where(codes == NONE, groups, codes).astype(np.int64)
    flat = (cluster.astype(np.int64) * (groups + 1) + place) * 4 + kind
    counts = np.bincount(flat, minlength=clusters * (groups + 1) * 4)
    return counts.reshape(clusters, groups + 1, 4).astype(np.float64)


def _replicates(tables: FloatArray, seed: int) -> tuple[FloatArray, FloatArray]:
    """κ of every group, and of everything else, in every resample of the tasks."""
    clusters, groups, _ = tables.shape
    counts = resampling(clusters, seed)
    drawn = (counts @ tables.reshape(clusters, groups * 4)).reshape(-1, groups, 4)
    whole = drawn.sum(axis=1, keepdims=True)
    return kappas(drawn), kappas(whole - drawn)


def _kappa(counts: FloatArray) -> float | None:
    value = float(kappas(counts[None, :])[0])
    return value if np.isfinite(value) else None


def _contrast(
    figures: CriterionAgreement, tasks: int, rest: float | None, replicates: FloatArray
) -> Contrast | None:
    if figures.n < FEWEST_ANSWERS or tasks < FEWEST_TASKS:
        return None
    if figures.kappa is None or rest is None:
        return None
    difference, interval, p = judged_difference(figures.kappa - rest, replicates)
    if difference is None or p is None:
        return None
    return Contrast(difference, interval, p)


def compared_together(groups: Sequence[Group]) -> list[Group]:
    """The same groups, with the p of their contrasts corrected for how many there are."""
    tested = [group.contrast for group in groups if group.contrast is not None]
    corrected = iter(benjamini_hochberg([contrast.p for contrast in tested]))
    return [
        group
        if group.contrast is None
        else replace(group, contrast=replace(group.contrast, corrected_p=next(corrected)))
        for group in groups
    ]


@dataclass(frozen=True, slots=True)
class Weakest:
    """Where a judge follows the experts least.

    Attributes:
        group: The group furthest below the others; None where none can be held against them.
        is_sure: Whether it is below them by more than chance explains, among so many compared.
        compared: How many groups were held against the others.
        too_small: How many could not be, with too few answers or tasks.
        leans: Its share of mets there less the experts', where its errors go one way by more than
            chance explains (exact binomial test); None where they do not, or nothing is sure.
        is_rare: Whether it cannot be told that the judge answers there as the experts do less
            often than elsewhere (Wilson interval): then κ is low since one of the answers is rare,
            and no text that is mended will raise it.
    """

    group: Group | None
    is_sure: bool
    compared: int
    too_small: int
    leans: float | None = None
    is_rare: bool = False


def weakest(groups: Sequence[Group]) -> Weakest:
    """The group furthest below everything else, sure ones first.

    Args:
        groups: From ``compared_together``.
    """
    tested = [group for group in groups if group.contrast is not None]
    below = [group for group in tested if group.contrast and group.contrast.difference < 0]
    sure = [group for group in below if group.contrast and group.contrast.is_weaker]
    found = min(
        sure or below,
        key=lambda group: group.contrast.difference if group.contrast else 0.0,
        default=None,
    )
    result = Weakest(found, bool(sure), len(tested), len(groups) - len(tested))
    if found is None or not sure:
        return result
    same = [group for group in groups if group.by == found.by]
    return replace(result, leans=_leaning(found), is_rare=_is_rare(found, same))


def _leaning(group: Group) -> float | None:
    from scipy.stats import binomtest

    counts = group.figures.confusion
    wrong = counts.fp + counts.fn
    one_sided = wrong > 0 and binomtest(counts.fp, wrong).pvalue < SURE
    return group.figures.leniency if one_sided else None


def _is_rare(group: Group, same: Sequence[Group]) -> bool:
    """Against the other groups of its kind, which are all the other answers."""
    others = [item.figures.confusion for item in same if item.name != group.name]
    answers = sum(counts.n for counts in others)
    if not answers or group.figures.accuracy_interval is None:
        return False
    return (
        group.figures.accuracy_interval[1]
        >= sum(counts.tp + counts.tn for counts in others) / answers
    )
