"""Sensitivity and specificity of a judge by system, each against those on all other systems."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from xpert_studio.api.figures import PAIRS
from xpert_studio.core.metrics.engine import figures_of_tables
from xpert_studio.core.metrics.pair_tables import group_tables
from xpert_studio.core.metrics.pairing import Paired
from xpert_studio.core.metrics.registry import metrics_of
from xpert_studio.core.metrics.significance import benjamini_hochberg
from xpert_studio.core.metrics.task_estimates import (
    Difference,
    Estimate,
    differences,
    in_clusters,
)
from xpert_studio.core.records.columns import Catalog

RATES: Final = ("sensitivity", "specificity")


@dataclass(frozen=True, slots=True)
class ErrorRates:
    """How a judge errs on the responses of one system.

    Attributes:
        rates: Sensitivity and specificity by id.
        differences: Each less that on the responses of all other systems; none where there is
            only one system. p-values are corrected for all of them together.
    """

    rates: dict[str, Estimate]
    differences: dict[str, Difference]


def error_rates(catalog: Catalog, paired: Paired) -> dict[str, ErrorRates]:
    """The rates by system; systems of which nothing is labelled are left out.

    Args:
        catalog: What there is to judge.
        paired: Answers of experts (first) and judge (second).
    """
    codes = catalog.response_system[paired.response]
    tables = group_tables(catalog, paired, codes, len(catalog.systems))[:-1]
    present = np.flatnonzero(tables.sum(axis=(1, 2)) > 0)
    figures = figures_of_tables(tables, PAIRS, catalog.task_cluster)
    metrics = [one for one in metrics_of(PAIRS) if one.id in RATES]
    found = {code: ErrorRates({one: figures[code][one] for one in RATES}, {}) for code in present}
    if len(present) > 1:
        rest = tables.sum(axis=0) - tables
        for metric in metrics:
            sides = (
                in_clusters(metric.statistics(side[present]), catalog.task_cluster)
                for side in (rest, tables)
            )
            apart = differences(metric, *sides, paired=False).each()
            for code, one in zip(present, apart, strict=True):
                found[code].differences[metric.id] = one
    return _corrected({catalog.systems[code]: one for code, one in found.items()})


def _corrected(found: dict[str, ErrorRates]) -> dict[str, ErrorRates]:
    """The same with p-values corrected for their number."""
    places = [(name, rate) for name, one in found.items() for rate in one.differences]
    known = [place for place in places if found[place[0]].differences[place[1]].p is not None]
    values = [found[name].differences[rate].p or 0.0 for name, rate in known]
    for (name, rate), p in zip(known, benjamini_hochberg(values), strict=True):
        found[name].differences[rate] = replace(found[name].differences[rate], corrected_p=p)
    return found
