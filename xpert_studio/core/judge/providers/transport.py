"""Opens the HTTP client that the SDKs speak through, with the limits a judge needs.

aiohttp carries the requests where the SDK brings a client over it: it costs less than half the CPU
of the default transport, and the CPU is what limits a run with many calls at once.
"""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cache, partial
from typing import Final

import aiohttp
import httpx2

from xpert_studio.core.judge.providers.base import ProviderOptions

MAX_REPLY_BYTES: Final = 32 * 1024 * 1024
"""No honest reply comes near; a server that sends without end is cut off here."""

NOT_PACKED: Final = {"Accept-Encoding": "identity"}
"""The header that asks for replies as they are: the size of a packed one is anybody's guess."""

TRANSPORT_ERRORS: Final = (
    OSError,
    EOFError,
    httpx2.HTTPError,
    httpx2.InvalidURL,
    httpx2.StreamError,
    aiohttp.ClientError,
)
"""What the transports raise that the SDKs let through unwrapped."""

_CONNECT_SECONDS: Final = 30.0


def open_http(
    options: ProviderOptions,
    make: type[httpx2.AsyncClient] = httpx2.AsyncClient,
    hooks: tuple[Callable[[httpx2.Response], Awaitable[None]], ...] = (),
    *,
    most: int = MAX_REPLY_BYTES,
) -> httpx2.AsyncClient:
    """A client with one connection a call, that follows no redirect and reads no endless reply.

    Args:
        options: How to reach the provider.
        make: The SDK's client over aiohttp, where it has one; else httpx2's own.
        hooks: Called with every response before it is read.
        most: Bytes of a reply that are read, at most.
    """
    return make(
        limits=httpx2.Limits(
            max_connections=options.max_connections,
            max_keepalive_connections=options.max_connections,
            keepalive_expiry=30.0,
        ),
        timeout=httpx2.Timeout(
            options.timeout, connect=min(_CONNECT_SECONDS, options.timeout), pool=None
        ),
        follow_redirects=False,
        verify=tls(),
        event_hooks={"response": [partial(_bound, most=most), *hooks]},
    )


@cache
def tls() -> ssl.SSLContext:
    """By which servers are known.

    Reading the system's certificates takes longer than many a call; once is enough.
    """
    return httpx2.create_ssl_context()


async def _bound(response: httpx2.Response, *, most: int) -> None:
    """Bounds what is read of a reply.

    A compressed one is refused: it was not asked for, and its size unpacked is anybody's guess.
    """
    if response.headers.get("content-encoding", "identity") != "identity":
        raise httpx2.DecodingError("compressed although it was not asked for")
    if isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = _Bounded(response.stream, most)


class _Bounded(httpx2.AsyncByteStream):
    """A stream that ends in an error when it continues for too long."""

    def __init__(self, stream: httpx2.AsyncByteStream, most: int) -> None:
        self._stream, self._most = stream, most

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self._stream:
            size += len(chunk)
            if size > self._most:
                raise httpx2.DecodingError("the reply is too long")
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()
