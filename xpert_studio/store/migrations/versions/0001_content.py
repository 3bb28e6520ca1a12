"""Tasks, rubrics, responses, judgments, judges and verdicts.

Revision ID: 0001
Revises: 
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "blob",
        sa.Column("sha256", sa.Text, primary_key=True),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "extra_file",
        sa.Column("path", sa.Text, primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "judge",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("provider", sa.Text),
        sa.Column("model", sa.Text),
        sa.Column("parameters", sa.Text),
        sa.Column("mode", sa.Text, nullable=False),
        sa.Column("anchors", sa.Text),
        sa.Column("prompt_hash", sa.Text),
        sa.Column("settings", sa.Text),
        sa.Column("extra", sa.Text),
    )
    op.create_table(
        "person",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("name", sa.Text),
        sa.Column("roles", sa.Text),
        sa.Column("domains", sa.Text),
        sa.Column("credentials", sa.Text),
        sa.Column("qualification", sa.Text),
        sa.Column("extra", sa.Text),
    )
    op.create_table(
        "setting",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "task",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("prompt", sa.Text),
        sa.Column("context", sa.Text),
        sa.Column("materials", sa.Text),
        sa.Column("deliverables", sa.Text),
        sa.Column("title", sa.Text),
        sa.Column("domain", sa.Text),
        sa.Column("category", sa.Text),
        sa.Column("language", sa.Text),
        sa.Column("difficulty", sa.Text),
        sa.Column("reference_answer", sa.Text),
        sa.Column("attachments", sa.Text),
        sa.Column("author_id", sa.Text),
        sa.Column("stage", sa.Text),
        sa.Column("tags", sa.Text),
        sa.Column("extra", sa.Text),
    )
    op.create_table(
        "checkpoint",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("task_pk", sa.Integer, sa.ForeignKey("task.pk"), nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("weight", sa.Integer, nullable=False),
        sa.Column("tier", sa.Text),
        sa.Column("dimension", sa.Text),
        sa.Column("position", sa.Integer),
        sa.Column("notes", sa.Text),
        sa.Column("revision", sa.Integer),
        sa.Column("extra", sa.Text),
    )
    op.create_index("checkpoint_by_task", "checkpoint", ["task_pk", "id"], unique=True)
    op.create_table(
        "event",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("verb", sa.Text, nullable=False),
        sa.Column("task_pk", sa.Integer, sa.ForeignKey("task.pk")),
        sa.Column("actor_id", sa.Text),
        sa.Column("before", sa.Text),
        sa.Column("after", sa.Text),
        sa.Column("reason", sa.Text),
        sa.Column("details", sa.Text),
    )
    op.create_index("event_by_task", "event", ["task_pk"])
    op.create_table(
        "response",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("task_pk", sa.Integer, sa.ForeignKey("task.pk"), nullable=False),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("attachments", sa.Text),
        sa.Column("finish_reason", sa.Text),
        sa.Column("prompt_tokens", sa.Integer),
        sa.Column("completion_tokens", sa.Integer),
        sa.Column("latency_ms", sa.Float),
        sa.Column("created_at", sa.Text),
        sa.Column("extra", sa.Text),
    )
    op.create_index("response_by_task", "response", ["task_pk"])
    op.create_table(
        "rubric_revision",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("task_pk", sa.Integer, sa.ForeignKey("task.pk"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("checkpoints", sa.Text, nullable=False),
        sa.Column("frozen_at", sa.Text),
        sa.Column("frozen_by", sa.Text),
    )
    op.create_index("revision_by_task", "rubric_revision", ["task_pk", "number"], unique=True)
    op.create_table(
        "judgment",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("response_pk", sa.Integer, sa.ForeignKey("response.pk"), nullable=False),
        sa.Column("checkpoint_pk", sa.Integer, sa.ForeignKey("checkpoint.pk"), nullable=False),
        sa.Column("expert_id", sa.Text, nullable=False),
        sa.Column("met", sa.Boolean, nullable=False),
        sa.Column("rationale", sa.Text),
        sa.Column("evidence", sa.Text),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("confirmed_by", sa.Text),
        sa.Column("note", sa.Text),
        sa.Column("judged_at", sa.Text),
        sa.Column("extra", sa.Text),
    )
    op.create_index("judgment_by_sheet", "judgment", ["response_pk", "checkpoint_pk", "expert_id"], unique=True)
    op.create_table(
        "verdict",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("response_pk", sa.Integer, sa.ForeignKey("response.pk"), nullable=False),
        sa.Column("checkpoint_pk", sa.Integer, sa.ForeignKey("checkpoint.pk"), nullable=False),
        sa.Column("judge_pk", sa.Integer, sa.ForeignKey("judge.pk"), nullable=False),
        sa.Column("trial", sa.Integer, nullable=False),
        sa.Column("met", sa.Boolean),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("rationale", sa.Text),
        sa.Column("evidence", sa.Text),
        sa.Column("usage", sa.Text),
        sa.Column("judged_at", sa.Text),
        sa.Column("key", sa.Text),
        sa.Column("flags", sa.Text),
        sa.Column("problem", sa.Text),
        sa.Column("extra", sa.Text),
        sa.Column("call_pk", sa.Integer),
        sa.Column("superseded", sa.Boolean, nullable=False, server_default=sa.text("0")),
    )
    op.create_index("current_verdict", "verdict", ["judge_pk", "response_pk", "checkpoint_pk", "trial"], unique=True,
        sqlite_where=sa.text("superseded = 0"),
        postgresql_where=sa.text("superseded = false"))
