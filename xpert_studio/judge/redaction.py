"""Takes API keys out of texts that people or files get to see.

Two nets: the shapes that keys and authorisation headers have, and the very keys this process has
handled, in whatever shape they are.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

MASK: Final = "[key removed]"
_SHORTEST_SECRET: Final = 8
"""Shorter ones would blank out ordinary words; no provider's key is that short."""

_SHAPES: Final = re.compile(
    r"""
    (?P<named>                                     # a header or a setting that holds a secret
        \b(?:authorization|proxy-authorization|x-api-key|api[-_\s]?key|x-goog-api-key|cookie
           |set-cookie|access[-_]token|auth[-_]token|secret[-_]key)\b
        ["']?\s*[:=]\s*["']?
      | (?-i:\b[A-Z][A-Z0-9_]*_(?:KEY|TOKEN|SECRET|PASSWORD))\s*=\s*["']?
      | [?&](?:key|token)=
    )
    (?:(?:bearer|basic)\s+)?(?P<value>[^\s"',;&}]{6,})
    | (?P<scheme>\b(?:bearer|basic)\s+)(?P<token>[A-Za-z0-9._~+/=*-]{8,})
    | (?P<userinfo>://)[^/\s:@]*:[^/\s@]+@
    | \b(?:sk|pk|rk|gsk|xai|hf|nvapi|pplx|r8|ghp|gho|glpat|xoxb|xoxp|fw|tgp|csk)
        [-_][A-Za-z0-9_*.-]{6,}
    | \bAIza[A-Za-z0-9_-]{20,}
    | \b(?:AKIA|ASIA)[A-Z0-9]{12,}
    | \beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?
    """,
    re.VERBOSE | re.IGNORECASE,
)

_MARKS: Final = (
    *("key", "token", "secret", "password", "authorization", "cookie", "bearer", "basic", "://"),
    *("sk", "pk", "rk", "gsk", "xai", "hf", "nvapi", "pplx", "r8", "ghp", "gho", "glpat"),
    *("xoxb", "xoxp", "fw", "tgp", "aiza", "akia", "asia", "eyj"),
)
"""What every shape has something of, in lower case: most texts need no closer look."""

_known: set[str] = set()


def remember_secret(secret: str | None) -> None:
    """From now on ``redact`` takes out this very text as well."""
    if secret and len(secret) >= _SHORTEST_SECRET:
        _known.add(secret)
        _known.add(quote(secret, safe=""))


def redact(text: str) -> str:
    """The text without anything that is, or looks like, an API key."""
    for secret in sorted(_known, key=len, reverse=True):
        text = text.replace(secret, MASK)
    return _SHAPES.sub(_replace, text)


def holds_key(text: str) -> bool:
    """Whether something in a text is, or looks like, an API key; quick where nothing does."""
    if any(secret in text for secret in _known):
        return True
    lower = text.lower()
    return any(mark in lower for mark in _MARKS) and _SHAPES.search(text) is not None


def _replace(match: re.Match[str]) -> str:
    if match["userinfo"]:
        return f"://{MASK}@"
    return f"{match['named'] or match['scheme'] or ''}{MASK}"
