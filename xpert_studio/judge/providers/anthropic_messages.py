"""Anthropic's models."""

from __future__ import annotations

import anthropic
import httpx2

from xpert_studio.judge.providers.base import ProviderOptions
from xpert_studio.judge.providers.base_url import check_base_url, check_key
from xpert_studio.judge.providers.failures import Peer
from xpert_studio.judge.providers.messages_wire import MessagesWire
from xpert_studio.judge.providers.sdk_provider import Client, SdkProvider
from xpert_studio.judge.providers.transport import open_http


def anthropic_provider(options: ProviderOptions) -> SdkProvider:
    """Anthropic; a base URL of None leaves it to ``ANTHROPIC_BASE_URL`` and the SDK's own."""
    if options.base_url is not None:
        check_base_url(options.base_url)
    client = anthropic.AsyncAnthropic(
        api_key=check_key(options.api_key or ""),
        base_url=options.base_url,
        timeout=options.timeout,
        max_retries=0,
        default_headers={"Accept-Encoding": "identity"},
        open_telemetry=False,
        http_client=open_http(anthropic, options),
    )

    async def post(path: str, body: bytes) -> httpx2.Response:
        return await client.post(path, content=body, cast_to=httpx2.Response)

    used = Client(post, client.close, anthropic.APIStatusError, anthropic.AnthropicError)
    wire = MessagesWire(options.model)
    return SdkProvider(Peer("anthropic", "Anthropic"), wire, used, options, caches_prefix=True)
