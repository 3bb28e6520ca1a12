"""Makes the provider that is asked: only now is its module imported, and with it its SDK."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import cast

from xpert_studio.errors import UsageError
from xpert_studio.judge.keys import find_key, remember_keys
from xpert_studio.judge.providers.base import Provider, ProviderOptions
from xpert_studio.judge.providers.base_url import check_base_url, check_key
from xpert_studio.judge.providers.registry import entry_of
from xpert_studio.judge.redaction import remember_address, remember_secret


def make_provider(name: str, options: ProviderOptions) -> Provider:
    """A provider, with its key looked up where the options have none.

    Raises:
        UsageError: There is no such provider, or it cannot be reached like this.
        JudgeError: The provider needs a key, and there is none.
    """
    entry = entry_of(name)
    if entry.needs_address and options.base_url is None:
        raise UsageError(
            "A compatible server needs its address.",
            remedy="Give --base-url, such as http://localhost:11434/v1.",
        )
    remember_keys()  # a server may know another provider's key, too
    if options.api_key is None:
        options = replace(options, api_key=find_key(name, required=entry.needs_key))
    remember_secret(options.api_key)
    remember_address(options.base_url)
    if options.base_url is not None:
        check_base_url(options.base_url)
    if options.api_key or entry.needs_key:
        check_key(options.api_key or "")
    return cast("Provider", import_module(entry.module, __package__).connect(entry, options))
