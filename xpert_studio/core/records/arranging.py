"""Arranges the checkpoints of a rubric: positions in the order in which they are given."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Final

from xpert_studio.core.records.order import keys_between, order_key, position_of
from xpert_studio.core.records.rubrics import Checkpoint

_LONGEST: Final = 128


def arranged(lines: Sequence[Checkpoint]) -> tuple[Checkpoint, ...]:
    """Lines with positions in the order in which they are given; as few as possible are changed."""
    keys = [None if line.position is None else order_key(line.position) for line in lines]
    bounds = [*_rising(keys), len(lines)]
    last = -1
    for place in bounds:
        high = keys[place] if place < len(lines) else None
        low = keys[last] if last >= 0 else None
        keys[last + 1 : place] = keys_between(low, high, place - last - 1)
        last = place
    if any(key is None or len(key) > _LONGEST for key in keys):
        keys = [order_key(place) for place in range(len(lines))]
    return tuple(_at(line, position_of(key or "")) for line, key in zip(lines, keys, strict=True))


def in_order(line: Checkpoint) -> tuple[bool, str, str]:
    """Sorts the lines of a rubric: by position, then by id; those without a position last."""
    return (True, "", "") if line.position is None else (False, order_key(line.position), line.id)


def placed(lines: Iterable[Checkpoint]) -> tuple[Checkpoint, ...]:
    """Lines of any tasks as they go out of the project: with whole numbers for positions.

    Where a line of a task has a key, all lines of that task have their places from 0.
    """
    given = tuple(lines)
    keyed = {line.task_id for line in given if isinstance(line.position, str)}
    if not keyed:
        return given
    places = dict[str, int]()
    found = {}
    for line in sorted(given, key=in_order):
        if line.task_id in keyed:
            place = places[line.task_id] = places.get(line.task_id, -1) + 1
            found[line.task_id, line.id] = _at(line, place)
    return tuple(found.get((line.task_id, line.id), line) for line in given)


def _at(line: Checkpoint, position: int | str) -> Checkpoint:
    return line if line.position == position else line.model_copy(update={"position": position})


def _rising(keys: Sequence[str | None]) -> list[int]:
    """The places of a longest part of keys that rises all along."""
    ends: list[str] = []
    places: list[int] = []
    before: dict[int, int | None] = {}
    for place, key in enumerate(keys):
        if key is None:
            continue
        size = bisect_left(ends, key)
        before[place] = places[size - 1] if size else None
        ends[size : size + 1], places[size : size + 1] = [key], [place]
    found: list[int] = []
    at = places[-1] if places else None
    while at is not None:
        found.append(at)
        at = before[at]
    return found[::-1]
