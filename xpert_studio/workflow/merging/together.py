"""Brings two changes of one field together where that needs nobody's decision.

Everything here gives the same, whichever side is one's own.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias, cast

from xpert_studio.records import canonical_json
from xpert_studio.workflow.merging.kinds import Way

Value: TypeAlias = Any
"""Whatever JSON can say, or ``UNKNOWN``."""


class Unknown:
    """No value is known that both sides started from."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = Unknown()


def brought_together(way: Way, base: Value, mine: Value, theirs: Value) -> Value:
    """What comes of a field that both changed; None where a person has to decide."""
    match way:
        case Way.SET:
            return _set(base, mine, theirs)
        case Way.THREAD:
            return _thread(base, mine, theirs)
        case Way.FILES:
            return _files(base, mine, theirs)
        case Way.WORDS:
            return _words(base, mine, theirs)
    return None


def _set(base: Value, mine: list[Value], theirs: list[Value]) -> list[Value]:
    before = cast("list[Value]", [] if base is UNKNOWN else base)
    kept = [item for item in before if item in mine and item in theirs]
    if base is UNKNOWN:
        kept = [item for item in min(mine, theirs) if item in mine and item in theirs]
    added = {*mine, *theirs} - {*before, *kept}
    return [*kept, *sorted(added)]


def _thread(base: Value, mine: list[Value], theirs: list[Value]) -> list[Value]:
    before = [] if base is UNKNOWN else base
    both = [item for item in before if item in mine and item in theirs]
    added = [item for item in (*mine, *theirs) if item not in before]
    unique = {_print(item): item for item in (*both, *added)}
    return sorted(unique.values(), key=lambda item: (item["at"], item["author_id"], item["text"]))


def _files(base: Value, mine: list[Value], theirs: list[Value]) -> list[Value] | None:
    before = {} if base is UNKNOWN else {item["path"]: item for item in base}
    joined = _words(
        before, {item["path"]: item for item in mine}, {item["path"]: item for item in theirs}
    )
    if joined is None:
        return None
    new = sorted(path for path in joined if path not in before)
    return [joined[path] for path in (*(p for p in before if p in joined), *new)]


def _words(
    base: Value, mine: dict[str, Value], theirs: dict[str, Value]
) -> dict[str, Value] | None:
    before = {} if base is UNKNOWN else base
    found = {}
    for name in sorted({*before, *mine, *theirs}):
        was, own, other = (side.get(name, UNKNOWN) for side in (before, mine, theirs))
        if same(own, other) or same(was, other):
            value = own
        elif same(was, own):
            value = other
        else:
            return None
        if value is not UNKNOWN:
            found[name] = value
    return found


def same(one: Value, other: Value) -> bool:
    """Whether two values mean the same."""
    if one is UNKNOWN or other is UNKNOWN:
        return one is other
    return bool(one == other) or _print(one) == _print(other)


def _print(value: Value) -> bytes:
    return canonical_json(value)
