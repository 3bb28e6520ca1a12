"""Working together offline: packets that went out and came in, and the states that were exchanged.

Revision ID: 0006
Revises: 0005
"""

from alembic import op

revision = "0006"
down_revision = "0005"
_SCHEMA = """
CREATE TABLE packet (
    pk INTEGER NOT NULL,
    id TEXT NOT NULL,
    way TEXT NOT NULL,
    header TEXT NOT NULL,
    digest TEXT NOT NULL,
    at TEXT NOT NULL,
    versions BLOB,
    change_id TEXT,
    closed_at TEXT,
    PRIMARY KEY (pk)
);
CREATE UNIQUE INDEX packet_key ON packet (id, way);
CREATE TABLE record_version (
    pk INTEGER NOT NULL,
    kind TEXT NOT NULL,
    "key" TEXT NOT NULL,
    version TEXT NOT NULL,
    ancestors TEXT,
    hash TEXT,
    content BLOB,
    turn INTEGER NOT NULL,
    packet_id TEXT,
    change_id TEXT,
    PRIMARY KEY (pk)
);
CREATE INDEX version_by_record ON record_version (kind, "key")
"""


def upgrade() -> None:
    for statement in _SCHEMA.split(";"):
        op.execute(statement)
