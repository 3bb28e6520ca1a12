"""``xpert-studio leaderboard``: systems by their scores, and what is behind them."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated, Any

import typer

from xpert_studio.cli.acting import AsOption, ProjectArgument, open_project
from xpert_studio.cli.output import JsonOption, Output
from xpert_studio.cli.results import (
    Wanted,
    chart_of,
    plain_board,
    plain_comparison,
    plain_heat,
    plain_items,
    plain_tasks,
    scope_of,
    show_comparison,
    show_heat,
    show_items,
    show_tasks,
    tasks_behind,
)
from xpert_studio.report import analyse
from xpert_studio.report.charts import save_chart
from xpert_studio.report.results import Board, Rater, Results, read_facets
from xpert_studio.report.sections.provenance import stale_limits
from xpert_studio.report.sections.results import board_table, breakdown
from xpert_studio.report.sentences import board_cautions
from xpert_studio.report.small_groups import SmallGroups
from xpert_studio.workflow.blinding import need_results

EXPERTS = "experts"
_GROUPINGS = ("domain", "category", "tier", "dimension")


def leaderboard(
    project: ProjectArgument,
    judge: Annotated[
        list[str] | None,
        typer.Option(help="By these judges (or 'experts'); all that have verdicts if omitted."),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(help="Also by category, tier or dimension; by domain without being asked."),
    ] = None,
    only: Annotated[
        str | None,
        typer.Option(
            help="Only some tasks: domain=…, subset=…, language=… or difficulty=….",
            metavar="KIND=NAME",
        ),
    ] = None,
    heatmap: Annotated[
        str | None,
        typer.Option(
            help="Systems against domain, category, tier or dimension, in whole per cent."
        ),
    ] = None,
    items: Annotated[
        bool, typer.Option("--items", help="Also what each checkpoint tells about the responses.")
    ] = False,
    tasks: Annotated[
        bool, typer.Option("--tasks", help="Also the tasks, the hardest first.")
    ] = False,
    compare: Annotated[
        tuple[str, str] | None,
        typer.Option(help="Also these two systems, task by task.", metavar="SYSTEM SYSTEM"),
    ] = None,
    chart: Annotated[
        Path | None,
        typer.Option(help="Write the chart of it: .svg, .png, or .csv for the figures behind it."),
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace the chart's file.")] = False,
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Rank the systems by their mean score over tasks; incomplete ones are shown apart.

    Results name systems: they are refused while a response waits for your own blind judgment.
    The chart is of the leaderboard, or of what is asked for beside it (--heatmap, --compare).

    Example: xpert-studio leaderboard clinic.xpert --heatmap dimension --chart dimensions.svg
    """
    output = Output(as_json=as_json)
    for option, value in (("--by", by), ("--heatmap", heatmap)):
        if value is not None and value not in _GROUPINGS:
            raise typer.BadParameter(f"choose one of {', '.join(_GROUPINGS)}", param_hint=option)
    named = [name for name in judge or () if name != EXPERTS]
    with open_project(project, output, read_only=True) as opened:
        with opened.reading() as tx:
            need_results(tx, person.strip())
        wanted = [] if judge and not named else (named or None)
        analysis = analyse(opened, judge_ids=wanted, with_comparisons=False)
        results = Results(analysis, read_facets(opened))
    for sentence in stale_limits(analysis):
        output.note(sentence)
    raters = [rater for rater in results.raters if not judge or rater.id in judge]
    wants = Wanted(scope_of(results, only), by, heatmap, items=items, tasks=tasks, compare=compare)
    found = {rater.id: _beside(output, results, rater, wants) for rater in raters}
    if chart is not None and raters:
        save_chart(chart_of(results, raters[0].id, wants), chart, replace=replace)
        output.say(f"Wrote {chart}, by {raters[0].id}.")
    output.data(found)
    if not raters:
        output.say("Nothing has been scored or judged yet.")


def _beside(output: Output, results: Results, rater: Rater, wants: Wanted) -> dict[str, Any]:
    """Shows the board of a rater and what is asked for beside it; the same for a program."""
    key, small = (rater.id, wants.scope), results.analysis.small
    board = results.board(*key)
    _show(output, rater, board, wants.by, small)
    found: dict[str, Any] = plain_board(board.leaderboard, small) | {
        "gaps": {name: dataclasses.asdict(gap) for name, gap in board.gaps.items()}
    }
    if wants.heatmap is not None:
        show_heat(output, rater.id, board.leaderboard, wants.heatmap, small)
        found["heatmap"] = plain_heat(board.leaderboard, wants.heatmap)
    if wants.items:
        show_items(output, rater.id, results.checkpoints(*key))
        found["items"] = plain_items(results.checkpoints(*key))
    if wants.tasks:
        show_tasks(output, rater.id, results.task_scores(*key))
        found["task_scores"] = plain_tasks(results.task_scores(*key))
    if wants.compare is not None:
        pair = results.compared(rater.id, *wants.compare, wants.scope)
        show_comparison(output, results.catalog, pair, small)
        found["comparison"] = plain_comparison(results.catalog, pair, small)
    return found


def _show(output: Output, rater: Rater, found: Board, by: str | None, small: SmallGroups) -> None:
    board, name = found.leaderboard, rater.id
    output.block(
        board_table(board),
        f"By {name}, {board.tasks} {'task' if board.tasks == 1 else 'tasks'}",
    )
    if name == EXPERTS:
        output.say("Checkpoints that as many experts judge met as not met count as not met here.")
    for sentence in board_cautions(board):
        output.say(sentence)
    incomplete = [standing.system for standing in board.standings if not standing.complete]
    if incomplete:
        said = (
            "1 system lacks responses or verdicts and is not ranked."
            if len(incomplete) == 1
            else f"{len(incomplete)} systems lack responses or verdicts and are not ranked."
        )
        output.say(said)
        for system in incomplete:
            output.say(f"  {system}: {_lacks(found, system)}")
    wanted = by or "domain"
    parts = breakdown(board, wanted, small, least=2 if by is None else 0)
    if parts is not None:
        output.block(parts, small.explain(f"By {name} and {wanted}", *tasks_behind(board, wanted)))


def _lacks(found: Board, system: str) -> str:
    gap = found.gaps.get(system)
    parts = []
    if gap is not None and gap.tasks_without_response:
        count = gap.tasks_without_response
        parts.append(f"no response to {count:,} task{'s' if count > 1 else ''}")
    if gap is not None and gap.never_asked:
        parts.append(f"{gap.never_asked:,} checkpoints not judged yet")
    if gap is not None and gap.unusable:
        parts.append(f"{gap.unusable:,} verdicts invalid, failed or undecided")
    return ", ".join(parts) or "nothing to judge"
