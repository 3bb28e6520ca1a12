"""One log in the place of events and changes, with the hash of the row before in every row.

Revision ID: 0015
Revises: 0014

Adjudications and resolved comments say when.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

_TABLE = """
CREATE TABLE log (
    pk INTEGER NOT NULL PRIMARY KEY,
    at TEXT NOT NULL,
    command TEXT NOT NULL,
    id TEXT UNIQUE,
    version INTEGER DEFAULT 1 NOT NULL,
    task_id TEXT,
    actor_id TEXT,
    before TEXT,
    after TEXT,
    reason TEXT,
    details TEXT,
    reverses TEXT,
    parameters TEXT NOT NULL,
    scopes TEXT NOT NULL,
    effects TEXT NOT NULL,
    hash TEXT NOT NULL,
    state TEXT NOT NULL,
    checksum INTEGER
);
CREATE INDEX log_by_task ON log (task_id);
CREATE INDEX log_by_state ON log (state, actor_id);
CREATE INDEX log_by_command ON log (command, actor_id);
CREATE INDEX log_by_reverses ON log (reverses);
ALTER TABLE judgment ADD COLUMN adjudicated_at TEXT;
ALTER TABLE remark ADD COLUMN resolved_at TEXT
"""
_COLUMNS = (
    "pk", "at", "command", "id", "version", "task_id", "actor_id", "before", "after", "reason",
    "details", "reverses", "parameters", "scopes", "effects",
)  # fmt: skip
_INSERT = (
    f"INSERT INTO log ({', '.join(_COLUMNS)}, hash, state) "
    f"VALUES ({', '.join(f':{name}' for name in (*_COLUMNS, 'hash', 'state'))})"
)
_EVENTS = """
SELECT event.pk, at, verb, task.id AS task_id, actor_id, before, after, reason, event.details
FROM event LEFT JOIN task ON task.pk = event.task_pk ORDER BY event.pk
"""
_NAMES = {
    "accepted": "task.accept",
    "returned": "task.return",
    "discarded": "task.discard",
    "reopened": "rubric.reopen",
    "created": "task.create",
    "changed": "brief.edit",
    "submitted": "brief.submit",
    "handed_over": "task.reassign",
    "attached": "attachment.add",
    "detached": "attachment.remove",
    "captioned": "attachment.caption",
    "added": "checkpoint.add_many",
    "edited": "checkpoint.edit",
    "bulk_changed": "checkpoint.edit_many",
    "removed": "checkpoint.remove",
    "duplicated": "checkpoint.duplicate",
    "reordered": "checkpoint.move",
    "split": "checkpoint.split",
    "merged": "checkpoint.merge",
    "imported_rubric": "rubric.import",
    "sent_to_review": "rubric.submit",
    "drafted": "draft.add",
    "took_proposals": "draft.accept",
    "dropped_proposals": "draft.discard",
    "dismissed_finding": "finding.dismiss",
    "started_review": "review.start",
    "remarked": "comment.add",
    "changed_remark": "comment.edit",
    "withdrew_remark": "comment.withdraw",
    "answered": "comment.reply",
    "resolved": "comment.resolve",
    "reopened_remark": "comment.reopen",
    "approved": "review.approve",
    "sent_back": "review.send_back",
    "drew_spot_checks": "spot_check.sample",
    "spot_check_passed": "spot_check.finish",
    "spot_check_returned": "spot_check.finish",
    "spot_check_discarded": "spot_check.finish",
    "added_responses": "response.add",
    "set_baseline": "response.set_baseline",
    "removed_response": "response.remove",
    "opened_sheet": "form.open",
    "judged": "judgment.draft",
    "submitted_sheet": "form.submit",
    "confirmed": "judgment.confirm",
    "overrode": "judgment.override",
    "disputed_judgment": "judgment.dispute",
    "drew_subset": "subset.sample",
    "removed_subset": "subset.remove",
    "chose_anchor": "anchor.choose",
    "freed_anchor": "anchor.clear",
    "attributed": "disagreement.attribute",
    "withdrew_attribution": "disagreement.reopen",
    "kept_attributions": "disagreement.keep",
    "described_project": "project.describe",
    "set_policies": "project.set_policies",
    "set_grading_policy": "project.set_grading_policy",
    "described_dimensions": "project.describe_dimensions",
    "added_dimensions": "project.add_dimensions",
    "added_domains": "project.add_domains",
    "founded": "project.found",
    "added_person": "person.add",
    "changed_person": "person.edit",
    "qualified": "person.qualify",
    "undone": "undo",
    "redone": "redo",
    "certified": "certificate.add",
    "exported": "publication.add",
    "imported": "project.import",
    "finished_run": "run.finish",
    "started_run": "run.start",
    "scored": "run.finish",
    "saw_verdict": "verdict.read",
    "unblinded": "response.unblind",
    "sent_packet": "packet.send",
    "answered_packet": "packet.answer",
    "closed_packet": "packet.close",
    "reopened_packet": "packet.reopen",
    "took_packet": "packet.import",
    "opened_packet": "packet.open",
    "came_by_packet": "packet.bring",
}
"""What was done, as it was called until version 14."""


def upgrade() -> None:
    for statement in _TABLE.split(";"):
        op.execute(statement)
    connection = op.get_bind()
    writer = _Writer(connection)
    alone = _changes_without_event(connection)
    for event in connection.execute(sa.text(_EVENTS)).mappings().all():
        while alone and alone[0]["at"] <= event["at"]:
            writer.change(alone.pop(0))
        writer.event(event)
    for change in alone:
        writer.change(change)
    _take_over_packets(connection, writer)
    writer.finish()
    op.execute("DROP TABLE event")
    op.execute("DROP TABLE change")


def _take_over_packets(connection: sa.Connection, writer: _Writer) -> None:
    """Makes assignments of the packets that asked for something, so that work on them is taken.

    A file that was made of one keeps what it asked for, and where its own work begins.
    """
    rows = connection.execute(sa.text("SELECT way, header FROM packet ORDER BY pk")).all()
    found = [(way, _assignment(_read(header))) for way, header in rows]
    for assignment in (item for way, item in found if way == "out" and item):
        writer.assignment(assignment)
    came = [item for way, item in found if way == "in" and item]
    guest = connection.scalar(sa.text("SELECT value FROM setting WHERE key = 'guest'"))
    if guest is None or not came:
        return
    told = {**json.loads(guest), "assignment": came[-1], "sequence": writer.opened}
    connection.execute(
        sa.text("UPDATE setting SET value = :told WHERE key = 'guest'"), {"told": json.dumps(told)}
    )


def _assignment(packet: dict[str, Any]) -> dict[str, Any] | None:
    """What a packet asked for, as an assignment; None where it asked for nothing."""
    purpose = {"confirm": "adjudicate"}.get(packet.get("purpose", ""), packet.get("purpose"))
    if purpose not in {"review", "judge", "adjudicate", "write"}:
        return None
    scope = dict(packet.get("scope") or {})
    scope["forms"] = scope.pop("sheets", [])
    return {
        "id": packet["id"],
        "purpose": purpose,
        "project_id": packet["project_id"],
        "made_by": packet["made_by"],
        "made_at": packet["made_at"],
        "person_id": packet.get("for_person") or "-",
        "scope": scope,
        "message": packet.get("message"),
        "key": hashlib.sha256(f"packet:{packet['id']}".encode()).hexdigest(),
    }


def _read(text: str | None) -> dict[str, Any]:
    try:
        found = json.loads(text or "{}")
    except ValueError:  # a damaged row stays what it is; the check names it
        return {}
    return found if isinstance(found, dict) else {}


def _changes_without_event(connection: sa.Connection) -> list[Any]:
    named = {
        _read(details).get("change")
        for (details,) in connection.execute(sa.text("SELECT details FROM event"))
    }
    rows = connection.execute(sa.text("SELECT * FROM change ORDER BY pk")).mappings().all()
    return [row for row in rows if row["id"] not in named]


class _Writer:
    """Writes the rows of the log in their order."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._length = 0
        self._hash = hashlib.sha256(b"xpert-log").hexdigest()
        self._sequence: dict[str, int] = {}
        self.opened = 0

    def event(self, event: sa.RowMapping) -> None:
        details = _read(event["details"])
        change_id = details.pop("change", None)
        verb = event["verb"]
        if verb == "created" and event["task_id"] is None and change_id is None:
            verb = "project.create"
        if "of" in details:
            details["of"] = _NAMES.get(details["of"], details["of"])
        row = {
            "at": event["at"],
            "command": _NAMES.get(verb, verb),
            "task_id": event["task_id"],
            "actor_id": event["actor_id"],
            "before": event["before"],
            "after": event["after"],
            "reason": event["reason"],
            "details": _text(details),
        }
        if verb == "opened_packet" and not self.opened:
            self.opened = self._length + 1
        if verb in {"undone", "redone"}:
            self._turned(change_id)
            self._add(row | {"reverses": change_id})
            return
        change = self._change(change_id) if isinstance(change_id, str) else None
        self._add(row | (change or {}))

    def assignment(self, assignment: dict[str, Any]) -> None:
        row = {
            "at": assignment["made_at"],
            "command": "assignment.send",
            "id": assignment["id"],
            "actor_id": assignment["made_by"],
            "details": _text({"purpose": assignment["purpose"], "person": assignment["person_id"]}),
            "parameters": json.dumps({"assignment": assignment}, ensure_ascii=False),
        }
        self._add(row)

    def change(self, change: sa.RowMapping) -> None:
        verb = change["verb"]
        row = {
            "at": change["at"],
            "command": _NAMES.get(verb, verb),
            "task_id": change["task_id"],
            "actor_id": change["actor_id"],
            "details": _text(_read(change["details"])),
        }
        self._add(row | (self._change(change["id"]) or {}))

    def _change(self, change_id: str) -> dict[str, Any] | None:
        if change_id in self._sequence:
            return None
        found = (
            self._connection.execute(
                sa.text("SELECT id, scopes, edits, state FROM change WHERE id = :id"),
                {"id": change_id},
            )
            .mappings()
            .first()
        )
        if found is None:
            return None
        self._turned(change_id)
        return {
            "id": change_id,
            "scopes": found["scopes"],
            "effects": found["edits"],
            "state": found["state"],
        }

    def _turned(self, change_id: object) -> None:
        self._sequence[str(change_id)] = self._length + 1

    def _add(self, row: dict[str, Any]) -> None:
        self._length += 1
        usual = {
            "pk": self._length,
            "id": f"n-{self._hash[:16]}",
            "version": 1,
            "parameters": "{}",
            "scopes": "[]",
            "effects": "[]",
            "state": "told",
        }
        whole = dict.fromkeys(_COLUMNS) | usual | row
        values = [self._hash, *(whole[name] for name in _COLUMNS)]
        self._hash = hashlib.sha256(json.dumps(values, ensure_ascii=False).encode()).hexdigest()
        self._connection.execute(sa.text(_INSERT), whole | {"hash": self._hash})

    def finish(self) -> None:
        """Writes the head, and drops the tables of packets, which are assignments now."""
        head = json.dumps({"length": self._length, "hash": self._hash})
        self._connection.execute(
            sa.text("INSERT INTO setting (key, value) VALUES ('log_head', :head)"), {"head": head}
        )
        for table in ("packet", "record_version"):
            self._connection.execute(sa.text(f"DROP TABLE {table}"))


def _text(details: dict[str, Any]) -> str | None:
    return json.dumps(details, ensure_ascii=False, separators=(",", ":")) if details else None
