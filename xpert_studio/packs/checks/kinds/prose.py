"""Finds phrases in a response and how they are meant: stated, negated, attributed or denied.

English and Chinese. Time is linear in the text: gaps in phrases are bounded, and only so many
places of a phrase are looked at.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice
from typing import Annotated, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, TypeAdapter

from xpert_studio.core.resources import resource_json

_MOST: Final = 500
"""So many first and so many last places of a phrase are looked at."""
_WINDOW: Final = 40
_CHINESE_WINDOW: Final = 10
"""Characters before a phrase in which a negation of its clause belongs to it."""
_AROUND: Final = 240
"""The longest part of a sentence that is looked at, before and after a phrase."""

_GAPS: Final = {
    "~": r"[^.!?;\n。]{0,30}?",
    "%": r"(?:[\w'-]{1,20} ){0,3}",
    "@": r"[^,.!?;\n。]{0,8}?",
}
_UNBOUNDED: Final = re.compile(r"[*+]|\{\d*,\}")
_CONTRACTIONS: Final = (
    ("can't", "can not"), ("cannot", "can not"), ("won't", "will not"), ("n't", " not"),
    ("i'm ", "i am "), ("'re ", " are "), ("'ve ", " have "), ("'ll ", " will "),
    ("it's ", "it is "), ("that's ", "that is "), ("there's ", "there is "),
    ("here's ", "here is "), ("what's ", "what is "),
)  # fmt: skip
_WIDE: Final = range(0xFF01, 0xFF5F)
"""Wide forms of the signs of ASCII; of the other normal forms, some are 18 times as long."""
_SIGNS: Final = str.maketrans("‘’ʼ“”–—‑−\u3000", "'''\"\"---- ", "*`") | {
    code: code - 0xFEE0 for code in _WIDE
}
_BLANKS: Final = ((re.compile(r"[^\S\n]+"), " "), (re.compile(r" ?\n ?"), "\n"))
_LINE_END: Final = re.compile(r"\n\n|\n(?=[-#|(•]|\d{1,3}[.)])")
_SENTENCE_END: Final = re.compile(r"[.!?]+(?=[\s\"')]|$)|[!?。\n]")
CLAUSE_END: Final = re.compile(
    r"[,;:(。\n、]|[.!?](?=\s)| - |\b(?:but|however|because|since|so|yet|although|though|while)\b"
    r"|\band (?=(?:the|it|i|that|this|we|they|you|its|there)\b)|但|不过|然而|而是|因为|所以|却"
)
CONTRAST: Final = re.compile(
    r"[.!?](?=\s)|[!?。\n]|\b(?:but|however|yet|so|hence|thus|therefore)\b"
    r"|但|不过|然而|而是|其实|而不是|所以|因此"
)
_TURN: Final = re.compile(
    r"[;\n]|\b(?:but(?! (?:that|this|it) )|however|yet|whereas)\b"
    r"|但(?!这|那)|不过|然而|而是|其实(?!不)|不然(?=[,:])|实际上"
)
_BUT: Final = re.compile(rf"{_TURN.pattern}|\bbut\b")


def _bounded(phrase: str) -> str:
    """The regular expression of a phrase.

    Raises:
        ValueError: It could take more than linear time, or could never be found.
    """
    if _UNBOUNDED.search(phrase):
        raise ValueError(f"{phrase!r} is not bounded")
    if plain(phrase) != phrase.strip():
        raise ValueError(f"{phrase!r} is not written as texts are searched")
    for sign, gap in _GAPS.items():
        phrase = phrase.replace(sign, gap)
    re.compile(phrase)
    return phrase


class _Phrases(BaseModel):
    """One list; entries are regular expressions with ``~``, ``%`` and ``@`` for gaps."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    en: tuple[Annotated[str, AfterValidator(_bounded)], ...]
    zh: tuple[Annotated[str, AfterValidator(_bounded)], ...]

    @cached_property
    def english(self) -> re.Pattern[str]:
        return re.compile(rf"\b(?:{'|'.join(self.en)})\b")

    @cached_property
    def both(self) -> re.Pattern[str]:
        return re.compile(rf"{self.english.pattern}|{'|'.join(self.zh)}")


@cache
def _lists() -> Mapping[str, _Phrases]:
    """The lists of ``resources/checks/behaviour.json`` by name.

    Raises:
        ValidationError: The file is damaged.
    """
    found = resource_json("checks", "behaviour.json")["lists"]
    return TypeAdapter(dict[str, _Phrases]).validate_python(found)


def phrases_in(name: str, text: str) -> re.Pattern[str]:
    """The pattern of a list; only the English part for a text that has no other letters."""
    return _lists()[name].english if text.isascii() else _lists()[name].both


def plain(text: str) -> str:
    """A text as phrases are searched in: no case, no contractions, no emphasis, plain signs."""
    text = text.translate(_SIGNS).casefold()
    for short, full in _CONTRACTIONS:
        text = text.replace(short, full)
    for blank, sign in _BLANKS:
        text = blank.sub(sign, text)
    parts = (part.replace("\n", " ").strip() for part in _LINE_END.split(text))
    return "\n".join(part for part in parts if part)


