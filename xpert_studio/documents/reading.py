"""Reads an attached file of any kind: its text, its metadata, and what of it cannot be shown."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

from xpert_studio.documents.document import Document, Gap, document
from xpert_studio.documents.media_types import DOCX, IMAGES, PDF, PPTX, XLSX, media_type_of
from xpert_studio.documents.pictures import read_picture

MAX_BYTES: Final = 64 * 1024 * 1024
"""Largest file that is attached or read."""
MAX_SECONDS: Final = 30
_EXTRACTED: Final = frozenset({PDF, DOCX, XLSX, PPTX})
_NO_TEXT: Final = ("image/", "audio/", "video/")
_PACKAGE: Final = Path(__file__).resolve().parents[2]
_NO_WINDOW: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""Keeps Windows from opening a console; 0 elsewhere."""


def read_document(data: bytes, media_type: str) -> Document:
    """Reads a file.

    Args:
        data: The file. What it is, is read from its content.
        media_type: What it is said to be: text that is said to be an image (SVG) is not read.
    """
    if len(data) > MAX_BYTES:
        return Document(gap=Gap.TOO_LARGE)
    kind = media_type_of(data)
    if kind in IMAGES:
        return read_picture(data)
    if kind is not None and kind in _EXTRACTED:
        return _extracted(data, kind)
    if kind is None or media_type.startswith(_NO_TEXT):
        return Document(gap=Gap.KIND)
    return document(data.decode("utf-8-sig"))


def _extracted(data: bytes, kind: str) -> Document:
    """Reads a document in a process of its own, which hostile content may slow down or break."""
    try:
        done = subprocess.run(  # noqa: S603 - the program itself, no shell
            [sys.executable, "-m", f"{__package__}.worker", kind],
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=_PACKAGE,
            timeout=MAX_SECONDS,
            creationflags=_NO_WINDOW,
            check=True,
        )
        found = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return Document(gap=Gap.TOO_LARGE)
    except (OSError, ValueError, subprocess.CalledProcessError):
        return Document(gap=Gap.UNREADABLE)
    gap = Gap(found["gap"]) if found["gap"] else None
    return Document(_storable(found["text"]), _storable(found["metadata"]), gap)


def _storable(text: str) -> str:
    """A text without NUL, and with lone surrogates replaced: UTF-8 cannot encode them."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")
