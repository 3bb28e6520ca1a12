"""Events: who did what, when, from where to where, and why."""

from __future__ import annotations

from pydantic import Field, JsonValue

from xpert_studio.records.base import Id, Record, Text, Timestamp


class Event(Record):
    """One step in the history of a task or of the project.

    Attributes:
        verb: What was done (``imported``, ``submitted``, ``split`` ...).
        task_id: The task it was done to, or None for the whole project.
        actor_id: Who did it; None where the program acted by itself.
        before, after: Stage or value, in words.
        reason: Why, in the person's words.
        details: Counts and hashes that make the step traceable.
    """

    at: Timestamp
    verb: Id
    task_id: Id | None = None
    actor_id: Id | None = None
    before: Text | None = None
    after: Text | None = None
    reason: Text | None = None
    details: dict[str, JsonValue] = Field(default_factory=dict)
