"""What a run cost: the known part, and how many of its calls are of unknown cost.

Revision ID: 0009
Revises: 0008
"""

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.execute("ALTER TABLE run ADD COLUMN known_cost FLOAT DEFAULT 0 NOT NULL")
    op.execute("ALTER TABLE run ADD COLUMN unknown_cost_calls INTEGER DEFAULT 0 NOT NULL")
    # Calls that failed were recorded without a cost, billed or not: it is not known any more.
    op.execute(
        "UPDATE run SET "
        "known_cost = (SELECT coalesce(sum(cost), 0) FROM call WHERE call.run_pk = run.pk), "
        "unknown_cost_calls = "
        "(SELECT count(*) FROM call WHERE call.run_pk = run.pk AND call.cost IS NULL)"
    )
    op.execute("ALTER TABLE run DROP COLUMN cost")
