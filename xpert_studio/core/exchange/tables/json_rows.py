"""The rubrics of JSON: lists of objects, trees, criteria by their names."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from xpert_studio.core.exchange.tables.cells import TableSheet, plain
from xpert_studio.core.exchange.tables.nodes import Node, names_of, sheet_of_nodes
from xpert_studio.core.exchange.tables.platforms import turnitin_sheets

MAX_DEPTH: Final = 40
_LEVEL_KEYS: Final = frozenset({*names_of("levels"), "scoringlevels", "scoring levels"})
_PARTS_OF_LEVEL: Final = 2
_FEWEST: Final = 3
_OUTER: Final = 2


def json_sheets(text: str, *, by_line: bool) -> list[TableSheet]:
    """The rubrics of a JSON text: one sheet for each; see ``value_sheets``.

    Raises:
        ValueError: It is no JSON, or nothing in it looks like a rubric.
        RecursionError: It is nested too deeply.
    """
    if by_line:
        values = [json.loads(line) for line in text.splitlines() if line.strip()]
        value = values[0] if len(values) == 1 else values
    else:
        value = json.loads(text)
    return value_sheets(value)


def value_sheets(value: Any) -> list[TableSheet]:  # noqa: ANN401 - any JSON
    """The rubrics of a value of JSON or YAML: one sheet for each.

    Raises:
        ValueError: Nothing in it looks like a rubric.
        RecursionError: It is nested too deeply.
    """
    if known := turnitin_sheets(value):
        return known
    found = list(_rubrics(value, "", 0))
    if not found:
        raise ValueError("no list of objects")
    return [sheet_of_nodes(name, nodes) for name, nodes in found]


def _rubrics(
    value: Any,  # noqa: ANN401 - any JSON
    name: str,
    depth: int,
    *,
    is_named: bool = False,
) -> Iterator[tuple[str, list[Node]]]:
    """The lists of objects that are rubrics, with the name of each."""
    if depth > MAX_DEPTH:
        raise RecursionError
    if isinstance(value, list):
        yield from _rubrics_of_list(value, name, depth, is_named=is_named)
    elif isinstance(value, dict):
        title = _title(value, 0) or name
        if whole := _whole(value, depth):
            yield title, whole
            return
        for key, inner in value.items():
            is_scale = isinstance(inner, list) and plain(key).endswith(("scale", "bands"))
            if (
                isinstance(inner, list | dict)
                and not is_scale
                and plain(key) not in names_of("other")
            ):
                yield from _inner_rubrics(plain(key) in names_of("rubrics"), inner, title, depth)


def _rubrics_of_list(
    value: list[Any], name: str, depth: int, *, is_named: bool
) -> Iterator[tuple[str, list[Node]]]:
    """A list of criteria, as objects or as texts, or one of objects that hold some."""
    objects = [item for item in value if isinstance(item, dict)]
    if objects and all(map(_is_criterion, objects)) and not _are_cases(objects):
        yield name, [_node(item, 0) for item in objects]
    elif value and all(isinstance(item, str) for item in value) and (not depth or is_named):
        yield name, [Node({"text": item}) for item in value]
    else:
        for place, item in enumerate(objects, 1):
            yield from _rubrics(item, _title(item, place), depth + 1)


def _inner_rubrics(
    is_named: bool,
    inner: Any,  # noqa: ANN401 - any JSON
    title: str,
    depth: int,
) -> Iterator[tuple[str, list[Node]]]:
    """The rubrics of a part of an object; ``is_named`` is whether its key says that it is one."""
    if is_named and isinstance(inner, dict) and _is_named(inner):
        yield title, [_named(name, item) for name, item in inner.items()]
    elif isinstance(inner, dict) and _is_keyed(inner):
        yield title, _keyed(inner)
    else:
        yield from _rubrics(inner, title, depth + 1, is_named=is_named)


def _container(value: Mapping[str, Any]) -> bool:
    """Whether an object only holds a rubric: it has a list of criteria and no weight."""
    return _node(value, 0, is_flat=True).weight is None or any(
        plain(key) in names_of("rubrics") and isinstance(item, list) for key, item in value.items()
    )


def _is_named(value: Mapping[str, Any]) -> bool:
    """Whether criteria stand in an object by their names, as texts or by their levels alone."""
    return bool(value) and all(
        isinstance(item, str)
        or (
            isinstance(item, dict)
            and all(isinstance(text, str) for text in item.values())
            and all(is_level_key(key) for key in item)
        )
        for item in value.values()
    )


def _named(name: str, item: str | Mapping[str, str]) -> Node:
    if isinstance(item, str):
        return Node({"title": name, "text": item})
    return Node({"criterion": name}, levels=[("", text, key) for key, text in item.items()])


def is_level_key(key: str) -> bool:
    """Whether a key is a value of a scale, or a range of values."""
    return re.fullmatch(r"\d+(?:\.\d+)?(?:\s*[-–]\s*\d+(?:\.\d+)?)?", key.strip()) is not None


def _is_keyed(value: Mapping[str, Any]) -> bool:
    """Whether criteria stand in an object by their names."""
    return len(value) > 1 and all(
        isinstance(item, dict) and (_node(item, 0).weight is not None or _node(item, 0).levels)
        for item in value.values()
    )


def _title(value: Any, place: int) -> str:  # noqa: ANN401
    if not isinstance(value, dict):
        return ""
    named = {plain(key): item for key, item in value.items()}
    for key in names_of("titles"):
        if isinstance(named.get(key), str | int) and not isinstance(named[key], bool):
            return str(named[key])
    return str(place) if place else ""


def _is_criterion(value: Mapping[str, Any]) -> bool:
    """Whether an object is a criterion, and not the rubric of something larger."""
    lists = [key for key, item in value.items() if isinstance(item, list)]
    inner = [key for key in lists if plain(key) in names_of("rubrics")]
    has_prompt = any(plain(key) in names_of("prompts") for key in value)
    return bool(_node(value, 0, is_flat=True).name) and not (inner and has_prompt)


def _are_cases(objects: Sequence[Mapping[str, Any]]) -> bool:
    """Whether each has a rubric of its own: the same criteria come again in one after another."""
    names = [
        {
            _node(inner, 0, is_flat=True).name
            for key, item in _below(one)
            for inner in item
            if plain(key) in names_of("rubrics")
        }
        for one in objects
    ]
    counts = Counter(name for some in names for name in some)
    again = sum(n > 1 for n in counts.values())
    return len(objects) > 1 and all(names) and again >= len(counts) / 2


def _below(value: Mapping[str, Any]) -> list[tuple[str, list[Any]]]:
    return [
        (key, item)
        for key, item in value.items()
        if isinstance(item, list)
        and item
        and plain(key) not in _LEVEL_KEYS
        and all(isinstance(inner, dict) for inner in item)
        and not _are_levels(key, item)
    ]


def _node(value: Mapping[str, Any], depth: int, *, is_flat: bool = False) -> Node:
    if depth > MAX_DEPTH:
        raise RecursionError
    node = Node({})
    branches = {key for key, _ in _below(value)}
    for key, item in value.items():
        if isinstance(item, str | int | float | bool):
            node.values[key] = item
        elif is_flat or item is None or item == [] or item == {}:
            continue
        elif plain(key) in _LEVEL_KEYS or _is_scale(item) or _are_levels(key, item):
            node.levels = list(_levels(item))
        elif key in branches:
            node.below += [_node(inner, depth + 1) for inner in item]
        elif isinstance(item, list) and all(isinstance(one, str | int | float) for one in item):
            node.values[key] = ", ".join(map(str, item))
        else:
            node.values[key] = json.dumps(item, ensure_ascii=False)
    return _with_whole_levels(node, value)


def _with_whole_levels(node: Node, value: Mapping[str, Any]) -> Node:
    """Levels that are shares of the criterion's points as points; names with points as levels."""
    whole = node.weight
    for key, item in value.items() if whole else ():
        named = isinstance(item, dict) and len(item) > 1 and not node.levels
        if named and all(isinstance(n, int | float) for n in item.values()):
            if max(item.values()) == whole:
                node.levels = list(_levels(item))
                node.values.pop(key, None)
        elif _are_levels(key, item) and plain(key) in names_of("rubrics"):
            node.levels = [(n, t, f"{float(p) * whole:g}") for n, t, p in node.levels if whole]
    return node


