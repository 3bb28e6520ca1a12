"""Runs of a judge, and every exchange with its provider.

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "prompt_prefix",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "run",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("judge_pk", sa.Integer, sa.ForeignKey("judge.pk"), nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("selection", sa.Text),
        sa.Column("policy_hash", sa.Text),
        sa.Column("anchors", sa.Text),
        sa.Column("started_at", sa.Text, nullable=False),
        sa.Column("ended_at", sa.Text),
        sa.Column("planned", sa.Integer, nullable=False),
        sa.Column("known", sa.Integer, nullable=False),
        sa.Column("calls", sa.Integer, nullable=False),
        sa.Column("ok", sa.Integer, nullable=False),
        sa.Column("invalid", sa.Integer, nullable=False),
        sa.Column("error", sa.Integer, nullable=False),
        sa.Column("input_tokens", sa.Integer),
        sa.Column("cached_tokens", sa.Integer),
        sa.Column("output_tokens", sa.Integer),
        sa.Column("cost", sa.Float),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("message", sa.Text),
        sa.Column("request", sa.Text),
        sa.Column("owner", sa.Text),
        sa.Column("beat_at", sa.Text),
    )
    op.create_table(
        "call",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("run_pk", sa.Integer, sa.ForeignKey("run.pk"), nullable=False),
        sa.Column("judge_pk", sa.Integer, sa.ForeignKey("judge.pk"), nullable=False),
        sa.Column("response_pk", sa.Integer, sa.ForeignKey("response.pk"), nullable=False),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("trial", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("problem", sa.Text),
        sa.Column("prefix_hash", sa.Text),
        sa.Column("suffix", sa.Text),
        sa.Column("reply", sa.Text),
        sa.Column("finish", sa.Text),
        sa.Column("model", sa.Text),
        sa.Column("request_id", sa.Text),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("usage", sa.Text),
        sa.Column("cost", sa.Float),
        sa.Column("unknown_ids", sa.Integer, nullable=False),
        sa.Column("started_at", sa.Text, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
    )
    op.create_index("call_by_run", "call", ["run_pk"])
