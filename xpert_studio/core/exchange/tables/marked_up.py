"""The tables and lists of HTML, of Markdown, and of what Word and browsers put on the clipboard.

Tables of one document that have the same columns, one heading each, are one table with sections.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Final

from xpert_studio.core.exchange.tables.cells import (
    MAX_CELLS,
    MAX_COLUMNS,
    MAX_ROWS,
    Cell,
    TableRow,
    TableSheet,
    plain,
    spread,
)
from xpert_studio.core.exchange.tables.running_text import BOLD, PLAIN, TextLines

_PIECE: Final = 65_536
_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_BLOCKS: Final = frozenset({"p", "div", "br", "li"})
_PROSE: Final = frozenset(
    {"p", "div", "ul", "ol", "li", "dt", "dd", "section", "blockquote", "hr", "table", *_HEADINGS}
)
"""Where one begins or ends, a paragraph does."""
_VOID: Final = frozenset({"script", "style", "head", "template"})
_TICK: Final = re.compile(r"^\s*(?:\[[ xX]?\]|[☐☑☒□■✓✔])\s*")
_WORD_LIST: Final = re.compile(r"^\s*(?:[·•▪◦o§-]|\(?\d{1,3}[.)]|[a-z][.)])(?:\s|\xa0)+")
_RULE: Final = re.compile(r"\s*\|(?:\s*:?-+:?\s*\|)+\s*$")
_FRONT_MATTER: Final = re.compile(r"\A\ufeff?---\s*\n(?:[^\n]*\n){0,200}?---\s*\n")
_FENCED: Final = re.compile(r"^```(?:markdown|md)\s*\n(.*?)^```\s*$", re.MULTILINE | re.DOTALL)
"""Markdown that is shown as code."""
_SAYS: Final = re.compile(r"[^\s:=|-]")
"""A row of nothing but dashes is a line between rows."""
_BROKEN: Final = 40
"""A row of a table is broken into at most so many lines."""
_LEVEL: Final = re.compile(r"mso-list:[^;]*level(\d)")


def html_sheets(text: str) -> list[TableSheet]:
    """The tables and lists of an HTML text."""
    reader = _Reader()
    for at in range(0, len(text), _PIECE):
        reader.feed(text[at : at + _PIECE])
        if reader.is_full:
            break
    reader.close()
    reader.end_list()
    reader.end_prose()
    if reader.sheets:
        _name(reader.sheets, reader.paths)
    return [*joined_tables(reader.sheets), *reader.lines.sheet()]


def _name(sheets: list[TableSheet], paths: list[tuple[str, ...]]) -> None:
    """Names tables by their headings, without those that lie around all of them."""
    shared = 0
    while len({path[: shared + 1] for path in paths}) == 1 and len(paths[0]) > shared + 1:
        shared += 1
    for sheet, path in zip(sheets, paths, strict=True):
        own = path[shared:] if len(paths) > 1 else path[-1:]
        sheet.name = " › ".join(own or path[-1:])


def markdown_sheets(text: str) -> list[TableSheet]:
    """The tables and lists of a Markdown text."""
    from markdown_it import MarkdownIt

    bare = _FENCED.sub(r"\1", _FRONT_MATTER.sub("", text))
    return html_sheets(MarkdownIt("commonmark").enable("table").render(_whole_rows(bare)))


def _whole_rows(text: str) -> str:
    """Rows of a table whose cells were broken into lines, each on one line again."""
    lines = text.splitlines()
    made: list[str] = []
    place, is_table = 0, False
    while place < len(lines):
        line = lines[place].rstrip()
        is_table = line.lstrip().startswith("|") and (
            is_table or bool(_RULE.match("".join(lines[place + 1 : place + 2])))
        )
        end = place
        while is_table and not line.endswith("|") and end + 1 < min(len(lines), place + _BROKEN):
            end += 1
            following = lines[end].strip()
            if not following or following.startswith("|"):
                break
            line = f"{line}<br>{following}"
            place = end if line.endswith("|") else place
        made.append(line if line.endswith("|") else lines[place])
        place += 1
    return "\n".join(made)


def joined_tables(sheets: list[TableSheet]) -> list[TableSheet]:
    """Tables of the same columns, under different headings, as one with sections."""
    made: list[TableSheet] = []
    for sheet in sheets:
        before = made[-1] if made else None
        if before is not None and not before.is_list and not sheet.is_list:
            heads = [[plain(cell.text) for cell in one.rows[0].cells] for one in (before, sheet)]
            if heads[0] == heads[1] and sheet.name:
                if before.name:
                    before.rows.insert(1, _section(before.name, before.rows[0].number))
                    before.name = ""
                before.rows.append(_section(sheet.name, sheet.rows[0].number))
                before.rows += sheet.rows[1:]
                continue
        made.append(sheet)
    return made


def _section(name: str, number: int) -> TableRow:
    return TableRow(number, [Cell(name, is_bold=True)])


class _Reader(HTMLParser):
    """Tables and lists of a document, in their order; everything else is left out."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.sheets: list[TableSheet] = []
        self.paths: list[tuple[str, ...]] = []
        self._heading, self._is_heading = "", False
        self._path: list[tuple[str, str]] = []
        self._tables: list[list[list[Cell]]] = []
        self._cell: list[str] | None = None
        self._cells: list[tuple[Cell, list[str]]] = []
        self._bold = 0
        self._void = 0
        self._list: list[Cell] = []
        self._depth = 0
        self._items: list[tuple[int, int, int, list[str]]] = []
        self._paragraph: list[str] | None = None
        self._level = 0
        self._bold_letters = 0
        self._count = 0
        self.lines = TextLines()
        self._prose: list[str] = []

    @property
    def is_full(self) -> bool:
        """Whether more was read than any rubric has."""
        return self._count > MAX_CELLS or len(self._list) > MAX_ROWS

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._end_prose_at(tag)
        if tag in _VOID:
            self._void += 1
        elif tag in {"b", "strong"}:
            self._bold += 1
        elif tag in _HEADINGS:
            self.end_list()
            self._heading, self._is_heading = "", True
            self._path = [one for one in self._path if one[0] < tag]
        elif tag in {"table", "tr", "td", "th"}:
            self._begin_table_part(tag, given)
        elif self._cell is not None and tag in _BLOCKS:
            self._cell.append("\n")
        elif tag in {"ul", "ol"}:
            self._depth += 1
        elif tag == "li" and self._cell is None:
            self._items.append((len(self._list), len(self.lines), self._depth, []))
        elif tag in {"br", "dd"}:
            self._prose.append(": " if tag == "dd" else "\n")
        elif tag == "p" and not self._items:
            self._begin_paragraph(given)

    def _begin_table_part(self, tag: str, given: dict[str, str | None]) -> None:
        if tag == "table":
            self.end_list()
            self._tables.append([])
        elif tag == "tr" and self._tables:
            self._end_cell()
            self._tables[-1].append([])
        elif tag != "tr" and self._tables and self._tables[-1]:
            self._end_cell()
            cell = Cell(
                is_bold=tag == "th",
                rows=_span(given.get("rowspan"), MAX_ROWS),
                columns=_span(given.get("colspan"), MAX_COLUMNS),
            )
            self._tables[-1][-1].append(cell)
            self._cell, self._bold_letters = [], 0
            self._cells.append((cell, self._cell))
            self._count += 1

    def _begin_paragraph(self, given: dict[str, str | None]) -> None:
        level = _LEVEL.search(given.get("style") or "")
        is_list = level or "MsoList" in (given.get("class") or "")
        self._paragraph, self._level = [] if is_list else None, int(level[1]) if level else 1

    def handle_endtag(self, tag: str) -> None:
        self._end_prose_at(tag)
        if tag in _VOID:
            self._void = max(0, self._void - 1)
        elif tag in {"td", "th"}:
            self._end_cell()
        elif tag == "table" and self._tables:
            self._end_cell()
            self._end_table()
        elif tag in {"b", "strong"}:
            self._bold = max(0, self._bold - 1)
        elif tag in _HEADINGS and self._is_heading:
            self._is_heading = False
            self._path.append((tag, _tidy(self._heading).replace("\n", " ")))
            self.lines.add(self._path[-1][1], int(tag[1]), is_bold=True)
        elif tag in {"ul", "ol"}:
            self._depth = max(0, self._depth - 1)
        elif tag == "li" and self._items:
            self._place_item(*self._items.pop())
        elif tag == "p" and self._paragraph is not None:
            places = len(self._list), len(self.lines)
            self._place_item(*places, self._level, self._paragraph, is_word=True)
            self._paragraph = None

    def handle_data(self, data: str) -> None:
        if self._void:
            return
        if self._is_heading:
            self._heading += data
        elif self._cell is not None:
            self._cell.append(data)
            self._bold_letters += len(data.strip()) if self._bold else 0
        elif self._items:
            self._items[-1][3].append(data)
        elif self._paragraph is not None:
            self._paragraph.append(data)
        else:
            self._prose.append(f"{BOLD}{data}{PLAIN}" if self._bold else data)

    def _end_cell(self) -> None:
        if not self._cells or self._cell is None:
            return
        cell, parts = self._cells.pop()
        cell.value = _tidy("".join(parts)) or None
        letters = len(re.sub(r"\s", "", "".join(parts)))
        cell.is_bold = cell.is_bold or (letters > 0 and self._bold_letters >= 0.9 * letters)
        self._cell = self._cells[-1][1] if self._cells else None

    def _end_table(self) -> None:
        rows = [TableRow(n, cells) for n, cells in enumerate(spread(self._tables.pop()), start=1)]
        full = [row for row in rows if any(_SAYS.search(cell.text) for cell in row.cells)]
        if full:
            self._add(TableSheet("", full))

    def _place_item(
        self, place: int, line: int, depth: int, parts: list[str], *, is_word: bool = False
    ) -> None:
        """Puts a line before those that lie within it, which ended before it does."""
        text = _tidy("".join(parts))
        text = _WORD_LIST.sub("", text) if is_word else text
        if text:
            cell = Cell(text, depth=depth)
            self._list.insert(min(place, len(self._list)), cell)
            self.lines.insert(line, cell)

    def _add(self, sheet: TableSheet) -> None:
        self.sheets.append(sheet)
        self.paths.append(tuple(text for _, text in self._path if text) or ("",))

    def _end_prose_at(self, tag: str) -> None:
        if tag in _PROSE:
            self.end_prose()

    def end_prose(self) -> None:
        """Closes the paragraph that was read last."""
        if self._prose:
            self.lines.paragraph("".join(self._prose))
            self._prose = []

    def end_list(self) -> None:
        """Closes the list that was read last."""
        if self._list:
            rows = [TableRow(n, [cell]) for n, cell in enumerate(self._list, start=1)]
            self._add(TableSheet("", rows, is_list=True))
            self._list = []


def without_tick(text: str) -> str | None:
    """A line of a checklist without its box; None for another line."""
    return _TICK.sub("", text) if _TICK.match(text) else None


def _span(text: str | None, most: int) -> int:
    return max(1, min(int(text), most)) if text and text.strip().isdecimal() else 1


def _tidy(text: str) -> str:
    lines = (" ".join(line.split()) for line in text.replace("\xa0", " ").splitlines())
    return "\n".join(line for line in lines if line)
