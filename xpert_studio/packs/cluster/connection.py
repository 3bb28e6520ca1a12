"""The way to the scheduler of a cluster: its address, the certificates, and what may be used."""

from __future__ import annotations

import asyncio
import logging
import ssl
import warnings
from contextlib import suppress
from importlib import import_module
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from xpert_studio.api import Message
from xpert_studio.core.errors import JudgeError, UsageError
from xpert_studio.core.judge.redaction import redact, remember_address
from xpert_studio.packs.cluster.sending import WorkerFacts, versions

CONNECTING: Final = 10.0
"""Seconds until a scheduler that does not answer counts as not there."""
_CERTIFICATES: Final = {
    "tls_ca_file": "distributed.comm.tls.ca-file",
    "tls_client_cert": "distributed.comm.tls.client.cert",
}
_NAME_THEM: Final = Message(
    "Name the certificates in ~/.config/dask/cluster.yaml; docs/cluster.md says how."
)


def check_address(address: str) -> str:
    """The address of a scheduler or worker, where connections to it may be trusted.

    Raises:
        UsageError: It is none, or others could read and change what is sent there.
    """
    remember_address(address)
    try:
        parts = urlsplit(address)
        is_one = parts.scheme in {"tls", "tcp"} and parts.hostname and parts.port
        is_one = is_one and address == f"{parts.scheme}://{parts.netloc}"
    except ValueError:
        is_one = False
    if not is_one or parts.username is not None:
        raise UsageError(
            Message("{address} is not the address of a scheduler.", address=redact(address)),
            remedy="Give one such as tls://host:8786.",
        )
    if parts.scheme == "tcp" and not _is_loopback(parts.hostname or ""):
        raise UsageError(
            Message(
                "{address} is not encrypted, and not on this computer: others could run programs "
                "there with the keys of its workers.",
                address=address,
            ),
            remedy="Give scheduler and workers certificates, and name its address as "
            "tls://host:8786; docs/cluster.md says how.",
        )
    return address


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


async def connected(address: str) -> Any:  # noqa: ANN401 - Dask's types say little
    """A connection to a scheduler: a ``distributed.Client``.

    Raises:
        UsageError: The certificates are not set.
        JudgeError: It cannot be reached.
    """
    distributed = import_module("distributed")  # which sets how much it says
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", module=r"distributed\.")
    client = distributed.Client(
        address,
        asynchronous=True,
        security=_security(address),
        set_as_default=False,
        timeout=CONNECTING,
    )
    try:
        # Its own limit does not hold for what accepts a connection, and then says nothing.
        async with asyncio.timeout(1.5 * CONNECTING):
            return await client
    except BaseException as error:
        await close(client)
        if isinstance(error, Exception):  # of Dask, by what listens there
            raise _unreachable(address, error) from None
        raise


async def close(client: Any) -> None:  # noqa: ANN401 - Dask's types say little
    """Ends a connection, in a second at most; how that fails does not matter any more."""
    with suppress(Exception):
        await client.close(timeout=1)


def _security(address: str) -> Any:  # noqa: ANN401 - a ``distributed.Security`` or None
    """The certificates that Dask's configuration names.

    Raises:
        UsageError: A file that encryption needs is not named, not there, or no certificate.
    """
    if address.startswith("tcp:"):
        return None
    found = import_module("distributed").Security(require_encryption=True)
    for name, key in _CERTIFICATES.items():
        value = getattr(found, name)
        if not value or not ("\n" in value or Path(value).is_file()):
            raise UsageError(
                Message("Dask's configuration names no file that is there as {key}.", key=key),
                remedy=_NAME_THEM,
            )
    try:
        found.get_connection_args("client")
    except OSError:
        raise UsageError(
            "A file that Dask's configuration names is no certificate with its key.",
            remedy=_NAME_THEM,
        ) from None
    return found


def _unreachable(address: str, error: BaseException) -> JudgeError:
    causes: list[BaseException] = [error]
    while cause := causes[-1].__cause__ or causes[-1].__context__:
        causes.append(cause)
    if any(isinstance(cause, ssl.SSLError) for cause in causes):
        return JudgeError(
            Message("The scheduler at {address} has another certificate.", address=address),
            remedy="Certificates of all machines have to be signed by the same authority, of which "
            "each has the ca-file.",
        )
    return JudgeError(
        Message("The scheduler at {address} cannot be reached.", address=address),
        remedy="Start it ('dask scheduler'), name where it is, or give this computer a certificate "
        "of the authority that it trusts.",
    )


def need_same(worker: str, there: object) -> WorkerFacts:
    """What a worker is, where it may be used.

    Raises:
        JudgeError: It has another version of something, or cannot ask the provider.
    """
    if not isinstance(there, WorkerFacts):  # but an error
        raise JudgeError(
            Message("The worker {worker} cannot run this program.", worker=worker),
            remedy=_SAME,
        )
    for name, own in versions().items():
        if (other := there.versions.get(name, "-")) != own:
            raise JudgeError(
                Message(
                    "The worker {worker} ({host}) has {name} {other}, this computer {own}.",
                    worker=worker,
                    host=there.host,
                    name=name,
                    other=other,
                    own=own,
                ),
                remedy=_SAME,
            )
    if there.problem is not None:
        message, remedy = there.problem
        raise JudgeError(
            Message(
                "The worker {worker} ({host}) cannot ask the provider: {message}",
                worker=worker,
                host=there.host,
                message=message,
            ),
            remedy=Message("On that machine: {remedy}", remedy=remedy),
        )
    return there


_SAME: Final = Message(
    'Install the same versions on every machine ("xpert-studio[cluster]"), and start its worker '
    "anew."
)
