"""The section of boards: systems on each suite, against time and cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from xpert_studio.api.charts import Dots, Estimate
from xpert_studio.api.sections import (
    REPORT,
    Action,
    Block,
    Column,
    Figure,
    Row,
    Section,
    Table,
    Text,
    listed,
    mark,
    percent,
    t,
)
from xpert_studio.packs.suites.board import BoardRow, SuiteBoard, boards_of
from xpert_studio.packs.suites.evaluations import asked_for
from xpert_studio.packs.suites.section_blocks import (
    DEFINE,
    NO_EVALUATION,
    day_of,
    in_percent,
    known_to,
    plain_evaluation,
    suite_heading,
    with_branch,
)

_FEWEST: Final = 2
Boards = tuple[SuiteBoard, ...]


def _blocks(found: Boards) -> Iterator[Block]:
    for board in found:
        yield from suite_heading(board.suite, found)
        if len(board.rows) >= _FEWEST:
            caption = t(
                "Share of responses that pass, with 95 % intervals, and whether a system is "
                "behind the best beyond noise. Hollow: evaluated by an older definition, not "
                "comparable."
            )
            yield Figure(_chart(board), caption)
        yield Text.brief(best_sentence(board))
        yield _table(board)
    yield Action(t("How it came to this"), "sections {project} suite-trend")


def best_sentence(board: SuiteBoard) -> str:
    """Which systems are ahead, and which cannot be told from the best."""
    current = [row for row in board.rows if row.is_current]
    best = current[0].evaluation
    rate = percent(best.pass_rate().value)
    if len(current) < _FEWEST:
        return t("{system}: {rate} pass.", system=with_branch(best), rate=rate)
    near = [row for row in current[1:] if row.behind and not row.behind.is_regression]
    if not near:
        return t("{system} leads with {rate}, beyond noise.", system=with_branch(best), rate=rate)
    return t(
        "{system} has the highest pass rate ({rate}); not told apart from it: {others}.",
        system=with_branch(best),
        rate=rate,
        others=listed(with_branch(row.evaluation) for row in near),
    )


def _chart(board: SuiteBoard) -> Dots:
    """Pass rates with their intervals; hollow where another definition was evaluated."""
    items = [
        Estimate(
            with_branch(row.evaluation),
            *in_percent(row.evaluation.pass_rate()),
            hollow=not row.is_current,
            note=_behind_words(row),
            target=("evaluation", row.evaluation.id),
        )
        for row in board.rows
    ]
    return Dots(
        items,
        t("Pass rate, %"),
        limits=(0.0, 100.0),
        form=".0f",
        description=t("Pass rates on {suite}", suite=board.suite),
    )


def _table(board: SuiteBoard) -> Table:
    columns = (
        Column(t("System")),
        Column(t("Passed"), "0"),
        Column(t("of"), "0"),
        Column(t("Pass rate"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True),
        Column(t("Behind the best")),
        Column(t("Date")),
        Column(t("Seconds"), "0.0", detail=True),
        Column(t("Cost, USD"), "0.0000", detail=True),
        Column(t("Tokens"), "0", detail=True),
    )
    rows = tuple(
        Row(_cells(row), apart=not row.is_current, opens=("evaluation", row.evaluation.id))
        for row in board.rows
    )
    caption = t(
        "The newest evaluation of each system and branch. Passed counts responses; Wilson’s "
        "interval where each cluster of tasks has one. Rows set off are of an older definition."
    )
    return Table(columns, rows, caption, t("Suite {name}", name=board.suite), short=8)


def _cells(row: BoardRow) -> tuple[Any, ...]:
    one = row.evaluation
    rate = one.pass_rate()
    return (
        with_branch(one),
        sum(task.passed for task in one.tasks.values() if task.is_known),
        rate.n,
        rate.value,
        rate.interval,
        _behind_words(row),
        day_of(one),
        one.mean("seconds"),
        one.mean("cost"),
        one.mean("tokens"),
    )


def _behind_words(row: BoardRow) -> str:
    if not row.is_current:
        return t("not comparable")
    if row.behind is None:
        return ""
    return t("beyond noise") if row.behind.is_regression else t("within noise")


def _plain(found: Boards) -> list[dict[str, Any]]:
    return [
        {
            "suite": board.suite,
            "rows": [
                plain_evaluation(row.evaluation)
                | {
                    "current": row.is_current,
                    "behind": row.behind.plain() if row.behind else None,
                }
                for row in board.rows
            ],
            "fronts": {name: list(ids) for name, ids in board.fronts.items()},
        }
        for board in found
    ]


SUITE_BOARD: Final = Section(
    "suite-board",
    mark("Systems on suites"),
    mark("Which system passes most of a suite?"),
    lambda view: asked_for(boards_of(known_to(view)), view.asked),
    _blocks,
    _plain,
    after="suite-trend",
    places=(REPORT,),
    missing=NO_EVALUATION,
    makes=DEFINE,
)
