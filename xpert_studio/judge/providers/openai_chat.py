"""Models behind chat completions: OpenAI's own, and any server compatible with it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

import httpx2
import openai

from xpert_studio.errors import UsageError
from xpert_studio.judge.providers.base import ProviderOptions
from xpert_studio.judge.providers.base_url import check_base_url, check_key, host_of
from xpert_studio.judge.providers.chat_wire import ChatWire
from xpert_studio.judge.providers.failures import Peer
from xpert_studio.judge.providers.sdk_provider import Client, SdkProvider
from xpert_studio.judge.providers.transport import open_http

_HEADERS: Final = {"Accept-Encoding": "identity"}
_NO_KEY: Final = "none"
"""Sent where a server wants no key: the SDK insists on one."""


def openai_provider(options: ProviderOptions) -> SdkProvider:
    """OpenAI; a base URL of None leaves it to ``OPENAI_BASE_URL`` and the SDK's own."""
    if options.base_url is not None:
        check_base_url(options.base_url)
    client = openai.AsyncOpenAI(
        api_key=check_key(options.api_key or ""),
        base_url=options.base_url,
        timeout=options.timeout,
        max_retries=0,
        default_headers=_HEADERS,
        http_client=open_http(openai, options),
    )
    wire = ChatWire(options.model, ("max_completion_tokens", "max_tokens"), caches=True)
    return SdkProvider(Peer("openai", "OpenAI"), wire, _used(client), options, caches_prefix=True)


def compatible_provider(options: ProviderOptions) -> SdkProvider:
    """Any server that speaks chat completions: Ollama, vLLM, llama.cpp, LM Studio.

    Raises:
        UsageError: No base URL was given.
    """
    if options.base_url is None:
        raise UsageError(
            "A compatible server needs its address.",
            remedy="Give --base-url, such as http://localhost:11434/v1.",
        )
    client = openai.AsyncOpenAI(
        api_key=check_key(options.api_key or _NO_KEY),
        base_url=check_base_url(options.base_url),
        timeout=options.timeout,
        max_retries=0,
        default_headers=_HEADERS,
        http_client=open_http(openai, options),
    )
    wire = ChatWire(options.model, ("max_tokens", "max_completion_tokens"), blind_is_fine=True)
    used = _used(client, _without_openai_account())
    peer = Peer("compatible", f"The server at {host_of(options.base_url)}")
    return SdkProvider(peer, wire, used, options, caches_prefix=False)


def _without_openai_account() -> dict[str, openai.Omit]:
    """Keeps what the environment says about OpenAI's own account from other people's servers."""
    custom = os.environ.get("OPENAI_CUSTOM_HEADERS", "").splitlines()
    names = {line.partition(":")[0].strip() for line in custom if ":" in line}
    names |= {"OpenAI-Organization", "OpenAI-Project"}
    return {name: openai.omit for name in names if name.lower() != "authorization"}


def _used(client: openai.AsyncOpenAI, headers: Mapping[str, openai.Omit] | None = None) -> Client:
    options: openai.RequestOptions = {"headers": headers} if headers else {}

    async def post(path: str, body: bytes) -> httpx2.Response:
        return await client.post(path, content=body, cast_to=httpx2.Response, options=options)

    return Client(post, client.close, openai.APIStatusError, openai.OpenAIError)
