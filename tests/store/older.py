"""What makes a project file one of an earlier version again, for tests of migrations."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.store.mapping import metadata

_WITHOUT: Final = {
    "task": ("self_accepted", "triage"),
    "remark": ("resolved_at",),
    "verdict": ("value", "given", "caps", "probability"),
    "judgment": (
        "draft", "value", "state", "problem", "given", "caps", "adjudicated_value",
        "self_adjudicated", "adjudicated_at",
    ),
    "attribution": ("expert_value",),
    "checkpoint": ("instrument", "settings", "turn"),
}  # fmt: skip
_TABLES_OF_15: Final = {"comment": "remark", "open_form": "open_sheet", "suggestion": "proposal"}
_COLUMNS_OF_15: Final = (
    ("comment", "checkpoint_text", "line"),
    ("spot_check", "sampled_with_seed", "drawn_with_seed"),
    ("spot_check", "sampled_from", "drawn_from"),
    ("spot_check", "sampled_at", "drawn_at"),
    ("spot_check", "adjudicator_id", "senior_id"),
    ("judgment", "rated_hash", "basis"),
    ("verdict", "rated_hash", "basis"),
    ("read_mark", "form", "sheet"),
    ("read_mark", "read_hash", "basis"),
    ("subset", "sampled_by", "drawn_by"),
    ("subset", "sampled_at", "drawn_at"),
)
_NAMES_OF_15: Final = (
    *(f"ALTER TABLE {table} RENAME COLUMN {now} TO {then}" for table, now, then in _COLUMNS_OF_15),
    *(f"ALTER TABLE {now} RENAME TO {then}" for now, then in _TABLES_OF_15.items()),
    "DROP INDEX comment_by_task",
    "CREATE INDEX remark_by_task ON remark (task_id)",
    "DROP INDEX open_form_key",
    "CREATE UNIQUE INDEX open_sheet_key ON open_sheet (response_id, expert_id)",
    "DROP INDEX suggestion_key",
    "CREATE UNIQUE INDEX proposal_key ON proposal (task_id, id)",
    "UPDATE setting SET key = replace(key, 'blind_labels/', 'letters/')",
)
_TWO_HISTORIES: Final = (
    (
        "CREATE TABLE event (pk INTEGER PRIMARY KEY, task_pk INTEGER REFERENCES task (pk), "
        "at TEXT NOT NULL, verb TEXT NOT NULL, actor_id TEXT, before TEXT, after TEXT, "
        "reason TEXT, details TEXT)"
    ),
    (
        "INSERT INTO event SELECT pk, (SELECT task.pk FROM task WHERE task.id = log.task_id), at, "
        "CASE command WHEN 'undo' THEN 'undone' WHEN 'redo' THEN 'redone' ELSE command END, "
        "actor_id, before, after, reason, CASE WHEN reverses IS NULL AND effects = '[]' "
        "THEN details ELSE json_set(coalesce(details, '{}'), '$.change', coalesce(reverses, id)) "
        "END FROM log"
    ),
    (
        "CREATE TABLE change (pk INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, at TEXT NOT NULL, "
        "verb TEXT NOT NULL, actor_id TEXT NOT NULL, task_id TEXT, scopes TEXT NOT NULL, "
        "edits TEXT NOT NULL, details TEXT, state TEXT NOT NULL, turn INTEGER NOT NULL)"
    ),
    (
        "INSERT INTO change SELECT pk, id, at, command, actor_id, task_id, scopes, effects, "
        "details, state, coalesce((SELECT max(later.pk) FROM log AS later "
        "WHERE later.reverses = log.id), pk) FROM log WHERE effects != '[]'"
    ),
    "DROP TABLE log",
    "DELETE FROM setting WHERE key = 'log_head'",
    (
        "CREATE TABLE packet (pk INTEGER PRIMARY KEY, id TEXT NOT NULL, way TEXT NOT NULL, "
        "header TEXT NOT NULL, digest TEXT NOT NULL, at TEXT NOT NULL, versions BLOB, "
        "change_id TEXT, closed_at TEXT)"
    ),
    (
        "CREATE TABLE record_version (pk INTEGER PRIMARY KEY, kind TEXT NOT NULL, "
        "key TEXT NOT NULL, version TEXT NOT NULL, ancestors TEXT, hash TEXT, content BLOB, "
        "turn INTEGER NOT NULL, packet_id TEXT, change_id TEXT)"
    ),
)
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
    "DROP INDEX judgment_by_form",
    *(
        f"ALTER TABLE {table} DROP COLUMN {column}"
        for table, columns in _WITHOUT.items()
        for column in columns
    ),
    "CREATE UNIQUE INDEX judgment_by_sheet ON judgment (response_pk, checkpoint_pk, expert_id)",
    "CREATE UNIQUE INDEX decision_key ON decision (response_id, expert_id, checkpoint_id)",
)

BEFORE_CHECKSUMS: Final = (
    "DROP TABLE rendering",
    "DROP TABLE system",
    "DROP TABLE pack_record",
    "ALTER TABLE judgment DROP COLUMN adjudicated_state",
    "DROP TABLE comparison",
    "ALTER TABLE call DROP COLUMN against_id",
    "ALTER TABLE task DROP COLUMN system_prompt",
    "ALTER TABLE task DROP COLUMN family",
    "DROP TABLE attack_result",
    *_NAMES_OF_15,
    *_TWO_HISTORIES,
    *_MET,
    "DROP TABLE log_mark",
    "DROP TABLE read_mark",
    *(
        f'ALTER TABLE "{_TABLES_OF_15.get(table.name, table.name)}" DROP COLUMN checksum'
        for table in metadata.sorted_tables
        if table.name
        not in {
            "log_mark",
            "read_mark",
            "log",
            "attack_result",
            "comparison",
            "pack_record",
            "system",
            "rendering",
        }
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
"""Statements that take away what came with versions 10 and 12 to 23."""
