"""Renders many files one after the other, and looks at what is left of it."""

from __future__ import annotations

import ctypes
import io
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image

from tests.documents_made import pdf
from tests.packs.office.office_made import opendocument
from tests.packs.web_pages.browsers import page
from xpert_studio.core.documents import read_document
from xpert_studio.core.documents.media_types import HTML, ODT, PDF
from xpert_studio.core.records import Attachment, bytes_hash
from xpert_studio.core.workflow.media import can_render, rendered
from xpert_studio.packs.code.sandbox import watch

_SUBREAPER = 36
"""``PR_SET_CHILD_SUBREAPER`` of Linux: whose parent ends becomes a child of this process."""
_WARM = 10
_MEGABYTE = 1024


@dataclass
class Left:
    """What many renders came to.

    Attributes:
        files: How many files were rendered, by kind.
        failures: Why there is no picture of a file.
        processes: Command lines of processes that live on.
        folders: What is left in the folder for temporary files.
        memory: Of this process after each file, in MB.
        pictures: How many there are.
    """

    files: dict[str, int] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    processes: list[str] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    pictures: int = 0

    @property
    def growth(self) -> float:
        """How much more memory is used at most than once all was imported, in MB."""
        after = self.memory[_WARM:]
        return max(after, default=0.0) - self.memory[min(_WARM, len(self.memory)) - 1]


def render_many(count: int) -> Left:
    """Renders so many files: mostly web pages and images, some documents."""
    with _orphans_are_ours():
        return _render_each(count)


@contextmanager
def _orphans_are_ours() -> Iterator[None]:
    """Makes what loses its parent a child of this process, and only for as long."""
    libc = ctypes.CDLL(None)
    libc.prctl(_SUBREAPER, 1, 0, 0, 0)
    try:
        yield
    finally:
        libc.prctl(_SUBREAPER, 0, 0, 0, 0)


def _render_each(count: int) -> Left:
    before, temporary, found = set(_children()), _temporary(), Left()
    for number in range(count):
        kind, data = _file(number)
        if kind != "image/png" and not can_render(kind):
            continue
        found.files[kind] = found.files.get(kind, 0) + 1
        _render(kind, data, found)
        found.memory.append(_memory())
    _bury()
    found.processes = [_words(one) for one in _children() if one not in before]
    found.folders = sorted(_temporary() - temporary)
    return found


def _render(kind: str, data: bytes, found: Left) -> None:
    if kind == "image/png":
        shown = read_document(data, kind)
        found.pictures += shown.is_picture
        return
    made = rendered(Attachment(path="f", media_type=kind, sha256=bytes_hash(data)), data)
    found.pictures += len(made.record.pictures)
    if made.record.failure:
        found.failures.append(str(made.record.failure.message))


def _file(number: int) -> tuple[str, bytes]:
    """A file, each another one: of twenty eleven pages, seven images, a PDF, a text."""
    place = number % 20
    if place == 18:
        return PDF, pdf(f"Page {number}", "")
    if place == 19:
        return ODT, opendocument("text", f"<text:p>Letter {number}</text:p>")
    if place % 5 in {1, 3}:
        made = io.BytesIO()
        Image.new("RGB", (1200 + number, 900), (number % 256, 90, 120)).save(made, "PNG")
        return "image/png", made.getvalue()
    script = f"<script>setInterval(() => document.title += {number}, 50)</script>"
    return HTML, page(f"<h1>Page {number}</h1><button>Press</button>{script}")


def _children() -> Iterator[int]:
    yield from list(watch.descendants(os.getpid()))[1:]


def _bury() -> None:
    """Takes the codes of children that have ended: of a process that lives there is none."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def _words(process: int) -> str:
    return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()[:200]


def _temporary() -> set[str]:
    return {one.name for one in Path(tempfile.gettempdir()).iterdir()}


def _memory() -> float:
    text = Path("/proc/self/status").read_text(encoding="ascii")
    return int(text.partition("VmRSS:")[2].split()[0]) / _MEGABYTE
