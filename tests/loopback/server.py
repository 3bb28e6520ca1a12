"""The loopback server: in a thread of its own for tests, or run for ever for benchmarks."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Iterable
from types import TracebackType

from tests.loopback import answers, behaviours, wire
from tests.loopback.behaviours import Behaviour
from tests.loopback.connection import Connection, Gate
from tests.loopback.recorded import Recorded
from tests.waiting import PATIENCE

Answer = Callable[[Recorded], "str | Behaviour"]


class LoopbackServer:
    """A provider on 127.0.0.1.

    with LoopbackServer(behaviours=[error(429)]) as server:
        ...  # server.openai_url, server.anthropic_url, server.requests

    The first requests meet ``behaviours``, one each and in order; all further ones meet
    ``answer``, which gives the model's text or a whole behaviour.

    Attributes:
        requests: What was received so far, in order.
        peak_connections: How many connections were open at the same time, at most, when a request
            came.
    """

    def __init__(
        self,
        behaviours: Iterable[Behaviour] = (),
        *,
        answer: Answer = answers.all_met,
        delay: float = 0.0,
        port: int = 0,
        record: bool = True,
    ) -> None:
        self.requests: list[Recorded] = []
        self.peak_connections = 0
        self._script = deque(behaviours)
        self._answer = answer
        self._delay = delay
        self._port = port
        self._record = record
        self._seen: set[bytes] = set()
        self._gate = Gate()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._open: set[Connection] = set()
        self._listening: asyncio.Server | None = None

    @property
    def url(self) -> str:
        """The server's root, as Anthropic's SDK wants it."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def openai_url(self) -> str:
        """The base URL as OpenAI's SDK wants it."""
        return f"{self.url}/v1"

    def url_of(self, provider: str) -> str:
        """The base URL as a provider's SDK wants it."""
        return self.url if provider in {"anthropic", "gemini"} else self.openai_url

    @property
    def anthropic_url(self) -> str:
        """The base URL as Anthropic's SDK wants it."""
        return self.url

    def then(self, *script: Behaviour) -> None:
        """Meets the next requests with these behaviours."""
        self._script.extend(script)

    def answers_by(self, answer: Answer) -> None:
        """From now on answers in this way."""
        self._answer = answer

    def hold(self) -> None:
        """Keeps back all answers until ``release``; requests are received."""
        self._gate.is_open = False

    def release(self) -> None:
        """Sends the answers that were kept back, and no longer keeps any."""
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._gate.open)

    async def start(self) -> None:
        """Listens; from then on the URLs are right."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: Connection(self._handle, self._delay, self._open, self._gate),
            "127.0.0.1",
            self._port,
            backlog=512,
        )
        self._port = server.sockets[0].getsockname()[1]
        self._listening = server

    def __enter__(self) -> LoopbackServer:
        started = threading.Event()

        def serve() -> None:
            loop = asyncio.new_event_loop()
            self._loop = loop
            loop.run_until_complete(self.start())
            loop.call_soon(started.set)
            loop.run_forever()
            loop.run_until_complete(self._stop())
            loop.close()

        self._thread = threading.Thread(target=serve, name="loopback", daemon=True)
        self._thread.start()
        if not started.wait(PATIENCE):
            raise RuntimeError("the loopback server did not start")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._loop is not None
        assert self._thread is not None
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)

    async def _stop(self) -> None:
        if self._listening is not None:
            self._listening.close()
        for connection in list(self._open):
            connection.drop()
        await asyncio.sleep(0.01)

    def _handle(self, request: Recorded) -> tuple[Behaviour, bytes]:
        self.peak_connections = max(self.peak_connections, len(self._open))
        if self._record:
            self.requests.append(request)
        if not request.path.endswith(
            ("/chat/completions", "/messages", ":generateContent", "/responses", "/embeddings")
        ):
            unknown = behaviours.error(404, f"Unknown path {request.path}")
            return unknown, wire.error_body(request, unknown)
        behaviour, text = self._decide(request)
        if behaviour.problem is not None:
            return behaviour, wire.error_body(request, behaviour)
        if behaviour.body is not None or behaviour.silent:
            return _with_body(behaviour)
        cached = request.shared in self._seen
        self._seen.add(request.shared)
        return behaviour, wire.reply_body(request, behaviour, text, cached)

    def _decide(self, request: Recorded) -> tuple[Behaviour, str]:
        """What to do, and the model's text."""
        if self._script:
            decided: str | Behaviour = self._script.popleft()
        else:
            decided = "" if request.is_embeddings else self._answer(request)
        if isinstance(decided, str):
            return Behaviour(), decided
        if decided.body is not None or decided.problem or decided.text is not None:
            return decided, decided.text or ""
        return decided, answers.all_met(request)


def _with_body(behaviour: Behaviour) -> tuple[Behaviour, bytes]:
    return behaviour, behaviour.body or b""
