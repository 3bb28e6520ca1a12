"""What an import or export did, in counts, and what identifies what was written."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from xpert_studio.core.records import content_hash

MAX_WARNINGS: Final = 100


@dataclass(slots=True)
class ImportReport:
    """What an import did.

    Attributes:
        source: What was imported.
        format: The id of the kind as which it was read.
        added: New records by kind.
        unchanged: Records that were there already, with the same content, by kind.
        warnings: What a person should know; the first hundred.
        id: By which it is taken back; None where it founded the project.
    """

    source: str
    added: dict[str, int] = field(default_factory=dict)
    unchanged: dict[str, int] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    warnings_total: int = 0
    id: str | None = None
    format: str = ""

    def warn(self, text: str) -> None:
        """Notes something to know."""
        self.warnings_total += 1
        if len(self.warnings) < MAX_WARNINGS:
            self.warnings.append(text)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What an export wrote: rows by file, and what a person should know about it.

    ``possible_keys`` is in how many texts something that looks like a key was allowed, ``judges``
    whose figures are in a report.
    """

    target: str
    rows: dict[str, int]
    content_hash: str | None = None
    warnings: tuple[str, ...] = ()
    possible_keys: int = 0
    judges: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As plain data: of what has rows."""
        found = asdict(self) | {"warnings": list(self.warnings)}
        return {name: value for name, value in found.items() if name != "judges"}


def fingerprint(path: Path) -> str:
    """The SHA-256 of a file; of a folder, the hash over the names and hashes of its files.

    Args:
        path: It.
    """
    if path.is_file():
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    files = sorted(item for item in path.rglob("*") if item.is_file())
    return content_hash(
        [{"path": item.relative_to(path).as_posix(), "sha256": fingerprint(item)} for item in files]
    )
