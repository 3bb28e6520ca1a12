"""Lines that have nothing to do with their task, and parts of its answer that no line tests."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from xpert_studio.core.han import HAN
from xpert_studio.core.lint.findings import Context, Found, Level, LintedLine
from xpert_studio.core.lint.words import entries, expression

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
    if _is_foreign(line, context):
        yield context.finding("irrelevant", Level.WARNING, line, None)


def other_task(lines: Sequence[LintedLine], context: Context) -> Found:
    """Most lines have nothing in common with the task: the rubric belongs to another one."""
    told = [_is_foreign(line, context) for line in lines]
    comparable = [item for item in told if item is not None]
    if len(comparable) >= _FEWEST and sum(comparable) > _MOST_FOREIGN * len(comparable):
        yield context.finding(
            "other_task", Level.WARNING, what=f"{sum(comparable)}/{len(comparable)}"
        )


_FEWEST: Final = 3
_MOST_FOREIGN: Final = 0.5


def _is_foreign(line: LintedLine, context: Context) -> bool | None:
    """Whether a line has no term in common with the task; None where too little is said to tell."""
    if context.task is None:
        return None
    given = _task_terms(context.task_text)
    own = terms(line.text)
    if len(given) < _LEAST or len(own) < _OWN or _language(context.task_text) != line.language:
        return None
    return given.isdisjoint(own)


_SENTENCE: Final = re.compile(r"\S.*?(?:[.!?](?=\s|$)|[。！？；]|$)", re.MULTILINE)
_TESTED: Final = 0.5
"""From this share of common terms on, of the shorter text's, a checkpoint tests a sentence."""


def untested_spans(answer: str, lines: Sequence[str]) -> tuple[list[tuple[int, int]], int]:
    """The sentences of an answer that no line seems to test; a heuristic.

    A sentence counts as tested where it and one line share at least half of the terms of substance
    of the shorter of the two. Sentences of fewer than two such terms, headings, greetings and
    closing formulas are left out.

    Args:
        answer: A reference answer.
        lines: The texts of a rubric's checkpoints.

    Returns:
        Where the untested ones begin and end, in characters, and how many sentences were compared.
    """
    asked = [terms for terms in map(terms, lines) if terms]
    found: list[tuple[int, int]] = []
    total = 0
    for sentence in _SENTENCE.finditer(answer):
        own = terms(sentence[0])
        if len(own) < 2 or _is_frame(sentence[0]):
            continue
        total += 1
        if not any(len(own & terms) >= _TESTED * min(len(own), len(terms)) for terms in asked):
            found.append(sentence.span())
    return found, total


def _is_frame(sentence: str) -> bool:
    """Whether a sentence is a heading, a greeting or a closing formula: no requirement."""
    text = sentence.strip()
    is_heading = (
        len(text.split()) <= _HEADING_WORDS and text[-1:] not in ".!?。！？；" and text.istitle()
    )
    return is_heading or expression("en", "frame").fullmatch(text) is not None


_HEADING_WORDS: Final = 8


@lru_cache(maxsize=16)
def _language(text: str) -> str:
    han = sum(len(run) for run in _HAN_RUN.findall(text[:4000]))
    return "zh" if 4 * han > len(text[:4000].strip()) else "en"


@lru_cache(maxsize=16)
def _task_terms(text: str) -> frozenset[str]:
    return terms(text)


@lru_cache(maxsize=256)  # several rules ask for each line
def terms(text: str) -> frozenset[str]:
    """The terms of substance of a text: stems, numbers, and pairs of Chinese characters."""
    found = {*map(_stem, map(str.casefold, _WORD.findall(text)))}
    found -= _generic()
    for run in () if text.isascii() else _HAN_RUN.findall(text):
        pairs = {run[place : place + 2] for place in range(len(run) - 1)}
        found |= {pair for pair in pairs if pair not in _generic_han()}
    return frozenset(found)


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


@lru_cache(maxsize=4096)  # words come again and again
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
