"""The leaderboard of one rater, overall and by part, with what limits it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from xpert_studio.core.metrics import (
    SCORE,
    Leaderboard,
    Metric,
    Ranked,
    beside_score,
    metrics_of,
)
from xpert_studio.core.metrics.leaderboard import Gap
from xpert_studio.core.metrics.metric import SCORES
from xpert_studio.core.records import CHECKS
from xpert_studio.core.wording import (
    clauses,
    labelled,
    listed,
    mark,
    percent,
    short,
    t,
    tn,
    translated,
)
from xpert_studio.report.blocks import (
    APPROXIMATE,
    Action,
    Block,
    Figure,
    Heading,
    Note,
    Table,
    Text,
)
from xpert_studio.report.board_columns import (
    ColumnFigures,
    board_columns,
    plain_columns,
    second_mark,
)
from xpert_studio.report.cautions import (
    BY_PROGRAM,
    board_cautions,
    board_scope,
    counted_tasks,
    gap_words,
    judge_error,
)
from xpert_studio.report.figure_words import axis_name, legend
from xpert_studio.report.panel_words import panel_limits
from xpert_studio.report.part_names import domain_name, rater_name
from xpert_studio.report.results.charts import SCORE_AXIS, board_chart
from xpert_studio.report.results.results import EXPERTS, Board, Rater
from xpert_studio.report.section import RANKED_BY, REPORT, Option, Section, View
from xpert_studio.report.sections.board_table import BoardRows
from xpert_studio.report.sections.breakdown import PARTS, breakdown
from xpert_studio.report.sentences import board_sentence, named_together, trust_sentence
from xpert_studio.report.small_groups import SmallGroups
from xpert_studio.report.ties import Tie, tied_words

_MOST_SHORT: Final = 12
_MOST_DRAWN: Final = 30


@dataclass(frozen=True, slots=True)
class RankedBoard:
    """One rater's leaderboard, and what belongs beside it.

    Attributes:
        rater: Whose.
        who: The rater in words.
        board: The systems, and what keeps some out of the ranking.
        ties: Which ranked systems cannot be told apart.
        small: Which groups are marked.
        parts: By what scores are broken down.
        least: A breakdown has at least so many groups.
        has_even: Whether experts may be evenly split.
        agreement: How far the rater can be trusted, in a line; empty where there is nothing.
        hardest: Titles of tasks with the lowest mean scores, and these.
        others: Whose boards there are besides.
        lacking: What is not installed that scores need, and what follows from it.
        titles: Of all tasks, by id.
        columns: Figures that packs bring, by the id of their column.
        by: The figure by which systems are ranked.
        in_full: Whether it is shown by itself, its picture first and without its parts.
    """

    rater: Rater
    who: str
    board: Board
    ties: Mapping[str, Tie]
    small: SmallGroups
    parts: tuple[str, ...]
    least: int
    has_even: bool
    agreement: str
    hardest: tuple[tuple[str, float], ...]
    others: tuple[str, ...]
    lacking: tuple[str, ...]
    titles: Mapping[str, str]
    columns: Mapping[str, ColumnFigures]
    by: Metric = SCORE
    in_full: bool = False

    @property
    def standings(self) -> Leaderboard:
        """The systems."""
        return self.board.leaderboard


def _ranked_board(view: View) -> RankedBoard | None:
    """What is asked for: ``by``, a grouping; ``with_excluded``, also systems that are excluded.

    And ``figure``, by which they are ranked; ``in_full``, the board by itself.
    """
    rater, analysis = view.rater, view.analysis
    if rater is None:
        return None
    board, by = view.results.board(*view.key), view.asked.get("by")
    if view.asked.get("with_excluded"):
        board = replace(board, leaderboard=board.leaderboard.with_excluded())
    figure = _FIGURES.get(view.asked.get("figure", ""), SCORE)
    if figure is not SCORE:
        board = replace(board, leaderboard=_ordered(board.leaderboard, figure))
    return RankedBoard(
        rater=rater,
        who=view.who,
        board=board,
        ties=view.results.ties(*view.key) if figure is SCORE else {},
        small=analysis.small,
        parts=(by,) if by else tuple(PARTS),
        least=0 if by else 2,
        has_even=rater.id == EXPERTS and len(analysis.experts) > 1,
        agreement=trust_sentence(analysis, rater.findings),
        hardest=_hardest(view),
        others=tuple(one.id for one in view.results.raters if one.id != rater.id),
        lacking=tuple(analysis.lacking),
        titles=dict(zip(analysis.catalog.tasks, analysis.catalog.task_titles, strict=True)),
        columns=board_columns(view),
        by=figure,
        in_full=view.asked.get("in_full", False),
    )


_FIGURES: Final = {one.id: one for one in metrics_of(SCORES)}


def _ordered(board: Leaderboard, by: Metric) -> Leaderboard:
    """The systems by another figure, the highest first; those that do not rank come last."""
    values = {standing.system: standing.figures[by.id].value for standing in board.standings}
    ranked = [
        value
        for standing in board.standings
        if standing.rank and (value := values[standing.system])
    ]

    def placed(one: Ranked) -> Ranked:
        value = values[one.system]
        if one.rank is None or value is None:
            return replace(one, rank=None)
        return replace(one, rank=1 + sum(other > value for other in ranked))

    rows = sorted(map(placed, board.standings), key=lambda one: (one.rank is None, one.rank or 0))
    return replace(board, standings=tuple(rows))


def lead_sentence(view: View) -> str:
    """Which system leads the board that leads, by whom, and whether it can be told apart."""
    if view.rater is None:
        return t("Nothing has been scored yet.")
    board, ties = view.results.board(*view.key).leaderboard, view.results.ties(*view.key)
    return board_sentence(board, ties, view.who)


_HARDEST: Final = 3
_TITLE: Final = 40


def _hardest(view: View) -> tuple[tuple[str, float], ...]:
    found = view.results.task_scores(*view.key)
    first = found.hardest[:_HARDEST].tolist()
    return tuple((found.catalog.task_titles[n], float(found.difficulty.mean[n])) for n in first)


def _board_blocks(ranked_board: RankedBoard) -> Iterator[Block]:
    board = ranked_board.standings
    if ranked_board.in_full:
        yield from _pictured(ranked_board)
        return
    yield Heading(t("By {judge}", judge=called(ranked_board)))
    said = board_sentence(board, ranked_board.ties, ranked_board.who)
    yield Text(said, short=said)
    if board.standings:
        yield _chart(ranked_board)
    yield _table(ranked_board)
    if ranked_board.has_even:
        yield Text(t("Checkpoints that as many experts judge met as not met count as not met."))
    yield from _limits(ranked_board)
    if ranked_board.agreement:
        yield Text(ranked_board.agreement, short=ranked_board.agreement)
    if ranked_board.hardest:
        said = listed(
            t("{task} {share}", task=short(title, _TITLE), share=percent(mean))
            for title, mean in ranked_board.hardest
        )
        yield Text("", short=t("Hardest tasks: {tasks}.", tasks=said))
    for by in ranked_board.parts:
        if (
            table := breakdown(board, by, ranked_board.small, least=ranked_board.least)
        ) is not None:
            yield table
    if ranked_board.others:
        yield Text(
            "",
            short=t(
                "Also by {raters}.",
                raters=named_together([rater_name(name) for name in ranked_board.others]),
            ),
        )
    if ranked_board.rater.is_judge:
        yield Action(t("How well this judge follows the experts"), "align {project}")
    else:
        yield Action(t("Everything as one file"), "report {project} report.html")


def _pictured(ranked_board: RankedBoard) -> Iterator[Block]:
    """The picture, and the table with the same rows."""
    board = ranked_board.standings
    if any(standing.figures[ranked_board.by.id].value is not None for standing in board.standings):
        yield replace(
            _chart(ranked_board),
            caption=board_sentence(board, ranked_board.ties, ranked_board.who)
            if ranked_board.by is SCORE
            else "",
        )
    elif board.standings:
        yield Text(t("No system has this figure here: {figure}.", figure=t(ranked_board.by.title)))
    yield _table(ranked_board)
    if ranked_board.has_even:
        yield Note(t("Checkpoints that as many experts judge met as not met count as not met."))
    yield from _limits(ranked_board)


def _table(board: RankedBoard) -> Table:
    rows = BoardRows(
        board.standings,
        board.board.gaps,
        board.ties,
        board.columns,
        panel=board.rater.panel,
        by=board.by,
    )
    return rows.table()


def _limits(board: RankedBoard) -> Iterator[Note]:
    """What limits the board, the panel that rated it, and the order of its systems."""
    for text in board.lacking:
        yield Note(translated(text), translated(text).rstrip(".。"))
    yield from board_notes(board.standings, board.board.gaps, board.titles)
    if board.rater.panel is not None:
        yield from (Note(said, said.rstrip(".。")) for said in panel_limits(board.rater.panel))
    if len(board.ties) > 1:
        yield Note(tied_words(board.ties))
    for column in board.columns.values():
        yield from (Note(*note) for note in column.notes)


def called(board: RankedBoard) -> str:
    """The rater in words, a judge with its id."""
    if not board.rater.is_judge:
        return board.who
    return t("{judge} ({id})", judge=board.who, id=board.rater.id)


def board_notes(
    board: Leaderboard, gaps: Mapping[str, Gap], titles: Mapping[str, str]
) -> Iterator[Note]:
    """What limits a leaderboard: which systems are not ranked, over what it is, few tasks.

    Args:
        board: It.
        gaps: What those that are not ranked lack.
        titles: Of tasks, by id.
    """
    incomplete = [
        row.system for row in board.standings if not row.complete and row.apart != "excluded"
    ]
    if incomplete:
        said = tn(
            "{n} system lacks responses or verdicts and is not ranked: what is scored there covers "
            "fewer tasks or checkpoints than the rest.",
            "{n} systems lack responses or verdicts and are not ranked: what is scored there "
            "covers fewer tasks or checkpoints than the rest.",
            len(incomplete),
        )
        which = [labelled(one, gap_words(gaps.get(one))) for one in incomplete[:_MOST_SHORT]]
        if (more := len(incomplete) - _MOST_SHORT) > 0:
            which.append(t("{n} more", n=more))
        short = tn("{n} system not ranked", "{n} systems not ranked", len(incomplete))
        yield Note(t("{said} {systems}.", said=said, systems=clauses(which)), short)
    if board.left_out:
        short = t(
            "{tasks:,} of {whole:,} tasks are rated",
            tasks=board.tasks,
            whole=board.tasks + len(board.left_out),
        )
        yield Note(board_scope(board, titles)[-1], short)
    for place, sentence in enumerate(judge_error(board)):
        yield Note(sentence, "" if place else t("errors of the judge are not in the intervals"))
    if board.rater == CHECKS:
        yield Note(t(BY_PROGRAM), t("checks and choices alone"))
    for caution in board_cautions(board):
        yield Note(caution)
    yield from _few(board)


def _few(board: Leaderboard) -> Iterator[Note]:
    """On how few tasks, or families of tasks, the least sure row rests; the short form of that."""
    rows = [row for row in board.standings if row.caution]
    if rows:
        yield Note(legend())
        behind = min(row.figures[SCORE.id].tasks for row in rows)
        have_families = any(row.figures[SCORE.id].tasks < row.tasks for row in rows)
        yield Note("", f"{APPROXIMATE} {counted_tasks(behind, families=have_families)}")


def board_data(board: RankedBoard) -> dict[str, Any]:
    """A board for programs."""
    plain = plain_board(board.standings, board.small)
    for row in plain["standings"]:
        row.update(plain_columns(board.columns, row["system"]))
    return plain | {
        "gaps": {name: asdict(gap) for name, gap in board.board.gaps.items()},
        "ties": {name: tie.letter for name, tie in board.ties.items()},
        **({"lacking": list(board.lacking)} if board.lacking else {}),
    }


BOARD: Final = Section(
    "results",
    mark("Leaderboard"),
    mark("Which system does best, and which cannot be told apart?"),
    _ranked_board,
    _board_blocks,
    board_data,
    places=(REPORT, RANKED_BY),
    option=Option(
        "figure",
        mark("Rank by"),
        lambda: {name: one.title for name, one in _FIGURES.items()},
        listed=tuple(_FIGURES),
    ),
)


def plain_parts(row: Ranked, by: str, small: SmallGroups) -> dict[str, float | None]:
    """A system's shares by part; None for those on fewer tasks than required."""
    return {
        name: None if small.withheld(row.tasks_by[by][name]) else share
        for name, share in getattr(row, f"by_{by}").items()
    }


