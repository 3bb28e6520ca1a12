"""In which encoding a text is: told by a mark or by UTF-8 itself, else by the text it would give.

A candidate is dropped where its text has what no text has: control characters, scripts mixed
within a word, capitals within words, letters that its language does not write. A library that
guesses (charset-normalizer 3.5.2) read 23 of 34 short tables rightly and the others silently wrong.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice, pairwise
from typing import Any, Final

from xpert_studio.core.errors import IncompleteError, UsageError
from xpert_studio.core.language_identifier import identifier
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.resources import resource_json

ENOUGH: Final = 200
"""Bytes beyond ASCII below which a person is asked, unless one candidate is left."""
CLEARLY: Final = 0.15
"""By so much the best of several candidates must be better than the next."""
_LOOKED_AT: Final = 65_536
_SHOWN: Final = 3
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED: Final = re.compile(
    rb"""<(?:meta|\?xml)[^>]{0,200}?(?:charset|encoding)=["']?([\w-]+)""", re.IGNORECASE
)
_WORD: Final = re.compile(r"[^\W\d_]+")
_TYPOGRAPHY: Final = frozenset(
    "“”„‘’‚‛‹›«»–—…•·€£°§©®™×÷±½¼¾²³¹µ′″¿¡ºª№≥≤→\xa0✓☐"
    "、。，；：！？（）《》「」『』【】～％．／＋－＝＜＞・"
)


class UnclearEncodingError(IncompleteError):
    """A text may be in several encodings; ``missing`` shows how its first lines read in each."""


@dataclass(frozen=True, slots=True)
class EncodingCandidate:
    """A text as an encoding gives it, and how much it looks like one, from 0 to 1."""

    encoding: str
    text: str
    score: float


@dataclass(frozen=True, slots=True)
class FoundEncodings:
    """What a file may say; the best candidate first.

    Attributes:
        is_sure: Whether the first may be taken without asking.
    """

    candidates: tuple[EncodingCandidate, ...]
    is_sure: bool

    @property
    def best(self) -> EncodingCandidate:
        """The likeliest."""
        return self.candidates[0]


def text_of(
    data: bytes, name: str, *, encoding: str | None = None, doubts: list[str] | None = None
) -> str:
    """The text of a file, without a byte order mark.

    Args:
        data: The file.
        name: Its name, for messages.
        encoding: What a person says it is; empty to find out, None where nobody can say it.
        doubts: Takes what a person should look at; without it a doubt is an error.

    Raises:
        UnclearEncodingError: It has to be named.
        UsageError: It is named, and there is none of that name, or the file is not in it.
    """
    if encoding:
        return _named(data, name, encoding)
    found = encodings_of(data)
    if found.is_sure:
        return found.best.text
    shown = [_shown(candidate) for candidate in found.candidates[:_SHOWN]]
    names = joined([candidate.encoding for candidate in found.candidates[:_SHOWN]], either=True)
    told = Message("The encoding of {name} is not sure.", name=name)
    remedy = Message("Save the file as UTF-8.")
    if encoding is not None:
        remedy = Message("Name it: --encoding {names}, or save the file as UTF-8.", names=names)
    if doubts is None:
        raise UnclearEncodingError(told, shown, remedy=remedy)
    doubts += [told, *shown, remedy]
    return found.best.text


def _named(data: bytes, name: str, encoding: str) -> str:
    try:
        codec = codecs.lookup(encoding)
        if not codec._is_text_encoding:  # noqa: SLF001
            raise LookupError
        return data.decode(codec.name).removeprefix("\ufeff")
    except LookupError as error:
        raise UsageError(
            Message("There is no encoding {encoding}.", encoding=encoding),
            remedy=Message("Name one such as utf-8, cp1252, cp1251, gb18030, big5 or cp932."),
        ) from error
    except UnicodeDecodeError as error:
        raise UsageError(
            Message(
                "{name} is not in {encoding}: byte {place:,} cannot be read.",
                name=name,
                encoding=encoding,
                place=error.start + 1,
            ),
            remedy="Name another one, or save the file as UTF-8.",
        ) from error


def _shown(candidate: EncodingCandidate) -> str:
    return Message(
        "{encoding}: {text}", encoding=candidate.encoding, text=_sample(candidate.text, _SHOWN)
    )


