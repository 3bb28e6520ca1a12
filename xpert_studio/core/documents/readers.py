"""The reader of each kind of document, which packs bring as ``readers``; of a text, the core's own.

A module is imported when a file of its kind is read.
"""

from __future__ import annotations

from typing import cast

from xpert_studio.core.documents import plain_text
from xpert_studio.core.documents.document import Reader
from xpert_studio.core.packs import find

TEXT = "text/plain"


def reader_of(media_type: str) -> Reader:
    """The reader of a kind of file, by the media type of its content.

    Raises:
        LookupError: No pack brings one.
    """
    found = plain_text.read if media_type == TEXT else find("readers", media_type)
    if found is None:
        raise LookupError(media_type)
    return cast("Reader", found)
