"""Runs: a judge over a set of responses, and what became of it."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field, JsonValue

from xpert_studio.records.base import Id, Record, Sha256, Text, Timestamp


class RunState(StrEnum):
    """What a run is doing, or how it ended."""

    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"
    PARTLY = "partly"
    OUT_OF_BUDGET = "out_of_budget"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"
    FAILED = "failed"


ENDED = frozenset(set(RunState) - {RunState.RUNNING, RunState.PAUSED})


class RunRequest(StrEnum):
    """What somebody outside the running process asks of a run."""

    PAUSE = "pause"
    RESUME = "resume"
    CANCEL = "cancel"


class Run(Record):
    """A judge over responses.

    Attributes:
        selection: Which tasks, systems and responses were asked for, and the budget.
        policy_hash: Hash of the grading policy the judge was given.
        anchors: Anchored responses by task.
        cost: Spent so far; None as soon as one call's price is unknown.
    """

    id: Id
    judge_id: Id
    state: RunState = RunState.RUNNING
    selection: dict[str, JsonValue] = Field(default_factory=dict)
    policy_hash: Sha256 | None = None
    anchors: dict[Id, tuple[Id, ...]] = Field(default_factory=dict)
    started_at: Timestamp
    ended_at: Timestamp | None = None
    planned: int = 0
    known: int = 0
    calls: int = 0
    ok: int = 0
    invalid: int = 0
    error: int = 0
    input_tokens: int | None = 0
    cached_tokens: int | None = 0
    output_tokens: int | None = 0
    cost: float | None = 0.0
    seconds: float = 0.0
    message: Text | None = None

    @property
    def verdicts(self) -> int:
        """Verdicts recorded, whatever their state."""
        return self.ok + self.invalid + self.error
