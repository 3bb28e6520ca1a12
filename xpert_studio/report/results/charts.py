"""The charts of the results, as report, window and command line show them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import numpy as np

from xpert_studio.core.metrics import SCORE, Leaderboard, Metric, Ranked
from xpert_studio.core.metrics.spread import BINS, ScoreSpread
from xpert_studio.core.metrics.system_comparison import PartDifference, SystemComparison
from xpert_studio.core.metrics.task_estimates import Estimate as Figure
from xpert_studio.core.records.columns import Catalog
from xpert_studio.core.wording import mark, signed_points, t
from xpert_studio.report.blocks import Row, Table, bare
from xpert_studio.report.charts import (
    Bar,
    Boxes,
    Chart,
    Dots,
    Dumbbell,
    Estimate,
    Histogram,
    Pairs,
    Point,
    Scatter,
    SecondMark,
    Spread,
    shares_matrix,
)
from xpert_studio.report.results.parts import Profile
from xpert_studio.report.small_groups import SmallGroups

if TYPE_CHECKING:
    from xpert_studio.report.ties import Tie

SCORE_AXIS: Final = mark("Score, % of points")
MOST_ROWS: Final = 60
"""No chart has more rows: beyond, letters would be too small to read. Tables show all."""
_MOST_POINTS: Final = 4_000
_WITH_ENDS: Final = (-1.5, 101.5)
"""Room for the symbols of those who have no point, or all of them."""
_FEW: Final = 10


def _as_it_is(name: str) -> str:
    return name


def part_names(board: Leaderboard, by: str) -> list[str]:
    """The domains, dimensions, categories or tiers that stand on a board; tiers in their order."""
    present: dict[str, None] = {}
    for standing in board.standings:
        present |= dict.fromkeys(getattr(standing, f"by_{by}"))
    return list(present) if by == "tier" else sorted(present)


def board_chart(
    board: Leaderboard,
    *,
    most: int = MOST_ROWS,
    noted: Callable[[Ranked], str] = lambda _: "",
    ties: Mapping[str, Tie] = MappingProxyType({}),
    axis: str = SCORE_AXIS,
    second: tuple[str, Mapping[str, Figure]] = ("", MappingProxyType({})),
    by: Metric = SCORE,
    parts: Mapping[str, Sequence[tuple[str, float]]] = MappingProxyType({}),
) -> Chart:
    """Scores with their intervals; those that are not ranked hollow. Opens ``("system", name)``.

    The score of the baseline is a dashed line.

    Args:
        board: The leaderboard.
        most: At most so many systems.
        noted: A note at the right end of a system's row.
        ties: The groups of systems that cannot be told apart, by system; brackets beside them.
        axis: What the axis measures, with what its signs mean.
        second: A second mark beside the score: what it is, and shares by system.
        by: Which figure is shown.
        parts: Small dots of a system: shares by the names of its domains.
    """
    scored = [item for item in board.standings if item.figures[by.id].value is not None][:most]
    rows = [
        replace(
            ranked_row(item.system, item.figures[by.id], is_ranked=item.rank is not None),
            note=noted(item),
            second=_second(second[1].get(item.system)),
            parts=[(name, 100 * share) for name, share in parts.get(item.system, ())],
        )
        for item in scored
    ]
    title = mark("Score") if by is SCORE else by.title
    heads: tuple[str, ...] = (mark("System"), title, mark("Low"), mark("High"))
    if any(row.second for row in rows):
        heads += (second[0], mark("Low"), mark("High"))
    base = [
        (t("baseline"), row.value)
        for row, item in zip(rows, scored, strict=True)
        if item.is_baseline
    ]
    return Dots(
        rows,
        axis=axis,
        limits=(0, 100),
        marks=base[:1],
        ties=_brackets([ties.get(item.system) for item in scored]),
        form=".1f",
        heads=heads,
        names=(title, second[0]),
        part=mark("A domain"),
        apart=sum(item.rank is not None for item in scored),
        description=mark("Scores of the systems with 95 % intervals")
        if by is SCORE
        else t("{figure} of the systems with 95 % intervals", figure=t(by.title)),
    )


def ranked_row(
    system: str, figure: Figure, *, is_ranked: bool = True, scale: float = 100
) -> Estimate:
    """A system's row in a chart of a board. Opens ``("system", name)``.

    Args:
        system: It.
        figure: Its figure, with a value.
        is_ranked: Whether it is compared with the others; else it is hollow.
        scale: By what figure and interval are multiplied.
    """
    low, high = (scale * end for end in figure.interval) if figure.interval else (None, None)
    value = scale * (figure.value or 0.0)
    return Estimate(system, value, low, high, hollow=not is_ranked, target=("system", system))


def ranked_chart(
    rows: Sequence[Estimate],
    axis: str,
    description: str,
    *,
    figure: str,
    limits: tuple[float, float] | None = None,
    form: str = ".1f",
    line: Sequence[tuple[str, float]] = (),
    part: str = "",
) -> Chart | None:
    """Systems by a figure, the best first, those that do not rank hollow; None without any.

    Args:
        rows: Made with ``ranked_row``.
        axis: What the figure measures.
        description: For those who cannot see it.
        figure: What it is called.
        limits: The ends of the axis; fitted to the figures where None.
        form: How figures are written.
        line: A named value, as a dashed line.
        part: What the small dots of a row are.
    """
    shown = sorted(rows, key=lambda row: (row.hollow, -row.value))[:MOST_ROWS]
    if not shown:
        return None
    return Dots(
        shown,
        axis=axis,
        limits=limits,
        form=form,
        marks=line,
        names=(figure, ""),
        part=part,
        apart=sum(not row.hollow for row in shown),
        heads=(mark("System"), figure, mark("Low"), mark("High")),
        description=description,
    )


def _second(found: Figure | None) -> SecondMark | None:
    if found is None or found.value is None:
        return None
    row = ranked_row("", found)
    return SecondMark(row.value, row.low, row.high)


def _brackets(ties: Sequence[Tie | None]) -> list[tuple[int, int]]:
    """The first and the last row of each group of several that stand below each other."""
    groups = groupby(range(len(ties)), key=lambda row: (tie := ties[row]) and tie.group)
    found = [(group, list(rows)) for group, rows in groups]
    return [(rows[0], rows[-1]) for group, rows in found if group is not None and len(rows) > 1]


def part_chart(
    board: Leaderboard,
    by: str,
    *,
    small: SmallGroups,
    named: Callable[[str], str] = _as_it_is,
) -> Chart:
    """Systems against domains, dimensions or tiers. Opens ``("part", system, by, name)``.

    Args:
        board: The leaderboard.
        by: ``domain``, ``dimension``, ``category`` or ``tier``.
        small: Which figures are marked or withheld, and in which words.
        named: A part's name as it is shown.
    """
    names = part_names(board, by)
    standings = [item for item in board.standings if item.score is not None][:MOST_ROWS]
    counts = [tasks for item in standings for tasks in item.tasks_by[by].values()]

    def marked(row: int, column: int) -> str:
        tasks = standings[row].tasks_by[by].get(names[column])
        return "" if tasks is None else small.withheld(tasks) or small.mark("", tasks)

    def share(item: Ranked, name: str) -> float | None:
        is_withheld = small.withheld(item.tasks_by[by].get(name, small.minimum))
        return None if is_withheld else getattr(item, f"by_{by}").get(name)

    return shares_matrix(
        [item.system for item in standings],
        [named(name) for name in names],
        values=[[share(item, name) for name in names] for item in standings],
        marked=marked,
        note=small.legend if small.some(counts) else "",
        target=lambda row, column: ("part", standings[row].system, by, names[column]),
        description=t("Scores of the systems by {by}", by=by),
    )


def spread_chart(spreads: Sequence[ScoreSpread]) -> Chart:
    """A box a system. Opens ``("system", name)``."""
    return Boxes(
        items=[
            Spread(
                item.system,
                100 * item.low,
                100 * item.lower,
                100 * item.median,
                100 * item.upper,
                100 * item.high,
                item.n,
                target=("system", item.system),
            )
            for item in spreads[:MOST_ROWS]
        ],
        axis=SCORE_AXIS,
        limits=(0, 100),
        heads=(
            mark("System"),
            mark("Responses"),
            mark("Lowest"),
            mark("Lower quartile"),
            mark("Median"),
            mark("Upper quartile"),
            mark("Highest"),
        ),
        description=mark("How the scores of each system’s responses spread"),
    )


def histogram_chart(spread: ScoreSpread) -> Chart:
    """How many of a system's responses score in each tenth. Opens ``("bin", system, number)``."""
    step = 100 // BINS
    return Histogram(
        items=[
            Bar(f"{step * n}–{step * (n + 1)}", count, target=("bin", spread.system, str(n)))
            for n, count in enumerate(spread.bins)
        ],
        axis=mark("Responses"),
        classes=t("Score, %"),
        limits=(0, max(_FEW, 1.12 * max(spread.bins))),  # below, the axis would count halves
        heads=(mark("Score, %"), mark("Responses")),
        description=t("Scores of {system} in tenths", system=spread.system),
    )


