"""What judges decided of attack baselines.

Revision ID: 0017
Revises: 0016
"""

from alembic import op

revision = "0017"
down_revision = "0016"
_SCHEMA = """
CREATE TABLE attack_result (
    pk INTEGER NOT NULL PRIMARY KEY,
    task_id TEXT NOT NULL,
    attack TEXT NOT NULL,
    judge_id TEXT NOT NULL,
    "values" TEXT NOT NULL,
    rated TEXT NOT NULL,
    judged_at TEXT NOT NULL,
    checksum INTEGER
);
CREATE UNIQUE INDEX attack_result_key ON attack_result (task_id, attack, judge_id)
"""


def upgrade() -> None:
    for statement in _SCHEMA.split(";"):
        op.execute(statement)
