"""Is one judge better than another, and is that more than chance?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

import numpy as np

from xpert_studio.core.metrics.cdr import task_pairs
from xpert_studio.core.metrics.engine import paired_differences
from xpert_studio.core.metrics.grades import compared_scale, grade_sums, on_scales
from xpert_studio.core.metrics.metric import GRADES, PAIRS, RANKS
from xpert_studio.core.metrics.pair_tables import task_tables
from xpert_studio.core.metrics.pairing import Paired, pair_up
from xpert_studio.core.metrics.task_estimates import Difference
from xpert_studio.core.records.columns import BoolArray, Catalog, Ratings

NEEDED_DISCORDANT: Final = 6
"""With fewer discordant pairs an exact McNemar test cannot reach p < 0.05."""


@dataclass(frozen=True, slots=True)
class McNemar:
    """Exact McNemar test on correctness.

    Attributes:
        only_first: Right by the first judge alone.
        only_second: Right by the second alone.
        p: Two-sided exact p; 1 where there is no discordant pair.
        corrected_p: After Benjamini and Hochberg, over all such tests of one table.
    """

    only_first: int
    only_second: int
    p: float
    corrected_p: float | None = None

    @property
    def can_be_significant(self) -> bool:
        """Whether there are enough discordant pairs for p < 0.05 at all."""
        return self.only_first + self.only_second >= NEEDED_DISCORDANT


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two judges on the same answers of the same experts; differences are second less first.

    Attributes:
        n: Checkpoint answers compared that pass or fail; ``graded_n`` graded ones.
        tasks: Tasks they are on.
        tests: Differences of the figures that are compared, by id, with tests by task.
        mcnemar: On these tasks only: it says nothing of other tasks.
        scale: In whose units tests of graded checkpoints are; None without any.
    """

    first: str
    second: str
    n: int
    tasks: int
    tests: Mapping[str, Difference]
    mcnemar: McNemar
    scale: str | None = None
    graded_n: int = 0

    def plain(self) -> dict[str, Any]:
        """All of it for a program; each test by the name of its figure."""
        return {
            "first": self.first,
            "second": self.second,
            "n": self.n,
            "graded_n": self.graded_n,
            "tasks": self.tasks,
            **{
                f"{name}_{key}": value
                for name, test in self.tests.items()
                for key, value in test.plain().items()
            },
            "mcnemar": asdict(self.mcnemar),
            "scale": self.scale,
        }


def mcnemar_exact(only_first: int, only_second: int) -> McNemar:
    """Exact McNemar test (McNemar 1947): the sign test on the discordant pairs.

    Args:
        only_first: Discordant pairs in favour of the first.
        only_second: In favour of the second.
    """
    return McNemar(only_first, only_second, sign_test(only_first, only_second))


def sign_test(more: int, less: int) -> float:
    """Two-sided exact sign test (binomial, even chances); 1 where both counts are equal.

    Args:
        more: How many differences are positive.
        less: How many are negative.
    """
    if more == less:
        return 1.0
    n, k = more + less, min(more, less)
    # P(X <= k) is its largest term, C(n, k) / 2^n, times the sum of the terms relative to it.
    steps = np.arange(k)
    relative = 1 + np.cumprod((k - steps) / (n - k + 1 + steps)).sum()
    log2_largest = np.log2((n - k + 1 + steps) / (1 + steps)).sum() - n
    return min(1.0, float(2 * 2.0**log2_largest * relative))


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """p-values corrected for the false discovery rate (Benjamini & Hochberg 1995), in order."""
    p = np.asarray(p_values, np.float64)
    descending = np.argsort(-p, kind="stable")
    ranks = np.arange(p.size, 0, -1)
    found = np.empty_like(p)
    found[descending] = np.minimum.accumulate(p[descending] * p.size / ranks).clip(max=1.0)
    return [float(value) for value in found]


