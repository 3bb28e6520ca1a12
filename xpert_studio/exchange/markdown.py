"""Markdown and its YAML front matter, safe for any text that a project may hold."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

_MARKUP: Final = re.compile(r"([\\`*\[\]|])")
_INVISIBLE: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]"
)
_NOT_IN_YAML: Final = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def inline(text: str) -> str:
    """A text as part of a line: one line, no markup, nothing invisible."""
    line = " ".join(_INVISIBLE.sub(" ", text).split())
    return _MARKUP.sub(r"\\\1", line.replace("&", "&amp;").replace("<", "&lt;"))


def code(text: str) -> str:
    """A text as code within a line."""
    return f"`{' '.join(_INVISIBLE.sub(' ', text).split()).replace('`', 'ˋ')}`"


def fenced(text: str, language: str = "") -> str:
    """A text as a block of code: the fence is longer than any in it."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join(
        [f"{fence}{language}", *[_INVISIBLE.sub(" ", line) for line in text.splitlines()], fence]
    )


def table(head: Sequence[str], rows: Sequence[Sequence[object]], *, numbers: int = 0) -> str:
    """A table; empty where there are no rows.

    Args:
        head: The headings.
        rows: Texts as they are to stand there, and whole numbers; None is a dash.
        numbers: How many columns, from the right, hold numbers.
    """
    if not rows:
        return ""
    first = len(head) - numbers
    rule = ["---:" if place >= first else "---" for place in range(len(head))]
    lines = [head, rule, *([_cell(value) for value in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value: object) -> str:
    if value is None:
        return "–"
    return f"{value:,}" if isinstance(value, int) else str(value)


def count(number: float, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def listed(parts: Sequence[str]) -> str:
    """Parts as one would say them: a, b and c."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def front_matter(values: Mapping[str, Any]) -> str:
    """YAML front matter. JSON is YAML: written that way no text can break out of it."""
    lines = [f"{key}: {_yaml(value)}\n" for key, value in values.items()]
    return f"---\n{''.join(lines)}---\n"


def _yaml(value: Any) -> str:  # noqa: ANN401 - any plain data
    return _NOT_IN_YAML.sub(
        lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False)
    )
