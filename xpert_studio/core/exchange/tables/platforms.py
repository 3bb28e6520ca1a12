"""Rubrics as learning platforms export them: Moodle, Canvas, Brightspace, Blackboard, Turnitin.

Sources: Moodle's backup steps of gradingform_rubric and gradingform_guide; Canvas's schema cccv1p0;
Brightspace's rubrics_d2l.xml; Blackboard's LEARNRUBRICS resource; Turnitin's .rbc, which is JSON.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from html import unescape
from typing import TYPE_CHECKING, Any, Final

from xpert_studio.core.exchange.tables.cells import TableSheet
from xpert_studio.core.exchange.tables.nodes import Node, sheet_of_nodes

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MAX_MEMBERS: Final = 2_000
_STARTS: Final = 4_096
_BREAK: Final = re.compile(r"<\s*(?:br|/p|/li|/div|/tr|/h\d)\b[^>]*>", re.IGNORECASE)
_TAG: Final = re.compile(r"</?[a-z][^>]{0,2000}>", re.IGNORECASE)
_HOLDS: Final = re.compile(
    rb"<(?:learnrubrics|rubrics|rubric|areas|grading_definitions?|definition)\b", re.IGNORECASE
)
_RBC: Final = ("Rubric", "RubricCriterion", "RubricScale", "RubricCriterionScale")
_TRUE: Final = "true"


def platform_sheets(data: bytes) -> list[TableSheet]:
    """The rubrics of a platform's XML; empty where it holds none.

    Raises:
        Exception: Anything, where the file is damaged or hostile.
    """
    from defusedxml.ElementTree import fromstring

    root = fromstring(data)
    for part in root.iter():
        part.tag = str(part.tag).rpartition("}")[2].casefold()
    found: list[TableSheet] = []
    for read in (_moodle, _canvas, _brightspace, _blackboard):
        found += [sheet_of_nodes(name, nodes) for name, nodes in read(root) if nodes]
    return found


def archive_sheets(archive: zipfile.ZipFile) -> list[TableSheet]:
    """The rubrics in a course's export: those of its XML parts that hold some."""
    found: list[TableSheet] = []
    members = [m for m in archive.infolist() if m.filename.lower().endswith((".xml", ".dat"))]
    for member in members[:MAX_MEMBERS]:
        with archive.open(member) as file:
            start = file.read(_STARTS)
        if _HOLDS.search(start):
            found += platform_sheets(archive.read(member))
    return found


def turnitin_sheets(value: Any) -> list[TableSheet]:  # noqa: ANN401 - any JSON
    """The rubrics of a .rbc; empty where the JSON is another."""
    if not isinstance(value, dict) or not all(isinstance(value.get(n), list) for n in _RBC):
        return []
    rubrics, criteria, scales, cells = (
        [item for item in value[name] if isinstance(item, dict)] for name in _RBC
    )
    names = {item.get("id"): item for item in scales}
    found: list[TableSheet] = []
    for rubric in rubrics:
        ids = rubric.get("criterion")
        own = [c for c in criteria if not isinstance(ids, list) or c.get("id") in ids]
        own.sort(key=lambda c: _number(c.get("position")) or 0)
        nodes = [_turnitin_node(c, names, cells) for c in own]
        if nodes:
            found.append(sheet_of_nodes(str(rubric.get("name") or ""), nodes))
    return found


def _turnitin_node(
    criterion: Mapping[str, Any],
    scales: Mapping[Any, Mapping[str, Any]],
    cells: Sequence[Mapping[str, Any]],
) -> Node:
    own = [cell for cell in cells if cell.get("criterion") == criterion.get("id")]
    levels: list[tuple[str, str, str]] = []
    for cell in own:
        scale = scales.get(cell.get("scale_value"), {})
        points = _number(cell.get("value"))
        if points is None:
            points = _number(scale.get("value"))
        levels.append(
            (str(scale.get("name") or ""), _text(cell.get("description")), _points(points))
        )
    return _node(
        str(criterion.get("name") or ""),
        _text(criterion.get("description")),
        _number(criterion.get("value")),
        levels,
    )


def _node(
    title: str,
    description: str,
    points: Decimal | None,
    levels: Sequence[tuple[str, str, str]] = (),
    note: str = "",
) -> Node:
    values: dict[str, Any] = {"title": title, "description": description, "note": note}
    if points is not None:
        values["points"] = float(points)
    return Node({key: value for key, value in values.items() if value != ""}, list(levels))


def _moodle(root: Element) -> Iterator[tuple[str, list[Node]]]:
    for definition in root.iter("definition"):
        name = _said(definition, "name")
        rubric = definition.find(".//plugin_gradingform_rubric_definition")
        guide = definition.find(".//plugin_gradingform_guide_definition")
        if rubric is not None:
            yield name, [_moodle_node(one) for one in _sorted(rubric.iter("criterion"))]
        if guide is not None:
            yield (
                name,
                [
                    _node(
                        _said(one, "shortname"),
                        _said(one, "description"),
                        _number(_said(one, "maxscore")),
                        note=_said(one, "descriptionmarkers"),
                    )
                    for one in _sorted(guide.iter("guidecriterion"))
                ],
            )


