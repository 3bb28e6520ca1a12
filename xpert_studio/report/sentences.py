"""Says figures in words: for the top of a report and for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from xpert_studio.core.judge.providers.registry import EMBEDDED
from xpert_studio.core.metrics import (
    Alignment,
    Comparison,
    ExpertAgreement,
    Group,
    Interval,
    Leaderboard,
    Weakest,
)
from xpert_studio.core.metrics.evidence_floor import (
    lacks_of,
    said_shortfalls,
    shortfalls_of,
)
from xpert_studio.core.metrics.groups import FEWEST_ANSWERS
from xpert_studio.core.records import FEWEST_TASKS, JUDGE_MODES, Judge, Panel
from xpert_studio.core.wording import (
    between,
    clauses,
    figure,
    in_a_row,
    listed,
    mark,
    number,
    percent,
    percent_sign,
    t,
    tn,
    translated,
)
from xpert_studio.core.workflow.near_duplicates import Likeness, NearDuplicate
from xpert_studio.report.analysis import Analysis, JudgeFindings
from xpert_studio.report.blocks import SPACE
from xpert_studio.report.part_names import panel_name, part_name, scale_name
from xpert_studio.report.ties import Tie

LIKENESS: Final = {
    Likeness.IDENTICAL: mark("same text"),
    Likeness.CONTAINED: mark("one contains the other"),
    Likeness.REORDERED: mark("same words, other order"),
    Likeness.SIMILAR: mark("nearly the same characters"),
    Likeness.ATTACHED: mark("same attachments, short texts"),
}
"""In what a response is nearly the same as an anchor."""


def treatment(near_duplicate: NearDuplicate) -> str:
    """Whether a near-duplicate of an anchor counts for alignment."""
    return t("borderline, counted") if near_duplicate.is_borderline else t("excluded")


_NO_DIFFERENCE: Final = 0.005
"""Differences below this are not shown: they would round to 0.00."""
_MOST_NAMED: Final = 4
_LONGEST: Final = 80


def _mode(judge: Judge) -> str:
    return JUDGE_MODES.title(judge.mode).capitalize()


def judge_name(judge: Judge) -> str:
    """A judge as a person would name it: model and mode; a panel by its rule."""
    panel = Panel.of(judge)
    if panel is not None:
        return panel_name(panel)
    is_built_in = (judge.provider, judge.model) == EMBEDDED
    name = t("built-in judge (no LLM)") if is_built_in else judge.model or judge.id
    return listed([name, JUDGE_MODES.title(judge.mode)])


def told_apart(judges: Sequence[Judge]) -> list[str]:
    """Names of several judges in a list; those that would be the same say their ids too."""
    names = [judge_name(judge) for judge in judges]
    names = [
        name[:1].upper() + name[1:] if Panel.of(judge) else name
        for name, judge in zip(names, judges, strict=True)
    ]
    return [
        f"{name} · {judge.id}" if names.count(name) > 1 else name
        for name, judge in zip(names, judges, strict=True)
    ]


def span(interval: Interval | None, digits: int = 2) -> str:
    """An interval in words, or that there is none."""
    return (
        t("no interval")
        if interval is None
        else between(*(figure(end, digits) for end in interval))
    )


def summary_sentences(analysis: Analysis) -> list[str]:
    """How judges follow the experts, in a few sentences."""
    sentences = _alignment_sentences(analysis)
    pair = anchored_against_zero_shot(analysis)
    if pair is not None:
        sentences.append(_pair_sentence(analysis, pair))
    if not analysis.aligned():
        sentences.append(
            t(
                "How well the judge follows the experts is not known: no gold judgments on what it "
                "has scored."
            )
        )
    return [sentence for sentence in sentences if sentence]


def board_sentence(board: Leaderboard, ties: Mapping[str, Tie], who: str) -> str:
    """Which system leads a board, by how much, and whether it can be told from the next.

    Args:
        board: It.
        ties: Which ranked systems cannot be told apart.
        who: The rater in words.
    """
    rows = [row for row in board.standings if row.rank is not None]
    if not rows:
        return t("No system has complete verdicts yet, so none is ranked.")
    first = [row.system for row in rows if row.rank == 1]
    verb = t("has the highest score,") if len(first) == 1 else t("share the highest score,")
    said = t(
        "{names} {verb} {score} of the points (95 % interval {interval}), by {judge}{told}.",
        names=named_together(first),
        verb=verb if len(rows) > 1 else t("has"),
        score=f"{100 * (rows[0].score or 0):.1f}{percent_sign(SPACE)}",
        interval=percent_span(rows[0].interval),
        judge=who,
        told=_told_apart(ties, first),
    )
    left = rows[0].abstained
    more = [t("{share} of its checkpoints are abstentions.", share=percent(left))] if left else []
    return in_a_row((said, *more))


def trust_sentence(analysis: Analysis, findings: JudgeFindings | None) -> str:
    """How far a rater can be trusted, in a line; empty where nothing is known.

    Args:
        analysis: All figures.
        findings: Of the judge; None for the experts.
    """
    if findings is None:
        return experts_sentence(analysis.agreement)
    if findings.alignment is None:
        return t(
            "How well this judge follows the experts is not known: no gold judgments on what it "
            "has scored."
        )
    found = findings.alignment
    return t(
        "This judge against the experts: {figures}; {evidence}.",
        figures=_deciding(found),
        evidence=_evidence(found),
    )


def verdict_on(findings: JudgeFindings) -> str:
    """What can be said of a judge, as far as the evidence holds it; it has an alignment."""
    found = findings.alignment
    assert found is not None  # noqa: S101 - see above
    said = (
        mark("The evidence does not say yet whether {judge} follows the experts: {figures}.")
        if lacks_of(found)
        else mark("{judge} follows the experts: {figures}.")
    )
    return t(said, judge=judge_name(findings.judge), figures=_deciding(found))


def _deciding(alignment: Alignment) -> str:
    """The figures that decide about a judge, with their intervals."""
    within = "kappa_within" if alignment.criterion.n else "within_correlation"
    heads = {
        "kappa_within": t("κ within checkpoints"),
        "within_correlation": t("correlation within checkpoints"),
        "cdr": t("CDR"),
    }
    return listed(
        t(
            "{figure} {value} ({interval})",
            figure=heads[name],
            value=_value(one.value),
            interval=span(one.interval),
        )
        for name in (within, "cdr")
        if (one := alignment.figures.get(name)) is not None
    )


def _evidence(alignment: Alignment) -> str:
    missing = [translated(one) for one in lacks_of(alignment)]
    if not missing:
        return t("enough evidence")
    said = t("evidence incomplete: {missing}", missing=clauses(missing[:_MOST_LACKS]))
    more = len(missing) - _MOST_LACKS
    return t("{said}, and {n} more", said=said, n=more) if more > 0 else said


_MOST_LACKS: Final = 2


def experts_sentence(found: ExpertAgreement | None) -> str:
    """How well experts agree among themselves, in a line; empty where no two judged the same."""
    if found is None or not found.items:
        return ""
    alpha = found.figures["alpha"]
    return t(
        "Experts among themselves: Krippendorff's α {alpha} ({interval}) on {checkpoints} judged "
        "by more than one.",
        alpha=_value(alpha.value),
        interval=span(alpha.interval),
        checkpoints=tn("{n} checkpoint", "{n} checkpoints", found.items),
    )


def _told_apart(ties: Mapping[str, Tie], first: list[str]) -> str:
    """Whether these tasks tell the first from the next, as the end of a sentence."""
    group = ties[first[0]].group if first[0] in ties else None
    others = [name for name, tie in ties.items() if tie.group == group and name not in first]
    if others:
        return t("; these tasks cannot tell it from {systems}", systems=named_together(others))
    return t(", and can be told from all others") if len(ties) > len(first) else ""


def named_together(names: list[str]) -> str:
    """Names in a sentence: a few of many, each of bounded length."""
    named = [name if len(name) <= _LONGEST else f"{name[:_LONGEST]}…" for name in names]
    if len(named) > _MOST_NAMED:
        named = [*named[: _MOST_NAMED - 1], t("{n} others", n=len(named) - _MOST_NAMED + 1)]
    before = listed(named[:-1])
    return t("{before} and {last}", before=before, last=named[-1]) if before else named[-1]


def percent_span(interval: Interval | None) -> str:
    """An interval of shares in words, or that there is none."""
    return (
        t("not available")
        if interval is None
        else t(
            "{part:.1f} to {part_high:.1f} %", part=100 * interval[0], part_high=100 * interval[1]
        )
    )


def _alignment_sentences(analysis: Analysis) -> list[str]:
    found = analysis.aligned()[:2]
    return [
        in_a_row((verdict_on(item), *_beside(item.alignment))) for item in found if item.alignment
    ]


def _beside(alignment: Alignment) -> Iterator[str]:
    """What belongs beside the figures of a judge: what is unanswered, and evidence that lacks."""
    lacks = evidence_sentence(alignment) if shortfalls_of(alignment) else ""
    for sentence in (unanswered_sentence(alignment), favour_sentence(alignment), lacks):
        if sentence:
            yield f"{sentence[0].upper()}{sentence[1:]}"


def _value(value: float | None) -> str:
    return t("undefined") if value is None else f"{value:.2f}"


def alignment_sentence(findings: JudgeFindings) -> str:
    """How one judge follows the experts."""
    found = findings.alignment
    if found is None or not found.n:
        return ""
    cdr = found.rank["cdr"]
    order = (
        t(
            "CDR {cdr:.2f} ({interval}) over {pairs}",
            cdr=cdr.value,
            interval=span(cdr.interval),
            pairs=tn("{n} pair of responses", "{n} pairs of responses", cdr.n),
        )
        if cdr.value is not None
        else t("no pairs of responses to order")
    )
    return t(
        "{judge}: {said}.",
        judge=judge_name(findings.judge),
        said=clauses(filter(None, (order, _decided_sentence(found), _graded_sentence(found)))),
    )


def _decided_sentence(alignment: Alignment) -> str:
    criterion = alignment.criterion
    accuracy = criterion["accuracy"].value
    if accuracy is None:
        return ""
    within = criterion["kappa_within"]
    said = t(
        "κ within checkpoints {kappa} ({interval}), {part:.1f} % of {n:,} checkpoints as the "
        "experts",
        kappa=_value(within.value),
        interval=span(within.interval),
        part=100 * accuracy,
        n=criterion.n,
    )
    reached = [floor.values.get("accuracy") for floor in alignment.floors]
    if len(reached) > 1 and reached[0] is not None:
        said += t(
            ", where a rater that reads nothing reaches {part:.1f} % if it knows how often each "
            "checkpoint is met",
            part=100 * reached[0],
        )
        if reached[1] is not None:
            said += t(
                ", and {part:.1f} % if it knows that of each system too", part=100 * reached[1]
            )
    return said


def _graded_sentence(alignment: Alignment) -> str:
    graded = alignment.graded
    if graded is None or graded["mae"].value is None:
        return ""
    within, error = graded["within_correlation"], graded["mae"]
    return t(
        "on {n:,} graded checkpoints ({scale}) correlation within checkpoints {within} "
        "({interval}; {floor} for a rater that reads nothing but knows checkpoints and systems), "
        "mean absolute error {error} ({error_interval}), where always giving the median reaches "
        "{constant_mae}",
        n=graded.n,
        scale=scale_name(alignment.scales[-1].scale),
        floor=_value(
            alignment.floors[-1].values.get("within_correlation") if alignment.floors else None
        ),
        within=_value(within.value),
        interval=span(within.interval),
        error=_value(error.value),
        error_interval=span(error.interval),
        constant_mae=_value(graded["constant_mae"].value),
    )


def unanswered_sentence(alignment: Alignment) -> str:
    """What experts or judge left unanswered, and the figures with it as disagreements.

    Empty where they decided all.
    """
    said, strict = alignment.unanswered, alignment.strict
    if said is None or strict is None:
        return ""
    within = "kappa_within" if strict.criterion.n else "within_correlation"
    cdr, kappa = (strict.figures[name] for name in ("cdr", within))
    return t(
        "{share} of {n} that experts judged are undecided ({span}; abstentions of experts "
        "{experts}, of the judge {judge}; no verdict {missing}{most}); with these as "
        "disagreements CDR {cdr}, {within} {kappa}.",
        share=percent(said.share.value),
        n=tn("{n} checkpoint", "{n} checkpoints", said.share.n),
        span=percent_span(said.share.interval),
        experts=number(said.experts),
        judge=number(said.judge),
        missing=number(said.missing),
        most=(
            t("; of {system} {most}", system=said.system[0], most=percent(said.system[1]))
            if said.system
            else ""
        ),
        cdr=figure(cdr.value),
        within=t("κ within checkpoints")
        if within == "kappa_within"
        else t("correlation within checkpoints"),
        kappa=figure(kappa.value),
    )


def favour_sentence(alignment: Alignment) -> str:
    """That a judge favours a system, or the opposite, the one most of all; empty for none."""
    if not alignment.favours:
        return ""
    one = alignment.favours[0]
    value, (low, high) = one.by.value or 0.0, one.by.interval or (0.0, 0.0)
    said = (
        mark(
            "the judge favours {system} by {points} points beyond the other systems "
            "({span}; corrected {p})."
        )
        if value > 0
        else mark(
            "the judge puts {system} at a disadvantage, by {points} points beyond the other "
            "systems ({span}; corrected {p})."
        )
    )
    ends = sorted(100 * abs(end) for end in (low, high))
    return t(
        said,
        system=one.system,
        points=number(round(100 * abs(value))),
        span=between(f"{ends[0]:.0f}", f"{ends[1]:.0f}"),
        p=p_words(one.by.reported_p),
    )


def evidence_sentence(alignment: Alignment) -> str:
    """Whether the evidence is enough for a certain statement, and what is missing."""
    missing = shortfalls_of(alignment)
    return (
        t("the evidence is enough for a certain statement.")
        if not missing
        else t(
            "not enough evidence for a certain statement: {shortfall}.",
            shortfall=clauses(map(translated, said_shortfalls(missing))),
        )
    )


def anchored_against_zero_shot(analysis: Analysis) -> Comparison | None:
    """The comparison of a judge's two modes, where both were run: same model, other mode."""
    for comparison in analysis.comparisons:
        first = analysis.judges[comparison.first].judge
        second = analysis.judges[comparison.second].judge
        same = (first.provider, first.model) == (second.provider, second.model)
        if same and first.mode is not second.mode:
            return comparison
    return None


