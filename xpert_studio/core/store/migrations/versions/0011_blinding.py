"""Who wrote a task before its author, and which judgments were made unblinded.

Revision ID: 0011
Revises: 0010
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.execute("ALTER TABLE task ADD COLUMN earlier_authors TEXT")
    op.execute("ALTER TABLE judgment ADD COLUMN unblinded BOOLEAN DEFAULT 0 NOT NULL")
    # Until now only the history knew who had handed a task over.
    connection = op.get_bind()
    handed = sa.text(
        "SELECT event.task_pk, event.before, task.author_id FROM event "
        "JOIN task ON task.pk = event.task_pk "
        "WHERE event.verb = 'handed_over' AND event.before IS NOT NULL ORDER BY event.pk"
    )
    writers: dict[int, dict[str, None]] = {}
    for task_pk, before, author_id in connection.execute(handed):
        if before != author_id:
            writers.setdefault(task_pk, {})[before] = None
    for task_pk, found in writers.items():
        connection.execute(
            sa.text("UPDATE task SET earlier_authors = :found WHERE pk = :pk"),
            {"found": json.dumps(list(found), ensure_ascii=False), "pk": task_pk},
        )
