"""What an evaluation answers against the one before: regressed, not, or why that is not known."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from xpert_studio.api import mark
from xpert_studio.core.wording import clauses, in_a_row, t, translated
from xpert_studio.packs.suites.compare import EvaluationComparison, compare, corrected, in_series
from xpert_studio.packs.suites.evaluations import Evaluation, last_before
from xpert_studio.packs.suites.gate import comparison_sentence


class SuiteAnswer(StrEnum):
    """Whether an evaluation is a regression."""

    FIRST = "first"
    NOT_COMPARABLE = "not_comparable"
    REGRESSED = "regressed"
    IMPROVED = "improved"
    NOT_ENOUGH = "not_enough"
    SAME = "same"


ANSWERS: Final = {
    SuiteAnswer.FIRST: mark("First of its line"),
    SuiteAnswer.NOT_COMPARABLE: mark("Not comparable"),
    SuiteAnswer.REGRESSED: mark("Regressed"),
    SuiteAnswer.IMPROVED: mark("Improved"),
    SuiteAnswer.NOT_ENOUGH: mark("Not enough to tell"),
    SuiteAnswer.SAME: mark("No regression"),
}


def answer_of(found: EvaluationComparison | None) -> SuiteAnswer:
    """The answer of a comparison with the evaluation before; of the first one where None."""
    if found is None:
        return SuiteAnswer.FIRST
    if not found.is_comparable:
        return SuiteAnswer.NOT_COMPARABLE
    if found.is_beyond_noise:
        return SuiteAnswer.REGRESSED if found.is_regression else SuiteAnswer.IMPROVED
    is_told = found.can_be_significant or not found.pairs
    return SuiteAnswer.SAME if is_told else SuiteAnswer.NOT_ENOUGH


def reason_of(found: EvaluationComparison | None) -> str:
    """Why the answer is what it is; of what cannot be compared what differs."""
    if found is None:
        return t("There is no earlier evaluation of this suite, system and branch.")
    if not found.is_comparable:
        return clauses(translated(one) for one in found.differs)
    return comparison_sentence(found)


def answer_sentence(found: EvaluationComparison | None) -> str:
    """The answer and why, in sentences."""
    answer = answer_of(found)
    if answer is SuiteAnswer.NOT_COMPARABLE:
        return t("Not comparable, because {why}.", why=reason_of(found))
    if answer is SuiteAnswer.NOT_ENOUGH:  # which the reason says
        return reason_of(found)
    return in_a_row((t("{said}.", said=t(ANSWERS[answer])), reason_of(found)))


def comparison_of(
    known: Sequence[Evaluation], current: Evaluation, base: str | None = None
) -> EvaluationComparison | None:
    """An evaluation against the one before, corrected together with all others of the project.

    Args:
        known: All evaluations, oldest first.
        current: One of them.
        base: The branch whose last evaluation it is held against; its own where None.
    """
    series = in_series(known)
    if base is None or base == current.first.branch:
        return next((one for one in series if one.after.id == current.id), None)
    before = last_before(known, current, base)
    return None if before is None else corrected([*series, compare(before, current)])[-1]
