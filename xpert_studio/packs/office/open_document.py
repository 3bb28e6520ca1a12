"""What texts, sheets and slides of the OpenDocument format share: styles, paragraphs, tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final
from xml.etree.ElementTree import Element

from xpert_studio.api.readers import (
    UNKNOWN,
    WHITE,
    Cell,
    Colour,
    Findings,
    GapReason,
    Message,
    NotReadError,
    colour_of,
    in_signs,
    lowered,
    raised,
    struck,
    table,
)
from xpert_studio.packs.office.equations import equation
from xpert_studio.packs.office.numbering import counted_as
from xpert_studio.packs.office.package import OfficePackage, down, parsed

_WAYS: Final = {"1": "decimal", "i": "lowerRoman", "I": "upperRoman", "a": "lowerLetter",
                "A": "upperLetter", "": "none"}  # fmt: skip
_EMBEDDED: Final = frozenset(
    f"draw:{name}" for name in ("object-ole", "plugin", "applet", "floating-frame", "control")
)
_SIGNS: Final = {"text:tab": "\t", "text:line-break": "\n"}
_SILENT: Final = frozenset({
    "text:tracked-changes", "text:change", "text:change-start", "text:change-end",
    "text:bookmark", "text:bookmark-start", "text:bookmark-end", "text:reference-mark",
    "text:reference-mark-start", "text:reference-mark-end", "text:soft-page-break",
    "text:sequence-decls", "text:variable-decls", "text:user-field-decls", "office:forms",
    "text:table-of-content-source", "text:alphabetical-index-source", "text:toc-mark",
    "text:alphabetical-index-mark", "text:bibliography-source",
    "text:illustration-index-source", "text:table-index-source", "text:toc-mark-start",
    "text:toc-mark-end", "text:alphabetical-index-mark-start", "text:alphabetical-index-mark-end",
    "text:list-level-properties", "text:number", "table:table-columns", "table:table-column",
    "text:page-variable-set", "text:variable-set", "text:dde-connection-decls", "office:scripts",
    "table:shapes", "svg:title", "svg:desc", "draw:glue-point",
    "office:event-listeners", "text:user-index-source", "text:object-index-source",
    "table:table-header-columns", "table:table-column-group", "text:meta-field-decls",
    "loext:p", "text:alphabetical-index-auto-mark-file", "table:calculation-settings",
})  # fmt: skip
_MOST_REPEATED: Final = 1000
_WITH_PREVIEW: Final = ("draw:object", "table:table")
"""What may stand in a frame beside a picture of the same."""
_MOST_BASES: Final = 50
_TINY: Final = 1.5


class OpenDocument:
    """A file, its styles, and its text.

    Args:
        data: The file.
        found: Takes gaps and properties.
    """

    def __init__(self, data: bytes, found: Findings) -> None:
        self.found = found
        self._package = OfficePackage(data)
        self._package.say_properties(found)
        if b"manifest:encryption-data" in (self._package.data("META-INF/manifest.xml") or b""):
            raise NotReadError(GapReason.ENCRYPTED)
        content = self._package.xml("content.xml")
        body = down(content, "office:body")
        if content is None or body is None or not len(body):
            raise NotReadError(GapReason.UNREADABLE)
        self.body = body[0]
        self.styles_part = self._package.xml("styles.xml")
        self._styles: dict[tuple[str, str], Element] = {}
        self._lists: dict[str, Element] = {}
        for root in (self.styles_part, content):
            for style in () if root is None else root.iter():
                if style.tag in {"style:style", "style:page-layout"}:
                    self._styles[style.get("style:family", ""), style.get("style:name", "")] = style
                elif style.tag in {"text:list-style", "text:outline-style"}:
                    self._lists[style.get("style:name", "")] = style
        self.where = Message("text")
        self.notes: list[str] = []
        self._counts: dict[str, dict[int, int]] = {}
        self._boxes: list[str] = []
        self._ground = WHITE
        self._paragraph_style: str | None = None
        ends = self.body.iter("office:annotation-end")
        self._waiting = {item.get("office:name", ""): "" for item in ends}

    def property(self, family: str, name: str | None, key: str) -> str:
        """What a style says of something, by itself or by those it is based on."""
        found = (group.get(key) for style in self._bases(family, name) for group in style)
        return next((value for value in found if value is not None), "")

    def style_value(self, family: str, name: str | None, key: str) -> str:
        """An attribute of a style, or of those it is based on."""
        found = (style.get(key) for style in self._bases(family, name))
        return next((value for value in found if value is not None), "")

    def _bases(self, family: str, name: str | None) -> Iterator[Element]:
        """A style and those that it is based on, nearest first."""
        for _ in range(_MOST_BASES):
            style = self._styles.get((family, name or ""))
            if style is None:
                return
            yield style
            name = style.get("style:parent-style-name")

    def lines(self, parent: Iterable[Element]) -> list[str]:
        """The lines of all blocks in an element."""
        return [line for block in parent for line in self._block(block)]

    def _block(self, block: Element) -> Iterator[str]:
        tag = block.tag
        if tag in {"text:p", "text:h"}:
            yield from self._paragraph(block)
        elif tag == "text:list":
            yield from self._list(block, block.get("text:style-name", ""), 1, "")
        elif tag == "table:table":
            yield self._table(block)
        elif tag.startswith("draw:") and tag not in _SILENT:
            yield from self.drawing(block)
        elif tag == "office:annotation":
            yield self._comment(block).strip()
        elif block.get("text:display") in {"none", "true"} and tag == "text:section":
            self.found.gap(GapReason.HIDDEN, self.where)
        elif tag in {"text:section-source", "text:index-title-template"} or tag in _SILENT:
            if tag == "text:section-source":
                self.found.gap(GapReason.REMOTE, self.where)
        else:
            yield from self.lines(block)

    def _paragraph(self, block: Element, number: str = "") -> Iterator[str]:
        style = block.get("text:style-name")
        if self.property("paragraph", style, "text:display") == "none":
            if "".join(block.itertext()).strip():
                self.found.gap(GapReason.HIDDEN, self.where)
            return
        if block.tag == "text:h" and not number:
            number = self._heading_number(block)
        outer = self._boxes, self._paragraph_style, self._ground
        self._boxes, self._paragraph_style = [], style
        self._ground = self._ground_of("paragraph", style, "fo:background-color", self._ground)
        text = self.inline(block, "")
        boxes, (self._boxes, self._paragraph_style, self._ground) = self._boxes, outer
        yield number + text
        yield from boxes

    def _heading_number(self, block: Element) -> str:
        """The number of a heading by the outline of the document."""
        level = int(block.get("text:outline-level", "1"))
        outline = self._lists.get("Outline") or next(
            (item for item in self._lists.values() if item.tag == "text:outline-style"), None
        )
        if outline is None or block.get("text:is-list-header") == "true":
            return ""
        return self._label(outline, "outline", level, block.get("text:start-value"))

    def _list(self, block: Element, style: str, level: int, key: str) -> Iterator[str]:
        style = block.get("text:style-name", style)
        goes_on = block.get("text:continue-numbering") == "true" or block.get("text:continue-list")
        if level == 1 and not goes_on:
            self._counts.pop(style, None)
        key = style
        for item in block:
            if item.tag not in {"text:list-item", "text:list-header"}:
                continue
            is_first = item.tag == "text:list-item"
            for part in item:
                if part.tag == "text:list":
                    yield from self._list(part, style, level + 1, key)
                elif part.tag in {"text:p", "text:h"} and is_first:
                    is_first = False
                    look = self._lists.get(
                        style
                        or self.style_value(
                            "paragraph", part.get("text:style-name"), "style:list-style-name"
                        )
                    )
                    number = (
                        ""
                        if look is None
                        else self._label(look, key, level, item.get("text:start-value"))
                    )
                    yield from self._paragraph(part, number)
                else:
                    yield from self._block(part)

    def _label(self, look: Element, key: str, level: int, start: str | None) -> str:
        levels = {int(item.get("text:level", "1")): item for item in look}
        own = levels.get(level)
        if own is None:
            return ""
        if own.tag == "text:list-level-style-bullet":
            sign = own.get("text:bullet-char", "•")
            fonts = (part.get("style:font-name", part.get("fo:font-family", "")) for part in own)
            font = next(filter(None, fonts), "")
            return f"{in_signs(sign, font.strip(chr(39)), self.found, self.where)} "
        if own.tag == "text:list-level-style-image":
            return "• "
        counts = self._counts.setdefault(key, {})
        first = int(own.get("text:start-value", "1"))
        counts[level] = int(start) if start else counts.get(level, first - 1) + 1
        for below in [place for place in counts if place > level]:
            del counts[below]
        shown = int(own.get("text:display-levels", "1"))
        parts = [
            self._counted(levels[place], counts.get(place, 1))
            for place in range(max(1, level - shown + 1), level + 1)
            if place in levels
        ]
        number = ".".join(filter(None, parts))
        label = own.get("style:num-prefix", "") + number + own.get("style:num-suffix", "")
        if own.get("loext:num-list-format") is not None or own.get("style:num-list-format"):
            label = self._by_format(own, levels, counts)
        return f"{label.strip()} " if label.strip() and (number or label) else ""

    def _by_format(self, own: Element, levels: dict[int, Element], counts: dict[int, int]) -> str:
        code = own.get("loext:num-list-format") or own.get("style:num-list-format") or ""
        return re.sub(
            r"%(\d+)%",
            lambda place: (
                self._counted(levels[int(place[1])], counts.get(int(place[1]), 1))
                if int(place[1]) in levels
                else ""
            ),
            code,
        )

    def _counted(self, level: Element, number: int) -> str:
        code = level.get("style:num-format", "")
        way = _WAYS.get(code)
        if code in {"a", "A"} and level.get("style:num-letter-sync") != "true":
            way = "positionalLetter"
        said = counted_as(number, way) if way else None
        if said is None:
            self.found.gap(GapReason.FORMAT, self.where)
            return str(number)
        return said.upper() if code == "A" else said

    def _table(self, block: Element) -> str:
        return "\n" + table(self._rows(block)) + "\n"

    def _rows(self, block: Element) -> Iterator[list[Cell]]:
        for row in block:
            if row.tag == "table:table-row":
                cells = []
                for cell in row:
                    if cell.tag == "table:table-cell":
                        outer, style = self._ground, cell.get("table:style-name")
                        self._ground = self._cell_ground(style)
                        text = "\n".join(filter(None, self.lines(cell)))
                        self._ground = outer
                        columns = int(cell.get("table:number-columns-spanned", "1"))
                        rows = int(cell.get("table:number-rows-spanned", "1"))
                        repeated = min(int(cell.get("table:number-columns-repeated", "1")), 100)
                        cells += [Cell(text, columns, rows)] * repeated
                yield cells
            elif row.tag in {
                "table:table-header-rows",
                "table:table-rows",
                "table:table-row-group",
            }:
                yield from self._rows(row)

    def inline(self, parent: Element, before: str) -> str:
        """The text in an element."""
        made = self._letters(parent.text, parent)
        for item in parent:
            made += self._piece(item, before + made) + self._letters(item.tail, parent)
        return made

    def _letters(self, text: str | None, parent: Element) -> str:
        """Letters as a paragraph shows them: white space is one space."""
        made = re.sub(r"[ \t\r\n]+", " ", text or "").replace("\u00ad", "")
        if made.strip() and self._is_unseen(parent):
            self.found.gap(GapReason.HIDDEN, self.where)
            return ""
        return made

    def _is_unseen(self, parent: Element) -> bool:
        """Whether letters are tiny, or have the colour of what is behind them."""
        span = parent.get("text:style-name") if parent.tag == "text:span" else None
        styles = (("text", span), ("paragraph", self._paragraph_style))

        def said(key: str) -> str:
            return next(filter(None, (self.property(*style, key) for style in styles)), "")

        size = said("fo:font-size")
        if size.endswith("pt") and float(size[:-2]) <= _TINY:
            return True
        letters = colour_of(said("fo:color").removeprefix("#"))
        ground = self._ground_of("text", span, "fo:background-color", self._ground)
        return letters is not None and ground != UNKNOWN and letters.looks_like(ground)

    def _ground_of(self, family: str, style: str | None, key: str, around: Colour) -> Colour:
        """The colour behind what has a style."""
        code = self.property(family, style, key)
        if code in {"", "transparent", "none"}:
            return around
        return colour_of(code.removeprefix("#")) or UNKNOWN

    def _cell_ground(self, style: str | None) -> Colour:
        """The colour of a table's cell, which those on slides have as shapes have theirs."""
        kind = self.property("table-cell", style, "draw:fill")
        if kind not in {"", "none"}:
            code = self.property("table-cell", style, "draw:fill-color")
            return (colour_of(code.removeprefix("#")) or UNKNOWN) if kind == "solid" else UNKNOWN
        return self._ground_of("table-cell", style, "fo:background-color", self._ground)

    def is_unseen_cell(self, style: str | None) -> bool:
        """Whether the letters of a workbook's cell have the colour of the cell."""
        letters = colour_of(self.property("table-cell", style, "fo:color").removeprefix("#"))
        ground = self._ground_of("table-cell", style, "fo:background-color", WHITE)
        return letters is not None and ground != UNKNOWN and letters.looks_like(ground)

    def _piece(self, item: Element, before: str) -> str:
        tag = item.tag
        if tag == "text:span":
            return self._span(item, before)
        if rule := _PIECES.get(tag):
            return rule(self, item)
        if tag in {"text:hidden-paragraph", "text:hidden-text"}:
            self.found.gap(GapReason.HIDDEN, self.where)
            return ""
        if tag.startswith("draw:") and tag != "draw:a":
            self._boxes += self.drawing(item)
            return ""
        if tag in _SILENT:
            return ""
        if tag in {"text:p", "text:h", "text:list", "table:table"}:
            return "\n".join(self._block(item))
        return self.inline(item, before)

    def _span(self, item: Element, before: str) -> str:
        name = item.get("text:style-name")
        if self.property("text", name, "text:display") == "none":
            self.found.gap(GapReason.HIDDEN, self.where)
            return ""
        text = self.inline(item, before)
        place = self.property("text", name, "style:text-position").split(" ")[0]
        if self.property("text", name, "fo:text-transform") == "uppercase":
            text = text.upper()
        font = self.property("text", name, "style:font-name")
        text = in_signs(text, font, self.found, self.where)
        if place == "super" or (place.endswith("%") and place[0] not in "-0"):
            text = raised(text, before)
        elif place == "sub" or place.startswith("-"):
            text = lowered(text)
        is_struck = self.property("text", name, "style:text-line-through-style") not in {"", "none"}
        return struck(text) if is_struck else text

    def _note(self, item: Element) -> str:
        mark = "".join(
            "".join(part.itertext()) for part in item if part.tag == "text:note-citation"
        )
        body = item.find("text:note-body")
        said = "" if body is None else "\n".join(self.lines(body)).strip()
        self.notes.append(f"[^{mark}]: {said}")
        return f"[^{mark}]"

    def _comment(self, item: Element) -> str:
        creators = {"dc:creator", "http://purl.org/dc/elements/1.1/:creator"}
        self.found.metadata += (part.text or "" for part in item if part.tag in creators)
        said = " ".join(
            " ".join(self.lines(part for part in item if part.tag.startswith("text:"))).split()
        )
        text = f" [Comment: {said}] " if said else ""
        name = item.get("office:name", "")
        if name not in self._waiting:
            return text
        self._waiting[name] = text
        return ""

    def _comment_end(self, item: Element) -> str:
        """A comment on a stretch of text stands after that."""
        return self._waiting.get(item.get("office:name", ""), "")

    def _ruby(self, item: Element) -> str:
        base, above = item.find("text:ruby-base"), item.find("text:ruby-text")
        read_as = "" if above is None else self.inline(above, "")
        return ("" if base is None else self.inline(base, "")) + (f"({read_as})" if read_as else "")

    def drawing(self, item: Element) -> Iterator[str]:
        """The words in a drawing; pictures, charts and objects are gaps."""
        tag = item.tag
        if tag == "draw:image":
            self.found.gap(GapReason.PICTURES, self.where)
        elif tag == "draw:object":
            yield from self._object(item)
        elif tag in _EMBEDDED:
            self.found.gap(GapReason.EMBEDDED, self.where)
        elif tag in {"draw:path", "draw:polyline", "draw:connector", "draw:polygon"}:
            self.found.gap(GapReason.DRAWING, self.where)
        if tag in {"draw:frame", "draw:g", "draw:a"}:
            # Of the content of a frame the first way to show it is enough, where that is an object.
            has_object = any(item.find(name) is not None for name in _WITH_PREVIEW)
            for part in item:
                if part.tag.startswith("draw:") and not (has_object and part.tag == "draw:image"):
                    yield from self.drawing(part)
                elif part.tag == "table:table":
                    yield self._table(part)
        elif tag.startswith("draw:") and tag not in {"draw:object", "draw:image"}:
            inner = [part for part in item if part.tag.startswith(("text:", "table:"))]
            outer, self._ground = self._ground, self._box_ground(item)
            yield from filter(str.strip, self.lines(inner))
            self._ground = outer

    def _box_ground(self, item: Element) -> Colour:
        """The colour of a shape; not known where its style does not say it."""
        name = item.get("draw:style-name") or item.get("presentation:style-name")
        kind = self.property("graphic", name, "draw:fill") or self.property(
            "presentation", name, "draw:fill"
        )
        if kind == "none":
            return self._ground
        code = self.property("graphic", name, "draw:fill-color")
        return (colour_of(code.removeprefix("#")) or UNKNOWN) if kind == "solid" else UNKNOWN

    def _object(self, item: Element) -> Iterator[str]:
        name = item.get("xlink:href", "").removeprefix("./").strip("/")
        inner = next((part for part in item if part.tag == "math:math"), None)
        data = self._package.data(f"{name}/content.xml")
        root = inner if inner is not None else parsed(data) if data else None
        if root is not None and root.tag == "math:math":
            yield equation(root, self.found, self.where)
        else:
            self.found.gap(GapReason.PICTURES, self.where)


def _spaces(_: OpenDocument, item: Element) -> str:
    return " " * min(int(item.get("text:c", "1")), _MOST_REPEATED)


_PIECES: Final[dict[str, Callable[[OpenDocument, Element], str]]] = {
    "text:s": _spaces,
    **dict.fromkeys(_SIGNS, lambda _, item: _SIGNS[item.tag]),
    "text:note": OpenDocument._note,
    "text:ruby": OpenDocument._ruby,
    "office:annotation": OpenDocument._comment,
    "office:annotation-end": OpenDocument._comment_end,
}
