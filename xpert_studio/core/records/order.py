"""The order of a rubric's lines: a key between any two others can always be made.

A position is a whole number, or a key: a letter that says how many digits follow, the digits of a
whole number, and digits to base 62 of a fraction. The order of keys as texts is that of the
numbers, so that a line is put between two others without a change to either of them.
"""

from __future__ import annotations

import re
import string
from typing import Annotated, Final

from pydantic import GetCoreSchemaHandler, ValidatorFunctionWrapHandler
from pydantic_core import CoreSchema, core_schema

_DIGITS: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase
_BASE: Final = len(_DIGITS)
_KEY: Final = re.compile(r"(?P<head>[H-Za-s])(?P<rest>[0-9A-Za-z]{1,127})", re.ASCII)
_COMPLEMENT: Final = str.maketrans(string.digits, string.digits[::-1])


def _whole_key(number: int) -> str:
    if number < 0:
        digits = str(-number - 1)
        return chr(ord("Z") + 1 - len(digits)) + digits.translate(_COMPLEMENT)
    digits = str(number)
    return chr(ord("a") - 1 + len(digits)) + digits


def _parts(key: str) -> tuple[int, str]:
    """The whole number of a key, and the digits of its fraction.

    Raises:
        ValueError: It is no key.
    """
    found = _KEY.fullmatch(key)
    if found is None:
        raise ValueError("is no key of an order")
    head, rest = found["head"], found["rest"]
    is_negative = head <= "Z"
    size = ord("Z") + 1 - ord(head) if is_negative else ord(head) - ord("a") + 1
    digits, fraction = rest[:size], rest[size:]
    number = int(digits.translate(_COMPLEMENT) if is_negative else digits)
    number = -number - 1 if is_negative else number
    if _whole_key(number) + fraction != key or fraction.endswith("0"):
        raise ValueError("is no key of an order")
    return number, fraction


def order_key(position: int | str) -> str:
    """The key of a position; texts in their order are positions in theirs."""
    return position if isinstance(position, str) else _whole_key(position)


def position_of(key: str) -> int | str:
    """The position of a key: a whole number from 0 where it is one, else the key.

    Raises:
        ValueError: It is no key.
    """
    number, fraction = _parts(key)
    return key if fraction or number < 0 else number


class _Positions:
    """Validates positions: a whole number as such, a text as a key."""

    @classmethod
    def __get_pydantic_core_schema__(
        cls,
        source: object,
        handler: GetCoreSchemaHandler,
    ) -> CoreSchema:
        def checked(value: object, as_number: ValidatorFunctionWrapHandler) -> int | str:
            is_key = isinstance(value, str) and value[:1].isalpha()
            return position_of(str(value)) if is_key else int(as_number(value))

        return core_schema.no_info_wrap_validator_function(
            checked,
            core_schema.int_schema(ge=0),
            serialization=core_schema.simple_ser_schema("any"),
        )


Position = Annotated[int | str, _Positions]
"""A place in an order: a whole number from 0, or a key between two others."""


def _middle(low: str, high: str) -> str:
    """Digits of a fraction between two others; an empty ``high`` is 1."""
    shared = 0
    while shared < len(high) and (low[shared : shared + 1] or "0") == high[shared]:
        shared += 1
    if shared:
        return high[:shared] + _middle(low[shared:], high[shared:])
    first = _DIGITS.index(low[0]) if low else 0
    last = _DIGITS.index(high[0]) if high else _BASE
    if last - first > 1:
        return _DIGITS[(first + last) // 2]
    return high[0] if len(high) > 1 else _DIGITS[first] + _middle(low[1:], "")


def _between(low: str, high: str) -> str:
    number, fraction = _parts(low)
    above, beyond = _parts(high)
    if above - number > 1:
        return _whole_key((number + above) // 2)
    if above > number:
        return _whole_key(above) if beyond else _whole_key(number) + _middle(fraction, "")
    return _whole_key(number) + _middle(fraction, beyond)


def keys_between(low: str | None, high: str | None, count: int) -> list[str]:
    """So many keys in their order after ``low`` and before ``high``; None is no bound."""
    if count == 0:
        return []
    if low is None or high is None:
        first = 0
        if low is not None:
            first = _parts(low)[0] + 1
        elif high is not None:
            number, fraction = _parts(high)
            first = number + bool(fraction) - count
        return [_whole_key(first + place) for place in range(count)]
    middle = _between(low, high)
    return [
        *keys_between(low, middle, count // 2),
        middle,
        *keys_between(middle, high, count - count // 2 - 1),
    ]
