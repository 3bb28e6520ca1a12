"""What a person wants to import, as far as it is looked at to tell its kind. Read once for all."""

from __future__ import annotations

import json
import zipfile
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from xpert_studio.core.encodings import UnclearEncodingError, text_of
from xpert_studio.core.exchange.formats.parquet_rows import PARQUET, ParquetError, parquet_rows
from xpert_studio.core.exchange.formats.taken import MAX_BYTES

LINES: Final = (".jsonl", ".ndjson")
JSON: Final = ".json"
YAML: Final = (".yaml", ".yml")
TABLES: Final = (".csv", ".tsv", ".xlsx", ".xlsm", ".xls", ".ods", ".docx", ".html", ".htm", ".md")
_FIRST_BYTES: Final = 32 * 1024 * 1024
_HEADER_ROWS: Final = 20


class Candidate:
    """A file or folder.

    Args:
        path: It exists.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.is_folder = path.is_dir()
        self.is_file = path.is_file()
        self.suffix = path.suffix.lower() if not self.is_folder else ""

    def starts_with(self, data: bytes) -> bool:
        """Whether the file begins with these bytes."""
        with self.path.open("rb") as stream:
            return stream.read(len(data)) == data

    @property
    def is_json(self) -> bool:
        """Whether its name says that it holds JSON, whole or one a line."""
        return self.is_file and self.suffix in (*LINES, JSON)

    @property
    def is_table(self) -> bool:
        """Whether its name says that it is a table."""
        return self.suffix in TABLES and not self.is_folder

    @cached_property
    def first(self) -> dict[str, Any] | None:
        """The object on the first line of a file; None where it cannot be read, {} if another."""
        with self.path.open("rb") as stream:
            lines = iter(lambda: stream.readline(_FIRST_BYTES), b"")
            return _object(next((line for line in lines if line.strip()), b""))

    @cached_property
    def _json(self) -> dict[str, Any] | None:
        """Of ``.json`` the object, or the first of its list, of lines the first; None if unread."""
        if not self.is_json or self.suffix in LINES:
            return self.first if self.is_json else {}
        is_fit = self.path.stat().st_size <= MAX_BYTES
        return _object(self.path.read_bytes()) if is_fit else None

    @property
    def sample(self) -> dict[str, Any]:
        """The object that a file of JSON is recognised by; empty where there is none."""
        return self._json or {}

    @property
    def is_unread(self) -> bool:
        """Whether it is JSON by its name, and cannot be read as such."""
        return self._json is None

    @cached_property
    def yaml(self) -> dict[str, Any] | None:
        """The object that a YAML file holds, {} if another; None where it cannot be read."""
        from xpert_studio.core.exchange.formats.yaml_reading import YamlFaultError, read_yaml

        if not self.is_file or self.suffix not in YAML or self.path.stat().st_size > MAX_BYTES:
            return {}
        try:
            found = read_yaml(text_of(self.path.read_bytes(), self.path.name))
        except (YamlFaultError, UnclearEncodingError, ValueError):
            return None
        return found if isinstance(found, dict) else {}

    @cached_property
    def packed(self) -> dict[str, Any] | None:
        """The first row of a Parquet file, {} of another file; None where it cannot be read."""
        if not self.is_file or self.suffix != PARQUET:
            return {}
        try:
            return next(parquet_rows(self.path), {})
        except ParquetError:
            return None

    @cached_property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The first rows of a table as texts; none where it cannot be read."""
        if not self.is_table:
            return ()
        from xpert_studio.core.exchange.tables.sources import first_rows

        return tuple(tuple(row) for row in first_rows(self.path, _HEADER_ROWS))

    @cached_property
    def is_zip(self) -> bool:
        """Whether it is a zip, whatever its name."""
        return self.is_file and zipfile.is_zipfile(self.path)


def _object(data: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(text_of(data, "-"))
    except (ValueError, RecursionError, UnclearEncodingError):
        return None
    if isinstance(value, list) and value:
        value = value[0]
    return value if isinstance(value, dict) else {}
