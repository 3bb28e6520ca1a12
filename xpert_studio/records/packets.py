"""Packets: a part of a project that goes to a person with a purpose, and comes back as answers."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

from pydantic import Field, StringConstraints

from xpert_studio.records.base import Id, Record, Sha256, Text, Timestamp

PACKET_VERSION: Final = 1
"""Of the part of a manifest that makes a bundle a packet."""

VersionId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{24}$")]
"""Names one state of one record; see ``workflow.merging.lineage``."""


class Purpose(StrEnum):
    """What a packet asks of whoever gets it.

    ``SYNC`` asks nothing: it brings two copies of one project together.
    """

    REVIEW = "review"
    JUDGE = "judge"
    CONFIRM = "confirm"
    WRITE = "write"
    ANSWERS = "answers"
    SYNC = "sync"


REQUESTS: Final = (Purpose.REVIEW, Purpose.JUDGE, Purpose.CONFIRM, Purpose.WRITE)
"""Purposes that are answered."""

BLIND: Final = frozenset({Purpose.JUDGE, Purpose.CONFIRM})
"""Purposes for which the systems behind the responses are hidden."""


class SheetName(Record):
    """One expert's sheet on one response."""

    response_id: Id
    expert_id: Id


class Scope(Record):
    """What a packet is about.

    Attributes:
        task_ids: The tasks to review or write; those of the responses where it is about responses.
        response_ids: The responses to judge, or those of the sheets.
        sheets: The sheets to confirm.
    """

    task_ids: tuple[Id, ...] = ()
    response_ids: tuple[Id, ...] = ()
    sheets: tuple[SheetName, ...] = ()


class Packet(Record):
    """What a packet says of itself.

    Attributes:
        version: Of the packet format.
        project_id: The project it comes from, the same in all its copies.
        for_person: Whom it is for; None where any lead may take it.
        answers_to: The packet it answers.
        message: What the sender wrote along with it.
    """

    version: Annotated[int, Field(ge=1)] = PACKET_VERSION
    id: Id
    purpose: Purpose
    project_id: Id
    made_by: Id
    made_at: Timestamp
    for_person: Id | None = None
    answers_to: Id | None = None
    scope: Scope = Scope()
    message: Text | None = None


class RubricOrder(Record):
    """The order of a rubric's lines, apart from the lines themselves."""

    task_id: Id
    checkpoint_ids: tuple[Id, ...] = ()


class RecordVersion(Record):
    """Which state of a record a packet holds, and which states it came from.

    Attributes:
        ancestors: Earlier states, the oldest first.
        hash: Of the record's content; None where the record was removed.
        is_context: Whether it is shown only: what comes later takes its place.
    """

    kind: Id
    key: tuple[Text, ...] = ()
    version: VersionId
    ancestors: tuple[VersionId, ...] = ()
    hash: Sha256 | None = None
    is_context: bool = False
