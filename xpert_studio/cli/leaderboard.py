"""``xpert-studio leaderboard``: systems by their scores, and what is behind them."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from xpert_studio.cli.acting import AsOption, ProjectArgument, open_project
from xpert_studio.cli.board_details import (
    plain_comparison,
    plain_items,
    plain_tasks,
    show_comparison,
    show_items,
    show_tasks,
)
from xpert_studio.cli.boards import (
    EFFICIENCY,
    LEVEL,
    ORDER_NAMES,
    ORDERS,
    show_efficiency,
    show_levels,
    show_profile,
    show_recipe,
)
from xpert_studio.cli.output import JsonOption, Output
from xpert_studio.cli.panel_options import FamilyOption, PanelOption, asked_panel
from xpert_studio.cli.values import chosen
from xpert_studio.core.errors import UsageError
from xpert_studio.core.messages import Message
from xpert_studio.core.metrics import SCORE, Leaderboard, Ranked, beside_score
from xpert_studio.core.metrics.efficiency import MEASURES
from xpert_studio.core.metrics.evidence_floor import shortfalls_of
from xpert_studio.core.metrics.recipes import recipe_named
from xpert_studio.core.records import EXPERTS_NAMES, Recipe
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.wording import labelled, listed, t, tn
from xpert_studio.core.workflow.blinding import need_results
from xpert_studio.report import analyse
from xpert_studio.report.cautions import board_cautions, board_scope, gap_words
from xpert_studio.report.charts import Chart, need_chart_target, save_chart
from xpert_studio.report.panels import PanelFindings, need_votes_target, write_votes
from xpert_studio.report.part_names import (
    GROUPINGS,
    domain_name,
    grouping_name,
    part_called,
    part_name,
    part_word,
    rater_name,
)
from xpert_studio.report.results import (
    EVERYTHING,
    EXPERTS,
    Board,
    Rater,
    Results,
    Scope,
    read_facets,
)
from xpert_studio.report.results.charts import (
    board_chart,
    difference_chart,
    front_chart_of,
    part_chart,
)
from xpert_studio.report.results.levels import OVERALL
from xpert_studio.report.results.scope import SCOPES
from xpert_studio.report.sections.panels import panel_sentences, panel_tables
from xpert_studio.report.sections.provenance import stale_limits
from xpert_studio.report.sections.results import board_table, breakdown
from xpert_studio.report.sentences import evidence_sentence
from xpert_studio.report.small_groups import SmallGroups
from xpert_studio.report.ties import tied_words


def scope_of(results: Results, only: str | None) -> Scope:
    """The scope that ``--only`` names.

    Raises:
        typer.BadParameter: There is none of that kind and name.
    """
    if only is None:
        return EVERYTHING
    kind, _, name = only.partition("=")
    kind = SCOPES.find(kind) or kind
    own = [item.name for item in results.scopes if item.kind == kind]
    scope = Scope(kind, part_called(kind, name.strip(), own))
    if scope.kind not in SCOPES or not results.tasks_in(scope).any():
        known = [
            f"{SCOPES.word(item.kind)}={part_word(item.kind, item.name)}"
            for item in results.scopes[1:]
        ]
        raise typer.BadParameter(
            Message("choose one of: {known}", known=listed(known) or Message("none here")),
            param_hint="--only",
        )
    return scope


@dataclass(frozen=True, slots=True)
class Wanted:
    """The parts requested with the ranking, over which tasks."""

    scope: Scope
    by: str | None
    sort: str
    heatmap: str | None
    items: bool
    tasks: bool
    compare: tuple[str, str] | None
    with_excluded: bool
    recipe: Recipe | None
    profile: str | None


def chart_of(project: ProjectFile, results: Results, rater_id: str, wants: Wanted) -> Chart:
    """The chart of what was asked for: two systems, efficiency, a heat map, or the leaderboard."""
    small = results.analysis.small
    if wants.by == EFFICIENCY:
        found = results.efficiency(project, rater_id, wants.scope)
        measure = next((one for one in MEASURES if found.fronts[one.id]), MEASURES[0])
        return front_chart_of(found, measure)
    if wants.compare is not None:
        return difference_chart(
            results.compared(rater_id, *wants.compare, wants.scope),
            "domain",
            small=small,
            named=domain_name,
        )
    board = results.board(rater_id, wants.scope).leaderboard
    return (
        board_chart(board)
        if wants.heatmap is None
        else part_chart(board, wants.heatmap, small=small, named=partial(part_name, wants.heatmap))
    )


def plain_parts(row: Ranked, by: str, small: SmallGroups) -> dict[str, float | None]:
    """A system's shares by part; None for those on fewer tasks than required."""
    return {
        name: None if small.withheld(row.tasks_by[by][name]) else share
        for name, share in getattr(row, f"by_{by}").items()
    }


