"""What a project keeps of disputes: what people say of a decision, and what became of it."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from xpert_studio.api.records import (
    Hangs,
    Id,
    Listed,
    Names,
    NonBlank,
    Purpose,
    RecordKind,
    RecordValue,
    Role,
    Text,
    Timestamp,
    mark,
    tn,
)
from xpert_studio.core.records.base import Sha256

PACK_ID: Final = "disputes"
_OFFLINE: Final = frozenset({Purpose.JUDGE, Purpose.ADJUDICATE})


class Stance(Listed):
    """What a person says of a decision: that it is right, or that it is not."""

    SUPPORT = "support"
    DISPUTE = "dispute"


STANCES: Final = Names(
    "Stance", {Stance.SUPPORT: mark("Supports"), Stance.DISPUTE: mark("Disputes")}
)


class Outcome(Listed):
    """What became of a dispute: dismissed, or upheld, and what then changes."""

    DISMISSED = "dismissed"
    CHECKPOINT = "checkpoint"
    POLICY = "policy"
    JUDGMENT = "judgment"
    JUDGE = "judge"


OUTCOMES: Final = Names(
    "Outcome",
    {
        Outcome.DISMISSED: mark("Dismissed"),
        Outcome.CHECKPOINT: mark("Upheld: checkpoint reopened"),
        Outcome.POLICY: mark("Upheld: gap in grading policy"),
        Outcome.JUDGMENT: mark("Upheld: judgment decided again"),
        Outcome.JUDGE: mark("Upheld: the judge’s error"),
    },
)


class Dispute(RecordValue):
    """What a person says of one decision on a checkpoint of a response.

    Attributes:
        person: Who says it.
        checkpoint: The id of the checkpoint, of the response's task.
        judge: Whose verdict it is about; empty where it is about a judgment.
        expert: Whose judgment it is about; empty where it is about a verdict.
        says: See ``Stance``.
        reason: Why; a dispute has one.
        at: When.
        text: Hash of prompt, checkpoint and response, as they were.
        said: Hash of the decision, as it was.
    """

    person: Id
    checkpoint: Id
    judge: Text = ""
    expert: Text = ""
    says: Stance = Stance.DISPUTE
    reason: Text = ""
    at: Timestamp
    text: Sha256
    said: Sha256


class Resolution(RecordValue):
    """What was decided on a dispute.

    Attributes:
        person: Who decided.
        dispute: The id of the dispute.
        of: The hash of the dispute's record: written anew, a dispute is open again.
        outcome: See ``Outcome``.
        reason: Why.
        at: When.
        change: The row of the log with the edit that came of it, which is this record's own.
    """

    person: Id
    dispute: Id
    of: Sha256
    outcome: Outcome
    reason: NonBlank
    at: Timestamp
    change: Id


class Repair(RecordValue):
    """What a model proposes for a disputed checkpoint.

    Attributes:
        checkpoint: The id of the checkpoint, of the task.
        text: The checkpoint's wording then.
        wording: The wording that is proposed; empty for none. It is a suggestion of the rubric.
        policy: A sentence that is proposed for the grading policy; empty for none.
        why: What it mends.
        drafter: ``PROVIDER:MODEL``.
        disputes: How many disputes the model read.
        at: When.
    """

    checkpoint: Id
    text: NonBlank
    wording: Text = ""
    policy: Text = ""
    why: Text = ""
    drafter: NonBlank
    disputes: Annotated[int, Field(ge=1)]
    at: Timestamp


DISPUTE: Final = RecordKind(
    counted=lambda n: tn("{n} dispute", "{n} disputes", n),
    id="dispute",
    title=mark("Dispute"),
    model=Dispute,
    checkpoints=("checkpoint",),
    hangs_on=Hangs.RESPONSE,
    roles=(Role.EXPERT, Role.SENIOR, Role.LEAD),
    by="person",
    brought_by=_OFFLINE,
    tells_system=False,
)
RESOLUTION: Final = RecordKind(
    counted=lambda n: tn("{n} resolution of a dispute", "{n} resolutions of disputes", n),
    id="resolution",
    title=mark("Resolution of a dispute"),
    model=Resolution,
    hangs_on=Hangs.RESPONSE,
    roles=(Role.SENIOR, Role.LEAD),
    by="person",
    brought_by=_OFFLINE,
    tells_system=False,
)
REPAIR: Final = RecordKind(
    counted=lambda n: tn("{n} repair of a checkpoint", "{n} repairs of checkpoints", n),
    id="repair",
    title=mark("Repair of a checkpoint"),
    model=Repair,
    checkpoints=("checkpoint",),
    hangs_on=Hangs.TASK,
    roles=(Role.SENIOR, Role.LEAD),
)
