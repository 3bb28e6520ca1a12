"""What makes a project file one of an earlier version again, for tests of migrations."""

from __future__ import annotations

from typing import Final

from xpert_studio.store.mapping import metadata

BEFORE_CHECKSUMS: Final = (
    "DROP TABLE log_mark",
    *(
        f'ALTER TABLE "{table.name}" DROP COLUMN checksum'
        for table in metadata.sorted_tables
        if table.name != "log_mark"
    ),
    "ALTER TABLE checkpoint RENAME COLUMN position TO order_key",
    "ALTER TABLE checkpoint ADD COLUMN position INTEGER",
    "UPDATE checkpoint SET position = CAST(substr(order_key, 2) AS INTEGER)",
    "ALTER TABLE checkpoint DROP COLUMN order_key",
)
"""Statements that take away what came with versions 10 and 12."""
