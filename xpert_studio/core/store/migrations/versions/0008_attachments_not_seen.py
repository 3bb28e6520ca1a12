"""Marks verdicts made while judges were shown neither a response's attachments nor any document.

Revision ID: 0008
Revises: 0007
"""

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    # The embedded judge reads no brief, so only the attachments of responses matter to it.
    op.execute(
        """
        UPDATE verdict SET flags = json_insert(coalesce(flags, '[]'), '$[#]', 'attachments_not_seen')
        WHERE coalesce(flags, '') NOT LIKE '%attachments_not_seen%' AND (
            response_pk IN (
                SELECT pk FROM response WHERE json_array_length(coalesce(attachments, '[]')) > 0)
            OR (
                judge_pk NOT IN (SELECT pk FROM judge WHERE provider = 'baseline')
                AND response_pk IN (
                    SELECT response.pk FROM response
                    JOIN task ON task.pk = response.task_pk, json_each(task.attachments) AS item
                    WHERE item.value ->> 'media_type'
                        NOT IN ('image/png', 'image/jpeg', 'image/gif', 'image/webp')
                        OR verdict.flags LIKE '%images_not_seen%')))
        """
    )
