"""The formats of other tools that the studio writes; each is a file beside this and a line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from xpert_studio.errors import UsageError
from xpert_studio.exchange.foreign import inspect_ai, promptfoo
from xpert_studio.exchange.foreign.content import Content

Write = Callable[[Content, Path], Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class ForeignFormat:
    """How one tool wants a benchmark.

    Attributes:
        id: What it is called on the command line.
        tool: The tool's name.
        what: What is written, in one sentence.
        write: Writes the content to a path that nothing stands at yet: a file where ``suffix``
            names an ending, else an empty folder. Returns rows by file.
        suffix: The file's ending; empty for a folder.
    """

    id: str
    tool: str
    what: str
    write: Write
    suffix: str = ""


FORMATS: Final[tuple[ForeignFormat, ...]] = (
    ForeignFormat(
        "inspect-ai",
        "Inspect AI",
        "A task that Inspect AI runs as it stands, with a grader for every checkpoint.",
        inspect_ai.write_inspect_ai,
    ),
    ForeignFormat(
        "promptfoo",
        "promptfoo",
        "A configuration that promptfoo runs as it stands, with an llm-rubric for each checkpoint.",
        promptfoo.write_promptfoo,
    ),
)
"""In the order in which they are offered."""


def find_format(format_id: str) -> ForeignFormat:
    """A format by its id.

    Raises:
        UsageError: There is none of that id.
    """
    for item in FORMATS:
        if item.id == format_id:
            return item
    raise UsageError(
        f"There is no format {format_id}.",
        remedy=f"Choose one of {', '.join(item.id for item in FORMATS)}.",
    )
