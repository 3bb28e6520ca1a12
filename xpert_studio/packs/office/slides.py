"""Presentations: slide by slide, shapes in reading order, then notes and comments.

Slides and shapes that are hidden are left out, and said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final
from xml.etree.ElementTree import Element

from xpert_studio.api.readers import (
    MAX_CHARS,
    UNKNOWN,
    Cell,
    Colour,
    Findings,
    GapReason,
    Message,
    NotReadError,
    fill_of,
    in_signs,
    lowered,
    raised,
    struck,
    table,
    without_blanks,
)
from xpert_studio.packs.office.drawings import alternative, drawn_words, say_drawing
from xpert_studio.packs.office.equations import equation
from xpert_studio.packs.office.numbering import counted_as
from xpert_studio.packs.office.package import OfficePackage, Relation, down
from xpert_studio.packs.office.slide_looks import (
    SlideBox,
    SlideLooks,
    SlideShape,
    ground_of,
    is_unseen,
    slide_theme,
)

_COUNTS: Final = {
    "arabic": "decimal", "alphaLc": "lowerLetter", "alphaUc": "upperLetter",
    "romanLc": "lowerRoman", "romanUc": "upperRoman", "circleNum": "decimalEnclosedCircle",
    "ea1Chs": "chineseCounting",
    "ea1Cht": "taiwaneseCounting", "ea1JpnChs": "japaneseCounting", "ea1JpnKor": "koreanCounting",
    "arabicDb": "decimalFullWidth", "hebrew2": "hebrew2",
}  # fmt: skip
_ENDINGS: Final = {
    "Period": "{}.",
    "ParenR": "{})",
    "ParenBoth": "({})",
    "Plain": "{}",
    "Minus": "{}-",
}
_MARGINS: Final = frozenset({"dt", "ftr", "sldNum", "hdr"})
_OF_GROUPS: Final = frozenset({"p:nvGrpSpPr", "p:grpSpPr", "p:extLst"})
_LAST: Final = 10**12


def read(data: bytes, findings: Findings) -> str:
    """The slides in the order in which they are shown."""
    package = OfficePackage(data)
    package.say_properties(findings)
    main = package.main_part("ppt/presentation.xml")
    root = package.xml(main)
    if root is None:
        raise NotReadError(GapReason.UNREADABLE)
    names = _slides(package, main, root)
    texts: list[str] = []
    size = _size(root)
    for number, name in enumerate(names, start=1):
        texts += _Slide(package, name, number, findings, size).texts()
        if sum(map(len, texts)) > MAX_CHARS:
            break
    texts += dict.fromkeys(_backgrounds(package, names, findings))
    return without_blanks("\n\n".join(texts))


def _slides(package: OfficePackage, main: str, root: Element) -> list[str]:
    relations = package.relations(main)
    listed = [relations.get(item.get("r:id", "")) for item in root.iter("p:sldId")]
    names = [relation.target for relation in listed if relation]
    usual = sorted(
        package.parts_of("", "", r"ppt/slides/slide\d+\.xml"),
        key=lambda name: int("".join(filter(str.isdigit, name))),
    )
    return names or usual


def _size(root: Element) -> tuple[int, int] | None:
    item = root.find("p:sldSz")
    return None if item is None else (int(item.get("cx", "0")), int(item.get("cy", "0")))


def _related(relations: Mapping[str, Relation], kind: str) -> list[str]:
    return [item.target for item in relations.values() if item.kind == kind]


def _backgrounds(package: OfficePackage, names: list[str], findings: Findings) -> Iterator[str]:
    """What stands on every slide of a layout or master."""
    layouts = {part for name in names for part in _related(package.relations(name), "slideLayout")}
    masters = {
        part for name in layouts for part in _related(package.relations(name), "slideMaster")
    }
    for name in sorted(layouts | masters):
        tree = down(package.xml(name), "p:cSld/p:spTree")
        for shape in () if tree is None else tree:
            if next(shape.iter("p:ph"), None) is None and shape.tag not in _OF_GROUPS:
                where = Message("master of the slides")
                say_drawing(shape, findings, where)
                if text := "\n".join(_paragraphs(shape, _Eye(findings, where))).strip():
                    yield f"[On the slides: {text}]"


class _Slide:
    def __init__(
        self,
        package: OfficePackage,
        name: str,
        number: int,
        found: Findings,
        size: tuple[int, int] | None,
    ) -> None:
        self._package, self._found, self._number, self._name = package, found, number, name
        self._root = package.xml(name)
        self._relations = package.relations(name)
        self._where = Message("slide {n}", n=number)
        self._places = self._inherited()
        layouts = _related(self._relations, "slideLayout")[:1]
        masters = [
            name for part in layouts for name in _related(package.relations(part), "slideMaster")
        ][:1]
        theme = slide_theme(package, masters[0] if masters else "")
        roots = [self._root, *(package.xml(part) for part in (*layouts, *masters))]
        self._looks = SlideLooks(
            package, self._relations, theme, ground_of(roots, theme), size=size
        )

    def texts(self) -> Iterator[str]:
        """The slide under its number, then its notes and comments."""
        root = self._root
        tree = down(root, "p:cSld/p:spTree")
        if root is None or tree is None:
            self._found.gap(GapReason.MISSING, self._where)
            return
        if root.get("show") in {"0", "false"}:
            self._found.gap(GapReason.HIDDEN, self._where)
            return
        background = down(root, "p:cSld/p:bg")
        if background is not None:
            say_drawing(background, self._found, self._where)
        self._looks.shapes = list(self._shapes(tree, _Transform()))
        self._looks.is_animated = root.find("p:timing") is not None
        shapes = [shape for shape in self._looks.shapes if not self._is_hidden(shape)]
        body = [shape for shape in shapes if shape.kind not in _MARGINS]
        rest = [shape for shape in shapes if shape.kind in _MARGINS - {"sldNum"}]
        parts = (self._text(shape) for shape in (*_in_order(body), *rest))
        yield "\n".join([f"# {self._number}", *filter(None, parts)])
        yield from self._beside()

    def _inherited(self) -> dict[tuple[str, str], Element]:
        """The places of placeholders in layout and master, by kind and index."""
        places: dict[tuple[str, str], Element] = {}
        for layout in _related(self._relations, "slideLayout"):
            masters = _related(self._package.relations(layout), "slideMaster")
            for name in (*masters, layout):  # what the layout says wins
                root = self._package.xml(name)
                for shape in () if root is None else root.iter("p:sp"):
                    holder = down(shape, "p:nvSpPr/p:nvPr/p:ph")
                    frame = down(shape, "p:spPr/a:xfrm")
                    if holder is not None and frame is not None:
                        places[holder.get("type", "obj"), ""] = frame
                        places["", holder.get("idx", "")] = frame
        return places

    def _shapes(self, tree: Element, transform: _Transform) -> Iterator[SlideShape]:
        for item in tree:
            element = item
            if item.tag == "mc:AlternateContent":
                yield from self._shapes(alternative(item), transform)
                continue
            if item.tag not in {"p:sp", "p:grpSp", "p:graphicFrame", "p:pic", "p:cxnSp"}:
                if item.tag not in _OF_GROUPS:
                    say_drawing(tree, self._found, self._where)
                continue
            named = next(element.iter("p:cNvPr"), None)
            if named is not None and named.get("hidden") in {"1", "true"}:
                self._found.gap(GapReason.HIDDEN, self._where)
            elif item.tag == "p:grpSp":
                yield from self._shapes(item, transform.inside(down(item, "p:grpSpPr/a:xfrm")))
            else:
                yield self._shape(item, transform)

    def _shape(self, item: Element, transform: _Transform) -> SlideShape:
        holder = next(item.iter("p:ph"), None)
        kind = "" if holder is None else holder.get("type", "obj")
        frame = down(item, "p:xfrm" if item.tag == "p:graphicFrame" else "p:spPr/a:xfrm")
        if frame is None and holder is not None:
            frame = self._inherited_place(kind, holder.get("idx", "-"))
        return SlideShape(item, transform.box(frame), kind)

    def _inherited_place(self, kind: str, index: str) -> Element | None:
        like = "title" if kind == "ctrTitle" else "body"
        keys = (("", index), (kind, ""), (like, ""))
        return next((self._places[key] for key in keys if key in self._places), None)

    def _is_hidden(self, shape: SlideShape) -> bool:
        """Whether a shape cannot be seen; with words that is a gap."""
        if not self._looks.is_hidden(shape):
            return False
        if any((item.text or "").strip() for item in shape.element.iter("a:t")):
            self._found.gap(GapReason.HIDDEN, self._where)
        return True

    def _eye(self, shape: SlideShape) -> _Eye:
        return _Eye(self._found, self._where, self._looks.theme, self._looks.behind(shape))

    def _eye_on_cell(self, cell: Element) -> _Eye:
        """Cells without a colour of their own have those of the table's style."""
        behind = fill_of(cell.find("a:tcPr"), None, self._looks.theme)
        return _Eye(self._found, self._where, self._looks.theme, behind or UNKNOWN)

    def _text(self, shape: SlideShape) -> str:
        element = shape.element
        if element.tag != "p:cxnSp":
            say_drawing(element, self._found, self._where)
        elif not self._looks.is_divider(shape):
            self._found.gap(GapReason.DRAWING, self._where)
        tables = [self._table(item) for item in element.iter("a:tbl")]
        words = list(drawn_words(element, self._package, self._relations))
        body = [] if tables else list(_paragraphs(element, self._eye(shape)))
        said = "\n".join([*body, *tables, *words]).strip("\n")
        if element.tag == "p:graphicFrame" and not said:
            self._found.gap(GapReason.DRAWING, self._where)
        return said

    def _table(self, element: Element) -> str:
        rows = [
            [
                Cell(
                    "\n".join(_paragraphs(cell, self._eye_on_cell(cell))),
                    int(cell.get("gridSpan", "1")),
                    int(cell.get("rowSpan", "1")),
                )
                for cell in row.findall("a:tc")
                if cell.get("hMerge") not in {"1", "true"}
                and cell.get("vMerge") not in {"1", "true"}
            ]
            for row in element.findall("a:tr")
        ]
        return table(rows)

    def _beside(self) -> Iterator[str]:
        for root in self._package.roots_of(self._name, "notesSlide"):
            for shape in root.iter("p:sp"):
                holder = next(shape.iter("p:ph"), None)
                if holder is None or holder.get("type") in {*_MARGINS, "sldImg"}:
                    continue
                if text := "\n".join(_paragraphs(shape, _Eye(self._found, self._where))).strip():
                    yield f"[Notes: {text}]"
        for root in self._package.roots_of(self._name, "comments"):
            for item in root:
                texts = (part.text or "" for part in item.iter() if part.tag in {"p:text", "a:t"})
                if said := " ".join(" ".join(texts).split()):
                    yield f"[Comment: {said}]"


