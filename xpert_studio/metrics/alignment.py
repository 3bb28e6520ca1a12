"""How well a judge follows the experts: everything about one judge, in one place."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from xpert_studio.metrics.cdr import RankAgreement, rank_agreement
from xpert_studio.metrics.criterion import (
    Confusion,
    CriterionAgreement,
    criterion_agreement,
    headline_agreement,
    kappa_interval,
)
from xpert_studio.metrics.intervals import RESAMPLES
from xpert_studio.metrics.pairing import Paired, pair_up
from xpert_studio.records.columns import BoolArray, Catalog, IntArray, Marks

GROUPINGS = ("tier", "dimension", "domain", "system")


@dataclass(frozen=True, slots=True)
class Alignment:
    """Alignment of one judge.

    Attributes:
        judge: Its id.
        rank: CDR and what it is made of.
        criterion: Figures over single checkpoints, all together.
        groups: The same by tier, dimension, domain and system: name of the grouping, then of the
            group. Without bootstrap intervals.
        left_out: Responses left out because they are anchors or copies of one.
        seed: Of the resampling.
    """

    judge: str
    rank: RankAgreement
    criterion: CriterionAgreement
    groups: dict[str, dict[str, CriterionAgreement]]
    left_out: int
    seed: int
    resamples: int = RESAMPLES

    def golden(self) -> dict[str, float | int | None]:
        """The figures by the names under which such are published."""
        criterion, rank = self.criterion, self.rank
        return {
            "n": criterion.n,
            "tp": criterion.confusion.tp,
            "fp": criterion.confusion.fp,
            "fn": criterion.confusion.fn,
            "tn": criterion.confusion.tn,
            "accuracy": criterion.accuracy,
            "kappa": criterion.kappa,
            "mcc": criterion.mcc,
            "f1_met": criterion.f1_met,
            "macro_f1": criterion.macro_f1,
            "pairs": rank.pairs,
            "agree": rank.agree,
            "disagree": rank.disagree,
            "expert_tie_only": rank.expert_tie_only,
            "judge_tie_only": rank.judge_tie_only,
            "both_tied": rank.both_tied,
            "cdr": rank.cdr,
            "cdr_mean_over_tasks": rank.mean_over_tasks,
        }

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data for JSON: the golden names, then the rest."""
        rank = self.rank
        return {
            **self.golden(),
            "p_agree": rank.p_agree,
            "p_tied": rank.p_tied,
            "p_disagree": rank.p_disagree,
            "cdr_interval": rank.interval,
            "tau_b": rank.tau_b,
            "tasks": rank.tasks,
            "tie_tolerance": rank.tolerance,
            **_plain(self.criterion),
            "by": {
                grouping: {name: _plain(figures) for name, figures in groups.items()}
                for grouping, groups in self.groups.items()
            },
            "left_out_responses": self.left_out,
            "seed": self.seed,
            "resamples": self.resamples,
        }


def _plain(figures: CriterionAgreement) -> dict[str, Any]:
    values = dataclasses.asdict(figures)
    confusion = values.pop("confusion")
    return {"n": figures.n, **confusion, **values, "sensitivity": figures.sensitivity}


def alignment(
    catalog: Catalog,
    expert: Marks,
    judge: Marks,
    *,
    left_out: BoolArray | None = None,
    tasks: BoolArray | None = None,
    seed: int = 0,
    tolerance: float = 0.0,
) -> Alignment:
    """Alignment of a judge with the experts' reference answers.

    Args:
        catalog: What there is to judge.
        expert: The experts' (consensus) answers.
        judge: The judge's (over its trials) answers.
        left_out: Per response: anchored ones and copies of them.
        tasks: Per task: only those marked, such as the part kept for reporting.
        seed: Of the resampling of tasks.
        tolerance: Score differences up to this are ties.
    """
    paired = pair_up(catalog, expert, judge, left_out=left_out, tasks=tasks)
    task = catalog.response_task[paired.response]
    overall = headline_agreement(paired)
    overall = dataclasses.replace(overall, kappa_interval=kappa_interval(paired, task, seed))
    return Alignment(
        judge=judge.rater,
        rank=rank_agreement(catalog, paired, seed=seed, tolerance=tolerance),
        criterion=overall,
        groups={name: _by_group(catalog, paired, name) for name in GROUPINGS},
        left_out=int(left_out.sum()) if left_out is not None else 0,
        seed=seed,
    )


def _by_group(catalog: Catalog, paired: Paired, grouping: str) -> dict[str, CriterionAgreement]:
    codes, names = group_codes(catalog, paired, grouping)
    return {
        name: criterion_agreement(Confusion.of(paired.where(codes == code)))
        for code, name in _present(codes, names)
    }


def _present(codes: IntArray, names: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    found = np.unique(codes)
    return ((code, name) for code, name in enumerate(names) if code in found)


def group_codes(
    catalog: Catalog, paired: Paired, grouping: str
) -> tuple[IntArray, tuple[str, ...]]:
    """Per pair, the group it belongs to, and the groups' names.

    Args:
        catalog: What there is to judge.
        paired: The pairs.
        grouping: ``tier``, ``dimension``, ``domain`` or ``system``.
    """
    match grouping:
        case "tier":
            return catalog.checkpoint_tier[paired.checkpoint], catalog.tiers
        case "dimension":
            return catalog.checkpoint_dimension[paired.checkpoint], catalog.dimensions
        case "domain":
            return (
                catalog.task_domain[catalog.response_task[paired.response]],
                catalog.domains,
            )
        case "system":
            return catalog.response_system[paired.response], catalog.systems
    raise ValueError(grouping)
