"""Reads attached PDFs: text in reading order, tables, forms and annotations; shows their pages."""

from xpert_studio.api import Pack, mark

PACK = Pack(
    id="pdf",
    title=mark("PDF documents"),
    order=82,
    readers={
        "application/pdf": "reader:read",
    },
    renderers={
        "application/pdf": "pages:RENDERER",
    },
)
