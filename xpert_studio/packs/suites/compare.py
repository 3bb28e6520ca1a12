"""An evaluation against an earlier one: each task, one test of all, or why they cannot be compared.

The test is McNemar's exact one where each task has one response and is its own cluster; else the
sign-flip test over the clusters' mean differences of the share of responses that pass.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from xpert_studio.api import Message, mark
from xpert_studio.core.metrics.sign_flip import sign_flip
from xpert_studio.core.metrics.significance import (
    NEEDED_DISCORDANT,
    benjamini_hochberg,
    mcnemar_exact,
    sign_test,
)
from xpert_studio.core.metrics.task_estimates import SHARE, SIGNIFICANT, Difference, difference
from xpert_studio.packs.suites.evaluations import (
    Evaluation,
    TaskResult,
    by_cluster,
    clusters_of,
    last_before,
)

_SHOWN: Final = 3


class TaskChange(StrEnum):
    """What became of a task."""

    REGRESSED = "regressed"
    IMPROVED = "improved"
    STABLE = "stable"
    UNSTEADY = "unsteady"
    UNDECIDED = "undecided"


CHANGES: Final = {
    TaskChange.REGRESSED: mark("Regressed"),
    TaskChange.IMPROVED: mark("Improved"),
    TaskChange.STABLE: mark("Stable"),
    TaskChange.UNSTEADY: mark("Trials differ"),
    TaskChange.UNDECIDED: mark("Not decided in full"),
}


class Reason(StrEnum):
    """Why two evaluations cannot be compared."""

    SUITE = "suite"
    JUDGE = "judge"
    TRIALS = "trials"
    TASKS = "tasks"
    TEXTS = "texts"
    RUBRICS = "rubrics"
    FAMILIES = "families"
    UNDECIDED = "undecided"


REASONS: Final = {
    Reason.SUITE: mark("suite redefined"),
    Reason.JUDGE: mark("another judge"),
    Reason.TRIALS: mark("number of trials"),
    Reason.TASKS: mark("other tasks"),
    Reason.TEXTS: mark("tasks edited"),
    Reason.RUBRICS: mark("rubrics edited"),
    Reason.FAMILIES: mark("other families"),
    Reason.UNDECIDED: mark("not decided in full"),
}


class ComparisonTest(StrEnum):
    """By which test two evaluations were compared."""

    MCNEMAR = "mcnemar"
    SIGN_FLIP = "sign_flip"


TESTS: Final = {
    ComparisonTest.MCNEMAR: mark("exact McNemar test"),
    ComparisonTest.SIGN_FLIP: mark("sign-flip test over clusters of tasks"),
}


@dataclass(frozen=True, slots=True)
class EvaluationComparison:
    """Two evaluations of a suite on a system.

    Attributes:
        before, after: The earlier one and the later one.
        differs: Why they cannot be compared, in words; empty where they can. Then there is no
            test.
        reasons: The same, as kinds.
        tasks: What became of each task that both have.
        test: Which test.
        pairs: Discordant pairs of McNemar's test, or clusters whose means differ.
        p: Two-sided.
        corrected_p: After Benjamini and Hochberg, over all comparisons on one page.
        difference: Of the share of responses that pass, after less before, with its interval by
            cluster; its own p is not used.
    """

    before: Evaluation
    after: Evaluation
    differs: tuple[Message, ...]
    tasks: Mapping[str, TaskChange]
    test: ComparisonTest | None = None
    pairs: int = 0
    p: float | None = None
    corrected_p: float | None = None
    difference: Difference | None = None
    reasons: tuple[Reason, ...] = ()

    @property
    def is_comparable(self) -> bool:
        """Whether both are of the same definition."""
        return not self.differs

    @property
    def can_be_significant(self) -> bool:
        """Whether there are pairs enough for p < 0.05 at all."""
        return self.pairs >= NEEDED_DISCORDANT

    @property
    def is_beyond_noise(self) -> bool:
        """Whether the corrected p is below .05."""
        p = self.p if self.corrected_p is None else self.corrected_p
        return p is not None and p < SIGNIFICANT

    @property
    def is_regression(self) -> bool:
        """Whether less passes than before, beyond noise."""
        fell = self.difference is not None and (self.difference.value or 0) < 0
        return fell and self.is_beyond_noise

    def of(self, change: TaskChange) -> list[TaskResult]:
        """The tasks of which this became, as they are now."""
        return [self.after.tasks[name] for name, own in self.tasks.items() if own is change]

    def counts(self) -> dict[str, int]:
        """How many tasks became what."""
        found = Counter(self.tasks.values())
        return {change.value: found[change] for change in TaskChange}

    def plain(self) -> dict[str, Any]:
        """All of it for a program."""
        now = self.difference
        return {
            "before": self.before.id,
            "after": self.after.id,
            "status": "comparable" if self.is_comparable else "not_comparable",
            "differs": [str(one) for one in self.differs],
            "reasons": [reason.value for reason in self.reasons],
            "tasks": {name: change.value for name, change in self.tasks.items()},
            "counts": self.counts(),
            "test": self.test.value if self.test else None,
            "pairs": self.pairs,
            "needed_pairs": NEEDED_DISCORDANT,
            "p": self.p,
            "corrected_p": self.corrected_p,
            "difference": now.value if now else None,
            "difference_interval": now.interval if now else None,
            "regression": self.is_regression,
        }


def best_case_p(pairs: int) -> float:
    """The lowest p that McNemar's exact test can reach with so many discordant pairs."""
    return sign_test(pairs, 0)


