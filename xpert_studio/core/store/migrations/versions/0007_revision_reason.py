"""Why a rubric went to review with a number of checkpoints outside the recommended range.

Revision ID: 0007
Revises: 0006
"""

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.execute("ALTER TABLE rubric_revision ADD COLUMN reason TEXT")
