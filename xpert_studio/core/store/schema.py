"""The tables of a project file.

Inside, rows point at each other by small integers (``pk``); outside, everybody uses the stable
text ids. The tables of records follow from the records (``mapping``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Column, Index, Integer, LargeBinary, Table, Text, case

from xpert_studio.core import records as r
from xpert_studio.core.store.mapping import (
    Stored,
    checksum_column,
    flag,
    metadata,
    pk_column,
    stored_in,
)
from xpert_studio.core.store.values import not_set

APPLICATION_ID: Final = 0x58505254
"""``XPRT``: marks an SQLite file as an Xpert Studio project."""

SCHEMA_VERSION: Final = 23
"""Written to ``user_version``; equals the number of the newest migration."""


def _unique(name: str, *columns: str) -> Index:
    return Index(name, *columns, unique=True)


PERSON: Final = stored_in(r.Person, ("id",), kind="person")
TASK: Final = stored_in(r.Task, ("id",), kind="task")
_OF_TASK: Final[Mapping[str, Stored[Any]]] = {"task_id": TASK}
CHECKPOINT: Final = stored_in(
    r.Checkpoint,
    ("task_id", "id"),
    kind="checkpoint",
    references=_OF_TASK,
    own=[flag("retired")],
    indexes=[_unique("checkpoint_by_task", "task_pk", "id")],
)
REVISION: Final = stored_in(
    r.RubricRevision,
    ("task_id", "number"),
    kind="revision",
    table_name="rubric_revision",
    references=_OF_TASK,
    indexes=[_unique("revision_by_task", "task_pk", "number")],
)
RESPONSE: Final = stored_in(
    r.Response,
    ("id",),
    kind="response",
    references=_OF_TASK,
    indexes=[Index("response_by_task", "task_pk")],
)
_OF_PAIR: Final[Mapping[str, Stored[Any]]] = {"response_id": RESPONSE, "checkpoint_id": CHECKPOINT}
JUDGMENT: Final = stored_in(
    r.Judgment,
    ("response_id", "checkpoint_id", "expert_id"),
    kind="judgment",
    references=_OF_PAIR,
    own=[flag("draft"), flag("stale")],
    indexes=[_unique("judgment_by_form", "response_pk", "checkpoint_pk", "expert_id", "draft")],
    fixed={"draft": False},
)
DRAFT: Final = Stored(
    r.Draft,
    JUDGMENT.key,
    JUDGMENT.table,
    JUDGMENT.references,
    JUDGMENT.own,
    kind="decision",
    fixed={"draft": True, "status": r.JudgmentStatus.DRAFT.value},
)
"""Beside the submitted judgments; ``decision`` is what the history calls them."""
JUDGE: Final = stored_in(r.Judge, ("id",), kind="judge")
_superseded = flag("superseded")
VERDICT: Final = stored_in(
    r.Verdict,
    ("judge_id", "response_id", "checkpoint_id", "trial"),
    kind="verdict",
    references={**_OF_PAIR, "judge_id": JUDGE},
    own=[Column("call_pk", Integer), _superseded, flag("stale")],
    indexes=[
        Index(
            "current_verdict",
            "judge_pk",
            "response_pk",
            "checkpoint_pk",
            "trial",
            unique=True,
            sqlite_where=not_set(_superseded),
        ),
        Index("verdict_by_call", "call_pk", "state"),
    ],
)
LOG: Final = stored_in(
    r.LogEntry,
    ("id",),
    kind="log",
    own=[
        Column("parameters", Text, nullable=False),
        Column("scopes", Text, nullable=False),
        Column("effects", Text, nullable=False),
        Column("hash", Text, nullable=False),
        Column("state", Text, nullable=False),
    ],
    indexes=[
        Index("log_by_task", "task_id"),
        Index("log_by_state", "state", "actor_id"),
        Index("log_by_command", "command", "actor_id"),
        Index("log_by_reverses", "reverses"),
    ],
)
RUN: Final = stored_in(
    r.Run,
    ("id",),
    kind="run",
    references={"judge_id": JUDGE},
    own=[Column(name, Text) for name in ("request", "owner", "beat_at", "pulse")],
)
CALL: Final = stored_in(
    r.Call,
    ("id",),
    kind="call",
    references={"run_id": RUN, "judge_id": JUDGE, "response_id": RESPONSE},
    indexes=[Index("call_by_run", "run_pk")],
)

REVIEW: Final = stored_in(
    r.Review,
    ("task_id", "revision", "reviewer_id"),
    kind="review",
    indexes=[_unique("review_key", "task_id", "revision", "reviewer_id")],
)
COMMENT: Final = stored_in(
    r.Comment, ("id",), kind="comment", indexes=[Index("comment_by_task", "task_id")]
)
SPOT_CHECK: Final = stored_in(
    r.SpotCheck,
    ("task_id", "revision"),
    kind="spot_check",
    indexes=[_unique("spot_check_key", "task_id", "revision")],
)
SUGGESTION: Final = stored_in(
    r.Suggestion,
    ("task_id", "id"),
    kind="suggestion",
    indexes=[_unique("suggestion_key", "task_id", "id")],
)
DISMISSAL: Final = stored_in(
    r.Dismissal,
    ("task_id", "checkpoint_id", "rule"),
    kind="dismissal",
    indexes=[_unique("dismissal_key", "task_id", "checkpoint_id", "rule")],
)
OPEN_FORM: Final = stored_in(
    r.OpenForm,
    ("response_id", "expert_id"),
    kind="open_form",
    indexes=[_unique("open_form_key", "response_id", "expert_id")],
)
READ_MARK: Final = stored_in(
    r.ReadMark,
    ("person_id", "task_id", "checkpoint_id", "form"),
    kind="read_mark",
    indexes=[_unique("read_mark_key", "person_id", "task_id", "checkpoint_id", "form")],
)
SUBSET: Final = stored_in(r.Subset, ("name",), kind="subset", nullable=("task_ids", "strata"))
ANCHOR_CHOICE: Final = stored_in(r.AnchorChoice, ("task_id",), kind="anchor_choice")
ATTRIBUTION: Final = stored_in(
    r.Attribution,
    ("judge_id", "response_id", "checkpoint_id"),
    kind="attribution",
    indexes=[_unique("attribution_key", "judge_id", "response_id", "checkpoint_id")],
)

ATTACK_RESULT: Final = stored_in(
    r.AttackResult,
    ("task_id", "attack", "judge_id"),
    kind="attack_result",
    indexes=[_unique("attack_result_key", "task_id", "attack", "judge_id")],
)

COMPARISON: Final = stored_in(
    r.Comparison,
    ("first_id", "second_id", "rater", "rater_id", "checkpoint_id", "shown_first"),
    kind="comparison",
    indexes=[
        _unique(
            "comparison_key",
            "first_id",
            "second_id",
            "rater",
            "rater_id",
            "checkpoint_id",
            "shown_first",
        ),
        Index("comparison_by_task", "task_id"),
    ],
)

PACK_RECORD: Final = stored_in(
    r.PackRecord,
    ("pack", "kind", "id"),
    kind="pack_record",
    references={"task_id": TASK, "response_id": RESPONSE},
    indexes=[
        _unique("pack_record_key", "pack", "kind", "id"),
        Index("pack_record_by_task", "task_pk"),
        Index("pack_record_by_response", "response_pk"),
    ],
)
"""What a record hangs on cannot be taken out before it."""

SYSTEM: Final = stored_in(r.System, ("name",), kind="system")
"""Of systems of which more is known than the name on their responses."""

RENDERING: Final = stored_in(r.KeptRendering, ("sha256",), kind="rendering")
"""Of each file the last; the pictures are files by their hash, as attachments are."""

STORED: Final[Sequence[Stored[Any]]] = (
    PERSON, TASK, CHECKPOINT, REVISION, REVIEW, COMMENT, SPOT_CHECK, SUGGESTION, DISMISSAL,
    RESPONSE, OPEN_FORM, DRAFT, JUDGMENT, SUBSET, ANCHOR_CHOICE, ATTRIBUTION, JUDGE, VERDICT, LOG,
    RUN, CALL, READ_MARK, ATTACK_RESULT, COMPARISON, PACK_RECORD,
    SYSTEM, RENDERING,
)  # fmt: skip
"""Every kind of record that has a table; those that others refer to stand before these."""

person, task, checkpoint, response = (s.table for s in (PERSON, TASK, CHECKPOINT, RESPONSE))
judgment, judge, verdict, log = (s.table for s in (JUDGMENT, JUDGE, VERDICT, LOG))
run, call, comment, open_form = (s.table for s in (RUN, CALL, COMMENT, OPEN_FORM))

RUBRIC_ORDER: Final = (
    checkpoint.c.position.is_(None),
    checkpoint.c.position,
    case((checkpoint.c.position.is_not(None), checkpoint.c.id)),
    checkpoint.c.pk,
)
"""By position, then by id; those without one behind, as they came in."""


def _table(name: str, *columns: Column[Any] | Index) -> Table:
    return Table(name, metadata, *columns, checksum_column())


def _needed(*names: str) -> list[Column[Any]]:
    return [Column(name, Text, nullable=False) for name in names]


def _bytes(name: str, *, nullable: bool = False) -> Column[Any]:
    return Column(name, LargeBinary, nullable=nullable)


def _named(name: str) -> Column[Any]:
    return Column(name, Text, primary_key=True)


setting = _table("setting", _named("key"), *_needed("value"))
blob = _table("blob", _named("sha256"), Column("size", Integer, nullable=False), _bytes("data"))
extra_file = _table("extra_file", _named("path"), _bytes("data"))
prompt_prefix = _table(
    "prompt_prefix",
    _named("hash"),
    *_needed("text"),
    Column("system", Text),
    Column("images", Text),
)

certificate = _table(
    "certificate",
    pk_column(),
    Column("id", Text, nullable=False, unique=True),
    *_needed("family", "judge_id", "made_at", "content"),
    _bytes("evidence"),
    Index("certificate_by_family", "family"),
)
"""What was found on a day: written once, never changed."""

log_mark = _table("log_mark", pk_column(), *_needed("mark"))
"""One row, changed by every transaction: by it a log is known to belong to its file (``logs``)."""
