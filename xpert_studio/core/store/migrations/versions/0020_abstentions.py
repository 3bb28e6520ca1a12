"""An adjudicator may say that a checkpoint cannot be assessed, or does not apply.

Revision ID: 0020
Revises: 0019
"""

from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.execute("ALTER TABLE judgment ADD COLUMN adjudicated_state TEXT")
