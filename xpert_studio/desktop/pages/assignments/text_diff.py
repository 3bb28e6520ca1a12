"""Where two texts differ, found in bounded time: they come from somebody else's file."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from xpert_studio.desktop.parts.portions import portion
from xpert_studio.workflow.revision_diff import WordOp, Words, diff_of_parts, word_diff

_BY_WORDS: Final = 12_000
"""Texts longer than this, both together, are compared line by line."""
_BUDGET: Final = 20_000.0
_LONG: Final = 8_000
_BEFORE: Final = 300
_ALIKE: Final = 0.35
"""Where less than this share of a text stayed, it was written anew, and is marked as a whole."""


def differing(before: str | None, text: str) -> tuple[Words, ...]:
    """A text as it is shown, with what went and what came; no more than its beginning if long.

    Args:
        before: What it is compared with; None for nothing.
        text: The text.
    """
    text = portion(text, is_plain=True, budget=_BUDGET)
    if before is None:
        return (Words(WordOp.SAME, text),)
    before = portion(before, is_plain=True, budget=_BUDGET)
    if len(before) + len(text) <= _BY_WORDS:
        found = _smooth(word_diff(before, text))
        stayed = sum(len(part.text) for part in found if part.op is WordOp.SAME)
        is_new = text.strip() and stayed < _ALIKE * min(len(text), len(before))
        return (Words(WordOp.ADDED, text),) if is_new else found
    return diff_of_parts(before.splitlines(keepends=True), text.splitlines(keepends=True))


def where_they_differ(*texts: str) -> tuple[str, ...]:
    """Long texts from a little before their first difference on; short ones as they are."""
    if max(len(text) for text in texts) <= _LONG:
        return texts
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*texts, strict=False))
    start = max(0, sum(1 for _ in alike) - _BEFORE)
    return tuple(f"… {text[start:]}" for text in texts) if start else texts


def _smooth(words: tuple[Words, ...]) -> tuple[Words, ...]:
    """The same, a space between two changed words counted with them."""
    found: list[Words] = []
    gone, came = "", ""
    for place, part in enumerate(words):
        is_gap = part.op is WordOp.SAME and not part.text.strip()
        if part.op is WordOp.REMOVED:
            gone += part.text
        elif part.op is WordOp.ADDED:
            came += part.text
        elif is_gap and (gone or came) and place + 1 < len(words):
            gone, came = gone + part.text, came + part.text
        else:
            found += [*_changed(gone, came), part]
            gone, came = "", ""
    return (*found, *_changed(gone, came))


def _changed(gone: str, came: str) -> list[Words]:
    parts = (Words(WordOp.REMOVED, gone), Words(WordOp.ADDED, came))
    return [part for part in parts if part.text]
