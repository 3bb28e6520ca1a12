"""The process that reads one file: ``python -m xpert_studio.core.documents.worker MEDIA_TYPE``.

Takes the file on standard input and writes what was read as JSON; with ``clean`` after the media
type a copy of it without metadata. Its memory and processor time
are limited where the system can do that; the process that started it limits the time.
"""

from __future__ import annotations

import base64
import json
import sys
from contextlib import suppress
from typing import Final

from xpert_studio.core.documents.document import Document, Findings, NotReadError, not_read
from xpert_studio.core.documents.media_types import IMAGES
from xpert_studio.core.documents.readers import reader_of
from xpert_studio.core.streams import keep_output, output

MAX_MEMORY: Final = 2 * 1024**3
MAX_SECONDS: Final = 30


def main() -> None:
    """Reads the document; an exception ends the process without an answer."""
    keep_output()  # what a reader prints is no answer
    limit()
    data = sys.stdin.buffer.read()
    if sys.argv[2:] == ["clean"]:
        from xpert_studio.core.documents.cleaning import clean_copy

        _answer(clean_copy(data, sys.argv[1]))
        return
    found = _read(sys.argv[1], data)
    answer = {
        "text": found.text,
        "metadata": found.metadata,
        "gaps": [(gap.what, gap.where.template, gap.where.values) for gap in found.gaps],
        "picture": base64.b64encode(found.picture).decode("ascii"),
    }
    _answer(json.dumps(answer).encode("ascii"))


def _answer(data: bytes) -> None:
    output().buffer.write(data)
    output().flush()


def _read(media_type: str, data: bytes) -> Document:
    found = Findings()
    try:
        if media_type in IMAGES:
            from xpert_studio.core.documents.pictures import read_image

            return found.image(read_image(data, found))
        return found.document(reader_of(media_type)(data, found))
    except NotReadError as error:
        return not_read(error.what, "\n".join(found.metadata))


def limit() -> None:
    """Limits memory and processor time of this process, where the system can do that."""
    if sys.platform == "win32":
        return
    import resource

    for kind, most in ((resource.RLIMIT_AS, MAX_MEMORY), (resource.RLIMIT_CPU, MAX_SECONDS)):
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, most))


if __name__ == "__main__":
    main()
