"""``xpert-studio leaderboard``: systems by their scores, with intervals and coverage."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Annotated

import typer

from xpert_studio.cli.arguments import ProjectArgument, open_project
from xpert_studio.cli.output import Column, JsonOption, Output, interval, percent

if TYPE_CHECKING:
    from xpert_studio.metrics import Leaderboard, Standing

EXPERTS = "experts"
_GROUPINGS = ("domain", "category", "tier", "dimension")


def leaderboard(
    project: ProjectArgument,
    judge: Annotated[
        list[str] | None,
        typer.Option(help="By these judges (or 'experts'); all that have verdicts if omitted."),
    ] = None,
    by: Annotated[
        str | None, typer.Option(help="Also by domain, category, tier or dimension.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the resampling behind the intervals.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Rank the systems by their mean score over tasks; incomplete ones are shown apart.

    Example: xpert-studio leaderboard clinic.xpert --judge experts --by domain
    """
    from xpert_studio.report import analyse
    from xpert_studio.report.sections.provenance import stale_limits

    output = Output(as_json=as_json)
    if by is not None and by not in _GROUPINGS:
        raise typer.BadParameter(f"choose one of {', '.join(_GROUPINGS)}", param_hint="--by")
    named = [name for name in judge or () if name != EXPERTS]
    only_experts = bool(judge) and not named
    with open_project(project, output, read_only=True) as opened:
        wanted = [] if only_experts else (named or None)
        analysis = analyse(opened, judge_ids=wanted, seed=seed, with_comparisons=False)
    for sentence in stale_limits(analysis):
        output.note(sentence)
    boards = {name: item.leaderboard for name, item in analysis.judges.items()}
    if analysis.expert_board is not None and (not judge or EXPERTS in judge):
        boards[EXPERTS] = analysis.expert_board
    output.data({name: dataclasses.asdict(board) for name, board in boards.items()})
    for name, board in boards.items():
        _show(output, name, board, by)
    if not boards:
        output.say("Nothing has been scored or judged yet.")


def _show(output: Output, name: str, board: Leaderboard, by: str | None) -> None:
    output.table(
        f"By {name}, {board.tasks} tasks",
        [
            Column("rank", number=True),
            Column("system"),
            *(Column(head, number=True) for head in ("score", "95 % interval", "tasks")),
            *(Column(head, number=True) for head in ("coverage", "all essentials")),
        ],
        [_row(standing) for standing in board.standings],
    )
    if name == EXPERTS:
        output.say("What as many experts hold for met as for not met counts as not met here.")
    incomplete = sum(1 for standing in board.standings if not standing.complete)
    if incomplete:
        output.say(f"{incomplete} systems lack responses or verdicts and are not ranked.")
    if by is None:
        return
    names = dict.fromkeys(
        group for standing in board.standings for group in getattr(standing, f"by_{by}")
    )
    output.table(
        f"By {name} and {by}",
        [Column("system"), *(Column(group, number=True) for group in names)],
        [
            (
                standing.system,
                *(percent(getattr(standing, f"by_{by}").get(group)) for group in names),
            )
            for standing in board.standings
        ],
    )


def _row(standing: Standing) -> list[object]:
    bounds = standing.interval
    shown = None if bounds is None else interval((100 * bounds[0], 100 * bounds[1]), 1)
    return [
        standing.rank,
        standing.system + (" (baseline)" if standing.is_baseline else ""),
        percent(standing.score),
        shown,
        standing.tasks,
        percent(standing.coverage),
        percent(standing.essentials),
    ]
