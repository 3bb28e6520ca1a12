"""Weights are any number, and drafters propose graded checkpoints.

Revision ID: 0014
Revises: 0013
"""

from alembic import op

revision = "0014"
down_revision = "0013"
_SCHEMA = """
PRAGMA writable_schema = ON;
UPDATE sqlite_master SET sql = replace(sql, 'weight INTEGER', 'weight FLOAT')
WHERE type = 'table' AND name = 'checkpoint';
PRAGMA writable_schema = RESET;
ALTER TABLE proposal ADD COLUMN instrument TEXT DEFAULT 'binary' NOT NULL;
ALTER TABLE proposal ADD COLUMN settings TEXT
"""
"""SQLite cannot change a column's type, and a table that others refer to cannot be made again.

Rows stay as they are: whole numbers of columns of both types are stored alike.
"""


def upgrade() -> None:
    for statement in _SCHEMA.split(";"):
        op.execute(statement)