def compare(
    catalog: Catalog,
    expert: Ratings,
    first: Ratings,
    second: Ratings,
    *,
    left_out: BoolArray | None = None,
    tolerance: float = 0.0,
) -> Comparison:
    """Compares two judges on the pairs that both and the experts have answered.

    Args:
        catalog: What there is to judge.
        expert: The experts' reference answers.
        first: One judge.
        second: The other.
        left_out: Per response: anchors of either judge and near-duplicates of them.
        tolerance: Score differences up to this are ties.
    """
    one = pair_up(catalog, expert, first, left_out=left_out)
    two = pair_up(catalog, expert, second, left_out=left_out)
    one, two = common_pairs(catalog, one, two)
    on_tasks = np.unique(catalog.response_task[one.response]).size
    tests = differences_of(catalog, one, two, tolerance)
    graded, scale = graded_differences(catalog, one, two)
    tests |= graded
    on_scale = len(on_scales(catalog, one))
    one, two = common_pairs(catalog, one.decided(), two.decided())
    right_one, right_two = one.first == one.second, two.first == two.second
    test = mcnemar_exact(
        int(np.count_nonzero(right_one & ~right_two)), int(np.count_nonzero(right_two & ~right_one))
    )
    return Comparison(first.rater, second.rater, len(one), on_tasks, tests, test, scale, on_scale)


def differences_of(
    catalog: Catalog, paired: Paired, two: Paired, tolerance: float = 0.0
) -> dict[str, Difference]:
    """Figures of ``two`` less those of ``paired``, second less first, with tests by task.

    Args:
        catalog: What there is to judge.
        paired: Answers of experts and one judge.
        two: Of experts and the other judge, on the same pairs.
        tolerance: Score differences up to this are ties.
    """
    tables = task_tables(catalog, paired), task_tables(catalog, two)
    pairs = (task_pairs(catalog, side, tolerance=tolerance) for side in (paired, two))
    cluster = catalog.task_cluster
    return paired_differences(RANKS, *pairs, cluster=cluster) | paired_differences(
        PAIRS, *tables, cluster=cluster
    )


def graded_differences(
    catalog: Catalog, paired: Paired, two: Paired
) -> tuple[dict[str, Difference], str | None]:
    """As ``differences_of``, over graded checkpoints; and the scale in whose units they are.

    That is the only scale, or scores where there are several; nothing, and None, without any.
    """
    compared = compared_scale(catalog, paired)
    if compared is None:
        return {}, None
    keep = np.isin(paired.keys(catalog), compared.paired.keys(catalog))
    sides = (grade_sums(catalog, side.where(keep)) for side in (paired, two))
    found = paired_differences(GRADES, *sides, cluster=catalog.task_cluster)
    return dict(compared.in_units(found)), compared.name


def corrected(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """The same comparisons, with p-values corrected for how many are compared.

    The tests by task of all comparisons are one family, since a reader may pick any of them;
    McNemar's tests are another: they reject too often where tasks differ, and in one family their
    small p-values would make those of the tests by task smaller.
    """
    by_task = iter(_corrected([test.p for item in comparisons for test in item.tests.values()]))
    exact = iter(_corrected([item.mcnemar.p for item in comparisons]))
    return [
        replace(
            item,
            tests={
                name: replace(test, corrected_p=next(by_task)) for name, test in item.tests.items()
            },
            mcnemar=replace(item.mcnemar, corrected_p=next(exact)),
        )
        for item in comparisons
    ]


def _corrected(p_values: Sequence[float | None]) -> list[float | None]:
    """Corrected together; None stays None."""
    results = iter(benjamini_hochberg([p for p in p_values if p is not None]))
    return [None if p is None else next(results) for p in p_values]


def with_corrections_of(turned: Comparison, known: Comparison) -> Comparison:
    """A comparison with the corrected p-values of the same two judges, the other way round."""
    return replace(
        turned,
        tests={
            name: replace(test, corrected_p=known.tests[name].corrected_p)
            for name, test in turned.tests.items()
        },
        mcnemar=replace(turned.mcnemar, corrected_p=known.mcnemar.corrected_p),
    )


def common_pairs(catalog: Catalog, paired: Paired, two: Paired) -> tuple[Paired, Paired]:
    """Those pairs of either that are on what both have, in the same order."""
    keys_one, keys_two = paired.keys(catalog), two.keys(catalog)
    return paired.where(np.isin(keys_one, keys_two)), two.where(np.isin(keys_two, keys_one))
