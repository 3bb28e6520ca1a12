"""Authoring, review and judgment: reviews, remarks, sheets, proposals, and changes to undo.

Revision ID: 0003
Revises: 0002
"""

from alembic import op

revision = "0003"
down_revision = "0002"
_SCHEMA = """
ALTER TABLE task ADD COLUMN checklist TEXT;
ALTER TABLE checkpoint ADD COLUMN origin TEXT;
ALTER TABLE checkpoint ADD COLUMN drafted_by TEXT;
ALTER TABLE checkpoint ADD COLUMN source TEXT;
ALTER TABLE checkpoint ADD COLUMN retired BOOLEAN DEFAULT 0 NOT NULL;
ALTER TABLE judgment ADD COLUMN basis TEXT;
ALTER TABLE judgment ADD COLUMN stale BOOLEAN DEFAULT 0 NOT NULL;
ALTER TABLE verdict ADD COLUMN basis TEXT;
ALTER TABLE verdict ADD COLUMN stale BOOLEAN DEFAULT 0 NOT NULL;
CREATE TABLE review (
    pk INTEGER NOT NULL,
    task_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    reviewer_id TEXT NOT NULL,
    outcome TEXT,
    summary TEXT,
    started_at TEXT NOT NULL,
    ended_at TEXT,
    PRIMARY KEY (pk)
);
CREATE UNIQUE INDEX review_key ON review (task_id, revision, reviewer_id);
CREATE TABLE remark (
    pk INTEGER NOT NULL,
    id TEXT NOT NULL,
    task_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    author_id TEXT NOT NULL,
    text TEXT NOT NULL,
    aspect TEXT NOT NULL,
    severity TEXT NOT NULL,
    checkpoint_id TEXT,
    line TEXT,
    replies TEXT,
    resolved_by TEXT,
    made_at TEXT NOT NULL,
    PRIMARY KEY (pk),
    UNIQUE (id)
);
CREATE INDEX remark_by_task ON remark (task_id);
CREATE TABLE spot_check (
    pk INTEGER NOT NULL,
    task_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    drawn_with_seed INTEGER NOT NULL,
    share FLOAT NOT NULL,
    drawn_from INTEGER NOT NULL,
    drawn_at TEXT NOT NULL,
    senior_id TEXT,
    outcome TEXT,
    consistent BOOLEAN,
    aligned_with_task BOOLEAN,
    evaluable BOOLEAN,
    note TEXT,
    ended_at TEXT,
    PRIMARY KEY (pk)
);
CREATE UNIQUE INDEX spot_check_key ON spot_check (task_id, revision);
CREATE TABLE proposal (
    pk INTEGER NOT NULL,
    task_id TEXT NOT NULL,
    id TEXT NOT NULL,
    batch TEXT NOT NULL,
    drafter TEXT NOT NULL,
    text TEXT NOT NULL,
    weight INTEGER NOT NULL,
    tier TEXT NOT NULL,
    dimension TEXT,
    source_part TEXT,
    source TEXT,
    position INTEGER NOT NULL,
    state TEXT NOT NULL,
    checkpoint_id TEXT,
    made_at TEXT NOT NULL,
    PRIMARY KEY (pk)
);
CREATE UNIQUE INDEX proposal_key ON proposal (task_id, id);
CREATE TABLE dismissal (
    pk INTEGER NOT NULL,
    task_id TEXT NOT NULL,
    checkpoint_id TEXT NOT NULL,
    rule TEXT NOT NULL,
    text_hash TEXT NOT NULL,
    reason TEXT NOT NULL,
    "by" TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (pk)
);
CREATE UNIQUE INDEX dismissal_key ON dismissal (task_id, checkpoint_id, rule);
CREATE TABLE open_sheet (
    pk INTEGER NOT NULL,
    response_id TEXT NOT NULL,
    expert_id TEXT NOT NULL,
    opened_at TEXT NOT NULL,
    seconds FLOAT NOT NULL,
    submitted_at TEXT,
    PRIMARY KEY (pk)
);
CREATE UNIQUE INDEX open_sheet_key ON open_sheet (response_id, expert_id);
CREATE TABLE decision (
    pk INTEGER NOT NULL,
    response_id TEXT NOT NULL,
    checkpoint_id TEXT NOT NULL,
    expert_id TEXT NOT NULL,
    met BOOLEAN,
    rationale TEXT NOT NULL,
    evidence TEXT,
    basis TEXT NOT NULL,
    decided_at TEXT NOT NULL,
    PRIMARY KEY (pk)
);
CREATE UNIQUE INDEX decision_key ON decision (response_id, expert_id, checkpoint_id);
CREATE TABLE subset (
    pk INTEGER NOT NULL,
    name TEXT NOT NULL,
    seed INTEGER NOT NULL,
    task_ids TEXT,
    strata TEXT,
    drawn_by TEXT NOT NULL,
    drawn_at TEXT NOT NULL,
    PRIMARY KEY (pk),
    UNIQUE (name)
);
CREATE TABLE anchor_choice (
    pk INTEGER NOT NULL,
    task_id TEXT NOT NULL,
    response_id TEXT NOT NULL,
    expert_id TEXT NOT NULL,
    chosen_by TEXT NOT NULL,
    chosen_at TEXT NOT NULL,
    PRIMARY KEY (pk),
    UNIQUE (task_id)
);
CREATE TABLE change (
    pk INTEGER NOT NULL,
    id TEXT NOT NULL,
    at TEXT NOT NULL,
    verb TEXT NOT NULL,
    actor_id TEXT NOT NULL,
    task_id TEXT,
    scopes TEXT NOT NULL,
    edits TEXT NOT NULL,
    details TEXT,
    state TEXT NOT NULL,
    turn INTEGER NOT NULL,
    PRIMARY KEY (pk),
    UNIQUE (id)
);
CREATE INDEX change_by_state ON change (state, actor_id)
"""


def upgrade() -> None:
    for statement in _SCHEMA.split(";"):
        op.execute(statement)
