"""Finds a passage of a response that speaks to its judge.

A phrase is easily put otherwise, so words stand for ideas (who grades, an order to grade, full
marks, leaving the instructions, a threat ...), and what two sentences in a row say is summed up;
what explains such things, or is about pupils or contracts, weighs against. The text is read in
plain letters. What it hides (comments, coded passages, digits for letters, letters set apart, words
backwards) is read as well, and weighs more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from xpert_studio.core.judge.idea_words import Ideas, idea_words
from xpert_studio.core.undisguising import decoded, is_disguised, plain_letters

_LONGEST: Final = 40
"""Sentences of more words are looked at in pieces."""
_LONGEST_WORD: Final = 120
"""Longer ones, as of languages without spaces, are too."""

_END: Final = re.compile(r"[.!?](?=[\s\"')*_]|$)|[。!?;\n]+")
_WORD: Final = re.compile(r"[^\W_]+(?:[/@$][^\W_]+)*|[:\ue000-\ue0ff]")
_IN_WORDS: Final = bytes(
    code if chr(code).isalnum() or chr(code) in "@$/" else ord(" ") for code in range(128)
) + bytes(128)
_SINGLE: Final = bytes(ord("x") if chr(code).isalnum() else ord(" ") for code in range(256))
_SPACED: Final = re.compile(r"(?<!\w)(?:\w[^\w\n]{1,3}){8,}\w?(?!\w)")
_HIDING: Final = re.compile(
    r"<!--(.*?)(?:-->|\Z)|/\*(.*?)(?:\*/|\Z)|\[//\]: *#([^\n]*)|!\[([^\]\n]{,200})\]"
    r"|^[ \t]*(?://|#(?!#))([^\n]*)"
    r"|style\s{,9}=[^>]{,99}?(?:display:\s*none|visibility:\s*hidden|opacity:\s*0|font-size:\s*0|"
    r"color:\s*(?:\#fff|white|transparent))[^>]{,99}>([^<]*)|<\w{1,9}[^>]{,99}?\shidden\b[^>]{,99}>([^<]*)",
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
_FRAMES: Final = frozenset(map(chr, range(0xE000, 0xE100)))
_FEW_SIGNS: Final = 16
"""So many kinds of other signs are taken out one after the other, faster than by an expression."""
_PIECE: Final = re.compile(rf"\S{{1,{_LONGEST_WORD}}}")
_SIGNS_OF_HIDING: Final = ("<!--", "/*", "[//]", "![", "\n//", "\n#", "style=", " hidden")


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
    if any(map(f"\n{plain}".__contains__, _SIGNS_OF_HIDING)):
        for match in _HIDING.finditer(plain):
            yield match[match.lastindex or 0], hidden / 2
    if b" x x x x x " in plain.encode("utf-8", "replace").translate(_SINGLE):
        for match in _SPACED.finditer(plain):
            joined = re.sub(r"(?<=\w)[^\w\n](?=\w\b)", "", match[0])
            yield f"{joined} {idea_words().parted(joined)}", hidden


def _passage(text: str, enough: float) -> tuple[float, str]:
    """What the passage that weighs most weighs, and what it says; empty if none is enough."""
    known = idea_words()
    text = known.framed(text)
    words = _words(text)
    bound, about = known.bound(text, words)
    best = 0.0, ""
    if bound < enough:
        return best
    sentences = [*_sentences(text), ""]
    if len(max(words, key=len, default="")) > _LONGEST_WORD:
        words = _words("\n".join(sentences))  # which are cut where they are too long
    telling = known.telling(_words_within(words, text))
    for at in _suspects(sentences, telling, enough - about):
        one, other = sentences[at : at + 2]
        for ideas in known.readings(known.of(_WORD.findall(f"{one} {other}"))):
            weight = known.weight_of(ideas, enough - about) + about
            if weight >= enough:
                best = max(best, (weight, f"{one} {other}".strip()))
    return best


def _suspects(
    sentences: list[str], telling: Mapping[str, Ideas], enough: float, start: int = 0
) -> Iterator[int]:
    """Where two sentences in a row may weigh enough, counted from a start.

    Args:
        sentences: The text.
        telling: The words that say something, with what they say.
        enough: What is looked for.
        start: The number of the first of the sentences.
    """
    text = "\n".join(sentences)
    here = {word: ideas for word, ideas in telling.items() if word in text}
    if idea_words().most_of(here.values()) < enough:
        return
    if len(sentences) <= 2:
        yield from [start] * (len(sentences) - 1)
        return
    middle = len(sentences) // 2
    yield from _suspects(sentences[: middle + 1], here, enough, start)
    yield from _suspects(sentences[middle:], here, enough, start + middle)


def _words(text: str) -> set[str]:
    """The words of a text; some may have signs around them, and colons may be left out."""
    if text.isascii():
        return set(text.encode().translate(_IN_WORDS).decode().split())
    signs = {sign for sign in {*text} if not sign.isascii()}
    if len(signs) > _FEW_SIGNS or any(sign.isalnum() or sign in _FRAMES for sign in signs):
        return set(_WORD.findall(text))
    for sign in signs:
        text = text.replace(sign, " ")
    return _words(text) | ({":"} if ":" in text else set())


def _words_within(words: set[str], text: str) -> set[str]:
    """The words with those within them that ``_WORD`` finds, and the colon where there is one."""
    signed = " ".join(word for word in words if not word.isalnum())
    return words.union(_WORD.findall(signed), ":" if ":" in text else "")


def _sentences(text: str) -> Iterator[str]:
    for sentence in _END.split(text):
        words = sentence.split()
        if len(max(words, key=len, default="")) > _LONGEST_WORD:
            words = _PIECE.findall(sentence)
        for at in range(0, len(words), _LONGEST):
            yield " ".join(words[at : at + _LONGEST])
