"""Tables and columns have the words of the field.

Revision ID: 0016
Revises: 0015

Rows of the log keep the names of their time (``store.earlier_names``).
"""

from alembic import op

revision = "0016"
down_revision = "0015"
_SCHEMA = """
ALTER TABLE remark RENAME TO comment;
ALTER TABLE comment RENAME COLUMN line TO checkpoint_text;
DROP INDEX remark_by_task;
CREATE INDEX comment_by_task ON comment (task_id);
ALTER TABLE open_sheet RENAME TO open_form;
DROP INDEX open_sheet_key;
CREATE UNIQUE INDEX open_form_key ON open_form (response_id, expert_id);
ALTER TABLE proposal RENAME TO suggestion;
DROP INDEX proposal_key;
CREATE UNIQUE INDEX suggestion_key ON suggestion (task_id, id);
ALTER TABLE spot_check RENAME COLUMN drawn_with_seed TO sampled_with_seed;
ALTER TABLE spot_check RENAME COLUMN drawn_from TO sampled_from;
ALTER TABLE spot_check RENAME COLUMN drawn_at TO sampled_at;
ALTER TABLE spot_check RENAME COLUMN senior_id TO adjudicator_id;
ALTER TABLE judgment RENAME COLUMN basis TO rated_hash;
DROP INDEX judgment_by_sheet;
CREATE UNIQUE INDEX judgment_by_form
ON judgment (response_pk, checkpoint_pk, expert_id, draft);
ALTER TABLE verdict RENAME COLUMN basis TO rated_hash;
ALTER TABLE read_mark RENAME COLUMN sheet TO form;
ALTER TABLE read_mark RENAME COLUMN basis TO read_hash;
ALTER TABLE subset RENAME COLUMN drawn_by TO sampled_by;
ALTER TABLE subset RENAME COLUMN drawn_at TO sampled_at;
UPDATE setting SET key = 'blind_labels/' || substr(key, 9) WHERE substr(key, 1, 8) = 'letters/'
"""


def upgrade() -> None:
    for statement in _SCHEMA.split(";"):
        op.execute(statement)
