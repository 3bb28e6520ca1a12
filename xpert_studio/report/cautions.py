"""What makes figures less sure, and what a leaderboard leaves out, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from xpert_studio.core.metrics import (
    FEW_TASKS,
    GRADES,
    PAIRS,
    RANKS,
    SURE_AT_AN_END,
    SURE_TASKS,
    Alignment,
    Caution,
    Comparison,
    Figures,
    Group,
    Leaderboard,
    metrics_of,
)
from xpert_studio.core.metrics.leaderboard import Gap
from xpert_studio.core.records import CHECKS
from xpert_studio.core.wording import in_a_row, listed, mark, number, short, spoken, t, tn
from xpert_studio.report.analysis import Analysis
from xpert_studio.report.part_names import part_name, rater_name
from xpert_studio.report.sentences import (
    favour_sentence,
    named_together,
    unanswered_sentence,
)

ANCHORS_UNKNOWN: Final = mark(
    "caution, the responses it was shown as anchors are unknown or not in the project, so they "
    "could not be excluded: its alignment may be too good."
)


def caution_sentences(alignment: Alignment) -> list[str]:
    """What of an alignment is less sure, and why."""
    known = alignment.figures
    sources = [RANKS, *(PAIRS,) * bool(alignment.criterion.n), *(GRADES,) * bool(alignment.scales)]
    metrics = metrics_of(*sources)
    is_english = spoken() == "en"
    rows = [
        (
            metric.in_a_sentence if is_english else t(metric.head),
            known[metric.id].caution if known[metric.id].interval else None,
            known[metric.id].tasks,
        )
        for metric in metrics
    ]
    behind = [
        one for one in (alignment.rank, alignment.criterion, alignment.graded) if one and one.n
    ]
    families = any(one.clusters < one.tasks for one in behind)
    anchors = [] if alignment.anchors_known else [t(ANCHORS_UNKNOWN)]
    anchors += [unanswered_sentence(alignment)] if alignment.unanswered is not None else []
    anchors += [favour_sentence(alignment)] if alignment.favours else []
    return anchors + [
        sentence[0].lower() + sentence[1:] for sentence in _by_reason(rows, families=families)
    ]


def _caution(reason: Caution, behind: dict[str, int], known: int, *, families: bool) -> str:
    """One sentence.

    Args:
        reason: Why the intervals are less sure.
        behind: Tasks behind each of the figures or rows it is true of.
        known: How many figures or rows there are.
        families: Whether it is families of tasks that are counted.
    """
    counts = set(behind.values())
    if len(counts) == 1:
        count = counts.pop()
        judges = _with_tasks(
            named=t("all of them") if len(behind) == known else listed(behind),
            count=count,
            families=families,
        )
    else:
        judges = listed(
            _with_tasks(name, count, families=families) for name, count in behind.items()
        )
    if reason == "few tasks":
        return t(
            "few tasks, fewer than {few_tasks}, so intervals may be too narrow: {judges}.",
            few_tasks=FEW_TASKS,
            judges=judges,
        )
    return t(
        "approximate intervals, with fewer than {sure_tasks} tasks behind κ, CDR or a "
        "value near an end of its scale ({many} at the end): {judges}.",
        sure_tasks=SURE_TASKS,
        many=SURE_AT_AN_END,
        judges=judges,
    )


def counted_tasks(count: int, *, families: bool) -> str:
    """So many tasks, or families of tasks where it is these that are counted."""
    if families:
        return tn("{n} family of tasks", "{n} families of tasks", count)
    return tn("{n} task", "{n} tasks", count)


def _with_tasks(named: str, count: int, *, families: bool) -> str:
    return t("{said} ({status})", said=named, status=counted_tasks(count, families=families))


def _by_reason(
    cautions: Sequence[tuple[str, Caution | None, int | None]], *, families: bool = False
) -> list[str]:
    """Sentences on all figures or rows: name, caution, and tasks or families behind each."""
    by_reason: dict[Caution, dict[str, int]] = {}
    for name, reason, tasks in cautions:
        if reason is not None:
            by_reason.setdefault(reason, {})[name] = tasks or 0
    sentences = [
        _caution(reason, found, len(cautions), families=families)
        for reason, found in sorted(by_reason.items())
    ]
    return [sentence[0].upper() + sentence[1:] for sentence in sentences]


def caution_hint(caution: str | None, tasks: int) -> str:
    """Why the interval of a figure is approximate; empty where it is not.

    Args:
        caution: A ``Caution``, or what a certificate has kept of one.
        tasks: Tasks behind the figure.
    """
    match caution:
        case "few tasks":
            return tn(
                "Approximate interval: {n} task behind this figure, fewer than {needed}.",
                "Approximate interval: {n} tasks behind this figure, fewer than {needed}.",
                tasks,
                needed=FEW_TASKS,
            )
        case "approximate":
            return t(
                "Approximate interval: {n} tasks behind this figure, fewer than {needed}.",
                n=number(tasks),
                needed=SURE_TASKS if tasks < SURE_TASKS else SURE_AT_AN_END,
            )
        case _:
            return ""


def agreement_cautions(rows: Iterable[tuple[str, Figures]]) -> list[str]:
    """Which rows of a table of agreement between raters have intervals that are less sure."""
    known = [(name, found, found["accuracy"]) for name, found in rows]
    return _by_reason(
        [
            (name, one.caution if one.interval else None, found.clusters)
            for name, found, one in known
        ],
        families=any(found.clusters < found.tasks for _, found, _ in known),
    )


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
        [
            (
                part_name(group.by, group.name),
                group.figures["kappa"].caution,
                group.figures.clusters,
            )
            for group in groups
        ],
        families=any(group.figures.clusters < group.tasks for group in groups),
    )


BY_PROGRAM: Final = mark(
    "Scores and coverage are over checks and choices alone, which programs decide."
)
"""What a leaderboard of programs is over."""


def judge_error(board: Leaderboard) -> list[str]:
    """What the intervals of a leaderboard by a judge do not hold; nothing of others."""
    if board.judge_error_included is None:
        return []
    said = [t("Intervals are by task or family; how often the judge errs is not in them.")]
    if board.unlabelled:
        said.append(
            t(
                "No judgment of an expert on a response of {systems} is confirmed: what is known "
                "of the judge holds "
                "for systems like those that experts have judged.",
                systems=named_together(list(board.unlabelled)),
            )
        )
    return said


_LONGEST_TITLE: Final = 40


def board_scope(board: Leaderboard, titles: Mapping[str, str] = MappingProxyType({})) -> list[str]:
    """Over which tasks and checkpoints a leaderboard is, and what its intervals do not hold.

    Args:
        board: It.
        titles: Of tasks, by id; tasks that are not in it are called by their ids.
    """
    by_program = [t(BY_PROGRAM)] if board.rater == CHECKS else judge_error(board)
    if not board.left_out:
        return by_program
    said = t(
        "{tasks:,} of {whole:,} tasks with a rubric and responses. Excluded, as not "
        "rated by {rater}: {left_out}.",
        tasks=board.tasks,
        whole=board.tasks + len(board.left_out),
        rater=rater_name(board.rater),
        left_out=named_together(
            [short(titles.get(one, one), _LONGEST_TITLE) for one in board.left_out]
        ),
    )
    return [*by_program, said]


def gap_words(gap: Gap | None) -> str:
    """What a system lacks on a board, in words."""
    if gap is None:
        return t("nothing to judge")
    without, asked, unusable = gap.tasks_without_response, gap.never_asked, gap.unusable
    said = (
        (without, tn("no response to {n} task", "no response to {n} tasks", without)),
        (asked, tn("{n} checkpoint not judged yet", "{n} checkpoints not judged yet", asked)),
        (
            unusable,
            tn(
                "{n} verdict invalid, failed or undecided",
                "{n} verdicts invalid, failed or undecided",
                unusable,
            ),
        ),
        (gap.abstained, tn("{n} abstention", "{n} abstentions", gap.abstained)),
        (gap.uncounted, t("no judge of the panel counts for it")),
        (
            gap.unreadable,
            tn(
                "{n} response with a checkpoint that nothing installed can read",
                "{n} responses with a checkpoint that nothing installed can read",
                gap.unreadable,
            ),
        ),
    )
    return listed(words for is_so, words in said if is_so)


def not_aligned(analysis: Analysis) -> dict[str, str]:
    """Why judges have no alignment, by id; of those that programs are, nothing is said."""
    found = {}
    for judge_id, item in analysis.judges.items():
        if item.alignment is not None or judge_id == CHECKS:
            continue
        counted = item.panel is None or any(seat.counts for seat in item.panel.seats)
        found[judge_id] = (
            t("not aligned: no gold judgments on what it has judged.")
            if counted
            else t("not aligned: none of its judges counts for any system.")
        )
    return found


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
    rows = [(row, row.figures["score"].tasks or 0) for row in board.standings]
    sentences = _by_reason(
        [(row.system, row.caution if row.interval else None, behind) for row, behind in rows],
        families=any(behind < row.tasks for row, behind in rows),
    )
    apart = [
        _apart(row.system, row.experts_score) for row in board.standings if row.apart == "anchored"
    ]
    excluded = [
        t("{system} is excluded: {reason}", system=item.system, reason=item.reason)
        for item in board.excluded
    ]
    return sentences + apart + excluded
