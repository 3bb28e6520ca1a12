"""Evaluations over time: lines of a suite by system and branch, and changes of its definition."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from xpert_studio.core.records import grouped
from xpert_studio.packs.suites.compare import EvaluationComparison, Reason, in_series
from xpert_studio.packs.suites.evaluations import Evaluation

Key = tuple[str, str]


@dataclass(frozen=True)
class SuiteTrend:
    """The evaluations of one suite.

    Attributes:
        suite: Its name.
        evaluations: Oldest first.
        comparisons: With the evaluation before in its line, by the id of the later one; corrected
            over all lines of all suites on the page.
    """

    suite: str
    evaluations: tuple[Evaluation, ...]
    comparisons: Mapping[str, EvaluationComparison]

    @cached_property
    def lines(self) -> Mapping[Key, list[Evaluation]]:
        """By system and branch; those with the most evaluations first."""
        found = grouped(
            ((evaluation.first.system, evaluation.first.branch), evaluation)
            for evaluation in self.evaluations
        )
        return dict(sorted(found.items(), key=lambda item: (-len(item[1]), item[0])))

    def changed_at(self, one: Evaluation) -> bool:
        """Whether an evaluation cannot be compared with the one before in its line."""
        found = self.comparisons.get(one.id)
        return found is not None and not found.is_comparable

    @property
    def redefined(self) -> list[tuple[Evaluation, tuple[Reason, ...]]]:
        """Evaluations at which a definition changed, with what changed.

        They are the first of each version of the suite, and those of a line that cannot be
        compared with the one before for another reason.
        """
        seen = {self.evaluations[0].first.suite_hash}
        found: list[tuple[Evaluation, tuple[Reason, ...]]] = []
        for evaluation in self.evaluations:
            if evaluation.first.suite_hash not in seen:
                seen.add(evaluation.first.suite_hash)
                found.append((evaluation, (Reason.SUITE,)))
                continue
            reasons = (
                self.comparisons[evaluation.id].reasons if evaluation.id in self.comparisons else ()
            )
            if reasons and Reason.SUITE not in reasons:
                found.append((evaluation, reasons))
        return found

    def where(self, is_wanted: Callable[[Evaluation], bool]) -> SuiteTrend | None:
        """The same of some evaluations, corrected over all as before; None where there are none."""
        kept = tuple(evaluation for evaluation in self.evaluations if is_wanted(evaluation))
        ids = {one.id for one in kept}
        found = {name: one for name, one in self.comparisons.items() if name in ids}
        return replace(self, evaluations=kept, comparisons=found) if kept else None

    @property
    def beyond_noise(self) -> list[EvaluationComparison]:
        """The changes that are more than chance, newest first."""
        return [
            comparison
            for comparison in reversed(list(self.comparisons.values()))
            if comparison.is_beyond_noise
        ]


def trends_of(known: Sequence[Evaluation]) -> tuple[SuiteTrend, ...]:
    """The trend of each suite, in the order of their first evaluations.

    Args:
        known: All evaluations, oldest first.
    """
    found = {one.after.id: one for one in in_series(known)}
    return tuple(
        SuiteTrend(name, tuple(own), {one.id: found[one.id] for one in own if one.id in found})
        for name, own in grouped((one.suite, one) for one in known).items()
    )
