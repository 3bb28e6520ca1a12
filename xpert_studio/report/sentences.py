"""Says figures in words: for the top of a report and for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from xpert_studio.metrics import Comparison, Interval, Shift, Weakest
from xpert_studio.metrics.groups import FEWEST_ANSWERS, FEWEST_TASKS, Group

if TYPE_CHECKING:
    from xpert_studio.metrics.progress import PartShift
    from xpert_studio.records import Judge
    from xpert_studio.report.analysis import Analysis, JudgeFindings
    from xpert_studio.report.over_time import Between, Validity


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
    if interval is None:
        return "no interval"
    return f"{interval[0]:.{digits}f} to {interval[1]:.{digits}f}"


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
    if interval is None:
        return "not available"
    return f"{100 * interval[0]:.1f} to {100 * interval[1]:.1f}\u00a0%"


def _alignment_sentences(analysis: Analysis) -> list[str]:
    return [alignment_sentence(findings) for findings in analysis.aligned()[:2]]


def alignment_sentence(findings: JudgeFindings) -> str:
    """How one judge follows the experts."""
    found = findings.alignment
    if found is None or found.criterion.accuracy is None:
        return ""
    criterion, rank = found.criterion, found.rank
    order = (
        f"CDR {rank.cdr:.2f} ({span(rank.interval)}) over {rank.pairs} pairs of responses"
        if rank.cdr is not None
        else "no pairs of responses to order"
    )
    kappa = "undefined" if criterion.kappa is None else f"{criterion.kappa:.2f}"
    return (
        f"{judge_name(findings.judge)}: {order}; κ {kappa} "
        f"({span(criterion.kappa_interval)}), {100 * (criterion.accuracy or 0):.1f}\u00a0% of "
        f"{criterion.n:,} checkpoints as the experts, where a constant answer reaches "
        f"{100 * (criterion.constant_accuracy or 0):.1f}\u00a0%."
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
    if pair.cdr_difference is None:
        return ""
    if abs(pair.cdr_difference) < _NO_DIFFERENCE:
        return f"{_mode(second)} and {_mode(first).lower()} reach the same CDR on the same answers."
    sign = "higher" if pair.cdr_difference > 0 else "lower"
    if pair.cdr_interval is not None and pair.cdr_interval[0] <= 0 <= pair.cdr_interval[1]:
        verdict = "which these data cannot tell from no difference"
    else:
        verdict = "more than resampling the tasks explains"
    return (
        f"On the same answers the CDR is {abs(pair.cdr_difference):.2f} {sign} "
        f"{_mode(second).lower()} than {_mode(first).lower()} "
        f"(interval of the difference {span(pair.cdr_interval)}), {verdict}."
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
            "so none can be held against the others."
        )
    among = f"{found.compared} tiers, dimensions and domains compared"
    if group is None or contrast is None:
        return f"No kind of checkpoint lies below the others, of {among}.{small}"
    said = f"{group.by} {group.name}, κ {group.figures.kappa:.2f} on {group.figures.n:,} answers"
    by_how_much = (
        f"{abs(contrast.difference):.2f} below everything else ({span(contrast.interval)}, "
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
        parts.append(
            f" Yet it answers {100 * (group.figures.accuracy or 0):.1f} % there as the experts do, "
            "not surely less than elsewhere: κ is low because one of the answers is rare."
        )
    return "".join(parts)


def _p(p: float | None) -> str:
    """A probability as it is reported: never as zero."""
    if p is None:
        return "p unknown"
    return "p < 0.001" if p < 0.0005 else f"p = {p:.3f}"


def validity_sentence(found: Validity) -> str:
    """Whether the last certificate of a judge still holds."""
    made = found.certificate
    if made is None:
        return "Not certified yet: --certify keeps these figures with the hashes of their grounds."
    head = f"Certified on {made.made_at:%Y-%m-%d %H:%M} UTC ({made.id})"
    if found.is_current:
        return f"{head}; nothing it is bound to has changed since."
    changed = ", ".join(_BOUND[name] for name in found.changed)
    return f"{head}; stale, since these have changed: {changed}."


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
