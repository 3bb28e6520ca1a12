"""Stretches as lines of text, from top to bottom, and the words that two lines share."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from xpert_studio.core.documents.markup import lowered, raised, without_ligatures
from xpert_studio.packs.pdf.direction import (
    in_logical_order,
    is_from_right,
    is_right_letter,
)
from xpert_studio.packs.pdf.page import DrawnRule, Glyph
from xpert_studio.packs.pdf.stretches import SMALL, Stretch

_RADICALS: Final = re.compile("[\u2e80-\u2fdf]")


@dataclass(slots=True)
class TextLine:
    """A line: its baseline, the size of its letters, and what stands in it."""

    base: float
    size: float
    parts: list[Stretch]

    def takes(self, item: Stretch) -> bool:
        """Whether a stretch stands in this line, raised and lowered ones included."""
        if bool(item.text) and item.depth:
            return False
        difference = item.base - self.base
        if abs(difference) <= 0.25 * self.size and item.size > 0.5 * self.size:
            return True
        if item.size > SMALL * self.size or not -0.4 * self.size < difference < 0.75 * self.size:
            return False
        return any(
            item.left < part.right + 0.6 * self.size and item.right > part.left - 0.6 * self.size
            for part in self.parts
        )


class Struck:
    """Lines through the middle of letters."""

    def __init__(self, rules: Iterable[DrawnRule]) -> None:
        self._by_height: dict[int, list[DrawnRule]] = {}
        for rule in rules:
            self._by_height.setdefault(int(rule.at // 4), []).append(rule)

    def has(self, glyph: Glyph) -> bool:
        """Whether a letter is struck through."""
        if not self._by_height:
            return False
        low, high = glyph.base + 0.17 * glyph.size, glyph.base + 0.45 * glyph.size
        middle = (glyph.left + glyph.right) / 2
        return any(
            low <= rule.at <= high and rule.start - 0.5 <= middle <= rule.end + 0.5
            for key in {int(low // 4), int(high // 4)}
            for rule in self._by_height.get(key, ())
        )


def lines_of(stretches: Iterable[Stretch], struck: Struck) -> list[str]:
    """The texts of stretches, a line each, from top to bottom."""
    return [_line_text(line, struck) for line in by_line(stretches)]


def by_line(stretches: Iterable[Stretch]) -> list[TextLine]:
    """Stretches by line, from top to bottom; raised and lowered ones go with their line."""
    made: list[TextLine] = []
    for item in sorted(stretches, key=lambda item: (-round(item.size, 1), -item.base)):
        near = (line for line in made if abs(line.base - item.base) < 2 * line.size)
        best = min(
            (line for line in near if line.takes(item)),
            key=lambda line: abs(line.base - item.base),
            default=None,
        )
        if best is None:
            made.append(TextLine(item.base, item.size, [item]))
        else:
            best.parts.append(item)
    made.sort(key=lambda line: -line.base)
    return made


def _line_text(line: TextLine, struck: Struck) -> str:
    parts = sorted(line.parts, key=lambda item: item.left)
    if is_from_right(parts):
        return _from_right(parts, struck)
    text, end, last = "", 0.0, None
    for item in parts:
        said = item.text or _said(item.glyphs, struck)
        difference = item.base - line.base
        is_small = item.size <= SMALL * line.size
        if is_small and difference > 0.12 * line.size and text:
            said = raised(said, text)
        elif is_small and difference < -0.04 * line.size and text:
            said = lowered(said)
        text += _between(item.left - end, line.size, last, item) if text else ""
        text += said
        end, last = item.right, item
    return text.strip()


def _from_right(parts: Sequence[Stretch], struck: Struck) -> str:
    """A line that is read from right to left: its words are put in order as one."""
    glyphs = sorted(
        (glyph for item in parts for glyph in item.glyphs),
        key=lambda glyph: glyph.left + glyph.right,
    )
    made = [item.text for item in parts if item.text]
    return " ".join([_said(tuple(glyphs), struck, from_right=True).strip(), *made])


def _between(gap: float, size: float, last: Stretch | None, item: Stretch) -> str:
    if gap > 1.5 * size:
        return "\t"
    if last is not None and last.glyphs and item.glyphs:
        following = item.glyphs[0]
        if following.order - last.glyphs[-1].last == 1 and following.after != "\n":
            return " " if following.after and gap > 0 else ""
    return " " if gap > 0.18 * size else ""


def _said(glyphs: Sequence[Glyph], struck: Struck, *, from_right: bool = False) -> str:
    """The text of letters beside each other, with spaces where words end."""
    words: list[str] = []
    before: Glyph | None = None
    for (was_struck, shift), group in groupby(
        glyphs, key=lambda glyph: (struck.has(glyph), glyph.shift)
    ):
        piece: list[str] = []
        for glyph in group:
            if before is not None and _ends_word(before, glyph):
                (piece or words).append(" ")
            piece.append(glyph.text)
            before = glyph
        if shift:
            text = "".join(piece)
            piece = [raised(text, "".join(words)) if shift > 0 else lowered(text)]
        words += ["~~", *piece, "~~"] if was_struck else piece
    if from_right or any(is_right_letter(glyph.text) for glyph in glyphs):
        return in_logical_order(words, from_right=from_right)
    return "".join(words)


def _ends_word(glyph: Glyph, other: Glyph) -> bool:
    gap = other.left - glyph.right
    size = max(glyph.size, other.size)
    if is_right_letter(glyph.text) or is_right_letter(other.text):
        return gap > 0.13 * size
    if other.order - glyph.last != 1:
        return gap > 0.16 * size
    if other.after == " ":
        return gap > -0.3 * size
    return gap > (0.16 if other.after else 0.6) * size


_PARTED: Final = re.compile(r"(?<!\w)(\w++)([-\u00ad\u2010])$")
_GOES_ON: Final = re.compile(r"(\w+)")


def joined(lines: list[str]) -> str:
    """Lines as a text, with the words whole that are parted at the end of one."""
    text = "\n".join(lines)
    words = set(re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", text.casefold()))
    made: list[str] = []
    for line in lines:
        parted = _PARTED.search(made[-1]) if made else None
        rest = _GOES_ON.match(line)
        if parted and rest and _is_one_word(parted, rest[1]):
            keeps = parted[2] != "\u00ad" and (
                f"{parted[1]}-{rest[1]}".casefold() in words
                and (parted[1] + rest[1]).casefold() not in words
            )
            end, _, following = line.partition(" ")
            made[-1] = made[-1][: parted.start(2)] + ("-" if keeps else "") + end
            made += [following] if following else []
        else:
            made.append(line)
    text = without_ligatures("\n".join(made)).replace("\u00ad", "")
    return _RADICALS.sub(lambda sign: unicodedata.normalize("NFKC", sign[0]), text)


def cell_text(stretches: Iterable[Stretch], struck: Struck) -> str:
    """The text of a table's cell, in one line."""
    return " ".join(joined(lines_of(stretches, struck)).split("\n"))


def _is_one_word(parted: re.Match[str], rest: str) -> bool:
    """Whether a hyphen at the end of a line parts a word: one that is soft, or between letters."""
    if parted[2] == "\u00ad":
        return True
    head = parted[1]
    return head[-1].islower() and rest[0].islower() and head.isalpha() and len(head) > 1