def _moodle_node(criterion: Element) -> Node:
    levels = [
        ("", _said(level, "definition"), _points(_number(_said(level, "score"))))
        for level in criterion.iter("level")
    ]
    return _node(_said(criterion, "description"), "", None, levels)


def _sorted(parts: Iterator[Element]) -> list[Element]:
    return sorted(parts, key=lambda part: _number(_said(part, "sortorder")) or 0)


def _canvas(root: Element) -> Iterator[tuple[str, list[Node]]]:
    for rubric in root.iter("rubric"):
        criteria = rubric.find("criteria")
        if criteria is not None and rubric.find("title") is not None:
            yield _said(rubric, "title"), [_canvas_node(one) for one in criteria.iter("criterion")]


def _canvas_node(criterion: Element) -> Node:
    ratings = list(criterion.iter("rating"))
    points = [_number(_said(rating, "points")) for rating in ratings]
    spans = [_points(value) for value in points]
    if _said(criterion, "criterion_use_range") == _TRUE:
        spans = spans_down(points)
    levels = [
        (_said(rating, "description"), _said(rating, "long_description"), span)
        for rating, span in zip(ratings, spans, strict=True)
    ]
    weight = _number(_said(criterion, "points"))
    if _said(criterion, "ignore_for_scoring") == _TRUE:
        weight = Decimal(0)
    return _node(
        _said(criterion, "description"), _said(criterion, "long_description"), weight, levels
    )


def spans_down(points: Sequence[Decimal | None]) -> list[str]:
    """Ratings that reach down to the next lower one, which itself is not part of them."""
    known = sorted({value for value in points if value is not None})
    exponents = (int(value.normalize().as_tuple().exponent) for value in known)
    step = Decimal(1).scaleb(min([0, *exponents]))
    below = dict(zip(known[1:], known, strict=False))
    return [
        f"{below[value] + step:f}-{value:f}"
        if value in below and below[value] + step < value
        else _points(value)
        for value in points
    ]


def _brightspace(root: Element) -> Iterator[tuple[str, list[Node]]]:
    for rubric in root.iter("rubric"):
        groups = list(rubric.iter("criteria_group"))
        nodes = [
            Node({"criterion": group.get("name", "")}, below=_brightspace_nodes(group))
            for group in groups
        ]
        if groups:
            yield rubric.get("name", ""), nodes if len(nodes) > 1 else nodes[0].below


def _brightspace_nodes(group: Element) -> list[Node]:
    levels = {level.get("level_id"): level for level in group.iter("level")}
    found: list[Node] = []
    for criterion in group.iter("criterion"):
        parts: list[tuple[str, str, str]] = []
        for cell in criterion.iter("cell"):
            level = levels.get(cell.get("level_id"))
            given = cell.get("cell_value") or (
                level.get("level_value") if level is not None else None
            )
            name = level.get("name", "") if level is not None else ""
            parts.append((name, _said(cell, "description"), _points(_number(given))))
        found.append(_node(_text(criterion.get("name")), "", None, parts))
    return found


def _blackboard(root: Element) -> Iterator[tuple[str, list[Node]]]:
    if root.tag != "learnrubrics":
        return
    for rubric in root.iter("rubric"):
        is_share = _value(rubric, "type").upper() == "PERCENTAGE"
        most = _number(_value(rubric, "maxvalue")) or Decimal(100)
        nodes = [_blackboard_node(row, most if is_share else None) for row in rubric.iter("row")]
        yield _text(_value(rubric, "title")), nodes


def _blackboard_node(row: Element, most: Decimal | None) -> Node:
    weight = _number(_value(row, "percentage"))
    if most is not None and weight is not None:
        weight = round(weight * most / 100, 4)
    levels: list[tuple[str, str, str]] = []
    for column in row.iter("column"):
        for cell in column.iter("cell"):
            given = _number(_value(cell, "percentage"))
            if most is not None and given is not None and weight is not None:
                given = round(given * weight / 100, 4)
            name, text = _value(column, "header"), _value(cell, "celldescription")
            levels.append((_text(name), _text(text), _points(given)))
    return _node(_text(_value(row, "header")), "", weight, levels)


def _value(part: Element, name: str) -> str:
    inner = part.find(name)
    return (inner.get("value") or "").strip() if inner is not None else ""


def _said(part: Element, name: str) -> str:
    inner = part.find(name)
    return _text("".join(inner.itertext())) if inner is not None else ""


def _text(value: object) -> str:
    """A text without the marks of HTML in it."""
    said = "" if value is None else str(value)
    if _TAG.search(said) or "&" in said:
        said = unescape(_TAG.sub("", _BREAK.sub("\n", said)))
    lines = (" ".join(line.split()) for line in said.replace("\xa0", " ").splitlines())
    return "\n".join(line for line in lines if line)


def _number(value: object) -> Decimal | None:
    try:
        found = Decimal(str(value).strip())
    except InvalidOperation:
        return None
    return found if found.is_finite() and abs(found) < 10**9 else None


def _points(value: Decimal | None) -> str:
    return "" if value is None else f"{value.normalize():f}"
