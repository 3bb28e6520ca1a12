"""Makes the provider that is asked: only now is its module imported, and with it its SDK.

Address and key are checked here, before the first call fails in an obscure way.
"""

from __future__ import annotations

import os
from dataclasses import replace
from importlib import import_module
from typing import Protocol, cast
from urllib.parse import urlsplit

from xpert_studio.core.errors import JudgeError, UsageError
from xpert_studio.core.judge.keys import find_key, remember_keys
from xpert_studio.core.judge.providers.base import Provider, ProviderOptions
from xpert_studio.core.judge.providers.registry import entry_of
from xpert_studio.core.judge.redaction import (
    redact,
    redact_known,
    remember_address,
    remember_secret,
)
from xpert_studio.core.messages import Message
from xpert_studio.core.packs import find


class Sender(Protocol):
    """Sends calls from elsewhere, such as from the machines of a cluster.

    Attributes:
        id: The pack's name for it.
    """

    id: str

    def need(self, name: str, options: ProviderOptions) -> None:
        """Refuses, without a call, what could not be sent so; see ``make_provider``."""
        ...

    def connect(self, name: str, options: ProviderOptions) -> Provider:
        """The provider of that id, whose calls are sent so; see ``make_provider``."""
        ...


def _cluster() -> Sender:
    """What has the machines of a cluster send calls.

    Raises:
        UsageError: No pack does.
    """
    found: Sender | None = find("carriers", "cluster")
    if found is None:
        raise UsageError("Nothing installed knows clusters.", remedy="Leave out --cluster.")
    return found


def check_base_url(base_url: str) -> str:
    """The base URL, when it is an http address without a name, password or key.

    Raises:
        UsageError: It is not.
    """
    remember_address(base_url)
    try:
        parts = urlsplit(base_url)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise UsageError(
            Message("{base_url} is not the address of a server.", base_url=redact(base_url)),
            remedy="Give one such as http://localhost:11434/v1.",
        )
    if parts.username is not None or redact_known(parts.path) != parts.path:
        raise UsageError(
            Message("The address of {host} holds a name, password or key.", host=host_of(base_url)),
            remedy="Leave it out; a key is set with 'xpert-studio keys set PROVIDER'.",
        )
    return base_url


def host_of(base_url: str) -> str:
    """The host and port, for messages; never a password in front of them."""
    return urlsplit(base_url).netloc.rpartition("@")[2]


def check_key(api_key: str) -> str:
    """The key, when it can stand in a header.

    Raises:
        JudgeError: It cannot; the message does not show it.
    """
    if not api_key.isascii() or not api_key.isprintable() or " " in api_key or not api_key:
        raise JudgeError(
            "The API key is empty or holds characters that no key has.",
            remedy="Copy it again, and set it with 'xpert-studio keys set PROVIDER'.",
        )
    return api_key


def make_provider(name: str, options: ProviderOptions, *, searches: bool = False) -> Provider:
    """A provider, with its key looked up where the options have none.

    Args:
        name: Its id.
        options: How to reach it.
        searches: Whether the model is to search the web, which some have another interface for.

    Raises:
        UsageError: There is no such provider, or it cannot be reached like this.
        JudgeError: The provider needs a key, and there is none.
    """
    if options.cluster is not None:
        return _cluster().connect(name, _addressed(name, options))
    options, entry = usable_options(name, options), entry_of(name)
    module = (searches and entry.searching) or entry.module
    return cast("Provider", import_module(module).connect(entry, options))


def usable_options(name: str, options: ProviderOptions) -> ProviderOptions:
    """The options with their key; refuses, without a call, all that ``make_provider`` refuses."""
    options, entry = _addressed(name, options), entry_of(name)
    if options.cluster is not None:
        _cluster().need(name, options)
        return options
    if options.api_key is None:
        options = replace(options, api_key=find_key(name, required=entry.needs_key))
    remember_secret(options.api_key)
    of_environment = (os.environ.get(f"{start}BASE_URL") for start in entry.environment)
    for address in () if options.base_url else of_environment:
        if address:
            check_base_url(address)
    if options.api_key or entry.needs_key:
        check_key(options.api_key or "")
    return options


def _addressed(name: str, options: ProviderOptions) -> ProviderOptions:
    """The options with the address of their server; refuses one that cannot be used."""
    entry = entry_of(name)
    if options.base_url is None and entry.address:
        options = replace(options, base_url=entry.address)
    if entry.needs_address and options.base_url is None:
        raise UsageError(
            "A compatible server needs its address.",
            remedy="Give --base-url, such as http://localhost:11434/v1.",
        )
    remember_keys()  # a server may know another provider's key, too
    remember_secret(options.api_key)
    if options.base_url:
        check_base_url(options.base_url)
    return options
