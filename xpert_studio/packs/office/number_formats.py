"""Values of cells as a number format shows them: dates, per cent, currency, fractions.

Dates in a format that follows the machine's region are given as ISO 8601. So are those that name
months or days in another language than English.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation, localcontext
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

GENERAL: Final = "General"
_DATE: Final = "yyyy-mm-dd"
_TIME: Final = "h:mm"
BUILT_IN: Final = {
    0: GENERAL, 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 5: '"$"#,##0_);("$"#,##0)',
    6: '"$"#,##0_);("$"#,##0)', 7: '"$"#,##0.00_);("$"#,##0.00)', 8: '"$"#,##0.00_);("$"#,##0.00)',
    9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 14: _DATE, 15: "d-mmm-yy",
    16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss",
    22: f"{_DATE} {_TIME}", 37: "#,##0_);(#,##0)", 38: "#,##0_);(#,##0)",
    39: "#,##0.00_);(#,##0.00)", 40: "#,##0.00_);(#,##0.00)",
    41: '_(* #,##0_);_(* (#,##0);_(* "-"_)', 42: '_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_)',
    43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_)',
    44: '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_)', 45: "mm:ss", 46: "[h]:mm:ss",
    47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
    **dict.fromkeys((*range(27, 32), 36, *range(50, 55), 57, 58), _DATE),
    **dict.fromkeys((32, 33, 34, 35, 55, 56), _TIME),
}  # fmt: skip
"""Formats by the numbers that files give them without saying what they are."""

_TOKEN: Final = re.compile(
    r'"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]|AM/PM|A/P|上午/下午|General|[yY]+|[mM]+|[dD]+|[hH]+|[sS]+|'
    r"e(?![+-])|[gG]+|[bB]+|0+\.?|E[+-]|.",
    re.IGNORECASE | re.DOTALL,
)
_MONTHS: Final = ("January", "February", "March", "April", "May", "June", "July", "August",
                  "September", "October", "November", "December")  # fmt: skip
_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_CONDITION: Final = re.compile(r"\[(<=|>=|<>|<|>|=)(-?[\d.]+)\]")
_REGION: Final = re.compile(r"\[\$([^\]-]*)(?:-([0-9A-Fa-f]+))?[^\]]*\]")
_ENGLISH: Final = 0x09
_LONGEST: Final = 15
"""Digits that a spreadsheet keeps of a number."""
_MOST_DAYS: Final = 2_958_466
_DIGITS: Final = 700
"""Enough for the largest and the smallest number there is."""
_NOON: Final = 12
_LEAP_BUG: Final = 60
"""The day that the first spreadsheets took for 29 February 1900."""


def shown(value: float | bool | str, code: str, *, from_1904: bool = False) -> str | None:
    """A value as its format shows it; None where the format is not known.

    Args:
        value: The value; of a date the number of days.
        code: The format, as the file has it.
        from_1904: Whether days are counted from 1904.
    """
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    sections = _sections(code)
    if isinstance(value, str):
        return _text(value, sections)
    section, number = _chosen(sections, value)
    tokens = _tokens(section)
    if any(_is_of_dates(token) for token in tokens):
        return _as_date(value, section, tokens, from_1904=from_1904)
    with localcontext(prec=_DIGITS):
        return _as_number(number, section, tokens)


@cache
def _sections(code: str) -> tuple[str, ...]:
    parts, start = [], 0
    for match in _TOKEN.finditer(code):
        if match[0] == ";":
            parts.append(code[start : match.start()])
            start = match.end()
    return (*parts, code[start:])


@cache
def _tokens(section: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(section))


def _text(value: str, sections: Sequence[str]) -> str:
    section = next((part for part in sections if "@" in part), "")
    if len(sections) == 4 and not section:
        section = sections[3]
        return "".join(map(_literal, _tokens(section)))
    if not section or section == "@":
        return value
    return "".join(value if part == "@" else _literal(part) for part in _tokens(section))


def _chosen(sections: Sequence[str], value: float) -> tuple[str, float]:
    """The section for a number, and the number as it stands in it: there the sign is its matter."""
    numeric = [part for part in sections[:3] if "@" not in part] or [GENERAL]
    conditions = [_CONDITION.search(part) for part in numeric]
    if any(conditions):
        for part, condition in zip(numeric, conditions, strict=True):
            if condition is None or _holds(value, condition[1], float(condition[2])):
                return part, value
        return numeric[-1], value
    if value < 0 and len(numeric) > 1:
        return numeric[1], -value
    if value == 0 and len(numeric) > 2:
        return numeric[2], value
    return numeric[0], value


def _holds(value: float, relation: str, limit: float) -> bool:
    return {
        "<": value < limit,
        ">": value > limit,
        "<=": value <= limit,
        ">=": value >= limit,
        "=": value == limit,
        "<>": value != limit,
    }[relation]


def _literal(token: str) -> str:
    """What a token shows that stands for itself."""
    if token.startswith("["):
        match = _REGION.match(token)
        return match[1] if match else ""
    by_sign = {'"': token[1:].removesuffix('"'), "\\": token[1:], "_": " ", "*": ""}
    return by_sign.get(token[:1], token)


def _is_of_dates(token: str) -> bool:
    return (
        token[:1].lower() in set("ymdhsegb") and token[:2].upper() not in {"E+", "E-", "GE"}
    ) or (token.lower().strip("[]") in {"h", "hh", "m", "mm", "s", "ss"} and token.startswith("["))


def moment_of(days: float, *, from_1904: bool) -> datetime | None:
    """The date and time of a number of days; None where there is none."""
    if not 0 <= days < _MOST_DAYS:
        return None
    first = (1904, 1, 1) if from_1904 else (1899, 12, 31 if days < _LEAP_BUG else 30)
    start = datetime(*first)  # noqa: DTZ001 - cells have no zone
    return start + timedelta(milliseconds=round(days * 86_400_000))


def _as_date(value: float, section: str, tokens: Sequence[str], *, from_1904: bool) -> str | None:
    moment = moment_of(value, from_1904=from_1904)
    if moment is None:
        return None
    names = any(token.lower()[:3] in {"mmm", "ddd"} for token in tokens)
    if (names and _is_foreign(section)) or any(token[:1].lower() in "gb" for token in tokens):
        return moment.strftime("%Y-%m-%d %H:%M" if moment.hour or moment.minute else "%Y-%m-%d")
    moment = _rounded(moment, section)
    is_half_day = any(token.upper() in {"AM/PM", "A/P"} for token in tokens)
    made = ""
    for place, token in enumerate(tokens):
        kind = token.lower().strip("[]")
        if token.startswith("[") and kind[:1] in {"h", "m", "s"} and not kind.strip("hms"):
            made += _elapsed(value, kind)
        elif kind[:1] == "m" and _is_minutes(tokens, place):
            made += str(moment.minute).zfill(min(len(kind), 2))
        elif made and token.strip("0") in {"", "."} and token.startswith("0"):
            made += f"{moment.microsecond // 1000:03d}"[: token.count("0")]
        else:
            made += _of_date(moment, token, kind, is_half_day=is_half_day)
    return made.strip()


def _rounded(moment: datetime, section: str) -> datetime:
    """A moment without the fraction of a second that a format does not show."""
    if re.search(r"[sS]\]?\.0", section):
        return moment
    return (moment + timedelta(microseconds=500_000)).replace(microsecond=0)


def _is_foreign(section: str) -> bool:
    regions = [match[2] for match in _REGION.finditer(section) if match[2]]
    return any(
        int(region, 16) & 0xFF != _ENGLISH
        for region in regions
        if region not in {"F800", "F400", "x-sysdate", "x-systime", "f800", "f400"}
    )


def _is_minutes(tokens: Sequence[str], place: int) -> bool:
    """Whether an ``m`` is for minutes: after hours, or before seconds."""
    if len(tokens[place].strip("[]")) > 2:
        return False
    kinds = [token.lower().strip("[]")[:1] for token in tokens if _is_of_dates(token)]
    own = sum(1 for token in tokens[:place] if _is_of_dates(token))
    return kinds[own - 1 : own] == ["h"] or kinds[own + 1 : own + 2] == ["s"]


def _elapsed(value: float, kind: str) -> str:
    seconds = round(value * 86400)
    whole = {"h": seconds // 3600, "m": seconds // 60, "s": seconds}[kind[0]]
    return str(whole).zfill(len(kind))


_NAMES: Final[dict[str, Callable[[datetime], str]]] = {
    "y": lambda moment: f"{moment.year % 100:02d}",
    "yy": lambda moment: f"{moment.year % 100:02d}",
    "mmm": lambda moment: _MONTHS[moment.month - 1][:3],
    "mmmm": lambda moment: _MONTHS[moment.month - 1],
    "mmmmm": lambda moment: _MONTHS[moment.month - 1][0],
    "ddd": lambda moment: _DAYS[moment.weekday()][:3],
    "dddd": lambda moment: _DAYS[moment.weekday()],
    "am/pm": lambda moment: "AM" if moment.hour < _NOON else "PM",
    "a/p": lambda moment: "A" if moment.hour < _NOON else "P",
    "e": lambda moment: str(moment.year),
}


def _of_date(moment: datetime, token: str, kind: str, *, is_half_day: bool) -> str:
    if token.startswith(('"', "\\", "_", "*", "[")):
        return _literal(token)
    if name := _NAMES.get(kind):
        return name(moment)
    hour = (moment.hour % _NOON or _NOON) if is_half_day else moment.hour
    values = {"y": moment.year, "m": moment.month, "d": moment.day, "h": hour, "s": moment.second}
    if kind and not kind.strip(kind[0]) and kind[0] in values:
        return str(values[kind[0]]).zfill(min(len(kind), 2))
    return token


class _Picture(NamedTuple):
    """How a number is written: what stands before it, its places, what stands after it."""

    before: str
    places: str
    after: str


_PLACES: Final = frozenset("0#?.,")


def _as_number(value: float, section: str, tokens: Sequence[str]) -> str | None:
    if not section.strip() and section != GENERAL:
        return ""  # the format shows nothing
    if any(token.upper() == "GENERAL" for token in tokens):
        return "".join(
            general(value) if token.upper() == "GENERAL" else _literal(token) for token in tokens
        ).strip()
    if "/" in tokens:
        return _as_fraction(value, tokens)
    try:
        exact = Decimal(repr(value)) * 100 ** tokens.count("%")
    except InvalidOperation:
        return None
    sign = "-" if exact < 0 else ""
    exact = abs(exact)
    exponent = next((token for token in tokens if token.upper() in {"E+", "E-"}), None)
    if exponent is not None:
        return sign + _as_power(exact, tokens, exponent)
    picture = _picture(tokens)
    written = _written(exact, picture.places)
    if not re.search("[1-9]", written):
        sign = ""
    return re.sub(" +", " ", f"{sign}{picture.before}{written}{picture.after}").strip()


def _picture(tokens: Sequence[str]) -> _Picture:
    """Parts a format at its first and last place; what stands between them stays there."""
    flat = [
        letter
        for token in tokens
        for letter in (token if set(token) <= _PLACES else ["\0" + _literal(token)])
    ]
    places = [place for place, letter in enumerate(flat) if letter in _PLACES]
    if not places:
        return _Picture("".join(letter.lstrip("\0") for letter in flat), "", "")
    first, last = places[0], places[-1]
    return _Picture(
        "".join(letter.lstrip("\0") for letter in flat[:first]),
        "\x01".join(flat[first : last + 1]),
        "".join(letter.lstrip("\0") for letter in flat[last + 1 :]),
    )


def _written(value: Decimal, joined: str) -> str:
    """A number in its places."""
    if not joined:
        return ""
    letters = joined.split("\x01")
    while letters and letters[-1] == ",":
        letters.pop()
        value /= 1000
    point = letters.index(".") if "." in letters else len(letters)
    whole, part = letters[:point], letters[point + 1 :]
    most = sum(letter in "0#?" for letter in part)
    rounded = value.quantize(Decimal(1).scaleb(-most), ROUND_HALF_UP)
    digits, _, decimals = f"{rounded:f}".partition(".")
    digits = ("" if digits == "0" else digits).zfill(sum(letter == "0" for letter in whole))
    if "," in whole and digits:
        digits = f"{int(digits):,}" if len(str(int(digits))) == len(digits) else _parted(digits)
    shown_whole = _filled(digits, whole)
    return shown_whole + ("." if point < len(letters) else "") + _decimals(decimals, part)


def _parted(digits: str) -> str:
    """Digits in threes, with the zeros before them."""
    head = len(digits) % 3 or 3
    return ",".join([digits[:head], *(digits[i : i + 3] for i in range(head, len(digits), 3))])


def _filled(digits: str, places: Sequence[str]) -> str:
    """The digits before the point, with literals between their places as in ``000-0000``."""
    literals = [letter for letter in places if letter.startswith("\0")]
    if not literals:
        return digits
    made: list[str] = []
    left = list(digits)
    for letter in reversed(places):
        if letter.startswith("\0"):
            made.append(letter[1:])
        elif letter != "," and left:
            made.append(left.pop())
    return "".join(left) + "".join(reversed(made))


def _decimals(digits: str, places: Sequence[str]) -> str:
    left = iter(digits)
    text = "".join(
        letter[1:] if letter.startswith("\0") else next(left, "") if letter in "0#?" else ""
        for letter in places
    )
    spare = len(places) - max(
        (i + 1 for i, letter in enumerate(places) if letter in "0\0"), default=0
    )
    while spare and text.endswith("0"):
        text, spare = text[:-1], spare - 1
    return text


def _as_power(value: Decimal, tokens: Sequence[str], mark: str) -> str:
    place = list(tokens).index(mark)
    mantissa = "".join(token for token in tokens[:place] if set(token) <= _PLACES)
    exponent = "".join(tokens[place + 1 :])
    whole = mantissa.partition(".")[0]
    step = max(len(whole.replace(",", "")), 1) if "#" in whole else max(whole.count("0"), 1)
    power = value.adjusted() if value else 0
    power = power - power % step if "#" in whole else power - step + 1
    written = _written(value.scaleb(-power), "\x01".join(mantissa))
    if "#" not in whole and len(written.partition(".")[0]) > step:
        power += 1
        written = _written(value.scaleb(-power), "\x01".join(mantissa))
    sign = "-" if power < 0 else "+" if mark.endswith("+") else ""
    return f"{written}E{sign}{str(abs(power)).zfill(exponent.count('0'))}"


def _as_fraction(value: float, tokens: Sequence[str]) -> str | None:
    place = list(tokens).index("/")
    under = "".join(tokens[place + 1 :]).strip()
    fixed = re.match(r"\d+", under)
    sign, value = ("-", -value) if value < 0 else ("", value)
    has_whole = any("#" in token or "0" in token for token in tokens[: max(place - 1, 0)])
    whole = int(value) if has_whole else 0
    if fixed and int(fixed[0]):
        bottom = int(fixed[0])
        top = round((value - whole) * bottom)
    else:
        most = 10 ** max(under.count("?") + under.count("#"), 1) - 1
        near = Fraction(value - whole).limit_denominator(most)
        top, bottom = near.numerator, near.denominator
    if has_whole and top == bottom:
        whole, top = whole + 1, 0
    if not top:
        return f"{sign}{whole}" if whole or has_whole else "0"
    return f"{sign}{whole} {top}/{bottom}" if whole else f"{sign}{top}/{bottom}"


def general(value: float) -> str:
    """A number without a format: all digits of whole ones, ten of others."""
    if value == int(value) and abs(value) < 10**_LONGEST:
        return str(int(value))
    if not 1e-9 <= abs(value) < 10**_LONGEST:
        mantissa, _, power = f"{value:.5e}".partition("e")
        return f"{mantissa.rstrip('0').rstrip('.')}E{power[0]}{power[1:].lstrip('0').zfill(2)}"
    return f"{Decimal(f'{value:.10g}'):f}".rstrip("0").rstrip(".")
