"""API keys: in the operating system's keyring or the environment, never in a project file.

The environment wins, so that a key for one session needs no change of what is stored.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Final, TypeVar

from xpert_studio.core.errors import JudgeError, UsageError
from xpert_studio.core.judge.providers.registry import PROVIDERS
from xpert_studio.core.judge.redaction import remember_address, remember_secret
from xpert_studio.core.messages import Message, joined

SERVICE: Final = "xpert-studio"
"""The name under which the keyring keeps them."""

_SECRET_ENDINGS: Final = ("_KEY", "_TOKEN", "_SECRET", "_PASSWORD")
_SHOWN: Final = 4
_SHORTEST_SHOWN: Final = 12
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class KeySource:
    """Where a provider's key comes from.

    Attributes:
        provider: The provider's name.
        source: ``environment (OPENAI_API_KEY)``, ``keyring``, or empty where there is none.
        masked: The key's last characters, such as ``…a1b2``.
    """

    provider: str
    source: str
    masked: str


def find_key(provider: str, *, required: bool = True) -> str | None:
    """A provider's key.

    Args:
        provider: Its name.
        required: Whether it is an error that there is none.

    Raises:
        JudgeError: It is required and there is none.
    """
    key = _find(provider)[0]
    remember_secret(key)
    if key is None and required:
        raise JudgeError(
            Message("There is no API key for {provider}.", provider=provider),
            remedy=Message(
                "Run 'xpert-studio keys set {provider}', or set {variable}.",
                provider=provider,
                variable=_check(provider),
            ),
        )
    return key


def store_key(provider: str, key: str) -> None:
    """Keeps a key in the keyring.

    Raises:
        UsageError: There is no such provider, or the key is empty or broken.
        JudgeError: The keyring did not take it, or keeps nothing.
    """
    variable = _check(provider)
    key = key.strip()
    if not key or not key.isascii() or not key.isprintable() or " " in key:
        raise UsageError(
            "That is no API key: it is empty, or holds spaces or unusual characters.",
            remedy="Copy the key again, the whole of it and nothing else.",
        )
    remember_secret(key)

    def keep(keyring: ModuleType) -> bool:
        keyring.set_password(SERVICE, provider, key)
        return bool(keyring.get_password(SERVICE, provider) == key)

    if not _with_keyring(provider, keep):  # a keyring that is switched off takes all in silence
        raise JudgeError(
            "The keyring of this computer did not keep the key.",
            remedy=Message("Set {variable} instead, or set a keyring up.", variable=variable),
        )


def delete_key(provider: str) -> None:
    """Takes a key out of the keyring; a key that is not there is gone already.

    Raises:
        UsageError: There is no such provider.
        JudgeError: The keyring cannot be used.
    """
    _check(provider)

    def delete(keyring: ModuleType) -> None:
        if keyring.get_password(SERVICE, provider) is not None:
            keyring.delete_password(SERVICE, provider)

    _with_keyring(provider, delete)


def key_sources() -> list[KeySource]:
    """Which provider has a key, and from where; the keys themselves are not shown."""
    found = []
    for provider in PROVIDERS:
        key, source = _find(provider)
        remember_secret(key)
        found.append(KeySource(provider, source, masked(key) if key else ""))
    return found


def remember_keys(*, stored: bool = True) -> None:
    """Lets every key be redacted that is set up here, of whatever provider.

    Those of the environment's addresses, proxies and SDKs are among them.

    Args:
        stored: Those of the keyring, too, which may ask the person to open it.
    """
    for entry in PROVIDERS.values():
        remember_secret(os.environ.get(entry.key_variable, "").strip())
        remember_secret(_stored(entry.id) if stored else None)
    read_by_sdks = tuple(start for entry in PROVIDERS.values() for start in entry.environment)
    for name, value in os.environ.items():
        upper = name.upper()
        if upper.endswith(("_BASE_URL", "_PROXY")):
            remember_address(value)
        elif upper.startswith(read_by_sdks) and upper.endswith(_SECRET_ENDINGS):
            remember_secret(value.strip())
        elif upper.startswith(read_by_sdks) and upper.endswith("_CUSTOM_HEADERS"):
            for line in value.splitlines():
                remember_secret(line.partition(":")[2].strip().removeprefix("Bearer "))


def masked(key: str) -> str:
    """The last characters of a key, where it is long enough not to be given away by them."""
    return f"…{key[-_SHOWN:]}" if len(key) >= _SHORTEST_SHOWN else "…"


def _find(provider: str) -> tuple[str | None, str]:
    variable = _check(provider)
    if key := os.environ.get(variable, "").strip():
        return key, f"environment ({variable})"
    stored = _stored(provider)
    return (stored, "keyring") if stored else (None, "")


def _stored(provider: str) -> str:
    """The key in the keyring; empty where there is none.

    A machine without a keyring is an ordinary one: the key is then simply not there.
    """
    try:
        stored = _with_keyring(provider, lambda ring: ring.get_password(SERVICE, provider))
    except JudgeError:
        return ""
    return stored.strip() if isinstance(stored, str) else ""


def _check(provider: str) -> str:
    """The provider's environment variable."""
    if provider not in PROVIDERS:
        raise UsageError(
            Message("There is no provider {provider!r} that takes a key.", provider=provider),
            remedy=Message("Choose one of {providers}.", providers=joined(PROVIDERS)),
        )
    return PROVIDERS[provider].key_variable


def _with_keyring(provider: str, use: Callable[[ModuleType], T]) -> T:
    """Runs something with the keyring, whose backends may fail in any way they like."""
    try:
        import keyring

        return use(keyring)
    except Exception as error:  # noqa: BLE001 - backends raise D-Bus, OS and import errors alike
        kind = type(error).__name__
    # Raised out here, so that what the backend said, which may hold the key, is not carried along.
    variable = PROVIDERS[provider].key_variable
    raise JudgeError(
        Message("The system's keyring cannot be used ({kind}).", kind=kind),
        remedy=Message(
            "Unlock or install one, or set {variable} in the environment.", variable=variable
        ),
    )
