"""Finds a passage of a response that speaks to its judge.

A phrase is easily put otherwise, so words stand for ideas (who grades, an order to grade, full
marks, leaving the instructions, a threat ...), and what two sentences in a row say is summed up;
what explains such things, or is about pupils or contracts, weighs against. The text is read in
plain letters. What it hides (comments, coded passages, digits for letters, letters set apart, words
backwards) is read as well, and weighs more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import Final

from xpert_studio.core.judge.idea_words import END, END_SIGN, WORD, idea_words
from xpert_studio.core.undisguising import (
    any_of,
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
_IN_SENTENCES: Final = bytes(
    code if chr(code).isalnum() or chr(code) in "@$/:."
    else ord(END_SIGN) if chr(code) in "!?;\n"
    else ord(" ") if chr(code).isspace() or chr(code) in "\"')*_"
    else ord("\t")
    for code in range(128)
) + bytes(range(128, 256))  # fmt: skip
"""Ends of sentences, blanks and what else ends one behind a full stop, and all other signs."""
_APART: Final = rb"[^\pL\pN](?:[\pL\pN][^\pL\pN]){5}"
_SPACED: Final = re.compile(r"(?<!\w)(?:\w[^\w\n]{1,3}){8,}\w?(?!\w)")
_COMMENT: Final = re.compile(r"\n[ \t]*(?://|#(?!#))([^\n]*)")
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
_SIGNS: Final = {"。": END_SIGN} | {sign: f" {sign} " for sign in map(chr, range(0xE000, 0xE100))}
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
    if not _may_hide()(data):
        return
    for signs, pattern in _HIDING:
        if any(map(lines.__contains__, signs)):
            for match in pattern.finditer(lines):
                yield match[match.lastindex or 0], hidden / 2
    if _letters_apart()(data):
        for match in _SPACED.finditer(plain):
            joined = re.sub(r"(?<=\w)[^\w\n](?=\w\b)", "", match[0])
            yield f"{joined} {idea_words().parted(joined)}", hidden


@cache
def _may_hide() -> Callable[[bytes], object]:
    """Tells whether a text in lower case may hide something; quick."""
    signs = [re.escape(sign.encode()) for signs, _ in _HIDING for sign in signs]
    return any_of([*signs, _APART])


@cache
def _letters_apart() -> Callable[[bytes], object]:
    return any_of([_APART])


@cache
def _long_word() -> Callable[[bytes], object]:
    return any_of([rb"[0-9A-Za-z@$/\x{80}-\x{10FFFF}]{%d}" % (_LONGEST_WORD + 1)])


def _passage(text: str, enough: float) -> tuple[float, str]:
    """What the passage that weighs most weighs, and what it says; empty if none is enough."""
    known = idea_words()
    text = known.framed(text)
    best = 0.0, ""
    if not _may_hold(text, enough):
        return best
    words = WORD.findall(text)
    bound, about = known.bound(set(words), known.unspaced(text))
    if bound < enough:
        return best
    if max(map(len, words), default=0) > _LONGEST_WORD:
        text = "\n".join(_sentences(text))  # where words are cut that are too long
    for one, other in _suspects(text, enough - about):
        for ideas in known.readings(known.of(WORD.findall(f"{one} {other}"))):
            weight = known.weight_of(ideas, enough - about) + about
            if weight >= enough:
                best = max(best, (weight, f"{one} {other}".strip()))
    return best


def _may_hold(text: str, enough: float) -> bool:
    """Whether two sentences in a row may weigh enough; of most texts it is soon seen that none do.

    Sentences that say nothing may stand between the two, and a text with a word that is too long is
    always to be looked at.
    """
    spaced = _spaced(text)
    if spaced is None:
        return True
    known = idea_words()
    rare = known.rare(enough)
    suspects = []
    before = said = whole = 0
    for ideas in filter(None, map(known.__getitem__, spaced.split())):
        if ideas != END:
            said |= ideas
        elif said:
            had = before | said
            if had & rare and known.most_of(had) >= enough:
                suspects.append(had)
            whole |= said
            before, said = said, 0
    enough -= known.about(whole)
    return any(known.most_of(had) >= enough for had in suspects)


def _suspects(text: str, enough: float) -> Iterator[tuple[str, str]]:
    """Two sentences in a row that may weigh enough; the last one is a pair with nothing."""
    known = idea_words()
    rare = known.rare(enough)
    sentences = [*filter(str.strip, _END.split(text))]
    said = [known.any_of(WORD.findall(sentence)) for sentence in sentences]
    for at, (one, other) in enumerate(pairwise(said if len(said) > 1 else [*said, 0])):
        if (one | other) & rare and known.most_of(one | other) >= enough:
            pieces = [*_sentences("\n".join(sentences[at : at + 2]))]
            yield from pairwise([*pieces, ""] if at + 2 >= len(sentences) else pieces)


def _spaced(text: str) -> str | None:
    """A text with only words, colons and ends of sentences, parted by white space.

    None where a word is too long.
    """
    for sign in () if text.isascii() else other_signs(text):
        if not sign.isalnum():
            text = text.replace(sign, _SIGNS.get(sign) or (" " if sign.isspace() else "\t"))
    data = text.encode("utf-8", "replace").translate(_IN_SENTENCES)
    if _long_word()(data):
        return None
    data = data.replace(b". ", b"! ").replace(b".", b"\t").replace(b":", b" : ")
    return f"{data.replace(b'!', b' ! ').decode()} !"


def _sentences(text: str) -> Iterator[str]:
    for sentence in _END.split(text):
        words = sentence.split()
        if len(max(words, key=len, default="")) > _LONGEST_WORD:
            words = _PIECE.findall(sentence)
        for at in range(0, len(words), _LONGEST):
            yield " ".join(words[at : at + _LONGEST])
