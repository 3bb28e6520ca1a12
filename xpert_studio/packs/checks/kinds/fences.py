"""Code in a response: its fences, with the language they name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_OPENING: Final = re.compile(r"([ \t]*)(`{3,}|~{3,})([^\n]*)")
_NAME: Final = re.compile(r"[\w+#-]+")


@dataclass(frozen=True, slots=True)
class Fence:
    """A block of code.

    Attributes:
        language: As it is named, case-folded; empty where none is.
        code: The lines between the fences, without the indentation of the opening one.
    """

    language: str
    code: str


def fences_in(text: str) -> Iterator[Fence]:
    """The fenced blocks of a text, as CommonMark has them; one that is not closed ends the text.

    Unlike there, fences may be indented as far as they like: in lists they are.
    """
    lines = iter(text.replace("\r\n", "\n").split("\n"))
    for line in lines:
        opened = _OPENING.match(line)
        if opened is None or (opened[2][0] == "`" and "`" in opened[3]):
            continue
        name = _NAME.search(opened[3])
        code = "\n".join(_block(lines, len(opened[1]), opened[2]))
        yield Fence(name[0].casefold() if name else "", code)


def _block(lines: Iterator[str], indent: int, fence: str) -> Iterator[str]:
    """The lines until the closing fence, which is at least as long as the opening one."""
    for line in lines:
        bare = line.strip()
        if bare.startswith(fence) and not bare.strip(fence[0]):
            return
        yield line[min(indent, len(line) - len(line.lstrip(" \t"))) :]
