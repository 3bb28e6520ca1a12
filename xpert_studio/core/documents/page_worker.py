"""The process that draws the pages of a PDF: ``python -m xpert_studio.core.documents.page_worker``.

Takes the file on standard input. Writes one line of JSON, ``{"pages": N}`` or ``{"failure": WHY}``,
and then page after page, each as the length of its PNG in four bytes and the PNG: what came before
the process was ended can be used.
"""

from __future__ import annotations

import io
import json
import sys
from typing import BinaryIO, Final

from xpert_studio.core.documents.document import GapReason
from xpert_studio.core.documents.worker import limit
from xpert_studio.core.streams import keep_output, output

MOST_PAGES: Final = 50
LONGEST: Final = 1_568
"""The longer side of a picture, in pixels; models make larger ones smaller."""
MOST_SCALE: Final = 4.0
"""Pixels for a point of the page, at most: small pages are not blown up without bounds."""
MOST_BYTES: Final = 96 * 1024 * 1024
_PASSWORD: Final = 4  # FPDF_ERR_PASSWORD


def main() -> None:
    """Draws the pages; an exception ends the process where it stands."""
    keep_output()
    limit()
    draw(sys.stdin.buffer.read(), output().buffer)
    output().flush()


def draw(data: bytes, out: BinaryIO) -> None:
    """Writes the pages of a PDF to a stream."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
        count = len(document)
    except pypdfium2.PdfiumError as error:
        is_locked = getattr(error, "err_code", None) == _PASSWORD
        why = GapReason.ENCRYPTED if is_locked else GapReason.UNREADABLE
        out.write(json.dumps({"failure": why.value}).encode("ascii") + b"\n")
        return
    document.init_forms()  # what is filled in is part of the page; scripts are not in this build
    out.write(json.dumps({"pages": count}).encode("ascii") + b"\n")
    left = MOST_BYTES
    for number in range(min(count, MOST_PAGES)):
        picture = _drawn(document, number)
        left -= len(picture)
        if left < 0:
            return
        out.write(len(picture).to_bytes(4, "big") + picture)
        out.flush()


def _drawn(document: object, number: int) -> bytes:
    """One page as PNG, without any metadata; empty where it cannot be drawn."""
    import pypdfium2

    made = io.BytesIO()
    try:
        page = document[number]  # type: ignore[index]
        width, height = page.get_size()
        scale = min(LONGEST / max(width, height, 1.0), MOST_SCALE)
        bitmap = page.render(scale=scale, no_smoothtext=False, rev_byteorder=True)
        bitmap.to_pil().convert("RGB").save(made, "PNG")
        page.close()
    except (pypdfium2.PdfiumError, ValueError, OSError, MemoryError):
        return b""
    return made.getvalue()


if __name__ == "__main__":
    main()
