"""Patterns of files: ``*`` within a folder, ``**`` across folders, as in .gitignore."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

_PARTS: Final = re.compile(r"\*\*/|\*\*|\*|\?|.", re.DOTALL)
_AS: Final = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def matches(patterns: Iterable[str], files: Iterable[str]) -> bool:
    """Whether any of the files is one of the patterns.

    Args:
        patterns: ``src/**/*.py``; one that ends with ``/`` is all within the folder; one without
            ``/`` is a name in any folder.
        files: Paths from the root of the repository, with slashes or backslashes.
    """
    named = [file.replace("\\", "/").removeprefix("./") for file in files]
    return any(_expression(pattern).fullmatch(file) for pattern in patterns for file in named)


@cache
def _expression(pattern: str) -> re.Pattern[str]:
    whole = pattern.replace("\\", "/").removeprefix("./")
    if whole.endswith("/"):
        whole += "**"
    elif "/" not in whole:
        whole = f"**/{whole}"
    return re.compile("".join(_AS.get(part, re.escape(part)) for part in _PARTS.findall(whole)))
