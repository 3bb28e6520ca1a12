"""Attached files as text and pictures: what of them a model can be shown, read within bounds.

Everything here is hostile. Documents are read in a process of their own with limits on time and
memory; nothing in them is executed.
"""

from xpert_studio.core.documents.document import Document, Gap, GapReason
from xpert_studio.core.documents.media_types import (
    DOCX,
    ENDINGS,
    IMAGES,
    PDF,
    PPTX,
    UNREAD,
    XLSX,
    media_type_of,
)
from xpert_studio.core.documents.package import unpacked
from xpert_studio.core.documents.reading import MAX_BYTES, cleaned, file_content, read_document

__all__ = [
    "DOCX",
    "ENDINGS",
    "IMAGES",
    "MAX_BYTES",
    "PDF",
    "PPTX",
    "UNREAD",
    "XLSX",
    "Document",
    "Gap",
    "GapReason",
    "cleaned",
    "file_content",
    "media_type_of",
    "read_document",
    "unpacked",
]
