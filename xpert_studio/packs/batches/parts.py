"""Parts of a run as they are kept: what was to be posted, under which name, and how it stands.

A part is written before it is posted, with all that is needed to find it at its provider, and no
part is posted twice: one whose post may have arrived is either found or proved absent.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cached_property
from typing import Final, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from xpert_studio.api import mark
from xpert_studio.api.changes import Role
from xpert_studio.core.judge.providers.accepted import Accepted
from xpert_studio.core.judge.work import JudgeCall
from xpert_studio.core.records import PackRecord
from xpert_studio.core.records.record_kinds import RecordKind
from xpert_studio.core.store import Transaction, entities, pack_records
from xpert_studio.core.wording import tn


class BatchCall(NamedTuple):
    """One call of a part.

    Attributes:
        response_id, trial, asked: Of which response and checkpoints.
        keys: A digest of their keys: what is edited after the post has others.
        number: How many calls were answered before that left these checkpoints open.
        tries: How often it was posted before.
    """

    response_id: str
    trial: int
    asked: tuple[str, ...]
    keys: str
    number: int = 0
    tries: int = 0

    @classmethod
    def of(cls, ask: JudgeCall) -> BatchCall:
        """The row of a call."""
        digest = hashlib.sha256("".join(ask.keys[point.id] for point in ask.asked).encode())
        asked = tuple(point.id for point in ask.asked)
        return cls(ask.response.id, ask.trial, asked, digest.hexdigest()[:16], ask.number)

    @property
    def points(self) -> Iterator[tuple[str, int, str]]:
        """Response, trial and checkpoint of all that it asks."""
        return ((self.response_id, self.trial, point) for point in self.asked)


class State(StrEnum):
    """How a part stands.

    ``INTENT``: about to be posted, or posted without a sign that it arrived. ``ABSENT``: it is
    certain that it never arrived. ``SETTLED``: what came of it is in the project.
    """

    INTENT = "intent"
    POSTED = "posted"
    ABSENT = "absent"
    SETTLED = "settled"


class BatchPart(BaseModel):
    """A part of a run.

    Attributes:
        run_id, judge_id, provider: Which run, whose, and who answers.
        place: From 1, in the order of posting.
        secret: Makes codes that the text of a candidate cannot foresee.
        rows: Its calls.
        batch_id: Its id at the provider; empty until that is known.
        attempted_at: When its post began.
        ends_by: When the provider gives up on what it has not answered.
        tokens, money: Reserved for it.
        reply_format, images, dropped: What the server accepts, see ``Accepted``.
        answered: How many answers came, once it is settled.
        back: What of it is to be posted again.
        refused: What came with it and was not taken, in words.
        is_cancelled: Whether a person had it cancelled.
        problem: Why the provider did not answer it at all.
        is_over: Whether its run has ended since; a run that is taken up again has new parts.
        before: What its run had taken before the limits that hold for the part began to count.
    """

    model_config = ConfigDict(extra="forbid")

    run_id: str
    judge_id: str
    provider: str
    place: int
    secret: str
    rows: list[BatchCall]
    state: State = State.INTENT
    batch_id: str = ""
    attempted_at: datetime
    ends_by: datetime | None = None
    tokens: int = Field(default=0, ge=0)
    money: float = Field(default=0.0, ge=0)
    reply_format: int = 0
    images: bool = True
    dropped: list[str] = Field(default_factory=list)
    answered: int = 0
    back: list[BatchCall] = Field(default_factory=list)
    refused: list[str] = Field(default_factory=list)
    is_cancelled: bool = False
    problem: str = ""
    is_over: bool = False
    before: dict[str, int | float] = Field(default_factory=dict)

    @property
    def name(self) -> str:
        """What it is called at the provider; tells nothing of the project."""
        return f"xpert-studio-{hashlib.sha256(self.secret.encode()).hexdigest()[:24]}"

    def ends(self, hours: int) -> datetime:
        """When nothing more comes of it; ``hours`` is what its provider takes at most."""
        return self.ends_by or self.attempted_at + timedelta(hours=hours)

    @property
    def is_open(self) -> bool:
        """Whether something may still come of it."""
        return self.state in {State.INTENT, State.POSTED}

    @property
    def accepted(self) -> Accepted:
        """What its bodies were made for."""
        formats = type(Accepted().reply_format)
        return Accepted(formats(self.reply_format), self.images, frozenset(self.dropped))

    def code_of(self, row: BatchCall) -> str:
        """The id of a call, 24 hexadecimal digits: also the code around its candidate."""
        said = json.dumps([self.secret, *row[:3], *row[4:]])
        return hashlib.sha256(said.encode()).hexdigest()[:24]

    @cached_property
    def codes(self) -> dict[str, BatchCall]:
        """Its calls by their ids."""
        return {self.code_of(row): row for row in self.rows}


PART: Final = RecordKind(
    counted=lambda n: tn("{n} part of a batch run", "{n} parts of batch runs", n),
    id="part",
    title=mark("Part of a batch run"),
    model=BatchPart,
    is_final=True,
    stays=True,
    seen_by=lambda person, _policies, _part: Role.LEAD in person.roles,
)
"""No command of a person changes or undoes one: that could have it posted again. Its rows name
responses by their ids, and its secret must not be known to those who write responses."""
KIND: Final = ("batches", PART.id)


def parts_of(tx: Transaction, run_id: str | None = None) -> list[BatchPart]:
    """The parts of a run, or of all, in the order of posting."""
    records = pack_records.records_in(tx, KIND, f"{run_id}-" if run_id else "")
    found = (BatchPart.model_validate_json(json.dumps(record.content)) for record in records)
    return [part for part in found if run_id in {None, part.run_id}]


def put_part(tx: Transaction, part: BatchPart) -> None:
    """Writes a part, new or changed."""
    pack, kind = KIND
    entities.put(
        tx,
        PackRecord(
            pack=pack,
            kind=kind,
            id=f"{part.run_id}-{part.place}",
            content=part.model_dump(mode="json"),
        ),
    )


def waiting(parts: Sequence[BatchPart]) -> list[BatchCall]:
    """What is to be posted again, of parts that never arrived or did not bring everything."""
    there = {row for part in parts if part.state is not State.ABSENT for row in part.rows}
    again = (
        row for part in parts for row in (part.rows if part.state is State.ABSENT else part.back)
    )
    return [row for row in dict.fromkeys(again) if row not in there]


def covered(parts: Iterable[BatchPart]) -> set[tuple[str, int, str]]:
    """Response, trial and checkpoint of all that parts ask."""
    return {point for part in parts for row in part.rows for point in row.points}
