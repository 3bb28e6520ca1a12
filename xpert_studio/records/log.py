"""The log: who did what, when, from where to where, and why."""

from __future__ import annotations

from pydantic import Field, JsonValue

from xpert_studio.records.base import Id, Record, Text, Timestamp


class LogEntry(Record):
    """One row of the log: a command that was carried out, or something that is told.

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
