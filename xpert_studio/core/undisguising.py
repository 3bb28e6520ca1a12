"""Undoes what disguises a text.

Letters that look like others, marks on letters, invisible characters, wide and styled letters,
escapes, and passages in base64, hexadecimal or binary digits are put in plain lower-case letters,
so that two ways to write the same compare as equal. Accents are lost by it, and Cyrillic letters
become the Latin ones they look like: a word list to compare with is written in ``plain_letters``.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

# Default_Ignorable_Code_Point in Unicode's DerivedCoreProperties.txt.
INVISIBLE: Final = (
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5),
    (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164),
    (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
WIDE: Final = (0xFF01, 0xFF5E)
"""Full-width forms of the visible ASCII characters, in their order."""

_MARKS: Final = (
    (0x300, 0x36F),
    (0x483, 0x489),
    (0x1AB0, 0x1AFF),
    (0x1DC0, 0x1DFF),
    (0x20D0, 0x20FF),
    (0xFE20, 0xFE2F),
)
"""Accents, strokes and the like, put on the letter before."""
_ACCENTED: Final = ((0xC0, 0x24F), (0x370, 0x52F), (0x1E00, 0x1FFF))
_LETTERED: Final = ((0x1F130, 26), (0x1F150, 26), (0x1F170, 26), (0x1F1E6, 26))
"""Letters in circles, squares and flags, from A to Z."""
_TAGS: Final = re.compile("[\U000e0020-\U000e007e]+")
"""Invisible copies of the ASCII characters, 0xE0000 behind them."""
_CYRILLIC: Final = ("авекмнорстухіјѕӏһԁԛԝ", "abekmhopctyxijslhdqw")
_GREEK: Final = ("αβεικνορτυχηγωΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abeikvoptuxnywABEZHIKMNOPTYX")
_LATIN: Final = (
    "ıɑɡɩøłđħŧᴀʙᴄᴅᴇғɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ",
    "iagioldhtabcdefghijklmnopqrstuvwyz",
)
_LAST: Final = 0xE1000
_BASIC: Final = 0x10000
"""All letters that look like others are below."""
_ASCII: Final = bytes(range(128))
_FEW_SIGNS: Final = 16
"""So many kinds of other signs are replaced one after the other, faster than through a table."""
_ALONE: Final = re.compile("[\u00a0-\u024f\u2010-\u20cf\u2100-\u2bff]*")
"""Signs that never merge with what stands before them, so that each can be read alone."""
_ODD_LETTERS: Final = re.compile(
    rf"[A-Za-z][\u0400-\u04ff]|[\u0400-\u04ff][A-Za-z]|[A-Za-z]{{2}}[{_GREEK[0]}]"
    rf"|[{_GREEK[0]}][A-Za-z]{{2}}|[\uff21-\uff3a\uff41-\uff5a]{{4}}|[\U0001d400-\U0001d7ff]{{4}}"
    r"|[\u0330-\u0338\u0346-\u034e]|[\u0300-\u036f]{3}"
)
"""What is written so only by who wants it to be read otherwise by a program."""

ESCAPE: Final = re.compile(
    r"""
    [\\%&](?:  # one set to look for: three times as fast as three beginnings
        (?<=\\)(?<!\\\\)\\*+(?:
            u(?P<a>[0-9a-fA-F]{4}) | u\{(?P<b>[0-9a-fA-F]{1,6})\} | U(?P<c>[0-9a-fA-F]{8})
            | x(?P<d>[0-9a-fA-F]{2}) | (?P<octal>[01][0-7]{2}) | [nrtbfv0/"'])
        | (?<=%)(?:u(?P<e>[0-9a-fA-F]{4}) | (?P<f>[0-9a-fA-F]{2}))
        | (?<=&)(?:\#(?:[xX](?P<g>[0-9a-fA-F]{1,8}) | (?P<decimal>[0-9]{1,8}));?
            | (?P<entity>[A-Za-z]{2,24};))
    )
    """,
    re.VERBOSE,
)
"""A character written as an escape of JSON, an address or HTML."""

_SHORTEST: Final = 24
_MOST_PASSAGES: Final = 50
_PASSAGE: Final = re.compile(
    r"(?P<bits>\b[01]{8}(?:[\s,]*[01]{8}\b){5,})"
    r"|(?P<hex>\b(?:0x)?[0-9A-Fa-f]{2}(?:[\s,:;]*(?:0x)?[0-9A-Fa-f]{2}){11,}\b)"
    r"|(?P<base64>(?:(?:[A-Za-z0-9+/]{76}\r?\n)+|(?:[A-Za-z0-9+/]{64}\r?\n)+)[A-Za-z0-9+/]{1,76}={0,2}$"
    rf"|[A-Za-z0-9+/]{{{_SHORTEST},}}={{0,2}})",
    re.MULTILINE,
)
_RUNS: Final = (
    rb"[A-Za-z0-9+/]{%d}" % _SHORTEST,
    rb"[0-9A-Fa-f]{2}(?:[ ,:;][0-9A-Fa-f]{2}){5}",
    rb"[0-9A-Fa-f]{8}(?:[ ,:;][0-9A-Fa-f]{8}){2}",
)
"""What coded passages have in UTF-8, as expressions of RE2."""
_ESCAPES: Final = ("\\u", "\\x", "&#", "%2")
_CODED: Final = (*_RUNS, _TAGS.pattern.encode(), *(re.escape(sign.encode()) for sign in _ESCAPES))
"""What a text has in which ``decoded`` finds anything."""


def any_of(expressions: Iterable[bytes]) -> Callable[[bytes], object]:
    """Tells whether one of some expressions matches anywhere in a text, in UTF-8.

    RE2 looks for all of them in one pass, for which ``re`` takes ten times as long.
    """
    import re2

    found: Callable[[bytes], object] = re2.compile(b"|".join(expressions)).search
    return found


def is_disguised(text: str) -> bool:
    """Whether a text has look-alikes, wide, styled or struck-out letters, or coded passages."""
    has_odd_letters = not text.isascii() and _ODD_LETTERS.search(text) is not None
    return has_odd_letters or next(_passages(text), None) is not None


def plain_letters(text: str) -> str:
    """A text in lower case, each letter as the plain one that it looks like.

    Args:
        text: The text; white space and punctuation remain.
    """
    if text.isascii():
        return text.lower()
    signs = other_signs(text)
    if len(signs) > _FEW_SIGNS or not _ALONE.fullmatch("".join(signs)):
        return _plain(text).casefold()
    plain = "".join(map(_plain_sign, signs))
    for sign in signs:
        text = text.replace(sign, _plain_sign(sign))
    if plain.casefold() == _small(plain):
        return _small(text)
    return text.casefold()


def _small(text: str) -> str:
    """A text with the ASCII letters in lower case; far faster than with all."""
    return text.encode().lower().decode()


def other_signs(text: str) -> set[str]:
    """The characters of a text that are not ASCII."""
    data = text.encode("utf-8", "surrogatepass").translate(None, _ASCII)
    return {*data.decode("utf-8", "surrogatepass")}


def decoded(text: str) -> list[str]:
    """What a text says in escapes, invisible copies of letters, base64, hexadecimal and bits.

    Args:
        text: The text; of very many passages the first are read.
    """
    if not _may_be_coded()(text.encode("utf-8", "surrogatepass")):
        return []
    found = [saying for _, _, saying in _passages(text)]
    if not text.isascii() and (hidden := "".join(_TAGS.findall(text))):
        found.append("".join(chr(ord(char) - 0xE0000) for char in hidden))
    return [saying for saying in (*found, _without_escapes(text)) if saying]


def undisguised(text: str) -> str:
    """A text with its coded passages read, in plain letters.

    Args:
        text: The text as it was written.
    """
    parts, done = [], 0
    for begin, end, saying in _passages(text):
        parts += [text[done:begin], saying]
        done = end
    return plain_letters("".join([*parts, text[done:]]))


@cache
def _may_be_coded() -> Callable[[bytes], object]:
    return any_of(_CODED)


@cache
def _may_have_passages() -> Callable[[bytes], object]:
    return any_of(_RUNS)


def escaped_character(match: re.Match[str]) -> str:
    """What a match of ``ESCAPE`` stands for; itself where that is no character."""
    told = match.lastgroup
    if told is None:  # a line break, a quote
        return " "
    if told == "entity":
        return html.unescape(match.group())
    base = {"octal": 8, "decimal": 10}.get(told, 16)
    code = int(match[told], base)
    return chr(code) if code <= sys.maxunicode else match.group()


def _without_escapes(text: str) -> str:
    """A text with numbered characters and entities written out; empty where there are none."""
    if any(map(text.__contains__, _ESCAPES)):
        return ESCAPE.sub(escaped_character, text)
    return ""


def _passages(text: str) -> Iterator[tuple[int, int, str]]:
    """Where coded passages begin and end, and what they say."""
    if not _may_have_passages()(text.encode("utf-8", "surrogatepass")):
        return
    for count, match in enumerate(_PASSAGE.finditer(text)):
        if count == _MOST_PASSAGES:
            return
        saying = _said(match)
        if saying is not None:
            yield *match.span(), saying


def _said(match: re.Match[str]) -> str | None:
    """What a coded passage says; None where it says nothing that can be read."""
    written = re.sub(r"0x|[\s,:;]", "", match.group())
    try:
        if match.lastgroup == "bits":
            data = int(written, 2).to_bytes(len(written) // 8)
        elif match.lastgroup == "hex":
            data = bytes.fromhex(written)
        else:
            written = written.rstrip("=")
            data = base64.b64decode(written + "=" * (-len(written) % 4), validate=True)
        said = data.decode("utf-8")
    except (binascii.Error, ValueError):
        return None
    return said if all(char.isprintable() or char.isspace() for char in said) else None


@lru_cache(maxsize=1024)
def _plain_sign(sign: str) -> str:
    return _plain(sign)


def _plain(text: str) -> str:
    seen = _mapped(text, _visible_table())
    return _mapped(unicodedata.normalize("NFKC", seen), _letter_table())


def _mapped(text: str, table: npt.NDArray[np.uint32]) -> str:
    """A text with each character replaced by the table; those that it gives 0 are left out."""
    import numpy as np

    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    found = np.where(codes < _LAST, table[np.minimum(codes, _LAST - 1)], codes)
    return found[found > 0].tobytes().decode("utf-32-le", "surrogatepass")


@cache
def _visible_table() -> npt.NDArray[np.uint32]:
    """By code: the character without a wide form; 0 for what cannot be seen."""
    import numpy as np

    table = np.arange(_LAST, dtype=np.uint32)
    table[WIDE[0] : WIDE[1] + 1] -= WIDE[0] - ord("!")
    for first, count in _LETTERED:
        table[first : first + count] = np.arange(count) + ord("a")
    for low, high in INVISIBLE:
        table[low : high + 1] = 0
    return table


@cache
def _letter_table() -> npt.NDArray[np.uint32]:
    """By code: the letter without accents that it looks like; 0 for marks on letters."""
    import numpy as np

    table = np.arange(_LAST, dtype=np.uint32)
    for low, high in _ACCENTED:
        for code in range(low, high + 1):
            table[code] = ord(unicodedata.normalize("NFKD", chr(code))[0])
    for low, high in _MARKS:
        table[low : high + 1] = 0
    basic = table[:_BASIC]
    for letters, alike in (_CYRILLIC, _GREEK, _LATIN):
        for letter, plain in zip(letters, alike, strict=True):
            basic[basic == ord(letter)] = ord(plain)
            if letter.upper() not in letters and len(letter.upper()) == 1:
                basic[basic == ord(letter.upper())] = ord(plain)
    return table
