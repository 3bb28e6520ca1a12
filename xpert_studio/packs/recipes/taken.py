"""Systems by what their responses took: read, priced, and set against the score."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cache, partial
from typing import Any, Final

import numpy as np

from xpert_studio.api.figures import Metric
from xpert_studio.core.judge.pricing import Price, cost_of, price_of_system
from xpert_studio.core.metrics.leaderboard import Leaderboard
from xpert_studio.core.metrics.metric import Better
from xpert_studio.core.records import Usage, given_cost
from xpert_studio.core.records.columns import Catalog, FloatArray
from xpert_studio.core.store import ProjectFile, responses
from xpert_studio.core.store.responses import ResponseCost
from xpert_studio.packs.levels.levels import best_first
from xpert_studio.packs.recipes.efficiency import (
    ResponseUsage,
    SystemUsage,
    ValueForMoney,
)
from xpert_studio.packs.recipes.usage import (
    COST,
    EFFICIENCY,
    LATENCY,
    MEDIAN_LATENCY,
    TOKENS,
)

ORDERS: Final[Mapping[str, Metric]] = {
    "efficiency": EFFICIENCY,
    "cost": COST,
    "tokens": TOKENS,
    "latency": MEDIAN_LATENCY,
    "mean-latency": LATENCY,
}
"""What the board can be sorted by."""


@dataclass(frozen=True, slots=True)
class EfficiencyBoard:
    """What the systems of a leaderboard took.

    Attributes:
        board: The leaderboard.
        systems: By name, in its order.
        value: None where no system ranks with an interval.
        fronts: The systems of the Pareto front, by the id of what the score is set against.
    """

    board: Leaderboard
    systems: Mapping[str, SystemUsage]
    value: ValueForMoney | None
    fronts: Mapping[str, tuple[str, ...]]

    def ordered(self, by: str) -> list[str]:
        """The systems by one of ``ORDERS``, the best first; those without the figure last."""
        metric = ORDERS[by]
        values = {name: one.figures[metric.id].value for name, one in self.systems.items()}
        return best_first(values, -1 if metric.better is Better.HIGHER else 1)

    @property
    def is_known(self) -> bool:
        """Whether any system has any figure."""
        return any(
            figure.value is not None
            for item in self.systems.values()
            for figure in item.figures.values()
        )


def read_usage(
    project: ProjectFile,
    catalog: Catalog,
    price_of: Callable[[str], Price | None] = price_of_system,
    *,
    is_public: bool = False,
) -> ResponseUsage:
    """What the responses of a catalogue took.

    The cost is the number of US dollars that came with a response (``cost`` of its further
    fields), or what its tokens cost by the price list, where that has the system.

    Args:
        project: Where the responses are.
        catalog: What there is to judge.
        price_of: The price of a system, by its name.
        is_public: Without what came with a response, which public bundles do not hold, and by the
            shipped prices alone.

    Raises:
        XpertError: The user's price list is broken.
    """
    priced = cache(partial(price_of_system, is_public=True) if is_public else price_of)
    with project.reading() as tx:
        costs = responses.costs(tx)
        known = {cost.id: cost._replace(extra={}) if is_public else cost for cost in costs}
    found = [known[response] for response in catalog.responses]
    return ResponseUsage(
        tokens=np.array([_number(item.completion_tokens) for item in found], np.float64),
        cost=np.array([_number(_cost(item, priced(item.model))) for item in found], np.float64),
        seconds=np.array([_number(item.latency_ms) / 1000 for item in found], np.float64),
        is_empty=np.array([item.is_empty for item in found], np.bool_),
    )


def completion_tokens(project: ProjectFile, catalog: Catalog) -> FloatArray:
    """By response of the catalogue its completion tokens; NaN where they are not known."""
    with project.reading() as tx:
        known = {item.id: item.completion_tokens for item in responses.costs(tx)}
    return np.array([_number(known[response]) for response in catalog.responses], np.float64)


def _number(value: float | None) -> float:
    return np.nan if value is None else float(value)


def _cost(item: ResponseCost, price: Price | None) -> float | None:
    given = given_cost(item.extra)
    if given is not None:
        return given
    usage = Usage(input_tokens=item.prompt_tokens, output_tokens=item.completion_tokens)
    return cost_of(usage.model_copy(update={"cached_tokens": 0}), price, calls=1)


def plain_usage(system_usage: SystemUsage) -> dict[str, Any]:
    """A system's figures for a program; undefined ones are null, with their reasons."""
    values: dict[str, Any] = {}
    for name, one in system_usage.figures.items():
        values |= one.named(name) | {f"{name}_tasks": one.tasks}
    return values | {
        "responses": system_usage.responses,
        "invalid_responses": system_usage.invalid,
        "reasons": {name: str(reason) for name, reason in system_usage.reasons.items()},
    }


def plain_value(board: EfficiencyBoard) -> dict[str, Any]:
    """Value for money and fronts for a program."""
    return {
        "value_for_money": None if board.value is None else asdict(board.value),
        "pareto": {name: list(front) for name, front in board.fronts.items()},
    }
