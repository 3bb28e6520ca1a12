"""A check of whether a response contains HTML, by signs, as promptfoo 0.123 counts them."""

from __future__ import annotations

import re
from typing import Final

from xpert_studio.api.checks import CheckKind, Message, Negatable, Outcome, Subject
from xpert_studio.packs.checks.kinds.treebank import SPACE

_NEEDED: Final = 2
_LONGEST: Final = 10_485_760
_NAME: Final = "[a-zA-Z][a-zA-Z0-9-]*+"
_ELEMENTS: Final = (
    "html|head|body|div|span|p|a|img|h[1-6]|ul|ol|li|table|tr|td|th|form|input|button|script|style"
    "|link|meta|br|hr"
)
_OPENING: Final = re.compile(rf"<{_NAME}(?:[{SPACE}]|\Z)")
_CLOSED: Final = re.compile(rf"<{_NAME}(?:[{SPACE}]|/\Z)")
_CLOSING: Final = re.compile(rf"</{_NAME}[{SPACE}]*+>")
_OTHERS: Final = tuple(
    (re.compile(pattern, re.ASCII), worth)
    for pattern, worth in (
        (r"&(?:[a-zA-Z]++|#[0-9]++|#x[0-9a-fA-F]++);", 1),
        (rf"(?i)<!DOCTYPE[{SPACE}]+html", 2),
        ("<!--[^-]*+(?:-[^-]++)*+-->", 1),
        (rf"[{SPACE}][a-zA-Z-]++=[{SPACE}]*+[\"'][^\"']*+[\"']", 1),
        (rf"(?i)<(?:{_ELEMENTS})\b", 2),
    )
)
"""Entity, type of document, comment, attribute, well-known element."""


def html_signs(text: str) -> int:
    """How much speaks for HTML in a text; 2 is enough. None in a text of more than 10 MB."""
    if len(text) > _LONGEST:
        return 0
    tags = text.split(">")[:-1]
    opening = any(_OPENING.search(tag) for tag in tags)
    closed = any(tag.endswith("/") and _CLOSED.search(tag) for tag in tags)
    found = opening + closed + bool(_CLOSING.search(text))
    return found + sum(worth for pattern, worth in _OTHERS if pattern.search(text))


def _contains_html(subject: Subject, given: Negatable) -> Outcome:
    signs = html_signs(subject.text)
    reason = Message(
        "Signs of HTML: {n}; {needed} are enough (heuristic: by tags, entities and the like).",
        n=signs,
        needed=_NEEDED,
    )
    return given.outcome(signs >= _NEEDED, reason, reason)


KINDS: Final = (
    CheckKind("contains_html", "Contains HTML", Negatable, _contains_html, is_heuristic=True),
)
