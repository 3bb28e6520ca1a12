"""Finds the figures in a text: plain numbers, percentages, money, years and dates.

English and Chinese, in digits or in words, with the unit and the precision they are stated in.
Whether two figures say the same is decided in ``tolerance``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Final

from xpert_studio.judge.baseline.text import HAN, without_citations
from xpert_studio.judge.baseline.words import chinese, english


@cache
def english_pattern() -> str:
    """A regular expression for a run of English number words."""
    words = english()
    names = sorted({*words.units, *words.tens, *words.scales}, key=len, reverse=True)
    one = "(?:" + "|".join(names) + ")"
    return rf"{one}(?:(?:\s+and\s+|\s+|-){one})*\b"


def english_value(text: str) -> int:
    """The value of a run of English number words, such as "two hundred and five"."""
    words = english()
    total = current = 0
    for word in re.findall(r"[a-z]+", text.lower()):
        if word in words.units:
            current += words.units[word]
        elif word in words.tens:
            current += words.tens[word]
        elif word == "hundred":
            current = max(current, 1) * 100
        elif word in words.scales:
            total += max(current, 1) * words.scales[word]
            current = 0
    return total + current


@cache
def chinese_pattern() -> str:
    """A regular expression for a run of Chinese numerals, with decimals after 点."""
    words = chinese()
    digits = "".join(words.digits)
    return rf"[{digits}十][{digits}{''.join(words.scales)}]*(?:点[{digits}]+)?"


def chinese_value(text: str) -> float:
    """The value of Chinese numerals, such as 一百二十三 or 三点五 or 二〇二三."""
    whole, _, decimals = text.partition("点")
    digits = chinese().digits
    value = float(_chinese_whole(whole))
    for place, char in enumerate(decimals, start=1):
        value += digits[char] / 10**place
    return round(value, len(decimals))


def _chinese_whole(text: str) -> int:
    words = chinese()
    if not any(char in words.scales for char in text):
        return int("".join(str(words.digits[char]) for char in text) or "0")
    total = section = digit = 0
    for char in text:
        if char in words.digits:
            digit = words.digits[char]
            continue
        scale = words.scales[char]
        if scale > 10_000:
            total = max(total + section + digit, 1) * scale
            section = 0
        elif scale == 10_000:
            total += max(section + digit, 1) * scale
            section = 0
        else:
            section += max(digit, 1) * scale
        digit = 0
    return total + section + digit


_SMALL: Final = 12
_MOST_DIGITS: Final = 24
_YEARS: Final = range(1800, 2101)


class Unit(StrEnum):
    """What a figure counts."""

    PLAIN = "plain"
    PERCENT = "percent"
    MONEY = "money"
    YEAR = "year"
    DATE = "date"


@dataclass(frozen=True, slots=True)
class Quantity:
    """A figure in a text.

    Attributes:
        value: In full ("8.5 billion" is 8,500,000,000); a date is year, month, day in one number,
            with zeros for what is not said.
        unit: What it counts.
        step: One unit of the last decimal place that is stated.
        start: Where it begins.
        end: Where it ends (exclusive).
        small: A small number in words ("three reasons"): too common to tell anything.
        currency: Sign or name of the currency, or empty.
    """

    value: float
    unit: Unit
    step: float
    start: int
    end: int
    small: bool = False
    currency: str = ""


_SCALES: Final = {
    "thousand": 1e3,
    "k": 1e3,
    "million": 1e6,
    "mn": 1e6,
    "m": 1e6,
    "billion": 1e9,
    "bn": 1e9,
    "b": 1e9,
    "trillion": 1e12,
    "tn": 1e12,
    "千": 1e3,
    "万": 1e4,
    "百万": 1e6,
    "千万": 1e7,
    "亿": 1e8,
    "万亿": 1e12,
}
_LETTER_SCALES: Final = frozenset({"k", "m", "b"})
_CURRENCIES: Final = {
    "$": "usd",
    "us$": "usd",
    "usd": "usd",
    "dollars": "usd",
    "dollar": "usd",
    "美元": "usd",
    "€": "eur",
    "eur": "eur",
    "euros": "eur",
    "euro": "eur",
    "欧元": "eur",
    "£": "gbp",
    "gbp": "gbp",
    "pounds": "gbp",
    "英镑": "gbp",
    "¥": "cny",
    "￥": "cny",
    "rmb": "cny",
    "cny": "cny",
    "yuan": "cny",
    "元": "cny",
    "人民币": "cny",
}
_BASIS_POINTS: Final = frozenset({"basis points", "basis point", "bps", "bp", "个基点", "基点"})

_PERCENT: Final = (
    r"%|％|percentage[ -]points?|per\s?cent(?:age)?|pp\b|basis[ -]points?|bps?\b|个百分点|个?基点"
)
_DIGITS: Final = re.compile(
    rf"""(?P<digits>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?)
    (?:\s?(?P<scale>thousand|million|billion|trillion|mn|bn|tn|[kmb](?![a-z])|万亿|千万|百万|[千万亿]))?
    (?:[\s-]?(?P<unit>{_PERCENT}|美元|欧元|英镑|元|(?:dollars?|euros?|pounds|yuan|usd|eur|gbp|rmb|cny)\b))?
    (?![\d/]|[.,]\d|(?:st|nd|rd|th)\b)""",
    re.VERBOSE | re.IGNORECASE,
)
_BEFORE: Final = re.compile(
    r"(?P<money>us\$|[$€£¥￥]|\b(?:usd|eur|gbp|rmb|cny)|人民币)?\s?(?P<sign>(?<![A-Za-z0-9_)])[-−–])?$",
    re.IGNORECASE,
)
_NOT_BEFORE: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789.,/")
_GLUED: Final = re.compile(rf"[^\W\d_{HAN}]")
_LIST_MARKER: Final = re.compile(
    r"^[ \t]*(?:[-*•]\s*)?\(?\d{1,2}[.)、](?=\s|[^\d\s])", re.MULTILINE
)
_ANY_DIGIT: Final = re.compile(r"\d")
_RANGE: Final = re.compile(r"\s?(?:-|–|—|~|～|to|and|至|到)\s?[$€£¥￥]?")


def quantities_of(text: str, start: int = 0, end: int | None = None) -> list[Quantity]:
    """The figures in a stretch of text, in order, with offsets into the whole text."""
    piece = _LIST_MARKER.sub(_blank, without_citations(text[start:end]))
    if piece.isascii() and not _ANY_DIGIT.search(piece):
        found = list(_in_words(piece))
    else:
        found = list(_dates(piece))
        left = _without(piece, found)
        digits = list(_in_digits(left))
        found += digits
        found += _in_words(_without(left, digits))
    found.sort(key=lambda item: item.start)
    found = _with_ranges(found, piece)
    if not start:
        return found
    return [replace(item, start=item.start + start, end=item.end + start) for item in found]


def _blank(found: re.Match[str]) -> str:
    return " " * len(found.group())


def _without(text: str, items: Sequence[Quantity]) -> str:
    """The text with some figures blanked out, all offsets as before."""
    pieces: list[str] = []
    at = 0
    for item in sorted(items, key=lambda item: item.start):
        pieces += (text[at : item.start], " " * (item.end - item.start))
        at = item.end
    return "".join([*pieces, text[at:]])


@cache
def _numeric_dates() -> tuple[re.Pattern[str], ...]:
    patterns = (
        r"(?<!\d)(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})(?!\d)",
        r"(?<!\d)(?P<y>\d{4})\s?年\s?(?P<m>\d{1,2})\s?月(?:\s?(?P<d>\d{1,2})\s?[日号])?",
        r"(?<!\d)(?P<m>\d{1,2})\s?月\s?(?P<d>\d{1,2})\s?[日号]",
    )
    return tuple(re.compile(pattern) for pattern in patterns)


@cache
def _month_names() -> tuple[str, ...]:
    names = (name.capitalize() for name in english().months)
    return tuple(sorted(names, key=lambda name: (-len(name), name)))


@cache
def _worded_dates() -> tuple[re.Pattern[str], ...]:
    month = "(?P<name>" + "|".join(_month_names()) + r")\b\.?"
    patterns = (
        rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{month}(?:,?\s+(?P<y>\d{{4}}))?\b",
        rf"{month}\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?!,\d)(?:,?\s+(?P<y>\d{{4}}))?",
        rf"{month},?\s+(?:of\s+)?(?P<y>\d{{4}})\b",
    )
    return tuple(re.compile(pattern) for pattern in patterns)


def _date_patterns(text: str) -> Iterator[re.Pattern[str]]:
    """The patterns that can match at all: most texts name no date."""
    iso, year_month, month_day = _numeric_dates()
    if "-" in text:
        yield iso
    if "月" in text:
        yield from (year_month, month_day)
    if any(name in text for name in _month_names()):
        yield from _worded_dates()


def _dates(text: str) -> Iterator[Quantity]:
    seen: list[tuple[int, int]] = []
    for pattern in _date_patterns(text):
        for found in pattern.finditer(text):
            start, end = found.span()
            parts = found.groupdict()
            name = parts.get("name")
            month = english().months[name.lower()] if name else int(parts["m"])
            day = int(parts.get("d") or 0)
            if any(a < end and start < b for a, b in seen) or month > 12 or day > 31:
                continue
            seen.append((start, end))
            value = int(parts.get("y") or 0) * 10_000 + month * 100 + day
            yield Quantity(float(value), Unit.DATE, 1.0, start, end)


def _in_digits(text: str) -> Iterator[Quantity]:
    for found in _DIGITS.finditer(text):
        start = found.start()
        glued = start > 0 and text[start - 1] in _NOT_BEFORE
        if not glued and found.end("digits") - start <= _MOST_DIGITS:
            yield _from_digits(found, text)


def _from_digits(found: re.Match[str], text: str) -> Quantity:
    digits, scale_name, unit_name = found.group("digits", "scale", "unit")
    start, end = found.span()
    money, sign, start = _before(text, start)
    digits = digits.replace(",", "")
    scale_name = (scale_name or "").lower()
    unit_name = (unit_name or "").lower().replace("-", " ")
    if scale_name in _LETTER_SCALES and not money:
        scale_name, unit_name, end = "", "", found.end("digits")
    scale = _SCALES.get(scale_name, 1.0)
    unit = Unit.PLAIN
    currency = _CURRENCIES.get(money or unit_name, "")
    if currency:
        unit = Unit.MONEY
    elif unit_name:
        unit = Unit.PERCENT
        scale = 0.01 if unit_name in _BASIS_POINTS else 1.0
    elif not scale_name and _is_year(digits, text, end):
        unit = Unit.YEAR
    step = scale / 10 ** len(digits.partition(".")[2])
    return Quantity(sign * float(digits) * scale, unit, step, start, end, currency=currency)


def _before(text: str, start: int) -> tuple[str, float, int]:
    """The currency and the sign before a figure, and where the figure begins with them."""
    if start == 0 or text[start - 1].isalpha():
        return "", 1.0, start
    found = _BEFORE.search(text, max(0, start - 6), start)
    money, sign = found.group("money", "sign") if found else (None, None)
    if not found or not (money or sign):
        return "", 1.0, start
    return (money or "").lower(), -1.0 if sign else 1.0, found.start("money" if money else "sign")


def _is_year(digits: str, text: str, end: int) -> bool:
    return (
        len(digits) == 4
        and digits.isdigit()
        and int(digits) in _YEARS
        and (not _GLUED.match(text, end))
    )


def _in_words(text: str) -> Iterator[Quantity]:
    lower = text.lower()
    for found in _english_words().finditer(lower if len(lower) == len(text) else text):
        if found.start() and lower[found.start() - 1].isalnum():
            continue
        value = float(english_value(found["number"]))
        percent = found["unit"] is not None
        unit = Unit.PERCENT if percent else Unit.PLAIN
        if not percent and value <= 1:
            continue
        yield Quantity(
            value, unit, 1.0, found.start(), found.end(), small=not percent and value <= _SMALL
        )
    for found in () if text.isascii() else _chinese_words().finditer(text):
        yield from _from_chinese(found)


@cache
def _english_words() -> re.Pattern[str]:
    return re.compile(rf"(?P<number>{english_pattern()})(?:[\s-](?P<unit>{_PERCENT}))?")


@cache
def _chinese_words() -> re.Pattern[str]:
    numeral = chinese_pattern()
    return re.compile(
        rf"(?P<percent>百分之)?(?P<number>{numeral})(?P<unit>个百分点|成(?=$|[^为立果功本])|%)?"
        rf"(?P<measure>{'|'.join(chinese().measures)})?"
    )


def _from_chinese(found: re.Match[str]) -> Iterator[Quantity]:
    text, unit_name = found["number"], found["unit"]
    percent = bool(found["percent"] or unit_name)
    if not percent and not found["measure"] and "点" not in text and len(text) < 3:
        return
    value = chinese_value(text) * (10.0 if unit_name == "成" else 1.0)
    step = 10.0 ** -len(text.partition("点")[2])
    unit = Unit.PERCENT if percent else Unit.PLAIN
    if not percent and found["measure"] == "年" and value in _YEARS:
        unit = Unit.YEAR
    yield Quantity(
        value, unit, step, found.start(), found.end(), small=unit is Unit.PLAIN and value <= _SMALL
    )


def _with_ranges(found: Sequence[Quantity], text: str) -> list[Quantity]:
    """In "5 to 10 %" the first figure has the unit and scale of the second."""
    items = list(found)
    for i in range(len(items) - 2, -1, -1):
        first, second = items[i], items[i + 1]
        joined = _RANGE.fullmatch(text[first.end : second.start])
        if not joined or first.unit is Unit.DATE or second.unit in {Unit.DATE, Unit.YEAR}:
            continue
        scale = _scale(text[second.start : second.end])
        unscaled = first.unit in {Unit.PLAIN, second.unit} and abs(first.value) < 1000
        if unscaled and _scale(text[first.start : first.end]) == 1.0:
            items[i] = replace(
                first,
                value=first.value * scale,
                step=first.step * scale,
                unit=second.unit,
                currency=second.currency,
            )
    return items


def _scale(text: str) -> float:
    found = _DIGITS.search(text)
    return _SCALES.get((found["scale"] or "").lower(), 1.0) if found else 1.0
