"""What the loopback server does with one request: as a provider should, or one named misbehaviour.

``Behaviour()`` answers properly. The functions below name the ways to go wrong; combine them with
``dataclasses.replace`` where a test needs two at once.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any


class Cut(Enum):
    """When the connection is reset."""

    NEVER = "never"
    BEFORE_STATUS = "before the status line"
    AFTER_STATUS = "after the status line"
    IN_BODY = "in the middle of the body"


class TokenCount(Enum):
    """What the reply says about tokens."""

    HONEST = "honest"
    MISSING = "missing"
    NEGATIVE = "negative"
    NONSENSE = "nonsense"


@dataclass(frozen=True)
class Behaviour:
    """How one request is answered.

    Attributes:
        status: HTTP status.
        headers: Added to the response's headers.
        body: The response's whole body, in place of a provider's reply.
        problem: An error in the provider's own JSON, in place of a reply: its message and, where
            it has them, its type, code, param and the seconds to wait.
        text: The model's text, in place of correct verdicts.
        finish: Why the model stopped, in the wire format's own words.
        refusal: A refusal given apart from the text.
        usage: What the reply says about tokens.
        reasoning_tokens: How many of the output tokens were spent on reasoning.
        model: The model's name as echoed.
        queries: What the web was searched for by the provider's own tool.
        cited: Sources of the text: address, title and quote.
        thoughts: What the model thought, as far as it is shown.
        pauses: Whether the provider wants to be asked again to complete the reply.
        delay: Seconds before the answer, None for the server's usual delay.
        trickle: Seconds between two single bytes, None for all at once.
        cut: When the connection is reset.
        silent: The request is never answered.
    """

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    problem: Mapping[str, Any] | None = None
    text: str | None = None
    finish: str | None = None
    refusal: str = ""
    usage: TokenCount = TokenCount.HONEST
    reasoning_tokens: int = 0
    model: str | None = None
    queries: tuple[str, ...] = ()
    cited: tuple[tuple[str, str, str], ...] = ()
    thoughts: str = ""
    pauses: bool = False
    delay: float | None = None
    trickle: float | None = None
    cut: Cut = Cut.NEVER
    silent: bool = False


def error(
    status: int,
    message: str = "",
    *,
    code: str | None = None,
    kind: str = "invalid_request_error",
    param: str | None = None,
    headers: Mapping[str, str] | None = None,
    wait: str | None = None,
) -> Behaviour:
    """An error in the JSON of the provider that was asked."""
    detail = {"type": kind, "message": message or f"Error {status}", "param": param, "code": code}
    problem = {**detail, "wait": wait}
    return Behaviour(status=status, headers=headers or {}, problem=problem)


def bare(status: int, body: bytes = b"", **headers: str) -> Behaviour:
    """A status with any body: proxies and load balancers."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Behaviour(status=status, body=body, headers=named)


def says(text: str) -> Behaviour:
    """The model says exactly this."""
    return Behaviour(text=text)


def empty() -> Behaviour:
    return Behaviour(text="")


def whitespace() -> Behaviour:
    return Behaviour(text=" \n\t ")


def reasoning_only() -> Behaviour:
    """All tokens went into reasoning; no text is left."""
    return Behaviour(text="", finish="length", reasoning_tokens=900)


def truncated(text: str = '{"verdicts": [{"id": "C1", "evid') -> Behaviour:
    """Cut off at the token limit in the middle of the JSON."""
    return Behaviour(text=text, finish="length")


def refusal(words: str = "I cannot help with that.") -> Behaviour:
    return Behaviour(text="", refusal=words)


def filtered() -> Behaviour:
    return Behaviour(text="", finish="content_filter")


def html(status: int = 200) -> Behaviour:
    """A web page where JSON was expected: captive portals, proxies."""
    page = b"<!doctype html><html><body><h1>Welcome to the hotel Wi-Fi</h1></body></html>"
    return Behaviour(status=status, body=page, headers={"content-type": "text/html"})


def redirect(to: str, status: int = 307) -> Behaviour:
    return Behaviour(status=status, body=b"", headers={"location": to})


def json_reply(payload: Any) -> Behaviour:
    """Valid JSON of any shape, with status 200."""
    return Behaviour(body=json.dumps(payload).encode())


RESET_BEFORE_STATUS = Behaviour(cut=Cut.BEFORE_STATUS)
RESET_AFTER_STATUS = Behaviour(cut=Cut.AFTER_STATUS)
CUT_IN_BODY = Behaviour(cut=Cut.IN_BODY)
SILENT = Behaviour(silent=True)
TRICKLE = Behaviour(trickle=0.05)
NO_USAGE = Behaviour(usage=TokenCount.MISSING)
NEGATIVE_USAGE = Behaviour(usage=TokenCount.NEGATIVE)
NONSENSE_USAGE = Behaviour(usage=TokenCount.NONSENSE)
