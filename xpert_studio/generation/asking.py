"""Sends one question to a model until an answer comes or patience ends."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from xpert_studio.judge.providers.base import (
    TRANSIENT,
    ChatReply,
    ChatRequest,
    Image,
    Provider,
    ProviderError,
)
from xpert_studio.records import Task

FIRST_WAIT: Final = 0.5
LONGEST_WAIT: Final = 60.0


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """Which model to ask, and how.

    Attributes:
        provider: ``openai``, ``anthropic`` or ``compatible``.
        model: The model's name.
        base_url: None for the provider's own address.
        api_key: None to look it up.
        timeout: Seconds a call may take.
        max_retries: Tries after a failed one; 0 is none.
        max_output_tokens: None leaves it to the provider.
    """

    provider: str
    model: str
    base_url: str | None = None
    api_key: str | None = None
    timeout: float = 600.0
    max_retries: int = 3
    max_output_tokens: int | None = None

    @property
    def name(self) -> str:
        """``PROVIDER:MODEL``."""
        return f"{self.provider}:{self.model}"

    @property
    def parameters(self) -> dict[str, int]:
        """What is passed on to the model."""
        limit = self.max_output_tokens
        return {} if limit is None else {"max_output_tokens": limit}


def connect(choice: ModelChoice, *, connections: int = 4) -> Provider:
    """The provider of a model, ready to be asked.

    Raises:
        JudgeError: A key is missing.
        UsageError: There is no such provider.
    """
    from xpert_studio.judge.providers.base import ProviderOptions
    from xpert_studio.judge.providers.registry import make_provider

    options = ProviderOptions(
        model=choice.model,
        base_url=choice.base_url,
        api_key=choice.api_key,
        timeout=choice.timeout,
        max_connections=connections,
    )
    return make_provider(choice.provider, options)


async def ask(provider: Provider, request: ChatRequest, *, max_retries: int) -> ChatReply:
    """One reply; what fails in passing is tried again, waiting as long as the provider asks.

    Raises:
        ProviderError: Trying again is no use, or was not allowed any more.
    """
    attempt = 0
    while True:
        attempt += 1
        try:
            return await provider.ask(request)
        except ProviderError as error:
            if error.failure not in TRANSIENT or attempt > max_retries:
                error.attempts = attempt
                raise
            backoff = min(FIRST_WAIT * 2 ** (attempt - 1), LONGEST_WAIT)
            jittered = backoff * (0.5 + random.random() / 2)  # noqa: S311 - jitter, no secret
            wait = jittered if error.retry_after is None else error.retry_after
            await asyncio.sleep(min(wait, LONGEST_WAIT * 5))


def images_of(task: Task, bytes_of: Callable[[str], bytes]) -> tuple[Image, ...]:
    """The images among a task's attachments, for models that see."""
    return tuple(
        Image(item.media_type, bytes_of(item.sha256), item.caption or "")
        for item in task.attachments
        if item.media_type.startswith("image/") and item.media_type != "image/svg+xml"
    )
