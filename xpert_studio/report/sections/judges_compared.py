"""Pairs of judges on the same answers: whether one follows the experts better than another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from xpert_studio.core.metrics import Comparison, Difference
from xpert_studio.core.records import Judge
from xpert_studio.core.wording import mark, number, t, tn
from xpert_studio.report.blocks import Block, Heading, Note, Text
from xpert_studio.report.cautions import comparison_cautions
from xpert_studio.report.figure_tables import comparison_tables
from xpert_studio.report.judge_alignment import JudgeLook, compared, look_at
from xpert_studio.report.judge_comparison_charts import (
    alone_right_chart,
    paired_chart,
    two_judges_chart,
)
from xpert_studio.report.section import COMPARED, Choice, Options, Section, View
from xpert_studio.report.sections.looked_at import LookedAt, figure_of, looked_at
from xpert_studio.report.sentences import named_together, told_apart


def _comparison(view: View) -> tuple[Comparison, ...] | None:
    return view.analysis.comparisons or None


def _comparison_blocks(
    comparisons: tuple[Comparison, ...],
    names: Mapping[str, str] = MappingProxyType({}),
    own: str = "",
) -> Iterator[Block]:
    """Judges by id, or by name; the rows of one open the other beside it."""
    tests, *correctness = comparison_tables(comparisons, names, own)
    yield Text(
        t(
            "Both judges of a row are compared on the same checkpoints of the same "
            "responses; anchors of either are excluded. The tests by task say whether "
            "the difference would also be found on other tasks like these. McNemar's "
            "exact test treats checkpoints as independent, so it speaks of these "
            "tasks only. Corrected: Benjamini–Hochberg over all tests of a table."
        )
    )
    yield from (Text("", short=said) for said in differing_judges(comparisons))
    yield tests
    for sentence in comparison_cautions(comparisons):
        yield Note(sentence)
    yield from correctness
    weak = [p for p in comparisons if p.n and not p.mcnemar.can_be_significant]
    if weak:
        yield Note(
            t(
                "In {weak} of these rows the judges differ on fewer than six checkpoints: no "
                "test could find a difference there.",
                weak=len(weak),
            )
        )


def differing_judges(comparisons: Sequence[Comparison]) -> list[str]:
    """How many judges differ, by what they are compared by first."""
    within = ("kappa_within", "within_correlation")
    tests = [
        (pair, test)
        for pair in comparisons
        if (test := next((pair.tests[n] for n in within if _is_tested(pair, n)), None))
    ]
    if not tests:
        return []
    sure = [
        t("{first} and {second}", first=pair.first, second=pair.second)
        for pair, test in tests
        if test.is_significant
    ]
    said = tn(
        "{n} of {all} pairs of judges differs in agreement within checkpoints",
        "{n} of {all} pairs of judges differ in agreement within checkpoints",
        len(sure),
        all=number(len(tests)),
    )
    if not sure:
        return []
    return [t("{said} (p corrected): {pairs}.", said=said, pairs=named_together(sure))]


def _is_tested(pair: Comparison, name: str) -> bool:
    return name in pair.tests and pair.tests[name].p is not None


JUDGES_COMPARED: Final = Section(
    "comparison",
    mark("Judges compared"),
    mark("Does one judge follow the experts better than another?"),
    _comparison,
    _comparison_blocks,
)


@dataclass(frozen=True, slots=True)
class TwoJudges:
    """A judge beside another.

    Attributes:
        found: The first.
        beside: The second.
        compared: Both on what both have judged; None where that is nothing.
        names: Of all judges by id.
    """

    found: LookedAt
    beside: LookedAt
    compared: Comparison | None
    names: Mapping[str, str]


def other_of(look: JudgeLook, chosen: str = "") -> str:
    """Whom to compare with; empty for none.

    The judge of that id if it is there, else one with verdicts in common: the same model asked in
    the other way, else the best of the others.
    """
    own = look.judge.judge if look.judge else None
    others = [item.judge for item in look.judges if item is not look.judge]
    sharing = {frozenset((pair.first, pair.second)) for pair in look.analysis.comparisons if pair.n}

    def rank(judge: Judge) -> tuple[bool, bool]:
        if own is None:
            return False, False
        is_same = (judge.provider, judge.model) == (own.provider, own.model)
        return frozenset((judge.id, own.id)) not in sharing, not is_same

    others.sort(key=rank)
    known = [judge.id for judge in others]
    return chosen if chosen in known else next(iter(known), "")


def judge_names(look: JudgeLook) -> dict[str, str]:
    """Names of the judges that can be looked at, by id."""
    judges = [item.judge for item in look.judges]
    return dict(zip((judge.id for judge in judges), told_apart(judges), strict=True))


def _two_judges(view: View) -> TwoJudges | None:
    """What is asked for: ``beside``, the id of the second."""
    found = looked_at(view)
    other = other_of(found.look, view.asked.get("beside", "")) if found else ""
    if found is None or not other:
        return None
    look = found.look
    beside = looked_at(view.asking(look=look_at(look.blinding, look.analysis, other)))
    if beside is None:
        return None
    both = compared(look.analysis, found.judge.judge.id, other)
    return TwoJudges(found, beside, both, judge_names(look))


def _two_blocks(shown: TwoJudges) -> Iterator[Block]:
    found, look, beside = shown.found, shown.found.look, shown.beside
    own = found.judge.judge.id
    both = shown.names[own], shown.names[beside.judge.judge.id]
    if shown.compared is None:  # figures on different responses compare nothing
        yield Heading(
            t("{first} and {second} have no verdicts in common.", first=both[0], second=both[1])
        )
    else:
        yield Heading(_order_compared(shown.compared.tests["cdr"], *both))
        caption = t("Two points a row, 1 is as the experts.")
        yield from figure_of(paired_chart(found, beside, both), caption)
        caption = t("Where is one right and the other not?")
        yield from figure_of(alone_right_chart(shown.compared, *both), caption)
        caption = t("κ of both by dimension.")
        yield from figure_of(two_judges_chart(found, beside, both), caption)
    of_this = [
        comparison
        for comparison in look.analysis.comparisons
        if own in {comparison.first, comparison.second}
    ]
    others = [comparison for comparison in look.analysis.comparisons if comparison not in of_this]
    yield from _comparison_blocks((*of_this, *others), shown.names, own)


def _order_compared(moved: Difference, first: str, second: str) -> str:
    """Whether the second judge orders responses better than the first."""
    named = {"first": first, "second": second}
    if moved.value is None:
        return t("They share no two responses to one task, so their order cannot be compared.")
    if not moved.is_significant:
        return t("{second} and {first}: no significant difference in ranking responses.", **named)
    if moved.value > 0:
        return t("{second} ranks responses better than {first}.", **named)
    return t("{second} ranks responses worse than {first}.", **named)


def _look(view: View) -> JudgeLook | None:
    """What the reader may know of the judge that is asked for, else of the rater."""
    found = looked_at(view)
    return found.look if found else None


def _judges(view: View) -> Options:
    look = _look(view)
    if look is None or look.judge is None:
        return [], ""
    return [(name, key) for key, name in judge_names(look).items()], look.judge.judge.id


def _others(view: View) -> Options:
    look = _look(view)
    if look is None:
        return [], ""
    others = judge_names(look).items()
    return [(name, key) for key, name in others if key != view.asked["judge"]], other_of(look)


TWO_JUDGES: Final = Section(
    "judge-beside-another",
    mark("A judge beside another"),
    mark("Does this judge follow the experts better than another?"),
    _two_judges,
    _two_blocks,
    places=(COMPARED,),
    tab=mark("Two judges"),
    asks=("judge", "beside"),
    choices=(
        Choice("judge", mark("Judge"), _judges),
        Choice("beside", mark("against"), _others),
    ),
    missing=mark("There is only one judge to look at. Score the same responses with another."),
)
