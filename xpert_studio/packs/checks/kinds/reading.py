"""How checks read a text: its words, sentences, paragraphs and lines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Final

from pydantic import BaseModel, ConfigDict

from xpert_studio.core.resources import resource_text

HAN: Final = "\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
"""Chinese characters, for a class of a regular expression."""
_MARKS: Final = (  # signs of vowels and tones, which Python does not take for letters
    "\u0300-\u036f\u05b0-\u05bd\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0df3\u0e31\u0e34-\u0e3a"
    "\u0e47-\u0e4e"
)
_LETTER: Final = rf"(?:[^\W_{HAN}]|[{_MARKS}])"
_WORD: Final = re.compile(rf"[{HAN}]|{_LETTER}+(?:['’.,-]{_LETTER}+)*")
HAN_CHARACTER: Final = re.compile(f"[{HAN}]")
_CLOSERS: Final = "\"'”’」』）)\\]》*_"
_END: Final = re.compile(
    rf"[。！？]++[{_CLOSERS}]*+|(?<![.!?…])[.!?…]++[{_CLOSERS}]*+(?=\s|\Z)|\n[ \t]*+\n\s*+"
)
_HAS_WORD: Final = re.compile(r"[^\W_]")
_ITEM: Final = re.compile(
    r"[ \t]{0,40}(?:(?P<bullet>[-*+•·●◦▪–])|(?P<number>[(（]?\w{1,9}[.)）、]))"
)
_NUMBERING: Final = (
    r"[(（]?(?:\d{1,9}|[a-zA-Z]|[ivxIVX]{1,6}|[一二三四五六七八九十百]{1,5})[.)）、]"
)
_NUMBER: Final = re.compile(_NUMBERING)
_ITEM_START: Final = re.compile(
    rf"^[ \t]{{0,40}}(?:[-*+•·●◦▪–][ \t]|{_NUMBERING}(?:\s|(?<=[、）])))(?=[^\n])", re.MULTILINE
)
_HEADING: Final = re.compile(r" {0,3}#{1,6}(?=[ \t]|$)")
_HEADING_LINE: Final = re.compile(r"^ {0,3}#{1,6}(?:[ \t].*)?$", re.MULTILINE)
_FENCE: Final = re.compile(r"[ \t]*(`{3,}|~{3,})(.*)")
"""Indented as far as they like: in lists they are."""
_LAST_WORD: Final = re.compile(r"[^\s(（\[\"“]{1,20}\Z")
_MANY_MARKS: Final = re.compile(rb"[^\0]{31,}")
_SHOWN: Final = 60


class _Abbreviations(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    about: str
    words: frozenset[str]
    before_lower_case: frozenset[str]


@cache
def _abbreviations() -> _Abbreviations:
    return _Abbreviations.model_validate_json(resource_text("checks", "abbreviations.json"))


def words(text: str) -> list[str]:
    """Words of a text, in order; each Chinese character is one."""
    return _WORD.findall(text)


def lines(text: str) -> list[str]:
    """Lines without their ends; a last line that is empty is none."""
    found = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return found[:-1] if found[-1] == "" else found


def outside_fences(text: str) -> Iterator[tuple[int, str]]:
    """The lines outside fenced code, with their numbers from 1."""
    every = enumerate(lines(text), start=1)
    if "```" not in text and "~~~" not in text:
        yield from every
        return
    fence = ""
    for number, line in every:
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence) and not mark[2].strip():
                fence = ""
        elif mark and "`" not in mark[2]:
            fence = mark[1]
        else:
            yield number, line


def fences(text: str) -> Iterator[tuple[str, str]]:
    """Language, in lower case, and content of each fenced code block that is closed.

    The content is without the indentation of the opening fence.
    """
    fence, language, body, indent = "", "", list[str](), 0
    for line in lines(text):
        mark = _FENCE.match(line)
        if not fence:
            if mark and "`" not in mark[2]:
                fence, body, indent = mark[1], [], mark.start(1)
                language = (mark[2].split() or [""])[0].strip("{}.").lower()
        elif mark and mark[1].startswith(fence) and not mark[2].strip():
            yield language, "\n".join(body)
            fence = ""
        else:
            body.append(line[min(indent, len(line) - len(line.lstrip(" \t"))) :])


def unfenced(text: str, languages: tuple[str, ...]) -> str:
    """A text without the Markdown fence around it, where its language is one of those or none."""
    whole = text.strip().removeprefix("\ufeff")
    if not whole.startswith(("```", "~~~")):
        return whole
    blocks = list(fences(whole))
    outside = any(line.strip() for _, line in outside_fences(whole))
    is_one = len(blocks) == 1 and not outside and blocks[0][0] in (*languages, "")
    return blocks[0][1] if is_one else whole


def is_item(line: str, kind: str = "any") -> bool:
    """Whether a line is an item of a list.

    Args:
        line: The line.
        kind: ``bulleted``, ``numbered`` or ``any``.
    """
    mark = _ITEM.match(line) if line else None
    if mark is None:
        return False
    rest = line[mark.end() :]
    if mark["bullet"]:
        return kind != "numbered" and rest[:1] in (" ", "\t") and bool(rest.strip(" \t-*_"))
    is_apart = rest[:1].isspace() or mark["number"][-1] in "、）"
    is_number = _NUMBER.fullmatch(mark["number"]) is not None
    return kind != "bulleted" and is_number and is_apart and bool(rest.strip())


def without_mark(line: str) -> str:
    """The text of a list item."""
    mark = _ITEM.match(line)
    return line[mark.end() :].strip() if mark else line.strip()


def heading(line: str) -> str | None:
    """The text of a heading in Markdown; None where the line is none."""
    mark = _HEADING.match(line) if "#" in line else None
    return line[mark.end() :].strip().rstrip("#").strip() if mark else None


def paragraphs(text: str) -> list[str]:
    """Blocks of text between blank lines."""
    found: list[list[str]] = [[]]
    for line in lines(text):
        if line.strip():
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return ["\n".join(block) for block in found if block]


def sentences(text: str) -> list[str]:
    """Sentences; a heading, an item of a list and the end of a paragraph end one too."""
    plain = "\n".join(lines(text))
    plain = _HEADING_LINE.sub("\n\n\\g<0>\n\n", plain)
    plain = _ITEM_START.sub("\n\n\\g<0>", plain)
    found: list[str] = []
    start = 0
    for mark in _END.finditer(plain):
        if mark[0] == "." and _is_abbreviated(plain, start, mark):
            continue
        if _HAS_WORD.search(plain, start, mark.start()):
            found.append(plain[start : mark.end()].strip())
        start = mark.end()
    if _HAS_WORD.search(plain, start):
        found.append(plain[start:].strip())
    return found


def _is_abbreviated(text: str, start: int, mark: re.Match[str]) -> bool:
    """Whether a full stop belongs to an abbreviation, an initial or the number of a list item."""
    before = _LAST_WORD.search(text[max(start, mark.start() - 20) : mark.start()])
    if before is None:
        return False
    word, known = before[0], _abbreviations()
    if word.lower() in known.before_lower_case:
        return text[mark.end() : mark.end() + 2].strip().islower()
    is_initial = len(word) == 1 and word.isalpha() and word.isupper() and word != "I"
    is_first = mark.start() - start < _SHOWN and text[start : mark.start()].strip() == word
    return is_initial or word.lower() in known.words or (is_first and word.isdigit())


def composed(text: str) -> str:
    """A text in Unicode's form NFC."""
    return unicodedata.normalize("NFC", _with_few_marks(text))


