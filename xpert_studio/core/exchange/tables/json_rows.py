"""JSON as a table: an object a row, its levels as repeated columns, a tree's branches as sections.

Weights of branches are multiplied down, so that each leaf has its share of the whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from xpert_studio.core.exchange.tables.cells import MAX_ROWS, Cell, Row, Sheet, Value, plain
from xpert_studio.core.messages import Message
from xpert_studio.core.resources import resource_json

MAX_DEPTH: Final = 40
SECTION: Final = "section"
SHARE: Final = "share of the whole"
_EXACT: Final = 1e-6
_LEVEL_PARTS: Final = ("level name", "level description", "level points")


def json_sheets(text: str, *, by_line: bool) -> list[Sheet]:
    """The rubrics of a JSON text: one sheet for each.

    Raises:
        ValueError: It is no JSON, or nothing in it looks like a rubric.
        RecursionError: It is nested too deeply.
    """
    if by_line:
        values = [json.loads(line) for line in text.splitlines() if line.strip()]
        value = values[0] if len(values) == 1 else values
    else:
        value = json.loads(text)
    found = list(_rubrics(value, "", 0))
    if not found:
        raise ValueError("no list of objects")
    return [_sheet(name, nodes) for name, nodes in found]


@dataclass(slots=True)
class _Node:
    """An object of a rubric: its plain values, its levels, and what hangs below it."""

    values: dict[str, Value]
    levels: list[tuple[str, str, str]] = field(default_factory=list)
    below: list[_Node] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The text it goes by."""
        texts = {plain(key): value for key, value in self.values.items() if isinstance(value, str)}
        named = (texts[key] for key in _names("texts") if key in texts)
        return next(named, next(iter(texts.values()), ""))

    @property
    def weight_key(self) -> str | None:
        """The key of its points."""
        numbers = {
            plain(key): key
            for key, value in self.values.items()
            if isinstance(value, int | float) and not isinstance(value, bool)
        }
        return next((numbers[key] for key in _names("numbers") if key in numbers), None)

    @property
    def weight(self) -> float | None:
        """Its points."""
        key = self.weight_key
        value = None if key is None else self.values[key]
        return float(value) if isinstance(value, int | float) else None


def _names(kind: str) -> Sequence[str]:
    found: Mapping[str, Sequence[str]] = resource_json("rubric_json.json")
    return found[kind]


def _rubrics(
    value: Any,  # noqa: ANN401 - any JSON
    name: str,
    depth: int,
    *,
    is_named: bool = False,
) -> Iterator[tuple[str, list[_Node]]]:
    """The lists of objects that are rubrics, with the name of each."""
    if depth > MAX_DEPTH:
        raise RecursionError
    if isinstance(value, list):
        objects = [item for item in value if isinstance(item, dict)]
        nested = (
            _rubrics(item, _title(item, place), depth + 1) for place, item in enumerate(objects, 1)
        )
        if objects and all(_is_criterion(item) for item in objects):
            yield name, [_node(item, 0) for item in objects]
        elif value and all(isinstance(item, str) for item in value) and (not depth or is_named):
            yield name, [_Node({"text": item}) for item in value]
        else:
            yield from (one for many in nested for one in many)
        return
    if not isinstance(value, dict):
        return
    title = _title(value, 0) or name
    if _below(value) and not _container(value):
        yield title, [_node(value, 0)]
        return
    for key, inner in value.items():
        if isinstance(inner, list | dict) and plain(key) not in _names("other"):
            yield from _inner_rubrics(plain(key) in _names("rubrics"), inner, title, depth)


def _inner_rubrics(
    is_named: bool,
    inner: Any,  # noqa: ANN401 - any JSON
    title: str,
    depth: int,
) -> Iterator[tuple[str, list[_Node]]]:
    """The rubrics of a part of an object; ``is_named`` is whether its key says that it is one."""
    if is_named and isinstance(inner, dict) and _is_named(inner):
        yield title, [_named(name, item) for name, item in inner.items()]
    elif isinstance(inner, dict) and _is_keyed(inner):
        yield title, [_node({"id": key, **item}, 0) for key, item in inner.items()]
    else:
        yield from _rubrics(inner, title, depth + 1, is_named=is_named)


def _container(value: Mapping[str, Any]) -> bool:
    """Whether an object only holds a rubric: it has a list of criteria and no weight."""
    return _node(value, 0, is_flat=True).weight is None or any(
        plain(key) in _names("rubrics") and isinstance(item, list) for key, item in value.items()
    )


def _is_named(value: Mapping[str, Any]) -> bool:
    """Whether criteria stand in an object by their names, as texts or by their levels alone."""
    return bool(value) and all(
        isinstance(item, str)
        or (isinstance(item, dict) and all(isinstance(text, str) for text in item.values())
            and all(is_level_key(key) for key in item))
        for item in value.values()
    )  # fmt: skip


def _named(name: str, item: str | Mapping[str, str]) -> _Node:
    if isinstance(item, str):
        return _Node({"title": name, "text": item})
    return _Node({"criterion": name}, levels=[("", text, key) for key, text in item.items()])


def is_level_key(key: str) -> bool:
    """Whether a key is a value of a scale, or a range of values."""
    return re.fullmatch(r"\d+(?:\.\d+)?(?:\s*[-–]\s*\d+(?:\.\d+)?)?", key.strip()) is not None


def _is_keyed(value: Mapping[str, Any]) -> bool:
    """Whether criteria stand in an object by their names."""
    return len(value) > 1 and all(
        isinstance(item, dict) and _node(item, 0).weight is not None for item in value.values()
    )


