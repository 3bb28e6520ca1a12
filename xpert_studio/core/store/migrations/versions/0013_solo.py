"""What one person decided on their own work, what was read before a decision, and triage answers.

Revision ID: 0013
Revises: 0012
"""

from alembic import op

revision = "0013"
down_revision = "0012"
_SCHEMA = """
ALTER TABLE task ADD COLUMN self_accepted BOOLEAN DEFAULT 0 NOT NULL;
ALTER TABLE judgment ADD COLUMN self_adjudicated BOOLEAN DEFAULT 0 NOT NULL;
ALTER TABLE task ADD COLUMN triage TEXT;
CREATE TABLE read_mark (
    pk INTEGER NOT NULL,
    person_id TEXT NOT NULL,
    task_id TEXT NOT NULL,
    checkpoint_id TEXT NOT NULL,
    basis TEXT NOT NULL,
    read_at TEXT NOT NULL,
    sheet TEXT DEFAULT '' NOT NULL,
    checksum INTEGER,
    PRIMARY KEY (pk)
);
CREATE UNIQUE INDEX read_mark_key ON read_mark (person_id, task_id, checkpoint_id, sheet)
"""


def upgrade() -> None:
    for statement in _SCHEMA.split(";"):
        op.execute(statement)
