"""What one person decided on their own work, what was read before a decision, and triage answers.

Revision ID: 0013
Revises: 0012
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    for table, name in (("task", "self_accepted"), ("judgment", "self_adjudicated")):
        op.add_column(
            table, sa.Column(name, sa.Boolean, nullable=False, server_default=sa.text("0"))
        )
    op.add_column("task", sa.Column("triage", sa.Text))
    op.create_table(
        "read_mark",
        sa.Column("pk", sa.Integer, primary_key=True),
        *(
            sa.Column(name, sa.Text, nullable=False)
            for name in ("person_id", "task_id", "checkpoint_id", "basis", "read_at")
        ),
        sa.Column("sheet", sa.Text, nullable=False, server_default=sa.text("''")),
        sa.Column("checksum", sa.Integer),
    )
    op.create_index(
        "read_mark_key",
        "read_mark",
        ["person_id", "task_id", "checkpoint_id", "sheet"],
        unique=True,
    )
