"""How much work a JSON Schema can make of a value, told before it is compared.

A schema comes with a project and a value with a response; either may be made so that a validator
needs hours: references that double, ``unevaluatedProperties`` in one another, patterns with large
repetitions. A validator cannot be interrupted, and a limit on time would let the speed of a
computer decide. So an upper bound is counted: at each depth of the value, in how many ways each
part of the schema is applied to a value there, times how many values are there.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any, Final, NamedTuple
from urllib.parse import unquote

from xpert_studio.api.checks import CannotCheckError, Message

_MOST_PARTS: Final = 5_000
_MOST_STATES: Final = 5_000
_BUDGET: Final = 10_000_000
"""About two seconds, where each costs what comparing with an object of an enum does."""
_STATE: Final = 100
"""What counting a part, or following it to another one, costs itself."""
_DEEPEST: Final = 200
_STEP: Final = 64
"""Characters of a text that count as one value."""
_UNEVALUATED: Final = 3
"""So many times a part is applied where what it left unevaluated is looked for (measured)."""
_REPEAT: Final = re.compile(r"\{(\d{1,4})(?:,(\d{0,4}))?\}")

_SAME: Final = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else")
_SAME_NAMED: Final = ("dependentSchemas", "dependencies")
_BELOW: Final = (
    "additionalProperties",
    "propertyNames",
    "unevaluatedProperties",
    "items",
    "prefixItems",
    "additionalItems",
    "contains",
    "unevaluatedItems",
)
_UNSUPPORTED: Final = ("$dynamicRef", "$recursiveRef")
_KEYWORDS: Final = frozenset(
    (*_SAME, *_SAME_NAMED, *_BELOW, "properties", "patternProperties", "$defs", "definitions")
)


def states(pattern: str) -> int:
    """An upper bound of the states that counted repetitions such as ``{3,5}`` add to a pattern."""
    found = 0
    for mark in _REPEAT.finditer(pattern):
        count = int(mark[2] or mark[1])
        repeated = mark.start() + found if pattern[: mark.start()].endswith(")") else 1
        found += repeated * max(count - 1, 0)
    return found


class _Edge(NamedTuple):
    """A part of a schema that another one applies.

    Attributes:
        to: The number of the part.
        is_below: Whether to the values inside the value; else to the same one.
        key: Of the values inside; None for all.
        times: How often.
    """

    to: int
    is_below: bool
    key: str | None
    times: int


@dataclass(slots=True)
class SchemaCost:
    """The parts of a schema and what applies what.

    Args:
        schema: A JSON Schema.

    Raises:
        CannotCheckError: It is too large, or refers to what is not in it.
    """

    schema: Any
    _numbers: dict[int, int] = field(default_factory=dict)
    _parts: list[Any] = field(default_factory=list)
    _edges: list[list[_Edge]] = field(default_factory=list)
    _weights: list[int] = field(default_factory=list)
    _order: list[int] = field(default_factory=list)
    _states: int = 0

    def __post_init__(self) -> None:
        self._number(self.schema)
        while len(self._edges) < len(self._parts):
            self._look_at(self._parts[len(self._edges)])
        self._order = self._sorted()

    def _number(self, part: Any) -> int:  # noqa: ANN401 - any JSON value
        found = self._numbers.setdefault(id(part), len(self._parts))
        if found == len(self._parts):
            self._parts.append(part)
            if len(self._parts) > _MOST_PARTS:
                raise _too_much(Message("The schema has more than {n:,} parts.", n=_MOST_PARTS))
        return found

    def _look_at(self, part: Any) -> None:  # noqa: ANN401 - any JSON value
        edges: list[_Edge] = []
        self._edges.append(edges)
        self._weights.append(1)
        if not isinstance(part, dict):
            return
        self._refuse(part)
        times = _UNEVALUATED if any(name.startswith("unevaluated") for name in part) else 1
        edges += (_Edge(self._number(one), False, None, times) for one in _same(part))
        if isinstance(part.get("$ref"), str):
            edges.append(_Edge(self._number(self._target(part["$ref"])), False, None, times))
        for name in _BELOW:
            edges += (_Edge(self._number(one), True, None, 1) for one in _listed(part.get(name)))
        for key, one in _named(part.get("properties")):
            edges.append(_Edge(self._number(one), True, key, 1))
        for pattern, one in _named(part.get("patternProperties")):
            edges.append(_Edge(self._number(one), True, None, 1))
            edges.append(_Edge(self._number(True), True, None, self._pattern(pattern)))
        self._weights[-1] += sum(
            _size(value) for name, value in part.items() if name not in _KEYWORDS
        )
        if isinstance(part.get("pattern"), str):
            self._weights[-1] += self._pattern(part["pattern"])

    def _pattern(self, pattern: str) -> int:
        """The states of a pattern, which are counted."""
        found = len(pattern) + states(pattern)
        self._states += found
        if self._states > _MOST_STATES:
            raise _too_much(Message("The patterns of the schema are too large."))
        return found

    def _refuse(self, part: Mapping[str, Any]) -> None:
        """Refuses what could refer to other parts than is seen here."""
        other = next((name for name in _UNSUPPORTED if name in part), None)
        if other is None and part is not self.schema and isinstance(part.get("$id"), str):
            other = "$id"
        if other is not None:
            raise CannotCheckError(
                Message("The schema uses {name}, which is not followed.", name=other), _REFER
            )

    def _target(self, reference: str) -> Any:  # noqa: ANN401 - any JSON value
        where, _, pointer = reference.partition("#")
        found = None if where or pointer[:1] not in ("", "/") else self.schema
        for step in unquote(pointer).split("/")[1:]:
            name = step.replace("~1", "/").replace("~0", "~")
            if isinstance(found, dict):
                found = found.get(name)
            elif isinstance(found, list) and name.isdecimal() and int(name) < len(found):
                found = found[int(name)]
            else:
                found = None
        if found is None:
            raise CannotCheckError(
                Message("The schema refers to {name}, which is not followed.", name=reference[:99]),
                _REFER,
            )
        return found

    def _sorted(self) -> list[int]:
        """For each part its place, so that what it applies to the same value comes after it."""
        waiting = Counter(edge.to for edges in self._edges for edge in edges if not edge.is_below)
        ready = [number for number in range(len(self._parts)) if not waiting[number]]
        order = [-1] * len(self._parts)
        for place, number in enumerate(ready):  # which grows
            order[number] = place
            for edge in self._edges[number]:
                if not edge.is_below:
                    waiting[edge.to] -= 1
                    if not waiting[edge.to]:
                        ready.append(edge.to)
        if len(ready) < len(order):
            raise CannotCheckError(
                Message("A part of the schema applies itself to the same value."),
                Message("Take the reference out of the schema."),
            )
        return order

    def refuse_if_too_large(self, value: Any) -> None:  # noqa: ANN401 - any JSON value
        """Refuses a value that would take too long.

        Raises:
            CannotCheckError: It would, or its parts are nested too deeply.
        """
        cost = 0
        ways: dict[tuple[int, str | None], int] = {(0, None): 1}
        for amounts in _levels(value):
            below: dict[tuple[int, str | None], int] = defaultdict(int)
            for number, key, times in self._applied(ways):
                amount = amounts[key]
                cost += _STATE * (1 + len(self._edges[number]))
                cost += times * self._weights[number] * amount
                if cost > _BUDGET:
                    raise _too_much(
                        Message("Comparing the response with the schema takes too long.")
                    )
                for edge in self._edges[number] if amount else ():
                    if edge.is_below:
                        below[edge.to, edge.key] += times * edge.times
            ways = below

    def _applied(
        self, ways: dict[tuple[int, str | None], int]
    ) -> Iterator[tuple[int, str | None, int]]:
        """The parts that are applied to values of a depth, by their key, and in how many ways."""
        waiting = [self._place(number, key) for number, key in ways]
        waiting.sort()
        while waiting:
            *_, number, key = heappop(waiting)
            times = ways[number, key]
            yield number, key, times
            for edge in self._edges[number]:
                if not edge.is_below:
                    if (edge.to, key) not in ways:
                        ways[edge.to, key] = 0
                        heappush(waiting, self._place(edge.to, key))
                    ways[edge.to, key] += times * edge.times

    def _place(self, number: int, key: str | None) -> tuple[int, bool, str, int, str | None]:
        return self._order[number], key is None, key or "", number, key


_REFER: Final = Message("Write what it refers to into the schema, as #/$defs/NAME.")


def _too_much(message: Message) -> CannotCheckError:
    return CannotCheckError(
        message, Message("Write a simpler schema, or check parts of it by other checks.")
    )


def _listed(value: Any) -> list[Any]:  # noqa: ANN401 - any JSON value
    """A schema, or the schemas of a list."""
    if isinstance(value, list):
        return value
    return [value] if isinstance(value, dict | bool) else []


def _named(value: Any) -> list[tuple[str, Any]]:  # noqa: ANN401 - any JSON value
    return list(value.items()) if isinstance(value, dict) else []


def _same(part: Mapping[str, Any]) -> list[Any]:
    """What a part applies to the same value."""
    found = [one for name in _SAME for one in _listed(part.get(name))]
    return found + [one for name in _SAME_NAMED for _, one in _named(part.get(name))]


def _size(value: Any) -> int:  # noqa: ANN401 - any JSON value
    """How many values a value of JSON holds, itself among them."""
    return sum(amounts[None] for amounts in _levels(value))


def _levels(value: Any) -> Iterator[Counter[str | None]]:  # noqa: ANN401 - any JSON value
    """How many values there are at each depth by the key they stand under, and in all (None).

    Raises:
        CannotCheckError: It is nested too deeply.
    """
    level: list[tuple[str, Any]] = [("", value)]
    for _ in range(_DEEPEST):
        amounts: Counter[str | None] = Counter()
        inside: list[tuple[str, Any]] = []
        for key, one in level:
            amount = 1 + (len(one) // _STEP if isinstance(one, str) else 0)
            amounts[key] += amount
            amounts[None] += amount
            if isinstance(one, dict):
                inside += one.items()
            elif isinstance(one, list):
                inside += (("", item) for item in one)
        yield amounts
        if not inside:
            return
        level = inside
    raise _too_much(Message("It is nested too deeply to be compared with a schema."))
