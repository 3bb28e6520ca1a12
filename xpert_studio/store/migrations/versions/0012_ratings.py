"""Ratings have values in the units of their instrument; drafts lie beside submitted judgments.

Revision ID: 0012
Revises: 0011
"""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "checkpoint",
        sa.Column("instrument", sa.Text, nullable=False, server_default=sa.text("'binary'")),
    )
    op.add_column("checkpoint", sa.Column("settings", sa.Text))
    op.add_column("checkpoint", sa.Column("turn", sa.Integer))
    op.execute("ALTER TABLE attribution RENAME COLUMN expert_met TO expert_value")
    _verdicts()
    _judgments()
    _drafts()
    _history()


def _verdicts() -> None:
    op.execute("ALTER TABLE verdict RENAME COLUMN met TO value")
    for column in (
        sa.Column("given", sa.Numeric),
        sa.Column("caps", sa.Text),
        sa.Column("probability", sa.Float),
    ):
        op.add_column("verdict", column)


def _judgments() -> None:
    """An overridden judgment held the adjudicated value alone, which was the other one."""
    op.drop_index("judgment_by_sheet", "judgment")
    op.rename_table("judgment", "old_judgment")
    op.create_table(
        "judgment",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("response_pk", sa.Integer, sa.ForeignKey("response.pk"), nullable=False),
        sa.Column("checkpoint_pk", sa.Integer, sa.ForeignKey("checkpoint.pk"), nullable=False),
        sa.Column("expert_id", sa.Text, nullable=False),
        sa.Column("draft", sa.Boolean, nullable=False, server_default=sa.text("0")),
        sa.Column("value", sa.Numeric),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("problem", sa.Text),
        sa.Column("given", sa.Numeric),
        sa.Column("caps", sa.Text),
        sa.Column("adjudicated_value", sa.Numeric),
        sa.Column("rationale", sa.Text),
        sa.Column("evidence", sa.Text),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("confirmed_by", sa.Text),
        sa.Column("note", sa.Text),
        sa.Column("judged_at", sa.Text),
        sa.Column("extra", sa.Text),
        sa.Column("basis", sa.Text),
        sa.Column("stale", sa.Boolean, nullable=False, server_default=sa.text("0")),
        sa.Column("unblinded", sa.Boolean, nullable=False, server_default=sa.text("0")),
    )
    op.execute(
        "INSERT INTO judgment (pk, response_pk, checkpoint_pk, expert_id, value, state, "
        "adjudicated_value, rationale, evidence, status, confirmed_by, note, judged_at, extra, "
        "basis, stale, unblinded) "
        "SELECT pk, response_pk, checkpoint_pk, expert_id, "
        "CASE status WHEN 'overridden' THEN 1 - met ELSE met END, 'ok', "
        "CASE WHEN status IN ('confirmed', 'overridden') THEN met END, rationale, evidence, "
        "status, confirmed_by, note, judged_at, extra, basis, stale, unblinded FROM old_judgment"
    )
    op.drop_table("old_judgment")
    op.create_index(
        "judgment_by_sheet",
        "judgment",
        ["response_pk", "checkpoint_pk", "expert_id", "draft"],
        unique=True,
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
