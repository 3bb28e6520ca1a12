"""Pictures, charts and drawings of Office files: their words, and a gap for what they show.

Of a chart the words are its titles and the values it was drawn from, of SmartArt those in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final
from xml.etree.ElementTree import Element

from xpert_studio.api.readers import Findings, GapReason, Message
from xpert_studio.packs.office.package import OfficePackage, Relation

_PICTURES: Final = frozenset(
    {
        "pic",
        "imagedata",
        "chart",
        "relIds",
        "blipFill",
        "model3d",
        "videoFile",
        "audioFile",
    }
)
_OBJECTS: Final = frozenset(
    {
        "OLEObject",
        "control",
        "objectEmbed",
        "objectLink",
        "movie",
        "contentPart",
        "oleObj",
        "oleObject",
    }
)
_DRAWN: Final = frozenset({"custGeom", "polyline", "curve"})
_CONNECTORS: Final = frozenset({"cxnSp", "wsp"})
_THIN: Final = 30_000
"""Height or width up to which a line is level or upright."""
_GROUPS: Final = frozenset({"wgp", "grpSp", "wpc"})
_MOST_POINTS: Final = 2_000


def alternative(element: Element) -> Element:
    """Of content that is there in several ways, the first way that holds something."""
    ways = [item for item in element if item.tag in {"mc:Choice", "mc:Fallback"}]
    return next((way for way in ways if len(way)), element.makeelement("mc:Fallback", {}))


def say_drawing(element: Element, findings: Findings, where: Message) -> None:
    """Notes the pictures, objects and drawings in an element."""
    names = {item.tag.rpartition(":")[2] for item in element.iter()}
    for of_kind, what in (
        (_PICTURES, GapReason.PICTURES),
        (_OBJECTS, GapReason.EMBEDDED),
        (_DRAWN, GapReason.DRAWING),
    ):
        if not names.isdisjoint(of_kind):
            findings.gap(what, where)
    is_diagram = not names.isdisjoint(_GROUPS)
    if any(_is_drawn(item, is_diagram=is_diagram) for item in element.iter()):
        findings.gap(GapReason.DRAWING, where)


def _is_drawn(item: Element, *, is_diagram: bool) -> bool:
    """Whether an element says that an arrow, or a line that joins things, is drawn."""
    name = item.tag.rpartition(":")[2]
    if name == "prstGeom":
        return "Arrow" in item.get("prst", "")
    if name not in _CONNECTORS or (
        name == "wsp" and item.find("wordprocessingShape:cNvCnPr") is None
    ):
        return False
    return is_diagram or not is_divider(item)


def is_divider(line: Element) -> bool:
    """Whether a line is level or upright, without arrow heads, and ends at no shape."""
    sizes = [item for item in line.iter("a:ext") if item.get("cx")]
    flat = not sizes or min(int(sizes[0].get(key, "0")) for key in ("cx", "cy")) <= _THIN
    return flat and not any(
        item.tag in {"a:stCxn", "a:endCxn"}
        or (item.tag in {"a:headEnd", "a:tailEnd"} and item.get("type", "none") != "none")
        for item in line.iter()
    )


def drawn_words(
    element: Element, package: OfficePackage, relations: Mapping[str, Relation]
) -> Iterator[str]:
    """The words of the charts and of the SmartArt in an element, a line each."""
    for item in element.iter():
        name = item.tag.rpartition(":")[2]
        key = {"chart": "r:id", "relIds": "r:dm"}.get(name, "")
        relation = relations.get(item.get(key, ""))
        part = package.xml(relation.target) if relation else None
        if part is not None:
            said = _of_chart(part) if name == "chart" else _of_diagram(part)
            if words := "; ".join(filter(None, said)):
                yield f"[{'Chart' if name == 'chart' else 'Diagram'}: {words}]"


def _words(element: Element) -> str:
    return " ".join(
        "".join(item.text or "" for item in paragraph.iter("a:t"))
        for paragraph in element.iter("a:p")
    )


def _of_diagram(part: Element) -> Iterator[str]:
    yield from (" ".join(_words(point).split()) for point in part.iter("dgm:t"))


def _of_chart(part: Element) -> Iterator[str]:
    yield from filter(None, (_words(title).strip() for title in part.iter("c:title")))
    for series in part.iter("c:ser"):
        name = ", ".join(_points(series.find("c:tx")).values())
        labels = _points(series.find("c:cat")) or _points(series.find("c:xVal"))
        values = _points(series.find("c:val")) or _points(series.find("c:yVal"))
        pairs = (f"{labels.get(place, place + 1)}: {value}" for place, value in values.items())
        if values:
            yield ": ".join(filter(None, [name, ", ".join(pairs)]))


def _points(element: Element | None) -> dict[int, str]:
    points = [] if element is None else list(element.iter("c:pt"))[:_MOST_POINTS]
    return {
        int(point.get("idx", "0")): value.text
        for point in points
        if (value := point.find("c:v")) is not None and value.text
    }
