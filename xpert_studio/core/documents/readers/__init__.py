"""A reader for each kind of document, one module a reader; ``document.Reader`` is what they share.

A module is imported when a file of its kind is read.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from xpert_studio.core.documents.document import Reader

MODULES: Final = {
    "application/pdf": "pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "word",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "workbook",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "slides",
    "application/vnd.ms-excel": "workbook_97",
    "application/vnd.oasis.opendocument.text": "open_text",
    "application/vnd.oasis.opendocument.spreadsheet": "open_workbook",
    "application/vnd.oasis.opendocument.presentation": "open_slides",
    "application/rtf": "rich_text",
    "application/x-ipynb+json": "notebook",
    "application/x-ole-storage": "locked",
    "application/msword": "old_office",
    "application/vnd.ms-powerpoint": "old_office",
    "message/rfc822": "mail",
    "text/html": "web_page",
    "text/plain": "plain_text",
}
"""The reader of each kind of file, by the media type of its content."""


def reader_of(media_type: str) -> Reader:
    """The reader of a kind of file."""
    found: Reader = import_module(f"{__name__}.{MODULES[media_type]}").read
    return found