def profile_chart(
    profile: Profile, by: str, *, small: SmallGroups, named: Callable[[str], str] = _as_it_is
) -> Chart:
    """A system against the mean of the others, part by part. Opens ``("part", system, by, name)``.

    Args:
        profile: The system's profile.
        by: ``domain``, ``tier`` or ``dimension``.
        small: Which parts are marked, and in which words.
        named: A part's name as it is shown.
    """
    return _sides_chart(
        profile.by(by),
        ("part", profile.system, by),
        (t("Mean of the others"), profile.system),
        small,
        named,
        t("{system} against the mean of the other systems", system=profile.system),
    )


_COMPARED: Final = {
    "domain": mark("{first} and {second} by domain"),
    "tier": mark("{first} and {second} by tier"),
    "dimension": mark("{first} and {second} by dimension"),
}


def difference_chart(
    compared: SystemComparison,
    by: str,
    *,
    small: SmallGroups,
    named: Callable[[str], str] = _as_it_is,
) -> Chart:
    """Two systems by domain, tier or dimension, the largest difference first.

    A row opens ``("part", second, by, name)``.

    Args:
        compared: The comparison.
        by: ``domain``, ``tier`` or ``dimension``.
        small: Which parts are marked, and in which words.
        named: A part's name as it is shown.
    """
    parts = [part for part in compared.parts if part.by == by]
    parts.sort(key=lambda part: (-abs(part.difference), part.name))
    first, second = compared.second, compared.first  # as sentences name them
    return _sides_chart(
        parts,
        ("part", compared.second, by),
        (compared.first, compared.second),
        small,
        named,
        t(_COMPARED[by], first=first, second=second),
    )


