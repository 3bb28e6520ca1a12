"""Structure as plain text: raised and lowered letters, tables with merged cells, white space."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

_RAISED: Final = dict(zip("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ", strict=True))
_LOWERED: Final = dict(zip("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎", strict=True))
_WORD: Final = re.compile(r"[-−+]?\w+(?:\.\w+)?|[^\w\s]")
_TERM: Final = re.compile(r"[-−+]?\d+(?:[.,]\d+)*%?|[^\W\d][⁰¹²³⁴-⁹₀-₉]*|[^\w\s]")
"""What needs no parentheses above or below a bar: a number, a letter, a sign."""
_ORDINAL: Final = re.compile(r"st|nd|rd|th|e|er|re|ère|ème|o|os|as|a|º|ª", re.IGNORECASE)
_MARKS: Final = frozenset({"*", "†", "‡", "§", "®", "©", "™", "℠", "°", "º", "ª", "'", "′", "″"})
_RULE: Final = re.compile(r"\| ---(?: \| ---)* \|")
_BLANKS: Final = re.compile(r"[ \t]*\n(?:[ \t]*\n)+")


def grouped(text: str) -> str:
    """A part of a fraction in parentheses, unless it is one number or letter, or has its own."""
    return text if _TERM.fullmatch(text) or _is_enclosed(text) else f"({text})"


def _as_script(text: str) -> str:
    return text if _WORD.fullmatch(text) or _is_enclosed(text) else f"({text})"


def struck(text: str) -> str:
    """A text that is struck through."""
    core = text.strip()
    return text.replace(core, f"~~{core}~~") if core else text


def _is_enclosed(text: str) -> bool:
    if not (text.startswith("(") and text.endswith(")")):
        return False
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return place == len(text) - 1
    return False


def raised(text: str, before: str = "") -> str:
    """Superscript letters: ``10^6``, ``mc²``, ``x^(n+1)``; those of ordinals and marks as they are.

    Args:
        text: The letters.
        before: The text before them.
    """
    core = text.strip()
    last = before[-1:]
    if not core or set(core) <= _MARKS or (last.isdigit() and _ORDINAL.fullmatch(core)):
        return text
    if not last.isdigit() and all(letter in _RAISED for letter in core):
        made = "".join(_RAISED[letter] for letter in core)
    else:
        made = f"^{_as_script(core)}"
    return text.replace(core, made)


def lowered(text: str) -> str:
    """Subscript letters: ``H₂O``, ``x_max``, ``x_(i+1)``."""
    core = text.strip()
    if not core:
        return text
    if all(letter in _LOWERED for letter in core):
        made = "".join(_LOWERED[letter] for letter in core)
    else:
        made = f"_{_as_script(core)}"
    return text.replace(core, made)


def without_blanks(text: str) -> str:
    """A text with at most one empty line in a row, and none at its ends."""
    return _BLANKS.sub("\n\n", re.sub(r"[ \t]+\n", "\n", text)).strip("\n").rstrip()


def without_ligatures(text: str) -> str:
    """A text with the letters in the place of ligatures and of presentation forms."""
    return "".join(
        unicodedata.normalize("NFKC", letter)
        if "\ufb00" <= letter <= "\ufdff" or "\ufe70" <= letter <= "\ufefc"
        else letter
        for letter in text
    )


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table.

    Attributes:
        text: What stands in it.
        columns: So many it spans.
        rows: So many it spans.
    """

    text: str
    columns: int = 1
    rows: int = 1


_MOST_SPANNED: Final = 1000


def table(rows: Iterable[Sequence[Cell]]) -> str:
    """A Markdown table; a merged cell's text stands once, in its first place.

    The text itself where it has one cell.
    """
    grid = _laid_out(rows)
    width = max((len(row) for row in grid), default=0)
    if width == 0:
        return ""
    if width == 1 and len(grid) == 1:
        return grid[0][0]
    lines = [
        "| " + " | ".join(map(_in_cell, [*row, *[""] * (width - len(row))])) + " |" for row in grid
    ]
    return "\n".join([lines[0], "| " + " | ".join(["---"] * width) + " |", *lines[1:]])


def _laid_out(rows: Iterable[Sequence[Cell]]) -> list[list[str]]:
    """The texts by row and column, empty where a cell above or before them reaches."""
    grid: list[list[str]] = []
    reaching: dict[int, int] = {}
    for cells in rows:
        line: list[str] = []
        for cell in cells:
            _skip(line, reaching)
            for place in range(min(max(cell.columns, 1), _MOST_SPANNED)):
                if cell.rows > 1:
                    reaching[len(line)] = cell.rows
                line.append("" if place else cell.text)
        _skip(line, reaching)
        reaching = {column: left - 1 for column, left in reaching.items() if left > 1}
        grid.append(line)
    return grid


def _skip(line: list[str], reaching: dict[int, int]) -> None:
    while len(line) in reaching:
        line.append("")


def _in_cell(text: str) -> str:
    """A text in one line; of a table in it the rows one after the other."""
    lines = (_unruled(line) for line in text.split("\n") if not _RULE.fullmatch(line))
    return " ".join(" ".join(lines).split()).replace("|", "\\|")


def _unruled(line: str) -> str:
    if not (line.startswith("| ") and line.endswith(" |")):
        return line
    return ", ".join(line[2:-2].split(" | ")).replace("\\|", "|") + ";"
