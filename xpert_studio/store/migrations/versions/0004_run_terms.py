"""How a run is carried out and how far it is, and the whole of what a judge was sent.

Revision ID: 0004
Revises: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    for name in ("terms", "pulse"):
        op.add_column("run", sa.Column(name, sa.Text))
    for name in ("system", "images"):
        op.add_column("prompt_prefix", sa.Column(name, sa.Text))
    op.create_index("verdict_by_call", "verdict", ["call_pk", "state"])
