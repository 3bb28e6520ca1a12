"""The process that reads one document: ``python -m xpert_studio.documents.worker MEDIA_TYPE``.

Takes the file on standard input and writes what was read as JSON. Its memory and processor time
are limited where the system can do that; the process that started it limits the time.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from xpert_studio.documents.document import DOCX, PDF, PPTX, XLSX, Document
from xpert_studio.documents.office import read_slides, read_word, read_workbook
from xpert_studio.documents.pdf import read_pdf

MAX_MEMORY: Final = 2 * 1024**3
MAX_SECONDS: Final = 30
READERS: Final[dict[str, Callable[[bytes], Document]]] = {
    PDF: read_pdf,
    DOCX: read_word,
    XLSX: read_workbook,
    PPTX: read_slides,
}


def main() -> None:
    """Reads the document; an exception ends the process without an answer."""
    _limit()
    found = READERS[sys.argv[1]](sys.stdin.buffer.read())
    sys.stdout.buffer.write(json.dumps(dataclasses.asdict(found)).encode("ascii"))


def _limit() -> None:
    if sys.platform == "win32":
        return
    import resource

    for kind, most in ((resource.RLIMIT_AS, MAX_MEMORY), (resource.RLIMIT_CPU, MAX_SECONDS)):
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, most))


if __name__ == "__main__":
    main()
