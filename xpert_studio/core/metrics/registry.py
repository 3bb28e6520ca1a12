"""The registry of figures, as every output reads it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import groupby, product
from typing import Final

from xpert_studio.core.metrics import figures
from xpert_studio.core.metrics.figures.scores import SCORE
from xpert_studio.core.metrics.metric import SCORES, Input, Metric, Shelf
from xpert_studio.core.metrics.task_estimates import Estimate
from xpert_studio.core.packs import entries

_SHELVES: Final = list(Shelf)


@cache
def all_metrics() -> tuple[Metric, ...]:
    """All figures, the core's and those of packs, in no order; an output asks ``metrics_of``."""
    own = (metric for file in vars(figures).values() for metric in getattr(file, "METRICS", ()))
    return (*own, *entries("metrics"))


def metrics_of(*sources: Input, shelves: Iterable[Shelf] = _SHELVES) -> list[Metric]:
    """Figures computed from some inputs, in the order in which they are shown."""
    order = {(source, shelf): n for n, (source, shelf) in enumerate(product(sources, _SHELVES))}
    wanted = set(product(sources, shelves))
    found = [metric for metric in all_metrics() if (metric.source, metric.shelf) in wanted]
    return sorted(found, key=lambda one: (order[one.source, one.shelf], one.position))


def metric_named(id_: str) -> Metric:
    """The last of the figures that are called so, which all have one title and meaning."""
    return {metric.id: metric for metric in all_metrics()}[id_]


def by_shelf(*sources: Input) -> dict[Shelf, list[Metric]]:
    """The same, apart by where they are shown."""
    return {
        shelf: list(found)
        for shelf, found in groupby(metrics_of(*sources), key=lambda metric: metric.shelf)
    }


def beside_score(known: Iterable[Mapping[str, Estimate]]) -> list[Metric]:
    """What is said of systems beside the score, by which they are ranked.

    Args:
        known: The systems' figures by id.
    """
    found = list(known)
    return [
        metric
        for metric in metrics_of(SCORES)
        if metric is not SCORE
        and (not metric.only_if_any or any(one[metric.id].n for one in found))
    ]


def compared_metrics(source: Input) -> list[Metric]:
    """Figures by which two judges are compared, in the order of their tests."""
    return [metric for metric in metrics_of(source) if metric.is_compared]
