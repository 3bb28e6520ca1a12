"""Changes: what a command did, record by record, so that it can be undone, shown and merged.

And the log: who did what, when, from where to where, and why.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from pydantic import Field, JsonValue

from xpert_studio.core.records.base import Id, Record, Text, Timestamp


class ChangeState(StrEnum):
    """Whether a change stands.

    ``DROPPED``: it was undone, and something else was done in its place since.
    """

    DONE = "done"
    UNDONE = "undone"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Edit:
    """One record before and after; None where it was not, or is no more, there.

    Attributes:
        kind: The name of its kind, such as ``checkpoint``.
        key: What identifies it among its kind.
    """

    kind: str
    key: tuple[str, ...]
    before: Record | None
    after: Record | None

    @property
    def fields(self) -> frozenset[str]:
        """The names of the fields that differ."""
        if self.before is None or self.after is None:
            whole = self.before if self.after is None else self.after
            return frozenset() if whole is None else frozenset(type(whole).model_fields)
        return frozenset(
            name
            for name in type(self.after).model_fields
            if getattr(self.before, name) != getattr(self.after, name)
        )


@dataclass(frozen=True, slots=True)
class Staleness:
    """How many decisions rest on something that has been edited since."""

    judgments: int = 0
    verdicts: int = 0

    def __bool__(self) -> bool:
        return self.judgments > 0 or self.verdicts > 0


@dataclass(frozen=True, slots=True)
class Change:
    """What one command did.

    Attributes:
        id: Empty where nothing had to be changed: such a change is not kept.
        command: Its name.
        actor_id: Who did it.
        task_id: The task it was done to, None for the project.
        scopes: What it touched, as paths from the general to the particular
            (``task/t1/sheet/r1/wei``); two changes get in each other's way when a path of one
            begins a path of the other.
        edits: Every record before and after.
        details: What the history says of it.
        made_stale: Decisions that were current before it and are not now.
        renewed: Decisions that were stale before it and are current now.
        told: How many rows of the log tell of it without effects; these are never undone.
        result: What the command found out beside it, for who called it.
    """

    id: str
    command: str
    at: datetime
    actor_id: str
    task_id: str | None
    scopes: tuple[str, ...]
    edits: tuple[Edit, ...]
    details: Mapping[str, Any] = field(default_factory=dict)
    made_stale: Staleness = Staleness()
    renewed: Staleness = Staleness()
    told: int = 0
    result: Any = field(default=None, compare=False, repr=False)

    def __bool__(self) -> bool:
        return bool(self.id)

    def after(self, kind: str) -> list[Any]:
        """The records of a kind as they are now, removed ones left out."""
        return [edit.after for edit in self.edits if edit.kind == kind and edit.after is not None]

    def one(self, kind: str) -> Any:  # noqa: ANN401 - a record of the kind asked for
        """The one record of that kind it wrote.

        Raises:
            ValueError: It wrote none, or several.
        """
        (record,) = self.after(kind)
        return record


def overlap(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """Whether a path of one begins, or is, a path of the other."""
    return any(
        one == other or one.startswith(f"{other}/") or other.startswith(f"{one}/")
        for one in first
        for other in second
    )


class LogEntry(Record):
    """One row of the log: a command that was carried out, or something that is reported.

    Attributes:
        command: Its name (``checkpoint.edit``); see ``workflow.commands``.
        id: None until it is written.
        version: Of the parameters of the command.
        task_id: The task it was done to, or None for the whole project.
        actor_id: Who did it; None where the program acted by itself.
        before, after: Stage or value, in words.
        reason: Why, in the person's words.
        details: Counts and hashes that make the step traceable.
        reverses: Of an undo or a redo, the id of the row it is of.
    """

    at: Timestamp
    command: Id
    id: Id | None = None
    version: int = 1
    task_id: Id | None = None
    actor_id: Id | None = None
    before: Text | None = None
    after: Text | None = None
    reason: Text | None = None
    details: dict[str, JsonValue] = Field(default_factory=dict)
    reverses: Id | None = None
