"""Checks that a number or a date is in a response."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import Final, Literal

from pydantic import Field

from xpert_studio.instruments.checks.kind import CheckKind, Negatable, Outcome, Subject
from xpert_studio.instruments.checks.reading import HAN
from xpert_studio.messages import Message, joined

_WIDE: Final = str.maketrans("０１２３４５６７８９．，％＋－−–﹣Ｅｅ", "0123456789.,%+----Ee")
_NUMBER: Final = re.compile(
    rf"(?<![^\W{HAN}])(?<!\.)[+-]?"
    r"(?:\d{1,3}(?:[,\u00a0\u2009\u202f ]\d{3}){1,12}(?!\d)|\d{1,40}(?!\d))(?:\.\d{1,40})?"
    r"(?:[eE][+-]?\d{1,3}(?!\w)"
    r"| ?[x×*·] ?10(?:\^|\*\*)\{?[+-]?\d{1,3}\}?"
    r"| ?[x×·] ?10[⁺⁻]?[⁰¹²³⁴-⁹]{1,3})?"
)
_RAISED: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_POWER: Final = re.compile(r" ?[x×*·] ?10(?:\^|\*\*)?\{?([+-]?\d{1,3})\}?\Z")
_BETWEEN: Final = re.compile(r"[,\u00a0\u2009\u202f ](?=\d{3})")


class Number(Negatable):
    """A number that a response must give."""

    value: float = Field(title="Value")
    tolerance: float = Field(default=0, ge=0, title="Tolerance")
    relative: bool = Field(
        default=False, title="Tolerance is relative", description="0.01 is then 1% of the value."
    )
    unit: str = Field(
        default="",
        max_length=40,
        title="Unit",
        description="Directly after the number, or before it: kg, %, $, 万元. Case matters.",
    )
    which: Literal["any", "last"] = Field(default="any", title="Which number")
    percent_as_share: bool = Field(
        default=False, title="Percent as share", description="45% is then 0.45."
    )


def numbers(text: str) -> Iterator[tuple[Decimal, int, int]]:
    """The numbers of a text with their places; ``text`` has plain digits."""
    for mark in _NUMBER.finditer(text):
        plain = mark[0].translate(_RAISED)
        power = _POWER.search(plain)
        if power is not None:
            plain = f"{plain[: power.start()]}e{power[1]}"
        try:
            yield Decimal(_BETWEEN.sub("", plain)), mark.start(), mark.end()
        except InvalidOperation:
            continue


def _has_unit(text: str, start: int, end: int, unit: str) -> bool:
    after = text[end : end + len(unit) + 3].lstrip(" \u00a0\u2009\u202f")
    before = text[max(0, start - len(unit) - 3) : start].rstrip(" \u00a0\u2009\u202f")
    is_after = after.startswith(unit) and not (
        unit[-1:].isalpha() and unit[-1:].isascii() and after[len(unit) : len(unit) + 1].isalnum()
    )
    return is_after or before.endswith(unit)


def _number(subject: Subject, given: Number) -> Outcome:
    text, unit = subject.text.translate(_WIDE), given.unit.strip().translate(_WIDE)
    value = Decimal(repr(given.value))
    margin = Decimal(repr(given.tolerance)) * (abs(value) if given.relative else 1)
    seen: list[Decimal] = []
    is_there = False
    for found, start, end in numbers(text):
        if unit and not _has_unit(text, start, end, unit):
            continue
        is_percent = given.percent_as_share and _has_unit(text, start, end, "%")
        number = found.scaleb(-2) if is_percent else found
        seen = [*seen[-2:], number]
        is_there = abs(number - value) <= margin
        if is_there and given.which == "any":
            break
    wanted = _wanted(value, margin, given.unit)
    if is_there:
        yes = Message("Gives {found}; {wanted} expected.", found=_plain(seen[-1]), wanted=wanted)
        return given.outcome(True, yes, yes)
    return given.outcome(False, "", _not_there(seen, given, wanted))


def _plain(number: Decimal) -> str:
    short = number.normalize()
    return f"{short:f}" if -12 < short.adjusted() < 18 else f"{short:E}"


def _wanted(value: Decimal, margin: Decimal, unit: str) -> Message:
    said = f"{_plain(value)} {unit}".strip()
    return (
        Message("{value} ± {margin}", value=said, margin=_plain(margin))
        if margin
        else Message("{value}", value=said)
    )


def _not_there(seen: list[Decimal], given: Number, wanted: Message) -> Message:
    if not seen:
        return Message("No number found; {wanted} expected.", wanted=wanted)
    if given.which == "last":
        return Message(
            "The last number is {found}; {wanted} expected.",
            found=_plain(seen[-1]), wanted=wanted,
        )  # fmt: skip
    return Message(
        "No number is {wanted}; the last ones are {found}.",
        wanted=wanted, found=joined(map(_plain, seen)),
    )  # fmt: skip


KINDS: Final = (CheckKind("number", "Number", Number, _number),)
