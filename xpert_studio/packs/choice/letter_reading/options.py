"""The options of a choice, as texts that are found in a response."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from string import ascii_uppercase
from typing import Final, NamedTuple

from .texts import folded

_HAN: Final = "\u3400-\u9fff"
_ALNUM: Final = rf"[^\W_{_HAN}]"
_PIECE: Final = re.compile(rf"{_ALNUM}+|[{_HAN}]+|\S")
_NUMBER: Final = re.compile(r"[-+]?[\d.,/]+")


class FoundOption(NamedTuple):
    """The text of an option in a response.

    Attributes:
        letter: Of the option.
        end: Where the text ends.
        is_number: Whether the option is a number, after which a unit may stand.
    """

    letter: str
    end: int
    is_number: bool


class Options:
    """The options of a choice.

    Args:
        texts: In the order of their letters, at most 26.
        general: Nouns that a response may leave out at the end of an option: "infection".
    """

    def __init__(self, texts: Sequence[str], general: Collection[str] = ()) -> None:
        self.letters = ascii_uppercase[: len(texts)]
        self._texts = [folded(text) for text in texts]
        names = [(own, key) for key, own in zip(self.letters, self._texts, strict=True)]
        names += [(short, key) for own, key in names if (short := self._short(own, general))]
        counts = [own for own, _ in names]
        # A single letter names an option by its letter; a text of two options names neither.
        known = [
            (own, key)
            for own, key in names
            if own and counts.count(own) == 1 and not re.fullmatch(r"[a-z]", own)
        ]
        known.sort(key=lambda item: -len(item[0]))
        self._keys = [(key, bool(_NUMBER.fullmatch(own))) for own, key in known]
        self._pattern = _pattern([own for own, _ in known]) if known else None

    def equal_to(self, text: str) -> str | None:
        """The letter of the only option that a text is; None where it is none or several."""
        if len(text) > 4 * max(map(len, self._texts), default=0) + 64:
            return None
        said = folded(text)
        found = [key for key, own in zip(self.letters, self._texts, strict=True) if own == said]
        return found[0] if len(found) == 1 and said and not re.fullmatch(r"[a-z]", said) else None

    def found_in(self, lowered: str) -> Iterator[tuple[int, FoundOption]]:
        """Where texts of options stand in a text in lower case, the longest at each place."""
        for match in self._pattern.finditer(lowered) if self._pattern else ():
            key, is_number = self._keys[(match.lastindex or 1) - 1]
            yield match.start(), FoundOption(key, match.end(), is_number)

    def _short(self, own: str, general: Collection[str]) -> str:
        """An option without a general noun at its end, where that begins no other option."""
        short, _, last = own.rpartition(" ")
        others = sum(text.startswith(short) for text in self._texts)
        return short if short and last in general and others == 1 else ""


def _pattern(texts: Sequence[str]) -> re.Pattern[str]:
    """A pattern of texts, each a group: parts of words and of other numbers are none of them."""
    written = [_written(text) for text in texts]
    groups = "|".join(f"{_before(text)}({own})" for text, own in zip(texts, written, strict=True))
    return re.compile(
        rf"(?:{groups})(?!(?<={_ALNUM}){_ALNUM}|[%°²³^]|[.,:\-/]\d|['\-]{_ALNUM}"
        rf"|/(?!{'|'.join(written)}){_ALNUM})"
    )


def _before(text: str) -> str:
    """What may not stand before a text: a word or number that it is part of, a sign."""
    if text[0].isdigit():
        return rf"(?<![.,/+\-^\d])(?<!{_ALNUM})"
    return rf"(?<!{_ALNUM})(?<!{_ALNUM}[-'.])" if re.match(_ALNUM, text) else ""


def _written(text: str) -> str:
    """A pattern of a text: spaces beside signs, an article and an apostrophe may be left out."""
    text = re.sub(r"^the (?=\w)", "", text)
    written, last, end = "", "", 0
    for match in _PIECE.finditer(text):
        is_sign = not (match[0][0].isalnum() and last[:1].isalnum())
        if match[0] == "-" and last.isalpha():
            written += "[- ]?"
            last, end = "'", match.end()
            continue
        if "'" in (match[0], last):
            written += " " * (match.start() - end)
        elif last:
            written += " ?" if is_sign else " " * (match.start() - end)
        written += "'?" if match[0] == "'" else re.escape(match[0])
        last, end = match[0], match.end()
    return written
