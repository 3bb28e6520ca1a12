"""Which of two responses is better, and calls that ask a judge that.

Revision ID: 0019
Revises: 0018
"""

from alembic import op

revision = "0019"
down_revision = "0018"
_SCHEMA = """
ALTER TABLE call ADD COLUMN against_id TEXT;
CREATE TABLE comparison (
    pk INTEGER NOT NULL PRIMARY KEY,
    task_id TEXT NOT NULL,
    first_id TEXT NOT NULL,
    second_id TEXT NOT NULL,
    rater TEXT DEFAULT 'expert' NOT NULL,
    rater_id TEXT NOT NULL,
    checkpoint_id TEXT DEFAULT '' NOT NULL,
    shown_first TEXT NOT NULL,
    value INTEGER,
    state TEXT DEFAULT 'ok' NOT NULL,
    problem TEXT,
    rationale TEXT,
    compared_hash TEXT,
    compared_at TEXT,
    unblinded BOOLEAN DEFAULT 0 NOT NULL,
    usage TEXT,
    call_id TEXT,
    "key" TEXT,
    extra TEXT,
    checksum INTEGER
);
CREATE UNIQUE INDEX comparison_key ON comparison
    (first_id, second_id, rater, rater_id, checkpoint_id, shown_first);
CREATE INDEX comparison_by_task ON comparison (task_id)
"""


def upgrade() -> None:
    for statement in _SCHEMA.split(";"):
        op.execute(statement)
