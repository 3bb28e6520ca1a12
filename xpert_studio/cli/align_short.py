"""What ``align`` says without ``--full``: the figures that decide, and what keeps them from it."""

from __future__ import annotations

from collections.abc import Sequence

from xpert_studio.cli.output import Column, Output, figure, interval, percent
from xpert_studio.metrics import Alignment, Comparison
from xpert_studio.metrics.evidence_floor import said_shortfalls, shortfalls_of
from xpert_studio.report import Analysis, JudgeFindings
from xpert_studio.report.certificate_sentences import validity_sentence
from xpert_studio.report.detail import Detail
from xpert_studio.report.sections.panels import panel_sentences
from xpert_studio.report.sentences import weakest_sentence
from xpert_studio.report.trend import Validity
from xpert_studio.wording import clauses, in_a_row, labelled, listed, number, t, tn, translated


def show_short(
    output: Output,
    analysis: Analysis,
    looked_at: Sequence[tuple[JudgeFindings, Detail, Validity]],
    *,
    names_systems: bool,
) -> None:
    """The judges, the best first.

    Args:
        output: Where to.
        analysis: The figures.
        looked_at: The judges with an alignment, where they fail, and their certificates.
        names_systems: Whether systems may be named.
    """
    aligned = [
        (item.judge.id, item.alignment) for item, *_ in looked_at if item.alignment is not None
    ]
    _show_decided(output, [(name, one) for name, one in aligned if one.criterion.n])
    _show_graded(output, [(name, one) for name, one in aligned if one.graded is not None])
    for item, detail, _ in looked_at:
        if item.alignment is not None:
            _show_evidence(output, item.judge.id, item.alignment)
        if item.panel is not None:
            output.say(*panel_sentences(item.panel, names_systems=names_systems))
        if detail.weakest.is_sure:
            output.say(labelled(item.judge.id, weakest_sentence(detail.weakest)))
    output.say(*_compared(analysis.comparisons))
    if analysis.agreement is not None and analysis.agreement.items:
        alpha = analysis.agreement.figures["alpha"]
        output.say(
            t(
                "Experts among themselves: Krippendorff's α {alpha} on {checkpoints}.",
                alpha=figure(alpha.value),
                checkpoints=tn("{n} checkpoint", "{n} checkpoints", analysis.agreement.items),
            )
        )
    _show_certificates(output, [(item.judge.id, found) for item, _, found in looked_at])


def _show_decided(output: Output, judges: Sequence[tuple[str, Alignment]]) -> None:
    if not judges:
        return
    rows = []
    for name, one in judges:
        figures, reads_nothing = one.figures, [floor.values["accuracy"] for floor in one.floors]
        within, order = figures["kappa_within"], figures["cdr"]
        rows.append(
            (
                name,
                number(one.criterion.n),
                number(one.criterion.clusters),
                figure(within.value, 2),
                interval(within.interval),
                figure(order.value, 2),
                interval(order.interval),
                figure(figures["phi_gap"].value, 2),
                percent(figures["leniency"].value),
                *map(percent, (figures["accuracy"].value, *reads_nothing)),
            )
        )
    output.table(
        t("Judges against experts; on the right the accuracy of raters that read nothing"),
        [
            Column("judge"),
            Column("n", number=True),
            Column("clusters", number=True),
            Column("κ within", number=True),
            Column("interval", number=True),
            Column("CDR", number=True),
            Column("interval", number=True),
            Column("φ − κ", number=True),
            Column("leniency", number=True),
            Column("accuracy", number=True),
            Column("knows checkpoints", number=True),
            Column("and systems", number=True),
        ],
        rows,
    )


def _show_graded(output: Output, judges: Sequence[tuple[str, Alignment]]) -> None:
    if not judges:
        return
    rows = []
    for name, one in judges:
        graded, order = one.graded, one.rank["cdr"]
        if graded is None:
            continue
        within = graded["within_correlation"]
        rows.append(
            (
                name,
                number(graded.n),
                number(graded.clusters),
                figure(within.value, 2),
                interval(within.interval),
                figure(order.value, 2),
                interval(order.interval),
                figure(graded["mae"].value, 2),
                figure(graded["bias"].value, 2),
            )
        )
    output.table(
        t("Graded checkpoints"),
        [
            Column("judge"),
            Column("n", number=True),
            Column("clusters", number=True),
            Column("r within", number=True),
            Column("interval", number=True),
            Column("CDR", number=True),
            Column("interval", number=True),
            Column("MAE", number=True),
            Column("bias", number=True),
        ],
        rows,
    )


def _show_evidence(output: Output, name: str, found: Alignment) -> None:
    missing = shortfalls_of(found)
    said = (
        t("not enough evidence: {missing}.",
          missing=clauses(map(translated, said_shortfalls(missing))))
        if missing
        else t("enough evidence.")
    )  # fmt: skip
    few = t("Approximate intervals: few tasks.") if found.cautions.keys() - {"anchors"} else ""
    output.say(labelled(name, in_a_row(filter(None, (said, few)))))


def _compared(comparisons: Sequence[Comparison]) -> list[str]:
    """How many judges differ, by what they are compared by first."""
    tests = [
        (pair, test)
        for pair in comparisons
        if (test := pair.tests.get("kappa_within") or pair.tests.get("within_correlation"))
    ]
    if not tests:
        return []
    sure = [
        t("{first} and {second}", first=pair.first, second=pair.second)
        for pair, test in tests
        if test.is_significant
    ]
    said = tn(
        "Of {all} pair of judges {n} differs in agreement within checkpoints",
        "Of {all} pairs of judges {n} differ in agreement within checkpoints",
        len(sure),
        all=number(len(tests)),
    )
    return [t("{said} (p corrected): {pairs}.", said=said, pairs=listed(sure[:3])) if sure
            else t("{said}.", said=said)]  # fmt: skip


def _show_certificates(output: Output, judges: Sequence[tuple[str, Validity]]) -> None:
    output.say(*(labelled(name, validity_sentence(one)) for name, one in judges if one.certificate))
    without = [name for name, one in judges if one.certificate is None]
    if without:
        output.say(
            t(
                "Not certified yet: {judges}. --certify keeps these figures with the hashes of "
                "their grounds.",
                judges=listed(without),
            )
        )
