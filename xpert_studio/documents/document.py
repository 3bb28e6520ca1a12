"""What reading an attached file gives."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

MAX_CHARS: Final = 200_000
"""Longest text taken from one file, in characters."""


class Gap(StrEnum):
    """Why a model is not shown a file, or not all of it."""

    KIND = "a kind of file that cannot be shown"
    UNREADABLE = "damaged or unreadable"
    TOO_LARGE = "too large to read"
    ENCRYPTED = "encrypted"
    NO_TEXT = "pages without a text layer"
    PICTURES = "pictures or charts inside it are not shown"
    SHORTENED = "only its beginning is shown"
    TEXT_ONLY = "this judge reads the text of responses only"


@dataclass(frozen=True, slots=True)
class Document:
    """A file that was read.

    Attributes:
        text: Its text; empty for pictures and where there is none.
        metadata: What its properties say (author, program, title), one a line.
        gap: What of it is not shown; None where text or picture is the whole.
        is_picture: Whether it is an image that can be decoded.
    """

    text: str = ""
    metadata: str = ""
    gap: Gap | None = None
    is_picture: bool = False


def document(text: str, metadata: str = "", gap: Gap | None = None) -> Document:
    """A document of a text, cut to ``MAX_CHARS``."""
    if len(text) > MAX_CHARS:
        return Document(text[:MAX_CHARS], metadata, Gap.SHORTENED)
    return Document(text, metadata, gap)