@dataclass(frozen=True, slots=True)
class _Transform:
    """From the coordinates in a group to those of the slide."""

    scale_x: float = 1
    scale_y: float = 1
    left: float = 0
    top: float = 0

    def inside(self, frame: Element | None) -> _Transform:
        """The same for a group in this one."""
        if frame is None or frame.find("a:chOff") is None:
            return self
        outer, inner = self.box(frame), _box(frame, "a:chOff", "a:chExt")
        scale_x = (outer.right - outer.left) / max(inner.right - inner.left, 1)
        scale_y = (outer.bottom - outer.top) / max(inner.bottom - inner.top, 1)
        return _Transform(
            scale_x, scale_y, outer.left - inner.left * scale_x, outer.top - inner.top * scale_y
        )

    def box(self, frame: Element | None) -> SlideBox:
        """Where a shape stands; far below where that is not known."""
        if frame is None:
            return SlideBox(0, _LAST, _LAST, _LAST)
        box = _box(frame, "a:off", "a:ext")
        return SlideBox(
            int(self.left + box.left * self.scale_x),
            int(self.top + box.top * self.scale_y),
            int(self.left + box.right * self.scale_x),
            int(self.top + box.bottom * self.scale_y),
        )


def _box(frame: Element, place: str, size: str) -> SlideBox:
    offset, extent = frame.find(place), frame.find(size)
    left, top = (0 if offset is None else int(offset.get(key, "0")) for key in ("x", "y"))
    width, height = (0 if extent is None else int(extent.get(key, "0")) for key in ("cx", "cy"))
    return SlideBox(left, top, left + width, top + height)


