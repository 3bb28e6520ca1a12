"""The types of failures that a judge names, measured against those that experts named.

What is compared is what both find to fail and experts gave a type to: whether a judge finds a
failure at all is what its alignment says. Each type is a decision, yes or no; the cluster is the
unit of every interval.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from xpert_studio.api.figures import Scale, over
from xpert_studio.api.records import Verdict
from xpert_studio.core.metrics.evidence_floor import NEEDED_CLUSTERS
from xpert_studio.core.metrics.figures.kappa import kappa
from xpert_studio.core.metrics.metric import all_pairs
from xpert_studio.core.metrics.task_estimates import SHARE, Estimate, Figure, estimate, in_clusters
from xpert_studio.core.records.columns import BoolArray, Catalog, FloatArray, Ratings
from xpert_studio.core.records.verdicts import UNKNOWN_FAILURE
from xpert_studio.packs.failures.failing import FULL, Failure

_KAPPA: Final = Figure(over(kappa), all_pairs, Scale.SIGNED)
_TN, _FP, _FN, _TP = range(4)


@dataclass(frozen=True, slots=True)
class TypeAgreement:
    """How far a judge names a type where experts do.

    Attributes:
        type: Its id; empty for all types together, each a decision.
        experts, judge, both: How many failures have the type by each, and by both.
        precision: Share of what the judge named that experts named too.
        recall: Share of what experts named that the judge named too.
        kappa: Cohen's κ of naming it or not; ``n`` is how many failures are compared.
    """

    type: str
    experts: int
    judge: int
    both: int
    precision: Estimate
    recall: Estimate
    kappa: Estimate

    @property
    def is_supported(self) -> bool:
        """Whether a claim may rest on the judge's word: enough tasks, and κ above 0 for sure."""
        interval = self.kappa.interval
        return self.kappa.tasks >= NEEDED_CLUSTERS and interval is not None and interval[0] > 0


@dataclass(frozen=True, slots=True)
class JudgeTypes:
    """A judge's types against the experts'.

    Attributes:
        judge_id: The judge.
        failures: What it finds to fail, with the types that it named.
        types: By type, the most frequent first.
        whole: All types together; None where nothing can be compared.
        compared: Failures by both that experts gave a type to.
        unseen: Failures that experts gave a type to and the judge gives all points.
        unknown: Verdicts in which it named a type that it was not given.
        apart: What is compared and named otherwise, with the experts' types.
    """

    judge_id: str
    failures: tuple[Failure, ...]
    types: tuple[TypeAgreement, ...]
    whole: TypeAgreement | None
    compared: int
    unseen: int
    unknown: int
    apart: tuple[tuple[Failure, frozenset[str]], ...]

    @property
    def supported(self) -> tuple[str, ...]:
        """The types on which a claim may rest."""
        return tuple(one.type for one in self.types if one.is_supported)


def judge_types(
    catalog: Catalog,
    judge_id: str,
    marks: Ratings,
    verdicts: Iterable[Verdict],
    experts: Iterable[Failure],
    left_out: BoolArray,
) -> JudgeTypes:
    """Measures a judge's types.

    Args:
        catalog: What there is to judge.
        judge_id: A judge that was asked for types.
        marks: Its verdicts, trials pooled.
        verdicts: All its current ones.
        experts: What experts find to fail; those without a type are left out.
        left_out: Per response, whether it is no evidence, as an anchor is not.
    """
    own, unknown = _failures(catalog, marks, verdicts)
    by_place = {(one.response, one.checkpoint): one for one in own}
    decided = set(zip(marks.response.tolist(), marks.checkpoint.tolist(), strict=True))
    typed = [expert for expert in experts if expert.types and not left_out[expert.response]]
    pairs = [
        (by_place[place], one)
        for one in typed
        if (place := (one.response, one.checkpoint)) in by_place
    ]
    unseen = sum((one.response, one.checkpoint) in decided - by_place.keys() for one in typed)
    counted = Counter(name for _, one in pairs for name in sorted(one.types))
    counted.update({name: 0 for mine, _ in pairs for name in sorted(mine.types)})
    types = sorted(counted, key=lambda name: (-counted[name], name))
    tables = _tables(catalog, pairs, types)
    return JudgeTypes(
        judge_id,
        own,
        tuple(_agreement(name, table) for name, table in zip(types, tables, strict=True)),
        _agreement("", tables.sum(axis=0)) if pairs else None,
        len(pairs),
        unseen,
        unknown,
        tuple((mine, one.types) for mine, one in pairs if mine.types != one.types),
    )


def _failures(
    catalog: Catalog, marks: Ratings, verdicts: Iterable[Verdict]
) -> tuple[tuple[Failure, ...], int]:
    """What the judge finds to fail, with the types that more than half of its trials name."""
    named: dict[tuple[str, str], Counter[str]] = {}
    trials: Counter[tuple[str, str]] = Counter()
    unknown = 0
    for verdict in verdicts:
        if verdict.value is not None:
            place = verdict.response_id, verdict.checkpoint_id
            trials[place] += 1
            named.setdefault(place, Counter()).update(set(verdict.failures))
            unknown += UNKNOWN_FAILURE in verdict.flags
    below = marks.score < FULL
    found = []
    for response, point in zip(
        marks.response[below].tolist(), marks.checkpoint[below].tolist(), strict=True
    ):
        key = catalog.responses[response], catalog.checkpoints[point]
        most = {name for name, count in named.get(key, {}).items() if 2 * count > trials[key]}
        found.append(Failure(response, point, frozenset(most)))
    return tuple(found), unknown


def _tables(
    catalog: Catalog, pairs: Sequence[tuple[Failure, Failure]], types: Sequence[str]
) -> FloatArray:
    """By type and cluster how often neither, the judge, the experts and both name it."""
    made = np.zeros((len(types), len(catalog.tasks), 4))
    for mine, theirs in pairs:
        task = int(catalog.response_task[mine.response])
        for code, name in enumerate(types):
            made[code, task, 2 * (name in theirs.types) + (name in mine.types)] += 1
    return in_clusters(made, catalog.task_cluster)


def _agreement(name: str, table: FloatArray) -> TypeAgreement:
    sums = table.sum(axis=0)
    judge, experts = table[:, _FP] + table[:, _TP], table[:, _FN] + table[:, _TP]
    both = table[:, _TP]

    def share(of: FloatArray) -> Estimate:
        return replace(estimate(SHARE, np.stack([both, of], axis=-1)), n=int(of.sum()))

    return TypeAgreement(
        name,
        int(experts.sum()),
        int(judge.sum()),
        int(sums[_TP]),
        share(judge),
        share(experts),
        replace(estimate(_KAPPA, table), n=int(sums.sum())),
    )