def _sides_chart(
    parts: Sequence[PartDifference],
    target: tuple[str, ...],
    names: tuple[str, str],
    small: SmallGroups,
    named: Callable[[str], str],
    description: str,
) -> Chart:
    return Pairs(
        items=[
            Dumbbell(
                small.mark(named(part.name), part.tasks),
                100 * part.first,
                100 * part.second,
                note=signed_points(part.difference),
                target=(*target, part.name),
            )
            for part in parts[:MOST_ROWS]
        ],
        names=names,
        axis=small.explain_below(t(SCORE_AXIS), *(part.tasks for part in parts)),
        limits=_WITH_ENDS,
        form=".1f",
        description=description,
    )


def tasks_chart(catalog: Catalog, compared: SystemComparison) -> Chart:
    """Every shared task as a point: one system's score against the other's.

    A point opens ``("both", task, second, first)``.

    Args:
        catalog: Where the tasks' titles are.
        compared: The comparison.
    """
    places = np.arange(len(compared.tasks))
    if places.size > _MOST_POINTS:  # the largest differences, which are what one looks for
        places = np.argsort(-np.abs(compared.differences), kind="stable")[:_MOST_POINTS]
    first, second = compared.second, compared.first  # as sentences name them
    return Scatter(
        items=[
            Point(
                catalog.task_titles[compared.tasks[place]],
                100 * float(compared.first_scores[place]),
                100 * float(compared.second_scores[place]),
                target=(
                    "both",
                    catalog.tasks[compared.tasks[place]],
                    compared.second,
                    compared.first,
                ),
            )
            for place in places
        ],
        x_axis=f"{compared.first}, %",
        y_axis=f"{compared.second}, %",
        form=".1f",
        head=mark("Task"),
        description=t("{first} and {second}, task by task", first=first, second=second),
    )


def shaded_chart(table: Table) -> Chart:
    """A shaded table as a grid; its first column has the names of the rows."""
    places = [n for n, one in enumerate(table.columns) if one.number and not one.interval]

    def share(row: Row, place: int) -> float | None:
        value = bare(row.cells[place])
        return value if isinstance(value, float) else None

    return shares_matrix(
        [str(bare(row.cells[0])) for row in table.rows[:MOST_ROWS]],
        [table.columns[n].heading for n in places],
        [[share(row, n) for n in places] for row in table.rows[:MOST_ROWS]],
        target=lambda row, column: (*table.rows[row].opens, *table.columns[places[column]].opens),
        head=table.columns[0].heading,
        description=table.name,
    )
