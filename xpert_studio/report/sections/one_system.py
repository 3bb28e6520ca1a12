"""One system: its standing, its tasks, and where it is stronger or weaker than the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from xpert_studio.core.metrics import Ranked, items
from xpert_studio.core.metrics.registry import beside_score
from xpert_studio.core.records.columns import NONE, Catalog
from xpert_studio.core.wording import mark, number, percent, t, tn
from xpert_studio.report.blocks import APPROXIMATE, Block, Column, Figure, Row, Table, Text
from xpert_studio.report.cautions import caution_hint
from xpert_studio.report.figure_words import marked, value_words
from xpert_studio.report.part_names import grouping_name, part_name
from xpert_studio.report.results.charts import profile_chart
from xpert_studio.report.results.parts import Profile, SystemTasks
from xpert_studio.report.results.results import Board
from xpert_studio.report.section import Section, View
from xpert_studio.report.sections.board_table import not_ranked_words
from xpert_studio.report.sentences import named_together, percent_span
from xpert_studio.report.small_groups import SmallGroups
from xpert_studio.report.ties import Tie


@dataclass(frozen=True, slots=True)
class OneSystem:
    """One system on a board.

    Attributes:
        standing: Its row; None where nothing of it was judged.
        board: All systems.
        ties: Which ranked systems cannot be told apart.
        tasks: Its tasks, those of a part or tenth alone where that is asked for.
        profile: It against the others.
        catalog: Names of tasks and responses.
        small: Which groups are marked.
    """

    system: str
    standing: Ranked | None
    board: Board
    ties: Mapping[str, Tie]
    tasks: SystemTasks
    profile: Profile
    catalog: Catalog
    small: SmallGroups


def _one_system(view: View) -> OneSystem | None:
    """What is asked for: ``system``; ``part``, such as ``tier:essential``; ``bin``, a tenth."""
    system = view.asked.get("system", "")
    if view.rater is None or not system:
        return None
    results, (rater_id, scope) = view.results, view.key
    by, _, name = view.asked.get("part", "").partition(":")
    tenth = view.asked.get("bin", "")
    tasks = results.system_tasks(rater_id, system, scope, (by, name) if name else None)
    board = results.board(rater_id, scope)
    own = (standing for standing in board.leaderboard.standings if standing.system == system)
    return OneSystem(
        system=system,
        standing=next(own, None),
        board=board,
        ties=results.ties(rater_id, scope),
        tasks=tasks.in_tenth(int(tenth)) if tenth.isdigit() else tasks,
        profile=results.profile(rater_id, system, scope),
        catalog=results.catalog,
        small=view.analysis.small,
    )


def _blocks(one_system: OneSystem) -> Iterator[Block]:
    yield Text(standing_sentence(one_system))
    yield _tasks_table(one_system)
    for by in ("domain", "dimension", "tier"):
        if one_system.profile.by(by):
            chart = profile_chart(
                one_system.profile, by, small=one_system.small, named=partial(part_name, by)
            )
            yield Figure(chart, t("By {by}, the strongest first.", by=grouping_name(by).lower()))


def _tasks_table(one_system: OneSystem) -> Table:
    tasks, catalog = one_system.tasks, one_system.catalog
    return Table(
        columns=(
            Column(t("Task")),
            Column(t("Domain"), detail=True),
            Column(t("Score"), "0.0%"),
            Column(t("Mean of the others"), "0.0%"),
            Column(t("Difference"), "+0.0%"),
            Column(t("Decided")),
        ),
        rows=tuple(_task_row(tasks, catalog, n) for n in range(tasks.tasks.size)),
        name=one_system.system,
    )


def _task_row(tasks: SystemTasks, catalog: Catalog, place: int) -> Row:
    task, response = int(tasks.tasks[place]), int(tasks.responses[place])
    domain = int(catalog.task_domain[task])
    has_response = response != NONE
    done, wanted = (number(int(of[place])) for of in (tasks.decided, tasks.expected))
    decided = t("{n} of {total}", n=done, total=wanted) if has_response else t("no response")
    own = ("response", catalog.tasks[task], catalog.responses[response] if has_response else "")
    return Row(
        (
            catalog.task_titles[task],
            part_name("domain", catalog.domains[domain]) if domain != NONE else "",
            items.known(tasks.score[place]),
            items.known(tasks.others[place]),
            items.known(tasks.difference[place]),
            decided,
        ),
        opens=own if has_response else ("responses", catalog.tasks[task]),
    )


def standing_sentence(one_system: OneSystem) -> str:
    """Rank with tie group, score, coverage and what stands beside the score, in a line."""
    item, board = one_system.standing, one_system.board
    if item is None:
        return t("This system has nothing that was judged here.")
    why_not = t("Not ranked: {why}", why=not_ranked_words(item, board.gaps.get(item.system)))
    said = _rank(one_system) if item.rank is not None else [why_not]
    score = t("Score {score}", score=percent(item.score, 1))
    span = marked(percent_span(item.interval), item.caution) if item.interval else ""
    said.append(f"{score} ({span})" if span else score)
    if item.experts_score is not None:
        said.append(t("experts: {score}", score=percent(item.experts_score, 1)))
    said.append(tn("{n} task", "{n} tasks", item.tasks))
    said += [
        t("{figure}: {value}", figure=t(one.title), value=value_words(one.unit, known.value))
        for one in beside_score(board.leaderboard.figures)
        if (known := item.figures[one.id]).value is not None
    ]
    if item.is_baseline:
        said.append(t("baseline"))
    why = caution_hint(item.caution, item.tasks)
    return "\n".join(filter(None, (" · ".join(said), why and f"{APPROXIMATE} {why}")))


def _rank(one_system: OneSystem) -> list[str]:
    """The rank, or those of the systems that it cannot be told apart from, and which these are."""
    own = one_system.ties.get(one_system.system)
    ranks = {
        item.system: item.rank
        for item in one_system.board.leaderboard.standings
        if item.rank is not None
        and (
            item.system == one_system.system
            or (own and own.group == one_system.ties[item.system].group)
        )
    }
    low, high = min(ranks.values()), max(ranks.values())
    others = [name for name in ranks if name != one_system.system]
    known = t("Rank {low} to {high}", low=number(low), high=number(high))
    said = [t("Rank {n}", n=number(low)) if low == high else known]
    if others:
        said.append(t("cannot be told apart from {systems}", systems=named_together(others)))
    return said


ONE_SYSTEM: Final = Section(
    "system",
    mark("One system"),
    mark("Where does one system stand, and where is it stronger or weaker than the others?"),
    _one_system,
    _blocks,
    named=lambda found: found.system,
    places=(),
    asks=("system",),
    missing=mark("No system of that name has scores here."),
)
