"""The process that sets a report as PDF: ``python -m xpert_studio.core.typesetting``.

What the typesetter takes of memory, some 200 MB a report, it gives back only with its process.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from xpert_studio.core.errors import XpertError
from xpert_studio.core.messages import Message
from xpert_studio.core.processes import TYPESETTER, program, reading_environment

if TYPE_CHECKING:
    from typst import PDFStandard

_WHOLE: Final = b"1"
_LACKS_FONT: Final = b"0"
_NO_WINDOW: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""Keeps Windows from opening a console; 0 elsewhere."""


def set_as_pdf(template: str, content: str, timestamp: int) -> tuple[bytes, bool]:
    """Sets pages in a process of their own.

    Args:
        template: The template, in the typesetter's language.
        content: The page as JSON, which the template reads.
        timestamp: When it was made, in seconds since 1970: the same input, the same bytes.

    Returns:
        The PDF, and whether it is as accessible as PDF/UA-1 asks, which no page is with characters
        that no font has.

    Raises:
        XpertError: The typesetter refused the page, or its process did not start.
    """
    given = json.dumps({"template": template, "content": content, "timestamp": timestamp})
    try:
        done = subprocess.run(  # noqa: S603 - the program itself, no shell
            program(TYPESETTER),
            input=given.encode("utf-8"),
            capture_output=True,
            cwd=Path(__file__).resolve().parents[2],
            env=reading_environment(),
            creationflags=_NO_WINDOW,
            check=False,
        )
        message = done.stderr.decode("utf-8", "replace").strip()
    except OSError as error:
        done, message = None, error.strerror or type(error).__name__
    if done is None or done.returncode or done.stdout[:1] not in {_WHOLE, _LACKS_FONT}:
        raise XpertError(
            Message("The report could not be set as a PDF: {message}.", message=message),
            remedy=Message("Write it as .html, and print that from a browser."),
        )
    return done.stdout[1:], done.stdout[:1] == _WHOLE


def main() -> int:
    """Reads a page on standard input, and writes the PDF, after a mark, to standard output."""
    from typst import TypstError
    from typst import compile as set_pages

    given = json.loads(sys.stdin.buffer.read())
    message = ""
    tried: tuple[tuple[bytes, list[PDFStandard]], ...] = ((_WHOLE, ["ua-1"]), (_LACKS_FONT, []))
    for mark, standards in tried:
        try:
            made = set_pages(
                given["template"].encode("utf-8"),
                format="pdf",
                sys_inputs={"page": given["content"]},
                pdf_standards=standards,
                timestamp=given["timestamp"],
            )
        except TypstError as error:
            message = error.message
            continue
        sys.stdout.buffer.write(mark + made)
        return 0
    sys.stderr.buffer.write(message.encode("utf-8", "replace"))
    return 1


if __name__ == "__main__":
    sys.exit(main())
