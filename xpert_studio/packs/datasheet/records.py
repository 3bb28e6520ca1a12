"""What the pack keeps: what a judge said when it was asked again, and which judge replaces which.

What a judge said hangs on the response, so that it is kept from those who still judge it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from pydantic import Field

from xpert_studio.api.records import Hangs, RecordKind, RecordValue, mark, tn

PACK_ID: Final = "datasheet"
PROBE: Final = "probe"
"""The series of edited responses; others are frozen sets of gold forms."""


class Answer(RecordValue):
    """What a judge said of one checkpoint.

    Attributes:
        rated: Hash of the checkpoint as it was shown.
        key: Hash of everything the verdict depends on, of the first trial.
        value: In the units of the checkpoint, over the trials; None without a usable verdict.
        score: What that is worth, 0 to 1.
        gold: What the experts' judgment was worth when the set was frozen; None without one.
    """

    rated: str
    key: str
    value: float | None = None
    score: float | None = None
    gold: float | None = None


class Asking(RecordValue):
    """What a judge said of one response when it was asked once more.

    Attributes:
        series: The frozen set that the response is of; ``PROBE`` for edited responses.
        ask: Counts how often the series was asked, from 1.
        edit: The style edit of the text; empty for the response as it is.
        at: When it was asked.
        judge_id: The judge.
        family: Its provider, model and mode.
        judge, policy, task, response: Hashes of the judge with its prompt and settings, the grading
            policy, the task as it was shown, and the response before the edit.
        answers: By checkpoint id.
        calls: Calls that it took.
        cost: Of these, in US dollars; None where it is unknown.
        seconds: That they took in all.
    """

    series: str
    ask: int = Field(ge=1)
    edit: str = ""
    at: datetime
    judge_id: str
    family: str
    judge: str
    policy: str
    task: str
    response: str
    answers: dict[str, Answer]
    calls: int = 0
    cost: float | None = None
    seconds: float = 0.0


class Succession(RecordValue):
    """That one judge takes the place of another.

    Attributes:
        old, new: Ids of judges.
        at: When a lead said so.
    """

    old: str
    new: str
    at: datetime


ASKING: Final = RecordKind(
    counted=lambda n: tn("{n} repeated verdict of a judge", "{n} repeated verdicts of a judge", n),
    id="asking",
    title=mark("Repeated asking of a judge"),
    model=Asking,
    hangs_on=Hangs.RESPONSE,
)
SUCCESSION: Final = RecordKind(
    counted=lambda n: tn("{n} succession of judges", "{n} successions of judges", n),
    id="succession",
    title=mark("Succession of judges"),
    model=Succession,
)