def _pair_sentence(analysis: Analysis, pair: Comparison) -> str:
    first = analysis.judges[pair.first].judge
    second = analysis.judges[pair.second].judge
    moved = pair.tests["cdr"]
    if moved.value is None:
        return ""
    if abs(moved.value) < _NO_DIFFERENCE:
        return t(
            "{mode} and {other_mode} reach the same CDR on the same answers.",
            mode=_mode(second),
            other_mode=_mode(first).lower(),
        )
    return t(
        "On the same answers the CDR is {moved:.2f} {sign} {mode} than {other_mode} "
        "(interval of the difference {interval}), {verdict}.",
        moved=abs(moved.value),
        sign=t("higher") if moved.value > 0 else t("lower"),
        mode=_mode(second).lower(),
        other_mode=_mode(first).lower(),
        interval=span(moved.interval),
        verdict=(
            t("more than chance explains")
            if moved.is_significant
            else t("which these data cannot tell from no difference")
        ),
    )


def weakest_sentence(found: Weakest) -> str:
    """Where a judge follows the experts least, and whether that is more than chance."""
    group, contrast = found.group, found.group.contrast if found.group else None
    small = (
        t("{too_small} more are too small to tell.", too_small=found.too_small)
        if found.too_small
        else ""
    )
    if not found.compared:
        return t(
            "No tier, dimension or domain can be compared with the rest: it takes two of a kind, "
            "{fewest_answers} answers on {fewest_tasks} tasks in one, and answers that differ.",
            fewest_answers=FEWEST_ANSWERS,
            fewest_tasks=FEWEST_TASKS,
        )
    among = t("{compared} tiers, dimensions and domains compared", compared=found.compared)
    if group is None or contrast is None:
        said = t("No kind of checkpoint lies below the others, of {among}.", among=among)
        return in_a_row(filter(None, (said, small)))
    said = t(
        "{by} {group}, κ {kappa} on {n:,} answers",
        by=t(group.by),
        group=part_name(group.by, group.name),
        kappa=_value(group.figures["kappa"].value),
        n=group.figures.n,
    )
    by_how_much = t(
        "{contrast:.2f} below everything else ({interval}, corrected {corrected_p})",
        contrast=abs(contrast.value or 0),
        interval=span(contrast.interval),
        corrected_p=p_words(contrast.corrected_p),
    )
    if found.is_sure:
        weakest = t(
            "Weakest: {said}, {by_how_much}, of {among}.",
            said=said,
            by_how_much=by_how_much,
            among=among,
        )
        return in_a_row(filter(None, (weakest, *_why(found, group), small)))
    lowest = t(
        "No kind of checkpoint stands out: the lowest, {said}, is {by_how_much}, which "
        "chance explains among {among}.",
        said=said,
        by_how_much=by_how_much,
        among=among,
    )
    return in_a_row(filter(None, (lowest, small)))


def _why(weakest: Weakest, group: Group) -> list[str]:
    """What its errors have in common, as far as that is known."""
    parts = []
    if weakest.leans is not None:
        said = (
            mark("There it says met {points} points more often than the experts.")
            if weakest.leans > 0
            else mark("There it says met {points} points less often than the experts.")
        )
        parts.append(t(said, points=number(round(100 * abs(weakest.leans)))))
    if weakest.is_rare:
        parts.append(
            t(
                "Yet it answers {accuracy:.1f} % there as the experts do, not surely less than "
                "elsewhere: κ is low because one of the answers is rare.",
                accuracy=100 * (group.figures["accuracy"].value or 0),
            )
        )
    return parts


def p_words(p: float | None) -> str:
    """A probability as it is reported: never as zero."""
    if p is None:
        return t("p unknown")
    return "p < 0.001" if p < 0.0005 else t("p = {p:.3f}", p=p)
