"""What an import or export did, in counts."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Final

MAX_WARNINGS: Final = 100


@dataclass(slots=True)
class ImportReport:
    """What an import did.

    Attributes:
        source: What was imported.
        added: New records by kind.
        unchanged: Records that were there already, with the same content, by kind.
        warnings: What a person should know; the first hundred.
    """

    source: str
    added: dict[str, int] = field(default_factory=dict)
    unchanged: dict[str, int] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    warnings_total: int = 0

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

    ``possible_keys`` is in how many texts something that looks like a key was allowed.
    """

    target: str
    rows: dict[str, int]
    content_hash: str | None = None
    warnings: tuple[str, ...] = ()
    possible_keys: int = 0

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self) | {"warnings": list(self.warnings)}
