"""Numbers of lists, notes and headings in the ways that documents count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

_ROMAN: Final = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
    (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_LATIN: Final = "abcdefghijklmnopqrstuvwxyz"
_RUSSIAN: Final = "абвгдежзиклмнопрстуфхцчшщыэюя"
_GREEK: Final = "αβγδεζηθικλμνξοπρστυφχψω"
_CHINESE: Final = "〇一二三四五六七八九"
_IROHA: Final = (
    "イロハニホヘトチリヌルヲワカヨタレソツネナラムウ"
    "ヰノオクヤマケフコエテアサキユメミシヱヒモセスン"
)
_AIUEO: Final = (
    "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"
)
_UNITS: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS: Final = (
    "",
    "",
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
)
_ORDINALS: Final = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
_MOST: Final = 100_000


def roman(number: int) -> str:
    """In Roman numerals, small."""
    made = ""
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        made += letters * count
    return made


def _repeated(letters: str) -> Callable[[int], str]:
    """a, b … z, aa, bb …: the letter again for each round."""
    return lambda number: letters[(number - 1) % len(letters)] * ((number - 1) // len(letters) + 1)


def _positional(number: int) -> str:
    """Letters as digits: a, b … z, aa, ab and so on."""
    made = ""
    while number > 0:
        number, place = divmod(number - 1, len(_LATIN))
        made = _LATIN[place] + made
    return made


def _ordinal(number: int) -> str:
    teen = number % 100 in {11, 12, 13}
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _words(number: int) -> str:
    if number < len(_UNITS):
        return _UNITS[number]
    if number < 100:
        tens, units = divmod(number, 10)
        return _TENS[tens] + (f"-{_UNITS[units]}" if units else "")
    hundreds, rest = divmod(number, 100)
    if hundreds >= 10:
        return str(number)
    return f"{_UNITS[hundreds]} hundred" + (f" {_words(rest)}" if rest else "")


def _ordinal_words(number: int) -> str:
    head, hyphen, last = _words(number).rpartition("-")
    if not hyphen:
        head, hyphen, last = _words(number).rpartition(" ")
    ending = _ORDINALS.get(last) or (f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th")
    return head + hyphen + ending


def _counted_chinese(digits: str, ten: str, hundred: str) -> Callable[[int], str]:
    def made(number: int) -> str:
        if number >= 1000:
            return str(number)
        text = ""
        hundreds, rest = divmod(number, 100)
        tens, units = divmod(rest, 10)
        if hundreds:
            text += digits[hundreds] + hundred
            text += digits[0] if units and not tens else ""
        if tens:
            text += ("" if tens == 1 and not hundreds and ten == "十" else digits[tens]) + ten
        return text + (digits[units] if units or not text else "")

    return made


def _enclosed(start: int, most: int) -> Callable[[int], str]:
    return lambda number: chr(start + number - 1) if number <= most else f"({number})"


_COUNTS: Final[dict[str, Callable[[int], str]]] = {
    "decimal": str,
    "decimalZero": "{:02d}".format,
    "decimalHalfWidth": str,
    "decimalFullWidth": lambda number: "".join(chr(ord(digit) + 0xFEE0) for digit in str(number)),
    "decimalFullWidth2": lambda number: "".join(chr(ord(digit) + 0xFEE0) for digit in str(number)),
    "lowerRoman": roman,
    "upperRoman": lambda number: roman(number).upper(),
    "lowerLetter": _repeated(_LATIN),
    "upperLetter": _repeated(_LATIN.upper()),
    "positionalLetter": _positional,
    "ordinal": _ordinal,
    "cardinalText": lambda number: _words(number).capitalize(),
    "ordinalText": lambda number: _ordinal_words(number).capitalize(),
    "hex": "{:X}".format,
    "numberInDash": "- {} -".format,
    "decimalEnclosedCircle": _enclosed(0x2460, 20),
    "decimalEnclosedCircleChinese": _enclosed(0x2460, 20),
    "decimalEnclosedParen": _enclosed(0x2474, 20),
    "decimalEnclosedFullstop": _enclosed(0x2488, 20),
    "ideographEnclosedCircle": _enclosed(0x3280, 10),
    "chineseCounting": _counted_chinese("〇一二三四五六七八九", "十", "百"),
    "chineseCountingThousand": _counted_chinese("零一二三四五六七八九", "十", "百"),
    "taiwaneseCounting": _counted_chinese("〇一二三四五六七八九", "十", "百"),
    "taiwaneseCountingThousand": _counted_chinese("零一二三四五六七八九", "十", "百"),
    "japaneseCounting": _counted_chinese("〇一二三四五六七八九", "十", "百"),
    "koreanCounting": _counted_chinese("영일이삼사오육칠팔구", "십", "백"),
    "chineseLegalSimplified": _counted_chinese("零壹贰叁肆伍陆柒捌玖", "拾", "佰"),
    "ideographDigital": lambda number: "".join(_CHINESE[int(digit)] for digit in str(number)),
    "japaneseDigitalTenThousand": lambda number: "".join(
        _CHINESE[int(digit)] for digit in str(number)
    ),
    "taiwaneseDigital": lambda number: "".join(_CHINESE[int(digit)] for digit in str(number)),
    "ideographTraditional": _repeated("甲乙丙丁戊己庚辛壬癸"),
    "ideographZodiac": _repeated("子丑寅卯辰巳午未申酉戌亥"),
    "russianLower": _repeated(_RUSSIAN),
    "russianUpper": _repeated(_RUSSIAN.upper()),
    "greekLower": _repeated(_GREEK),
    "greekUpper": _repeated(_GREEK.upper()),
    "hebrew2": _repeated("אבגדהוזחטיכלמנסעפצקרשת"),
    "arabicAlpha": _repeated("أبتثجحخدذرزسشصضطظعغفقكلمنهوي"),
    "arabicAbjad": _repeated("أبجدهوزحطيكلمنسعفصقرشتثخذضظغ"),
    "iroha": _repeated(_IROHA),
    "irohaFullWidth": _repeated(_IROHA),
    "aiueo": _repeated(_AIUEO),
    "aiueoFullWidth": _repeated(_AIUEO),
    "ganada": _repeated("가나다라마바사아자차카타파하"),
    "chosung": _repeated("ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"),
    "chicago": lambda number: "*†‡§"[(number - 1) % 4] * ((number - 1) // 4 + 1),
    "none": lambda _: "",
    "bullet": lambda _: "",
}


def counted_as(number: int, way: str) -> str | None:
    """A number as a list counts; None where its way is not known.

    Args:
        number: The number.
        way: ``decimal``, ``upperRoman`` and so on, as Word names them.
    """
    if way not in _COUNTS:
        return None
    if number == 0 and way not in {"none", "bullet"}:
        return "00" if way == "decimalZero" else "0"
    return str(number) if not 0 < number < _MOST else _COUNTS[way](number)
