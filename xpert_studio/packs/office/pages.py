"""Pages of Office files as pictures: LibreOffice makes a PDF of them, whose pages are drawn."""

from __future__ import annotations

from typing import Final

from xpert_studio.api.renderers import Gap, GapReason, Message, Rendering
from xpert_studio.core.documents.document import WHOLE
from xpert_studio.core.documents.pages import pages_version, pdf_pages
from xpert_studio.packs.office.conversion import (
    NotConvertedError,
    converted,
    office_version,
    what_is_missing,
)


class OfficePages:
    """The printed pages of an Office file, each on one picture."""

    id: Final = "office"

    @property
    def version(self) -> str:
        """The versions of LibreOffice, and of what draws the pages."""
        return f"{office_version()}, {pages_version()}"

    def missing(self) -> Message | None:
        """LibreOffice, or what cuts it off."""
        return what_is_missing()

    def __call__(self, data: bytes) -> Rendering:
        """Draws the pages."""
        try:
            return pdf_pages(converted(data))
        except NotConvertedError as error:
            return Rendering(gaps=(Gap(WHOLE, GapReason.UNREADABLE),), failure=error.why)


RENDERER: Final = OfficePages()
