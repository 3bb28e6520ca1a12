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
    Numeric,
    Table,
    Text,
    text,
)

APPLICATION_ID: Final = 0x58505254
"""``XPRT``: marks an SQLite file as an Xpert Studio project."""

SCHEMA_VERSION: Final = 12
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
    Column("checklist", Text),
    Column("earlier_authors", Text),
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
    Column("origin", Text),
    Column("drafted_by", Text),
    Column("source", Text),
    Column("instrument", Text, nullable=False, server_default=text("'binary'")),
    Column("settings", Text),
    Column("turn", Integer),
    Column("retired", Boolean, nullable=False, server_default=text("0")),
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
    Column("reason", Text),
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
    Column("draft", Boolean, nullable=False, server_default=text("0")),
    Column("value", Numeric(asdecimal=False)),
    Column("state", Text, nullable=False),
    Column("problem", Text),
    Column("given", Numeric(asdecimal=False)),
    Column("caps", Text),
    Column("adjudicated_value", Numeric(asdecimal=False)),
    Column("rationale", Text),
    Column("evidence", Text),
    Column("status", Text, nullable=False),
    Column("confirmed_by", Text),
    Column("note", Text),
    Column("judged_at", Text),
    Column("extra", Text),
    Column("basis", Text),
    Column("stale", Boolean, nullable=False, server_default=text("0")),
    Column("unblinded", Boolean, nullable=False, server_default=text("0")),
    Index("judgment_by_sheet", "response_pk", "checkpoint_pk", "expert_id", "draft", unique=True),
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
    Column("value", Numeric(asdecimal=False)),
    Column("given", Numeric(asdecimal=False)),
    Column("caps", Text),
    Column("probability", Float),
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
    Column("basis", Text),
    Column("stale", Boolean, nullable=False, server_default=text("0")),
    Index(
        "current_verdict",
        "judge_pk",
        "response_pk",
        "checkpoint_pk",
        "trial",
        unique=True,
        sqlite_where=text("superseded = 0"),
    ),
    Index("verdict_by_call", "call_pk", "state"),
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
    Column("seconds", Float, nullable=False),
    Column("message", Text),
    Column("request", Text),
    Column("owner", Text),
    Column("beat_at", Text),
    Column("terms", Text),
    Column("pulse", Text),
    Column("known_cost", Float, nullable=False, server_default=text("0")),
    Column("unknown_cost_calls", Integer, nullable=False, server_default=text("0")),
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
    Column("system", Text),
    Column("images", Text),
)

# What people do before a judge runs: written by verbs, keyed by the stable ids.