def are_comparable(before: Evaluation, after: Evaluation) -> bool:
    """Whether two evaluations are of one definition, over the same tasks, all decided."""
    return next(_differences(before, after), None) is None


def compare(before: Evaluation, after: Evaluation) -> EvaluationComparison:
    """Compares two evaluations; see the module. The p-value is not corrected."""
    found = tuple(_differences(before, after))
    reasons = tuple(dict.fromkeys(reason for reason, _ in found))
    differs = tuple(said for _, said in found)
    shared = [name for name in after.tasks if name in before.tasks]
    tasks = {name: _change(before.tasks[name], after.tasks[name]) for name in shared}
    if differs:
        return EvaluationComparison(before, after, differs, tasks, reasons=reasons)
    pairs = [(before.tasks[name], after.tasks[name]) for name in shared]
    now = [two for _, two in pairs]
    shares = [[(one.share or 0.0, 1.0) for one in side] for side in zip(*pairs, strict=True)]
    first, second = (by_cluster(rows, now) for rows in shares)
    means = (second[:, 0] / second[:, 1] - first[:, 0] / first[:, 1]).tolist()
    made = EvaluationComparison(
        before,
        after,
        (),
        tasks,
        difference=difference(SHARE, first, second),
    )
    is_paired = len(set(clusters_of(now).tolist())) == len(now)
    if is_paired and before.trials == after.trials == 1:
        exact = mcnemar_exact(means.count(-1.0), means.count(1.0))
        discordant = exact.only_first + exact.only_second
        return replace(made, test=ComparisonTest.MCNEMAR, pairs=discordant, p=exact.p)
    moved = sum(value != 0 for value in means)
    return replace(made, test=ComparisonTest.SIGN_FLIP, pairs=moved, p=sign_flip(means))


def _change(before: TaskResult, after: TaskResult) -> TaskChange:
    """What became of a task; of several trials a change counts where all of them agree."""
    was, now = before.share, after.share
    if was is None or now is None:
        return TaskChange.UNDECIDED
    if was == now:
        return TaskChange.STABLE
    if {was, now} != {0.0, 1.0}:
        return TaskChange.UNSTEADY
    return TaskChange.IMPROVED if now > was else TaskChange.REGRESSED


def _differences(before: Evaluation, after: Evaluation) -> Iterator[tuple[Reason, Message]]:
    """What makes two evaluations incomparable."""
    one, two = before.first, after.first
    if one.suite_hash != two.suite_hash:
        said = Message(
            "the suite was defined anew (version {before}, now {after})",
            before=one.suite_version,
            after=two.suite_version,
        )
        yield Reason.SUITE, said
    if one.judge != two.judge:
        said = Message("another judge ({before}, now {after})", before=one.judge, after=two.judge)
        yield Reason.JUDGE, said
    elif one.judge_hash != two.judge_hash:
        yield Reason.JUDGE, Message("the judge {judge} was changed", judge=two.judge)
    if before.trials != after.trials:
        said = Message(
            "another number of trials ({before}, now {after})",
            before=before.trials,
            after=after.trials,
        )
        yield Reason.TRIALS, said
    yield from _of_tasks(before.tasks, after.tasks)


def _of_tasks(
    before: Mapping[str, TaskResult], after: Mapping[str, TaskResult]
) -> Iterator[tuple[Reason, Message]]:
    both = [(before[name], after[name]) for name in after if name in before]
    edited = [two.title for one, two in both if one.task_hash != two.task_hash]
    reweighed = [two.title for one, two in both if one.rubric_hash != two.rubric_hash]
    undecided = [two.title for one, two in both if not (one.is_known and two.is_known)]
    new = [one.title for name, one in after.items() if name not in before]
    gone = [one.title for name, one in before.items() if name not in after]
    moved = [two.title for one, two in both if one.cluster != two.cluster]
    found = (
        (Reason.TASKS, Message("tasks that were not there before: {tasks}"), new),
        (Reason.TASKS, Message("tasks without a result now: {tasks}"), gone),
        (Reason.TEXTS, Message("tasks that were edited: {tasks}"), edited),
        (Reason.RUBRICS, Message("tasks with another rubric: {tasks}"), reweighed),
        (Reason.FAMILIES, Message("tasks of another family: {tasks}"), moved),
        (Reason.UNDECIDED, Message("tasks that were not decided in full: {tasks}"), undecided),
    )
    for reason, said, titles in found:
        if titles:
            more = f" (+{len(titles) - _SHOWN})" if len(titles) > _SHOWN else ""
            yield reason, Message(said.template, tasks="; ".join(titles[:_SHOWN]) + more)


def corrected(comparisons: Sequence[EvaluationComparison]) -> list[EvaluationComparison]:
    """The same comparisons, with p-values corrected for how many stand on one page."""
    results = iter(
        benjamini_hochberg([comparison.p for comparison in comparisons if comparison.p is not None])
    )
    return [
        replace(comparison, corrected_p=None if comparison.p is None else next(results))
        for comparison in comparisons
    ]


def against_last(
    known: Sequence[Evaluation], current: Sequence[Evaluation], base: str | None = None
) -> list[EvaluationComparison]:
    """Evaluations against the last one before each, corrected together.

    Args:
        known: All evaluations, oldest first.
        current: Some of them; those that are the first of their line are left out.
        base: The branch that is compared with; each one's own where None.
    """
    pairs = [(last_before(known, one, base), one) for one in current]
    return corrected([compare(before, after) for before, after in pairs if before is not None])


def in_series(known: Sequence[Evaluation]) -> list[EvaluationComparison]:
    """Each evaluation against the one before in its line, corrected together over all lines."""
    return against_last(known, known)
