"""The files of a page under an address of no network, as the browser asks for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote, urlsplit

HOST: Final = "page.invalid"
"""A name that no network has (RFC 6761); a page has storage and workers there as on the web."""

_START: Final = "index.html"
_CHARSET: Final = re.compile(rb"<meta[^>]+charset", re.IGNORECASE)
_HEAD: Final = 4_096
_TYPES: Final = {
    ".html": "text/html", ".htm": "text/html", ".css": "text/css", ".js": "text/javascript",
    ".mjs": "text/javascript", ".json": "application/json", ".svg": "image/svg+xml",
    ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif",
    ".webp": "image/webp", ".avif": "image/avif", ".ico": "image/x-icon", ".woff": "font/woff",
    ".woff2": "font/woff2", ".ttf": "font/ttf", ".otf": "font/otf", ".wasm": "application/wasm",
    ".txt": "text/plain", ".md": "text/plain", ".csv": "text/csv", ".xml": "text/xml",
    ".mp4": "video/mp4", ".webm": "video/webm", ".mp3": "audio/mpeg", ".wav": "audio/wav",
}  # fmt: skip
"""By ending: not asked of the computer, whose answers differ."""


@dataclass(frozen=True, slots=True)
class Site:
    """A page with its files.

    Attributes:
        files: By path, with ``/`` between its parts.
        start: The path of the page.
    """

    files: Mapping[str, bytes]
    start: str = _START

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"https://{HOST}/{self.start}"

    def at(self, address: str) -> tuple[bytes, str] | None:
        """What is at an address, with its content type; None where nothing of ours is."""
        parts = urlsplit(address)
        if parts.scheme != "https" or parts.netloc != HOST:
            return None
        path = unquote(parts.path).lstrip("/")
        if not path or path.endswith("/"):
            path += _START
        content = self.files.get(path)
        return None if content is None else (content, _type_of(path, content))


def one_page(data: bytes) -> Site:
    """A page without other files."""
    return Site({_START: data})


def site_in(files: Mapping[str, bytes]) -> Site | None:
    """The page in a folder: ``index.html``, the one that lies highest; None where there is none."""
    found = sorted(
        (path for path in files if PurePosixPath(path).name.lower() in {_START, "index.htm"}),
        key=lambda path: (path.count("/"), path),
    )
    return Site(files, found[0]) if found else None


def _type_of(path: str, content: bytes) -> str:
    found = _TYPES.get(PurePosixPath(path).suffix.lower(), "application/octet-stream")
    if found.startswith("text/") and not _CHARSET.search(content[:_HEAD]):
        try:
            content.decode("utf-8")
        except UnicodeDecodeError:
            return found
        return f"{found}; charset=utf-8"
    return found
