"""What a model is told before the prompt, and the scenario that tasks of several levels share.

Revision ID: 0018
Revises: 0017
"""

from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    for column in ("system_prompt", "family"):
        op.execute(f"ALTER TABLE task ADD COLUMN {column} TEXT")
