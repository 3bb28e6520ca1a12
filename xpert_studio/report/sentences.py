"""Says figures in words: for the top of a report and for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xpert_studio.judge.providers.registry import EMBEDDED
from xpert_studio.metrics import (
    FEW_TASKS,
    GRADES,
    PAIRS,
    RANKS,
    SURE_TASKS,
    Alignment,
    Caution,
    Comparison,
    Group,
    Interval,
    Leaderboard,
    PartShift,
    Shift,
    Weakest,
    metrics_of,
)
from xpert_studio.metrics.evidence_floor import (
    Shortfall,
    shortfalls_of,
    shortfalls_of_certificate,
)
from xpert_studio.metrics.groups import FEWEST_ANSWERS
from xpert_studio.records import CHECKS, FEWEST_TASKS, Certificate, Judge, SelfDecided
from xpert_studio.report.analysis import Analysis, JudgeFindings
from xpert_studio.report.part_names import MODES, part_name, rater_name, scale_name
from xpert_studio.report.trend import Between, Validity
from xpert_studio.wording import between, clauses, in_a_row, listed, mark, number, spoken, t, tn
from xpert_studio.workflow import Likeness, NearDuplicate

LIKENESS: Final = {
    Likeness.IDENTICAL: mark("same text"),
    Likeness.CONTAINED: mark("one contains the other"),
    Likeness.REORDERED: mark("same words, other order"),
    Likeness.SIMILAR: mark("nearly the same characters"),
    Likeness.ATTACHED: mark("same attachments, short texts"),
}
"""In what a response is nearly the same as an anchor."""


def treatment(found: NearDuplicate) -> str:
    """Whether a near-duplicate of an anchor counts for alignment."""
    return t("borderline, counted") if found.is_borderline else t("excluded")


_NO_DIFFERENCE: Final = 0.005
"""Differences below this are not shown: they would round to 0.00."""
_MOST_NAMED: Final = 4
_COUNTED: Final = {"tasks": mark("tasks"), "pairs": mark("pairs")}
_LONGEST: Final = 80


def _mode(judge: Judge) -> str:
    return t(MODES[judge.mode]).capitalize()


def judge_name(judge: Judge) -> str:
    """A judge as a person would name it: model and mode."""
    is_built_in = (judge.provider, judge.model) == EMBEDDED
    name = t("built-in judge (no LLM)") if is_built_in else judge.model or judge.id
    return listed([name, t(MODES[judge.mode])])


def span(interval: Interval | None, digits: int = 2) -> str:
    """An interval in words, or that there is none."""
    return (
        t("no interval")
        if interval is None
        else between(f"{interval[0]:.{digits}f}", f"{interval[1]:.{digits}f}")
    )


def summary_sentences(analysis: Analysis) -> list[str]:
    """The result in a few sentences."""
    sentences = [_board_sentence(analysis), *_alignment_sentences(analysis)]
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


def _board_sentence(analysis: Analysis) -> str:
    best = analysis.aligned() or list(analysis.judges.values())
    if not best:
        return t("Nothing has been scored yet.")
    board = best[0].leaderboard
    ranked = [standing for standing in board.standings if standing.rank == 1]
    if not ranked:
        return t("No system has complete verdicts yet, so none is ranked.")
    names = _together([standing.system for standing in ranked])
    verb = t("comes first") if len(ranked) == 1 else t("share the first place")
    score = f"{100 * (ranked[0].score or 0):.1f}\u00a0%"
    return t(
        "{names} {verb} with {score} of the points (95 % interval {interval}), by {judge}.",
        names=names,
        verb=verb,
        score=score,
        interval=percent_span(ranked[0].interval),
        judge=judge_name(best[0].judge),
    )


def _together(names: list[str]) -> str:
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
        else t("{part:.1f} to {part2:.1f} %", part=100 * interval[0], part2=100 * interval[1])
    )


def _alignment_sentences(analysis: Analysis) -> list[str]:
    found = analysis.aligned()[:2]
    return [in_a_row(filter(None, (alignment_sentence(item), _incomplete(item)))) for item in found]


def _incomplete(findings: JudgeFindings) -> str:
    """What evidence is missing, as a further sentence; empty where nothing is."""
    found = findings.alignment
    if found is None or not shortfalls_of(found):
        return ""
    sentence = evidence_sentence(found)
    return f"{sentence[0].upper()}{sentence[1:]}"


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
    said = clauses(filter(None, (order, _decided_sentence(found), _graded_sentence(found))))
    return t("{judge}: {said}.", judge=judge_name(findings.judge), said=said)


def _decided_sentence(found: Alignment) -> str:
    criterion = found.criterion
    accuracy = criterion["accuracy"].value
    if accuracy is None:
        return ""
    return t(
        "κ {kappa} ({interval}), {part:.1f} % of {n:,} checkpoints as the experts, "
        "where the majority class reaches {part2:.1f} %",
        kappa=_value(criterion["kappa"].value),
        interval=span(criterion["kappa"].interval),
        part=100 * accuracy,
        n=criterion.n,
        part2=100 * (criterion["constant_accuracy"].value or 0),
    )


def _graded_sentence(found: Alignment) -> str:
    graded = found.graded
    if graded is None or graded["mae"].value is None:
        return ""
    kappa, error = graded["weighted_kappa"], graded["mae"]
    return t(
        "on {n:,} graded checkpoints ({scale}) weighted κ {kappa} ({interval}), mean "
        "absolute error {error} ({interval2}), where always giving the median reaches "
        "{constant_mae}",
        n=graded.n,
        scale=scale_name(found.scales[-1].scale),
        kappa=_value(kappa.value),
        interval=span(kappa.interval),
        error=_value(error.value),
        interval2=span(error.interval),
        constant_mae=_value(graded["constant_mae"].value),
    )


ANCHORS_UNKNOWN: Final = mark(
    "caution, the responses it was shown as anchors are unknown or not in the project, so they "
    "could not be excluded: its alignment may be too good."
)


def caution_sentences(found: Alignment) -> list[str]:
    """What of an alignment is less sure, and why."""
    known = found.figures
    sources = [RANKS, *(PAIRS,) * bool(found.criterion.n), *(GRADES,) * bool(found.scales)]
    metrics = metrics_of(*sources)
    is_english = spoken() == "en"
    rows = [
        (
            one.in_a_sentence if is_english else t(one.head),
            known[one.id].caution,
            known[one.id].tasks,
        )
        for one in metrics
    ]
    anchors = [] if found.anchors_known else [t(ANCHORS_UNKNOWN)]
    return anchors + [sentence[0].lower() + sentence[1:] for sentence in _by_reason(rows)]


def _caution(reason: Caution, behind: dict[str, int], known: int) -> str:
    """One sentence.

    Args:
        reason: Why the intervals are less sure.
        behind: Tasks behind each of the figures or rows it is true of.
        known: How many figures or rows there are.
    """
    counts = set(behind.values())
    if len(counts) == 1:
        count = counts.pop()
        named = t("all of them") if len(behind) == known else listed(behind)
        judges = _with_tasks(named, count)
    else:
        judges = listed(_with_tasks(name, count) for name, count in behind.items())
    if reason == "few tasks":
        return t(
            "few tasks, fewer than {few_tasks}, so intervals may be too narrow: {judges}.",
            few_tasks=FEW_TASKS,
            judges=judges,
        )
    return t(
        "approximate intervals, with fewer than {sure_tasks} tasks behind κ, CDR or a "
        "value near an end of its scale: {judges}.",
        sure_tasks=SURE_TASKS,
        judges=judges,
    )


def _with_tasks(named: str, count: int) -> str:
    return t("{said} ({status})", said=named, status=tn("{n} task", "{n} tasks", count))


def _by_reason(cautions: Sequence[tuple[str, Caution | None, int]]) -> list[str]:
    """Sentences on all figures or rows: name, caution and tasks behind each."""
    by_reason: dict[Caution, dict[str, int]] = {}
    for name, reason, tasks in cautions:
        if reason is not None:
            by_reason.setdefault(reason, {})[name] = tasks
    sentences = [
        _caution(reason, found, len(cautions)) for reason, found in sorted(by_reason.items())
    ]
    return [sentence[0].upper() + sentence[1:] for sentence in sentences]


def comparison_cautions(comparisons: Sequence[Comparison]) -> list[str]:
    """Which comparisons of judges rest on few tasks."""
    pairs = [
        (
            t("{second} less {first}", second=item.second, first=item.first),
            item.tests["cdr"].caution,
            item.tasks,
        )
        for item in comparisons
    ]
    return _by_reason(pairs)


def group_cautions(groups: Sequence[Group]) -> list[str]:
    """Groups whose intervals are less sure."""
    return _by_reason(
        [(group.name, group.figures["kappa"].caution, group.tasks) for group in groups]
    )


BY_PROGRAM: Final = mark(
    "Scores and coverage are over checks and choices alone, which programs decide."
)
"""What a leaderboard of programs is over."""


def board_scope(board: Leaderboard) -> list[str]:
    """Over which tasks and checkpoints a leaderboard is, where it leaves some out."""
    by_program = [t(BY_PROGRAM)] if board.rater == CHECKS else []
    if not board.left_out:
        return by_program
    whole = board.tasks + len(board.left_out)
    said = t(
        "{tasks:,} of {whole:,} tasks with a rubric and responses. Excluded, as not "
        "rated by {rater}: {left_out}.",
        tasks=board.tasks,
        whole=whole,
        rater=rater_name(board.rater),
        left_out=_together(list(board.left_out)),
    )
    return [*by_program, said]


def _apart(system: str, experts_score: float | None) -> str:
    said = t(
        "{system} is not ranked: the judge was shown the experts' judgments of it.", system=system
    )
    if experts_score is None:
        return said
    own = t("The experts' own judgments give {part:.1f} %.", part=100 * experts_score)
    return in_a_row((said, own))


def board_cautions(board: Leaderboard) -> list[str]:
    """Which intervals of a leaderboard are less sure, and which rows are not comparable."""
    sentences = _by_reason([(row.system, row.caution, row.tasks) for row in board.standings])
    apart = [
        _apart(row.system, row.experts_score) for row in board.standings if row.apart is not None
    ]
    return sentences + apart


def evidence_sentence(found: Alignment) -> str:
    """Whether the evidence is enough for a certain statement, and what is missing."""
    missing = shortfalls_of(found)
    return (
        t("the evidence is enough for a certain statement.")
        if not missing
        else t(
            "not enough evidence for a certain statement: {shortfall}.",
            shortfall=clauses(map(_shortfall, missing)),
        )
    )


def _shortfall(item: Shortfall) -> str:
    found, needed = item.found, item.needed
    match item.requirement:
        case "tasks" | "pairs":
            return t(
                "{found:.0f} of at least {needed:.0f} {requirement}",
                found=found,
                needed=needed,
                requirement=t(_COUNTED[item.requirement]),
            )
        case "kappa":
            return (
                t("κ has no interval")
                if found is None
                else t("κ may be as low as {found:.2f}", found=found)
            )
        case "accuracy":
            lowest = (
                t("has no interval")
                if found is None
                else t("may be as low as {part:.1f} %", part=100 * found)
            )
            return t(
                "accuracy {lowest}, and the majority class reaches {part:.1f} %",
                lowest=lowest,
                part=100 * needed,
            )
        case "weighted_kappa":
            return (
                t("weighted κ has no interval")
                if found is None
                else t("weighted κ may be as low as {found:.2f}", found=found)
            )
        case "mae":
            most = (
                t("has no interval")
                if found is None
                else t("may be as high as {found:.2f}", found=found)
            )
            return t(
                "mean absolute error {most}, and always giving the median reaches {needed:.2f}",
                most=most,
                needed=needed,
            )
        case "anchors":
            return t("its anchors are unknown")


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
            "{second} and {lower} reach the same CDR on the same answers.",
            second=_mode(second),
            lower=_mode(first).lower(),
        )
    sign = t("higher") if moved.value > 0 else t("lower")
    verdict = (
        t("more than chance explains")
        if moved.is_significant
        else t("which these data cannot tell from no difference")
    )
    return t(
        "On the same answers the CDR is {moved:.2f} {sign} {lower} than {lower2} "
        "(interval of the difference {interval}), {verdict}.",
        moved=abs(moved.value),
        sign=sign,
        lower=_mode(second).lower(),
        lower2=_mode(first).lower(),
        interval=span(moved.interval),
        verdict=verdict,
    )


_BOUND: Final = {
    "judge": mark("the judge"),
    "prompt": mark("its prompt"),
    "policy": mark("the grading policy"),
    "rubrics": mark("rubrics"),
    "gold": mark("gold judgments"),
    "verdicts": mark("verdicts"),
}


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
            "No tier, dimension or domain has {fewest_answers} answers on {fewest_tasks} "
            "tasks, so none can be compared with the rest.",
            fewest_answers=FEWEST_ANSWERS,
            fewest_tasks=FEWEST_TASKS,
        )
    among = t("{compared} tiers, dimensions and domains compared", compared=found.compared)
    if group is None or contrast is None:
        said = t("No kind of checkpoint lies below the others, of {among}.", among=among)
        return in_a_row(filter(None, (said, small)))
    kappa = _value(group.figures["kappa"].value)
    said = t(
        "{by} {group}, κ {kappa} on {n:,} answers",
        by=t(group.by),
        group=part_name(group.by, group.name),
        kappa=kappa,
        n=group.figures.n,
    )
    by_how_much = t(
        "{contrast:.2f} below everything else ({interval}, corrected {corrected_p})",
        contrast=abs(contrast.value or 0),
        interval=span(contrast.interval),
        corrected_p=_p(contrast.corrected_p),
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


def _why(found: Weakest, group: Group) -> list[str]:
    """What its errors have in common, as far as that is known."""
    parts = []
    if found.leans is not None:
        said = (
            mark("There it says met {points} points more often than the experts.")
            if found.leans > 0
            else mark("There it says met {points} points less often than the experts.")
        )
        parts.append(t(said, points=number(round(100 * abs(found.leans)))))
    if found.is_rare:
        accuracy = 100 * (group.figures["accuracy"].value or 0)
        parts.append(
            t(
                "Yet it answers {accuracy:.1f} % there as the experts do, not surely less than "
                "elsewhere: κ is low because one of the answers is rare.",
                accuracy=accuracy,
            )
        )
    return parts


def _p(p: float | None) -> str:
    """A probability as it is reported: never as zero."""
    if p is None:
        return t("p unknown")
    return "p < 0.001" if p < 0.0005 else t("p = {p:.3f}", p=p)


def certificate_sentence(made: Certificate) -> str:
    """That a certificate was made, what its alignment lacks, and what was decided on own work."""
    missing = shortfalls_of_certificate(made)
    said = t("Alignment certified ({made}).", made=made.id)
    if missing:
        lacks = clauses(map(_shortfall, missing))
        said = t(
            "Alignment kept as a certificate ({made}), with evidence incomplete: {lacks}.",
            made=made.id,
            lacks=lacks,
        )
    return in_a_row(filter(None, (said, decided_words(made.decided))))


def decided_words(found: SelfDecided | None) -> str:
    """What people decided on their own work; empty in a team whose people did not."""
    if not found:
        return ""
    mode = t("This is a solo project: people decide on their own work.") if found.is_solo else ""
    counts = t(
        "Self-accepted tasks: {accepted}. Self-adjudicated judgments: {adjudicated}. "
        "Judgments made while results were open: {unblinded}.",
        accepted=number(found.accepted),
        adjudicated=number(found.adjudicated),
        unblinded=number(found.unblinded),
    )
    return in_a_row(filter(None, (mode, counts)))


def validity_sentence(found: Validity) -> str:
    """Whether the last certificate of a judge still holds."""
    made = found.certificate
    if made is None:
        return t(
            "Not certified yet: --certify keeps these figures with the hashes of their grounds."
        )
    missing = shortfalls_of_certificate(made)
    how = t("Certified") if not missing else t("Kept, with evidence incomplete,")
    more = [
        t("Missing: {shortfall}.", shortfall=clauses(map(_shortfall, missing))) if missing else "",
        decided_words(made.decided),
    ]
    head = t(
        "{how} on {made_at:%Y-%m-%d %H:%M} UTC ({made})",
        how=how,
        made_at=made.made_at,
        made=made.id,
    )
    if found.is_current:
        said = t("{head}; nothing it is bound to has changed since.", head=head)
        return in_a_row(filter(None, (said, *more)))
    changed = listed(t(_BOUND[name]) for name in found.changed)
    said = t("{head}; stale, since these have changed: {changed}.", head=head, changed=changed)
    return in_a_row(filter(None, (said, more[-1])))


def between_sentence(found: Between) -> str:
    """What happened between two certificates, and what that did to the figures."""
    counts = (
        (found.edited, tn("{n} checkpoint fixed", "{n} checkpoints fixed", found.edited)),
        (
            found.reweighted,
            tn("{n} checkpoint reweighted", "{n} checkpoints reweighted", found.reweighted),
        ),
        (found.added, tn("{n} checkpoint added", "{n} checkpoints added", found.added)),
        (found.removed, tn("{n} checkpoint removed", "{n} checkpoints removed", found.removed)),
        (
            found.progress.gold_changed,
            tn(
                "{n} gold judgment changed",
                "{n} gold judgments changed",
                found.progress.gold_changed,
            ),
        ),
        (found.asked, tn("{n} verdict requested", "{n} verdicts requested", found.asked)),
        (
            found.progress.only_before,
            tn(
                "{n} verdict without its pair",
                "{n} verdicts without theirs",
                found.progress.only_before,
            ),
        ),
        (
            found.progress.only_after,
            tn("{n} new verdict", "{n} new verdicts", found.progress.only_after),
        ),
    )
    done = [words for n, words in counts if n]
    done += [
        t("{part} changed", part=t(_BOUND[name]))
        for name in ("judge", "prompt", "policy")
        if name in found.changed
    ]
    moved = found.progress
    head = clauses(done) or t("nothing was changed")
    return t(
        "{head}: on the {n:,} answers that both have, CDR {cdr}, κ {kappa}.{parts}",
        head=head,
        n=moved.n,
        cdr=_moved(moved.cdr),
        kappa=_moved(moved.kappa),
        parts=_moved_most(moved.parts),
    )


def _moved_most(parts: Sequence[PartShift]) -> str:
    """Where it came from: the tier, dimension or domain that moved most, and surely."""
    sure = [
        (abs(part.kappa.difference), part)
        for part in parts
        if part.by != "system"
        and part.kappa.difference is not None
        and part.kappa.interval is not None
        and not part.kappa.interval[0] <= 0 <= part.kappa.interval[1]
    ]
    if not sure:
        return ""
    _, part = max(sure, key=lambda pair: pair[0])
    return " " + t(
        "Most moved {by} {part}: κ {kappa} on {n:,} answers.",
        by=t(part.by),
        part=part_name(part.by, part.name),
        kappa=_moved(part.kappa),
        n=part.n,
    )


def _moved(shift: Shift) -> str:
    if shift.before is None or shift.after is None:
        return t("undefined")
    said = f"{shift.before:.2f} → {shift.after:.2f}"
    return (
        t("{said} (difference {interval})", said=said, interval=span(shift.interval))
        if shift.interval
        else said
    )
