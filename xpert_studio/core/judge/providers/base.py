"""What goes to a provider and comes back: one assembled prompt, one reply, or a named failure.

Retrying, pacing, budgets and parsing are not a provider's business.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Protocol, runtime_checkable

from xpert_studio.core.errors import XpertError
from xpert_studio.core.records import Trace, Usage


@dataclass(frozen=True, slots=True)
class Image:
    """An image for a model that sees: its bytes and media type.

    ``picture`` is the hash by which regions of it are known; see ``ShownPicture``.
    """

    media_type: str
    data: bytes
    caption: str = ""
    picture: str = ""


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One question to a model.

    Attributes:
        system: The judge's instructions.
        prefix: What all candidates of a task share, byte for byte; worth caching.
        suffix: The candidate and the question about it, as far as its images.
        images: Shown between ``system`` and ``prefix``; also part of the shared prefix.
        own_images: The candidate's, shown between ``suffix`` and ``closing``.
        closing: The rest of the suffix.
        history: What was said before, oldest first: ``user`` or ``assistant``, and the text.
        schema_name: Name of the reply's schema, letters and underscores.
        schema: JSON schema of the reply, or empty for free text.
        cache_key: Same for all calls that share a prefix.
        parameters: What the judge's settings add: ``temperature``, ``max_output_tokens``,
            ``reasoning_effort``, ``seed``, ``top_p``; of a system also ``thinking_tokens`` and
            ``search``.
        is_strict: Whether a parameter that the server refuses is an error, and not left out: what
            is said of a system has to be true.
        begun: What the model has replied so far, as its provider wants to have it back.
        code: The code around the candidate, which no other call has.
    """

    system: str
    prefix: str
    suffix: str
    images: tuple[Image, ...] = ()
    own_images: tuple[Image, ...] = ()
    closing: str = ""
    history: tuple[tuple[str, str], ...] = ()
    schema_name: str = "verdicts"
    schema: Mapping[str, Any] = field(default_factory=dict)
    cache_key: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    is_strict: bool = False
    begun: tuple[Any, ...] = ()
    code: str = ""

    @property
    def has_images(self) -> bool:
        """Whether it shows images at all."""
        return bool(self.images or self.own_images)


IMAGES_NOT_SEEN: Final = "images_not_seen"
"""Flag of a reply whose server would not take the images."""


class Finish(StrEnum):
    """Why a model stopped."""

    STOP = "stop"
    LENGTH = "length"
    REFUSAL = "refusal"
    FILTERED = "filtered"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ChatReply:
    """What came back.

    ``text`` is the raw reply, possibly empty. ``refusal`` is the refusal's own words where the
    provider gives them apart. ``model`` is the name the provider echoed. ``flags`` tell what the
    server did not get because it would not take it: ``temperature_not_sent`` and the like,
    ``images_not_seen``, ``schema_not_enforced``. ``trace`` is what the provider says beside it;
    ``unfinished`` what it wants to be sent again to complete the reply.
    """

    text: str
    finish: Finish
    usage: Usage
    model: str = ""
    request_id: str = ""
    refusal: str = ""
    flags: tuple[str, ...] = ()
    trace: Trace = field(default_factory=Trace)
    unfinished: tuple[Any, ...] = ()


class Failure(StrEnum):
    """How a call failed: decides whether it is tried again."""

    RATE_LIMITED = "rate_limited"
    OVERLOADED = "overloaded"
    SERVER = "server"
    TIMEOUT = "timeout"
    CONNECTION = "connection"
    UNREACHED = "unreached"
    GARBLED = "garbled"
    CONFLICT = "conflict"
    CONTEXT_LENGTH = "context_length"
    TOO_LARGE = "too_large"
    BAD_REQUEST = "bad_request"
    UNAUTHORISED = "unauthorised"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not_found"
    OUT_OF_CREDIT = "out_of_credit"
    SETTING = "setting_refused"


TRANSIENT = frozenset(
    {
        Failure.RATE_LIMITED,
        Failure.OVERLOADED,
        Failure.SERVER,
        Failure.TIMEOUT,
        Failure.CONNECTION,
        Failure.UNREACHED,
        Failure.GARBLED,
        Failure.CONFLICT,
    }
)
"""Worth another try."""

_MAY_BE_BILLED = frozenset({Failure.SERVER, Failure.TIMEOUT, Failure.CONNECTION, Failure.GARBLED})
"""The model may have answered, though no answer and no count of tokens came back."""

FATAL = frozenset(
    {
        Failure.UNAUTHORISED,
        Failure.FORBIDDEN,
        Failure.NOT_FOUND,
        Failure.OUT_OF_CREDIT,
        Failure.SETTING,
    }
)
"""Every other call would fail the same way: the run stops."""


FIRST_WAIT: Final = 0.5
LONGEST_WAIT: Final = 60.0
LONGEST_ASKED_WAIT: Final = 300.0
"""A provider that asks for more patience than this gets this much."""


class ProviderError(XpertError):
    """A call failed.

    Attributes:
        failure: In which way.
        retry_after: Seconds the provider asked to wait, None where it said nothing usable.
        status: The HTTP status, None where none came.
    """

    def __init__(
        self,
        failure: Failure,
        message: str,
        *,
        remedy: str = "",
        retry_after: float | None = None,
        status: int | None = None,
    ) -> None:
        super().__init__(message, remedy=remedy)
        self.failure = failure
        self.retry_after = retry_after
        self.status = status

    def wait(self, attempt: int) -> float:
        """Seconds to wait before the next attempt, after so many.

        What the provider asks for, at most ``LONGEST_ASKED_WAIT``; else twice as long each time.
        """
        if self.retry_after is not None:
            return min(self.retry_after, LONGEST_ASKED_WAIT)
        backoff: float = min(FIRST_WAIT * 2 ** (attempt - 1), LONGEST_WAIT)
        return backoff * (0.5 + random.random() / 2)  # noqa: S311 - jitter, no secret

    @property
    def may_be_billed(self) -> bool:
        """Whether the provider may charge for the call; its cost is unknown then."""
        return self.failure in _MAY_BE_BILLED


class DeferredError(XpertError):
    """There is no answer yet: it comes with a later batch, and nothing is to be recorded."""

    def __init__(self) -> None:
        super().__init__("The answer comes with a later batch.")


@dataclass(frozen=True, slots=True)
class ProviderOptions:
    """How to reach a model: never stored, never logged.

    ``base_url`` is None for the provider's own address. ``api_key`` is None where the server
    wants none. ``timeout`` is the longest a call may take as a whole, in seconds. ``cluster`` is
    the scheduler of the machines that send the calls, with keys of their own; None for this one.
    """

    model: str
    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    timeout: float = 600.0
    max_connections: int = 64
    cluster: str | None = None


@runtime_checkable
class Provider(Protocol):
    """Asks one model.

    Attributes:
        name: The provider's id, as in ``openai:MODEL``.
        caches_prefix: Whether a shared prefix is cheaper once a first call has warmed it.
        close: Releases the connections.
    """

    name: str
    caches_prefix: bool
    close: Callable[[], Awaitable[None]]

    async def ask(self, request: ChatRequest) -> ChatReply:
        """Sends one request, without retrying.

        Raises:
            ProviderError: The call failed.
        """
        ...
