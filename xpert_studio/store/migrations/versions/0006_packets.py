"""Working together offline: packets that went out and came in, and the states that were exchanged.

Revision ID: 0006
Revises: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "packet",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("way", sa.Text, nullable=False),
        sa.Column("header", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("versions", sa.LargeBinary),
        sa.Column("change_id", sa.Text),
        sa.Column("closed_at", sa.Text),
    )
    op.create_index("packet_key", "packet", ["id", "way"], unique=True)
    op.create_table(
        "record_version",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("ancestors", sa.Text),
        sa.Column("hash", sa.Text),
        sa.Column("content", sa.LargeBinary),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("packet_id", sa.Text),
        sa.Column("change_id", sa.Text),
    )
    op.create_index("version_by_record", "record_version", ["kind", "key"])