def _in_order(shapes: list[SlideShape]) -> list[SlideShape]:
    """Columns from the left where a gap runs through; else what is on top, then the rest."""
    if len(shapes) < 2:
        return shapes
    columns = _split(shapes, 0)
    if len(columns) > 1:
        return [shape for column in columns for shape in _in_order(column)]
    rows = _split(shapes, 1)
    if len(rows) > 1:
        return _in_order(rows[0]) + _in_order([shape for row in rows[1:] for shape in row])
    return sorted(shapes, key=lambda shape: (shape.box.top, shape.box.left))


def _split(shapes: list[SlideShape], axis: int) -> list[list[SlideShape]]:
    """Groups that a straight line parts: 0 for upright lines, 1 for level ones."""
    groups: list[list[SlideShape]] = []
    reach = 0
    for shape in sorted(shapes, key=lambda item: item.box[axis]):
        start, end = shape.box[axis], shape.box[axis + 2]
        if not groups or start >= reach:
            groups.append([])
        groups[-1].append(shape)
        reach = max(reach, end) if len(groups[-1]) > 1 else end
    return groups


@dataclass(frozen=True, slots=True)
class _Eye:
    """What letters are looked at with: where gaps go, and the colour behind the letters."""

    found: Findings
    where: Message
    theme: Mapping[str, Colour] = field(default_factory=dict)
    behind: Colour = UNKNOWN


