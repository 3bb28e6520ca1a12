"""Results of attack baselines: what a judge decided of responses that know nothing."""

from __future__ import annotations

from xpert_studio.core.records.base import Id, Record, Sha256, Timestamp
from xpert_studio.core.records.ratings import Value


class AttackResult(Record):
    """What a judge decided of one attack on one task.

    Attributes:
        attack: Id of an entry of ``instruments.attacks``.
        values: By the ids of checkpoints, those that were decided.
        rated: Of the same, the hash of what was rated: of another text it says nothing.
    """

    task_id: Id
    attack: Id
    judge_id: Id
    values: dict[Id, Value]
    rated: dict[Id, Sha256]
    judged_at: Timestamp
