"""A line that has nothing to do with its task."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from xpert_studio.lint.findings import HAN, Context, Found, Level, LintedLine
from xpert_studio.lint.words import entries
from xpert_studio.records import Task

_WORD: Final = re.compile(rf"[^\W\d_{HAN}]{{3,}}|\d[\d.,]*")
_HAN_RUN: Final = re.compile(f"[{HAN}]+")
_LEAST: Final = 25
"""A task with fewer terms says too little to tell."""
_OWN: Final = 3
"""A line with fewer own terms says too little to tell."""
_PROCESS: Final = frozenset(
    {
        "states", "names", "cites", "gives", "lists", "identifies", "explains", "calculates",
        "describes", "recommends", "warns", "mentions", "provides", "includes", "shows", "uses",
        "compares", "concludes", "defines", "discusses", "analyses", "figure", "table", "section",
        "paragraph", "heading", "page", "source", "reference", "word", "sentence", "format",
        "structure", "clear", "correct", "step", "reason", "example", "conclusion", "summary",
        "introduction", "language",
    }
)  # fmt: skip


def irrelevant(line: LintedLine, context: Context) -> Found:
    """No word of substance in common with the brief or the reference answer."""
    if context.task is None:
        return
    given = _task_terms(_whole(context.task))
    if len(given) < _LEAST:
        return
    own = _terms(line.text)
    if len(own) < _OWN or _language(_whole(context.task)) != line.language:
        return
    if not own & given:
        yield context.finding("irrelevant", Level.WARNING, line, None)


def _whole(task: Task) -> str:
    return "\n".join(filter(None, (task.title, task.full_prompt, task.reference_answer)))


def _language(text: str) -> str:
    han = sum(len(run) for run in _HAN_RUN.findall(text[:4000]))
    return "zh" if 4 * han > len(text[:4000].strip()) else "en"


@lru_cache(maxsize=16)
def _task_terms(text: str) -> frozenset[str]:
    return frozenset(_terms(text))


def _terms(text: str) -> set[str]:
    found = {_stem(word.casefold()) for word in _WORD.findall(text)}
    found -= _generic()
    for run in _HAN_RUN.findall(text):
        pairs = {run[place : place + 2] for place in range(len(run) - 1)}
        found |= {pair for pair in pairs if pair not in _generic_han()}
    return found


@cache
def _generic() -> frozenset[str]:
    words = set(entries("en", "small")) | _PROCESS
    return frozenset(_stem(word) for word in words)


@cache
def _generic_han() -> frozenset[str]:
    pairs = {
        word[place : place + 2]
        for word in (*entries("zh", "generic_words"), *entries("zh", "verbs"))
        for place in range(len(word) - 1)
    }
    return frozenset(pairs)


def _stem(word: str) -> str:
    for ending in (
        "ations",
        "ation",
        "ingly",
        "ments",
        "ment",
        "ies",
        "ing",
        "ed",
        "es",
        "ly",
        "s",
    ):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word
