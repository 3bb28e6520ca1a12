"""Pages of a PDF as pictures, drawn in a process of their own: what it holds is hostile."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any, Final

from xpert_studio.core.documents.document import WHOLE, Gap, GapReason
from xpert_studio.core.documents.reading import NO_WINDOW, PACKAGE
from xpert_studio.core.documents.rendering import Picture, Rendering
from xpert_studio.core.messages import Message
from xpert_studio.core.processes import PAGES, program, reading_environment

MAX_SECONDS: Final = 60
_PNG: Final = b"\x89PNG\r\n\x1a\n"


def pages_version() -> str:
    """The version of what draws pages."""
    return f"pypdfium2 {version('pypdfium2')}"


def pdf_pages(data: bytes, *, seconds: float = MAX_SECONDS) -> Rendering:
    """The pages of a PDF.

    Args:
        data: The file.
        seconds: So long all pages may take; those that are drawn by then are there.
    """
    try:
        done = subprocess.run(  # noqa: S603 - the program itself, no shell
            program(PAGES),
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=PACKAGE,
            env=reading_environment(),
            timeout=seconds,
            creationflags=NO_WINDOW,
            check=False,
        ).stdout
    except subprocess.TimeoutExpired as error:
        done = error.stdout or b""
    except OSError:
        done = b""
    head, _, rest = done.partition(b"\n")
    found = _said(head)
    count = found.get("pages")
    if not isinstance(count, int):
        return _failed(
            GapReason.ENCRYPTED
            if found.get("failure") == GapReason.ENCRYPTED.value
            else GapReason.UNREADABLE
        )
    drawn = list(_pictures(rest))
    pictures = tuple(
        Picture(one, Message("page {n}", n=number))
        for number, one in enumerate(drawn, start=1)
        if one
    )
    if not pictures:
        return _failed(GapReason.TOO_LARGE)
    lost = [n for n, one in enumerate(drawn, start=1) if not one]
    gaps = [Gap(Message("page {n}", n=n), GapReason.UNREADABLE) for n in lost]
    if len(drawn) < count:
        where = Message("pages {first} to {last}", first=len(drawn) + 1, last=count)
        gaps.append(Gap(where, GapReason.PAGES))
    return Rendering(pictures, tuple(gaps), facts={"pages": count})


def _said(head: bytes) -> dict[str, Any]:
    try:
        found = json.loads(head)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _failed(why: GapReason) -> Rendering:
    return Rendering(gaps=(Gap(WHOLE, why),), failure=Message(why.value))


def _pictures(data: bytes) -> Iterator[bytes]:
    """The pictures that came whole; empty where a page could not be drawn."""
    place = 0
    while place + 4 <= len(data):
        end = place + 4 + int.from_bytes(data[place : place + 4], "big")
        picture = data[place + 4 : end]
        if end > len(data) or (picture and not picture.startswith(_PNG)):
            return
        yield picture
        place = end
