"""The words being typed, kept until the project has them.

A field writes what it holds here while it is being typed in, so that a crash costs at most the last
word, and takes it out once the project has it. What is still here when the project is opened again
was cut off: it is put back in.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from xpert_studio.core.atomic_files import write_whole
from xpert_studio.core.errors import XpertError

_LONGEST: Final = 2_000_000


@dataclass(frozen=True, slots=True)
class CutOffText:
    """What stood in a field when it was cut off.

    Attributes:
        kind: ``brief``, ``checkpoint``, ``new_checkpoint``, ``rationale`` or ``comment``.
        target: What the field belongs to: a task's id, a response's.
        item: A checkpoint's id, or the brief's field.
        text: What it held.
        before: What the project held then.
    """

    person_id: str
    kind: str
    target: str
    item: str
    text: str
    before: str = ""


class Unsaved:
    """The unsaved words of one project on this machine."""

    def __init__(self, project: Path, folder: Path) -> None:
        self._folder = folder / hashlib.sha256(str(project.resolve()).encode()).hexdigest()[:24]

    def keep(self, words: CutOffText) -> None:
        """Writes what a field holds, in place of what it held before."""
        if len(words.text) <= _LONGEST:
            with suppress(OSError, XpertError):
                self._folder.mkdir(parents=True, exist_ok=True)
                write_whole(self._file(words), json.dumps(asdict(words), ensure_ascii=False))

    def drop(self, words: CutOffText) -> None:
        """The project has it, or it is no longer wanted."""
        with suppress(OSError, XpertError):
            self._file(words).unlink(missing_ok=True)

    def cut_off(self) -> list[CutOffText]:
        """What was being typed when the program ended, oldest first."""
        found: list[tuple[float, CutOffText]] = []
        with suppress(OSError, XpertError):
            for file in self._folder.iterdir():
                words = _read(file)
                if words is not None:
                    found.append((file.stat().st_mtime, words))
        return [words for _, words in sorted(found, key=lambda pair: pair[0])]

    def _file(self, words: CutOffText) -> Path:
        key = "\0".join((words.person_id, words.kind, words.target, words.item))
        return self._folder / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.json"


def _read(file: Path) -> CutOffText | None:
    try:
        if file.suffix != ".json" or file.stat().st_size > 4 * _LONGEST:
            return None
        return TypeAdapter(CutOffText).validate_json(file.read_bytes())
    except (OSError, ValueError):
        return None
