"""``xpert-studio leaderboard``: systems by their scores, and what is behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from inspect import Parameter
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from xpert_studio.cli.acting import AsOption, ProjectArgument, asking, open_project
from xpert_studio.cli.output import Output
from xpert_studio.cli.typed import chosen
from xpert_studio.core.errors import UsageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.names import Names
from xpert_studio.core.pack_manifest import Offer
from xpert_studio.core.packs import find, packs
from xpert_studio.core.records import EXPERTS_NAMES
from xpert_studio.core.wording import listed, t
from xpert_studio.core.workflow.panels import PanelChoice
from xpert_studio.core.workflow.unblinding import need_results
from xpert_studio.report import analyse
from xpert_studio.report.blocks import Figure
from xpert_studio.report.board_columns import board_columns, second_mark
from xpert_studio.report.charts import Chart, need_chart_target, save_chart
from xpert_studio.report.panels import PanelFindings, need_votes_target, write_votes
from xpert_studio.report.part_names import (
    GROUPINGS,
    domain_name,
    part_called,
    part_name,
    part_word,
    rater_name,
)
from xpert_studio.report.results import EVERYTHING, EXPERTS, Results, TaskScope
from xpert_studio.report.results.charts import (
    board_chart,
    difference_chart,
    part_chart,
)
from xpert_studio.report.results.scope import SCOPES
from xpert_studio.report.section import RATER, Section, View
from xpert_studio.report.sections.hard_tasks import HARD_TASKS
from xpert_studio.report.sections.heatmap import HEAT_MAP
from xpert_studio.report.sections.items import CHECKPOINTS
from xpert_studio.report.sections.provenance import stale_limits
from xpert_studio.report.sections.registry import sections_at
from xpert_studio.report.sections.results import BOARD
from xpert_studio.report.sections.specialisation import SPECIALISATION
from xpert_studio.report.sections.systems import TWO_SYSTEMS

_GROUPINGS: Final = ("domain", "category", "tier", "dimension")
_BOARDS: Final[dict[str, Offer]] = {k: one for pack in packs() for k, one in pack.boards.items()}
"""The boards of packs, by the word of ``--by``, or by the option that asks for them."""
_BY: Final = {name: one.text for name, one in _BOARDS.items() if not name.startswith("--")}
_OWN: Final = {name.split()[0][2:]: name for name in _BOARDS if name not in _BY}
"""Those with an option, by its name."""
_GROUPS: Final = Names(
    "group",
    {**{by: GROUPINGS[by] for by in _GROUPINGS}, **{word: word.capitalize() for word in _BY}},
)


OnlyOption = Annotated[
    str,
    Asks("Only some tasks: domain=…, subset=…, language=… or difficulty=….", form="KIND=NAME"),
]


def scope_of(results: Results, only: str) -> TaskScope:
    """The scope that ``--only`` names.

    Raises:
        typer.BadParameter: There is none of that kind and name.
    """
    if not only:
        return EVERYTHING
    kind, _, name = only.partition("=")
    kind = SCOPES.find(kind) or kind
    own = [item.name for item in results.scopes if item.kind == kind]
    scope = TaskScope(kind, part_called(kind, name.strip(), own))
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


def _chart_of(view: View, by: Section[Any] | None) -> Chart:
    """The chart of what was asked for: a board, two systems, a heat map, or the leaderboard."""
    results, small, key = view.results, view.analysis.small, view.key
    made = by.blocks(view) if by else None
    for block in made.blocks if made else ():
        if isinstance(block, Figure):
            return block.chart
    if (pair := view.asked.get("compare")) is not None:
        first, second = pair
        compared = results.compared(key[0], first, second, key[1])
        return difference_chart(compared, "domain", small=small, named=domain_name)
    board, heat = results.board(*key).leaderboard, view.asked.get("heatmap")
    if heat is None:
        second = second_mark(board_columns(view))
        return board_chart(board, ties=results.ties(*key), second=second)
    return part_chart(board, heat, small=small, named=partial(part_name, heat))


def _need_targets(chart: Path | None, votes: Path | None, *, replace: bool) -> None:
    """Refuses files that cannot be written, before the figures are computed."""
    if chart is not None:
        need_chart_target(chart, replace=replace)
    if votes is not None:
        need_votes_target(votes, replace=replace)


def _leaderboard(
    project: ProjectArgument,
    together: PanelChoice,
    output: Output,
    judge: Annotated[
        Sequence[str], Asks("By these judges (or 'experts'); all that have verdicts if omitted.")
    ] = (),
    votes: Annotated[
        Path | None, Asks("Write the votes of the panel on every checkpoint, as .csv.")
    ] = None,
    by: Annotated[
        str,
        Asks(
            f"Also by category, tier, dimension, {', or '.join(_BY.values())}; by domain "
            "without being asked.",
            choices=_GROUPS,
        ),
    ] = "",
    sort: Annotated[
        str | None,
        Asks("With --by, sort that board by one of its figures; any other word lists them."),
    ] = None,
    only: OnlyOption = "",
    heatmap: Annotated[
        str,
        Asks(
            "Systems against domain, category, tier or dimension, in whole per cent.",
            choices=GROUPINGS,
            among=_GROUPINGS,
        ),
    ] = "",
    items: Annotated[bool, Asks("Also what each checkpoint tells about the responses.")] = False,
    tasks: Annotated[bool, Asks("Also the tasks, the hardest first.", name="list_tasks")] = False,
    compare: Annotated[
        tuple[str, str] | None,
        typer.Option(help="Also these two systems, task by task.", metavar="SYSTEM SYSTEM"),
    ] = None,
    chart: Annotated[
        Path | None,
        Asks("Write the chart of it: .svg, .png, or .csv for the figures behind it."),
    ] = None,
    replace: Annotated[bool, Asks("Replace what is there.")] = False,
    full: Annotated[bool, Asks("All figures, of all raters, and every caution.")] = False,
    with_excluded: Annotated[bool, Asks("Also the rows of excluded systems, marked.")] = False,
    profile: Annotated[
        str,
        Asks(
            "Also each system by domain or category against its own mean, and the leaders.",
            choices=GROUPINGS,
            among=_GROUPINGS[:2],
        ),
    ] = "",
    person: AsOption = "",
    **own: str | None,
) -> None:
    """Rank the systems by their mean score over tasks; incomplete ones are shown apart.

    Without --full: the first rater, or those that are named, in short. A system is complete where
    its coverage is full: every checkpoint has a verdict. Results name systems: they are refused
    while you have a response to judge blind. The chart shows the leaderboard, or what is requested
    with it (--heatmap, --compare).

    Example: xpert-studio leaderboard clinic.xpert --heatmap dimension --chart dimensions.svg
    """
    board: Section[Any] | None = find("boards", by) if by in _BY else None
    boards: dict[str, Section[Any]] = {name: find("boards", key) for name, key in _OWN.items()}
    asked = _without_nothing(
        by="" if board else by,
        profile=profile,
        heatmap=heatmap,
        compare=compare,
        with_excluded=with_excluded,
    )
    asked |= _sorting(board, sort) | _asked_of_packs(boards, own)
    sections = (
        *((board, board), (SPECIALISATION, profile)),
        *((one, one) for one in boards.values()),
        *((HEAT_MAP, heatmap), (CHECKPOINTS, items), (HARD_TASKS, tasks), (TWO_SYSTEMS, compare)),
    )
    beside = [section for section, is_wanted in sections if section and is_wanted]
    named = [name for name in judge if not EXPERTS_NAMES.find(name)]
    panel = together.of(named)
    with open_project(project, output, read_only=True) as opened:
        with opened.reading() as tx:
            need_results(tx, person.strip())
        _need_targets(chart, votes, replace=replace)
        analysis = analyse(
            opened,
            judge_ids=named if judge else None,
            panel=panel,
            with_comparisons=False,
            every_judge=any(own.values()),
        )
        output.note(*stale_limits(analysis), *analysis.lacking)
        view = View.of(opened, analysis)
        views = [
            view.by(rater_id, scope_of(view.results, only)).asking(**asked)
            for rater_id in _raters(
                view.results,
                of_experts=not judge or len(named) < len(judge),
                of_panel=panel is not None,
            )
        ]
        first = [one for one in views if one.rater_id == view.key[0]] or views[:1]
        found = {one.rater_id: _board_data(one, beside) for one in views} if output.as_json else {}
        for one in () if output.as_json else views if full or judge or panel else first:
            _show(output, one, project, beside, full=full or by in _GROUPINGS)
        if chart is not None:
            _write_chart(output, first, board, chart, replace=replace)
    if votes is not None:
        write_votes(analysis.catalog, _only_panel(views), votes, replace=replace)
        output.say(t("Wrote {chart}.", chart=votes))
    output.data(found)
    if not views:
        output.say("Nothing has been scored or judged yet.")


def _write_chart(
    output: Output, views: list[View], board: Section[Any] | None, path: Path, *, replace: bool
) -> None:
    for view in views:
        save_chart(_chart_of(view, board), path, replace=replace)
        rater = rater_name(view.rater_id)
        output.say(t("Wrote {chart}, by {rater}.", chart=path, rater=rater))


def _without_nothing(**asked: object) -> dict[str, Any]:
    return {name: value for name, value in asked.items() if value}


def _asked_of_packs(
    boards: Mapping[str, Section[Any]], words: Mapping[str, str | None]
) -> dict[str, Any]:
    """What boards of packs are asked for by their options, read from the words that were typed."""
    return {
        name: option.read(word)
        for name, word in words.items()
        if word and (option := boards[name].option)
    }


def _sorting(board: Section[Any] | None, word: str | None) -> dict[str, Any]:
    """What a board is asked for by ``--sort``, or where that is left out.

    Raises:
        UsageError: The board is not sorted by that, or no board is named.
    """
    option = board.option if board else None
    if option is None:
        if word is None:
            return {}
        raise UsageError(
            "--sort is for a board of --by.",
            remedy=Message("Name it too: --by {boards}.", boards=joined(_BY, either=True)),
        )
    names = Names("order", option.choices())
    return {option.name: option.read(chosen(names, word, "--sort") if word else next(iter(names)))}


def _options() -> list[Parameter]:
    """The options of packs that ask for a board."""
    return [
        Parameter(
            name,
            Parameter.KEYWORD_ONLY,
            default=None,
            annotation=Annotated[
                str | None,
                typer.Option(help=_BOARDS[key].text, metavar=key.partition(" ")[2] or None),
            ],
        )
        for name, key in _OWN.items()
    ]


leaderboard = asking(_leaderboard, _options(), _leaderboard.__doc__)


def _raters(results: Results, *, of_experts: bool, of_panel: bool) -> list[str]:
    """Ids of the raters that are wanted; judges of a panel were named to be taken together."""
    return [
        rater.id
        for rater in results.raters
        if (of_experts or rater.id != EXPERTS)
        and not (of_panel and rater.is_judge and not rater.panel)
    ]


def _only_panel(views: list[View]) -> PanelFindings:
    panels = [view.rater.panel for view in views if view.rater and view.rater.panel]
    if len(panels) != 1:
        raise UsageError(
            "--votes needs one panel.", remedy="Name it: --panel majority --judge A --judge B."
        )
    return panels[0]


def _show(
    output: Output,
    view: View,
    path: Path,
    beside: Sequence[Section[Any]],
    *,
    full: bool,
) -> None:
    """Shows the board of a rater, and all that is asked for with it."""
    output.section(BOARD.blocks(view), path, full=full)
    if full:
        beside = [*sections_at(RATER), *beside]
    for section in beside:
        output.section(section.blocks(view), path, full=True)


def _board_data(view: View, beside: Sequence[Section[Any]]) -> dict[str, Any]:
    """The same for a program; figures of systems stand in the rows of the board."""
    found: dict[str, Any] = BOARD.data(view) or {}
    if view.rater and view.rater.panel:
        found["panel"] = view.rater.panel.plain()
    for section in beside:
        if section.beside is None:
            if (data := section.data(view)) is not None:
                found[_KEYS.get(section.id, section.id)] = data
        elif (model := section.compute(view)) is not None:
            rows, more = section.beside(model)
            _join(found, rows)
            found |= more
    return found


_KEYS: Final = {
    "specialisation": "profile",
    "heatmap": "heatmap",
    "items": "items",
    "tasks": "task_scores",
    "pair": "comparison",
}
"""What the figures of a section are called beside a board."""


def _join(found: dict[str, Any], beside: Mapping[str, dict[str, Any]]) -> None:
    """Puts figures beside those of the rows, which take their order; other rows come last."""
    rows = {row["system"]: row for row in found["standings"]}
    found["standings"] = [
        *(rows.pop(system) | more for system, more in beside.items() if system in rows),
        *rows.values(),
    ]
