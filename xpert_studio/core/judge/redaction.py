"""Takes API keys out of texts that people or files get to see.

Two nets: the shapes that keys and authorisation headers have, and the very keys that this process
knows. The first may take out more than keys: it is for messages and logs. What a model wrote and is
kept goes through the second alone, which leaves every other text as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

from xpert_studio.core.judge.disguises import KeyFinder
from xpert_studio.core.judge.providers.registry import key_prefixes

MASK: Final = "[key removed]"
_SHORTEST_SECRET: Final = 8
"""Shorter ones would blank out ordinary words; no provider's key is that short."""

_SECRET_PARAMETERS: Final = ("key", "token", "secret", "password", "sig", "auth")
"""Words in the names of an address's parameters that hold a secret."""

_PREFIXES: Final = (
    *("sk", "pk", "rk", "gsk", "xai", "hf", "nvapi", "pplx", "r8", "ghp", "gho", "ghs", "ghu"),
    *("github_pat", "glpat", "xoxb", "xoxp", "fw", "tgp", "csk"),
)
_USUAL: Final = tuple(prefix + mark for prefix in _PREFIXES for mark in "-_")
"""How the keys of many services begin."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape that keys have.

    Attributes:
        pattern: What it looks like; letters in either case.
        marks: What each of that shape has something of, in lower case: most texts have none of
            these, and need no closer look.
    """

    pattern: re.Pattern[str]
    marks: tuple[str, ...]


_SHAPES: Final = (
    (  # a header or a setting that holds a secret
        r"""
        (?P<named>
            \b(?:authorization|proxy-authorization|x-api-key|api[-_\s]?key|x-goog-api-key|cookie
               |set-cookie|access[-_]token|auth[-_]token|secret[-_]key)\b
            ["']?\s*[:=]\s*["']?
          | (?-i:\b[A-Z][A-Z0-9_]*_(?:KEY|TOKEN|SECRET|PASSWORD))\s*=\s*["']?
          | [?&](?:key|token)=
        )
        (?:(?:bearer|basic)\s+)?(?P<value>[^\s"',;&}]{6,})
        """,
        (
            *("authorization", "api", "cookie", "access-token", "access_token", "auth-token"),
            *("auth_token", "secret", "password", "_key", "_token", "key=", "token="),
        ),
    ),
    (
        r"""
        (?P<scheme>\b(?:bearer|basic)\s+)(?-i:(?=[A-Za-z._~+/=-]*(?:[\d*]|[a-z][A-Z])))
            (?P<token>[A-Za-z0-9._~+/=*-]{8,})
        """,
        ("bearer", "basic"),
    ),
    (r"(?P<userinfo>://)[^/\s:@]*:[^/\s@]+@", ("://",)),
    (
        r"""
        \b(?:sk|pk|rk|gsk|xai|hf|nvapi|pplx|r8|gh[opsu]|github_pat|glpat|xoxb|xoxp|fw|tgp|csk)[-_]
            (?-i:(?=[A-Za-z_.-]*(?:[\d*]|[a-z][A-Z])))[A-Za-z0-9_*.-]{6,}
        """,
        _USUAL,
    ),
    (
        r"""
        -----BEGIN[ ](?:[A-Z0-9]+[ ]){0,3}PRIVATE[ ]KEY(?:[ ]BLOCK)?-----
            [^-]*(?:-----END[ A-Z0-9]*-----)?
        """,
        ("private key",),
    ),
    (r"\b(?:AKIA|ASIA)[A-Z0-9]{12,}", ("akia", "asia")),
    (r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?", ("eyj",)),
)
"""Shapes of keys with their marks (``Shape``); together they are what is taken out."""

_known: set[str] = set()
_finder = KeyFinder(_known)


def remember_secret(secret: str | None) -> None:
    """From now on this very text is taken out as well."""
    if secret and len(secret) >= _SHORTEST_SECRET:
        _known.add(secret)


def remember_address(address: str | None) -> None:
    """From now on the passwords and keys in a server's address are taken out as well."""
    try:
        parts = urlsplit(address or "")
        remember_secret(unquote(parts.password or ""))
        for name, value in parse_qsl(parts.query):
            if any(word in name.casefold() for word in _SECRET_PARAMETERS):
                remember_secret(value)
    except ValueError:  # no address at all
        return


def redact(text: str) -> str:
    """The text without anything that is, or looks like, an API key."""
    return _any_shape(key_prefixes()).sub(_replace, redact_known(text))


def redact_known(text: str) -> str:
    """The text without the keys that this process knows, however they are disguised."""
    for begin, end in reversed(_known_keys().spans(text)):
        text = f"{text[:begin]}{MASK}{text[end:]}"
    return text


def holds_known_key(text: str) -> bool:
    """Whether one of the keys that this process knows is in a text, however it is disguised."""
    return bool(_known) and bool(_known_keys().spans(text))


def holds_key(text: str) -> bool:
    """Whether something in a text is, or looks like, an API key; quick where nothing does."""
    return looks_like_key(text) or holds_known_key(text)


def looks_like_key(text: str, among: Iterable[Shape] | None = None) -> bool:
    """Whether something in a text has the shape of a key.

    Args:
        text: The text.
        among: What ``shapes_possible`` found in a text that this is a part of; any shape where
            None.
    """
    if among is None:
        among = _shapes(key_prefixes())
    lower = _lower(text)
    return any(
        any(mark in lower for mark in shape.marks) and shape.pattern.search(text) for shape in among
    )


def shapes_possible(text: str) -> tuple[Shape, ...]:
    """The shapes of keys that may be in a text, with the marks of them that are; quick."""
    lower = _lower(text)
    found = (
        (shape, tuple(mark for mark in shape.marks if mark in lower))
        for shape in _shapes(key_prefixes())
    )
    return tuple(Shape(shape.pattern, marks) for shape, marks in found if marks)


def _lower(text: str) -> str:
    """In lower case, with the two other letters that patterns take for one of ASCII."""
    lower = text.lower()
    return lower if lower.isascii() else lower.replace("ſ", "s").replace("ı", "i")


@cache
def _shapes(issued: tuple[str, ...]) -> tuple[Shape, ...]:
    """The shapes of keys.

    Args:
        issued: How the keys of providers begin.
    """
    return tuple(Shape(_compiled(source), marks) for source, marks in _sources(issued))


@cache
def _any_shape(issued: tuple[str, ...]) -> re.Pattern[str]:
    """All shapes of keys as one."""
    return _compiled("|".join(source for source, _ in _sources(issued)))


def _sources(issued: tuple[str, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    own = [start for start in issued if not start.startswith(_USUAL)]
    mine = ((rf"\b{re.escape(start)}[A-Za-z0-9_-]{{20,}}", (start.lower(),)) for start in own)
    return (*_SHAPES, *mine)


def _compiled(source: str) -> re.Pattern[str]:
    return re.compile(source, re.VERBOSE | re.IGNORECASE)


def _known_keys() -> KeyFinder:
    global _finder
    if _finder.keys != _known:
        _finder = KeyFinder(_known)
    return _finder


def _replace(match: re.Match[str]) -> str:
    return (
        f"://{MASK}@" if match["userinfo"] else f"{match['named'] or match['scheme'] or ''}{MASK}"
    )
