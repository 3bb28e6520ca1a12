"""Runs: a judge over a set of responses, how it is carried out, and what became of it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

from pydantic import Field, JsonValue, computed_field

from xpert_studio.core.fields import Asks
from xpert_studio.core.records.base import Id, NonBlank, Record, Sha256, Text, Timestamp
from xpert_studio.core.wording import mark


class RunState(StrEnum):
    """What a run is doing, or how it ended."""

    RUNNING = "running"
    POSTED = "posted"
    PAUSED = "paused"
    DONE = "done"
    PARTLY = "partly"
    OUT_OF_BUDGET = "out_of_budget"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"
    FAILED = "failed"


ENDED = frozenset(set(RunState) - {RunState.RUNNING, RunState.POSTED, RunState.PAUSED})


class RunRequest(StrEnum):
    """What another process the running process asks of a run.

    ``STOP`` ends it after the calls in flight, to be taken up another time; ``CANCEL`` ends it the
    same way for good.
    """

    PAUSE = "pause"
    RESUME = "resume"
    STOP = "stop"
    CANCEL = "cancel"


Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Limit = Annotated[float, Field(ge=0, allow_inf_nan=False)]
_NO_LIMIT: Final = mark("no limit")
BaseUrl = Annotated[
    Text | None,
    Asks(
        "Of an OpenAI-compatible server.", title=mark("Address"), empty=mark("the provider’s own")
    ),
]
Concurrency = Annotated[
    int,
    Field(ge=1, le=1024),
    Asks(
        "Calls at once, at most.",
        title=mark("Max concurrent calls"),
        hint=mark("Fewer where the provider slows down."),
    ),
]
RequestsAMinute = Annotated[
    Positive | None,
    Asks(
        "Requests a minute, at most.",
        name="rpm",
        within=(0.1, None),
        title=mark("Requests a minute"),
        empty=_NO_LIMIT,
        is_advanced=True,
    ),
]
TokensAMinute = Annotated[
    Positive | None,
    Asks(
        "Tokens a minute, at most.",
        name="tpm",
        within=(1, None),
        title=mark("Tokens a minute"),
        empty=_NO_LIMIT,
        is_advanced=True,
    ),
]
Timeout = Annotated[
    Positive,
    Asks(
        "Seconds a call may take.",
        within=(0.1, None),
        title=mark("Time for a call"),
        unit=mark("seconds"),
        is_advanced=True,
    ),
]
Retries = Annotated[
    int,
    Field(ge=0, le=100),
    Asks(
        "Tries after a failed one; 0 is none.",
        name="retries",
        within=(0, 20),
        title=mark("Tries"),
        hint=mark("After a call that failed; 0 is none."),
        is_advanced=True,
    ),
]
Cluster = Annotated[
    NonBlank | None,
    Asks(
        "Have the workers of a Dask cluster send the calls: the address of its scheduler.",
        "tls://host:8786",
        title=mark("Cluster"),
        hint=mark("The address of its scheduler. Its workers send the calls, with their own keys."),
        empty=mark("this computer"),
        needs_name=True,
        is_advanced=True,
    ),
]
Money = Annotated[
    Limit | None,
    Asks(
        "Stop before spending more than this (USD).",
        name="budget",
        title=mark("Cost"),
        unit=mark("US dollars"),
        hint=mark("The run stops before it could spend more. Needs a known price."),
        empty=_NO_LIMIT,
    ),
]
"""In the currency of the price list."""
Calls = Annotated[
    Annotated[int, Field(ge=0)] | None,
    Asks("Stop before more calls.", name="max_calls", title=mark("Calls"), empty=_NO_LIMIT),
]
Tokens = Annotated[
    Annotated[int, Field(ge=0)] | None,
    Asks("Stop before more tokens.", name="max_tokens", title=mark("Tokens"), empty=_NO_LIMIT),
]


class RunTerms(Record):
    """How a run is carried out: with its judge and selection all that is needed to start it again.

    Nothing secret is ever in it: an address with a password or key in it is left out.
    """

    base_url: BaseUrl = None
    concurrency: Concurrency = 16
    requests_per_minute: RequestsAMinute = None
    tokens_per_minute: TokensAMinute = None
    timeout: Timeout = 600.0
    max_retries: Retries = 5
    money: Money = None
    calls: Calls = None
    tokens: Tokens = None
    cluster: Cluster = None


class RunPulse(Record):
    """A moment of a run as its process last told it; of one that has ended, the last.

    Attributes:
        asks: Calls planned, if no answer has to be asked for again.
        asks_done: Of those, finished and on disk.
        in_flight: On their way.
        allowed: So many are allowed at once just now.
        per_minute: Asks finished a minute, of late; None before there is anything to go by.
        seconds_left: Estimate, None where there is nothing to go by.
        draining: Whether it finishes what is in flight, and then ends.
    """

    asks: int = 0
    asks_done: int = 0
    in_flight: int = 0
    allowed: int = 0
    per_minute: float | None = None
    seconds_left: float | None = None
    draining: bool = False


class Run(Record):
    """A judge over responses.

    Attributes:
        selection: Which tasks, systems and responses were asked for.
        terms: How it is carried out; None of runs that were recorded without.
        policy_hash: Hash of the grading policy the judge was given.
        anchors: Anchored responses by task.
        input_tokens, cached_tokens, output_tokens: Of the answers that came; None where a provider
            did not say.
        known_cost: Spent so far on calls whose cost is known, in the currency of the price list.
        unknown_cost_calls: Calls whose cost is unknown: the model has no price, or the call may
            have been billed though no count of its tokens came back.
    """

    id: Id
    judge_id: Id
    state: RunState = RunState.RUNNING
    selection: dict[str, JsonValue] = Field(default_factory=dict)
    terms: RunTerms | None = None
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
    known_cost: float = 0.0
    unknown_cost_calls: int = 0
    seconds: float = 0.0
    message: Text | None = None

    @computed_field  # type: ignore[prop-decorator]
    @property
    def cost(self) -> float | None:
        """Spent so far; None as soon as the cost of one call is unknown."""
        return None if self.unknown_cost_calls else self.known_cost

    @property
    def verdicts(self) -> int:
        """Verdicts recorded, whatever their state."""
        return self.ok + self.invalid + self.error
