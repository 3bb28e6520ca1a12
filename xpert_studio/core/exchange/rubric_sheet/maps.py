"""What a person says the columns are: written as ``Requirement=C,Points=D,Level=E:H``.

A mapping may be kept by a name in the folder of preferences; a table with the same headings finds
it again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from xpert_studio.core.atomic_files import whole_file
from xpert_studio.core.cell_texts import column_letters
from xpert_studio.core.errors import UsageError
from xpert_studio.core.exchange.rubric_sheet.roles import (
    ANSWERING,
    BESIDE,
    DIMENSION,
    LEVEL_POINTS,
    ROLES,
)
from xpert_studio.core.exchange.tables.cells import column_place, plain
from xpert_studio.core.instruments.range_columns import range_name
from xpert_studio.core.language import config_folder
from xpert_studio.core.messages import Message, joined

_KEPT: Final = "rubric_maps.json"
_LETTERS: Final = re.compile(r"[A-Za-z]{1,3}")
_SPAN: Final = re.compile(r"([A-Za-z]{1,3})\s*[:-]\s*([A-Za-z]{1,3})")
_ALIASES: Final = {
    "criterion": "requirement", "text": "requirement", "weight": "points", "importance": "tier",
    "tag": DIMENSION, "notes": "note", "levels": "level", "pointsoflevel": LEVEL_POINTS,
    "levelpoint": LEVEL_POINTS, "rubric": "task",
}  # fmt: skip
_ROLES: Final = {role.replace(" ", ""): role for role in (*ROLES, *ANSWERING, *BESIDE)} | _ALIASES
_EXAMPLE: Final = Message('Write such as "Requirement=C,Points=D,Level=E:H".')


@dataclass(frozen=True, slots=True)
class Map:
    """Roles of columns, by letters or headings.

    Attributes:
        parts: A role and the columns it is given to, as they were written.
        header: The number of the header's row; None to find it.
    """

    parts: tuple[tuple[str, str], ...]
    header: int | None = None

    def places(self, names: Mapping[int, str], width: int) -> dict[int, str]:
        """Roles by the place of their column.

        Raises:
            UsageError: There is no such column.
        """
        return {n: role for role, said in self.parts for n in _columns(said, names, width)}


def read_map(text: str) -> Map:
    """A mapping as it is written.

    Raises:
        UsageError: It names a role that there is not, or no column.
    """
    parts: list[tuple[str, str]] = []
    header: int | None = None
    for piece in re.split(r"[,;]\s*(?=[^,;=]+=)", text.strip()):
        name, equals, said = piece.partition("=")
        key = re.sub(r"[\s_-]", "", name).casefold()
        if key == "header" and said.strip().isdecimal():
            header = int(said)
            continue
        role = range_name(name) or _ROLES.get(key)
        if not equals or not said.strip() or role is None:
            raise UsageError(
                Message("{text} says nothing about a column.", text=piece.strip() or "–"),
                remedy=Message(
                    "Roles: {roles}. {example}",
                    roles=joined(role.capitalize() for role in ROLES),
                    example=_EXAMPLE,
                ),
            )
        parts.append((role, said.strip()))
    return Map(tuple(parts), header)


def _columns(said: str, names: Mapping[int, str], width: int) -> list[int]:
    is_letter = bool(_LETTERS.fullmatch(said)) and column_place(said) < width
    by_name = [n for n, name in names.items() if plain(name) == plain(said)]
    if by_name and not is_letter:  # levels may be called A, B and C, as columns are
        return by_name
    found: list[int] = []
    for one in re.split(r"\s*[+,;]\s*", said):
        span = _SPAN.fullmatch(one.strip())
        ends = (span[1], span[2]) if span else (one.strip(), one.strip())
        if not all(_LETTERS.fullmatch(end) for end in ends) or column_place(ends[1]) >= width:
            shown = joined(f"{column_letters(n)} ({name})" for n, name in sorted(names.items()))
            raise UsageError(
                Message("There is no column {name}.", name=one.strip()),
                remedy=Message(
                    "The columns are {names}.", names=shown or f"A:{column_letters(width - 1)}"
                ),
            )
        found += range(column_place(ends[0]), column_place(ends[1]) + 1)
    return found


def kept_map(name: str) -> str:
    """A mapping that is kept by that name; the name itself where there is none."""
    entry = _kept().get(name)
    return str(entry["map"]) if entry else name


def map_for(signature: Sequence[str]) -> tuple[str, str] | None:
    """The name and text of the last mapping that was kept for a table with the same headings."""
    for name, entry in reversed(_kept().items()):
        if entry["header"] == list(signature):
            return name, str(entry["map"])
    return None


def keep_map(name: str, text: str, signature: Sequence[str]) -> None:
    """Keeps a mapping for tables with the same headings."""
    others = {one: entry for one, entry in _kept().items() if one != name}
    _write(others | {name: {"map": text, "header": list(signature)}})


def forget_maps(signature: Sequence[str]) -> None:
    """Keeps no mapping any more for tables with the same headings."""
    kept = _kept()
    left = {name: entry for name, entry in kept.items() if entry["header"] != list(signature)}
    if left != kept:
        _write(left)


def _write(kept: Mapping[str, Mapping[str, object]]) -> None:
    path = config_folder() / _KEPT
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path, replace=True) as unfinished:
        unfinished.write_text(json.dumps(kept, ensure_ascii=False, indent=1), encoding="utf-8")


def _kept() -> dict[str, dict[str, object]]:
    path: Path = config_folder() / _KEPT
    with suppress(OSError, ValueError, RecursionError):
        read = json.loads(path.read_text(encoding="utf-8"))
        return {
            name: entry
            for name, entry in read.items()
            if isinstance(entry, dict) and isinstance(entry.get("map"), str) and "header" in entry
        }
    return {}
