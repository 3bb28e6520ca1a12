"""Rich text (.rtf): the text that is shown, with notes, tables' cells and raised letters.

What is hidden or tracked as deleted is left out, and said. Pictures and objects are gaps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from xpert_studio.api.readers import (
    Cell,
    Findings,
    GapReason,
    Message,
    in_signs,
    lowered,
    raised,
    struck,
    table,
    without_blanks,
)

_TOKEN: Final = re.compile(
    r"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z'])|([{}])|[\r\n]+|"
    r"([^\\{}\r\n]+)"
)
_SIGNS: Final = {
    "par": "\n", "line": "\n", "sect": "\n", "page": "\n", "tab": "\t", "emdash": "—",
    "endash": "–", "emspace": "\u2003", "enspace": "\u2002", "qmspace": "\u2005", "bullet": "•",
    "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "nestcell": " | ",
    "nestrow": "\n",
}  # fmt: skip
_ESCAPED: Final = {"~": "\u00a0", "_": "\u2011", "-": "", "\\": "\\", "{": "{", "}": "}",
                   "\n": "\n", "\r": "\n"}  # fmt: skip
_SKIPPED: Final = frozenset({
    "fonttbl", "colortbl", "stylesheet", "listtable", "listoverridetable", "revtbl", "rsidtbl",
    "generator", "xmlnstbl", "fldinst", "datafield", "bkmkstart", "bkmkend", "themedata",
    "colorschememapping", "latentstyles", "datastore", "pgdsctbl", "xe", "tc", "txe", "rxe",
    "filetbl", "listpicture", "mmathPr", "wgrffmtfilter", "atnid", "atnauthor", "atntime",
    "atnicn", "atnref", "atnparent", "panose", "falt", "formfield", "docvar", "userprops",
    "template", "passwordhash", "protusertbl", "nonshppict", "sp", "picprop", "blipuid",
    "objclass", "objdata", "objname", "background", "do", "ftnsep", "ftnsepc", "aftnsep",
    "aftnsepc", "ftncn", "aftncn", "pnseclvl", "pn", "atrfstart", "atrfend",
    "levelmarker", "shptype", "shpinst_none", "bliptag",
})  # fmt: skip
"""Groups that show nothing."""
_PROPERTIES: Final = frozenset(
    {
        "title",
        "subject",
        "author",
        "operator",
        "keywords",
        "comment",
        "doccomm",
        "company",
        "manager",
        "category",
    }
)
_SHOWN: Final = frozenset({"shptxt", "shpinst", "fldrslt", "shppict", "pict", "footnote", "shp",
                           "annotation", "listtext", "cs", "nesttableprops", "mmath"})  # fmt: skip
"""Groups that may be passed over, as they say of themselves, and show something."""
_MARGINS: Final = {"header": "Header", "headerl": "Header", "headerr": "Header",
                   "headerf": "Header", "footer": "Footer", "footerl": "Footer",
                   "footerr": "Footer", "footerf": "Footer"}  # fmt: skip
_NUMBERS: Final = frozenset({"listtext", "pntext"})
"""Groups with the number of a paragraph, as newer and older programs write it."""
_TARGETS: Final = _PROPERTIES | _MARGINS.keys() | _NUMBERS | {"footnote", "annotation", "shptxt"}
_TINY: Final = 3
"""Half points up to which letters cannot be read."""
_WHITE: Final = 243
_PAGES: Final = {0: "cp1252", 77: "mac_roman", 128: "cp932", 129: "cp949", 134: "gbk",
                 136: "big5", 161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255",
                 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874",
                 238: "cp1250"}  # fmt: skip
_WHERE: Final = Message("text")


@dataclass(frozen=True, slots=True)
class _State:
    """What holds in a group until it ends."""

    skipped: bool = False
    hidden: bool = False
    deleted: bool = False
    script: int = 0
    struck: bool = False
    capitals: bool = False
    font: int = 0
    size: int = 24
    colour: int = 0
    ground: int = 0
    substitutes: int = 1
    target: str = ""
    may_be_passed: bool = False


@dataclass(slots=True)
class _Font:
    name: str = ""
    encoding: str = ""


@dataclass(slots=True)
class _RichText:
    found: Findings
    state: _State = field(default_factory=_State)
    stack: list[tuple[_State, list[str]]] = field(default_factory=list)
    out: list[str] = field(default_factory=list)
    rows: list[list[Cell]] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    in_table: bool = False
    row_start: int = 0
    fonts: dict[int, _Font] = field(default_factory=dict)
    page: str = "cp1252"
    notes: list[str] = field(default_factory=list)
    margins: dict[str, None] = field(default_factory=dict)
    pending: bytearray = field(default_factory=bytearray)
    to_skip: int = 0
    whites: frozenset[int] = frozenset()
    passed: str = ""

    def put(self, text: str) -> None:
        """Adds letters as the state says."""
        state = self.state
        if state.skipped or not text:
            return
        is_hidden = state.hidden or self._is_unseen()
        if is_hidden or state.deleted:
            if text.strip():
                self.found.gap(GapReason.HIDDEN if is_hidden else GapReason.DELETED, _WHERE)
            return
        if self.rows and not self.in_table and not self.cells and text.strip():
            self.end_table()
        font = self.fonts.get(state.font)
        text = in_signs(text, font.name if font else "", self.found, _WHERE)
        text = text.upper() if state.capitals else text
        if state.script > 0 and text.strip() and not text.startswith("[^"):
            text = raised(text, "".join(self.out[-3:]))
        elif state.script < 0 and text.strip():
            text = lowered(text)
        self.out.append(struck(text) if state.struck else text)

    def _is_unseen(self) -> bool:
        """Whether letters are tiny, or white where nothing is behind them."""
        state = self.state
        is_white = state.colour in self.whites and not state.ground and not self.in_table
        return is_white or state.size <= _TINY

    def flush(self) -> None:
        """Adds the bytes that are pending, decoded by their font."""
        if self.pending:
            font = self.fonts.get(self.state.font)
            encoding = (font.encoding if font else "") or self.page
            text = bytes(self.pending).decode(encoding, "replace")
            self.pending.clear()
            if "\ufffd" in text:
                self.found.gap(GapReason.ENCODING, _WHERE)
            self.put(text)

    def begin(self) -> None:
        """Opens a group."""
        self.stack.append((self.state, self.out))
        self.state = replace(self.state, target="", may_be_passed=False)

    def end(self) -> None:
        """Closes a group, and puts what it held where it belongs."""
        if not self.stack:
            return
        ended, inner = self.state, self.out
        self.state, self.out = self.stack.pop()
        if inner is self.out:
            return
        text = "".join(inner).strip()
        if ended.target in _PROPERTIES:
            self.found.metadata += [text] if text else []
        elif ended.target in _MARGINS and text:
            self.margins[f"[{_MARGINS[ended.target]}: {text}]"] = None
        elif ended.target == "annotation" and text:
            self.out.append(f" [Comment: {' '.join(text.split())}] ")
        elif ended.target == "footnote":
            self._note(text.removeprefix("\0").strip())
        elif ended.target == "shptxt" and text:
            self.out.append(f"\n{text}\n")
        elif ended.target in _NUMBERS:
            self.out.append(text.rstrip() + " " if text else "")

    def _note(self, text: str) -> None:
        mark = len(self.notes) + 1
        self.notes.append(f"[^{mark}]: {text}")
        while self.out and not self.out[-1]:
            self.out.pop()
        self.out.append(f"[^{mark}]")

    def word(self, word: str, number: int | None) -> None:
        """A control word."""
        if rule := _RULES.get(word):
            rule(self, number)
        elif word in _SIGNS:
            self.put(_SIGNS[word])
        elif (
            word in _SKIPPED
            or word == self.passed
            or (self.state.may_be_passed and word not in _SHOWN | _PROPERTIES)
        ):
            self.state = replace(self.state, skipped=True)
        elif word in _TARGETS:
            self.state = replace(self.state, target=word, script=0)
            self.out = []
        self.state = replace(self.state, may_be_passed=False)

    def cell(self) -> None:
        """Ends a cell."""
        if self.state.skipped:
            return
        if not self.in_table:
            self.in_table, self.row_start = True, self._paragraph_start()
        text = "".join(self.out[self.row_start :])
        del self.out[self.row_start :]
        self.cells.append(Cell(text.strip()))

    def _paragraph_start(self) -> int:
        """Where the text of a first cell begins: after the last end of a paragraph before it."""
        places = range(len(self.out), 0, -1)
        return next((place for place in places if self.out[place - 1].endswith("\n")), 0)

    def row(self) -> None:
        """Ends a row."""
        if self.cells:
            self.rows.append(self.cells)
            self.cells = []
        self.row_start = len(self.out)

    def end_table(self) -> None:
        """Puts the rows there are into the text, as a table."""
        if self.rows:
            rest = self.out[self.row_start :]
            del self.out[self.row_start :]
            self.out += [f"\n{table(self.rows)}\n\n", *rest]
            self.rows = []
        self.in_table = False


def _switch(name: str) -> Callable[[_RichText, int | None], None]:
    def rule(reader: _RichText, number: int | None) -> None:
        reader.state = replace(reader.state, **{name: number != 0})  # type: ignore[arg-type]

    return rule


def _set(**values: int) -> Callable[[_RichText, int | None], None]:
    def rule(reader: _RichText, _number: int | None) -> None:
        reader.state = replace(reader.state, **values)  # type: ignore[arg-type]

    return rule


def _plain(reader: _RichText, _number: int | None) -> None:
    kept = reader.state
    reader.state = _State(
        kept.skipped,
        substitutes=kept.substitutes,
        target=kept.target,
        font=kept.font,
        may_be_passed=kept.may_be_passed,
    )


def _letter(reader: _RichText, number: int | None) -> None:
    reader.put(chr((number or 0) % 0x10000))
    reader.to_skip = reader.state.substitutes


def _picture(reader: _RichText, _number: int | None) -> None:
    if not reader.state.skipped:
        reader.found.gap(GapReason.PICTURES, _WHERE)
    reader.state = replace(reader.state, skipped=True)


def _embedded(reader: _RichText, _number: int | None) -> None:
    if not reader.state.skipped:
        reader.found.gap(GapReason.EMBEDDED, _WHERE)


def _note_mark(reader: _RichText, _number: int | None) -> None:
    reader.put("\0" if reader.state.target == "footnote" else "")


def _in_table(reader: _RichText, _number: int | None) -> None:
    if not reader.in_table:
        reader.in_table, reader.row_start = True, len(reader.out)


def _paragraph(reader: _RichText, _number: int | None) -> None:
    reader.in_table = False


def _substitutes(reader: _RichText, number: int | None) -> None:
    reader.state = replace(reader.state, substitutes=number if number is not None else 1)


def _number_of(name: str) -> Callable[[_RichText, int | None], None]:
    def rule(reader: _RichText, number: int | None) -> None:
        reader.state = replace(reader.state, **{name: number or 0})  # type: ignore[arg-type]

    return rule


def _page(reader: _RichText, number: int | None) -> None:
    reader.page = f"cp{number}" if number not in {None, 0} else "cp1252"


_RULES: Final[dict[str, Callable[[_RichText, int | None], None]]] = {
    "v": _switch("hidden"),
    "deleted": _switch("deleted"),
    "strike": _switch("struck"),
    "striked": _switch("struck"),
    "caps": _switch("capitals"),
    "super": _set(script=1),
    "sub": _set(script=-1),
    "nosupersub": _set(script=0),
    "plain": _plain,
    "u": _letter,
    "uc": _substitutes,
    "f": _number_of("font"),
    "fs": _number_of("size"),
    "cf": _number_of("colour"),
    "cb": _number_of("ground"),
    "chcbpat": _number_of("ground"),
    "highlight": _number_of("ground"),
    "ansicpg": _page,
    "pict": _picture,
    "object": _embedded,
    "objemb": _embedded,
    "chftn": _note_mark,
    "intbl": _in_table,
    "pard": _paragraph,
    "cell": lambda reader, _: reader.cell(),
    "row": lambda reader, _: reader.row(),
}


def read(data: bytes, findings: Findings) -> str:
    """The body, then notes, headers and footers."""
    source = data.decode("latin-1")
    reader = _RichText(findings, fonts=_fonts(source), whites=frozenset(_whites(source)))
    reader.passed = "pntext" if "\\listtext" in source else ""
    for match in _TOKEN.finditer(source):
        _take(reader, match)
    reader.flush()
    reader.end_table()
    lines = ["".join(reader.out), *reader.notes, *reader.margins]
    return _joined_pairs(without_blanks("\n".join(lines)))


def _take(reader: _RichText, match: re.Match[str]) -> None:
    word, number, byte, escaped, brace, letters = match.groups()
    if byte or letters:
        raw = bytes([int(byte, 16)]) if byte else letters.encode("latin-1")
        skipped = min(reader.to_skip, len(raw))
        reader.to_skip -= skipped
        reader.pending += raw[skipped:]
        return
    reader.flush()
    if brace:
        reader.to_skip = 0
        (reader.begin if brace == "{" else reader.end)()
    elif word:
        if reader.to_skip and word != "u":
            reader.to_skip = 0
        reader.word(word, int(number) if number else None)
    elif escaped == "*":
        reader.state = replace(reader.state, may_be_passed=True)
    elif escaped:
        if reader.to_skip:
            reader.to_skip -= 1
        else:
            reader.put(_ESCAPED.get(escaped, ""))


def _whites(source: str) -> Iterator[int]:
    """The numbers of the colours that are white."""
    table = re.search(r"\{\\colortbl([^{}]*)\}", source)
    for number, colour in enumerate(table[1].split(";") if table else ()):
        parts = re.findall(r"\\(?:red|green|blue)(\d+)", colour)
        if len(parts) == 3 and min(map(int, parts)) >= _WHITE:
            yield number


def _fonts(source: str) -> dict[int, _Font]:
    """The names and encodings of fonts by their numbers."""
    start = source.find("{\\fonttbl")
    fonts: dict[int, _Font] = {}
    if start < 0:
        return fonts
    for match in re.finditer(
        r"\\f(\d+)([^;{}]*(?:\{[^{}]*\}[^;{}]*)*);", source[start : start + 200_000]
    ):
        charset = re.search(r"\\fcharset(\d+)", match[2])
        page = re.search(r"\\cpg(\d+)", match[2])
        name = re.sub(r"\{[^{}]*\}|\\[a-z]+-?\d* ?|\\'[0-9a-f]{2}", "", match[2]).strip()
        kind = int(charset[1]) if charset else 1
        encoding = f"cp{page[1]}" if page and page[1] != "0" else _PAGES.get(kind, "")
        fonts.setdefault(
            int(match[1]), _Font(name, "" if kind in {0, 1, 2} and not page else encoding)
        )
    return fonts


def _joined_pairs(text: str) -> str:
    """A text in which two halves of a letter are one."""
    return (
        text.replace("\0", "").encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    )
