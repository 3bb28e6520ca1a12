"""Reads a brief or an answer into pieces: list items, sentences, and rows of tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from xpert_studio.core.lint.words import expression
from xpert_studio.core.resources import resource_json

_BULLET: Final = re.compile(
    r"^\s*(?:[-*•·▪–—](?!\*)|\(?\d{1,2}(?:[.)](?!\d)|[、．])|\(?[a-zA-Z][.)](?=\s)"
    r"|[（(]?[一二三四五六七八九十]{1,3}(?:[)）]|[、．.]))\s*"
)
_HEADING: Final = re.compile(r"^\s*#{1,6}\s")
_LABEL: Final = re.compile(r"^\*\*(?P<label>[^*]{1,80})\*\*[.:：。]?\s*")
_RULE: Final = re.compile(r"^[\s|:-]+$")
_END: Final = re.compile(r"(?<=[。！？；])|(?<=[.!?;])(?<!\.\.\.)\s+(?=[A-Z0-9\"“(\u4e00-\u9fff])")
_ABBREVIATION: Final = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|approx|no|nos|art|sec|para|fig|dr|mr|mrs|ms|prof|st|cf|al|inc|ltd|max)"
    r"|(?:^|\s)[A-Z])\.$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A sentence, a list item or a cell.

    Attributes:
        text: It as it stands, without its bullet and marks of emphasis around it.
        label: What stands in bold before it, or the name of a table's row.
        column: The name of a table's column; empty elsewhere.
        is_item: Whether it stands in a list.
        block: Which paragraph, list or table of the text it is in, from 0.
        heading: The heading above it; empty where the text has none.
    """

    text: str
    label: str = ""
    column: str = ""
    is_item: bool = False
    block: int = 0
    heading: str = ""


@cache
def words(language: str = "en") -> dict[str, Any]:
    """The word lists of a language, ``en`` or ``zh``."""
    found: dict[str, Any] = resource_json("generation", f"outline.{language}.json")
    return found


def pieces(text: str, *, is_letter: bool = True) -> list[Piece]:
    """What a text says, piece by piece; headings, greetings and closing formulas left out.

    Args:
        text: A brief's deliverables, or an answer.
        is_letter: Whether a line that ends in a colon is a heading, and greetings are expected.
    """
    found: list[Piece] = []
    rows: list[list[str]] = []
    block, heading = 0, ""
    for line in [*text.splitlines(), ""]:
        if line.strip().startswith("|"):
            rows.append([cell.strip(" *") for cell in line.strip().strip("|").split("|")])
            continue
        made = [*_cells(rows)]
        rows = []
        if _HEADING.match(line):
            heading = line.strip("# \t")
        else:
            made += _of_line(line, is_letter=is_letter)
        found += [replace(piece, block=block, heading=heading) for piece in made]
        block += not line.strip()
    return found


def _of_line(line: str, *, is_letter: bool) -> Iterator[Piece]:
    bullet = _BULLET.match(line)
    body = line[bullet.end() :].strip() if bullet else line.strip()
    labelled = _LABEL.match(body)
    label = labelled["label"].strip(" .:：。") if labelled else ""
    body = body[labelled.end() :] if labelled else body
    body = body.strip().strip("*_").strip()
    for part in parts(body):
        is_frame = _is_frame(part) if is_letter else _TITLE.fullmatch(part) is not None
        if len(part) > 2 and not is_frame:
            yield Piece(part, label, is_item=bullet is not None)


_TITLE: Final = re.compile(r"(?:[a-zA-Z-]+ ){0,2}[a-zA-Z-]+:|[\u4e00-\u9fff]{1,4}[:：]")


def _is_frame(text: str) -> bool:
    """Whether a text greets, closes a letter, or is a heading: no requirement."""
    is_signed = len(text.split()) <= 5 and text.istitle() and text[-1:].isalpha()
    return is_signed or expression("en", "frame").fullmatch(text) is not None


def _cells(rows: list[list[str]]) -> Iterator[Piece]:
    """The cells of a table, but of its first column, each with its row and column."""
    body = [row for row in rows if not _RULE.match("".join(row))]
    if len(body) < 2 or len(body) == len(rows):
        return  # without a rule below its head it is no table
    head, *others = body
    for column, name in enumerate(head[1:], 1):
        yield from (
            Piece(row[column], row[0], name) for row in others if column < len(row) and row[column]
        )


def parts(line: str) -> list[str]:
    """The sentences of a line."""
    found: list[str] = []
    for piece in _END.split(line):
        if found and _ABBREVIATION.search(found[-1]):
            found[-1] += f" {piece}"
        elif piece.strip():
            found.append(piece.strip())
    return [part.rstrip(";；") for part in found]


def split_outside(text: str, mark: re.Pattern[str]) -> list[str]:
    """A text split at marks that stand in no brackets and no quotes."""
    depth, begin, found = 0, 0, []
    place = 0
    while place < len(text):
        char = text[place]
        depth += char in "([（【“《"
        depth -= char in ")]）】”》"
        cut = mark.match(text, place) if depth <= 0 else None
        if cut is not None and cut.end() > place:
            found.append(text[begin:place])
            begin = place = cut.end()
        else:
            place += 1
    return [part.strip() for part in (*found, text[begin:]) if part.strip()]
