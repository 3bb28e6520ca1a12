"""By which types of failures systems fail, each compared with the others on the same tasks.

A system's profile is the share of each type among its failures that have one: how often it fails
does not enter. All comparisons that are made are one family of tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from xpert_studio.core.metrics.significance import benjamini_hochberg
from xpert_studio.core.metrics.task_estimates import (
    SHARE,
    SIGNIFICANT,
    Difference,
    Estimate,
    estimates,
    in_clusters,
)
from xpert_studio.core.records.columns import NONE, BoolArray, Catalog, FloatArray, IntArray
from xpert_studio.packs.failures.failing import Failure
from xpert_studio.packs.failures.permuting import against_others

Settings = Mapping[str, Mapping[str, tuple[str, str]]]
"""By setting, such as ``effort``: by system its model with all else that is set, and its value."""
_OF_TASKS: Final = ("domain", "category")


@dataclass(frozen=True, slots=True)
class Profile:
    """What part of a system's failures is of a type.

    Attributes:
        side: The system; of a setting its value, over all systems that have it.
        group: The domain, category or dimension that it is about; empty for all.
        share: Of its failures that have a type; ``n`` is how many.
        failures: Those of the type.
        against: The mean by task of its share less that of the others; None without another one.
            Its p is corrected over all comparisons that are made together, and None where it could
            show nothing among them, however large the difference.
        least: The lowest p that it could have.
    """

    side: str
    type: str
    group: str
    share: Estimate
    failures: int
    against: Difference | None
    least: float = 1.0

    @property
    def is_apart(self) -> bool:
        """Whether it differs from the others by more than chance explains."""
        return self.against is not None and self.against.is_significant


def profiles(
    catalog: Catalog,
    failures: Iterable[Failure],
    types: Sequence[str],
    groupings: Sequence[str] = ("",),
    settings: Settings | None = None,
) -> Mapping[str, tuple[Profile, ...]]:
    """The profiles of all that have failures with a type, by type, then system.

    Args:
        catalog: What there is to judge.
        failures: Those without a type are left out.
        types: The types that are looked at.
        groupings: ``domain``, ``category`` or ``dimension``, in each of which systems are compared
            by themselves; empty for all together; or a key of ``settings``, whose values are
            compared in place of systems, within models that have several.
        settings: What systems are set to.

    Returns:
        By grouping; those without two groups, or two values of a model, have none.
    """
    tagged = _Tagged.of([failure for failure in failures if failure.types], types)
    made = {
        by: [
            found
            for group in _groups(catalog, by, settings or {})
            for found in _profiles(tagged, group, types)
        ]
        for by in groupings
    }
    corrected = iter(_corrected([one for own in made.values() for one in own]))
    return {by: tuple(next(corrected) for _ in own) for by, own in made.items()}


@dataclass(frozen=True, slots=True)
class _Tagged:
    """Failures as columns; ``has`` is (types, failures)."""

    response: IntArray
    checkpoint: IntArray
    has: BoolArray

    @classmethod
    def of(cls, failures: Sequence[Failure], types: Sequence[str]) -> _Tagged:
        has = [[name in failure.types for failure in failures] for name in types]
        return cls(
            np.array([failure.response for failure in failures], np.int32),
            np.array([failure.checkpoint for failure in failures], np.int32),
            np.array(has, np.bool_).reshape(len(types), len(failures)),
        )


@dataclass(frozen=True, slots=True)
class _Group:
    """What is compared with what.

    Attributes:
        sides: Names of systems, or of values of a setting.
        side: Of each response; ``NONE`` leaves it out.
        column: Of each response, on what it is compared: its task, or its task by its model.
        cluster: Of each column.
        points: Which checkpoints count.
    """

    name: str
    sides: tuple[str, ...]
    side: IntArray
    column: IntArray
    cluster: IntArray
    points: BoolArray


def _groups(catalog: Catalog, by: str, settings: Settings) -> Iterator[_Group]:
    every = np.ones(len(catalog.checkpoints), np.bool_)
    whole = _Group(
        "",
        catalog.systems,
        catalog.response_system,
        catalog.response_task,
        catalog.task_cluster,
        every,
    )
    if not by:
        yield whole
    elif by in settings:
        yield from _of_setting(catalog, settings[by], every)
    else:
        names, codes = {
            "domain": (catalog.domains, catalog.task_domain),
            "category": (catalog.categories, catalog.task_category),
            "dimension": (catalog.dimensions, catalog.checkpoint_dimension),
        }[by]
        for code, name in enumerate(names if len(names) > 1 else ()):
            own = codes == code
            if by in _OF_TASKS:
                side = np.where(own[catalog.response_task], catalog.response_system, NONE)
                yield replace(whole, name=name, side=side)
            else:
                yield replace(whole, name=name, points=own)


def within_models(
    systems: Iterable[str], known: Mapping[str, tuple[str, str]]
) -> dict[str, tuple[str, str]]:
    """Of what a setting is in systems, that of models which have several values of it."""
    own = {system: known[system] for system in systems if system in known}
    values: dict[str, set[str]] = {}
    for model, value in own.values():
        values.setdefault(model, set()).add(value)
    return {
        system: (model, value) for system, (model, value) in own.items() if len(values[model]) > 1
    }


def _of_setting(
    catalog: Catalog, known: Mapping[str, tuple[str, str]], every: BoolArray
) -> Iterator[_Group]:
    """The values of a setting, compared within models of which there are several."""
    compared = within_models(catalog.systems, known)
    if not compared:
        return
    models = list(dict.fromkeys(model for model, _ in compared.values()))
    sides = tuple(sorted({value for _, value in compared.values()}))
    place = np.full((len(catalog.systems), 2), NONE, np.int32)
    for code, system in enumerate(catalog.systems):
        if system in compared:
            model, value = compared[system]
            place[code] = models.index(model), sides.index(value)
    model_of, side_of = place[catalog.response_system].T
    yield _Group(
        "",
        sides,
        side_of,
        np.maximum(model_of, 0) * len(catalog.tasks) + catalog.response_task,
        np.tile(catalog.task_cluster, len(models)),
        every,
    )


def _profiles(tagged: _Tagged, group: _Group, types: Sequence[str]) -> Iterator[Profile]:
    sums = _sums(tagged, group)
    against = against_others(sums, group.cluster)
    clusters = in_clusters(sums, group.cluster)
    for code, type_ in enumerate(types):
        shares = estimates(SHARE, clusters[code]).each()
        for place, side in enumerate(group.sides):
            has, count = sums[code, place].sum(axis=0).tolist()
            if count:
                share = replace(shares[place], n=int(count))
                made = Profile(side, type_, group.name, share, int(has), None)
                if against:
                    other = against[code][place]
                    made = replace(made, against=other.difference, least=other.least)
                yield made


def _sums(tagged: _Tagged, group: _Group) -> FloatArray:
    """Failures of a type, and all: (types, sides, columns, 2)."""
    side = group.side[tagged.response]
    keep = (side != NONE) & group.points[tagged.checkpoint]
    place = side[keep], group.column[tagged.response[keep]]
    shape = (len(group.sides), group.cluster.size)
    made = np.zeros((len(tagged.has), *shape, 2))
    total = np.zeros(shape)
    np.add.at(total, place, 1.0)
    made[..., 1] = total
    for code, has in enumerate(tagged.has[:, keep]):
        np.add.at(made[code, ..., 0], tuple(axis[has] for axis in place), 1.0)
    return made


def _corrected(made: Sequence[Profile]) -> list[Profile]:
    """All of them, their p-values corrected together (Benjamini and Hochberg).

    The family is of those that could be beyond chance, however large the difference (Tarone 1990):
    how low a p can be depends on how many families of tasks and systems there are, not on what was
    found.
    """
    compared = [one for one in made if one.against and one.against.p is not None]
    most = _attainable(np.array([one.least for one in compared]))
    tested = [one for one in compared if one.least <= most]
    ps = [one.against.p for one in tested if one.against and one.against.p is not None]
    fixed = dict(zip(map(id, tested), benjamini_hochberg(ps), strict=True))
    return [_with_corrected(one, fixed.get(id(one))) for one in made]


def _with_corrected(profile: Profile, p: float | None) -> Profile:
    if profile.against is None:
        return profile
    own = profile.against.p if p is not None else None
    return replace(profile, against=replace(profile.against, p=own, corrected_p=p))


def _attainable(least: FloatArray) -> float:
    """The highest of the lowest p-values with which a comparison belongs to the family."""
    for count in range(1, least.size + 1):
        if (least <= SIGNIFICANT / count).sum() <= count:
            return SIGNIFICANT / count
    return 0.0
