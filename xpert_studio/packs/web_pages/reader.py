"""Pages (.html) as a browser shows them at first: scripts are not run, nothing is loaded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from html.parser import HTMLParser
from typing import Final
from xml.etree.ElementTree import Element, SubElement

from xpert_studio.api.readers import (
    Cell,
    Findings,
    GapReason,
    Message,
    decoded,
    lowered,
    raised,
    struck,
    table,
    without_blanks,
)
from xpert_studio.core.documents.page_source import without_comments
from xpert_studio.packs.office.equations import equation
from xpert_studio.packs.office.numbering import counted_as
from xpert_studio.packs.web_pages.styles import PageStyles

_VOID: Final = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr", "mspace", "mprescripts", "none",
})  # fmt: skip
_SILENT: Final = frozenset({
    "style", "template", "noscript", "noframes", "noembed", "head", "title", "link", "meta", "base",
    "datalist", "colgroup", "col", "param", "source", "track", "rp", "map", "area", "dialog",
})  # fmt: skip
_BLOCKS: Final = frozenset({
    "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "div", "dl",
    "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "header", "hgroup", "hr", "html", "legend", "li", "main", "menu", "nav", "ol", "p", "pre",
    "search", "section", "summary", "table", "ul", "tr", "optgroup",
})  # fmt: skip
_CLOSES: Final = {
    "li": {"li"}, "dt": {"dt", "dd"}, "dd": {"dt", "dd"}, "tr": {"tr", "td", "th"},
    "td": {"td", "th"}, "th": {"td", "th"}, "option": {"option"}, "p": {"p"},
    "thead": {"tr", "td", "th", "tbody"}, "tbody": {"tr", "td", "th", "thead", "tbody"},
    "tfoot": {"tr", "td", "th", "tbody", "thead"}, "optgroup": {"option", "optgroup"},
    "rt": {"rt", "rp"}, "rp": {"rt", "rp"},
}  # fmt: skip
"""What an element ends that is still open."""
_BARRIERS: Final = {"li": {"ul", "ol", "menu"}, "dt": {"dl"}, "dd": {"dl"}, "rt": {"ruby"},
                    "rp": {"ruby"}, "option": {"select"}, "optgroup": {"select"}}  # fmt: skip
_MEDIA: Final = {
    "img": GapReason.PICTURES, "svg": GapReason.PICTURES, "picture": GapReason.PICTURES,
    "canvas": GapReason.PICTURES, "video": GapReason.REMOTE, "audio": GapReason.REMOTE,
    "iframe": GapReason.REMOTE, "frame": GapReason.REMOTE, "object": GapReason.EMBEDDED,
    "embed": GapReason.EMBEDDED, "applet": GapReason.EMBEDDED,
}  # fmt: skip
_WAYS: Final = {"1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman",
                "I": "upperRoman", "decimal": "decimal", "lower-alpha": "lowerLetter",
                "upper-alpha": "upperLetter", "lower-latin": "lowerLetter",
                "upper-latin": "upperLetter", "lower-roman": "lowerRoman",
                "upper-roman": "upperRoman", "decimal-leading-zero": "decimalZero",
                "lower-greek": "greekLower", "cjk-ideographic": "chineseCounting"}  # fmt: skip
_SIGNS: Final = {"br": "\n", "hr": "\n---\n"}
_SPACE: Final = re.compile(r"[ \t\r\n\f]+")
_CHARSET: Final = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w-]+)", re.IGNORECASE)
_WHERE: Final = Message("page")
_LOST: Final = "\x00"
_DEEPEST: Final = 200


def read(data: bytes, findings: Findings, charset: str | None = None) -> str:
    """The text that is shown.

    Args:
        data: The page.
        findings: Takes gaps.
        charset: Its encoding, as a letter says it.
    """
    root = _tree(_source(data, charset, findings))
    findings.metadata += (
        item.get("content") or ""
        for item in root.iter("meta")
        if item.get("name") in {"author", "generator"}
    )
    title = next(
        (_SPACE.sub(" ", "".join(item.itertext())).strip() for item in root.iter("title")), ""
    )
    findings.metadata += [title] if title else []
    return without_blanks(_Page(root, findings).text())


def _source(data: bytes, charset: str | None, findings: Findings) -> str:
    match = _CHARSET.search(data[:4096])
    for encoding in (charset, match[1].decode("ascii") if match else None):
        try:
            if encoding and not data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
                # What pages call Latin-1 is Windows' code page in every browser.
                return data.decode(
                    {"iso-8859-1": "cp1252", "gb2312": "gb18030"}.get(encoding.lower(), encoding)
                )
        except (UnicodeDecodeError, LookupError):
            continue
    text = decoded(data)
    if text is None or not text.is_sure:
        findings.gap(GapReason.ENCODING)
    return data.decode("cp1252", "replace") if text is None else text.text


class _Builder(HTMLParser):
    """Makes a tree of a page as browsers do with elements that are not closed."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("html")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Opens an element."""
        if tag in {"html", "body"}:
            self.root.attrib.update({key: value or "" for key, value in attrs})
            return
        self._close_before(tag)
        made = SubElement(self._open[-1], tag, {key: value or "" for key, value in attrs})
        if tag not in _VOID and len(self._open) < _DEEPEST:
            self._open.append(made)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element that closes itself does so in drawings and equations only."""
        self.handle_starttag(tag, attrs)
        if tag not in _VOID and any(item.tag in {"svg", "math"} for item in self._open):
            self.handle_endtag(tag)

    def _close_before(self, tag: str) -> None:
        closes = _CLOSES.get(tag, {"p"} if tag in _BLOCKS else set())
        barriers = _BARRIERS.get(tag, {"table"})
        for place in range(len(self._open) - 1, 0, -1):
            if self._open[place].tag in closes:
                del self._open[place:]
            elif self._open[place].tag in barriers or (closes == {"p"}):
                return

    def handle_endtag(self, tag: str) -> None:
        """Closes an element and those that are open in it."""
        for place in range(len(self._open) - 1, 0, -1):
            if self._open[place].tag == tag:
                del self._open[place:]
                return

    def handle_data(self, data: str) -> None:
        """Adds letters."""
        holder = self._open[-1]
        if len(holder):
            holder[-1].tail = (holder[-1].tail or "") + data
        else:
            holder.text = (holder.text or "") + data


def _tree(source: str) -> Element:
    builder = _Builder()
    builder.feed(without_comments(source))
    builder.close()
    return builder.root


class _Page:
    def __init__(self, root: Element, found: Findings) -> None:
        self._root, self._found = root, found
        self._styles = PageStyles(root)

    def text(self) -> str:
        """The page's text."""
        lines = (
            re.sub(r"(?<=\S) {2,}", " ", line).strip(" ") if _LOST not in line else line
            for line in self._inside(self._root, pre=False).split("\n")
        )
        return "\n".join(lines).replace(_LOST, " ")

    def _inside(self, element: Element, *, pre: bool) -> str:
        made = self._own(element.text, element, pre=pre)
        for item in element:
            made += self._piece(item, made, pre=pre) + self._own(item.tail, element, pre=pre)
        return made

    def _own(self, text: str | None, element: Element, *, pre: bool) -> str:
        """Letters of an element itself, as its styles show them."""
        look = self._styles.of(element)
        if look.is_unseen and text and text.strip():
            self._found.gap(GapReason.HIDDEN, _WHERE)
            return " "
        made = _white(text, pre=pre)
        return made.upper() if look.is_upper else made

    def _piece(self, item: Element, before: str, *, pre: bool) -> str:
        tag = item.tag
        if tag == "script":
            if _is_program(item):
                self._found.gap(GapReason.SCRIPT, _WHERE)
            return ""
        if tag in _SILENT:
            return ""
        if self._is_hidden(item):
            if "".join(item.itertext()).strip():
                self._found.gap(GapReason.HIDDEN, _WHERE)
            return ""
        if tag in _MEDIA:
            return self._media(item)
        if rule := _RULES.get(tag):
            return rule(self, item, before)
        if made := _MADE_OF_TEXT.get(tag, struck if self._styles.of(item).is_struck else None):
            return made(self._inside(item, pre=False))
        inner = self._inside(item, pre=pre or tag in {"pre", "textarea"} or _keeps_space(item))
        if tag == "textarea":
            return _apart(inner)
        return f"\n{inner.strip(' ')}\n" if tag in _BLOCKS else inner

    def _is_hidden(self, item: Element) -> bool:
        if "hidden" in item.attrib or self._styles.of(item).is_hidden:
            return True
        return item.tag == "input" and item.get("type", "").lower() == "hidden"

    def _media(self, item: Element) -> str:
        is_dot = item.tag == "img" and {item.get("width"), item.get("height")} & {"0", "1"}
        if not is_dot:
            self._found.gap(_MEDIA[item.tag], _WHERE)
        words = item.get("alt", "").strip()
        if item.tag == "svg":
            words = " ".join(
                _SPACE.sub(" ", "".join(part.itertext())).strip() for part in item.iter("text")
            )
        return f"[Picture: {words}]" if words and not is_dot else ""

    def _raised(self, item: Element, before: str) -> str:
        return raised(self._inside(item, pre=False), before)

    def _input(self, item: Element, _before: str) -> str:
        kind = item.get("type", "text").lower()
        if kind in {"checkbox", "radio"}:
            return " ☒ " if "checked" in item.attrib else " ☐ "
        if kind == "password":
            return "•" * len(item.get("value", ""))
        return "" if kind in {"image", "file"} else _apart(item.get("value", ""))

    def _select(self, item: Element, _before: str) -> str:
        options = list(item.iter("option"))
        usual = [] if "multiple" in item.attrib else options[:1]
        chosen = [option for option in options if "selected" in option.attrib] or usual
        return _apart(", ".join(self._inside(one, pre=False).strip() for one in chosen))

    def _list(self, item: Element, _before: str) -> str:
        style = re.search(r"list-style(?:-type)?\s*:\s*([\w-]+)", item.get("style", ""))
        way = _WAYS.get(style[1] if style else item.get("type", "1"), "")
        points = [child for child in item if child.tag == "li"]
        is_reversed = "reversed" in item.attrib
        number = _whole(item.get("start"), len(points) if is_reversed else 1)
        lines = []
        for child in item:
            if child.tag != "li":
                lines.append(self._piece(child, "", pre=False))
                continue
            if self._is_hidden(child):
                self._found.gap(GapReason.HIDDEN, _WHERE)
                continue
            number = _whole(child.get("value"), number)
            sign = "•" if item.tag != "ol" else f"{counted_as(number, way or 'decimal')}."
            if style and style[1] == "none":
                sign = ""
            lines.append(f"{sign} {self._inside(child, pre=False).strip()}".strip())
            number += -1 if is_reversed else 1
        return "\n" + "\n".join(lines) + "\n"

    def _table(self, item: Element, _before: str) -> str:
        caption = "".join(self._inside(part, pre=False) for part in item if part.tag == "caption")
        rows = [
            [
                Cell(
                    self._inside(cell, pre=False).strip(),
                    _whole(cell.get("colspan"), 1),
                    _whole(cell.get("rowspan"), 1),
                )
                for cell in row
                if cell.tag in {"td", "th"} and not self._hides(cell)
            ]
            for row in self._rows(item)
        ]
        return f"\n{caption.strip()}\n{table(rows)}\n"

    def _rows(self, element: Iterable[Element]) -> Iterator[Element]:
        for item in element:
            if item.tag in {"thead", "tbody", "tfoot", "tr"} and self._hides(item):
                continue
            if item.tag == "tr":
                yield item
            elif item.tag in {"thead", "tbody", "tfoot"}:
                yield from self._rows(item)

    def _hides(self, item: Element) -> bool:
        if hidden := self._is_hidden(item):
            self._found.gap(GapReason.HIDDEN, _WHERE)
        return hidden

    def _math(self, item: Element, _before: str) -> str:
        for part in item.iter():
            part.tag = f"math:{part.tag.rpartition(':')[2]}"
        return equation(item, self._found, _WHERE)


