"""What an import or export did, in counts."""

from __future__ import annotations

from dataclasses import dataclass, field
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
        return {
            "source": self.source,
            "added": self.added,
            "unchanged": self.unchanged,
            "warnings": self.warnings,
            "warnings_total": self.warnings_total,
        }


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
        return {
            "target": self.target,
            "rows": self.rows,
            "content_hash": self.content_hash,
            "warnings": list(self.warnings),
            "possible_keys": self.possible_keys,
        }
