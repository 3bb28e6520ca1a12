"""Criteria within each other as a sheet: a row for each leaf, its levels as repeated columns.

Weights of branches are multiplied down, so that each leaf has its share of the whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from xpert_studio.core.exchange.tables.cells import (
    MAX_ROWS,
    Cell,
    TableRow,
    TableSheet,
    Value,
    plain,
)
from xpert_studio.core.messages import Message
from xpert_studio.core.resources import resource_json

SECTION: Final = "section"
SHARE: Final = "share of the whole"
_EXACT: Final = 1e-6
_LEVEL_PARTS: Final = ("level name", "level description", "level points")


@dataclass(slots=True)
class Node:
    """A part of a rubric.

    Attributes:
        values: Its texts and numbers, by what they are called.
        levels: Name, description and points of each level.
        below: The parts of which it is made.
    """

    values: dict[str, Value]
    levels: list[tuple[str, str, str]] = field(default_factory=list)
    below: list[Node] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The text it goes by."""
        texts = {plain(key): value for key, value in self.values.items() if isinstance(value, str)}
        named = (texts[key] for key in names_of("texts") if key in texts)
        return next(named, next(iter(texts.values()), ""))

    @property
    def weight_key(self) -> str | None:
        """The key of its points."""
        numbers = {
            plain(key): key
            for key, value in self.values.items()
            if isinstance(value, int | float) and not isinstance(value, bool)
        }
        return next((numbers[key] for key in names_of("numbers") if key in numbers), None)

    @property
    def weight(self) -> float | None:
        """Its points."""
        key = self.weight_key
        value = None if key is None else self.values[key]
        return float(value) if isinstance(value, int | float) else None


def names_of(kind: str) -> Sequence[str]:
    """What people call the parts of a rubric: ``texts``, ``numbers``, ``levels`` and so on."""
    found: Mapping[str, Sequence[str]] = resource_json("rubric_json.json")
    return found[kind]


_MULTIPLIED: Final = Message(
    "The weights of branches were multiplied down: points are per cent of the whole."
)
_Named = tuple[str, list[Value]]
"""A column by its name: a value for each leaf."""


def sheet_of_nodes(name: str, nodes: Sequence[Node]) -> TableSheet:
    """The leaves as rows of a sheet whose first row names its columns."""
    sheet = TableSheet(name, [], is_headed=True, rubric=name)
    leaves = [(path, leaf) for node in nodes for path, leaf in _leaves(node, ())]
    columns = _columns_of([leaf for _, leaf in leaves])
    if any(path for path, _ in leaves):
        shares = _shares(nodes)
        if shares:  # they hold what the weights of leaves are worth
            weights = {leaf.weight_key for _, leaf in leaves}
            columns = [(key, column) for key, column in columns if key not in weights]
        columns.append((SECTION, [" › ".join(path) or None for path, _ in leaves]))
        if shares:
            columns.append((SHARE, [shares[id(leaf)] for _, leaf in leaves]))
            sheet.notes.append(_MULTIPLIED)
    sheet.rows += _rows_of(columns, [leaf for _, leaf in leaves])
    return sheet


def _rows_of(
    columns: Sequence[tuple[str, Sequence[Value]]], leaves: Sequence[Node]
) -> Iterator[TableRow]:
    """A row that names the columns, and one for each leaf, with its levels behind its values."""
    depth = max((len(leaf.levels) for leaf in leaves), default=0)
    head = [*(key for key, _ in columns), *(_LEVEL_PARTS * depth)]
    yield TableRow(0, [Cell(key, is_bold=True) for key in head])
    for n, leaf in enumerate(leaves[:MAX_ROWS]):
        cells = [Cell(column[n]) for _, column in columns]
        yield TableRow(
            n + 1, cells + [Cell(part or None) for level in leaf.levels for part in level]
        )


def _columns_of(leaves: Sequence[Node]) -> list[_Named]:
    """The values of leaves by key, of the keys under which any says something."""
    keys = dict.fromkeys(key for leaf in leaves for key in leaf.values)
    columns = [(key, [leaf.values.get(key) for leaf in leaves]) for key in keys]
    return [(key, column) for key, column in columns if not {None, ""}.issuperset(column)]


def _leaves(node: Node, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Node]]:
    if not node.below:
        yield path, node
    for inner in node.below:
        inner.levels = inner.levels or node.levels  # those of the whole are those of its parts
        yield from _leaves(inner, (*path, node.name) if node.name else path)


def _shares(nodes: Sequence[Node]) -> dict[int, float] | None:
    """What each leaf is worth of 100; None where branches weigh nothing beside their leaves."""
    branches = [node for top in nodes for node in _branches(top)]
    if not any(node.weight is not None for node in branches):
        return None
    if all(_is_sum(node) for node in branches):
        return None
    found: dict[int, float] = {}

    def divide(some: Sequence[Node], whole: float) -> None:
        weights = [1.0 if node.weight is None else node.weight for node in some]
        total = sum(weights) or 1.0
        for node, weight in zip(some, weights, strict=True):
            part = whole * weight / total
            if node.below:
                divide(node.below, part)
            else:
                found[id(node)] = round(part, 6)

    divide(nodes, 100.0)
    return found


def _branches(node: Node) -> Iterator[Node]:
    if node.below:
        yield node
        for inner in node.below:
            yield from _branches(inner)


def _is_sum(node: Node) -> bool:
    """Whether a branch weighs what its parts weigh together."""
    parts = [inner.weight for inner in node.below]
    if node.weight is None or any(part is None for part in parts):
        return node.weight is None
    return abs(node.weight - sum(part for part in parts if part is not None)) < _EXACT