_MADE_OF_TEXT: Final[dict[str, Callable[[str], str]]] = {
    **dict.fromkeys(("s", "del", "strike"), struck),
    "sub": lowered,
    "q": "“{}”".format,
    "rt": lambda text: f"({text.strip()})",
}
"""What becomes of the text in an element."""

_RULES: Final[dict[str, Callable[[_Page, Element, str], str]]] = {
    **dict.fromkeys(_SIGNS, lambda _, item, __: _SIGNS[item.tag]),
    "sup": _Page._raised,
    "input": _Page._input,
    "select": _Page._select,
    "ol": _Page._list,
    "ul": _Page._list,
    "menu": _Page._list,
    "table": _Page._table,
    "math": _Page._math,
}


def _is_program(item: Element) -> bool:
    kind = item.get("type", "").lower()
    return "src" in item.attrib or (
        bool((item.text or "").strip()) and (not kind or "javascript" in kind or kind == "module")
    )


def _white(text: str | None, *, pre: bool) -> str:
    if not text:
        return ""
    text = text.replace("\u00ad", "").replace("\u200b", "")
    return text.replace("\r\n", "\n").replace(" ", _LOST) if pre else _SPACE.sub(" ", text)


def _keeps_space(item: Element) -> bool:
    return bool(re.search(r"white-space\s*:\s*(pre|break-spaces)", item.get("style", "")))


def _apart(value: str) -> str:
    """What stands in a field of a form: a frame parts it from the text beside it."""
    return f" {value} " if value else ""


def _whole(text: str | None, otherwise: int) -> int:
    return int(text) if text and re.fullmatch(r"-?\d{1,6}", text.strip()) else otherwise
