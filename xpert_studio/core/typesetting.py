"""The process that sets a report as PDF, and a drawing as a picture.

It is ``python -m xpert_studio.core.typesetting``.

What the typesetter takes of memory, some 200 MB a report, it gives back only with its process.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from xpert_studio.core.errors import XpertError
from xpert_studio.core.extras import need
from xpert_studio.core.messages import Message
from xpert_studio.core.processes import TYPESETTER, program, reading_environment

if TYPE_CHECKING:
    from typst import PDFStandard

PDF: Final = "pdf"
"""The extra that has the typesetter."""
_WHOLE: Final = b"1"
_LACKS_FONT: Final = b"0"
_PICTURE: Final = """#set page(width: auto, height: auto, margin: 0pt)
#image(bytes(sys.inputs.page), format: "svg", width: {width}pt)
"""
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
        MissingExtraError: The typesetter is not installed.
        XpertError: The typesetter refused the page, or its process did not start.
    """
    given = {"template": template, "content": content, "timestamp": timestamp}
    remedy = Message("Write it as .html, and print that from a browser.")
    done, message = _set(given)
    if done is None:
        raise XpertError(
            Message("The report could not be set as a PDF: {message}.", message=message),
            remedy=remedy,
        )
    return done[1:], done[:1] == _WHOLE


def set_as_png(svg: str, width: float) -> bytes:
    """Sets a drawing as a picture, in a separate process: no display is needed.

    Args:
        svg: The drawing.
        width: Its width in points, each of which becomes three pixels.

    Raises:
        MissingExtraError: The typesetter is not installed.
        XpertError: The typesetter refused the drawing, or its process did not start.
    """
    done, message = _set({"template": _PICTURE.format(width=width), "content": svg, "ppi": 216})
    if done is None:
        raise XpertError(
            Message("The picture could not be made: {message}.", message=message),
            remedy=Message("Write it as .svg, which every browser shows."),
        )
    return done[1:]


def _set(given: dict[str, object]) -> tuple[bytes | None, str]:
    """What the process writes, with a mark before it; or None, and why."""
    need(PDF)
    try:
        done = subprocess.run(  # noqa: S603 - the program itself, no shell
            program(TYPESETTER),
            input=json.dumps(given).encode("utf-8"),
            capture_output=True,
            cwd=Path(__file__).resolve().parents[2],
            env=reading_environment(),
            creationflags=_NO_WINDOW,
            check=False,
        )
    except OSError as error:
        return None, error.strerror or type(error).__name__
    is_set = not done.returncode and done.stdout[:1] in {_WHOLE, _LACKS_FONT}
    return done.stdout if is_set else None, done.stderr.decode("utf-8", "replace").strip()


def main() -> int:
    """Reads a page on standard input, and writes the result, after a mark, to standard output."""
    from typst import TypstError
    from typst import compile as set_pages

    given = json.loads(sys.stdin.buffer.read())
    template, inputs = given["template"].encode("utf-8"), {"page": given["content"]}
    message = ""
    tried: tuple[tuple[bytes, list[PDFStandard]], ...] = ((_WHOLE, ["ua-1"]), (_LACKS_FONT, []))
    for mark, standards in tried:
        try:
            if "ppi" in given:
                made = set_pages(template, format="png", sys_inputs=inputs, ppi=given["ppi"])
            else:
                made = set_pages(
                    template,
                    format="pdf",
                    sys_inputs=inputs,
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
