"""Systems as records: what is known of them beside the names on responses.

Every name that a response carries is a system without a row, so nothing else changes.

Revision ID: 0022
Revises: 0021
"""

from alembic import op

revision = "0022"
down_revision = "0021"
_TABLE = """
CREATE TABLE system (
    pk INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    provider TEXT,
    model TEXT,
    version TEXT,
    date TEXT,
    reasoning_effort TEXT,
    thinking_tokens INTEGER,
    temperature FLOAT,
    max_output_tokens INTEGER,
    search BOOLEAN,
    system_prompt TEXT,
    tools TEXT,
    input_price FLOAT,
    output_price FLOAT,
    note TEXT,
    extra TEXT,
    checksum INTEGER
)
"""


def upgrade() -> None:
    op.execute(_TABLE)
