"""What a person has been shown in full before they decide on it."""

from __future__ import annotations

from xpert_studio.records.base import Id, Record, Sha256, Timestamp


class ReadMark(Record):
    """Says that a person has read one checkpoint, or one expert's judgment of it.

    Attributes:
        person_id: The reviewer or adjudicator.
        sheet: ``RESPONSE/EXPERT`` where a judgment was read; empty for a checkpoint.
        basis: Hash of what was read; another text has not been read.
    """

    person_id: Id
    task_id: Id
    checkpoint_id: Id
    sheet: str = ""
    basis: Sha256
    read_at: Timestamp
