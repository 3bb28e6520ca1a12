"""Word files as they are printed: with the numbers of lists, fields' results and notes.

Tracked changes are read as accepted. Comments stand in the text, marked as such and without their
authors. What is hidden or deleted is left out, and said.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final
from xml.etree.ElementTree import Element

from xpert_studio.api.readers import (
    LOST,
    MAX_CHARS,
    UNKNOWN,
    WHITE,
    Cell,
    Findings,
    GapReason,
    Message,
    NotReadError,
    colour_of,
    in_signs,
    lowered,
    raised,
    sign_of,
    struck,
    table,
    without_blanks,
)
from xpert_studio.core.documents.readers import reader_of
from xpert_studio.packs.office.drawings import alternative, drawn_words, say_drawing
from xpert_studio.packs.office.equations import equation
from xpert_studio.packs.office.numbering import counted_as
from xpert_studio.packs.office.package import OfficePackage
from xpert_studio.packs.office.word_fields import WordFields
from xpert_studio.packs.office.word_lists import WordLists, is_on, value_of
from xpert_studio.packs.office.word_looks import (
    box_ground,
    ground,
    has_table_style,
    is_drop_cap,
    is_frame_off_page,
    is_off_page,
    is_unseen,
    shade_of_cell,
)
from xpert_studio.packs.office.word_parts import (
    CONTAINERS,
    cells_in,
    has_text,
    is_nested,
    letters,
    mark_of,
)
from xpert_studio.packs.office.word_styles import WordStyles

_SILENT: Final = frozenset({
    "w:pPr", "w:rPr", "w:tblPr", "w:tblGrid", "w:trPr", "w:tcPr", "w:sdtPr", "w:sdtEndPr",
    "w:sectPr", "w:smartTagPr", "w:customXmlPr", "w:tblPrEx", "w:bookmarkStart", "w:bookmarkEnd",
    "w:proofErr", "w:permStart", "w:permEnd", "w:commentRangeStart", "w:moveFromRangeStart",
    "w:moveFromRangeEnd", "w:moveToRangeStart", "w:moveToRangeEnd", "w:lastRenderedPageBreak",
    "w:softHyphen", "w:footnoteRef", "w:endnoteRef", "w:annotationRef", "w:separator",
    "w:continuationSeparator", "w:delText", "w:delInstrText", "w:pgNum", "w:background",
    "w:customXmlInsRangeStart", "w:customXmlInsRangeEnd", "w:customXmlDelRangeStart",
    "w:customXmlDelRangeEnd", "w:customXmlMoveFromRangeStart", "w:customXmlMoveFromRangeEnd",
    "w:customXmlMoveToRangeStart", "w:customXmlMoveToRangeEnd", "w:fldData", "w:rubyPr",
    "w:docPartObj", "w:printerSettings",
})  # fmt: skip
"""What shows nothing by itself."""
_SIGNS: Final = {
    "w:tab": "\t",
    "w:ptab": "\t",
    "w:br": "\n",
    "w:cr": "\n",
    "w:noBreakHyphen": "\u2011",
}
_LEFT_OUT: Final = frozenset({"w:del", "w:moveFrom"})
_RAISED_FROM: Final = 4
"""Half points from which letters that are moved up or down are a script."""


def read(data: bytes, findings: Findings) -> str:
    """The body, then its notes, comments that have no place, headers and footers."""
    package = OfficePackage(data)
    package.say_properties(findings)
    return without_blanks(_WordReader(package, findings).text())


class _WordReader:
    def __init__(self, package: OfficePackage, found: Findings) -> None:
        self._package, self._found = package, found
        self._main = package.main_part("word/document.xml")
        self._relations = package.relations(self._main)
        self._styles = WordStyles(self._part("styles"))
        self._lists = WordLists(self._part("numbering"), self._styles.list_styles(), found)
        self._notes = {kind: self._notes_of(kind) for kind in ("footnote", "endnote")}
        self._comments = {item.get("w:id", ""): item for item in (self._part("comments") or ())}
        self._settings = self._part("settings")
        self._fields = WordFields(found)
        self._noted: list[tuple[str, str, str]] = []
        self._boxes: list[str] = []
        self._paragraph = 0
        self._place: Message | None = None
        self._style = ""
        self._begun = ""
        self._length = 0
        self._ground = WHITE
        self._has_table_style = False
        found.metadata += filter(None, (item.get("w:author") for item in self._comments.values()))

    def _part(self, kind: str) -> Element | None:
        return self._package.first_root(self._main, kind, rf"word/{kind}\.xml")

    def _notes_of(self, kind: str) -> dict[str, Element]:
        root = self._part(f"{kind}s")
        return {} if root is None else {item.get("w:id", ""): item for item in root}

    @property
    def _where(self) -> Message:
        return self._place or Message("paragraph {n}", n=self._paragraph)

    def text(self) -> str:
        """All that is printed."""
        root = self._package.xml(self._main)
        body = None if root is None else root.find("w:body")
        if root is None or body is None:
            raise NotReadError(GapReason.UNREADABLE)
        if (page := root.find("w:background")) is not None:
            self._ground = colour_of(page.get("w:color", "")) or UNKNOWN
        marks = Counter(item.get("w:fldCharType") for item in root.iter("w:fldChar"))
        self._fields.is_broken = marks["begin"] != marks["end"]
        self._found.metadata += dict.fromkeys(
            author for item in root.iter() if (author := item.get("w:author"))
        )
        lines = [*self._blocks(body), *self._notes_said()]
        lines += (self._comment(name).strip() for name in list(self._comments))  # without a place
        return "\n".join([*lines, *self._margins(body)])

    def _blocks(self, parent: Iterable[Element]) -> list[str]:
        lines: list[str] = []
        for block in parent:
            lines += self._block(block)
            if self._length > 2 * MAX_CHARS:
                break
        if self._begun:  # the mark of the last paragraph is deleted, with none after it
            lines.append(self._begun)
            self._begun = ""
        return lines

    def _block(self, block: Element) -> Iterator[str]:
        tag = block.tag
        if tag == "w:p":
            yield from self._paragraph_lines(block)
        elif tag == "w:tbl":
            yield from filter(None, [self._begun])
            self._begun = ""
            yield self._table(block)
        elif tag == "w:altChunk":
            yield self._chunk(block)
        elif tag in {"m:oMath", "m:oMathPara"}:
            yield equation(block, self._found, self._where)
        elif tag == "mc:AlternateContent":
            yield from self._blocks(alternative(block))
        elif tag in _LEFT_OUT:
            self._say_deleted(block)
        elif tag in CONTAINERS:
            yield from self._blocks(block)
        elif tag == "w:commentRangeEnd":
            yield from filter(None, [self._comment(block.get("w:id", ""))])
        elif tag not in _SILENT:
            self._found.gap(GapReason.UNKNOWN, self._where)

    def _paragraph_lines(self, paragraph: Element) -> Iterator[str]:
        properties = paragraph.find("w:pPr")
        self._paragraph += 1
        outer = self._style, self._boxes, self._ground
        self._style, self._boxes = value_of(properties, "w:pStyle"), []
        shading = self._styles.of_paragraph("w:shd", properties, self._style)
        self._ground = ground(shading, self._ground)
        text = self._inline(paragraph)
        if text.strip() and is_frame_off_page(properties):
            self._found.gap(GapReason.HIDDEN, self._where)
            text = ""
        mark = mark_of(properties)
        is_deleted = mark is not None and any(mark.find(name) is not None for name in _LEFT_OUT)
        is_joined = (
            is_deleted
            or is_drop_cap(properties)
            or bool(is_on(mark, "w:vanish") or is_on(mark, "w:specVanish"))
        )
        # Joined with the next, a paragraph with a deleted mark has that one's number.
        number = "" if is_deleted or (is_joined and not text) else self._number(properties)
        boxes, (self._style, self._boxes, self._ground) = self._boxes, outer
        self._begun, line = "", number + self._begun + text
        self._length += len(line)
        if is_joined:
            self._begun = line
        else:
            yield line
        yield from boxes

    def _number(self, properties: Element | None) -> str:
        style = value_of(properties, "w:pStyle") or self._styles.default_paragraph
        list_id, level, named_by = self._styles.list_of(properties, style)
        if not list_id:
            return ""
        of_style = self._lists.level_of_style(list_id, named_by) if named_by else None
        return self._lists.number(list_id, of_style if of_style is not None else level or 0)

    def _table(self, element: Element) -> str:
        outer, self._has_table_style = self._has_table_style, has_table_style(element)
        rows: list[list[Cell]] = []
        starts: dict[int, tuple[int, int]] = {}
        for row in self._rows(element):
            rows.append(self._cells(row, rows, starts))
        self._has_table_style = outer
        return "\n" + table(rows) + "\n" if rows else ""

    def _rows(self, element: Element) -> Iterator[Element]:
        for item in element:
            if item.tag == "w:tr":
                properties = item.find("w:trPr")
                if properties is not None and properties.find("w:del") is not None:
                    self._found.gap(GapReason.DELETED, self._where)
                elif is_on(properties, "w:hidden"):
                    self._found.gap(GapReason.HIDDEN, self._where)
                else:
                    yield item
            elif item.tag in CONTAINERS:
                yield from self._rows(item)

    def _cells(
        self, row: Element, above: list[list[Cell]], starts: dict[int, tuple[int, int]]
    ) -> list[Cell]:
        """The cells of a row; one that goes on a cell above lengthens that."""
        cells: list[Cell] = []
        column = int(value_of(row, "w:trPr/w:gridBefore", "0"))
        if column:
            cells.append(Cell("", column))
        for item in cells_in(row):
            properties = item.find("w:tcPr")
            if properties is not None and properties.find("w:cellDel") is not None:
                self._found.gap(GapReason.DELETED, self._where)
                continue
            span = int(value_of(properties, "w:gridSpan", "1"))
            merged = None if properties is None else properties.find("w:vMerge")
            goes_on = merged is not None and merged.get("w:val", "continue") == "continue"
            if goes_on and column in starts:
                line, place = starts[column]
                cell = above[line][place]
                above[line][place] = Cell(cell.text, cell.columns, cell.rows + 1)
            else:
                starts.pop(column, None)
                if merged is not None:
                    starts[column] = len(above), len(cells)
                cells.append(Cell(self._cell_text(item), span))
            column += span
        return cells

    def _cell_text(self, item: Element) -> str:
        outer = self._ground
        self._ground = shade_of_cell(item.find("w:tcPr"), outer, has_style=self._has_table_style)
        lines = self._blocks(item)
        self._ground = outer
        return "\n".join(line for line in lines if line.strip())

    def _chunk(self, block: Element) -> str:
        """A document of another kind inside this one."""
        from xpert_studio.core.documents.media_types import HTML, media_type_of

        relation = self._relations.get(block.get("r:id", ""))
        data = self._package.data(relation.target) if relation else None
        if data is None:
            self._found.gap(GapReason.MISSING, self._where)
            return ""
        kind = (
            HTML if relation and relation.target.endswith(("htm", "html")) else media_type_of(data)
        )
        try:
            return reader_of(kind or "")(data, self._found)
        except (KeyError, NotReadError):
            self._found.gap(GapReason.EMBEDDED, self._where)
            return ""

    def _inline(self, parent: Iterable[Element]) -> str:
        made = ""
        for item in parent:
            made += self._piece(item, made)
        return made

    def _piece(self, item: Element, before: str) -> str:
        tag = item.tag
        if rule := _PIECES.get(tag):
            return rule(self, item)
        if tag == "w:r":
            return self._run(item, before)
        if tag in _LEFT_OUT:
            self._say_deleted(item)
        elif tag in {"m:oMath", "m:oMathPara"}:
            return equation(item, self._found, self._where)
        elif tag in CONTAINERS:
            return self._inline(item)
        elif tag == "mc:AlternateContent":
            return self._inline(alternative(item))
        elif tag in {"w:tbl", "w:p"}:  # a table or paragraph where the schema has none
            self._boxes += self._block(item)
        elif tag not in _SILENT:
            self._found.gap(GapReason.UNKNOWN, self._where)
        return ""

    def _say_deleted(self, item: Element) -> None:
        if item.tag == "w:del" and has_text(item):  # what was moved is there, elsewhere
            self._found.gap(GapReason.DELETED, self._where)

    def _run(self, run: Element, before: str) -> str:
        properties = run.find("w:rPr")
        is_hidden = self._styles.switched("w:vanish", properties, self._style)
        if is_hidden or is_unseen(properties, self._styles, self._style, self._ground):
            self._pass_marks(run)
            if has_text(run) and not self._fields.in_code:
                self._found.gap(GapReason.HIDDEN, self._where)
            return ""
        font = self._font(properties)
        made = ""
        for item in run:
            made += self._run_piece(item, font)
        if not made:
            return ""
        self._fields.take_text()
        return self._looks(made, properties, before)

    def _pass_marks(self, run: Element) -> None:
        for item in run:
            if item.tag == "w:fldChar":
                self._fields.mark(item, self._where)
            elif item.tag == "w:instrText":
                self._fields.take_code(item.text or "")

    def _run_piece(self, item: Element, font: str) -> str:
        if item.tag == "w:fldChar":
            return self._fields.mark(item, self._where)
        # A nested field gives a part of the code of the one it stands in.
        if item.tag == "w:instrText" or (item.tag == "w:t" and self._fields.in_code):
            self._fields.take_code(item.text or "")
            return ""
        if self._fields.in_code and item.tag != "w:drawing":
            return ""
        if item.tag == "w:t":
            return in_signs(letters(item), font, self._found, self._where)
        return self._piece(item, "")

    def _font(self, properties: Element | None) -> str:
        fonts = self._styles.look("w:rFonts", properties, self._style)
        return "" if fonts is None else fonts.get("w:ascii", fonts.get("w:hAnsi", ""))

    def _looks(self, text: str, properties: Element | None, before: str) -> str:
        """A run's text with what its look says: raised, lowered, in capitals, struck through."""
        styles, style = self._styles, self._style
        if styles.switched("w:caps", properties, style):
            text = text.upper()
        script = styles.look("w:vertAlign", properties, style)
        kind = "" if script is None else script.get("w:val", "")
        moved = value_of(properties, "w:position", "0")
        height = int(moved) if moved.lstrip("+-").isdigit() else 0
        if kind == "superscript" or (not kind and height >= _RAISED_FROM):
            text = text if text.startswith("[^") else raised(text, before)
        elif kind == "subscript" or (not kind and height <= -_RAISED_FROM):
            text = lowered(text)
        is_struck = styles.switched("w:strike", properties, style) or styles.switched(
            "w:dstrike", properties, style
        )
        return struck(text) if is_struck else text

    def _symbol(self, item: Element) -> str:
        code, font = item.get("w:char", ""), item.get("w:font", "")
        sign = sign_of(int(code, 16), font) if re.fullmatch("[0-9A-Fa-f]{1,6}", code) else None
        if sign is None:
            self._found.gap(GapReason.SYMBOL, self._where)
        return sign or LOST

    def _ruby(self, item: Element) -> str:
        base, above = (item.find(name) for name in ("w:rubyBase", "w:rt"))
        read_as = "" if above is None else self._inline(above)
        return ("" if base is None else self._inline(base)) + (f"({read_as})" if read_as else "")

    def _drawing(self, item: Element) -> str:
        if is_off_page(item):
            self._found.gap(GapReason.HIDDEN, self._where)
            return ""
        say_drawing(item, self._found, self._where)
        for box in item.iter("w:txbxContent"):
            if not is_nested(box, item):
                outer = self._begun, self._fields, self._ground
                self._begun, self._fields = "", WordFields(self._found)
                self._ground = box_ground(box, item, self._ground)
                self._boxes += [line for line in self._blocks(box) if line.strip()]
                self._begun, self._fields, self._ground = outer
        self._boxes += filter(None, [path.get("string", "") for path in item.iter("v:textpath")])
        self._boxes += drawn_words(item, self._package, self._relations)
        return ""

    def _note(self, item: Element) -> str:
        kind = item.tag.removeprefix("w:").removesuffix("Reference")
        note = self._notes[kind].get(item.get("w:id", ""))
        if note is None:
            self._found.gap(GapReason.MISSING, self._where)
            return ""
        has_own_mark = item.get("w:customMarkFollows") in {"1", "true", "on"}
        mark = "" if has_own_mark else self._note_mark(kind)
        place = len(self._noted)
        self._noted.append((kind, mark, ""))
        outer = self._place, self._style, self._boxes, self._begun
        self._place, self._begun = Message("note {mark}", mark=mark or place + 1), ""
        said = "\n".join(line for line in self._blocks(note) if line.strip())
        self._place, self._style, self._boxes, self._begun = outer
        self._noted[place] = kind, mark, said.strip()
        return f"[^{mark}]" if mark else ""

    def _note_mark(self, kind: str) -> str:
        properties = None if self._settings is None else self._settings.find(f"w:{kind}Pr")
        start = int(value_of(properties, "w:numStart", "1"))
        way = value_of(properties, "w:numFmt", "lowerRoman" if kind == "endnote" else "decimal")
        count = sum(1 for other, mark, _ in self._noted if other == kind and mark)
        return counted_as(start + count, way) or str(start + count)

    def _notes_said(self) -> Iterator[str]:
        for wanted in ("footnote", "endnote"):
            yield from (
                f"[^{mark}]: {text}" if mark else text
                for kind, mark, text in self._noted
                if kind == wanted
            )

    def _comment_end(self, item: Element) -> str:
        return self._comment(item.get("w:id", ""))

    def _comment(self, name: str) -> str:
        comment = self._comments.pop(name, None)
        if comment is None:
            return ""
        outer = self._place, self._style, self._boxes, self._begun
        self._place, self._begun, self._boxes = Message("comment"), "", []
        said = " ".join(" ".join(line.split()) for line in self._blocks(comment))
        self._place, self._style, self._boxes, self._begun = outer
        return f" [Comment: {said.strip()}] " if said.strip() else ""

    def _margins(self, body: Element) -> Iterator[str]:
        said: dict[str, None] = {}
        for label, name in self._margin_parts(body):
            root = self._package.xml(name)
            if root is None:
                continue
            self._place = Message("header or footer")
            self._relations = self._package.relations(name)
            text = "\n".join(line.strip() for line in self._blocks(root) if line.strip())
            if text:
                said[f"[{label}: {text}]"] = None
        yield from said

    def _margin_parts(self, body: Element) -> list[tuple[str, str]]:
        labels = {"w:headerReference": "Header", "w:footerReference": "Footer"}
        sections = list(body.iter("w:sectPr"))
        parts = [
            (labels[item.tag], relation.target)
            for section in sections
            for item in section
            if item.tag in labels
            and self._is_printed(item, section)
            and (relation := self._relations.get(item.get("r:id", "")))
        ]
        if any(item.tag in labels for section in sections for item in section):
            return parts
        usual = ((label, kind) for label, kind in (("Header", "header"), ("Footer", "footer")))
        return [
            (label, name)
            for label, kind in usual
            for name in self._package.parts_of("", "", rf"word/{kind}\d*\.xml")
        ]

    def _is_printed(self, item: Element, section: Element) -> bool:
        kind = item.get("w:type", "default")
        if kind == "first":
            return bool(is_on(section, "w:titlePg"))
        return kind != "even" or bool(is_on(self._settings, "w:evenAndOddHeaders"))


_PIECES: Final[dict[str, Callable[[_WordReader, Element], str]]] = {
    "w:sym": _WordReader._symbol,
    "w:ruby": _WordReader._ruby,
    "w:drawing": _WordReader._drawing,
    "w:pict": _WordReader._drawing,
    "w:object": _WordReader._drawing,
    "w:footnoteReference": _WordReader._note,
    "w:endnoteReference": _WordReader._note,
    "w:commentRangeEnd": _WordReader._comment_end,
    "w:commentReference": _WordReader._comment_end,
    **dict.fromkeys(_SIGNS, lambda _, item: _SIGNS[item.tag]),
}
