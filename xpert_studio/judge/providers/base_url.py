"""Checks how a server is to be reached, before the first call fails in an obscure way."""

from __future__ import annotations

from urllib.parse import urlsplit

from xpert_studio.errors import JudgeError, UsageError
from xpert_studio.judge.redaction import redact


def check_base_url(base_url: str) -> str:
    """The base URL, when it is an http address.

    Raises:
        UsageError: It is not.
    """
    try:
        parts = urlsplit(base_url)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise UsageError(
            f"{redact(base_url)} is not the address of a server.",
            remedy="Give one such as http://localhost:11434/v1.",
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
