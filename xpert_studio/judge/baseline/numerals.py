"""Reads numbers written out in words, in English and Chinese."""

from __future__ import annotations

import re
from functools import cache

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
