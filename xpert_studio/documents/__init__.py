"""Attached files as text and pictures: what of them a model can be shown, read within bounds.

Everything here is hostile. Documents are read in a process of their own with limits on time and
memory; nothing in them is executed.
"""

from xpert_studio.documents.document import (
    DOCX,
    IMAGES,
    PDF,
    PPTX,
    XLSX,
    Document,
    Gap,
    media_type_of,
)
from xpert_studio.documents.package import unpacked
from xpert_studio.documents.reading import MAX_BYTES, read_document, upright

__all__ = [
    "DOCX",
    "IMAGES",
    "MAX_BYTES",
    "PDF",
    "PPTX",
    "XLSX",
    "Document",
    "Gap",
    "media_type_of",
    "read_document",
    "unpacked",
    "upright",
]