def _sample(text: str, most: int) -> str:
    """The first lines that are not ASCII: those that differ by encoding."""
    lines = (line for line in text.splitlines() if not line.isascii())
    return " / ".join(line.strip()[:80] for line in islice(lines, most))


def encodings_of(data: bytes) -> FoundEncodings:
    """What a file may say, with the likeliest first."""
    sure = _told(data)
    if sure is not None:
        return FoundEncodings((sure,), is_sure=True)
    candidates = _ranked(data)
    plausible = [candidate for candidate in candidates if candidate.score > 0]
    beyond = sum(byte > 0x7F for byte in data[:_LOOKED_AT])
    if not plausible:
        return FoundEncodings(
            tuple(candidates) or (EncodingCandidate("latin-1", data.decode("latin-1"), 0),),
            is_sure=False,
        )
    is_clear = len(plausible) == 1 or (
        beyond >= ENOUGH and plausible[0].score - plausible[1].score >= CLEARLY
    )
    return FoundEncodings(tuple(plausible), is_sure=is_clear)


def samples_of(data: bytes) -> dict[str, str]:
    """How a file would read, by encoding, the likeliest first; empty where it says its own.

    All that can be read are named, because a person may know better than the likelihoods.
    """
    if _told(data) is not None:
        return {}
    return {one.encoding: _sample(one.text, 1) for one in _ranked(data)}


def has_mark(data: bytes) -> bool:
    """Whether a file begins with a byte order mark."""
    return any(data.startswith(mark) for mark, _ in _MARKS)


def _told(data: bytes) -> EncodingCandidate | None:
    """What the file itself says: a mark, UTF-8, or a declaration that fits."""
    named = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), "")
    half = min(len(data), 2_000) // 2
    if not named and half and b"\x1b$" in data[:_LOOKED_AT]:
        named = "iso2022_jp"
    elif not named and half:
        odd, even = data[1 : 2 * half : 2].count(0), data[: 2 * half : 2].count(0)
        if max(odd, even) > 0.6 * half and min(odd, even) < 0.1 * half:
            named = "utf-16-le" if odd > even else "utf-16-be"
    declared = _DECLARED.search(data[:2_048])
    for encoding in (named, "utf-8", declared[1].decode() if declared else ""):
        text = _decoded(data, encoding) if encoding else None
        if text is not None and (encoding in {named, "utf-8"} or _look(encoding, text) > 0):
            return EncodingCandidate(encoding, text.removeprefix("\ufeff"), 1)
    return None


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None


def _ranked(data: bytes) -> list[EncodingCandidate]:
    """The texts that a file may be, each once, the likeliest first."""
    grouped: dict[str, EncodingCandidate] = {}
    for one in _candidates(data):
        grouped.setdefault(one.text, one)
    return sorted(grouped.values(), key=lambda one: -one.score)


def _candidates(data: bytes) -> Iterator[EncodingCandidate]:
    for encoding in (*_data()["double"], *_data()["single"]):
        text = _decoded(data, encoding)
        if text is not None:
            yield EncodingCandidate(encoding, text, _look(encoding, text))


def _look(encoding: str, text: str) -> float:
    """How much a text looks like one, from 0 (it is none) to 1."""
    text = text[:_LOOKED_AT]
    beyond = Counter(char for char in text if char > "\x7f")
    if not beyond or any(unicodedata.category(char) in {"Cc", "Co", "Cn"} for char in beyond):
        return 0
    known = {c for c in beyond if c in _TYPOGRAPHY or _is_letter(c) or c.isdecimal()}
    others = sum(n for c, n in beyond.items() if c not in known)
    if others > 0.02 * beyond.total():
        return 0
    letters = Counter({c: n for c, n in beyond.items() if _is_letter(c)})
    if encoding in _data()["double"]:
        return _double(encoding, letters)
    return _single(text, letters) if letters else _only_typography(text)


def _only_typography(text: str) -> float:
    """Quotes and dashes alone: opening ones begin words and closing ones end them."""
    wrong = re.findall(
        r"\w[“„‚‹«]\w|\w[”»›]\w|\s[”]\s|[A-Za-z][…•€£°§©®™×÷±½¼¾²³¹µ¿¡№≥≤→][A-Za-z]", text
    )
    return 0 if wrong else 0.95


