"""Authoring, review and judgment: reviews, remarks, sheets, proposals, and changes to undo.

Revision ID: 0003
Revises: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False, server_default=sa.text("0"))


def upgrade() -> None:
    op.add_column("task", sa.Column("checklist", sa.Text))
    for name in ("origin", "drafted_by", "source"):
        op.add_column("checkpoint", sa.Column(name, sa.Text))
    op.add_column("checkpoint", _flag("retired"))
    for table in ("judgment", "verdict"):
        op.add_column(table, sa.Column("basis", sa.Text))
        op.add_column(table, _flag("stale"))
    op.create_table(
        "review",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("task_id", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("reviewer_id", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text),
        sa.Column("summary", sa.Text),
        sa.Column("started_at", sa.Text, nullable=False),
        sa.Column("ended_at", sa.Text),
    )
    op.create_index("review_key", "review", ["task_id", "revision", "reviewer_id"], unique=True)
    op.create_table(
        "remark",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("task_id", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("author_id", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("aspect", sa.Text, nullable=False),
        sa.Column("severity", sa.Text, nullable=False),
        sa.Column("checkpoint_id", sa.Text),
        sa.Column("line", sa.Text),
        sa.Column("replies", sa.Text),
        sa.Column("resolved_by", sa.Text),
        sa.Column("made_at", sa.Text, nullable=False),
    )
    op.create_index("remark_by_task", "remark", ["task_id"])
    op.create_table(
        "spot_check",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("task_id", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("drawn_with_seed", sa.Integer, nullable=False),
        sa.Column("share", sa.Float, nullable=False),
        sa.Column("drawn_from", sa.Integer, nullable=False),
        sa.Column("drawn_at", sa.Text, nullable=False),
        sa.Column("senior_id", sa.Text),
        sa.Column("outcome", sa.Text),
        sa.Column("consistent", sa.Boolean),
        sa.Column("aligned_with_task", sa.Boolean),
        sa.Column("evaluable", sa.Boolean),
        sa.Column("note", sa.Text),
        sa.Column("ended_at", sa.Text),
    )
    op.create_index("spot_check_key", "spot_check", ["task_id", "revision"], unique=True)
    op.create_table(
        "proposal",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("task_id", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("batch", sa.Text, nullable=False),
        sa.Column("drafter", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("weight", sa.Integer, nullable=False),
        sa.Column("tier", sa.Text, nullable=False),
        sa.Column("dimension", sa.Text),
        sa.Column("source_part", sa.Text),
        sa.Column("source", sa.Text),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("checkpoint_id", sa.Text),
        sa.Column("made_at", sa.Text, nullable=False),
    )
    op.create_index("proposal_key", "proposal", ["task_id", "id"], unique=True)
    op.create_table(
        "dismissal",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("task_id", sa.Text, nullable=False),
        sa.Column("checkpoint_id", sa.Text, nullable=False),
        sa.Column("rule", sa.Text, nullable=False),
        sa.Column("text_hash", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
    )
    op.create_index("dismissal_key", "dismissal", ["task_id", "checkpoint_id", "rule"], unique=True)
    op.create_table(
        "open_sheet",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("response_id", sa.Text, nullable=False),
        sa.Column("expert_id", sa.Text, nullable=False),
        sa.Column("opened_at", sa.Text, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("submitted_at", sa.Text),
    )
    op.create_index("open_sheet_key", "open_sheet", ["response_id", "expert_id"], unique=True)
    op.create_table(
        "decision",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("response_id", sa.Text, nullable=False),
        sa.Column("checkpoint_id", sa.Text, nullable=False),
        sa.Column("expert_id", sa.Text, nullable=False),
        sa.Column("met", sa.Boolean),
        sa.Column("rationale", sa.Text, nullable=False),
        sa.Column("evidence", sa.Text),
        sa.Column("basis", sa.Text, nullable=False),
        sa.Column("decided_at", sa.Text, nullable=False),
    )
    op.create_index("decision_key", "decision", ["response_id", "expert_id", "checkpoint_id"], unique=True)
    op.create_table(
        "subset",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False, unique=True),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("task_ids", sa.Text),
        sa.Column("strata", sa.Text),
        sa.Column("drawn_by", sa.Text, nullable=False),
        sa.Column("drawn_at", sa.Text, nullable=False),
    )
    op.create_table(
        "anchor_choice",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("task_id", sa.Text, nullable=False, unique=True),
        sa.Column("response_id", sa.Text, nullable=False),
        sa.Column("expert_id", sa.Text, nullable=False),
        sa.Column("chosen_by", sa.Text, nullable=False),
        sa.Column("chosen_at", sa.Text, nullable=False),
    )
    op.create_table(
        "change",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("verb", sa.Text, nullable=False),
        sa.Column("actor_id", sa.Text, nullable=False),
        sa.Column("task_id", sa.Text),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("edits", sa.Text, nullable=False),
        sa.Column("details", sa.Text),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
    )
    op.create_index("change_by_state", "change", ["state", "actor_id"])
