"""What can be measured, and what measures the wrong thing."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from xpert_studio.lint.findings import Context, Found, Level, Line
from xpert_studio.lint.words import entries, loose_pattern, pattern

_SPECIFIC: Final = re.compile(
    r"\d|[“”\"「」《》]|[A-Z]{2,}"
    r"|[一二三四五六七八九十百千]+(?:条|章|款|年|月|日|元|％|%)"
)
_CORRECTLY: Final = re.compile(
    r"(?:Correctly|Accurately) (?:calculat|comput|determin|identif|diagnos|deriv|giv|stat|nam)\w+"
    r" (?:the|an?) ",
)
_SHORT: Final = 9
_SOME_MAIN: Final = re.compile(
    r"\b(?:relevant|applicable|key|main|important|necessary|required|major|critical|pertinent"
    r"|correct|proper) (?:[a-z]+ ){0,2}[a-z]{3,}"
)
_NAME: Final = re.compile(r"(?<=[a-z,;)] )[A-Z][a-z]+")
_GIVEN_AFTER: Final = re.compile(
    r"[:：]\s*\S|\b(?:namely|i\.e\.|such as|that is|of the \w+|for the \w+|in the \w+)\b"
    r"|即|包括|分别为|如下",
    re.IGNORECASE,
)


@cache
def _generic_en() -> re.Pattern[str]:
    adjectives = "|".join(entries("en", "generic_adjective"))
    objects = "|".join(entries("en", "generic_object"))
    return re.compile(rf"(?<![\w-])(?:{adjectives}) (?:\w+ )?(?:{objects})(?![\w-])", re.IGNORECASE)


def missing_specifics(line: Line, context: Context) -> Found:
    """The right figure: which one? Whoever judges has to know it from elsewhere."""
    text = line.core
    if _SPECIFIC.search(line.text) or (line.language == "en" and _NAME.search(line.text)):
        return
    if any(
        pattern(line.language, name).search(text.strip()) for name in ("grounding", "boilerplate")
    ):
        return  # told by rules of their own
    patterns = _generic_en() if line.language == "en" else loose_pattern("zh", "generic")
    found = patterns.search(text)
    if found is None and line.language == "en" and line.words <= _SHORT:
        found = _CORRECTLY.match(text) or _SOME_MAIN.search(text)
    if found is None or _GIVEN_AFTER.search(text[found.end() : found.end() + 40]):
        return
    yield context.finding("missing_specifics", Level.WARNING, line, found.span())


def counting_dependent(line: Line, context: Context) -> Found:
    """Three reasons, whichever: readers count differently, and padding counts too."""
    found = pattern(line.language, "counting").search(line.core)
    if found is None:
        return
    after = line.masked[found.end() : found.end() + 80]
    if loose_pattern(line.language, "named_after").search(after):
        return
    if line.language == "zh" and _names_before(line.masked[: found.start() + 4]):
        return
    yield context.finding("counting_dependent", Level.HINT, line, found.span())


def _names_before(text: str) -> bool:
    """Whether the things counted are named first: 甲、乙、丙三项."""
    return text.count("、") >= 2


def proxy_gameable(line: Line, context: Context) -> Found:
    """Words, lengths and headings can be had without the substance they stand for."""
    # What is asked for stands in quotes, which other rules do not look into.
    found = pattern(line.language, "proxy").search(line.text)
    if found is not None:
        yield context.finding("proxy_gameable", Level.HINT, line, found.span())


def over_constrained(line: Line, context: Context) -> Found:
    """An exact wording or order refuses right answers that are put otherwise."""
    found = pattern(line.language, "over_constrained").search(line.core)
    if found is not None:
        yield context.finding("over_constrained", Level.WARNING, line, found.span())
