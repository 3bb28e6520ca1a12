"""Judges against each other, zero-shot against anchored; and experts against experts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xpert_studio.report.blocks import Block, Column, Note, Row, Section, Table, Text

if TYPE_CHECKING:
    from xpert_studio.report.analysis import Analysis


def comparison_section(analysis: Analysis) -> Section | None:
    """Pairs of judges on the same answers; None with fewer than two judges."""
    if not analysis.comparisons:
        return None
    order = Table(
        (
            Column("First"),
            Column("Second"),
            Column("CDR, second less first", "+0.000"),
            Column("95 % interval", "0.00", interval=True),
            Column("p", "0.0000"),
            Column("κ, second less first", "+0.000"),
            Column("95 % interval", "0.00", interval=True),
        ),
        tuple(
            Row(
                (
                    pair.first,
                    pair.second,
                    pair.cdr_difference,
                    pair.cdr_interval,
                    pair.cdr_p,
                    pair.kappa_difference,
                    pair.kappa_interval,
                )
            )
            for pair in analysis.comparisons
        ),
        "Paired bootstrap over tasks",
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
                    pair.corrected_p,
                )
            )
            for pair in analysis.comparisons
        ),
        "Exact McNemar test on correctness",
        name="Correctness",
    )
    blocks: list[Block] = [
        Text(
            "Both judges of a row are compared on the very same checkpoints of the same "
            "responses; anchors of either are left out. McNemar's exact test asks whether one is "
            "right more often; the paired bootstrap over tasks asks whether one orders responses "
            "better. Corrected: Benjamini–Hochberg over all rows."
        ),
        order,
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


def experts_section(analysis: Analysis) -> Section | None:
    """Agreement between experts: the ceiling for any judge; None where none two overlap."""
    found = analysis.agreement
    if found is None:
        return None
    alpha = "undefined" if found.alpha is None else f"{found.alpha:.3f}"
    columns = (
        Column("Expert"),
        Column("Expert"),
        Column("n", "0"),
        Column("Agreement", "0.0%"),
        Column("κ", "0.000"),
    )
    rows = tuple(
        Row((pair.first, pair.second, pair.n, pair.accuracy, pair.kappa)) for pair in found.pairs
    )
    undecided = analysis.reference.undecided if analysis.reference else 0
    blocks = (
        Text(
            f"{found.items:,} checkpoints were judged by more than one expert. Krippendorff's α "
            f"is {alpha}. They differ on {len(found.disputed)}; on {undecided} of those as many "
            "say met as not met, and these count neither for nor against a judge."
        ),
        Table(columns, rows, "What a judge could hope for at best", name="Experts"),
    )
    return Section("experts", "Agreement between experts", blocks)
