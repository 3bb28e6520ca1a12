"""What responses fail, why, and what follows from what.

A failure is a checkpoint that a response fails as its rater judged it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from xpert_studio.core.records.columns import NONE, BoolArray, Catalog, Ratings
from xpert_studio.packs.failures.records import Tag

FULL: Final = 1.0 - 1e-9
"""A response with a lower score of a checkpoint fails it."""


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


def failures_of(
    catalog: Catalog, marks: Ratings, tags: Iterable[tuple[str, Tag]]
) -> tuple[Failure, ...]:
    """What responses fail, with the types that were given to it.

    Args:
        catalog: What there is to judge.
        marks: The experts' answers, pooled.
        tags: With the ids of their responses; what is not failed any more is left out.
    """
    below = marks.score < FULL
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


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What people name as failures and no figure counts.

    Attributes:
        lost: On checkpoints that the task does not have.
        passed: Where the response does not fail, or is not judged, as judgments count now.
    """

    lost: int = 0
    passed: int = 0


def left_out(
    catalog: Catalog,
    failures: Iterable[Failure],
    tags: Iterable[tuple[str, Tag]],
    tasks: BoolArray,
) -> LeftOut:
    """How many tags are not among the failures.

    Args:
        catalog: What there is to judge.
        failures: See ``failures_of``.
        tags: With the ids of their responses.
        tasks: Which tasks of the catalogue are looked at.
    """
    counted = {
        (catalog.responses[failure.response], catalog.checkpoints[failure.checkpoint])
        for failure in failures
    }
    points = set(zip(catalog.checkpoint_task.tolist(), catalog.checkpoints, strict=True))
    task_of = dict(zip(catalog.responses, catalog.response_task.tolist(), strict=True))
    lost = passed = 0
    for response_id, tag in tags:
        task = task_of.get(response_id)
        if task is None or not tasks[task]:
            continue
        if (task, tag.checkpoint) not in points:
            lost += 1
        elif (response_id, tag.checkpoint) not in counted:
            passed += 1
    return LeftOut(lost, passed)


def chains(failures: Iterable[Failure]) -> Mapping[tuple[str, str], int]:
    """How many failures of a type follow from one of another, the most first.

    Where the first has no type, nothing is counted.
    """
    by_place = {(failure.response, failure.checkpoint): failure for failure in failures}
    counts: dict[tuple[str, str], int] = {}
    for one in by_place.values():
        causes = (by_place.get((one.response, place)) for place in one.follows - {one.checkpoint})
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