review = Table(
    "review",
    metadata,
    _pk(),
    Column("task_id", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("reviewer_id", Text, nullable=False),
    Column("outcome", Text),
    Column("summary", Text),
    Column("started_at", Text, nullable=False),
    Column("ended_at", Text),
    Index("review_key", "task_id", "revision", "reviewer_id", unique=True),
)

remark = Table(
    "remark",
    metadata,
    _pk(),
    Column("id", Text, nullable=False, unique=True),
    Column("task_id", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("author_id", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("aspect", Text, nullable=False),
    Column("severity", Text, nullable=False),
    Column("checkpoint_id", Text),
    Column("line", Text),
    Column("replies", Text),
    Column("resolved_by", Text),
    Column("made_at", Text, nullable=False),
    Index("remark_by_task", "task_id"),
)

spot_check = Table(
    "spot_check",
    metadata,
    _pk(),
    Column("task_id", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("drawn_with_seed", Integer, nullable=False),
    Column("share", Float, nullable=False),
    Column("drawn_from", Integer, nullable=False),
    Column("drawn_at", Text, nullable=False),
    Column("senior_id", Text),
    Column("outcome", Text),
    Column("consistent", Boolean),
    Column("aligned_with_task", Boolean),
    Column("evaluable", Boolean),
    Column("note", Text),
    Column("ended_at", Text),
    Index("spot_check_key", "task_id", "revision", unique=True),
)

proposal = Table(
    "proposal",
    metadata,
    _pk(),
    Column("task_id", Text, nullable=False),
    Column("id", Text, nullable=False),
    Column("batch", Text, nullable=False),
    Column("drafter", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("weight", Integer, nullable=False),
    Column("tier", Text, nullable=False),
    Column("dimension", Text),
    Column("source_part", Text),
    Column("source", Text),
    Column("position", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("checkpoint_id", Text),
    Column("made_at", Text, nullable=False),
    Index("proposal_key", "task_id", "id", unique=True),
)

dismissal = Table(
    "dismissal",
    metadata,
    _pk(),
    Column("task_id", Text, nullable=False),
    Column("checkpoint_id", Text, nullable=False),
    Column("rule", Text, nullable=False),
    Column("text_hash", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("at", Text, nullable=False),
    Index("dismissal_key", "task_id", "checkpoint_id", "rule", unique=True),
)

open_sheet = Table(
    "open_sheet",
    metadata,
    _pk(),
    Column("response_id", Text, nullable=False),
    Column("expert_id", Text, nullable=False),
    Column("opened_at", Text, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("submitted_at", Text),
    Index("open_sheet_key", "response_id", "expert_id", unique=True),
)

subset = Table(
    "subset",
    metadata,
    _pk(),
    Column("name", Text, nullable=False, unique=True),
    Column("seed", Integer, nullable=False),
    Column("task_ids", Text),
    Column("strata", Text),
    Column("drawn_by", Text, nullable=False),
    Column("drawn_at", Text, nullable=False),
)

anchor_choice = Table(
    "anchor_choice",
    metadata,
    _pk(),
    Column("task_id", Text, nullable=False, unique=True),
    Column("response_id", Text, nullable=False),
    Column("expert_id", Text, nullable=False),
    Column("chosen_by", Text, nullable=False),
    Column("chosen_at", Text, nullable=False),
)

attribution = Table(
    "attribution",
    metadata,
    _pk(),
    Column("judge_id", Text, nullable=False),
    Column("response_id", Text, nullable=False),
    Column("checkpoint_id", Text, nullable=False),
    Column("task_id", Text, nullable=False),
    Column("cause", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("expert_value", Numeric(asdecimal=False), nullable=False),
    Column("text", Text, nullable=False),
    Column("judgments", Text, nullable=False),
    Column("verdicts", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("at", Text, nullable=False),
    Index("attribution_key", "judge_id", "response_id", "checkpoint_id", unique=True),
)

# What was found on a day: written once, never changed.

certificate = Table(
    "certificate",
    metadata,
    _pk(),
    Column("id", Text, nullable=False, unique=True),
    Column("family", Text, nullable=False),
    Column("judge_id", Text, nullable=False),
    Column("made_at", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("evidence", LargeBinary, nullable=False),
    Index("certificate_by_family", "family"),
)

change = Table(
    "change",
    metadata,
    _pk(),
    Column("id", Text, nullable=False, unique=True),
    Column("at", Text, nullable=False),
    Column("verb", Text, nullable=False),
    Column("actor_id", Text, nullable=False),
    Column("task_id", Text),
    Column("scopes", Text, nullable=False),
    Column("edits", Text, nullable=False),
    Column("details", Text),
    Column("state", Text, nullable=False),
    Column("turn", Integer, nullable=False),
    Index("change_by_state", "state", "actor_id"),
)
"""``turn`` counts up with every change, undo and redo: whoever keeps something derived from the
project (the search index) reads from it what has been edited since."""

packet = Table(
    "packet",
    metadata,
    _pk(),
    Column("id", Text, nullable=False),
    Column("way", Text, nullable=False),
    Column("header", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("versions", LargeBinary),
    Column("change_id", Text),
    Column("closed_at", Text),
    Index("packet_key", "id", "way", unique=True),
)
"""Packets that went ``out`` and came ``in``. ``versions`` says which state of each record went."""

record_version = Table(
    "record_version",
    metadata,
    _pk(),
    Column("kind", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("ancestors", Text),
    Column("hash", Text),
    Column("content", LargeBinary),
    Column("turn", Integer, nullable=False),
    Column("packet_id", Text),
    Column("change_id", Text),
    Index("version_by_record", "kind", "key"),
)
"""The states of records that were exchanged, newest last; rows are added, never changed. A row that
names a change counts while that change stands. ``turn`` is the journal's when it was written."""

log_mark = Table(
    "log_mark",
    metadata,
    _pk(),
    Column("mark", Text, nullable=False),
)
"""One row, changed by every transaction: by it a log is known to belong to its file (``logs``)."""