def _are_levels(key: str, item: Any) -> bool:  # noqa: ANN401
    """Whether objects say no more than points and a text, and the points fall or rise to or from 0.

    A rubric's own list of criteria is none, unless what it says are shares of the whole.
    """
    if not isinstance(item, list) or len(item) < _FEWEST:
        return False
    values: list[float] = []
    for one in item:
        if not isinstance(one, dict) or len(one) > _PARTS_OF_LEVEL:
            return False
        values += [n for n in one.values() if isinstance(n, int | float)]
    order = sorted(values)
    is_order = len(set(values)) == len(item) and values in (order, order[::-1])
    if plain(key) in names_of("rubrics"):  # parts of the whole, from 1 down
        return is_order and order[-1] == 1 and order[0] >= 0
    return is_order and order[0] == 0


def _whole(value: Mapping[str, Any], depth: int) -> list[Node]:
    """An object that is a rubric by itself: criteria by their names, or a tree; else nothing."""
    if not depth and _is_keyed(value):
        return _keyed(value)
    if depth < _OUTER and (points := _points_by_name(value)):
        return points
    return [_node(value, 0)] if _below(value) and not _container(value) else []


def _keyed(value: Mapping[str, Any]) -> list[Node]:
    """Criteria by their names: the name is the text where there is no other one."""
    nodes = [_node({"id": key, **item}, 0) for key, item in value.items()]
    if not any(len([v for v in one.values.values() if isinstance(v, str)]) > 1 for one in nodes):
        for node in nodes:
            node.values["criterion"] = node.values.pop("id")
    return nodes


