"""Reads an attached file of any kind: its text, its metadata, and what of it cannot be shown."""

from __future__ import annotations

import base64
import json
import subprocess
from pathlib import Path
from typing import Final

from xpert_studio.core.documents import plain_text
from xpert_studio.core.documents.document import Document, Findings, Gap, GapReason, not_read
from xpert_studio.core.documents.media_types import (
    IMAGES,
    SOURCE,
    TEXT,
    WRITTEN,
    media_type_of,
)
from xpert_studio.core.documents.plain_text import storable
from xpert_studio.core.errors import UsageError
from xpert_studio.core.messages import Message
from xpert_studio.core.processes import DOCUMENT, program, reading_environment

MAX_BYTES: Final = 64 * 1024 * 1024
"""Largest file that is attached or read."""
MAX_SECONDS: Final = 30
_PLAIN: Final = frozenset({TEXT, "text/markdown", SOURCE})
_RECORDED: Final = ("audio/", "video/")
_NO_TEXT: Final = ("image/", *_RECORDED)
PACKAGE: Final = Path(__file__).resolve().parents[3]
NO_WINDOW: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""Keeps Windows from opening a console; 0 elsewhere."""


def file_content(path: Path) -> bytes:
    """The content of a file that is to be read.

    Raises:
        UsageError: It cannot be read, is empty or too large.
    """
    try:
        size = path.stat().st_size
        # A pipe has no size, and would keep us waiting.
        data = path.read_bytes() if 0 < size <= MAX_BYTES else b""
    except OSError as error:
        raise UsageError(
            Message("{path} cannot be read: {error}.", path=path, error=error.strerror or error)
        ) from error
    if not 0 < size <= MAX_BYTES:
        raise UsageError(
            Message("{path} is empty or larger than 64 MB.", path=path.name),
            remedy="Choose another.",
        )
    return data


def read_document(data: bytes, media_type: str) -> Document:
    """Reads a file.

    Args:
        data: The file. What it is, is read from its content.
        media_type: What it is said to be: text that is said to be an image (SVG) is not read, and
            a page or letter that was attached as plain text is read as that.
    """
    if len(data) > MAX_BYTES:
        return not_read(GapReason.TOO_LARGE)
    kind = media_type_of(data)
    if kind in IMAGES:
        return _extracted(data, kind)
    if kind is not None and kind.startswith(_RECORDED):
        return not_read(GapReason.FILM if kind.startswith("video/") else GapReason.SOUND)
    if kind is None or media_type.startswith(_NO_TEXT):
        return not_read(GapReason.KIND)
    if kind == TEXT and media_type in WRITTEN:
        kind = media_type
    if kind == TEXT or (kind in WRITTEN and media_type in _PLAIN):
        found = Findings()
        return found.document(plain_text.read(data, found))
    return _extracted(data, kind)


def cleaned(data: bytes) -> bytes | None:
    """A copy of a file without what it says of its making; see ``clean_copy``.

    Returns:
        The copy: the same bytes where nothing is known of the kind; None where the file is damaged.
    """
    kind = media_type_of(data)
    if kind is None or kind.startswith(_RECORDED):
        return data
    try:
        return _worked(data, kind, "clean")
    except (OSError, subprocess.SubprocessError):
        return None


def _extracted(data: bytes, kind: str) -> Document:
    """Reads a file in its own process, which hostile content may slow down or break."""
    try:
        found = json.loads(_worked(data, kind))
    except subprocess.TimeoutExpired:
        return not_read(GapReason.TOO_LARGE)
    except (OSError, ValueError, subprocess.CalledProcessError):
        return not_read(GapReason.UNREADABLE)
    gaps = tuple(_gap(*gap) for gap in found["gaps"])
    picture = base64.b64decode(found["picture"])
    return Document(storable(found["text"]), storable(found["metadata"]), gaps, picture)


def _worked(data: bytes, *arguments: str) -> bytes:
    return subprocess.run(  # noqa: S603 - the program itself, no shell
        [*program(DOCUMENT), *arguments],
        input=data,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=PACKAGE,
        env=reading_environment(),
        timeout=MAX_SECONDS,
        creationflags=NO_WINDOW,
        check=True,
    ).stdout


def _gap(what: str, template: str, values: dict[str, str | int]) -> Gap:
    shown = {
        name: storable(value) if isinstance(value, str) else value for name, value in values.items()
    }
    return Gap(Message(template, **shown), GapReason(what))