def tidy(text: str) -> str:
    """A short text with one form of each character (NFKC), and single spaces."""
    return " ".join(unicodedata.normalize("NFKC", _with_few_marks(text)).split())


def _with_few_marks(text: str) -> str:
    """A text without what exceeds 30 combining marks in a row.

    Normalising sorts such a run in a time that grows with its square; UAX 15 (stream-safe texts)
    has the limit.
    """
    if text.isascii():
        return text
    kept, start = [], 0
    for run in _MANY_MARKS.finditer(bytes(map(unicodedata.combining, text))):
        kept.append(text[start : run.start() + 30])
        start = run.end()
    return "".join([*kept, text[start:]])


_QUOTES: Final = str.maketrans("‘’ʼ＇“”„", "''''\"\"\"")
_HYPHENS: Final = str.maketrans("\u2010\u2011", "--")
_UNSEEN: Final = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
"""Characters without width, which part no word."""
_EMPHASIS: Final = re.compile(
    r"\*{1,3}(?=\S)|(?<=\S)\*{1,3}|(?<!\w)_{1,3}(?=\w)|(?<=\w)_{1,3}(?!\w)|`"
)


def levelled(text: str) -> str:
    """A text with straight quotation marks and plain hyphens, without characters of no width."""
    return composed(_UNSEEN.sub("", text)).translate(_QUOTES).translate(_HYPHENS)


def unmarked(text: str) -> str:
    """A text without the marks of emphasis and of code within a line."""
    return _EMPHASIS.sub("", text)


def shown(text: str) -> str:
    """A text as a reason quotes it: on one line, cut where it is long."""
    line = " ".join(text[: _SHOWN * 4].split())
    is_whole = len(line) <= _SHOWN and len(text) <= _SHOWN * 4
    return line if is_whole else line[: _SHOWN - 1].rstrip() + "…"


def line_of(text: str, position: int) -> int:
    """The number of the line, from 1, that a position is in."""
    return text.count("\n", 0, position) + 1
