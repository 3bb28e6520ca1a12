"""Checks that a number or a date is in a response."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, InvalidOperation
from typing import Final, Literal

from pydantic import Field

from xpert_studio.api.checks import (
    CannotCheckError,
    CheckKind,
    Exact,
    Message,
    Negatable,
    Outcome,
    Subject,
    joined,
)
from xpert_studio.packs.checks.kinds import reading
from xpert_studio.packs.checks.kinds.reading import HAN

_WIDE: Final = str.maketrans("０１２３４５６７８９．，％＋－−–﹣Ｅｅ", "0123456789.,%+----Ee")
_NUMBER: Final = re.compile(
    rf"(?<![^\W{HAN}])(?<!\.)[+-]?"
    r"(?:(?:\d{1,3}(?:[,\u00a0\u2009\u202f ]\d{3}(?!\d))++|\d++)(?:\.\d++)?+|\.\d++)(?!\.\d)"
    rf"(?:[eE][+-]?\d++(?![^\W{HAN}])"
    r"| ?[x×*·] ?10(?:\^|\*\*)\{?[+-]?\d++\}?"
    r"| ?[x×·] ?10[⁺⁻]?[⁰¹²³⁴-⁹]++)?"
)
_MARKUP: Final = re.compile(r"\*\*|__|\\[,;! ]|\\(?=[%$])|\\(?:text|mathrm)\{([^{}]{0,40})\}")
_TIMES: Final = re.compile(r"\\times\b")
_SIGNED_MONEY: Final = re.compile(r"(?<![\w)])-([$€£¥￥])(?=\s?\d)")
_PER_CENT: Final = re.compile(r"\s?(?:percent|per cent)\b", re.IGNORECASE)
_RAISED: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_POWER: Final = re.compile(r" ?[x×*·] ?10(?:\^|\*\*)?\{?([+-]?\d++)\}?\Z")
_BETWEEN: Final = re.compile(r"[,\u00a0\u2009\u202f ](?=\d{3})")
EXACT: Final = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN)
"""Rounds nothing; for sums and products of numbers whose size is known."""


class Number(Negatable):
    """A number that a response must give."""

    value: Exact = Field(title="Value")
    tolerance: Exact = Field(default=Decimal(0), ge=0, title="Tolerance")
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
    """The numbers of a text with their places; ``text`` has plain digits.

    Raises:
        CannotCheckError: One has a larger exponent than can be read.
    """
    for mark in _NUMBER.finditer(text):
        plain = mark[0].translate(_RAISED)
        power = _POWER.search(plain)
        if power is not None:
            plain = f"{plain[: power.start()]}e{power[1]}"
        try:
            yield Decimal(_BETWEEN.sub("", plain)), mark.start(), mark.end()
        except InvalidOperation as error:
            raise CannotCheckError(
                Message(
                    "The number {number} is too large to be read.", number=reading.shown(mark[0])
                ),
                Message("Have the response judged, or leave the check out for this task."),
            ) from error


def _has_unit(text: str, start: int, end: int, unit: str) -> bool:
    after = text[end : end + len(unit) + 5].lstrip(" \u00a0\u2009\u202f")
    before = text[max(0, start - len(unit) - 3) : start].rstrip(" \u00a0\u2009\u202f")
    rest = after[len(unit) :]
    is_part = unit[-1:].isalpha() and unit[-1:].isascii() and rest[:1].isalnum()
    is_after = after.startswith(unit) and not is_part and not _COMPOUND.match(rest)
    return is_after or before.endswith(unit)


_COMPOUND: Final = re.compile(r" ?[/·*^] ?[A-Za-z0-9]|[²³⁻]")
"""What makes of a unit another one: kg/m2, kg·m, m^2."""


def _plainly(text: str) -> str:
    """A text whose numbers and units are written plainly: no markup, % for per cent."""
    plain = _MARKUP.sub(r"\1", _TIMES.sub("×", text.translate(_WIDE)))
    return _SIGNED_MONEY.sub(r"\1-", _PER_CENT.sub("%", plain))


def around(value: Decimal, margin: Decimal) -> tuple[Decimal, Decimal]:
    """The least and the greatest number that is no further from a value than a margin, exactly."""
    return EXACT.subtract(value, margin), EXACT.add(value, margin)


def _number(subject: Subject, given: Number) -> Outcome:
    text, unit = _plainly(subject.text), given.unit.strip().translate(_WIDE)
    value, margin = given.value, given.tolerance
    if given.relative:
        margin = EXACT.multiply(margin, value.copy_abs())
    least, greatest = around(value, margin)
    seen: list[Decimal] = []
    is_there = False
    for found, start, end in numbers(text):
        if unit and not _has_unit(text, start, end, unit):
            continue
        is_percent = given.percent_as_share and _has_unit(text, start, end, "%")
        number = found.scaleb(-2, EXACT) if is_percent else found
        seen = [*seen[-2:], number]
        is_there = least <= number <= greatest
        if is_there and given.which == "any":
            break
    wanted = _wanted(value, margin, given.unit)
    if is_there:
        yes = Message("Gives {found}; {wanted} expected.", found=_plain(seen[-1]), wanted=wanted)
        return given.outcome(True, yes, yes)
    return given.outcome(False, "", _not_there(seen, given, wanted))


def _plain(number: Decimal) -> str:
    short = number.normalize(EXACT)
    return reading.shown(f"{short:f}" if -12 < short.adjusted() < 18 else f"{short:E}")


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
            found=_plain(seen[-1]),
            wanted=wanted,
        )
    return Message(
        "No number is {wanted}; the last ones are {found}.",
        wanted=wanted,
        found=joined(map(_plain, seen)),
    )


KINDS: Final = (CheckKind("number", "Number", Number, _number, 3),)
