"""How a run is carried out and how far it is, and the whole of what a judge was sent.

Revision ID: 0004
Revises: 0003
"""

from alembic import op

revision = "0004"
down_revision = "0003"
_SCHEMA = """
ALTER TABLE run ADD COLUMN terms TEXT;
ALTER TABLE run ADD COLUMN pulse TEXT;
ALTER TABLE prompt_prefix ADD COLUMN system TEXT;
ALTER TABLE prompt_prefix ADD COLUMN images TEXT;
CREATE INDEX verdict_by_call ON verdict (call_pk, state)
"""


def upgrade() -> None:
    for statement in _SCHEMA.split(";"):
        op.execute(statement)
