"""Takes API keys out of texts that people or files get to see.

Two nets: the shapes that keys and authorisation headers have, and the very keys that this process
knows. The first may take out more than keys: it is for messages and logs. What a model wrote and is
kept goes through the second alone, which leaves every other text as it is.
"""

from __future__ import annotations

import re
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

_SHAPES: Final = r"""
    (?P<named>                                     # a header or a setting that holds a secret
        \b(?:authorization|proxy-authorization|x-api-key|api[-_\s]?key|x-goog-api-key|cookie
           |set-cookie|access[-_]token|auth[-_]token|secret[-_]key)\b
        ["']?\s*[:=]\s*["']?
      | (?-i:\b[A-Z][A-Z0-9_]*_(?:KEY|TOKEN|SECRET|PASSWORD))\s*=\s*["']?
      | [?&](?:key|token)=
    )
    (?:(?:bearer|basic)\s+)?(?P<value>[^\s"',;&}]{6,})
    | (?P<scheme>\b(?:bearer|basic)\s+)(?-i:(?=[A-Za-z._~+/=-]*(?:[\d*]|[a-z][A-Z])))
        (?P<token>[A-Za-z0-9._~+/=*-]{8,})
    | (?P<userinfo>://)[^/\s:@]*:[^/\s@]+@
    | \b(?:sk|pk|rk|gsk|xai|hf|nvapi|pplx|r8|gh[opsu]|github_pat|glpat|xoxb|xoxp|fw|tgp|csk)[-_]
        (?-i:(?=[A-Za-z_.-]*(?:[\d*]|[a-z][A-Z])))[A-Za-z0-9_*.-]{6,}
    | -----BEGIN[ ](?:[A-Z0-9]+[ ]){0,3}PRIVATE[ ]KEY(?:[ ]BLOCK)?-----
        [^-]*(?:-----END[ A-Z0-9]*-----)?
    | \b(?:AKIA|ASIA)[A-Z0-9]{12,}
    | \beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?
"""

_USUAL: Final = tuple(
    prefix + mark
    for prefix in (
        *("sk", "pk", "rk", "gsk", "xai", "hf", "nvapi", "pplx", "r8", "ghp", "gho", "ghs", "ghu"),
        *("github_pat", "glpat", "xoxb", "xoxp", "fw", "tgp", "csk"),
    )
    for mark in "-_"
)
"""How the keys of many services begin."""

_MARKS: Final = (
    *("authorization", "api", "cookie", "access-token", "access_token", "auth-token", "auth_token"),
    *("secret", "password", "_key", "_token", "key=", "token=", "bearer", "basic", "://"),
    *_USUAL,
    *("private key", "akia", "asia", "eyj"),
)
"""What every shape has something of, in lower case: most texts need no closer look."""

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
    return _shapes(key_prefixes())[0].sub(_replace, redact_known(text))


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


def looks_like_key(text: str) -> bool:
    """Whether something in a text has the shape of a key."""
    lower = text.lower()
    shapes, marks = _shapes(key_prefixes())
    return any(mark in lower for mark in marks) and shapes.search(text) is not None


@cache
def _shapes(issued: tuple[str, ...]) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """The shapes of keys, and what every shape has something of, in lower case.

    Args:
        issued: How the keys of providers begin.
    """
    own = [start for start in issued if not start.startswith(_USUAL)]
    patterns = [_SHAPES, *(rf"\b{re.escape(start)}[A-Za-z0-9_-]{{20,}}" for start in own)]
    return (
        re.compile("|".join(patterns), re.VERBOSE | re.IGNORECASE),
        (*_MARKS, *map(str.lower, own)),
    )


def _known_keys() -> KeyFinder:
    global _finder
    if _finder.keys != _known:
        _finder = KeyFinder(_known)
    return _finder


def _replace(match: re.Match[str]) -> str:
    return (
        f"://{MASK}@" if match["userinfo"] else f"{match['named'] or match['scheme'] or ''}{MASK}"
    )