def _title(value: Any, place: int) -> str:  # noqa: ANN401
    if not isinstance(value, dict):
        return ""
    named = {plain(key): item for key, item in value.items()}
    for key in _names("titles"):
        if isinstance(named.get(key), str | int) and not isinstance(named[key], bool):
            return str(named[key])
    return str(place) if place else ""


def _is_criterion(value: Mapping[str, Any]) -> bool:
    """Whether an object is a criterion, and not the rubric of something larger."""
    lists = [key for key, item in value.items() if isinstance(item, list)]
    inner = [key for key in lists if plain(key) in _names("rubrics")]
    has_prompt = any(plain(key) in _names("prompts") for key in value)
    return bool(_node(value, 0, is_flat=True).name) and not (inner and has_prompt)


def _below(value: Mapping[str, Any]) -> list[tuple[str, list[Any]]]:
    return [
        (key, item)
        for key, item in value.items()
        if isinstance(item, list)
        and item
        and plain(key) not in _names("levels")
        and all(isinstance(inner, dict) for inner in item)
    ]


def _node(value: Mapping[str, Any], depth: int, *, is_flat: bool = False) -> _Node:
    if depth > MAX_DEPTH:
        raise RecursionError
    node = _Node({})
    branches = {key for key, _ in _below(value)}
    for key, item in value.items():
        if isinstance(item, str | int | float | bool):
            node.values[key] = item
        elif is_flat or item is None or item == [] or item == {}:
            continue
        elif plain(key) in _names("levels"):
            node.levels = list(_levels(item))
        elif key in branches:
            node.below += [_node(inner, depth + 1) for inner in item]
        elif isinstance(item, list) and all(isinstance(one, str | int | float) for one in item):
            node.values[key] = ", ".join(map(str, item))
        else:
            node.values[key] = json.dumps(item, ensure_ascii=False)
    return node


def _levels(item: Any) -> Iterator[tuple[str, str, str]]:  # noqa: ANN401
    """Levels as name, description and points."""
    if isinstance(item, dict):
        for key, inner in item.items():
            if isinstance(inner, dict):
                yield from _levels([{"name": key, **inner}])
            else:
                is_number = isinstance(inner, int | float)
                yield str(key), "" if is_number else str(inner), str(inner) if is_number else ""
        return
    for inner in item if isinstance(item, list) else ():
        if isinstance(inner, dict):
            node = _node(inner, 0, is_flat=True)
            said = {k: v for k, v in node.values.items() if plain(k) not in {"id", "color"}}
            texts = [v for v in said.values() if isinstance(v, str)]
            points = node.weight
            low, high = (inner.get(key) for key in ("min", "max"))
            span = f"{low}-{high}" if low is not None and high is not None else ""
            number = span or ("" if points is None else f"{points:g}")
            name, text = (
                (texts[0], "\n".join(texts[1:])) if len(texts) > 1 else ("", "".join(texts))
            )
            yield name, text, number
        else:
            head, colon, rest = str(inner).partition(":")
            yield (head.strip(), rest.strip(), "") if colon else ("", str(inner), "")


def _sheet(name: str, nodes: Sequence[_Node]) -> Sheet:
    sheet = Sheet(name, [], is_headed=True, rubric=name)
    leaves = [(path, leaf) for node in nodes for path, leaf in _leaves(node, ())]
    is_tree = any(path for path, _ in leaves)
    shares = _shares(nodes) if is_tree else None
    keys = list(dict.fromkeys(key for _, leaf in leaves for key in leaf.values))
    keys = [
        key for key in keys if any(leaf.values.get(key) not in (None, "") for _, leaf in leaves)
    ]
    if shares:  # they hold what the weights of leaves are worth
        weights = {leaf.weight_key for _, leaf in leaves}
        keys = [key for key in keys if key not in weights]
    depth = max((len(leaf.levels) for _, leaf in leaves), default=0)
    head = [
        *keys,
        *([SECTION] if is_tree else []),
        *([SHARE] if shares else []),
        *(_LEVEL_PARTS * depth),
    ]
    sheet.rows.append(Row(0, [Cell(key, is_bold=True) for key in head]))
    for number, (path, leaf) in enumerate(leaves[:MAX_ROWS], start=1):
        cells = [Cell(leaf.values.get(key)) for key in keys]
        if is_tree:
            cells.append(Cell(" › ".join(path) or None))
        if shares:
            cells.append(Cell(shares[id(leaf)]))
        cells += [Cell(part or None) for level in leaf.levels for part in level]
        sheet.rows.append(Row(number, cells))
    if shares:
        sheet.notes.append(
            Message(
                "The weights of branches were multiplied down: points are per cent of the whole."
            )
        )
    return sheet


def _leaves(node: _Node, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], _Node]]:
    if not node.below:
        yield path, node
    for inner in node.below:
        yield from _leaves(inner, (*path, node.name) if node.name else path)


def _shares(nodes: Sequence[_Node]) -> dict[int, float] | None:
    """What each leaf is worth of 100; None where branches weigh nothing beside their leaves."""
    branches = [node for top in nodes for node in _branches(top)]
    if not any(node.weight is not None for node in branches):
        return None
    if all(_is_sum(node) for node in branches):
        return None
    found: dict[int, float] = {}

    def divide(some: Sequence[_Node], whole: float) -> None:
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


def _branches(node: _Node) -> Iterator[_Node]:
    if node.below:
        yield node
        for inner in node.below:
            yield from _branches(inner)


def _is_sum(node: _Node) -> bool:
    """Whether a branch weighs what its parts weigh together."""
    parts = [inner.weight for inner in node.below]
    if node.weight is None or any(part is None for part in parts):
        return node.weight is None
    return abs(node.weight - sum(part for part in parts if part is not None)) < _EXACT
