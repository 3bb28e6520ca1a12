"""Ratings with values, drafts beside submitted judgments, order keys, and a checksum for every row.

Revision ID: 0012
Revises: 0011
"""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
_COLUMNS = """
ALTER TABLE checkpoint ADD COLUMN instrument TEXT DEFAULT 'binary' NOT NULL;
ALTER TABLE checkpoint ADD COLUMN settings TEXT;
ALTER TABLE checkpoint ADD COLUMN turn INTEGER;
ALTER TABLE verdict ADD COLUMN value FLOAT;
ALTER TABLE verdict ADD COLUMN given FLOAT;
ALTER TABLE verdict ADD COLUMN caps TEXT;
ALTER TABLE judgment ADD COLUMN value FLOAT;
ALTER TABLE judgment ADD COLUMN given FLOAT;
ALTER TABLE judgment ADD COLUMN caps TEXT;
ALTER TABLE verdict ADD COLUMN probability FLOAT;
ALTER TABLE judgment ADD COLUMN draft BOOLEAN DEFAULT 0 NOT NULL;
ALTER TABLE judgment ADD COLUMN state TEXT DEFAULT 'ok' NOT NULL;
ALTER TABLE judgment ADD COLUMN problem TEXT;
ALTER TABLE judgment ADD COLUMN adjudicated_value FLOAT
"""


def upgrade() -> None:
    for statement in _COLUMNS.split(";"):
        op.execute(statement)
    _values()
    _drafts()
    _history()
    _order()
    connection = op.get_bind()
    for name in sa.inspect(connection).get_table_names():
        if name != "alembic_version":
            op.add_column(name, sa.Column("checksum", sa.Integer))


def _order() -> None:
    """The key of a whole number: a letter for how many digits it has, and the digits."""
    op.execute("ALTER TABLE checkpoint RENAME COLUMN position TO place")
    op.execute("ALTER TABLE checkpoint ADD COLUMN position TEXT")
    op.execute("UPDATE checkpoint SET position = char(96 + length(place)) || place")
    op.execute("ALTER TABLE checkpoint DROP COLUMN place")


def _values() -> None:
    """An overridden judgment held the adjudicated value alone, which was the other one."""
    op.execute("UPDATE verdict SET value = met")
    op.execute(
        "UPDATE judgment SET value = CASE status WHEN 'overridden' THEN 1 - met ELSE met END, "
        "adjudicated_value = CASE WHEN status IN ('confirmed', 'overridden') THEN met END"
    )
    with op.batch_alter_table("attribution") as batch:
        batch.alter_column(
            "expert_met",
            new_column_name="expert_value",
            existing_type=sa.Boolean,
            type_=sa.Float,
            existing_nullable=False,
        )
    for table in ("verdict", "judgment"):
        op.execute(f"ALTER TABLE {table} DROP COLUMN met")
    op.execute("DROP INDEX judgment_by_sheet")
    op.execute(
        "CREATE UNIQUE INDEX judgment_by_sheet ON judgment "
        "(response_pk, checkpoint_pk, expert_id, draft)"
    )


def _drafts() -> None:
    op.execute(
        "INSERT INTO judgment (response_pk, checkpoint_pk, expert_id, draft, value, state, "
        "rationale, evidence, status, judged_at, basis) "
        "SELECT response.pk, checkpoint.pk, decision.expert_id, 1, decision.met, "
        "CASE WHEN decision.met IS NULL THEN 'undecided' ELSE 'ok' END, "
        "NULLIF(decision.rationale, ''), decision.evidence, 'draft', decision.decided_at, "
        "decision.basis FROM decision JOIN response ON response.id = decision.response_id "
        "JOIN checkpoint ON checkpoint.task_pk = response.task_pk "
        "AND checkpoint.id = decision.checkpoint_id ORDER BY decision.pk"
    )
    op.drop_table("decision")


def _history() -> None:
    """What was judged can still be undone: steps hold ratings as they are now."""
    connection = op.get_bind()
    kept = sa.text(
        "SELECT pk, edits FROM change WHERE edits LIKE '%\"decision\"%' "
        "OR edits LIKE '%\"judgment\"%'"
    )
    write = sa.text("UPDATE change SET edits = :edits WHERE pk = :pk")
    changed = [
        {"pk": pk, "edits": json.dumps(_edits(json.loads(edits)), ensure_ascii=False)}
        for pk, edits in connection.execute(kept)
    ]
    if changed:
        connection.execute(write, changed)


def _edits(edits: list[dict[str, Any]]) -> list[dict[str, Any]]:
    for edit in edits:
        sides = [edit[side] for side in ("before", "after") if edit.get(side)]
        if edit["kind"] == "decision":
            for fields in sides:
                _drafted(fields)
        elif edit["kind"] == "judgment":
            for fields in sides:
                _judged(fields)
    return edits


def _drafted(fields: dict[str, Any]) -> None:
    if "met" in fields:
        value = fields.pop("met")
        fields["value"] = None if value is None else int(value)
        fields["state"] = "undecided" if value is None else "ok"
    if "decided_at" in fields:
        fields["judged_at"] = fields.pop("decided_at")
    if "rationale" in fields:
        fields["rationale"] = fields["rationale"] or None


def _judged(fields: dict[str, Any]) -> None:
    if "status" not in fields and "met" not in fields:
        return
    if "met" in fields:
        met = int(fields.pop("met"))
        gold = fields.get("status") in {"confirmed", "overridden"}
        fields["adjudicated_value" if gold and "response_id" not in fields else "value"] = met
        if gold and "response_id" in fields:
            fields["adjudicated_value"] = met
            fields["value"] = 1 - met if fields["status"] == "overridden" else met