def _points_by_name(value: Mapping[str, Any]) -> list[Node]:
    """Criteria that are given by their names and points alone, and nothing else."""
    are_points = [isinstance(n, int | float) and not isinstance(n, bool) for n in value.values()]
    if len(value) < _FEWEST or not all(are_points):
        return []
    return [Node({"criterion": name, "points": points}) for name, points in value.items()]


def _is_scale(item: Any) -> bool:  # noqa: ANN401
    """Whether an object describes values by their numbers."""
    return (
        isinstance(item, dict)
        and len(item) > 1
        and all(is_level_key(key) and isinstance(text, str) for key, text in item.items())
    )


def _levels(item: Any) -> Iterator[tuple[str, str, str]]:  # noqa: ANN401
    """Levels as name, description and points."""
    for key, inner in item.items() if isinstance(item, dict) else ():
        if isinstance(inner, dict):
            yield _level({"name": key, **inner})
        elif isinstance(inner, int | float):
            yield str(key), "", str(inner)
        elif is_level_key(str(key)):
            yield "", str(inner), str(key)
        else:
            yield str(key), str(inner), ""
    for inner in item if isinstance(item, list) else ():
        if isinstance(inner, dict):
            yield _level(inner)
        else:
            head, colon, rest = str(inner).partition(":")
            yield (head.strip(), rest.strip(), "") if colon else ("", str(inner), "")


def _level(item: Mapping[str, Any]) -> tuple[str, str, str]:
    """A level that an object describes: the first of several texts is its name."""
    node = _node(item, 0, is_flat=True)
    unsaid = {"id", "color"}
    texts = [v for k, v in node.values.items() if isinstance(v, str) and plain(k) not in unsaid]
    low, high = item.get("min"), item.get("max")
    points = "" if node.weight is None else f"{node.weight:g}"
    if low is not None and high is not None:
        points = f"{low}-{high}"
    name = texts.pop(0) if len(texts) > 1 else ""
    return name, "\n".join(texts), points