def plain_board(board: Leaderboard, small: SmallGroups) -> dict[str, Any]:
    """The board for a program; ``few_tasks`` names the groups on fewer tasks than required."""
    values = asdict(board) | {
        "fewest_tasks": small.fewest,
        "minimum_tasks": small.minimum,
        "excluded": [{"system": item.system, "reason": item.reason} for item in board.excluded],
    }
    beside = beside_score(board.figures)
    for standing, row in zip(values["standings"], board.standings, strict=True):
        for metric in (SCORE, *beside):
            standing.update(row.figures[metric.id].named(metric.id))
        del standing["figures"]
        standing |= {"interval": row.interval, "caution": row.caution}
        standing |= {f"by_{by}": plain_parts(row, by, small) for by in row.tasks_by}
        standing |= {f"{metric.id}_known": row.figures[metric.id].n for metric in beside}
        standing["few_tasks"] = {
            by: [name for name, tasks in counts.items() if small.includes(tasks)]
            for by, counts in standing["tasks_by"].items()
        }
    return values


def _chart(ranked_board: RankedBoard) -> Figure:
    board, is_score = ranked_board.standings, ranked_board.by is SCORE
    scored = sum(standing.score is not None for standing in board.standings)
    caption = t("Score with 95 % interval. Hollow: not ranked, not to be compared with the others.")
    if scored > _MOST_DRAWN:
        caption += " " + t(
            "The first {most_drawn} of {scored} systems.", most_drawn=_MOST_DRAWN, scored=scored
        )
    cautions = {one.system: one.figures[ranked_board.by.id].caution for one in board.standings}
    axis = t(SCORE_AXIS) if is_score else t("{figure}, %", figure=t(ranked_board.by.title))
    known = [one for one in board.standings if one.figures[ranked_board.by.id].value is not None]
    chart = board_chart(
        board,
        most=_MOST_DRAWN,
        noted=lambda one: APPROXIMATE if cautions[one.system] else "",
        ties=ranked_board.ties,
        axis=axis_name(
            axis,
            cautions.values(),
            is_hollow=ranked_board.in_full and any(one.rank is None for one in known),
        ),
        second=second_mark(ranked_board.columns) if is_score else ("", {}),
        by=ranked_board.by,
        parts=_domains(ranked_board) if is_score else {},
    )
    return Figure(chart, caption)


def _domains(board: RankedBoard) -> dict[str, list[tuple[str, float]]]:
    """Shares by domain of each system, where there are several and none has too few tasks."""
    known = {
        standing.system: [
            (domain_name(name), share)
            for name, share in standing.by_domain.items()
            if not board.small.withheld(standing.tasks_by["domain"][name])
        ]
        for standing in board.standings.standings
    }
    return {system: parts for system, parts in known.items() if len(parts) > 1}
