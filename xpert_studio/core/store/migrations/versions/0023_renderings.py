"""Renderings: which pictures belong to which attached file.

Revision ID: 0023
Revises: 0022
"""

from alembic import op

revision = "0023"
down_revision = "0022"
_TABLE = """
CREATE TABLE rendering (
    pk INTEGER NOT NULL PRIMARY KEY,
    sha256 TEXT NOT NULL UNIQUE,
    renderer TEXT NOT NULL,
    version TEXT NOT NULL,
    pictures TEXT,
    gaps TEXT,
    failure TEXT,
    facts TEXT,
    extra TEXT,
    checksum INTEGER
)
"""


def upgrade() -> None:
    op.execute(_TABLE)
