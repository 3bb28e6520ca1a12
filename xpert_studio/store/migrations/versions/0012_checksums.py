"""A checksum for every row, and keys for the order of checkpoints.

Revision ID: 0012
Revises: 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    connection = op.get_bind()
    for name in sa.inspect(connection).get_table_names():
        if name != "alembic_version":
            op.add_column(name, sa.Column("checksum", sa.Integer))
    # The key of a whole number: a letter for how many digits it has, and the digits.
    connection.execute(sa.text("ALTER TABLE checkpoint RENAME COLUMN position TO place"))
    op.add_column("checkpoint", sa.Column("position", sa.Text))
    connection.execute(
        sa.text("UPDATE checkpoint SET position = char(96 + length(place)) || place")
    )
    connection.execute(sa.text("ALTER TABLE checkpoint DROP COLUMN place"))
