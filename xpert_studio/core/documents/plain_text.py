"""Text files, whatever their encoding."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.documents.document import Findings, GapReason
from xpert_studio.core.encodings import encodings_of, has_mark

_START: Final = 8_192
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
    """The text of a file; None where it is no text."""
    if b"\x00" in data[:_START] and not has_mark(data):
        return None
    found = encodings_of(data)
    if found.best.score <= 0 or _BINARY.search(found.best.text):
        return None
    return Decoded(found.best.text, found.is_sure)


def read(data: bytes, findings: Findings) -> str:
    """The text as it is."""
    text = decoded(data)
    if text is None:
        raise UnicodeError
    if not text.is_sure:
        findings.gap(GapReason.ENCODING)
    return text.text


def storable(text: str) -> str:
    """A text without NUL, and with lone surrogates replaced: UTF-8 cannot encode them."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")
