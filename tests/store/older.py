"""What makes a project file one of an earlier version again, for tests of migrations."""

from __future__ import annotations

from typing import Final

from xpert_studio.store.mapping import metadata

_WITHOUT: Final = {
    "task": ("self_accepted", "triage"),
    "verdict": ("value", "given", "caps", "probability"),
    "judgment": (
        "draft", "value", "state", "problem", "given", "caps", "adjudicated_value",
        "self_adjudicated",
    ),
    "attribution": ("expert_value",),
    "checkpoint": ("instrument", "settings", "turn"),
}  # fmt: skip
_MET: Final = (
    "ALTER TABLE verdict ADD COLUMN met BOOLEAN",
    "UPDATE verdict SET met = value",
    "ALTER TABLE judgment ADD COLUMN met BOOLEAN NOT NULL DEFAULT 0",
    "UPDATE judgment SET met = coalesce(adjudicated_value, value, 0)",
    "ALTER TABLE attribution ADD COLUMN expert_met BOOLEAN NOT NULL DEFAULT 0",
    "UPDATE attribution SET expert_met = expert_value",
    (
        "CREATE TABLE decision (pk INTEGER PRIMARY KEY, response_id TEXT NOT NULL, "
        "checkpoint_id TEXT NOT NULL, expert_id TEXT NOT NULL, met BOOLEAN, rationale TEXT NOT NULL, "
        "evidence TEXT, basis TEXT NOT NULL, decided_at TEXT NOT NULL)"
    ),
    (
        "INSERT INTO decision (response_id, checkpoint_id, expert_id, met, rationale, evidence, basis, "
        "decided_at) SELECT response.id, checkpoint.id, expert_id, value, "
        "coalesce(judgment.rationale, ''), judgment.evidence, basis, judged_at FROM judgment "
        "JOIN response ON response.pk = response_pk JOIN checkpoint ON checkpoint.pk = checkpoint_pk "
        "WHERE draft ORDER BY judgment.pk"
    ),
    "DELETE FROM judgment WHERE draft",
    "DROP INDEX judgment_by_sheet",
    *(
        f"ALTER TABLE {table} DROP COLUMN {column}"
        for table, columns in _WITHOUT.items()
        for column in columns
    ),
    "CREATE UNIQUE INDEX judgment_by_sheet ON judgment (response_pk, checkpoint_pk, expert_id)",
    "CREATE UNIQUE INDEX decision_key ON decision (response_id, expert_id, checkpoint_id)",
)

BEFORE_CHECKSUMS: Final = (
    *_MET,
    "DROP TABLE log_mark",
    "DROP TABLE read_mark",
    *(
        f'ALTER TABLE "{table.name}" DROP COLUMN checksum'
        for table in metadata.sorted_tables
        if table.name not in {"log_mark", "read_mark"}
    ),
    "PRAGMA writable_schema = ON",
    "UPDATE sqlite_master SET sql = replace(sql, 'weight FLOAT', 'weight INTEGER')",
    "PRAGMA writable_schema = RESET",
    "ALTER TABLE proposal DROP COLUMN instrument",
    "ALTER TABLE proposal DROP COLUMN settings",
    "ALTER TABLE checkpoint RENAME COLUMN position TO order_key",
    "ALTER TABLE checkpoint ADD COLUMN position INTEGER",
    "UPDATE checkpoint SET position = CAST(substr(order_key, 2) AS INTEGER)",
    "ALTER TABLE checkpoint DROP COLUMN order_key",
)
"""Statements that take away what came with versions 10, 12, 13 and 14."""