def plain_board(board: Leaderboard, small: SmallGroups) -> dict[str, Any]:
    """The board for a program; ``few_tasks`` names the groups on fewer tasks than required."""
    values = dataclasses.asdict(board) | {
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


def tasks_behind(board: Leaderboard, by: str) -> list[int]:
    """The number of tasks behind each figure of a breakdown."""
    return [tasks for item in board.standings for tasks in item.tasks_by[by].values()]


def show_heat(
    output: Output, rater_id: str, board: Leaderboard, by: str, small: SmallGroups
) -> None:
    """Shares of points by system and part."""
    table = breakdown(board, by, small, least=0)
    if table is not None:
        title = t("Per cent of points by {by}, by {rater_id}", by=by, rater_id=rater_id)
        output.block(table, small.explain(title, *tasks_behind(board, by)))


def _need_targets(chart: Path | None, votes: Path | None, *, replace: bool) -> None:
    """Refuses files that cannot be written, before the figures are computed."""
    if chart is not None:
        need_chart_target(chart, replace=replace)
    if votes is not None:
        need_votes_target(votes, replace=replace)


_GROUPINGS = ("domain", "category", "tier", "dimension")


def leaderboard(
    project: ProjectArgument,
    judge: Annotated[
        list[str] | None,
        typer.Option(help="By these judges (or 'experts'); all that have verdicts if omitted."),
    ] = None,
    panel: PanelOption = "",
    exclude_same_family: FamilyOption = False,
    votes: Annotated[
        Path | None,
        typer.Option(help="Write the votes of the panel on every checkpoint, as .csv."),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            help="Also by category, tier, dimension, level (of difficulty: with indices and "
            "ceilings), or efficiency (with tokens, cost and latency); by domain without being "
            "asked."
        ),
    ] = None,
    sort: Annotated[
        str | None,
        typer.Option(
            help="With --by level, sort by overall, daily, professional, extreme or "
            "leaderboard_index; with --by efficiency, by efficiency, cost, tokens, latency or "
            "mean-latency."
        ),
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
        bool, typer.Option("--list-tasks", help="Also the tasks, the hardest first.")
    ] = False,
    compare: Annotated[
        tuple[str, str] | None,
        typer.Option(help="Also these two systems, task by task.", metavar="SYSTEM SYSTEM"),
    ] = None,
    chart: Annotated[
        Path | None,
        typer.Option(help="Write the chart of it: .svg, .png, or .csv for the figures behind it."),
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace what is there.")] = False,
    with_excluded: Annotated[
        bool, typer.Option("--with-excluded", help="Also the rows of excluded systems, marked.")
    ] = False,
    recipe: Annotated[
        str | None,
        typer.Option(
            help="Also by a scoring recipe: weighted_score, level_index, composite, dual_track, "
            "or a JSON file. Default: the one that 'people recipe' chose, if any.",
            metavar="NAME|FILE",
        ),
    ] = None,
    profile: Annotated[
        str | None,
        typer.Option(
            help="Also each system by domain or category against its own mean, and the leaders."
        ),
    ] = None,
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Rank the systems by their mean score over tasks; incomplete ones are shown apart.

    A system is complete where its coverage is full: every checkpoint has a verdict. Results name
    systems: they are refused while you have a response to judge blind. The chart shows the
    leaderboard, or what is requested with it (--heatmap, --compare).

    Example: xpert-studio leaderboard clinic.xpert --heatmap dimension --chart dimensions.svg
    """
    output = Output(as_json=as_json)
    if by is not None:
        by = chosen(GROUPINGS, by, "--by", (*_GROUPINGS, *ORDERS))
    if heatmap is not None:
        heatmap = chosen(GROUPINGS, heatmap, "--heatmap", _GROUPINGS)
    if profile is not None:
        profile = chosen(GROUPINGS, profile, "--profile", _GROUPINGS[:2])
    if sort is not None:
        sort = chosen(ORDER_NAMES, sort, "--sort", ORDERS.get(by or "", (OVERALL,)))
    judge = [EXPERTS if EXPERTS_NAMES.find(name) else name for name in judge or ()]
    named = [name for name in judge if name != EXPERTS]
    made = asked_panel(panel, named, exclude_same_family=exclude_same_family)
    with open_project(project, output, read_only=True) as opened:
        with opened.reading() as tx:
            need_results(tx, person.strip())
        _need_targets(chart, votes, replace=replace)
        wanted = [] if judge and not named else (named or None)
        analysis = analyse(
            opened,
            judge_ids=wanted,
            panel=made,
            with_comparisons=False,
            for_recipe=recipe is not None,
        )
        results = Results(analysis, read_facets(opened))
        output.note(*stale_limits(analysis), *analysis.lacking)
        shows_experts = not judge or EXPERTS in judge
        raters = [rater for rater in results.raters if rater.id != EXPERTS or shows_experts]
        if made:  # its judges were named to be taken together
            raters = [rater for rater in raters if rater.panel or not rater.is_judge]
        wants = Wanted(
            scope_of(results, only),
            by,
            sort or ORDERS.get(by or "", (OVERALL,))[0],
            heatmap,
            items=items,
            tasks=tasks,
            compare=compare,
            with_excluded=with_excluded,
            recipe=recipe_named(recipe) if recipe else analysis.recipe,
            profile=profile,
        )
        found = {rater.id: _beside(opened, output, results, rater, wants) for rater in raters}
        drawn = chart_of(opened, results, raters[0].id, wants) if chart and raters else None
    if chart is not None and drawn is not None:
        save_chart(drawn, chart, replace=replace)
        output.say(t("Wrote {chart}, by {rater}.", chart=chart, rater=rater_name(raters[0].id)))
    if votes is not None:
        write_votes(results.catalog, _only_panel(raters), votes, replace=replace)
        output.say(t("Wrote {chart}.", chart=votes))
    output.data(found)
    if not raters:
        output.say("Nothing has been scored or judged yet.")


def _only_panel(raters: Sequence[Rater]) -> PanelFindings:
    panels = [rater.panel for rater in raters if rater.panel is not None]
    if len(panels) != 1:
        raise UsageError(
            "--votes needs one panel.", remedy="Name it: --panel majority --judge A --judge B."
        )
    return panels[0]


def _beside(
    project: ProjectFile, output: Output, results: Results, rater: Rater, wants: Wanted
) -> dict[str, Any]:
    """Shows the board of a rater and the other requested parts; the same for a program."""
    key, small = (rater.id, wants.scope), results.analysis.small
    board = results.board(*key)
    if wants.with_excluded:
        board = dataclasses.replace(board, leaderboard=board.leaderboard.with_excluded())
    name = rater_name(rater.id)
    has_even_votes = rater.id == EXPERTS and len(results.analysis.experts) > 1
    by = None if wants.by in ORDERS else wants.by
    _show(output, rater, board, by, small, has_even_votes=has_even_votes)
    found: dict[str, Any] = plain_board(board.leaderboard, small) | {
        "gaps": {name: dataclasses.asdict(gap) for name, gap in board.gaps.items()}
    }
    if results.analysis.lacking:
        found["lacking"] = list(results.analysis.lacking)
    ties = results.ties(*key)
    output.say(*([tied_words(ties)] if len(ties) > 1 else []))
    found["ties"] = {name: tie.letter for name, tie in ties.items()}
    aligned = rater.findings.alignment if rater.findings else None
    if aligned is not None and shortfalls_of(aligned):
        output.say(labelled(name, evidence_sentence(aligned)))
    if rater.panel is not None:
        output.say(*panel_sentences(rater.panel))
        for table in panel_tables(rater.panel):
            output.block(table)
        found["panel"] = rater.panel.plain()
    _boards_beside(project, output, results, key, wants, found)
    if wants.heatmap is not None:
        show_heat(output, name, board.leaderboard, wants.heatmap, small)
        found["heatmap"] = {
            row.system: plain_parts(row, wants.heatmap, small)
            for row in board.leaderboard.standings
        }
    if wants.items:
        show_items(output, name, results.checkpoints(*key))
        found["items"] = plain_items(results.checkpoints(*key))
    if wants.tasks:
        show_tasks(output, name, results.task_scores(*key))
        found["task_scores"] = plain_tasks(results.task_scores(*key))
    if wants.compare is not None:
        pair = results.compared(rater.id, *wants.compare, wants.scope)
        show_comparison(output, results.catalog, pair, small)
        found["comparison"] = plain_comparison(results.catalog, pair, small)
    return found


def _boards_beside(
    project: ProjectFile,
    output: Output,
    results: Results,
    key: tuple[str, Scope],
    wants: Wanted,
    found: dict[str, Any],
) -> None:
    """Shows the other boards that are wanted; puts them into what a program gets."""
    if wants.by == LEVEL:
        show_levels(output, results, key, wants.sort, found)
    if wants.by == EFFICIENCY:
        show_efficiency(output, project, results, key, wants.sort, found)
    if wants.profile is not None:
        show_profile(output, results, key, wants.profile, found)
    if wants.recipe is not None:
        show_recipe(output, project, results, key, wants.recipe, found)


def _show(
    output: Output,
    rater: Rater,
    found: Board,
    by: str | None,
    small: SmallGroups,
    *,
    has_even_votes: bool,
) -> None:
    board, name = found.leaderboard, rater_name(rater.id)
    output.block(
        board_table(board),
        tn("By {name}, {n} task", "By {name}, {n} tasks", board.tasks, name=name),
    )
    if has_even_votes:
        output.say(
            t("Checkpoints that as many experts judge met as not met count as not met here.")
        )
    output.say(*(*board_scope(board), *board_cautions(board)))
    incomplete = [
        standing.system
        for standing in board.standings
        if not standing.complete and standing.apart != "excluded"
    ]
    if incomplete:
        said = tn(
            "{n} system lacks responses or verdicts and is not ranked.",
            "{n} systems lack responses or verdicts and are not ranked.",
            len(incomplete),
        )
        output.say(
            said, *(f"  {system}: {gap_words(found.gaps.get(system))}" for system in incomplete)
        )
    wanted = by or "domain"
    parts = breakdown(board, wanted, small, least=2 if by is None else 0)
    if parts is not None:
        output.block(
            parts,
            small.explain(
                t("By {name} and {wanted}", name=name, wanted=grouping_name(wanted).lower()),
                *tasks_behind(board, wanted),
            ),
        )
