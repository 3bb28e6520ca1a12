"""The reader of each kind of document, which packs bring as ``readers``; of a text, the core's own.

A module is imported when a file of its kind is read.
"""

from __future__ import annotations

from typing import cast

from xpert_studio.core.documents import plain_text
from xpert_studio.core.documents.document import Reader
from xpert_studio.core.packs import brought, find, packs

TEXT = "text/plain"


def is_read_by_others(media_type: str) -> bool:
    """Whether a pack from outside reads a kind of file, in place of the program if that does."""
    return any(pack.origin and media_type in pack.readers for pack in packs())


def _brought(media_type: str) -> object:
    elsewhere = (pack for pack in packs() if pack.origin and media_type in pack.readers)
    made = (one for pack in elsewhere for one in brought(pack, "readers", media_type))
    return next(made, None) or find("readers", media_type)


def reader_of(media_type: str) -> Reader:
    """The reader of a kind of file, by the media type of its content.

    Raises:
        LookupError: No pack brings one.
    """
    found = plain_text.read if media_type == TEXT else _brought(media_type)
    if found is None:
        raise LookupError(media_type)
    return cast("Reader", found)
