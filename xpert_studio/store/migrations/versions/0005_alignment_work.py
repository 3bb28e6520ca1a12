"""Work on alignment: what disagreements are put down to, and dated certificates.

Revision ID: 0005
Revises: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "attribution",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("judge_id", sa.Text, nullable=False),
        sa.Column("response_id", sa.Text, nullable=False),
        sa.Column("checkpoint_id", sa.Text, nullable=False),
        sa.Column("task_id", sa.Text, nullable=False),
        sa.Column("cause", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("expert_met", sa.Boolean, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("judgments", sa.Text, nullable=False),
        sa.Column("verdicts", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
    )
    op.create_index(
        "attribution_key", "attribution", ["judge_id", "response_id", "checkpoint_id"], unique=True
    )
    op.create_table(
        "certificate",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("family", sa.Text, nullable=False),
        sa.Column("judge_id", sa.Text, nullable=False),
        sa.Column("made_at", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("evidence", sa.LargeBinary, nullable=False),
    )
    op.create_index("certificate_by_family", "certificate", ["family"])
