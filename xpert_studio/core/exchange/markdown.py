"""Markdown and its YAML front matter, safe for any text that a project may hold."""

from __future__ import annotations

import json
import re
from typing import Any, Final

_MARKUP: Final = re.compile(r"([\\`*\[\]|])")
_INVISIBLE: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]"
)
_NOT_IN_YAML: Final = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def plain(text: str) -> str:
    """A text as one line with nothing invisible."""
    return " ".join(_INVISIBLE.sub(" ", text).split())


def inline(text: str) -> str:
    """A text as part of a line: one line, no markup, nothing invisible."""
    return _MARKUP.sub(r"\\\1", plain(text).replace("&", "&amp;").replace("<", "&lt;"))


def code(text: str) -> str:
    """A text as code within a line."""
    return f"`{plain(text).replace('`', 'ˋ')}`"


def fenced(text: str) -> str:
    """A text as a block of code (BibTeX begins with @); its fence is longer than any in it."""
    fence = "`" * max(3, 0, *(len(run) + 1 for run in re.findall("`+", text)))
    lines = (_INVISIBLE.sub(" ", line) for line in text.splitlines())
    return "\n".join([f"{fence}{'bibtex' if text.startswith('@') else ''}", *lines, fence])


def yaml(value: Any) -> str:  # noqa: ANN401 - any plain data
    """A value of YAML front matter. JSON is YAML: written that way no text can break out of it."""
    return _NOT_IN_YAML.sub(
        lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False)
    )
