"""Lines that lean on something else: other lines, unnamed sources, a word before."""

from __future__ import annotations

import re

from xpert_studio.lint.findings import Context, Found, Level, Line
from xpert_studio.lint.words import pattern


def unanchored_grounding(line: Line, context: Context) -> Found:
    """According to the source: which, and what does it say?"""
    found = pattern(line.language, "grounding").search(line.core)
    if found is None:
        return
    if pattern(line.language, "over_constrained").search(line.core):
        return
    rest = line.text[found.end() : found.end() + 60]
    if re.match(r"\s*[（(《“\"「]|[^，。,.]{0,12}[《“\"「]", rest):
        return
    if re.search(r"\d", line.text) and line.language == "en":
        return
    if line.language == "zh" and re.search(r"《|第.{1,6}条", line.text):
        return
    yield context.finding("unanchored_grounding", Level.WARNING, line, found.span())


def refers_to_other(line: Line, context: Context) -> Found:
    """Each line is judged alone; what it points at is not there then."""
    found = pattern(line.language, "refers_to_other").search(line.core)
    if found is not None:
        yield context.finding("refers_to_other", Level.WARNING, line, found.span())


def pronoun_start(line: Line, context: Context) -> Found:
    """A line that begins with a pronoun has lost what it stands for."""
    text = line.masked
    start = len(text) - len(text.lstrip())
    allowed = pattern(line.language, "pronoun_allowed")
    if allowed.match(text, start):
        return
    found = pattern(line.language, "pronoun_start").match(text, start)
    if found is not None:
        yield context.finding("pronoun_start", Level.HINT, line, found.span())
