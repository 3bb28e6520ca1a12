"""One HTTP/1.1 connection of the loopback server, written for speed on plain asyncio."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus

from tests.loopback.behaviours import Behaviour, Cut
from tests.loopback.recorded import Recorded

Handle = Callable[[Recorded], tuple[Behaviour, bytes]]
"""Decides what to do with a request, and gives the body to send."""


@dataclass
class Gate:
    """Keeps answers back while it is closed."""

    is_open: bool = True
    kept: list[Callable[[], None]] = field(default_factory=list)

    def open(self) -> None:
        """Sends what was kept back; in the event loop of the connections."""
        self.is_open = True
        kept, self.kept = self.kept, []
        for send in kept:
            send()


class Connection(asyncio.Protocol):
    """Reads requests with a content length; answers each as its behaviour says."""

    def __init__(
        self, handle: Handle, delay: float, open_ones: set[Connection], gate: Gate
    ) -> None:
        self._gate = gate
        self._handle = handle
        self._delay = delay
        self._open_ones = open_ones
        self._buffer = bytearray()
        self._transport: asyncio.Transport
        self._trickling: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport  # type: ignore[assignment]
        self._open_ones.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._open_ones.discard(self)
        if self._trickling is not None:
            self._trickling.cancel()

    def drop(self) -> None:
        """Ends the connection at once."""
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._buffer[:1].isalpha():
            # A TLS greeting, most likely: said no to as any plain server does.
            self._transport.write(b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n")
            self._transport.close()
            return
        while (request := self._take()) is not None:
            self._answer(request)

    def _take(self) -> Recorded | None:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return None
        first, *lines = self._buffer[:end].decode("latin-1").split("\r\n")
        headers = {}
        for line in lines:
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        total = end + 4 + int(headers.get("content-length", 0))
        if len(self._buffer) < total:
            return None
        method, path, _ = first.split(" ", 2)
        body = bytes(self._buffer[end + 4 : total])
        del self._buffer[:total]
        return Recorded(method, path, headers, body)

    def _answer(self, request: Recorded) -> None:
        behaviour, body = self._handle(request)
        if behaviour.silent:
            return
        delay = self._delay if behaviour.delay is None else behaviour.delay
        if delay:
            asyncio.get_running_loop().call_later(delay, self._send, behaviour, body)
        else:
            self._send(behaviour, body)

    def _send(self, behaviour: Behaviour, body: bytes) -> None:
        if not self._gate.is_open:
            self._gate.kept.append(partial(self._send, behaviour, body))
            return
        if self._transport.is_closing():
            return
        head = _head(behaviour, len(body))
        if behaviour.cut is not Cut.NEVER:
            self._cut(behaviour.cut, head, body)
        elif behaviour.trickle is not None:
            self._trickling = asyncio.ensure_future(self._trickle(head + body, behaviour.trickle))
        else:
            self._transport.write(head + body)

    def _cut(self, cut: Cut, head: bytes, body: bytes) -> None:
        sent = {
            Cut.BEFORE_STATUS: b"",
            Cut.AFTER_STATUS: head[: head.index(b"\r\n") + 2],
            Cut.IN_BODY: head + body[: len(body) // 2],
        }[cut]
        if sent:
            self._transport.write(sent)
        # A linger time of zero makes the kernel send a reset in place of an orderly end. What was
        # written must leave first, else the reset overtakes it.
        asyncio.get_running_loop().call_later(0.05 if sent else 0, self._reset)

    def _reset(self) -> None:
        sock = self._transport.get_extra_info("socket")
        if sock is not None:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._transport.abort()

    async def _trickle(self, data: bytes, pause: float) -> None:
        for byte in data:
            self._transport.write(bytes([byte]))
            await asyncio.sleep(pause)


def _head(behaviour: Behaviour, length: int) -> bytes:
    try:
        phrase = HTTPStatus(behaviour.status).phrase
    except ValueError:
        phrase = "Overloaded"
    headers = {"content-type": "application/json", "x-request-id": "req_loopback"}
    headers["request-id"] = "req_loopback"
    headers.update(behaviour.headers)
    headers["content-length"] = str(length)
    lines = [f"HTTP/1.1 {behaviour.status} {phrase}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
