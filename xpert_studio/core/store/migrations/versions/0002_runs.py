"""Runs of a judge, and every exchange with its provider.

Revision ID: 0002
Revises: 0001
"""

from alembic import op

revision = "0002"
down_revision = "0001"
_SCHEMA = """
CREATE TABLE prompt_prefix (
    hash TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (hash)
);
CREATE TABLE run (
    pk INTEGER NOT NULL,
    id TEXT NOT NULL,
    judge_pk INTEGER NOT NULL,
    state TEXT NOT NULL,
    selection TEXT,
    policy_hash TEXT,
    anchors TEXT,
    started_at TEXT NOT NULL,
    ended_at TEXT,
    planned INTEGER NOT NULL,
    known INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    ok INTEGER NOT NULL,
    invalid INTEGER NOT NULL,
    error INTEGER NOT NULL,
    input_tokens INTEGER,
    cached_tokens INTEGER,
    output_tokens INTEGER,
    cost FLOAT,
    seconds FLOAT NOT NULL,
    message TEXT,
    request TEXT,
    owner TEXT,
    beat_at TEXT,
    PRIMARY KEY (pk),
    UNIQUE (id),
    FOREIGN KEY(judge_pk) REFERENCES judge (pk)
);
CREATE TABLE call (
    pk INTEGER NOT NULL,
    id TEXT NOT NULL,
    run_pk INTEGER NOT NULL,
    judge_pk INTEGER NOT NULL,
    response_pk INTEGER NOT NULL,
    asked TEXT NOT NULL,
    trial INTEGER NOT NULL,
    state TEXT NOT NULL,
    problem TEXT,
    prefix_hash TEXT,
    suffix TEXT,
    reply TEXT,
    finish TEXT,
    model TEXT,
    request_id TEXT,
    attempts INTEGER NOT NULL,
    usage TEXT,
    cost FLOAT,
    unknown_ids INTEGER NOT NULL,
    started_at TEXT NOT NULL,
    seconds FLOAT NOT NULL,
    PRIMARY KEY (pk),
    UNIQUE (id),
    FOREIGN KEY(run_pk) REFERENCES run (pk),
    FOREIGN KEY(judge_pk) REFERENCES judge (pk),
    FOREIGN KEY(response_pk) REFERENCES response (pk)
);
CREATE INDEX call_by_run ON call (run_pk)
"""


def upgrade() -> None:
    for statement in _SCHEMA.split(";"):
        op.execute(statement)
