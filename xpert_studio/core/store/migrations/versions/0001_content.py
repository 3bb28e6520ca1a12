"""Tasks, rubrics, responses, judgments, judges and verdicts.

Revision ID: 0001
Revises: 
"""

from alembic import op

revision = "0001"
down_revision = None
_SCHEMA = """
CREATE TABLE blob (
    sha256 TEXT NOT NULL,
    size INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (sha256)
);
CREATE TABLE extra_file (
    path TEXT NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (path)
);
CREATE TABLE judge (
    pk INTEGER NOT NULL,
    id TEXT NOT NULL,
    provider TEXT,
    model TEXT,
    parameters TEXT,
    mode TEXT NOT NULL,
    anchors TEXT,
    prompt_hash TEXT,
    settings TEXT,
    extra TEXT,
    PRIMARY KEY (pk),
    UNIQUE (id)
);
CREATE TABLE person (
    pk INTEGER NOT NULL,
    id TEXT NOT NULL,
    name TEXT,
    roles TEXT,
    domains TEXT,
    credentials TEXT,
    qualification TEXT,
    extra TEXT,
    PRIMARY KEY (pk),
    UNIQUE (id)
);
CREATE TABLE setting (
    "key" TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY ("key")
);
CREATE TABLE task (
    pk INTEGER NOT NULL,
    id TEXT NOT NULL,
    prompt TEXT,
    context TEXT,
    materials TEXT,
    deliverables TEXT,
    title TEXT,
    domain TEXT,
    category TEXT,
    language TEXT,
    difficulty TEXT,
    reference_answer TEXT,
    attachments TEXT,
    author_id TEXT,
    stage TEXT,
    tags TEXT,
    extra TEXT,
    PRIMARY KEY (pk),
    UNIQUE (id)
);
CREATE TABLE checkpoint (
    pk INTEGER NOT NULL,
    task_pk INTEGER NOT NULL,
    id TEXT NOT NULL,
    text TEXT NOT NULL,
    weight INTEGER NOT NULL,
    tier TEXT,
    dimension TEXT,
    position INTEGER,
    notes TEXT,
    revision INTEGER,
    extra TEXT,
    PRIMARY KEY (pk),
    FOREIGN KEY(task_pk) REFERENCES task (pk)
);
CREATE UNIQUE INDEX checkpoint_by_task ON checkpoint (task_pk, id);
CREATE TABLE event (
    pk INTEGER NOT NULL,
    at TEXT NOT NULL,
    verb TEXT NOT NULL,
    task_pk INTEGER,
    actor_id TEXT,
    "before" TEXT,
    "after" TEXT,
    reason TEXT,
    details TEXT,
    PRIMARY KEY (pk),
    FOREIGN KEY(task_pk) REFERENCES task (pk)
);
CREATE INDEX event_by_task ON event (task_pk);
CREATE TABLE response (
    pk INTEGER NOT NULL,
    id TEXT NOT NULL,
    task_pk INTEGER NOT NULL,
    model TEXT NOT NULL,
    text TEXT NOT NULL,
    role TEXT NOT NULL,
    attachments TEXT,
    finish_reason TEXT,
    prompt_tokens INTEGER,
    completion_tokens INTEGER,
    latency_ms FLOAT,
    created_at TEXT,
    extra TEXT,
    PRIMARY KEY (pk),
    UNIQUE (id),
    FOREIGN KEY(task_pk) REFERENCES task (pk)
);
CREATE INDEX response_by_task ON response (task_pk);
CREATE TABLE rubric_revision (
    pk INTEGER NOT NULL,
    task_pk INTEGER NOT NULL,
    number INTEGER NOT NULL,
    state TEXT NOT NULL,
    checkpoints TEXT NOT NULL,
    frozen_at TEXT,
    frozen_by TEXT,
    PRIMARY KEY (pk),
    FOREIGN KEY(task_pk) REFERENCES task (pk)
);
CREATE UNIQUE INDEX revision_by_task ON rubric_revision (task_pk, number);
CREATE TABLE judgment (
    pk INTEGER NOT NULL,
    response_pk INTEGER NOT NULL,
    checkpoint_pk INTEGER NOT NULL,
    expert_id TEXT NOT NULL,
    met BOOLEAN NOT NULL,
    rationale TEXT,
    evidence TEXT,
    status TEXT NOT NULL,
    confirmed_by TEXT,
    note TEXT,
    judged_at TEXT,
    extra TEXT,
    PRIMARY KEY (pk),
    FOREIGN KEY(response_pk) REFERENCES response (pk),
    FOREIGN KEY(checkpoint_pk) REFERENCES checkpoint (pk)
);
CREATE UNIQUE INDEX judgment_by_sheet ON judgment (response_pk, checkpoint_pk, expert_id);
CREATE TABLE verdict (
    pk INTEGER NOT NULL,
    response_pk INTEGER NOT NULL,
    checkpoint_pk INTEGER NOT NULL,
    judge_pk INTEGER NOT NULL,
    trial INTEGER NOT NULL,
    met BOOLEAN,
    state TEXT NOT NULL,
    rationale TEXT,
    evidence TEXT,
    usage TEXT,
    judged_at TEXT,
    "key" TEXT,
    flags TEXT,
    problem TEXT,
    extra TEXT,
    call_pk INTEGER,
    superseded BOOLEAN DEFAULT 0 NOT NULL,
    PRIMARY KEY (pk),
    FOREIGN KEY(response_pk) REFERENCES response (pk),
    FOREIGN KEY(checkpoint_pk) REFERENCES checkpoint (pk),
    FOREIGN KEY(judge_pk) REFERENCES judge (pk)
);
CREATE UNIQUE INDEX current_verdict ON verdict (judge_pk, response_pk, checkpoint_pk, trial) WHERE superseded = 0
"""


def upgrade() -> None:
    for statement in _SCHEMA.split(";"):
        op.execute(statement)
