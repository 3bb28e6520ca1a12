"""Helpers of the provider tests: one question, asked of any provider through its real SDK."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from tests.loopback import LoopbackServer
from tests.waiting import PATIENCE
from xpert_studio.core.judge.providers.base import ChatReply, ChatRequest, Provider, ProviderOptions
from xpert_studio.core.judge.providers.factory import make_provider
from xpert_studio.core.judge.providers.registry import PROVIDERS

KINDS = tuple(PROVIDERS)
KEY = "sk-planted-0123456789abcdefABCDEF"
IDS = ("C1", "C2", "C3")
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "verdicts": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "id": {"type": "string", "enum": list(IDS)},
                    "evidence": {"type": "array", "items": {"type": "string"}},
                    "rationale": {"type": "string"},
                    "met": {"type": "boolean"},
                },
                "required": ["id", "evidence", "rationale", "met"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["verdicts"],
    "additionalProperties": False,
}
T = TypeVar("T")


def question(suffix: str = "Judge this: 42. [C1], [C2], [C3]", **changes: Any) -> ChatRequest:
    """A question about three checkpoints."""
    parts = {"system": "You judge.", "prefix": "The task and the rubric.", "schema": SCHEMA}
    return ChatRequest(suffix=suffix, **{**parts, **changes})


def options(kind: str, server: LoopbackServer, **changes: Any) -> ProviderOptions:
    """How to reach the loopback server as a provider of some kind."""
    url = server.url_of(kind)
    return ProviderOptions(
        **{"model": "test-model", "base_url": url, "api_key": KEY, "timeout": PATIENCE, **changes}
    )


def using(kind: str, opts: ProviderOptions, talk: Callable[[Provider], Awaitable[T]]) -> T:
    """Runs a conversation with a provider, in an event loop of its own."""

    async def run() -> T:
        provider = make_provider(kind, opts)
        try:
            return await talk(provider)
        finally:
            await provider.close()

    return asyncio.run(run())


def ask(
    kind: str, server: LoopbackServer, *requests: ChatRequest, **changes: Any
) -> list[ChatReply]:
    """The replies to questions asked one after the other of one provider."""

    async def talk(provider: Provider) -> list[ChatReply]:
        return [await provider.ask(request) for request in requests or (question(),)]

    return using(kind, options(kind, server, **changes), talk)
