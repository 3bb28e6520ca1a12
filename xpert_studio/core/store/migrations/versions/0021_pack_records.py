"""Records of kinds that packs bring.

Revision ID: 0021
Revises: 0020
"""

from alembic import op

revision = "0021"
down_revision = "0020"
_SCHEMA = """
CREATE TABLE pack_record (
    pk INTEGER NOT NULL PRIMARY KEY,
    task_pk INTEGER REFERENCES task (pk),
    response_pk INTEGER REFERENCES response (pk),
    pack TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    version INTEGER DEFAULT 1 NOT NULL,
    content TEXT NOT NULL,
    hash TEXT DEFAULT '' NOT NULL,
    checksum INTEGER
);
CREATE UNIQUE INDEX pack_record_key ON pack_record (pack, kind, id);
CREATE INDEX pack_record_by_task ON pack_record (task_pk);
CREATE INDEX pack_record_by_response ON pack_record (response_pk)
"""


def upgrade() -> None:
    for statement in _SCHEMA.split(";"):
        op.execute(statement)
