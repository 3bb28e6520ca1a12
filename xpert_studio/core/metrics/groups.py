"""Criterion-level agreement group by group, and whether a group is weaker than all the others.

Groups are tiers, dimensions, domains, systems or experts. Tests are by task: a group is compared
with everything else on the same tasks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from xpert_studio.core.metrics.alignment import group_codes
from xpert_studio.core.metrics.cdr import rank_figures
from xpert_studio.core.metrics.engine import Figures, figures_of_tables
from xpert_studio.core.metrics.figures.kappa import KAPPA
from xpert_studio.core.metrics.metric import PAIRS
from xpert_studio.core.metrics.pair_tables import group_tables
from xpert_studio.core.metrics.pairing import Paired, joined, pair_up
from xpert_studio.core.metrics.significance import benjamini_hochberg
from xpert_studio.core.metrics.task_estimates import Difference, Estimate, differences, in_clusters
from xpert_studio.core.records import FEWEST_TASKS
from xpert_studio.core.records.columns import BoolArray, Catalog, IntArray, Ratings

FEWEST_ANSWERS: Final = 20
"""A group with fewer answers, or on fewer than ``FEWEST_TASKS``, is not compared with the rest."""


@dataclass(frozen=True, slots=True)
class Group:
    """One group of a judge's answers.

    Attributes:
        by: What it is a group of: ``tier``, ``dimension``, ``domain``, ``system``, ``expert``.
        figures: Criterion-level figures.
        rank: CDR over its responses, for domains and experts only.
        contrast: Its κ less that of everything else; None where there is too little to compare.
    """

    by: str
    name: str
    figures: Figures
    rank: Figures | None = None
    contrast: Difference | None = None

    @property
    def tasks(self) -> int:
        """On how many tasks its answers are."""
        return self.figures.tasks

    @property
    def estimates(self) -> dict[str, Estimate]:
        """All its figures by id."""
        return {**(self.rank or {}), **self.figures}

    @property
    def is_weaker(self) -> bool:
        """Whether its κ is lower by more than chance explains."""
        return (
            self.contrast is not None
            and self.contrast.is_significant
            and (self.contrast.value or 0) < 0
        )

    @property
    def is_stronger(self) -> bool:
        """Whether its κ is higher by more than chance explains."""
        return (
            self.contrast is not None
            and self.contrast.is_significant
            and (self.contrast.value or 0) > 0
        )


def groups_by(catalog: Catalog, paired: Paired, by: str, *, tolerance: float = 0.0) -> list[Group]:
    """Figures by tier, dimension, domain or system, in the catalogue's order.

    Args:
        catalog: What there is to judge.
        paired: Answers of experts and judge.
        by: One of ``GROUPINGS``.
        tolerance: Score differences up to this are ties.
    """
    codes, names = group_codes(catalog, paired, by)
    found = _groups(catalog, paired, codes, names, by)
    if by != "domain":
        return found
    places = {name: code for code, name in enumerate(names)}
    return [
        replace(
            group,
            rank=rank_figures(
                catalog,
                paired.where(codes == places[group.name]),
                tolerance=tolerance,
            ),
        )
        for group in found
    ]


def groups_by_expert(
    catalog: Catalog,
    experts: Sequence[Ratings],
    judge: Ratings,
    *,
    left_out: BoolArray | None = None,
    tolerance: float = 0.0,
) -> list[Group]:
    """Figures by expert: the judge against each expert's own judgments.

    Args:
        catalog: What there is to judge.
        experts: One ``Ratings`` an expert.
        judge: The judge's answers.
        left_out: Per response: anchored ones and near-duplicates of them.
        tolerance: Score differences up to this are ties.
    """
    judge = _only_judged(catalog, judge, experts)
    each = [pair_up(catalog, expert, judge, left_out=left_out) for expert in experts]
    names = tuple(expert.rater for expert in experts)
    codes = np.repeat(np.arange(len(each), dtype=np.int32), [len(item) for item in each])
    found = _groups(catalog, joined(each), codes, names, "expert")
    own = dict(zip(names, each, strict=True))
    return [
        replace(
            group,
            rank=rank_figures(catalog, own[group.name], tolerance=tolerance),
        )
        for group in found
    ]


def _only_judged(catalog: Catalog, judge: Ratings, experts: Sequence[Ratings]) -> Ratings:
    """The judge's answers on responses that an expert has judged: the others pair with nothing."""
    judged = np.zeros(len(catalog.responses), np.bool_)
    for expert in experts:
        judged[expert.response] = True
    return judge.where(judged[judge.response])


def _groups(
    catalog: Catalog, paired: Paired, codes: IntArray, names: tuple[str, ...], by: str
) -> list[Group]:
    if not len(paired) or not names:
        return []
    tables = group_tables(catalog, paired, codes, len(names))
    own, rest = tables[:-1], tables.sum(axis=0) - tables[:-1]
    contrasts = differences(
        KAPPA, *(in_clusters(side, catalog.task_cluster) for side in (rest, own)), paired=False
    ).each()
    found = zip(figures_of_tables(own, PAIRS, catalog.task_cluster), contrasts, strict=True)
    return [
        Group(by, name, figures, contrast=_comparable(figures, contrast))
        for name, (figures, contrast) in zip(names, found, strict=True)
        if figures.n
    ]


def _comparable(figures: Figures, contrast: Difference) -> Difference | None:
    too_little = figures.n < FEWEST_ANSWERS or figures.tasks < FEWEST_TASKS
    return None if too_little or contrast.p is None else contrast


def compared_together(groups: Sequence[Group]) -> list[Group]:
    """The same groups, with the p of their contrasts corrected for how many there are."""
    tested = [g.contrast.p for g in groups if g.contrast is not None and g.contrast.p is not None]
    corrected = iter(benjamini_hochberg(tested))
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
        group: The group furthest below the others; None where no group can be compared.
        is_sure: Whether that is more than chance explains, corrected for the number of groups.
        compared: How many groups were compared with the others.
        too_small: How many could not be, with too few answers or tasks.
        leans: Its share of mets there less the experts', where the interval of that over tasks
            excludes 0; None where it does not, or the group is not surely weaker.
        is_rare: Whether the judge cannot be shown to agree with the experts there less often than
            elsewhere (interval of the accuracy over tasks): then κ is low because one of the
            answers is rare, and no better text of the checkpoints will raise it.
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
    below = [group for group in tested if _distance(group) < 0]
    sure = [group for group in below if group.is_weaker]
    found = min(sure or below, key=_distance, default=None)
    result = Weakest(found, bool(sure), len(tested), len(groups) - len(tested))
    if found is None or not sure:
        return result
    return replace(
        result,
        leans=_leaning(found.figures),
        is_rare=_is_rare(found, same=[group for group in groups if group.by == found.by]),
    )


def _distance(group: Group) -> float:
    return group.contrast.value or 0.0 if group.contrast else 0.0


def _leaning(figures: Figures) -> float | None:
    leniency = figures["leniency"]
    leans = leniency.interval and not leniency.interval[0] <= 0 <= leniency.interval[1]
    return leniency.value if leans else None


def _is_rare(group: Group, same: Sequence[Group]) -> bool:
    """Against the other groups of its kind, which are all the other answers."""
    others = [item.figures for item in same if item.name != group.name]
    answers = sum(figures.n for figures in others)
    accuracy = group.figures["accuracy"].interval
    if not answers or accuracy is None:
        return False
    right = sum(figures.facts["tp"] + figures.facts["tn"] for figures in others)
    return accuracy[1] >= right / answers
