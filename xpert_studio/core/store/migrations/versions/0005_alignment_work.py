"""Work on alignment: what disagreements are attributed to, and dated certificates.

Revision ID: 0005
Revises: 0004
"""

from alembic import op

revision = "0005"
down_revision = "0004"
_SCHEMA = """
CREATE TABLE attribution (
    pk INTEGER NOT NULL,
    judge_id TEXT NOT NULL,
    response_id TEXT NOT NULL,
    checkpoint_id TEXT NOT NULL,
    task_id TEXT NOT NULL,
    cause TEXT NOT NULL,
    reason TEXT NOT NULL,
    expert_met BOOLEAN NOT NULL,
    text TEXT NOT NULL,
    judgments TEXT NOT NULL,
    verdicts TEXT NOT NULL,
    "by" TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (pk)
);
CREATE UNIQUE INDEX attribution_key ON attribution (judge_id, response_id, checkpoint_id);
CREATE TABLE certificate (
    pk INTEGER NOT NULL,
    id TEXT NOT NULL,
    family TEXT NOT NULL,
    judge_id TEXT NOT NULL,
    made_at TEXT NOT NULL,
    content TEXT NOT NULL,
    evidence BLOB NOT NULL,
    PRIMARY KEY (pk),
    UNIQUE (id)
);
CREATE INDEX certificate_by_family ON certificate (family)
"""


def upgrade() -> None:
    for statement in _SCHEMA.split(";"):
        op.execute(statement)
