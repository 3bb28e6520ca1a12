"""The check that a date is in a response, in any usual spelling."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Final, Literal

from pydantic import Field, field_validator

from xpert_studio.api.checks import CheckKind, Message, Negatable, Outcome, Subject, joined

_MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
_MONTH_OF: Final = {
    name: number
    for number, month in enumerate(_MONTHS, start=1)
    for name in (month, month[:3], month[:4])
}
_MONTH: Final = rf"({'|'.join(sorted(_MONTH_OF, key=len, reverse=True))})\b\.?"
_DAY: Final = r"(\d{1,2})(?:st|nd|rd|th)?"
_DIGITS: Final = str.maketrans(
    "０１２３４５６７８９〇○零一二三四五六七八九", "0123456789000123456789"
)
_HAN_YEAR: Final = re.compile(
    r"([\d０-９〇○零一二三四五六七八九]{4})\s?年\s?"
    r"([\d０-９一二三四五六七八九十]{1,2})\s?月\s?([\d０-９一二三四五六七八九十]{1,3})\s?[日号號]"
)
_ISO: Final = re.compile(r"(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)")
_PACKED: Final = re.compile(r"(?<!\d)(?<!\d\.)(\d{4})(\d\d)(\d\d)(?!\.?\d)")
_DAY_FIRST: Final = re.compile(
    rf"\b{_DAY}(?:\s|-|\sof\s){{1,2}}{_MONTH}[\s,-]{{1,3}}(\d{{4}})\b", re.IGNORECASE
)
_MONTH_FIRST: Final = re.compile(
    rf"\b{_MONTH}\s{{1,2}}{_DAY}[\s,]{{1,3}}(\d{{4}})\b", re.IGNORECASE
)
_NUMERIC: Final = re.compile(r"(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?!\d)")


class DateParameters(Negatable):
    """A date that a response must give."""

    value: str = Field(title="Date", description="As 2026-11-25.")
    order: Literal["either", "day_first", "month_first"] = Field(
        default="either", title="Order in 04/05/2026"
    )

    @field_validator("value")
    @classmethod
    def _is_date(cls, value: str) -> str:
        try:
            return date.fromisoformat(value).isoformat()
        except ValueError as error:
            raise ValueError(Message("a date is written as 2026-11-25")) from error


def dates(text: str, order: str = "either") -> Iterator[date]:
    """The dates of a text, by spelling; those that do not exist are left out.

    Args:
        text: The text.
        order: Which of the first two numbers in ``04/05/2026`` is the day; both are tried where it
            is ``either``.
    """
    for year, month, day in _parts(text, order):
        try:
            yield date(year, month, day)
        except ValueError:
            continue


def _parts(text: str, order: str) -> Iterator[tuple[int, int, int]]:
    yield from ((int(mark[1]), int(mark[3]), int(mark[4])) for mark in _ISO.finditer(text))
    yield from ((int(mark[1]), int(mark[2]), int(mark[3])) for mark in _PACKED.finditer(text))
    yield from (
        (int(mark[1].translate(_DIGITS)), _han_number(mark[2]), _han_number(mark[3]))
        for mark in (_HAN_YEAR.finditer(text) if "年" in text else ())
    )
    names = text.casefold()
    has_months = any(month[:3] in names for month in _MONTHS)
    yield from (
        (int(mark[3]), _MONTH_OF[mark[2].lower()], int(mark[1]))
        for mark in (_DAY_FIRST.finditer(text) if has_months else ())
    )
    yield from (
        (int(mark[3]), _MONTH_OF[mark[1].lower()], int(mark[2]))
        for mark in (_MONTH_FIRST.finditer(text) if has_months else ())
    )
    for mark in _NUMERIC.finditer(text):
        first, second, year = int(mark[1]), int(mark[3]), int(mark[4])
        if order != "month_first":
            yield year, second, first
        if order != "day_first":
            yield year, first, second


def _han_number(text: str) -> int:
    """A number up to 99 in Chinese or plain digits."""
    if "十" not in text:
        return int(text.translate(_DIGITS))
    tens, _, ones = text.partition("十")
    digits = "十" not in ones
    return int((tens or "1").translate(_DIGITS)) * 10 + int(
        (ones or "0").translate(_DIGITS) if digits else 99
    )


def _date(subject: Subject, given: DateParameters) -> Outcome:
    seen: dict[date, None] = {}
    for found in dates(subject.text, given.order):
        if found.isoformat() == given.value:
            yes = Message("Gives the date {date}.", date=given.value)
            return given.outcome(True, yes, yes)
        if len(seen) < 3:
            seen[found] = None
    if not seen:
        no = Message("No date found; {date} expected.", date=given.value)
    else:
        no = Message(
            "Gives {found}; {date} expected.",
            found=joined(day.isoformat() for day in seen),
            date=given.value,
        )
    return given.outcome(False, no, no)


KINDS: Final = (CheckKind("date", "Date", DateParameters, _date),)
