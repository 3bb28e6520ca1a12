"""Systems in detail: how their scores spread, the best two side by side, any two task by task."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from functools import partial
from typing import Any, Final

from xpert_studio.core.metrics import FEW_TASKS
from xpert_studio.core.metrics.spread import ScoreSpread
from xpert_studio.core.metrics.system_comparison import SystemComparison
from xpert_studio.core.records.columns import Catalog
from xpert_studio.core.wording import in_a_row, mark, number, short, t
from xpert_studio.report.blocks import Block, Column, Figure, Heading, Note, Row, Table, Text
from xpert_studio.report.part_names import domain_name, grouping_name, part_name, rater_name
from xpert_studio.report.results.charts import (
    difference_chart,
    histogram_chart,
    spread_chart,
    tasks_chart,
)
from xpert_studio.report.section import (
    COMPARED,
    EXPLORED,
    Choice,
    Options,
    Section,
    View,
    with_rater,
)
from xpert_studio.report.sections.won_checkpoints import (
    WonCheckpoints,
    won_checkpoints,
    won_table,
)
from xpert_studio.report.small_groups import SmallGroups


@dataclass(frozen=True, slots=True)
class SystemsInDetail:
    """How the scores of systems spread, and two of them compared.

    Attributes:
        who: The rater in words.
        spreads: By system.
        pair: The two that are asked for, else the best two; None where there are not two.
        catalog: Names of the tasks.
        small: Which groups are marked.
    """

    who: str
    spreads: tuple[ScoreSpread, ...]
    pair: SystemComparison | None
    catalog: Catalog
    small: SmallGroups


@with_rater
def _systems(view: View) -> SystemsInDetail | None:
    results, key = view.results, view.key
    board = results.board(*key).leaderboard
    best = [item.system for item in board.standings if item.score is not None][:2]
    return SystemsInDetail(
        view.who,
        results.spreads(*key),
        pair=results.compared(key[0], best[1], best[0], key[1]) if len(best) == 2 else None,
        catalog=results.catalog,
        small=view.analysis.small,
    )


def _systems_blocks(systems_in_detail: SystemsInDetail) -> Iterator[Block]:
    yield Text(t("All figures of this section are by {who}.", who=systems_in_detail.who))
    if systems_in_detail.spreads:
        chart = spread_chart(
            sorted(systems_in_detail.spreads, key=lambda item: (-item.median, item.system))
        )
        yield Heading(t("How scores spread"))
        caption = t(
            "Scores of single responses: box from quartile to quartile, median, lowest, highest."
        )
        yield Figure(chart, caption)
    if systems_in_detail.pair is not None:
        pair = systems_in_detail.pair
        yield Heading(t("{second} against {first}", second=pair.second, first=pair.first))
        yield from pair_blocks(pair, systems_in_detail.small)


def pair_blocks(compared: SystemComparison, small: SmallGroups) -> Iterator[Block]:
    """Two systems: who does better, by domain as a chart, and by all parts as a table."""
    yield Text(pair_sentence(compared))
    if any(part.by == "domain" for part in compared.parts):
        chart = difference_chart(compared, "domain", small=small, named=domain_name)
        yield Figure(chart, t("Mean score over the shared tasks, by domain."))
    yield parts_table(compared, small)


SYSTEMS: Final = Section(
    "systems",
    mark("Systems in detail"),
    mark("How do the scores of each system spread, and how do the best two compare?"),
    _systems,
    _systems_blocks,
)


def parts_table(compared: SystemComparison, small: SmallGroups) -> Table:
    """Two systems by domain, tier and dimension."""
    return Table(
        columns=(
            Column(t("By")),
            Column(t("Name")),
            Column(t("Tasks"), "0"),
            Column(compared.first, "0.0%"),
            Column(compared.second, "0.0%"),
            Column(t("Difference"), "+0.0%"),
            Column(t("95 % interval"), "+0.0%", interval=True),
        ),
        rows=tuple(
            Row(
                (
                    grouping_name(part.by),
                    small.mark(part_name(part.by, part.name), part.tasks),
                    part.tasks,
                    part.first,
                    part.second,
                    part.difference,
                    part.interval,
                )
            )
            for part in compared.parts
        ),
        caption=small.explain(
            t("Second less first; 95 % intervals by task or family"),
            *(part.tasks for part in compared.parts),
        ),
        name=t("Two systems"),
    )


def pair_sentence(compared: SystemComparison) -> str:
    """Who does better over the tasks both have a score on, and whether that is more than chance."""
    shared = len(compared.tasks)
    if compared.difference is None:
        return t(
            "{first} and {second} have no task in common.",
            first=compared.first,
            second=compared.second,
        )
    sentence = t(
        "Over {shared:,} shared tasks {second} scores {part:.1f} points {direction} than {first}",
        shared=shared,
        second=compared.second,
        part=100 * abs(compared.difference),
        direction=t("more") if compared.difference >= 0 else t("less"),
        first=compared.first,
    )
    if compared.interval is not None:
        low, high = (100 * end for end in compared.interval)
        about = (
            t("(95 % interval of the difference {low:+.1f} to {high:+.1f})", low=low, high=high)
            if compared.p is None
            else t(
                "(95 % interval of the difference {low:+.1f} to {high:+.1f}, p {p})",
                low=low,
                high=high,
                p=_p(compared.p),
            )
        )
        sentence = in_a_row((sentence, about))
    sentence += t(
        ": it does better on {wins_second:,}, worse on {wins_first:,}, the same on "
        "{ties:,}. Other tests of the same tasks: sign test p {sign_p}",
        wins_second=compared.wins_second,
        wins_first=compared.wins_first,
        ties=compared.ties,
        sign_p=_p(compared.sign_p),
    )
    if compared.wilcoxon_p is not None:
        sentence += t(", Wilcoxon signed-rank p {wilcoxon_p}", wilcoxon_p=_p(compared.wilcoxon_p))
    if compared.caution == "few tasks":
        sentence += t(
            ". Few tasks, fewer than {few_tasks}, so the interval may be too narrow",
            few_tasks=FEW_TASKS,
        )
    left = compared.only_first + compared.only_second
    if left:
        sentence += t(
            ". {left:,} tasks on which only one of them has a score are excluded", left=left
        )
    short = int(compared.incomplete.sum())
    if short:
        sentence += t(
            "; on {short:,} of the shared ones one of them lacks some verdicts", short=short
        )
    return t("{word}.", word=sentence)


def short_sentence(compared: SystemComparison) -> str:
    """The difference with its interval, tasks won and lost, and whether that tells them apart."""
    if compared.difference is None:
        return pair_sentence(compared)
    low, high = compared.interval or (None, None)
    points = f"{100 * compared.difference:+.1f}"
    if low is None or high is None:
        told = t("no interval")
    else:
        points += f" [{100 * low:+.1f}, {100 * high:+.1f}]"
        told = t("not told apart") if low <= 0 <= high else t("told apart")
    counts = t(
        "{wins} wins, {losses} losses, {ties} ties",
        wins=number(compared.wins_second),
        losses=number(compared.wins_first),
        ties=number(compared.ties),
    )
    return f"{points.replace('-', '−')} · {counts} · {told}."


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"= {value:.3f}"


@dataclass(frozen=True, slots=True)
class TwoSystems:
    """Two systems task by task.

    Attributes:
        catalog: Names of the tasks.
        small: Which groups are marked.
        in_full: Whether all tasks and charts are shown, not those that differ most.
        won: The checkpoints on which they differ, where all is shown.
    """

    pair: SystemComparison
    catalog: Catalog
    small: SmallGroups
    in_full: bool
    won: WonCheckpoints | None


def _two_systems(view: View) -> TwoSystems | None:
    """What is asked for: ``compare``, both, or ``second`` and ``first``, which is named first.

    And ``in_full``: all tasks and charts.
    """
    usual = view.asked.get("second"), view.asked.get("first")
    first, second = view.asked.get("compare", usual)
    if view.rater is None or not first or not second:
        return None
    rater_id, scope = view.key
    in_full = view.asked.get("in_full", False)
    return TwoSystems(
        pair=view.results.compared(rater_id, first, second, scope),
        catalog=view.results.catalog,
        small=view.analysis.small,
        in_full=in_full,
        won=won_checkpoints(view, second, first) if in_full else None,
    )


def _two_blocks(two_systems: TwoSystems) -> Iterator[Block]:
    pair, catalog = two_systems.pair, two_systems.catalog
    if two_systems.in_full:
        yield from _all_charts(two_systems)
        if two_systems.won is not None and two_systems.won.rows:
            yield won_table(two_systems.won)
    else:
        yield from pair_blocks(pair, two_systems.small)
    order = sorted(range(len(pair.tasks)), key=lambda place: (-abs(pair.differences[place]), place))
    has_gaps = bool(pair.incomplete.any())
    columns = (
        Column(t("Task")),
        Column(pair.first, "0.0%"),
        Column(pair.second, "0.0%"),
        Column(t("Difference"), "+0.0%"),
        *([Column(t("Note"), detail=True)] if has_gaps else []),
    )
    rows = tuple(
        Row(
            (
                catalog.task_titles[pair.tasks[place]],
                float(pair.first_scores[place]),
                float(pair.second_scores[place]),
                float(pair.differences[place]),
                *([t("Verdicts missing") if pair.incomplete[place] else ""] if has_gaps else []),
            ),
            opens=("both", catalog.tasks[pair.tasks[place]], pair.second, pair.first),
        )
        for place in (order if two_systems.in_full else order[:_LISTED])
    )
    said = (
        t("Tasks on which both have a score")
        if two_systems.in_full
        else t("Tasks on which they differ most")
    )
    if rows:
        yield Table(columns, rows, said, t("Tasks of two systems"))
    if two_systems.in_full and pair.parts:
        yield parts_table(pair, two_systems.small)
    if two_systems.in_full:
        yield Note(pair_sentence(pair), t("how the two are compared"))


def _all_charts(two_systems: TwoSystems) -> Iterator[Block]:
    pair = two_systems.pair
    if not len(pair.tasks):
        return
    said = in_a_row(
        (short_sentence(pair), t("Above the diagonal {system} scores higher.", system=pair.second))
    )
    yield Figure(tasks_chart(two_systems.catalog, pair), said)
    for by in ("domain", "dimension", "tier"):
        if any(part.by == by for part in pair.parts):
            chart = difference_chart(
                pair, by, small=two_systems.small, named=partial(part_name, by)
            )
            yield Figure(
                chart, t("By {by}, the largest difference first.", by=grouping_name(by).lower())
            )


def _two_title(two_systems: TwoSystems) -> str:
    return t(
        "{second} against {first}, by {rater} (second less first)",
        second=two_systems.pair.second,
        first=two_systems.pair.first,
        rater=rater_name(two_systems.pair.rater),
    )


_LISTED: Final = 10


def _two_data(two_systems: TwoSystems) -> dict[str, Any]:
    """Two systems for a program, every shared task with both scores."""
    pair, catalog = two_systems.pair, two_systems.catalog
    arrays = {"tasks", "first_scores", "second_scores", "incomplete", "parts"}
    names = [field.name for field in fields(pair) if field.name not in arrays]
    return {name: getattr(pair, name) for name in names} | {
        "parts": [
            asdict(part) | {"few_tasks": two_systems.small.includes(part.tasks)}
            for part in pair.parts
        ],
        "tasks": [
            {
                "task_id": catalog.tasks[task],
                "first": float(first),
                "second": float(second),
                "incomplete": bool(incomplete),
            }
            for task, first, second, incomplete in zip(
                pair.tasks, pair.first_scores, pair.second_scores, pair.incomplete, strict=True
            )
        ],
    }


def _firsts(view: View) -> Options:
    board = view.results.board(*view.key).leaderboard
    names = [standing.system for standing in board.standings if standing.score is not None]
    return [(short(name, _LONGEST), name) for name in names], next(iter(names), "")


def _seconds(view: View) -> Options:
    others = [one for one in _firsts(view)[0] if one[1] != view.asked["first"]]
    return others, next((name for _, name in others), "")


_LONGEST: Final = 60

TWO_SYSTEMS: Final = Section(
    "pair",
    mark("Two systems"),
    mark("On which tasks does one of two systems do better?"),
    _two_systems,
    _two_blocks,
    _two_data,
    _two_title,
    places=(COMPARED,),
    asks=("first", "second"),
    choices=(
        Choice("first", mark("First system"), _firsts),
        Choice("second", mark("against"), _seconds),
    ),
    missing=mark("It takes two systems with scores to compare them: first and second."),
)


@dataclass(frozen=True, slots=True)
class Spreads:
    """How the scores of systems spread; ``chosen`` is shown in tenths too."""

    spreads: tuple[ScoreSpread, ...]
    chosen: ScoreSpread | None


def _spreads(view: View) -> Spreads | None:
    """What is asked for: ``system``, whose scores are shown in tenths."""
    spreads = view.results.spreads(*view.key) if view.rater else ()
    chosen = (spread for spread in spreads if spread.system == view.asked.get("system"))
    return Spreads(spreads, next(chosen, None)) if spreads else None


def _spread_blocks(spreads: Spreads) -> Iterator[Block]:
    caption = t("Box from quartile to quartile with the median; lines to the lowest and highest.")
    yield Figure(spread_chart(spreads.spreads), caption)
    if spreads.chosen is not None:
        caption = t("How many responses score so many per cent.")
        yield Figure(histogram_chart(spreads.chosen), caption)


def _spread_systems(view: View) -> Options:
    names = [spread.system for spread in view.results.spreads(*view.key)]
    return [(short(name, _LONGEST), name) for name in names], next(iter(names), "")


SPREADS: Final = Section(
    "spreads",
    mark("Distributions"),
    mark("How do the scores of each system’s responses spread?"),
    _spreads,
    _spread_blocks,
    places=(EXPLORED,),
    asks=("system",),
    choices=(Choice("system", mark("System"), _spread_systems),),
)
