"""What ``align`` says without ``--full``: the figures that decide, and what keeps them from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xpert_studio.cli.output import Column, Output, figure, interval, percent
from xpert_studio.core.metrics import Alignment, Comparison
from xpert_studio.core.metrics.evidence_floor import lacks_of
from xpert_studio.core.wording import clauses, in_a_row, labelled, listed, number, t, tn, translated
from xpert_studio.report import Analysis, JudgeFindings
from xpert_studio.report.certificate_sentences import validity_sentence
from xpert_studio.report.detail import Detail
from xpert_studio.report.sections.panels import panel_sentences
from xpert_studio.report.sentences import (
    favour_sentence,
    named_together,
    unanswered_sentence,
    weakest_sentence,
)
from xpert_studio.report.trend import Validity


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
    _show_graded(output, aligned)
    for item, detail, _ in looked_at:
        if item.alignment is not None:
            _show_evidence(output, item.judge.id, item.alignment, names_systems=names_systems)
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
    output.table(
        t("Judges against experts"),
        [
            Column("judge"),
            Column("n", number=True),
            Column("κ within", number=True),
            Column("CDR", number=True),
            Column("φ − κ", number=True),
            Column("leniency", number=True),
            Column("accuracy", number=True),
        ],
        [
            (
                name,
                number(one.criterion.n),
                *_within_and_order(one, "kappa_within"),
                figure(one.criterion["phi_gap"].value, 2),
                *(percent(one.criterion[shown].value) for shown in ("leniency", "accuracy")),
            )
            for name, one in judges
        ],
    )
    for said in dict.fromkeys(_reading_nothing(one) for _, one in judges):
        output.say(said)


def _reading_nothing(found: Alignment) -> str:
    """What raters reach that read nothing, on what a judge is compared on."""
    checkpoints, systems = (floor.values["accuracy"] for floor in found.floors)
    values = {"n": number(found.criterion.n), "checkpoints": percent(checkpoints)}
    if systems is None:
        return t(
            "Accuracy of raters that read nothing, on these {n}: {checkpoints} by knowing "
            "checkpoints.",
            **values,
        )
    return t(
        "Accuracy of raters that read nothing, on these {n}: {checkpoints} by knowing "
        "checkpoints, {systems} by knowing systems too.",
        systems=percent(systems),
        **values,
    )


def _show_graded(output: Output, judges: Sequence[tuple[str, Alignment]]) -> None:
    rows = [
        (
            name,
            number(graded.n),
            *_within_and_order(one, "within_correlation"),
            *(figure(graded[shown].value, 2) for shown in ("mae", "bias")),
        )
        for name, one in judges
        if (graded := one.graded) is not None
    ]
    if not rows:
        return
    output.table(
        t("Graded checkpoints"),
        [
            Column("judge"),
            Column("n", number=True),
            Column("r within", number=True),
            Column("CDR", number=True),
            Column("MAE", number=True),
            Column("bias", number=True),
        ],
        rows,
    )


def _within_and_order(found: Alignment, within: str) -> Iterator[str]:
    for name in (within, "cdr"):
        one = found.figures[name]
        span = "–" if one.interval is None else interval(one.interval)
        yield f"{figure(one.value, 2) or '–'} ({span})"


def _show_evidence(output: Output, name: str, found: Alignment, *, names_systems: bool) -> None:
    missing = clauses(map(translated, lacks_of(found)))
    said = (
        t("not enough evidence: {missing}.", missing=missing) if missing else t("enough evidence.")
    )
    few = t("Approximate intervals: few tasks.") if found.cautions.keys() - {"anchors"} else ""
    seen = found.seen(names_systems=names_systems)
    beside = filter(None, (unanswered_sentence(seen), favour_sentence(seen)))
    output.say(labelled(name, in_a_row(filter(None, (said, few)))))
    output.say(*(labelled(name, sentence) for sentence in beside))


def _compared(comparisons: Sequence[Comparison]) -> list[str]:
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
        return [t("{said}.", said=said)]
    return [t("{said} (p corrected): {pairs}.", said=said, pairs=named_together(sure))]


def _is_tested(pair: Comparison, name: str) -> bool:
    return name in pair.tests and pair.tests[name].p is not None


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
