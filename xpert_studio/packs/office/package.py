"""The parts of an Office file: XML with short names, and what they refer to.

Both dialects of the format, Transitional and Strict, give the same names.
"""

from __future__ import annotations

import io
import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from xpert_studio.core.documents.document import Findings
from xpert_studio.core.documents.package import open_package

_SHORT: Final = {
    "wordprocessingml": "w", "spreadsheetml": "x", "presentationml": "p", "drawingml": "a",
    "math": "m", "relationships": "r",
    "drawingml/chart": "c", "drawingml/diagram": "dgm", "drawingml/picture": "pic",
    "drawingml/wordprocessingDrawing": "wp", "drawingml/spreadsheetDrawing": "xdr",
    "markup-compatibility": "mc", "extended-properties": "ep",
}  # fmt: skip
_OPEN_XML: Final = re.compile(
    r"http://(?:schemas\.openxmlformats\.org|purl\.oclc\.org/ooxml)/(?:officeDocument/|package/)?"
)
_YEARS: Final = re.compile(r"/?\b(?:\d{4}|main)(?=/|$)")
_OTHERS: Final = {
    "urn:schemas-microsoft-com:vml": "v",
    "urn:schemas-microsoft-com:office:office": "o",
    "urn:oasis:names:tc:opendocument:xmlns:": "",
    "http://www.w3.org/XML/1998/namespace": "xml",
    "http://www.w3.org/1999/xlink": "xlink",
    "http://www.w3.org/1998/Math/MathML": "math",
}
_OASIS: Final = re.compile(r"urn:oasis:names:tc:opendocument:xmlns:([a-z-]+):")
_OASIS_SHORT: Final = {
    "drawing": "draw",
    "xsl-fo-compatible": "fo",
    "svg-compatible": "svg",
    "datastyle": "number",
}
_MAX_PROPERTIES: Final = (
    "docProps/core.xml",
    "docProps/app.xml",
    "docProps/custom.xml",
    "meta.xml",
)


def _prefix(uri: str) -> str:
    if match := _OPEN_XML.match(uri):
        name = _YEARS.sub("", uri[match.end() :]).strip("/")
        return _SHORT.get(name, name.rpartition("/")[2])
    if match := _OASIS.match(uri):
        return _OASIS_SHORT.get(match[1], match[1])
    if uri.startswith("http://schemas.microsoft.com/office/"):
        return uri.rstrip("/").rpartition("/")[2]  # word/2010/wordprocessingShape and its like
    return _OTHERS.get(uri, uri)


class _Names(dict[str, str]):
    """Short names of elements and attributes by their full ones."""

    def __missing__(self, full: str) -> str:
        uri, brace, name = full[1:].partition("}") if full.startswith("{") else ("", "", full)
        short = f"{_prefix(uri)}:{name}" if brace else name
        self[full] = short
        return short


_names: Final = _Names()


def parsed(data: bytes) -> Element:
    """The root of an XML part, with the names of all elements and attributes made short.

    Raises:
        Exception: It is no XML, or declares entities.
    """
    from defusedxml.ElementTree import fromstring

    root: Element = fromstring(data, forbid_dtd=False)
    for element in root.iter():
        shorten(element)
    return root


def down(element: Element | None, path: str) -> Element | None:
    """The first descendant on a path of short names, as ``w:rPr/w:vanish``; None where none is."""
    for name in path.split("/"):
        if element is None:
            return None
        element = element.find(name)
    return element


def shorten(element: Element) -> None:
    """Makes the names of an element and its attributes short, as in ``w:p``."""
    element.tag = _names[element.tag]
    if element.attrib:
        element.attrib = {_names[name]: value for name, value in element.attrib.items()}


@dataclass(frozen=True, slots=True)
class Relation:
    """What a part refers to.

    Attributes:
        kind: The last word of its type, as ``image``.
        target: The name of a part, or an address elsewhere.
    """

    kind: str
    target: str


class OfficePackage:
    """An Office file.

    Raises:
        zipfile.BadZipFile: It is no zip file, or unpacked larger than a document needs to be.
    """

    def __init__(self, data: bytes) -> None:
        self._archive = open_package(io.BytesIO(data))
        self._names = {name.lower(): name for name in self._archive.namelist()}

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of all parts."""
        return frozenset(self._names.values())

    def data(self, name: str) -> bytes | None:
        """A part's content; None where there is no such part."""
        real = self._names.get(name.lstrip("/").lower())
        return None if real is None else self._archive.read(real)

    def xml(self, name: str) -> Element | None:
        """A part's root; None where there is no such part, or it is empty."""
        data = self.data(name)
        return parsed(data) if data else None

    def relations(self, name: str) -> dict[str, Relation]:
        """What a part refers to, by the identifiers it uses."""
        folder, _, base = name.rpartition("/")
        root = self.xml(f"{folder}/_rels/{base}.rels".lstrip("/"))
        return {} if root is None else dict(_relations(root, folder))

    def main_part(self, conventional: str) -> str:
        """The name of the part that is the document itself."""
        found = [
            item.target for item in self.relations("").values() if item.kind == "officeDocument"
        ]
        return next((name for name in found if name.lower() in self._names), conventional)

    def parts_of(self, name: str, kind: str, conventional: str) -> list[str]:
        """The parts of a kind that a part refers to; those of the usual name where none is.

        Args:
            name: The part.
            kind: The kind of its relation.
            conventional: A pattern of the usual names.
        """
        related = [item.target for item in self.relations(name).values() if item.kind == kind]
        usual = (part for part in sorted(self.names) if re.fullmatch(conventional, part))
        return [part for part in related if part.lower() in self._names] or list(usual)

    def first_root(self, name: str, kind: str, conventional: str) -> Element | None:
        """The root of the first of ``parts_of``; None where there is none."""
        parts = self.parts_of(name, kind, conventional)
        return self.xml(parts[0]) if parts else None

    def roots_of(self, name: str, kind: str) -> list[Element]:
        """The roots of the parts of a kind that a part refers to."""
        found = (self.xml(one.target) for one in self.relations(name).values() if one.kind == kind)
        return [root for root in found if root is not None]

    def say_properties(self, found: Findings) -> None:
        """Notes what the file's properties say."""
        for name in _MAX_PROPERTIES:
            root = self.xml(name)
            found.metadata += filter(None, map(str.strip, () if root is None else root.itertext()))


def _relations(root: Element, folder: str) -> Iterator[tuple[str, Relation]]:
    for item in root:
        target = unquote(item.get("Target", ""))
        if item.get("TargetMode") != "External":
            path = target if target.startswith("/") else posixpath.join(folder, target)
            target = posixpath.normpath(path).lstrip("/")
        yield item.get("Id", ""), Relation(item.get("Type", "").rpartition("/")[2], target)
