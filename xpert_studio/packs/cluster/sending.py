"""What a worker does: says what it is, and sends the calls of a block with its own keys.

Nothing is raised in a worker: Dask would write the block, and so prompts, into its log.
"""

from __future__ import annotations

import asyncio
import platform
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, requires, version
from typing import Any, Final

from xpert_studio.api import Message
from xpert_studio.core.errors import XpertError
from xpert_studio.core.judge.providers.base import (
    ChatReply,
    ChatRequest,
    Failure,
    Provider,
    ProviderError,
    ProviderOptions,
)
from xpert_studio.core.judge.providers.factory import make_provider, usable_options

Outcome = ChatReply | dict[str, Any]
"""A reply, or what a ``ProviderError`` is made of."""

TOKEN: Final = uuid.uuid4().hex
"""Of this process: what was meant for one that is gone is not sent by the one in its place."""
_PROGRAM: Final = "xpert-studio"


@dataclass(frozen=True, slots=True)
class WorkerFacts:
    """What a worker is.

    Attributes:
        token: Of its process.
        host: The name of its machine.
        versions: Of what has to be the same everywhere, by name.
        problem: Why it cannot ask the provider, and what helps; None where it can.
    """

    token: str
    host: str
    versions: dict[str, str]
    problem: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """Calls for one worker.

    Attributes:
        token: Of the process that is to send them.
        provider: Its id.
        options: How it is reached, without a key.
        requests: The calls, by ids that no others have.
    """

    token: str
    provider: str
    options: ProviderOptions
    requests: Mapping[str, ChatRequest] = field(repr=False)


def facts(provider: str, options: ProviderOptions) -> WorkerFacts:
    """What this process is, and whether it can ask a provider; sends nothing."""
    problem: tuple[str, str] | None = None
    _usable.cache_clear()  # its key may have been changed
    try:
        _usable(provider, options)
    except XpertError as error:
        problem = error.message, error.remedy
    return WorkerFacts(TOKEN, platform.node(), versions(), problem)


def versions() -> dict[str, str]:
    """The versions of Python, of the program, and of the packages that they need, by name."""
    try:
        needed = requires(_PROGRAM) or []
    except PackageNotFoundError:  # its source alone
        needed = []
    names = {re.split(r"[^\w.-]", line)[0] for line in needed if "extra ==" not in line}
    found = {"Python": ".".join(platform.python_version_tuple()[:2])}
    for name in (_PROGRAM, "dask", "distributed", *sorted(names)):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "-"
    return found


async def send(block: Block) -> Mapping[str, Outcome] | None:
    """Sends the calls of a block, all at once.

    Returns:
        What came of each, by its id; None where they are for another process, and none was sent.
    """
    if block.token != TOKEN:
        return None
    came = await asyncio.gather(*(_asked(block, request) for request in block.requests.values()))
    return dict(zip(block.requests, came, strict=True))


async def _asked(block: Block, request: ChatRequest) -> Outcome:
    try:
        options = _usable(block.provider, block.options)
        searches = bool(request.parameters.get("search"))
        return await _provider(block.provider, options, searches=searches).ask(request)
    except ProviderError as error:
        return vars(error)
    except XpertError as error:
        return {"failure": Failure.SETTING, "message": error.message, "remedy": error.remedy}
    except Exception as error:  # noqa: BLE001 - the outermost layer of a process
        # The kind of error only: messages of libraries may quote a project's content.
        said = Message(
            "Something went wrong inside the program ({kind}).", kind=type(error).__name__
        )
        return {"failure": Failure.SETTING, "message": said}


_usable = cache(usable_options)


@cache
def _provider(name: str, options: ProviderOptions, *, searches: bool) -> Provider:
    """Keeps connections, and what the server turned out to accept, from block to block."""
    return make_provider(name, replace(options, max_connections=1024), searches=searches)
