"""The attachments of an assignment or submission, read from its file when they are needed."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from pathlib import Path
from typing import Final

from xpert_studio.core.documents import MAX_BYTES
from xpert_studio.core.errors import ExchangeRefusedError
from xpert_studio.core.exchange.problems import Problems
from xpert_studio.core.exchange.sources import Source, UnreadableError, open_source
from xpert_studio.core.messages import Message

_AHEAD: Final = 16 * 1024 * 1024
"""Bytes that are read while the file is open: each opening goes through the names of all files."""


def bytes_of(source: Source, name: str) -> bytes:
    """One entry of an exchange file; one byte more than the limit where it is too large."""
    with source.open(name) as stream:
        return stream.read(MAX_BYTES + 1)


class FilesOf:
    """Reads attachments by their hashes, fastest in the order of the hashes.

    Args:
        path: The exchange file, which is open only while something is read.
        names: Its attachments by their hashes.
    """

    def __init__(self, path: Path, names: dict[str, str]) -> None:
        self._path = path
        self._names = names
        self._order = sorted(names)
        self._ready: dict[str, bytes] = {}

    def read(self, sha256: str) -> bytes:
        """One file.

        Raises:
            ExchangeRefusedError: The exchange file is gone, or was changed.
        """
        if sha256 not in self._ready:
            self._ready = self._read_from(sha256)
        if sha256 not in self._ready:
            raise ExchangeRefusedError(
                Message(
                    "{path} was removed or changed while it was being imported.",
                    path=self._path.name,
                ),
                remedy="Put it back, and import it again.",
            )
        return self._ready.pop(sha256)

    def _read_from(self, sha256: str) -> dict[str, bytes]:
        """The file and those after it, as far as they are what they were."""
        found: dict[str, bytes] = {}
        if not self._path.exists():
            return found
        left = _AHEAD
        with open_source(self._path, Problems()) as source:
            there = set(source.names)
            for wanted in self._order[bisect_left(self._order, sha256) :]:
                name = self._names[wanted]
                data = _read(source, name) if name in there else b""
                if hashlib.sha256(data).hexdigest() == wanted:
                    found[wanted] = data
                left -= len(data)
                if left <= 0:
                    break
        return found


def _read(source: Source, name: str) -> bytes:
    try:
        return bytes_of(source, name)
    except UnreadableError:
        return b""
