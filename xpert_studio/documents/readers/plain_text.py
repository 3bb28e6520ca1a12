"""Text files, whatever their encoding."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import Final

from xpert_studio.documents.document import Findings, GapReason

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_BINARY: Final = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text file's text.

    Attributes:
        text: The text, without a byte order mark.
        is_sure: Whether its encoding is known, not a guess.
    """

    text: str
    is_sure: bool = True


def decoded(data: bytes) -> Decoded | None:
    """The text of a file; None where it is no text.

    The one place where encodings are told apart.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _text(data, encoding, is_sure=True)
    return _text(data, "utf-8", is_sure=True) or _text(data, "gb18030", is_sure=False)


def _text(data: bytes, encoding: str, *, is_sure: bool) -> Decoded | None:
    try:
        text = data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError:
        return None
    return None if _BINARY.search(text) else Decoded(text, is_sure)


def read(data: bytes, found: Findings) -> str:
    """The text as it is."""
    text = decoded(data)
    if text is None:
        raise UnicodeError
    if not text.is_sure:
        found.gap(GapReason.ENCODING)
    return text.text
