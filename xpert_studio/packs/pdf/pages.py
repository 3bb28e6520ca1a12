"""Pages of attached PDFs as pictures."""

from __future__ import annotations

from typing import Final

from xpert_studio.api.renderers import Message, Rendering
from xpert_studio.core.documents.pages import pages_version, pdf_pages


class PdfPages:
    """The pages of a PDF, each on one picture."""

    id: Final = "pdf"

    @property
    def version(self) -> str:
        """The version of the library that draws."""
        return pages_version()

    def missing(self) -> Message | None:
        """Nothing: the library comes with the program."""
        return None

    def __call__(self, data: bytes) -> Rendering:
        """Draws the pages."""
        return pdf_pages(data)


RENDERER: Final = PdfPages()
