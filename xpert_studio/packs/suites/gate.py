"""What a CI demands of an evaluation: no significant regression, or figures of at least a value."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.api.changes import Message, UsageError, mark
from xpert_studio.core.messages import joined
from xpert_studio.core.metrics.alignment import Alignment
from xpert_studio.core.metrics.significance import NEEDED_DISCORDANT
from xpert_studio.core.metrics.task_estimates import Estimate
from xpert_studio.core.wording import (
    between,
    clauses,
    figure,
    in_a_row,
    percent,
    signed_points,
    t,
    tn,
    translated,
)
from xpert_studio.packs.suites.compare import (
    TESTS,
    ComparisonTest,
    EvaluationComparison,
    TaskChange,
    best_case_p,
)
from xpert_studio.packs.suites.evaluations import Evaluation
from xpert_studio.packs.suites.trials import trials_of

_THRESHOLD: Final = re.compile(r"\s*(\w+)\s*(?:\[(.+)\])?\s*=\s*([0-9.]+)\s*(%?)\s*")
OWN_FIGURES: Final = {
    "pass_rate": mark("Pass rate"),
    "score": mark("Score"),
    "pass_at_k": mark("pass@k"),
    "pass_to_the_k": mark("pass^k"),
}
AGREEMENT_FIGURES: Final = ("kappa_within", "cdr", "accuracy", "within_correlation")


@dataclass(frozen=True, slots=True)
class Threshold:
    """A figure that has to be of at least a value.

    Attributes:
        figure: One of ``OWN_FIGURES`` or ``AGREEMENT_FIGURES``.
        capability: Over its tasks; over all where empty.
        value: On the figure's scale.
        is_lower: Whether the lower end of its interval has to reach it.
    """

    figure: str
    capability: str
    value: float
    is_lower: bool = False


@dataclass(frozen=True, slots=True)
class Condition:
    """A demand, and whether an evaluation meets it.

    Attributes:
        name: What is demanded.
        is_met: None where there is not enough to tell.
        said: Why, in a sentence.
        value, interval: The figure, where it is one.
    """

    name: str
    is_met: bool | None
    said: str
    value: float | None = None
    interval: tuple[float, float] | None = None

    def plain(self) -> dict[str, Any]:
        """All of it for a program."""
        return {
            "condition": self.name,
            "status": {True: "met", False: "not_met", None: "undecided"}[self.is_met],
            "reason": self.said,
            "value": self.value,
            "value_interval": self.interval,
        }


def read_threshold(text: str, *, is_lower: bool) -> Threshold:
    """A threshold as it is typed: ``pass_rate=0.8``, ``pass_rate[Edits]=80%``.

    Raises:
        UsageError: It is none.
    """
    found = _THRESHOLD.fullmatch(text)
    known = (*OWN_FIGURES, *AGREEMENT_FIGURES)
    if not found or found[1] not in known:
        raise UsageError(
            Message("{text!r} is no threshold.", text=text),
            remedy=Message(
                "Write FIGURE=VALUE, such as pass_rate=0.8 or pass_rate[Edits]=80%. "
                "Figures: {known}.",
                known=joined(known),
            ),
        )
    try:
        value = float(found[3]) / (100 if found[4] else 1)
    except ValueError:
        value = 2.0
    if not value <= 1:
        raise UsageError(
            Message("{text!r} asks for more than 1, the highest value.", text=text),
            remedy="Write a share such as 0.8, or 80%.",
        )
    if found[2] and found[1] in AGREEMENT_FIGURES:
        raise UsageError(
            "Agreement is over the whole project, not over a capability.",
            remedy="Leave the capability out.",
        )
    return Threshold(found[1], found[2] or "", value, is_lower)


def no_regression(comparison: EvaluationComparison | None, *, accept_changed: bool) -> Condition:
    """Whether an evaluation is no significant regression against the one before.

    Args:
        comparison: With it; None where there is none.
        accept_changed: Whether one of another definition is the first of a new series.
    """
    name = t("No significant regression")
    if comparison is None:
        return Condition(name, True, t("There is no earlier evaluation: this is the first."))
    if not comparison.is_comparable:
        said = comparison_sentence(comparison)
        return Condition(name, True if accept_changed else None, said)
    change = comparison.difference
    return Condition(
        name,
        not comparison.is_regression,
        comparison_sentence(comparison),
        change.value if change else None,
        change.interval if change else None,
    )


def comparison_sentence(comparison: EvaluationComparison) -> str:
    """What a comparison says: the change, the tasks behind it, and whether it is beyond noise."""
    change = comparison.difference
    if change is None or change.value is None:
        why = clauses(translated(one) for one in comparison.differs)
        return t("Not comparable with the evaluation before: {why}.", why=why)
    counts, ends = comparison.counts(), change.interval
    moved = t(
        "Pass rate {difference} points{interval}; {regressed} regressed, {improved} improved.",
        difference=signed_points(change.value),
        interval=t(" (95 % interval {interval})", interval=between(*map(signed_points, ends)))
        if ends
        else "",
        regressed=counts[TaskChange.REGRESSED],
        improved=counts[TaskChange.IMPROVED],
    )
    unsteady = counts[TaskChange.UNSTEADY]
    differ = (
        tn("On {n} task trials differ.", "On {n} tasks trials differ.", unsteady)
        if unsteady
        else ""
    )
    return in_a_row(filter(None, (moved, differ, _test_sentence(comparison))))


def _test_sentence(comparison: EvaluationComparison) -> str:
    p = comparison.p if comparison.corrected_p is None else comparison.corrected_p
    if p is None or comparison.test is None:
        return ""
    if not comparison.pairs:
        return t("No task changed.")
    if not comparison.can_be_significant:
        is_by_task = comparison.test is ComparisonTest.MCNEMAR
        few = (
            tn("{n} task changed", "{n} tasks changed", comparison.pairs)
            if is_by_task
            else tn("{n} cluster changed", "{n} clusters changed", comparison.pairs)
        )
        return t(
            "Not enough to tell: {few}; {needed} have to (best-case p {p}).",
            few=few,
            needed=NEEDED_DISCORDANT,
            p=figure(best_case_p(comparison.pairs), 4),
        )
    said = t("Beyond noise") if comparison.is_beyond_noise else t("Within noise")
    return t("{said} (p {p}, {test}).", said=said, p=figure(p, 4), test=t(TESTS[comparison.test]))


def at_least(
    wanted: Threshold, evaluation: Evaluation, agreement: Callable[[str], Alignment | None]
) -> Condition:
    """Whether a figure of an evaluation, or of its judge's agreement, is of at least a value.

    Args:
        wanted: The figure and the value.
        evaluation: The evaluation.
        agreement: Gives the alignment of a judge, by id; None where there is none.

    Raises:
        UsageError: The evaluation has no such capability.
    """
    if wanted.capability and wanted.capability not in evaluation.capabilities:
        raise UsageError(
            Message("The evaluation has no capability {name}.", name=wanted.capability),
            remedy=Message("It has: {known}.", known=joined(evaluation.capabilities)),
        )
    found = _figure(wanted, evaluation, agreement)
    where = f"[{wanted.capability}]" if wanted.capability else ""
    sign = t("lower end of {figure}", figure=wanted.figure) if wanted.is_lower else wanted.figure
    name = f"{sign}{where} ≥ {wanted.value:g}"
    if found is None or found.value is None:
        return Condition(name, None, t("Not enough evidence: the figure is undefined."))
    reached = found.value
    if wanted.is_lower:
        if found.interval is None:
            said = t("Not enough evidence: the figure has no interval.")
            return Condition(name, None, said, found.value)
        reached = found.interval[0]
    said = t(
        "{value}, 95 % interval {interval}, {n} clusters of tasks.",
        value=percent(found.value, 1),
        interval=between(*(percent(end, 1) for end in found.interval))
        if found.interval
        else t("undefined"),
        n=found.tasks,
    )
    if found.caution is not None:
        said = in_a_row((said, t("With so few the interval is less sure.")))
    return Condition(name, reached >= wanted.value - 1e-9, said, found.value, found.interval)


def _figure(
    wanted: Threshold, evaluation: Evaluation, agreement: Callable[[str], Alignment | None]
) -> Estimate | None:
    if wanted.figure == "pass_rate":
        return evaluation.pass_rate(wanted.capability)
    if wanted.figure == "score":
        return evaluation.score(wanted.capability)
    if wanted.figure in OWN_FIGURES:
        trials = trials_of(evaluation)
        if trials is None:
            return None
        return trials.any_passes if wanted.figure == "pass_at_k" else trials.all_pass
    found = agreement(evaluation.first.judge)
    return found.figures.get(wanted.figure) if found else None


def worst_of(conditions: Sequence[Condition]) -> bool | None:
    """Whether all conditions are met; None where none is broken, and one cannot be told."""
    if any(condition.is_met is False for condition in conditions):
        return False
    return None if any(condition.is_met is None for condition in conditions) else True
