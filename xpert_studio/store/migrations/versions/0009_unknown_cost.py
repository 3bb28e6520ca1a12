"""What a run cost: the known part, and how many of its calls are of unknown cost.

Revision ID: 0009
Revises: 0008
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    for column in (
        sa.Column("known_cost", sa.Float, nullable=False, server_default=sa.text("0")),
        sa.Column("unknown_cost_calls", sa.Integer, nullable=False, server_default=sa.text("0")),
    ):
        op.add_column("run", column)
    # Calls that failed were recorded without a cost, billed or not: it is not known any more.
    op.execute(
        "UPDATE run SET "
        "known_cost = (SELECT coalesce(sum(cost), 0) FROM call WHERE call.run_pk = run.pk), "
        "unknown_cost_calls = "
        "(SELECT count(*) FROM call WHERE call.run_pk = run.pk AND call.cost IS NULL)"
    )
    op.drop_column("run", "cost")