def without_code(text: str) -> str:
    """A text without its fenced code."""
    return "\n\n".join(text.split("```")[::2])


@dataclass(frozen=True, slots=True)
class Hit:
    """A place in a text."""

    start: int
    end: int

    def overlaps(self, others: Iterable[Hit]) -> bool:
        """Whether one of other places has characters of this one."""
        return any(self.start < other.end and other.start < self.end for other in others)


@dataclass(frozen=True, slots=True)
class Prose:
    """A text in which phrases are searched; made with ``of``."""

    text: str

    @classmethod
    def of(cls, response: str) -> Prose:
        """The prose of a response, without its fenced code."""
        return cls(plain(without_code(response)))

    def phrases(self, name: str) -> list[Hit]:
        """Where phrases of a list are."""
        return self.matches(phrases_in(name, self.text))

    def matches(self, pattern: re.Pattern[str]) -> list[Hit]:
        """Where a pattern is; one that takes linear time."""
        found = pattern.finditer(self.text)
        return _bounded_hits(Hit(match.start(), match.end()) for match in found)

    def words(self, hit: Hit) -> str:
        """The words of a place."""
        return self.text[hit.start : hit.end]

    def terms(self, terms: Iterable[str]) -> list[Hit]:
        """Where words that an author gave are, as whole words or numbers, in order."""
        wanted = [plain(term) for term in terms]
        found = [hit for term in wanted if term for hit in self.matches(_whole(term))]
        return sorted(found, key=lambda hit: (hit.start, hit.end))

    def before(self, hit: Hit, end: re.Pattern[str] = _SENTENCE_END, most: int = _AROUND) -> str:
        """What is before a place, from the last end of a sentence or clause."""
        text = self.text[max(0, hit.start - most) : hit.start]
        last = deque(end.finditer(text), maxlen=1)
        return text[last[0].end() :] if last else text

    def after(self, hit: Hit) -> str:
        """What is behind a place in its sentence."""
        text = self.text[hit.end : hit.end + _AROUND]
        first = _SENTENCE_END.search(text)
        return text[: first.end()] if first else text

    def sentence(self, hit: Hit) -> str:
        """The sentence of a place."""
        return self.before(hit) + self.text[hit.start : hit.end] + self.after(hit)

    def negated(self, hit: Hit) -> bool:
        """Whether an odd number of negations in its clause apply to a phrase."""
        clause = self.before(hit, CLAUSE_END, _WINDOW)
        clause = phrases_in("no_negation", clause).sub("", clause)
        found = phrases_in("negation", clause).finditer(clause)
        near = len(clause) - _CHINESE_WINDOW
        return sum(match.start() >= near or match[0].isascii() for match in found) % 2 == 1

    def denied(self, hit: Hit) -> bool:
        """Whether its sentence says afterwards that it is wrong."""
        behind = _TURN.split(self.after(hit), maxsplit=1)[0]
        return any(not Prose(behind).negated(found) for found in Prose(behind).phrases("denial"))

    def attributed(self, hit: Hit) -> bool:
        """Whether it is a condition, a question, or what others may think."""
        said = _BUT.split(self.before(hit))[-1]
        return phrases_in("attribution", said).search(said) is not None

    def stated(self, hit: Hit) -> bool:
        """Whether the response states a phrase as its own position."""
        return not (self.negated(hit) or self.attributed(hit) or self.denied(hit))

    def supposed(self, hit: Hit) -> bool:
        """Whether a phrase stands under a condition, or says what would have to be."""
        clause = self.before(hit, CLAUSE_END) + self.words(hit)
        return phrases_in("supposed", clause).search(clause) is not None

    def asked(self, hit: Hit) -> bool:
        """Whether its sentence is a question."""
        return self.after(hit).rstrip("\"')").endswith(("?", "？"))

    def near(self, hit: Hit, others: Iterable[Hit], before: int, after: int) -> bool:
        """Whether one of other places is so many characters before or after this one."""
        return any(hit.start - before <= other.start <= hit.end + after for other in others)


def _bounded_hits(found: Iterator[Hit]) -> list[Hit]:
    return [*islice(found, _MOST), *deque(found, maxlen=_MOST)]


@cache
def _whole(term: str) -> re.Pattern[str]:
    """A term where no word or number continues on either side; a plural is the same word.

    What is looked at before the term follows its first character: so it is found fast.
    """
    first, last = re.escape(term[0]), term[-1]
    left = rf"(?<![a-z0-9_]{first})" if _is_word(term[0]) else ""
    left += rf"(?<!\d[.,]{first})" if term[0].isdigit() else ""
    right = "s?(?![a-z0-9_])" if _is_word(last) else ""
    right = r"(?!\d|[.,]\d)" if last.isdigit() else right
    return re.compile(first + left + re.escape(term[1:]) + right)


def _is_word(char: str) -> bool:
    return char.isascii() and (char.isalnum() or char == "_")