def _paragraphs(element: Element, eye: _Eye) -> Iterator[str]:
    counts: dict[int, tuple[str, int]] = {}
    for paragraph in element.iter("a:p"):
        text = _line(paragraph, eye)
        properties = paragraph.find("a:pPr")
        level = 0 if properties is None else int(properties.get("lvl", "0"))
        counts = {place: count for place, count in counts.items() if place <= level}
        auto = None if properties is None else properties.find("a:buAutoNum")
        if auto is None:
            if text.strip():
                counts.pop(level, None)
        elif text.strip():
            kind, start = auto.get("type", "arabicPeriod"), int(auto.get("startAt", "1"))
            before = counts.get(level)
            number = before[1] + 1 if before and before[0] == f"{kind}{start}" else start
            counts[level] = f"{kind}{start}", number
            text = f"{_numbered(kind, number, eye)} {text}"
        yield text


def _numbered(kind: str, number: int, eye: _Eye) -> str:
    ending = next((name for name in _ENDINGS if kind.endswith(name)), "")
    way = _COUNTS.get(kind.removesuffix(ending))
    if way is None:
        eye.found.gap(GapReason.FORMAT, eye.where)
    said = counted_as(number, way or "decimal") or str(number)
    return _ENDINGS.get(ending, "{}").format(said)


def _line(paragraph: Element, eye: _Eye) -> str:
    text = ""
    for item in paragraph:
        if item.tag in {"a:r", "a:fld"}:
            text += _run(item, text, eye)
        elif item.tag == "a:br":
            text += "\n"
        elif item.tag in {"mc:AlternateContent", "main:m", "a14:m"}:
            inner = alternative(item) if item.tag.startswith("mc") else item
            text += " ".join(equation(part, eye.found, eye.where) for part in _equations(inner))
            text += "" if any(True for _ in _equations(inner)) else _line(inner, eye)
        elif item.tag in {"m:oMath", "m:oMathPara"}:
            text += equation(item, eye.found, eye.where)
        elif item.tag not in {"a:pPr", "a:endParaRPr"}:
            eye.found.gap(GapReason.UNKNOWN, eye.where)
    return text


def _equations(element: Element) -> Iterator[Element]:
    for item in element:
        if item.tag in {"m:oMath", "m:oMathPara"}:
            yield item
        else:
            yield from _equations(item)


def _run(run: Element, before: str, eye: _Eye) -> str:
    look = run.find("a:rPr")
    text = "".join(item.text or "" for item in run.findall("a:t"))
    text = text.replace("\u00ad", "").replace("\v", "\n").replace("_x000D_", "\n")
    if look is None or not text.strip():
        return in_signs(text, "", eye.found, eye.where)
    if is_unseen(look, eye.behind, eye.theme):
        eye.found.gap(GapReason.HIDDEN, eye.where)
        return ""
    font = look.find("a:sym") if look.find("a:sym") is not None else look.find("a:latin")
    text = in_signs(text, "" if font is None else font.get("typeface", ""), eye.found, eye.where)
    height = look.get("baseline", "0").rstrip("%")
    if look.get("cap") == "all":
        text = text.upper()
    if height.lstrip("-").isdigit() and int(height):
        text = raised(text, before) if int(height) > 0 else lowered(text)
    is_struck = look.get("strike", "noStrike") != "noStrike"
    return struck(text) if is_struck else text
