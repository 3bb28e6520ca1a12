"""How IFEval's published check divides a text: into tokens, and into sentences.

Written from what the tokenizers of NLTK do that it uses. Tokens are divided for one purpose: to
count those in capitals. For sentences NLTK has a model of 20,000 words learned from newspapers
(Kiss & Strunk 2006); here a short list of abbreviations and of words that begin sentences stands
for it, so that counts can differ beside abbreviations, initials and ellipses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from pydantic import BaseModel, ConfigDict

from xpert_studio.core.resources import resource_json

_QUOTES: Final = "‘’“”«»"
_ALONE: Final = str.maketrans(dict.fromkeys('«»“”‘’„`;@#$%&‒–—―?!*[](){}<>"', " "))
"""Characters that are always tokens of their own."""
_APART: Final = re.compile(
    r"[:,](?!\d)|\.{2,}|--|''|(?<!\w)'(?!(?:re|ve|ll|[mtsdn])\b)(?=\w)", re.IGNORECASE
)
_SHORTENED: Final = tuple(
    re.compile(rf"(?<=[^'\s])({endings})(?=\s|$)")
    for endings in ("'[sSmMdD]?", "'ll|'re|'ve|n't|'LL|'RE|'VE|N'T")
)
"""In the order in which they are divided from words."""
_RUN_TOGETHER: Final = re.compile(
    r"\b(?:(can)(not)|(d)('ye)|(gim)(me)|(gon)(na)|(got)(ta)|(lem)(me)|(more)('n))\b"
    r"|\b(wan)(na)(?=\s)",
    re.IGNORECASE,
)
_IT: Final = re.compile(r"(?<!\S)('t)(is|was)\b", re.IGNORECASE)


def capital_words(text: str) -> int:
    """Tokens in capitals; contractions such as CAN'T and CANNOT are two."""
    apart = _APART.sub(" ", text.translate(_ALONE)) + " "
    for ending in _SHORTENED:
        apart = ending.sub(r" \1", apart)
    apart = _RUN_TOGETHER.sub(lambda found: f" {' '.join(filter(None, found.groups()))} ", apart)
    return sum(word.isupper() for word in _IT.sub(r"\1 \2 ", apart).split())


class _English(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    abbreviations: list[str]
    openers: list[str]


@cache
def _english() -> tuple[frozenset[str], frozenset[str]]:
    """Abbreviations without their last full stop; words that can begin a sentence."""
    found = _English.model_validate(resource_json("checks", "english_sentences.json"))
    return frozenset(found.abbreviations), frozenset(found.openers)


_INSIDE: Final = r")\";}\]*:@'({\[?!" + _QUOTES
_END: Final = re.compile(rf"[.?!](?=([{_INSIDE}])|\s+(\S+))")
_CLOSING: Final = re.compile(rf"[\"')\]}}{_QUOTES}]+?(?:\s+|(?=--)|$)", re.MULTILINE)
_END_INSIDE: Final = re.compile(rf"[.?!][{_INSIDE}]")
_WORDS: Final = re.compile(rf"[{_INSIDE.replace(chr(39), '')}]|-{{2,}}|\.{{2,}}|(?=')")
_NUMBER: Final = re.compile(r"-?[.,]?\d[\d,.-]*")
_NO_START: Final = '("`{[:;&#*@)}]-,'
_PUNCTUATION: Final = frozenset(";:,.!?")
_SPACES: Final = str.maketrans("\t\n\r\v\f", "     ")


def sentence_count(text: str, enough: int) -> int:
    """Sentences of an English text; counting ends at ``enough``."""
    text = text.rstrip()
    count = start = begun = 0
    pieces = _pieces(text)
    end, following = next(pieces)
    for next_end, next_following in pieces:
        closing = _CLOSING.match(text, following, next_end)
        count += closing is not None or max(start, begun) < end
        begun = closing.end() if closing else 0
        start, end, following = following, next_end, next_following
        if count >= enough:
            return count
    return count + (max(start, begun) < end)


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Where each sentence ends, and the next one begins; quotes that close it come after it."""
    yield from (
        (found.end(), found.start(2) if found[2] else found.end())
        for start, found in _last_marks(text)
        if found.group() != "." or _is_end(text[start : found.start()], found)
    )
    yield len(text), len(text)


def _last_marks(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Marks that may end a sentence, the last one of a word, each with the word's start."""
    start = stop = 0
    last = None
    spaced = text.translate(_SPACES)
    for found in _END.finditer(text):
        space = spaced.rfind(" ", stop, found.start())
        word = space + 1 if space > stop else start
        if last and stop <= word:
            yield start, last
        start, stop, last = word, found.start(), found
    if last:
        yield start, last


def _is_end(last: str, found: re.Match[str]) -> bool:
    """Whether a full stop with something after it ends a sentence; ``last`` is before it."""
    abbreviations, openers = _english()
    word = _WORDS.split(last)[-1].lstrip("`&#,-").lower()
    following = found[1] or _first_word(found[2])
    if _END_INSIDE.search(last) or (found[2] and _END_INSIDE.search(found[2])):
        return True
    is_opener = following[0].isupper() and following.lower() in openers
    is_known = word in abbreviations or word.rsplit("-", 1)[-1] in abbreviations
    is_initial = len(word) == 1 and word.isalpha()
    if last.endswith(".") or (is_known and not is_initial):
        return is_opener
    if is_initial:
        return not (is_known or _continues(following))
    return not (_NUMBER.fullmatch(word) and _continues(following))


def _first_word(token: str) -> str:
    return token[0] if token[0] in _NO_START else _WORDS.split(token)[0].rstrip(".,") or token[0]


def _continues(following: str) -> bool:
    return following in _PUNCTUATION or following[0].islower()
