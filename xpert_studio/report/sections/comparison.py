"""Judges against each other, zero-shot against anchored; and experts against experts."""

from __future__ import annotations

from xpert_studio.metrics import Estimate
from xpert_studio.metrics.metric import RATERS, Unit
from xpert_studio.metrics.registry import metrics_of
from xpert_studio.metrics.votes import LEAST_SHARED
from xpert_studio.report.analysis import Analysis
from xpert_studio.report.blocks import Block, Note, Section, Text
from xpert_studio.report.figure_tables import comparison_tables, pair_table
from xpert_studio.report.sentences import comparison_cautions, span


def comparison_section(analysis: Analysis) -> Section | None:
    """Pairs of judges on the same answers; None with fewer than two judges."""
    if not analysis.comparisons:
        return None
    tests, correctness = comparison_tables(analysis.comparisons)
    blocks: list[Block] = [
        Text(
            "Both judges of a row are compared on the same checkpoints of the same responses; "
            "anchors of either are excluded. The tests by task say whether the difference would "
            "also be found on other tasks like these. McNemar's exact test treats checkpoints as "
            "independent, so it speaks of these tasks only. Corrected: Benjamini–Hochberg over "
            "all tests of a table."
        ),
        tests,
        *(Note(sentence) for sentence in comparison_cautions(analysis.comparisons)),
        correctness,
    ]
    weak = [pair for pair in analysis.comparisons if not pair.mcnemar.can_be_significant]
    if weak:
        blocks.append(
            Note(
                f"In {len(weak)} of these rows the judges differ on fewer than six checkpoints: "
                "no test could find a difference there."
            )
        )
    return Section("comparison", "Judges compared", tuple(blocks))


def _figure(found: Estimate) -> str:
    if found.value is None:
        return "undefined"
    return f"{found.value:.3f} ({span(found.interval)})"


def experts_section(analysis: Analysis) -> Section | None:
    """Agreement between experts: the ceiling for any judge; None where none two overlap."""
    found = analysis.agreement
    if found is None:
        return None
    undecided = analysis.reference.undecided if analysis.reference else 0
    others = ", ".join(
        f"{metric.head} {_figure(found.figures[metric.id])}"
        for metric in metrics_of(RATERS)
        if metric.unit is Unit.COEFFICIENT
    )
    blocks = (
        Text(
            f"{found.items:,} checkpoints of {found.figures.tasks} tasks were judged by more than "
            f"one expert: {others}, with 95 % intervals over tasks; κ is pooled over all pairs of "
            f"experts. They differ on {len(found.disputed)}; on {undecided} of those as many say "
            "met as not met, and these count neither for nor against a judge."
        ),
        pair_table(found.pairs, f"fewer than {LEAST_SHARED} shared ratings"),
    )
    return Section("experts", "Agreement between experts", blocks)
