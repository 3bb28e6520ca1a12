"""Finds out whether a model answers: one tiny real request, timed. Nothing of a project is sent."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from xpert_studio.generation.asking import ModelChoice, connect
from xpert_studio.judge.providers.base import ChatRequest

TIMEOUT: Final = 30.0
"""Seconds after which a model that was asked one word counts as silent."""

MOST_TOKENS: Final = 64
"""Enough for one word, and for a model that thinks before it; an answer cut short is one too."""

_REQUEST: Final = ChatRequest(
    system="You check that a connection works.",
    prefix="",
    suffix="Answer with the one word: ready",
    schema_name="ready",
    parameters={"max_output_tokens": MOST_TOKENS},
)


@dataclass(frozen=True, slots=True)
class Answered:
    """A model has answered.

    Attributes:
        model: What it calls itself; what it was called, where it says nothing.
        seconds: From the question to the answer.
        tokens: Input and output together; None where the provider counts none.
    """

    model: str
    seconds: float
    tokens: int | None


async def try_connection(choice: ModelChoice) -> Answered:
    """Asks a model for one word, once.

    Args:
        choice: Which model; its key is looked up where it has none.

    Raises:
        JudgeError: A key is missing.
        UsageError: There is no such provider, or its address is none.
        ProviderError: The provider cannot be reached, or will not answer.
    """
    provider = connect(choice, connections=1)
    try:
        began = time.monotonic()
        reply = await provider.ask(_REQUEST)
        seconds = time.monotonic() - began
    finally:
        await provider.close()
    counted = (reply.usage.input_tokens, reply.usage.output_tokens)
    known = [tokens for tokens in counted if tokens is not None]
    return Answered(reply.model or choice.model, seconds, sum(known) if known else None)
