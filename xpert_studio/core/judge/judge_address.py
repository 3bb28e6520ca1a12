"""Finds a passage of a response that speaks to its judge.

A phrase is easily put otherwise, so words stand for ideas (who grades, an order to grade, full
marks, leaving the instructions, a threat ...), and what two sentences in a row say is summed up;
what explains such things, or is about pupils or contracts, weighs against. The text is read in
plain letters. What it hides (comments, coded passages, digits for letters, letters set apart, words
backwards) is read as well, and weighs more.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, reduce
from itertools import accumulate, pairwise
from operator import or_
from typing import Final

from xpert_studio.core.judge.idea_words import Ideas, idea_words, one_of
from xpert_studio.core.undisguising import (
    FEW_SIGNS,
    decoded,
    is_disguised,
    other_signs,
    plain_letters,
)

_LONGEST: Final = 40
"""Sentences of more words are looked at in pieces."""
_LONGEST_WORD: Final = 120
"""Longer ones, as of languages without spaces, are too."""

_END: Final = re.compile(r"[.。!?;\n](?:(?<!\.)[。!?;\n]*|(?=[\s\"')*_]|$))")
"""Ends of sentences; one set to look for is three times as fast as two beginnings."""
_WORD: Final = re.compile(r"[^\W_]+(?:[/@$][^\W_]+)*|[:\ue000-\ue0ff]")
_IN_WORDS: Final = bytes(
    code if chr(code).isalnum() or chr(code) in "@$/:\n" else ord(" ") for code in range(128)
) + bytes(128)
_JOINING: Final = re.compile("[@$/]")
_SINGLE: Final = bytes(ord("x") if chr(code).isalnum() else ord(" ") for code in range(256))
_SPACED: Final = re.compile(r"(?<!\w)(?:\w[^\w\n]{1,3}){8,}\w?(?!\w)")
_COMMENT: Final = re.compile(r"^[ \t]*(?://|#(?!#))([^\n]*)", re.MULTILINE)
_HIDING: Final = (
    (("\n//", "\n#"), _COMMENT),
    (("<!--",), re.compile(r"<!--(.*?)(?:-->|\Z)", re.DOTALL)),
    (("/*",), re.compile(r"/\*(.*?)(?:\*/|\Z)", re.DOTALL)),
    (("[//]", "!["), re.compile(r"\[//\]: *#([^\n]*)|!\[([^\]\n]{,200})\]")),
    (
        ("style",),
        re.compile(
            r"style\s{,9}=[^>]{,99}?(?:display:\s*none|visibility:\s*hidden|opacity:\s*0|font-size:\s*0|"
            r"color:\s*(?:\#fff|white|transparent))[^>]{,99}>([^<]*)"
        ),
    ),
    (("hidden",), re.compile(r"<\w{1,9}[^>]{,99}?\shidden\b[^>]{,99}>([^<]*)")),
)
"""What may hide a passage: it is looked for where one of the signs occurs."""
_FRAMES: Final = frozenset(map(chr, range(0xE000, 0xE100)))
_PIECE: Final = re.compile(rf"\S{{1,{_LONGEST_WORD}}}")


def passage_to_judge(text: str) -> str | None:
    """A passage that speaks to the judge, in plain letters; None where none does.

    Args:
        text: The candidate's text.
    """
    enough, hidden = idea_words().enough, idea_words().hidden
    plain = plain_letters(text)
    weight, passage = _passage(plain, enough - (0 if text.isascii() else hidden / 2))
    if weight >= enough or (passage and is_disguised(text)):
        return passage
    for part, bonus in _hidden(text, plain):
        _, passage = _passage(part, enough - bonus)
        if passage:
            return passage
    return None


def _hidden(text: str, plain: str) -> Iterator[tuple[str, float]]:
    """What a text hides, in plain letters, with the weight of being hidden."""
    hidden = idea_words().hidden
    for said in decoded(text):
        yield plain_letters(said), hidden
    lines = f"\n{plain}"
    data = lines.encode("utf-8", "replace")
    for signs, pattern in _HIDING if _may_hide()(data) else ():
        if any(map(lines.__contains__, signs)):
            for match in pattern.finditer(plain):
                yield match[match.lastindex or 0], hidden / 2
    if b" x x x x x " in data.translate(_SINGLE):
        for match in _SPACED.finditer(plain):
            joined = re.sub(r"(?<=\w)[^\w\n](?=\w\b)", "", match[0])
            yield f"{joined} {idea_words().parted(joined)}", hidden


@cache
def _may_hide() -> Callable[[bytes], object]:
    return one_of(sign for signs, _ in _HIDING for sign in signs)


def _passage(text: str, enough: float) -> tuple[float, str]:
    """What the passage that weighs most weighs, and what it says; empty if none is enough."""
    known = idea_words()
    text = known.framed(text)
    words = _words(text)
    unspaced = known.unspaced(text)
    bound, about = known.bound(words, unspaced)
    best = 0.0, ""
    if bound < enough:
        return best
    if max(map(len, words), default=0) > _LONGEST_WORD:
        text = "\n".join(_sentences(text))  # where words are cut that are too long
        words, unspaced = _words(text), known.unspaced(text)
    telling = known.telling(_words_within(words, text), unspaced, enough - about)
    for one, other in _suspects(text, telling, enough - about):
        for ideas in known.readings(known.of(_WORD.findall(f"{one} {other}"))):
            weight = known.weight_of(ideas, enough - about) + about
            if weight >= enough:
                best = max(best, (weight, f"{one} {other}".strip()))
    return best


def _suspects(text: str, telling: Mapping[str, Ideas], enough: float) -> Iterator[tuple[str, str]]:
    """Two sentences in a row that may weigh enough; the last one is a pair with nothing.

    Args:
        text: The text.
        telling: The words that say something, with what they say.
        enough: What is looked for.
    """
    sentences = [*filter(str.strip, _END.split(text))]
    known = idea_words()
    rare = [word for word, ideas in telling.items() if known.is_rare(ideas, enough)]
    last = max(1, len(sentences) - 1)
    near = sorted({at - before for at in _places(sentences, rare) for before in (0, 1)})
    if not near:
        return
    said = _said(sentences, {at + after for at in near for after in (0, 1)}, telling)
    for at in near:
        if 0 <= at < last and known.most_of(said[at] | said[at + 1]) >= enough:
            pieces = [*_sentences("\n".join(sentences[at : at + 2]))]
            yield from pairwise([*pieces, ""] if at + 2 >= len(sentences) else pieces)


def _places(sentences: list[str], words: Iterable[str]) -> Iterator[int]:
    """Which sentences have one of some words, as a part of another too."""
    joined = "\n".join(sentences)
    starts = [0, *accumulate([len(sentence) + 1 for sentence in sentences])]
    for word in words:
        at = joined.find(word)
        while at >= 0:
            place = bisect(starts, at)
            yield place - 1
            at = joined.find(word, starts[place])


def _said(sentences: list[str], places: set[int], telling: Mapping[str, Ideas]) -> dict[int, Ideas]:
    """What sentences say by their places; where no spaces part their words, perhaps more."""
    lines = {at: sentences[at] for at in places if 0 <= at < len(sentences)}
    spaced = _spaced("\n".join(lines.values()))
    said = dict.fromkeys(places, 0)
    read = lines.values() if spaced is None else spaced.split("\n")
    for at, line in zip(lines, read, strict=True):
        if spaced is None:
            found = [ideas for word, ideas in telling.items() if word in line]
        else:
            words = _WORD.findall(line) if _JOINING.search(line) else line.split()
            found = [telling[word] for word in words if word in telling]
        said[at] = reduce(or_, found, 0)
    return said


def _words(text: str) -> set[str]:
    """The words of a text; some may have signs around them, and colons may be left out."""
    spaced = _spaced(text)
    if spaced is None:
        return set(_WORD.findall(text))
    return set(spaced.split()) - ({":"} if text.isascii() else set())


def _spaced(text: str) -> str | None:
    """A text with only words, colons and ends of lines; None where letters are not plain."""
    if not text.isascii():
        signs = other_signs(text)
        if len(signs) > FEW_SIGNS or any(sign.isalnum() or sign in _FRAMES for sign in signs):
            return None
        for sign in signs:
            text = text.replace(sign, " ")
    return text.replace(":", " : ").encode().translate(_IN_WORDS).decode()


def _words_within(words: set[str], text: str) -> set[str]:
    """The words with those within them that ``_WORD`` finds, and the colon where there is one."""
    signed = " ".join([word for word in words if not word.isalnum()])
    return words.union(_WORD.findall(signed), ":" if ":" in text else "")


def _sentences(text: str) -> Iterator[str]:
    for sentence in _END.split(text):
        words = sentence.split()
        if len(max(words, key=len, default="")) > _LONGEST_WORD:
            words = _PIECE.findall(sentence)
        for at in range(0, len(words), _LONGEST):
            yield " ".join(words[at : at + _LONGEST])
