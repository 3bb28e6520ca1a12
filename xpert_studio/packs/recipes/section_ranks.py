"""How the ranks of systems move from one scoring recipe to another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.api.charts import Dumbbell, Slopes
from xpert_studio.api.sections import (
    COMPARED,
    Block,
    Choice,
    Figure,
    Note,
    Options,
    Section,
    View,
    mark,
    t,
    tn,
)
from xpert_studio.core.workflow.recipes import recipe_named, recipes
from xpert_studio.packs.recipes.section_recipe import board_by
from xpert_studio.report.results.charts import MOST_ROWS

_SCORE: Final = "score"


@dataclass(frozen=True, slots=True)
class RanksByTwo:
    """Ranks by two recipes.

    Attributes:
        names: Of the recipes, or of the leaderboard's score.
        ranks: Both ranks of systems that have both.
        left_out: Systems that are ranked by one of the two alone.
    """

    names: tuple[str, str]
    ranks: Mapping[str, tuple[int, int]]
    left_out: int


def _ranks(view: View) -> RanksByTwo | None:
    """What is asked for: ``before`` and ``after``, names of recipes, or ``score``."""
    before, after = (view.asked.get(name, "") for name in ("before", "after"))
    if view.rater is None or not before or not after:
        return None
    first, second = _ranked(view, before), _ranked(view, after)
    both = {name: (rank, second[name]) for name, rank in first.items() if name in second}
    names = {word: title for title, word in dict(_options(view)[0]).items()}
    left_out = len(first.keys() ^ second.keys())
    return RanksByTwo((names.get(before, before), names.get(after, after)), both, left_out)


def _ranked(view: View, name: str) -> dict[str, int]:
    """Ranks by system, of those that have one."""
    rows = (
        view.results.board(*view.key).leaderboard.standings
        if name == _SCORE
        else board_by(view, recipe_named(name)).rows
    )
    return {row.system: row.rank for row in rows if row.rank is not None}


def _blocks(ranks_by_two: RanksByTwo) -> Iterator[Block]:
    rows = [
        Dumbbell(system, before, after, target=("system", system))
        for system, (before, after) in sorted(ranks_by_two.ranks.items(), key=lambda item: item[1])
    ][:MOST_ROWS]
    if rows:
        chart = Slopes(
            rows,
            names=ranks_by_two.names,
            axis=t("Rank"),
            form=".0f",
            is_rank=True,
            head=mark("System"),
            description=t("Ranks of the systems by two scores"),
        )
        yield Figure(chart, t("Solid: rises or stays; dashed: falls."))
    if ranks_by_two.left_out:
        yield Note(
            tn(
                "{n} system is ranked by one of the two only, and not shown.",
                "{n} systems are ranked by one of the two only, and not shown.",
                ranks_by_two.left_out,
            )
        )


def _options(_: View) -> Options:
    named = [(item.title or name, name) for name, item in recipes().items()]
    return [(t("Score"), _SCORE), *named], _SCORE


def _after(view: View) -> Options:
    others = [one for one in _options(view)[0] if one[1] != view.asked["before"]]
    return others, next((word for _, word in others), "")


def _data(ranks_by_two: RanksByTwo) -> list[dict[str, Any]]:
    """Both ranks by system."""
    return [
        {"system": system, "before": before, "after": after}
        for system, (before, after) in ranks_by_two.ranks.items()
    ]


RANKS_BY_TWO: Final = Section(
    "ranks",
    mark("Ranks by two recipes"),
    mark("How do the ranks of systems move from one scoring recipe to another?"),
    _ranks,
    _blocks,
    _data,
    places=(COMPARED,),
    asks=("before", "after"),
    choices=(Choice("before", mark("From"), _options), Choice("after", mark("to"), _after)),
    missing=mark("No system is ranked here by both."),
)
