"""Judges against each other, zero-shot against anchored; and experts against experts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xpert_studio.metrics.agreement import LEAST_SHARED
from xpert_studio.report.blocks import Block, Column, Note, Row, Section, Table, Text
from xpert_studio.report.sentences import comparison_cautions, span

if TYPE_CHECKING:
    from xpert_studio.metrics import Comparison, Estimate
    from xpert_studio.report.analysis import Analysis


def comparison_section(analysis: Analysis) -> Section | None:
    """Pairs of judges on the same answers; None with fewer than two judges."""
    if not analysis.comparisons:
        return None
    tests = Table(
        (
            Column("First"),
            Column("Second"),
            Column("Figure"),
            Column("Second less first", "+0.000"),
            Column("95 % interval", "0.00", interval=True),
            Column("Tasks", "0"),
            Column("p", "0.0000"),
            Column("corrected p", "0.0000"),
        ),
        tuple(row for pair in analysis.comparisons for row in _test_rows(pair)),
        "Differences, with tests by task",
        name="Judges compared",
    )
    correctness = Table(
        (
            Column("First"),
            Column("Second"),
            Column("n", "0"),
            Column("First alone right", "0"),
            Column("Second alone right", "0"),
            Column("McNemar p", "0.0000"),
            Column("corrected p", "0.0000"),
        ),
        tuple(
            Row(
                (
                    pair.first,
                    pair.second,
                    pair.n,
                    pair.mcnemar.only_first,
                    pair.mcnemar.only_second,
                    pair.mcnemar.p,
                    pair.mcnemar.corrected_p,
                )
            )
            for pair in analysis.comparisons
        ),
        "Exact McNemar test on correctness, on these tasks only",
        name="Correctness",
    )
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


def _test_rows(pair: Comparison) -> list[Row]:
    tests = (("Accuracy", pair.accuracy), ("κ", pair.kappa), ("CDR", pair.cdr))
    return [
        Row(
            (
                pair.first,
                pair.second,
                name,
                test.value,
                test.interval,
                test.tasks,
                test.p,
                test.corrected_p,
            )
        )
        for name, test in tests
    ]


def _figure(found: Estimate) -> str:
    if found.value is None:
        return "undefined"
    return f"{found.value:.3f} ({span(found.interval)})"


def experts_section(analysis: Analysis) -> Section | None:
    """Agreement between experts: the ceiling for any judge; None where none two overlap."""
    found = analysis.agreement
    if found is None:
        return None
    columns = (
        Column("Expert"),
        Column("Expert"),
        Column("n", "0"),
        Column("Tasks", "0"),
        Column("Agreement", "0.0%"),
        Column("95 % interval", "0.0%", interval=True),
        Column("κ", "0.000"),
        Column("95 % interval", "0.00", interval=True),
    )
    few = f"fewer than {LEAST_SHARED} shared ratings"
    rows = tuple(
        Row(
            (
                *(pair.first, pair.second, pair.n, pair.accuracy.tasks),
                *(pair.accuracy.value, pair.accuracy.interval),
                pair.kappa.value if pair.has_enough else few,
                pair.kappa.interval,
            )
        )
        for pair in found.pairs
    )
    undecided = analysis.reference.undecided if analysis.reference else 0
    blocks = (
        Text(
            f"{found.items:,} checkpoints of {found.agreed.tasks} tasks were judged by more than "
            f"one expert. Krippendorff's α is {_figure(found.alpha)}, Cohen's κ pooled over all "
            f"pairs of experts {_figure(found.kappa)}, with 95 % intervals over tasks. They differ "
            f"on {len(found.disputed)}; on {undecided} of those as many say met as not met, and "
            "these count neither for nor against a judge."
        ),
        Table(columns, rows, "What a judge could hope for at best", name="Experts"),
    )
    return Section("experts", "Agreement between experts", blocks)
