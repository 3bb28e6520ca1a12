"""Says figures in words: for the top of a report and for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

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
from xpert_studio.records import FEWEST_TASKS, Certificate, Judge
from xpert_studio.report.analysis import Analysis, JudgeFindings
from xpert_studio.report.trend import Between, Validity
from xpert_studio.workflow import Likeness, NearDuplicate

LIKENESS: Final = {
    Likeness.IDENTICAL: "same text",
    Likeness.CONTAINED: "one contains the other",
    Likeness.REORDERED: "same words, other order",
    Likeness.SIMILAR: "nearly the same characters",
    Likeness.ATTACHED: "same attachments, short texts",
}
"""In what a response is nearly the same as an anchor."""


def treatment(found: NearDuplicate) -> str:
    """Whether a near-duplicate of an anchor counts for alignment."""
    return "borderline, counted" if found.is_borderline else "excluded"


_NO_DIFFERENCE: Final = 0.005
"""Differences below this are not shown: they would round to 0.00."""
_MOST_NAMED: Final = 4
_LONGEST: Final = 80


def _mode(judge: Judge) -> str:
    return judge.mode.value.replace("_", "-").capitalize()


def judge_name(judge: Judge) -> str:
    """A judge as a person would name it: model and mode."""
    name = judge.model or judge.id
    return f"{name}, {judge.mode.value.replace('_', '-')}"


def span(interval: Interval | None, digits: int = 2) -> str:
    """An interval in words, or that there is none."""
    return (
        "no interval"
        if interval is None
        else f"{interval[0]:.{digits}f} to {interval[1]:.{digits}f}"
    )


def summary_sentences(analysis: Analysis) -> list[str]:
    """The result in a few sentences."""
    sentences = [_board_sentence(analysis), *_alignment_sentences(analysis)]
    pair = anchored_against_zero_shot(analysis)
    if pair is not None:
        sentences.append(_pair_sentence(analysis, pair))
    if not analysis.aligned():
        sentences.append(
            "How well the judge follows the experts is not known: no gold judgments on what it "
            "has scored."
        )
    return [sentence for sentence in sentences if sentence]


def _board_sentence(analysis: Analysis) -> str:
    best = analysis.aligned() or list(analysis.judges.values())
    if not best:
        return "Nothing has been scored yet."
    board = best[0].leaderboard
    ranked = [standing for standing in board.standings if standing.rank == 1]
    if not ranked:
        return "No system has complete verdicts yet, so none is ranked."
    names = _together([standing.system for standing in ranked])
    verb = "comes first" if len(ranked) == 1 else "share the first place"
    score = f"{100 * (ranked[0].score or 0):.1f}\u00a0%"
    return (
        f"{names} {verb} with {score} of the points "
        f"(95\u00a0% interval {percent_span(ranked[0].interval)}), by {judge_name(best[0].judge)}."
    )


def _together(names: list[str]) -> str:
    """Names in a sentence: a few of many, each of bounded length."""
    listed = [name if len(name) <= _LONGEST else f"{name[:_LONGEST]}…" for name in names]
    if len(listed) > _MOST_NAMED:
        listed = [*listed[: _MOST_NAMED - 1], f"{len(listed) - _MOST_NAMED + 1} others"]
    return " and ".join(filter(None, [", ".join(listed[:-1]), listed[-1]]))


def percent_span(interval: Interval | None) -> str:
    """An interval of shares in words, or that there is none."""
    return (
        "not available"
        if interval is None
        else f"{100 * interval[0]:.1f} to {100 * interval[1]:.1f}\u00a0%"
    )


def _alignment_sentences(analysis: Analysis) -> list[str]:
    found = analysis.aligned()[:2]
    return [f"{alignment_sentence(item)}{_incomplete(item)}" for item in found]


def _incomplete(findings: JudgeFindings) -> str:
    """What evidence is missing, as a further sentence; empty where nothing is."""
    found = findings.alignment
    if found is None or not shortfalls_of(found):
        return ""
    sentence = evidence_sentence(found)
    return f" {sentence[0].upper()}{sentence[1:]}"


def _value(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.2f}"


def alignment_sentence(findings: JudgeFindings) -> str:
    """How one judge follows the experts."""
    found = findings.alignment
    if found is None or not found.n:
        return ""
    cdr = found.rank["cdr"]
    order = (
        f"CDR {cdr.value:.2f} ({span(cdr.interval)}) over {cdr.n} pairs of responses"
        if cdr.value is not None
        else "no pairs of responses to order"
    )
    said = "; ".join(filter(None, (order, _decided_sentence(found), _graded_sentence(found))))
    return f"{judge_name(findings.judge)}: {said}."


def _decided_sentence(found: Alignment) -> str:
    criterion = found.criterion
    accuracy = criterion["accuracy"].value
    if accuracy is None:
        return ""
    return (
        f"κ {_value(criterion['kappa'].value)} "
        f"({span(criterion['kappa'].interval)}), {100 * accuracy:.1f}\u00a0% of "
        f"{criterion.n:,} checkpoints as the experts, where the majority class reaches "
        f"{100 * (criterion['constant_accuracy'].value or 0):.1f}\u00a0%"
    )


def _graded_sentence(found: Alignment) -> str:
    graded = found.graded
    if graded is None or graded["mae"].value is None:
        return ""
    kappa, error = graded["weighted_kappa"], graded["mae"]
    return (
        f"on {graded.n:,} graded checkpoints ({found.scales[-1].scale}) weighted κ "
        f"{_value(kappa.value)} ({span(kappa.interval)}), mean absolute error "
        f"{_value(error.value)} ({span(error.interval)}), where always giving the median reaches "
        f"{_value(graded['constant_mae'].value)}"
    )


ANCHORS_UNKNOWN: Final = (
    "caution, the responses it was shown as anchors are unknown or not in the project, so they "
    "could not be excluded: its alignment may be too good."
)


def caution_sentences(found: Alignment) -> list[str]:
    """What of an alignment is less sure, and why."""
    known = found.figures
    sources = [RANKS, *(PAIRS,) * bool(found.criterion.n), *(GRADES,) * bool(found.scales)]
    metrics = metrics_of(*sources)
    rows = [(one.in_a_sentence, known[one.id].caution, known[one.id].tasks) for one in metrics]
    anchors = [] if found.anchors_known else [ANCHORS_UNKNOWN]
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
        named = "all of them" if len(behind) == known else ", ".join(behind)
        listed = f"{named} ({_tasks(count)})"
    else:
        listed = ", ".join(f"{name} ({_tasks(count)})" for name, count in behind.items())
    if reason == "few tasks":
        return f"few tasks, fewer than {FEW_TASKS}, so intervals may be too narrow: {listed}."
    return (
        f"approximate intervals, with fewer than {SURE_TASKS} tasks behind κ, CDR or a value near "
        f"an end of its scale: {listed}."
    )


def _tasks(count: int) -> str:
    return f"{count:,} task" if count == 1 else f"{count:,} tasks"


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
        (f"{item.second} less {item.first}", item.tests["cdr"].caution, item.tasks)
        for item in comparisons
    ]
    return _by_reason(pairs)


def group_cautions(groups: Sequence[Group]) -> list[str]:
    """Groups whose intervals are less sure."""
    return _by_reason(
        [(group.name, group.figures["kappa"].caution, group.tasks) for group in groups]
    )


def board_scope(board: Leaderboard) -> list[str]:
    """Over which tasks a leaderboard is, where it leaves some out."""
    if not board.left_out:
        return []
    whole = board.tasks + len(board.left_out)
    said = (
        f"{board.tasks:,} of {whole:,} tasks with a rubric and responses. Excluded, as not rated "
        f"by {board.rater}: {_together(list(board.left_out))}."
    )
    return [said]


def board_cautions(board: Leaderboard) -> list[str]:
    """Which intervals of a leaderboard are less sure, and which rows are not comparable."""
    sentences = _by_reason([(row.system, row.caution, row.tasks) for row in board.standings])
    apart = [
        f"{row.system} is not ranked: the judge was shown the experts' judgments of it."
        + (
            f" The experts' own judgments give {100 * row.experts_score:.1f}\u00a0%."
            if row.experts_score is not None
            else ""
        )
        for row in board.standings
        if row.apart is not None
    ]
    return sentences + apart


def evidence_sentence(found: Alignment) -> str:
    """Whether the evidence is enough for a certain statement, and what is missing."""
    missing = shortfalls_of(found)
    return (
        "the evidence is enough for a certain statement."
        if not missing
        else f"not enough evidence for a certain statement: {'; '.join(map(_shortfall, missing))}."
    )


def _shortfall(item: Shortfall) -> str:
    found, needed = item.found, item.needed
    match item.requirement:
        case "tasks" | "pairs":
            return f"{found:.0f} of at least {needed:.0f} {item.requirement}"
        case "kappa":
            return "κ has no interval" if found is None else f"κ may be as low as {found:.2f}"
        case "accuracy":
            lowest = (
                "has no interval" if found is None else f"may be as low as {100 * found:.1f}\u00a0%"
            )
            return f"accuracy {lowest}, and the majority class reaches {100 * needed:.1f}\u00a0%"
        case "weighted_kappa":
            return (
                "weighted κ has no interval"
                if found is None
                else f"weighted κ may be as low as {found:.2f}"
            )
        case "mae":
            most = "has no interval" if found is None else f"may be as high as {found:.2f}"
            return f"mean absolute error {most}, and always giving the median reaches {needed:.2f}"
        case "anchors":
            return "its anchors are unknown"


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
        return f"{_mode(second)} and {_mode(first).lower()} reach the same CDR on the same answers."
    sign = "higher" if moved.value > 0 else "lower"
    verdict = (
        "more than chance explains"
        if moved.is_significant
        else "which these data cannot tell from no difference"
    )
    return (
        f"On the same answers the CDR is {abs(moved.value):.2f} {sign} "
        f"{_mode(second).lower()} than {_mode(first).lower()} "
        f"(interval of the difference {span(moved.interval)}), {verdict}."
    )


_BOUND: Final = {
    "judge": "the judge",
    "prompt": "its prompt",
    "policy": "the grading policy",
    "rubrics": "rubrics",
    "gold": "gold judgments",
    "verdicts": "verdicts",
}


def weakest_sentence(found: Weakest) -> str:
    """Where a judge follows the experts least, and whether that is more than chance."""
    group, contrast = found.group, found.group.contrast if found.group else None
    small = f" {found.too_small} more are too small to tell." if found.too_small else ""
    if not found.compared:
        return (
            f"No tier, dimension or domain has {FEWEST_ANSWERS} answers on {FEWEST_TASKS} tasks, "
            "so none can be compared with the rest."
        )
    among = f"{found.compared} tiers, dimensions and domains compared"
    if group is None or contrast is None:
        return f"No kind of checkpoint lies below the others, of {among}.{small}"
    kappa = _value(group.figures["kappa"].value)
    said = f"{group.by} {group.name}, κ {kappa} on {group.figures.n:,} answers"
    by_how_much = (
        f"{abs(contrast.value or 0):.2f} below everything else ({span(contrast.interval)}, "
        f"corrected {_p(contrast.corrected_p)})"
    )
    if found.is_sure:
        return f"Weakest: {said}, {by_how_much}, of {among}.{_why(found, group)}{small}"
    return (
        f"No kind of checkpoint stands out: the lowest, {said}, is {by_how_much}, which chance "
        f"explains among {among}.{small}"
    )


def _why(found: Weakest, group: Group) -> str:
    """What its errors have in common, as far as that is known."""
    parts = []
    if found.leans is not None:
        sense = "more" if found.leans > 0 else "less"
        points = f"{100 * abs(found.leans):.0f} points"
        parts.append(f" There it says met {points} {sense} often than the experts.")
    if found.is_rare:
        accuracy = 100 * (group.figures["accuracy"].value or 0)
        parts.append(
            f" Yet it answers {accuracy:.1f} % there as the experts do, "
            "not surely less than elsewhere: κ is low because one of the answers is rare."
        )
    return "".join(parts)


def _p(p: float | None) -> str:
    """A probability as it is reported: never as zero."""
    if p is None:
        return "p unknown"
    return "p < 0.001" if p < 0.0005 else f"p = {p:.3f}"


def certificate_sentence(made: Certificate) -> str:
    """That a certificate was made, what its alignment lacks, and what was decided on own work."""
    missing = shortfalls_of_certificate(made)
    said = f"Alignment certified ({made.id})."
    if missing:
        lacks = "; ".join(map(_shortfall, missing))
        said = f"Alignment kept as a certificate ({made.id}), with evidence incomplete: {lacks}."
    return said if made.decided is None else f"{said} {made.decided}"


def validity_sentence(found: Validity) -> str:
    """Whether the last certificate of a judge still holds."""
    made = found.certificate
    if made is None:
        return "Not certified yet: --certify keeps these figures with the hashes of their grounds."
    missing = shortfalls_of_certificate(made)
    how = "Certified" if not missing else "Kept, with evidence incomplete,"
    lacks = f" Missing: {'; '.join(map(_shortfall, missing))}." if missing else ""
    decided = "" if made.decided is None else f" {made.decided}"
    head = f"{how} on {made.made_at:%Y-%m-%d %H:%M} UTC ({made.id})"
    if found.is_current:
        return f"{head}; nothing it is bound to has changed since.{lacks}{decided}"
    changed = ", ".join(_BOUND[name] for name in found.changed)
    return f"{head}; stale, since these have changed: {changed}.{decided}"


def between_sentence(found: Between) -> str:
    """What happened between two certificates, and what that did to the figures."""
    counts = (
        (found.edited, "checkpoint fixed", "checkpoints fixed"),
        (found.reweighted, "checkpoint weighed anew", "checkpoints weighed anew"),
        (found.added, "checkpoint added", "checkpoints added"),
        (found.removed, "checkpoint removed", "checkpoints removed"),
        (found.progress.gold_changed, "gold answer changed", "gold answers changed"),
        (found.asked, "verdict asked for", "verdicts asked for"),
        (found.progress.only_before, "answer without its counterpart", "answers without theirs"),
        (found.progress.only_after, "answer new", "answers new"),
    )
    done = [f"{n:,} {one if n == 1 else many}" for n, one, many in counts if n]
    done += [
        _BOUND[name] + " changed" for name in ("judge", "prompt", "policy") if name in found.changed
    ]
    moved = found.progress
    head = "; ".join(done) or "nothing was changed"
    return (
        f"{head}: on the {moved.n:,} answers that both have, "
        f"CDR {_moved(moved.cdr)}, κ {_moved(moved.kappa)}.{_moved_most(moved.parts)}"
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
    return f" Most moved {part.by} {part.name}: κ {_moved(part.kappa)} on {part.n:,} answers."


def _moved(shift: Shift) -> str:
    if shift.before is None or shift.after is None:
        return "undefined"
    said = f"{shift.before:.2f} → {shift.after:.2f}"
    return f"{said} (difference {span(shift.interval)})" if shift.interval else said
