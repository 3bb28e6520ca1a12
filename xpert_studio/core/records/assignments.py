"""Assignments and submissions: work that goes to a person as a file, and comes back as one."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import Field, JsonValue

from xpert_studio.core.names import Listed, Names
from xpert_studio.core.records.base import Id, Record, Sha256, Text, Timestamp
from xpert_studio.core.wording import mark

FORMAT_VERSION: Final = 3
"""Of the files; version 1 was called a packet, version 2 has other names of kinds and fields."""


class Purpose(Listed):
    """What a person is to do with what they are sent."""

    REVIEW = "review"
    JUDGE = "judge"
    ADJUDICATE = "adjudicate"
    WRITE = "write"


PURPOSES: Final = Names(
    "Purpose",
    {
        Purpose.REVIEW: mark("Review rubrics"),
        Purpose.JUDGE: mark("Judge responses"),
        Purpose.ADJUDICATE: mark("Adjudicate judgments"),
        Purpose.WRITE: mark("Write tasks"),
    },
    also={
        Purpose.REVIEW: ("评审",),
        Purpose.JUDGE: ("评判",),
        Purpose.ADJUDICATE: ("裁定",),
        Purpose.WRITE: ("编写",),
    },
)


BLIND: Final = frozenset({Purpose.JUDGE, Purpose.ADJUDICATE})
"""Purposes for which the systems behind the responses are withheld."""


class FormName(Record):
    """One expert's annotation form on one response."""

    response_id: Id
    expert_id: Id


class Scope(Record):
    """What an assignment is about.

    Attributes:
        task_ids: The tasks to review or write; those of the responses where it is about responses.
        response_ids: The responses to judge, or those of the forms.
        forms: The forms to adjudicate.
    """

    task_ids: tuple[Id, ...] = ()
    response_ids: tuple[Id, ...] = ()
    forms: tuple[FormName, ...] = ()


class Assignment(Record):
    """What a person is asked to do, as the file says it that they get.

    Attributes:
        project_id: The project it comes from, the same in all its copies.
        person_id: Whom it is for.
        scope: With the ids that they see.
        key: Signs the submissions; 64 hexadecimal digits, of this assignment alone.
        witness: Keyed hash of the length and head of the project's log when it was made.
    """

    format_version: Annotated[int, Field(ge=1)] = FORMAT_VERSION
    id: Id
    purpose: Purpose
    project_id: Id
    made_by: Id
    made_at: Timestamp
    person_id: Id
    scope: Scope
    message: Text | None = None
    key: Sha256
    witness: Sha256 | None = None


class Part(Record):
    """What a submission says of one record: a contribution to it, or the net edit of its fields.

    Attributes:
        kind: Of the record, as in the log.
        key: What identifies it among its kind.
        by, at: Who did it last, and when.
        after: Its fields: all of them, or of an edit those that differ; None: it was removed.
        replaced: Of an edit, also of a comment, the hash of what each changed field held before;
            None: the record is new.
        seen: Hash of the version that was rated, reviewed or adjudicated; of a task that was moved,
            of all that the decision was about.
    """

    kind: Id
    key: tuple[Text, ...]
    by: Id
    at: Timestamp
    after: dict[str, JsonValue] | None = None
    replaced: dict[str, Sha256] | None = None
    seen: Sha256 | None = None

    @property
    def subject(self) -> tuple[str, tuple[str, ...]]:
        """Kind and key."""
        return self.kind, self.key


class Submission(Record):
    """What a submission says of itself.

    Attributes:
        assignment_id: What it answers; None where it is the outbox of a copy.
        signature: Keyed hash of the parts, by the assignment's key; None from a copy.
        witness: As the assignment has it.
    """

    format_version: Annotated[int, Field(ge=1)] = FORMAT_VERSION
    id: Id
    assignment_id: Id | None = None
    project_id: Id
    made_by: Id
    made_at: Timestamp
    message: Text | None = None
    signature: Sha256 | None = None
    witness: Sha256 | None = None

    def meaning(self) -> dict[str, Any]:
        """All but the signature: what the signature is over, with the parts."""
        return self.model_dump(mode="json", exclude={"signature"})
