"""Drawings (SVG) without what editors write into them: metadata, titles, own marks."""

from __future__ import annotations

import re
from typing import Final
from xml.etree import ElementTree as ET

_SVG: Final = "http://www.w3.org/2000/svg"
_PREFIXES: Final = {
    "": _SVG,
    "xlink": "http://www.w3.org/1999/xlink",
    "html": "http://www.w3.org/1999/xhtml",
    "math": "http://www.w3.org/1998/Math/MathML",
}
_KNOWN: Final = {*_PREFIXES.values(), "http://www.w3.org/XML/1998/namespace"}
"""Namespaces of what is drawn; all others are an editor's."""
_OF_MAKING: Final = frozenset(
    f"{space}{name}" for space in ("", f"{{{_SVG}}}") for name in ("metadata", "title", "desc")
)
_SOURCE: Final = "content"
"""The attribute in which an editor of diagrams keeps its own file."""
_BEGINS: Final = re.compile(
    r"\ufeff?\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>\s*)*<(?:\w+:)?svg\b",
    re.DOTALL,
)


def is_svg(text: str) -> bool:
    """Whether a text is a drawing."""
    return _BEGINS.match(text) is not None


def bare_svg(text: str) -> str:
    """A drawing that shows the same; as it is where it is not well-formed, and shows nothing.

    Args:
        text: Its source.
    """
    try:
        root = ET.fromstring(text)  # noqa: S314 - expat limits entities, a process all else
    except (ET.ParseError, ValueError):
        return text
    for prefix, uri in _PREFIXES.items():
        ET.register_namespace(prefix, uri)
    root.attrib.pop(_SOURCE, None)
    waiting = [root]
    while waiting:
        one = waiting.pop()
        one.attrib = {name: value for name, value in one.attrib.items() if _is_known(name)}
        _leave_out(one)
        waiting += one
    return ET.tostring(root, encoding="unicode")


def _is_known(name: object) -> bool:
    uri, is_qualified, _ = str(name).removeprefix("{").rpartition("}")
    return not is_qualified or uri in _KNOWN


def _leave_out(parent: ET.Element) -> None:
    """Leaves out the children that tell of the making; the text behind each stays."""
    before: ET.Element | None = None
    for child in list(parent):
        if _is_known(child.tag) and child.tag not in _OF_MAKING:
            before = child
            continue
        if before is None:
            parent.text = (parent.text or "") + (child.tail or "")
        else:
            before.tail = (before.tail or "") + (child.tail or "")
        parent.remove(child)
