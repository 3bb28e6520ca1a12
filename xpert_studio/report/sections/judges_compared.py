"""Pairs of judges on the same answers: whether one follows the experts better than another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from xpert_studio.core.metrics import Comparison
from xpert_studio.core.wording import mark, number, t, tn
from xpert_studio.report.blocks import Block, Note, Text
from xpert_studio.report.cautions import comparison_cautions
from xpert_studio.report.figure_tables import comparison_tables
from xpert_studio.report.section import Section, View
from xpert_studio.report.sentences import named_together


def _comparison(view: View) -> tuple[Comparison, ...] | None:
    return view.analysis.comparisons or None


def _comparison_blocks(comparisons: tuple[Comparison, ...]) -> Iterator[Block]:
    tests, *correctness = comparison_tables(comparisons)
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
