"""A mark in the file and in its write-ahead log, by which the log is known to belong to the file.

Revision ID: 0010
Revises: 0009
"""

from alembic import op

revision = "0010"
down_revision = "0009"
_SCHEMA = """
CREATE TABLE log_mark (
    pk INTEGER NOT NULL,
    mark TEXT NOT NULL,
    PRIMARY KEY (pk)
)
"""


def upgrade() -> None:
    for statement in _SCHEMA.split(";"):
        op.execute(statement)
