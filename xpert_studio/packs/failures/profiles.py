"""By which types of failures systems fail, each compared with the others on the same tasks.

A failure is a checkpoint that a response fails as the experts judged it. A system's profile is the
share of each type among its failures that have one: how often it fails does not enter.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from xpert_studio.core.metrics.significance import benjamini_hochberg
from xpert_studio.core.metrics.task_estimates import (
    SHARE,
    SIGNIFICANT,
    Difference,
    Estimate,
    differences,
    estimates,
    in_clusters,
)
from xpert_studio.core.records.columns import (
    NONE,
    BoolArray,
    Catalog,
    FloatArray,
    IntArray,
    Ratings,
)
from xpert_studio.packs.failures.records import Tag

_DRAWN: Final = 20_000
_AT_ONCE: Final = 2_000
_SEED: Final = 20_271
_SAME: Final = 1e-9
_FULL: Final = 1.0 - 1e-9
FEWEST: Final = 2
"""Systems that can be compared."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A failed checkpoint of a response, and why.

    Attributes:
        response, checkpoint: Places in the catalogue.
        types: Ids of all types that were given to it.
        follows: The places of checkpoints from whose failures it follows.
        notes: What people say of it.
    """

    response: int
    checkpoint: int
    types: frozenset[str]
    follows: frozenset[int] = frozenset()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Profile:
    """What part of a system's failures is of a type.

    Attributes:
        group: The domain, category or dimension that it is about; empty for all.
        share: Of its failures that have a type; ``n`` is how many.
        failures: Those of the type.
        against: The mean by task of its share less that of the other systems; None without
            another system. The p is corrected over all of one table.
    """

    system: str
    type: str
    group: str
    share: Estimate
    failures: int
    against: Difference | None


def failures_of(
    catalog: Catalog, marks: Ratings, tags: Iterable[tuple[str, Tag]]
) -> tuple[Failure, ...]:
    """What responses fail, with the types that were given to it.

    Args:
        catalog: What there is to judge.
        marks: The experts' answers, pooled.
        tags: With the ids of their responses; what is not failed any more is left out.
    """
    below = marks.score < _FULL
    pairs = zip(marks.response[below].tolist(), marks.checkpoint[below].tolist(), strict=True)
    failed = {pair: Failure(*pair, types=frozenset()) for pair in pairs}
    places = {name: place for place, name in enumerate(catalog.responses)}
    lines = {
        (int(task), point): place
        for place, (task, point) in enumerate(
            zip(catalog.checkpoint_task, catalog.checkpoints, strict=True)
        )
    }
    for response_id, tag in tags:
        response = places.get(response_id, NONE)
        task = int(catalog.response_task[response]) if response != NONE else NONE
        pair = response, lines.get((task, tag.checkpoint), NONE)
        before = failed.get(pair)
        if before is not None:
            cause = lines.get((task, tag.follows))
            failed[pair] = replace(
                before,
                types=before.types | {*tag.types},
                follows=before.follows | ({cause} if cause is not None else set()),
                notes=(*before.notes, tag.note) if tag.note else before.notes,
            )
    return tuple(failed.values())


def profiles(
    catalog: Catalog, failures: Iterable[Failure], types: Sequence[str], by: str = ""
) -> tuple[Profile, ...]:
    """The profiles of all systems that have failures with a type, by type, then system.

    Args:
        catalog: What there is to judge.
        failures: Those without a type are left out.
        types: The types that are looked at.
        by: ``domain``, ``category`` or ``dimension``, each of which is compared by itself; empty
            for all together.
    """
    made: list[Profile] = []
    tagged = [one for one in failures if one.types]
    for group, tasks, points in _groups(catalog, by):
        own = [
            one
            for one in tagged
            if points[one.checkpoint] and tasks[catalog.response_task[one.response]]
        ]
        sums = _sums(catalog, own, types)
        clusters = in_clusters(sums, catalog.task_cluster)
        against = _against(sums, catalog.task_cluster)
        for code, type_ in enumerate(types):
            shares = estimates(SHARE, clusters[code]).each()
            for place, system in enumerate(catalog.systems):
                has, count = sums[code, place].sum(axis=0).tolist()
                if count:
                    share = replace(shares[place], n=int(count))
                    other = against[code][place] if against else None
                    made.append(Profile(system, type_, group, share, int(has), other))
    return _corrected(made)


def _named(catalog: Catalog, by: str) -> tuple[tuple[str, ...], IntArray]:
    """The names of groups, and the code of each task; of dimensions that of each checkpoint."""
    return {
        "domain": (catalog.domains, catalog.task_domain),
        "category": (catalog.categories, catalog.task_category),
        "dimension": (catalog.dimensions, catalog.checkpoint_dimension),
    }[by]


def has_groups(catalog: Catalog, by: str) -> bool:
    """Whether there is more than one domain, category or dimension."""
    return len(_named(catalog, by)[0]) > 1


def _groups(catalog: Catalog, by: str) -> Iterable[tuple[str, BoolArray, BoolArray]]:
    """Each group with its tasks and its checkpoints."""
    tasks = np.ones(len(catalog.tasks), np.bool_)
    points = np.ones(len(catalog.checkpoints), np.bool_)
    if not by:
        yield "", tasks, points
        return
    names, codes = _named(catalog, by)
    for code, name in enumerate(names):
        own = codes == code
        yield (name, tasks, own) if by == "dimension" else (name, own, points)


def _sums(catalog: Catalog, failures: Sequence[Failure], types: Sequence[str]) -> FloatArray:
    """Failures of a type, and all: (types, systems, tasks, 2)."""
    codes = {name: code for code, name in enumerate(types)}
    made = np.zeros((len(types), len(catalog.systems), len(catalog.tasks), 2))
    for one in failures:
        system, task = catalog.response_system[one.response], catalog.response_task[one.response]
        made[:, system, task, 1] += 1
        for name in one.types:
            if name in codes:
                made[codes[name], system, task, 0] += 1
    return made


def _against(sums: FloatArray, cluster: IntArray) -> list[list[Difference]]:
    """By type and system: its share by task less the mean of the others'; empty without others.

    The p is the larger of two: that of the permutation test, which is exact where systems fail
    equally often, and Student's, which also holds where they do not.
    """
    if sums.shape[1] < FEWEST:
        return []
    there = sums[..., 1] > 0  # (types, systems, tasks)
    share = np.where(there, sums[..., 0] / np.where(there, sums[..., 1], 1.0), 0.0)
    count = there.sum(axis=1, keepdims=True) - there
    both = there & (count > 0)
    others = (share.sum(axis=1, keepdims=True) - share) / np.maximum(count, 1)
    sides = (
        in_clusters(np.stack([np.where(both, one, 0.0), both], axis=-1).astype(float), cluster)
        for one in (others, share)
    )
    first, second = sides
    p = _permuted(sums, cluster)
    made = []
    for code in range(len(sums)):
        each = differences(SHARE, first[code], second[code], paired=True).each()
        made.append([_with_larger(one, float(of)) for one, of in zip(each, p[code], strict=True)])
    return made


def _with_larger(one: Difference, p: float) -> Difference:
    return replace(one, p=None if one.p is None or np.isnan(p) else max(one.p, p))


def _permuted(sums: FloatArray, cluster: IntArray) -> FloatArray:
    """Two-sided p of each system: the stratified permutation test.

    Where systems fail alike, each share of a cluster could be any system's: a system's shares are
    compared with those of one drawn at random in each cluster (Fisher 1935; strata as in Mantel and
    Haenszel 1959), 20,000 times.

    Args:
        sums: (types, systems, tasks, 2) failures of the type, and all, which are the same for each.
        cluster: Of each task.

    Returns:
        (types, systems) p; NaN for a system that shares no cluster with another.
    """
    of_cluster = in_clusters(sums, cluster)
    there = of_cluster[0, ..., 1] > 0  # (systems, clusters)
    used = there.sum(axis=0) >= FEWEST
    there, of_cluster = there[:, used], of_cluster[..., used, :]
    share = np.where(there, of_cluster[..., 0] / np.where(there, of_cluster[..., 1], 1.0), 0.0)
    size = there.sum(axis=0)
    mean = share.sum(axis=1, keepdims=True) / np.maximum(size, 1)
    apart = np.where(there, share - mean, 0.0)  # (types, systems, clusters)
    seen = np.abs(apart.sum(axis=-1)) - _SAME
    order = np.argsort(~there, axis=0, kind="stable")
    ranked = np.take_along_axis(apart, order[None], axis=1)
    random, places = np.random.default_rng(_SEED), np.arange(size.size)
    as_far = np.zeros(seen.shape)
    for _ in range(_DRAWN // _AT_ONCE):
        drawn = (random.random((_AT_ONCE, size.size)) * size).astype(np.int64)
        for code, own in enumerate(ranked):
            as_far[code] += (np.abs(own[drawn, places] @ there.T) >= seen[code]).sum(axis=0)
    return np.where(there.any(axis=1), (1 + as_far) / (1 + _DRAWN), np.nan)


def families_needed(comparisons: int) -> int:
    """So many families at least can show one effect among so many comparisons, however large it is.

    The least p of an exact test is 2 to the power of one less the families.
    """
    return math.floor(1 + math.log2(max(comparisons, 1) / SIGNIFICANT)) + 1


def _corrected(made: Sequence[Profile]) -> tuple[Profile, ...]:
    known = [one.against.p for one in made if one.against and one.against.p is not None]
    fixed = iter(benjamini_hochberg(known))
    return tuple(
        one
        if one.against is None or one.against.p is None
        else replace(one, against=replace(one.against, corrected_p=next(fixed)))
        for one in made
    )


def chains(failures: Iterable[Failure]) -> Mapping[tuple[str, str], int]:
    """How many failures of a type follow from one of another, the most first.

    Where the first has no type, nothing is counted.
    """
    by_place = {(one.response, one.checkpoint): one for one in failures}
    counts: dict[tuple[str, str], int] = {}
    for one in by_place.values():
        others = one.follows - {one.checkpoint}
        causes = (by_place.get((one.response, place)) for place in others)
        pairs = {
            (first, then)
            for cause in causes
            if cause
            for first in cause.types
            for then in one.types
        }
        for pair in pairs:
            counts[pair] = counts.get(pair, 0) + 1
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
