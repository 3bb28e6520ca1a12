"""Dismissals: a person's reason for leaving a lint finding as it is."""

from __future__ import annotations

from xpert_studio.records.base import Id, NonBlank, Record, Sha256, Timestamp


class Dismissal(Record):
    """A lint finding that was looked at and left.

    Attributes:
        checkpoint_id: Empty for a finding on the whole rubric.
        text_hash: Hash of the text the finding was on; after an edit it is open again.
    """

    task_id: Id
    checkpoint_id: str
    rule: Id
    text_hash: Sha256
    reason: NonBlank
    by: Id
    at: Timestamp
