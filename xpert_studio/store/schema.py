"""The tables of a project file.

Inside, rows point at each other by small integers (``pk``); outside, everybody uses the stable
text ids. Nested values (attachments, evidence, extra keys) are JSON text, absent when empty.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)

APPLICATION_ID: Final = 0x58505254
"""``XPRT``: marks an SQLite file as an Xpert Studio project."""

SCHEMA_VERSION: Final = 2
"""Written to ``user_version``; equals the number of the newest migration."""

metadata = MetaData()


def _pk() -> Column[int]:
    return Column("pk", Integer, primary_key=True)


def _ref(name: str, target: str, *, nullable: bool = False) -> Column[int]:
    return Column(name, Integer, ForeignKey(f"{target}.pk"), nullable=nullable)


setting = Table(
    "setting",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

person = Table(
    "person",
    metadata,
    _pk(),
    Column("id", Text, nullable=False, unique=True),
    Column("name", Text),
    Column("roles", Text),
    Column("domains", Text),
    Column("credentials", Text),
    Column("qualification", Text),
    Column("extra", Text),
)

task = Table(
    "task",
    metadata,
    _pk(),
    Column("id", Text, nullable=False, unique=True),
    Column("prompt", Text),
    Column("context", Text),
    Column("materials", Text),
    Column("deliverables", Text),
    Column("title", Text),
    Column("domain", Text),
    Column("category", Text),
    Column("language", Text),
    Column("difficulty", Text),
    Column("reference_answer", Text),
    Column("attachments", Text),
    Column("author_id", Text),
    Column("stage", Text),
    Column("tags", Text),
    Column("extra", Text),
)

checkpoint = Table(
    "checkpoint",
    metadata,
    _pk(),
    _ref("task_pk", "task"),
    Column("id", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("weight", Integer, nullable=False),
    Column("tier", Text),
    Column("dimension", Text),
    Column("position", Integer),
    Column("notes", Text),
    Column("revision", Integer),
    Column("extra", Text),
    Index("checkpoint_by_task", "task_pk", "id", unique=True),
)

rubric_revision = Table(
    "rubric_revision",
    metadata,
    _pk(),
    _ref("task_pk", "task"),
    Column("number", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("checkpoints", Text, nullable=False),
    Column("frozen_at", Text),
    Column("frozen_by", Text),
    Index("revision_by_task", "task_pk", "number", unique=True),
)

response = Table(
    "response",
    metadata,
    _pk(),
    Column("id", Text, nullable=False, unique=True),
    _ref("task_pk", "task"),
    Column("model", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("attachments", Text),
    Column("finish_reason", Text),
    Column("prompt_tokens", Integer),
    Column("completion_tokens", Integer),
    Column("latency_ms", Float),
    Column("created_at", Text),
    Column("extra", Text),
    Index("response_by_task", "task_pk"),
)

judgment = Table(
    "judgment",
    metadata,
    _pk(),
    _ref("response_pk", "response"),
    _ref("checkpoint_pk", "checkpoint"),
    Column("expert_id", Text, nullable=False),
    Column("met", Boolean, nullable=False),
    Column("rationale", Text),
    Column("evidence", Text),
    Column("status", Text, nullable=False),
    Column("confirmed_by", Text),
    Column("note", Text),
    Column("judged_at", Text),
    Column("extra", Text),
    Index("judgment_by_sheet", "response_pk", "checkpoint_pk", "expert_id", unique=True),
)

judge = Table(
    "judge",
    metadata,
    _pk(),
    Column("id", Text, nullable=False, unique=True),
    Column("provider", Text),
    Column("model", Text),
    Column("parameters", Text),
    Column("mode", Text, nullable=False),
    Column("anchors", Text),
    Column("prompt_hash", Text),
    Column("settings", Text),
    Column("extra", Text),
)

verdict = Table(
    "verdict",
    metadata,
    _pk(),
    _ref("response_pk", "response"),
    _ref("checkpoint_pk", "checkpoint"),
    _ref("judge_pk", "judge"),
    Column("trial", Integer, nullable=False),
    Column("met", Boolean),
    Column("state", Text, nullable=False),
    Column("rationale", Text),
    Column("evidence", Text),
    Column("usage", Text),
    Column("judged_at", Text),
    Column("key", Text),
    Column("flags", Text),
    Column("problem", Text),
    Column("extra", Text),
    Column("call_pk", Integer),
    Column("superseded", Boolean, nullable=False, server_default=text("0")),
    Index(
        "current_verdict",
        "judge_pk",
        "response_pk",
        "checkpoint_pk",
        "trial",
        unique=True,
        sqlite_where=text("superseded = 0"),
        postgresql_where=text("superseded = false"),
    ),
)

blob = Table(
    "blob",
    metadata,
    Column("sha256", Text, primary_key=True),
    Column("size", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

extra_file = Table(
    "extra_file",
    metadata,
    Column("path", Text, primary_key=True),
    Column("data", LargeBinary, nullable=False),
)

event = Table(
    "event",
    metadata,
    _pk(),
    Column("at", Text, nullable=False),
    Column("verb", Text, nullable=False),
    _ref("task_pk", "task", nullable=True),
    Column("actor_id", Text),
    Column("before", Text),
    Column("after", Text),
    Column("reason", Text),
    Column("details", Text),
    Index("event_by_task", "task_pk"),
)

run = Table(
    "run",
    metadata,
    _pk(),
    Column("id", Text, nullable=False, unique=True),
    _ref("judge_pk", "judge"),
    Column("state", Text, nullable=False),
    Column("selection", Text),
    Column("policy_hash", Text),
    Column("anchors", Text),
    Column("started_at", Text, nullable=False),
    Column("ended_at", Text),
    Column("planned", Integer, nullable=False),
    Column("known", Integer, nullable=False),
    Column("calls", Integer, nullable=False),
    Column("ok", Integer, nullable=False),
    Column("invalid", Integer, nullable=False),
    Column("error", Integer, nullable=False),
    Column("input_tokens", Integer),
    Column("cached_tokens", Integer),
    Column("output_tokens", Integer),
    Column("cost", Float),
    Column("seconds", Float, nullable=False),
    Column("message", Text),
    Column("request", Text),
    Column("owner", Text),
    Column("beat_at", Text),
)

call = Table(
    "call",
    metadata,
    _pk(),
    Column("id", Text, nullable=False, unique=True),
    _ref("run_pk", "run"),
    _ref("judge_pk", "judge"),
    _ref("response_pk", "response"),
    Column("asked", Text, nullable=False),
    Column("trial", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("problem", Text),
    Column("prefix_hash", Text),
    Column("suffix", Text),
    Column("reply", Text),
    Column("finish", Text),
    Column("model", Text),
    Column("request_id", Text),
    Column("attempts", Integer, nullable=False),
    Column("usage", Text),
    Column("cost", Float),
    Column("unknown_ids", Integer, nullable=False),
    Column("started_at", Text, nullable=False),
    Column("seconds", Float, nullable=False),
    Index("call_by_run", "run_pk"),
)

prompt_prefix = Table(
    "prompt_prefix",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("text", Text, nullable=False),
)
