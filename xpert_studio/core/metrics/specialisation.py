"""Where systems are stronger than they are themselves on the whole, and who leads in which domain.

Every ranked system is compared with every other in every domain, task by task; p-values of one
table are corrected together (Benjamini and Hochberg 1995). What is said in words follows from these
tests: nothing where they show nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from xpert_studio.core.metrics.scores import response_scores, scores_by_task
from xpert_studio.core.metrics.significance import benjamini_hochberg
from xpert_studio.core.metrics.task_estimates import (
    SHARE,
    Difference,
    Estimate,
    caution,
    differences,
    estimates,
    in_clusters,
)
from xpert_studio.core.records.columns import BoolArray, Catalog, FloatArray, IntArray, Ratings

MOST_COMPARED: Final = 60
"""Systems below these are not compared."""


@dataclass(frozen=True, slots=True)
class GroupLeader:
    """Who scores highest in a domain or category.

    Attributes:
        tasks: Of the board in it.
        leader: None where several share the highest score, or there is no figure.
        figure: Its score there.
        runner_up: The next system; None without another.
        margin: The leader's score less that of the next, by task, with the corrected p.
        is_clear: Whether it differs from every other system there.
    """

    name: str
    tasks: int
    leader: str | None = None
    figure: Estimate | None = None
    runner_up: str | None = None
    margin: Difference | None = None
    is_clear: bool = False


@dataclass(frozen=True, slots=True)
class Beaten:
    """In one domain a system scores clearly higher than another."""

    name: str
    better: str
    worse: str


@dataclass(frozen=True, slots=True)
class Specialisation:
    """The ranked systems by domain or category.

    Attributes:
        by: ``domain`` or ``category``.
        systems: The best first.
        tasks: By domain; also those on fewer tasks than required, which have no figure.
        profiles: By system, then domain: its mean there (second) less its own mean (first).
        leaders: Of each domain.
        beaten: By system, in which domain another one is clearly better; of those that are at all.
        universal: A system that clearly leads in every domain.
        fewest: So many tasks a domain needs for a figure.
    """

    by: str
    systems: tuple[str, ...]
    tasks: Mapping[str, int]
    profiles: Mapping[str, Mapping[str, Difference]]
    leaders: tuple[GroupLeader, ...]
    beaten: Mapping[str, Beaten]
    universal: str | None
    fewest: int

    @property
    def has_no_universal_leader(self) -> bool:
        """Whether the tests show that each system is worse than another one somewhere."""
        return len(self.systems) > 1 and len(self.beaten) == len(self.systems)


def specialisation(
    catalog: Catalog, marks: Ratings, ranked: Sequence[str], by: str, fewest: int
) -> Specialisation:
    """The profiles of ranked systems and the leaders.

    Args:
        catalog: What there is to judge.
        marks: One rater's answers.
        ranked: The systems that rank, the best first.
        by: ``domain`` or ``category``.
        fewest: Domains with fewer tasks get no figure.
    """
    systems = tuple(ranked[:MOST_COMPARED])
    names, codes = {
        "domain": (catalog.domains, catalog.task_domain),
        "category": (catalog.categories, catalog.task_category),
    }[by]
    places = [catalog.systems.index(name) for name in systems]
    scores = scores_by_task(catalog, response_scores(catalog, marks))[places]
    known = np.isfinite(scores).all(axis=0) if systems else np.zeros(len(codes), np.bool_)
    inside = {name: known & (codes == code) for code, name in enumerate(names)}
    tasks = {name: int(own.sum()) for name, own in inside.items() if own.any()}
    wanted = {name: inside[name] for name in tasks if tasks[name] >= fewest}
    by_cluster = _InClusters(
        sums=np.stack(
            [np.where(known, scores, 0.0), np.broadcast_to(known, scores.shape)], axis=-1
        ),
        cluster=catalog.task_cluster,
    )
    pairs = _pairs(by_cluster, systems, wanted)
    leaders = tuple(
        _leader(name, count, wanted.get(name), by_cluster, systems, pairs)
        for name, count in tasks.items()
    )
    clear = {
        leader.leader if leader.is_clear else None for leader in leaders if leader.name in wanted
    }
    beaten: dict[str, Beaten] = {}
    for (name, better, worse), found in pairs.items():
        if found.is_significant and (found.value or 0.0) > 0:
            beaten.setdefault(worse, Beaten(name, better, worse))
    return Specialisation(
        by,
        systems,
        tasks,
        _profiles(by_cluster, systems, wanted),
        leaders,
        beaten,
        clear.pop() if len(clear) == 1 and len(wanted) > 1 else None,
        fewest,
    )


class _InClusters(NamedTuple):
    """Scores of systems, and ones where they are known (systems, tasks, 2), and the clusters."""

    sums: FloatArray
    cluster: IntArray

    @property
    def all(self) -> FloatArray:
        """Sums by cluster."""
        return in_clusters(self.sums, self.cluster)

    def only(self, tasks: BoolArray) -> FloatArray:
        """Sums by cluster over some tasks."""
        return in_clusters(np.where(tasks[:, None], self.sums, 0.0), self.cluster)


def _of_so_many(difference: Difference, clusters: int) -> Difference:
    """A difference that rests on fewer clusters than the whole it is compared with."""
    return replace(difference, tasks=clusters, caution=caution(clusters) or difference.caution)


def _profiles(
    sums: _InClusters, systems: Sequence[str], wanted: Mapping[str, BoolArray]
) -> dict[str, dict[str, Difference]]:
    if len(wanted) < 2:
        return {}
    each = {
        name: [
            _of_so_many(found, np.unique(sums.cluster[own]).size)
            for found in differences(SHARE, sums.all, sums.only(own), paired=False).each()
        ]
        for name, own in wanted.items()
    }
    cells = [
        (system, name, found)
        for name, row in each.items()
        for system, found in zip(systems, row, strict=True)
    ]
    fixed = _corrected([found for *_, found in cells])
    profiles: dict[str, dict[str, Difference]] = {system: {} for system in systems}
    for (system, name, _), found in zip(cells, fixed, strict=True):
        profiles[system][name] = found
    return profiles


def _pairs(
    sums: _InClusters, systems: Sequence[str], wanted: Mapping[str, BoolArray]
) -> dict[tuple[str, str, str], Difference]:
    """By domain, a system and another: the first one's score there less the other's."""
    both = list(combinations(range(len(systems)), 2))
    if not both:
        return {}
    found: list[tuple[tuple[str, str, str], Difference]] = []
    for name, own in wanted.items():
        inside = sums.only(own)
        first, second = (inside[[pair[side] for pair in both]] for side in (0, 1))
        each = differences(SHARE, second, first, paired=True).each()
        found += [
            ((name, systems[a], systems[b]), one) for (a, b), one in zip(both, each, strict=True)
        ]
    fixed = _corrected([one for _, one in found])
    known = {key: one for (key, _), one in zip(found, fixed, strict=True)}
    return known | {(name, b, a): _turned(one) for (name, a, b), one in known.items()}


def _turned(difference: Difference) -> Difference:
    return replace(
        difference,
        value=None if difference.value is None else -difference.value,
        interval=difference.interval and (-difference.interval[1], -difference.interval[0]),
        first=difference.second,
        second=difference.first,
    )


def _corrected(found: Sequence[Difference]) -> list[Difference]:
    ps = iter(benjamini_hochberg([one.p for one in found if one.p is not None]))
    return [one if one.p is None else replace(one, corrected_p=next(ps)) for one in found]


def _leader(
    name: str,
    tasks: int,
    own: BoolArray | None,
    sums: _InClusters,
    systems: Sequence[str],
    pairs: Mapping[tuple[str, str, str], Difference],
) -> GroupLeader:
    if own is None or not systems:
        return GroupLeader(name, tasks)
    found = estimates(SHARE, sums.only(own)).each()
    order = sorted(range(len(systems)), key=lambda place: -(found[place].value or 0.0))
    best = systems[order[0]]
    if len(order) == 1:
        return GroupLeader(name, tasks, best, found[order[0]])
    second = systems[order[1]]
    margin = pairs[name, best, second]
    if not margin.value or margin.value < _SAME:
        return GroupLeader(name, tasks)
    return GroupLeader(
        name,
        tasks,
        best,
        found[order[0]],
        second,
        margin,
        is_clear=all(pairs[name, best, other].is_significant for other in systems if other != best),
    )


_SAME: Final = 1e-9
"""Scores this close are the same but for rounding."""