def _single(text: str, letters: Counter[str]) -> float:
    words = [word for word in _WORD.findall(text) if not word.isascii()]
    if not words or _share(map(_is_mixed, words)) > 0.01:
        return 0
    if _share(map(_has_capital_within, words)) > 0.1:
        return 0
    script = Counter(_script(char) for char in letters).most_common(1)[0][0]
    if script == "LATIN":
        return _latin(text, words, letters)
    known = _data()["others"].get(script)
    return _alphabet(known, letters) if known else 0


def _alphabet(known: Mapping[str, str], letters: Counter[str]) -> float:
    folded: Counter[str] = Counter()
    for char, count in letters.items():
        folded[char.lower()] += count
    total = folded.total()
    inside = sum(folded[char] for char in known["letters"]) / total
    often = (
        sum(n for c, n in folded.items() if unicodedata.normalize("NFD", c)[0] in known["often"])
        / total
    )
    return 0 if inside < 0.97 or often < 0.5 else min(1.0, 0.3 + often)


def _latin(text: str, words: list[str], letters: Counter[str]) -> float:
    within = sum(not char.isascii() for word in words for char in word)
    if len(words) > 2 and within > 0.5 * sum(map(len, words)):
        return 0
    total = letters.total()
    fits = [
        sum(n for c, n in letters.items() if c.lower() in alphabet) / total / (1 + 0.02 * rank)
        for rank, language in enumerate(_languages(text))
        if (alphabet := _data()["latin"].get(language))
    ]
    best = max(fits, default=0)
    return best if best >= 0.85 else 0


def _double(encoding: str, letters: Counter[str]) -> float:
    """How much letters look like those of the language of an encoding with two bytes for each."""

    def share(is_meant: Callable[[str], bool]) -> float:
        return sum(n for char, n in letters.items() if is_meant(char)) / letters.total()

    if not letters or share(lambda char: "\uff61" <= char <= "\uff9f") > 0.1:  # narrow kana
        return 0
    kana = share(lambda char: "\u3041" <= char <= "\u30ff")
    if encoding in {"cp932", "euc-jp"}:
        return 0 if kana < 0.1 else min(1.0, 0.5 + kana)
    hangul = share(lambda char: "\uac00" <= char <= "\ud7a3")
    if encoding == "cp949":
        often = share(lambda char: char in _data()["ko"])
        return 0 if hangul < 0.85 or often < 0.25 else min(1.0, 0.5 + often)
    if kana + hangul > 0.1:
        return 0
    name, often_of = ("gb2312", "zh") if encoding == "gb18030" else ("big5", "zh-hant")
    often = share(lambda char: char in _data()[often_of])
    is_rare = share(lambda char: _is_common(char, name)) < 0.9 or often < 0.12
    return 0 if is_rare else min(1.0, 0.5 + often)


def _is_common(char: str, standard: str) -> bool:
    """Whether it is of the first, common, plane of a national standard."""
    try:
        first = char.encode(standard)[0]
    except UnicodeEncodeError:
        return False
    return 0xB0 <= first <= 0xD7 if standard == "gb2312" else 0xA4 <= first <= 0xC6


def _is_letter(char: str) -> bool:
    return unicodedata.category(char).startswith(("L", "M"))


def _has_capital_within(word: str) -> bool:
    return any(a.islower() and b.isupper() for a, b in pairwise(word))


def _is_mixed(word: str) -> bool:
    return len({_script(char) for char in word}) > 1


@cache
def _script(char: str) -> str:
    return unicodedata.name(char, "?").split()[0]


def _languages(text: str) -> list[str]:
    """The likeliest languages of a text in Latin letters, the likeliest first."""
    known = _data()["latin"]
    ranked = [name for name, _ in identifier().rank(" ".join(_WORD.findall(text)).lower()[:4_000])]
    return [name for name in ranked if name in known][:3]


def _share(values: Iterator[bool] | map[bool]) -> float:
    given = list(values)
    return sum(given) / len(given) if given else 0


def _data() -> Any:  # noqa: ANN401 - our own data
    return resource_json("encodings.json")
