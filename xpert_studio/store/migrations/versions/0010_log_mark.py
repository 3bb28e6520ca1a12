"""A mark in the file and in its write-ahead log, by which the log is known to belong to the file.

Revision ID: 0010
Revises: 0009
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "log_mark",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("mark", sa.Text, nullable=False),
    )
