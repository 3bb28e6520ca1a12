"""Texts and ids that occur more than once in a rubric: told apart, or refused."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from xpert_studio.core.exchange.problems import Problems
from xpert_studio.core.exchange.rubric_sheet.sheet import FormRow
from xpert_studio.core.exchange.tables.cells import plain
from xpert_studio.core.messages import Message

_KEEP: Final = Message("Keep one of them.")
_KEEP_OR_CONFIRM: Final = Message("Keep one of them; with --map both are kept, and numbered.")
_NUMBERED: Final = re.compile(r"[A-Za-z]?\d{1,3}(?:\.\d{1,3})*")

Told = tuple[list[FormRow], list[str]]


def told_apart(rows: Sequence[FormRow]) -> Told:
    """Rows whose texts occur again, under another title or section, with this before the text.

    Returns:
        The rows, and what is to be said.
    """
    made, notes = list(rows), list[str]()
    for name in ("title", "section"):
        counts = Counter((row.task, plain(row.text)) for row in made)
        changed = 0
        for place, row in enumerate(made):
            if counts[row.task, plain(row.text)] > 1 and getattr(row, name):
                made[place] = replace(row, text=f"{getattr(row, name)}: {row.text}")
                changed += 1
        if changed:
            notes.append(
                Message(
                    "{n} texts occur again; what stands above them was put before them.",
                    n=changed,
                )
            )
    return made, notes


def without_doubled_ids(rows: Sequence[FormRow]) -> Told:
    """Rows without ids where these only number the rows of each section anew."""
    ids = [row.checkpoint_id for row in rows if row.checkpoint_id]
    counts = Counter((row.task, row.checkpoint_id) for row in rows if row.checkpoint_id)
    if not any(n > 1 for n in counts.values()) or not all(map(_NUMBERED.fullmatch, ids)):
        return list(rows), []
    told = Message("Ids that occur more than once were not kept.")
    return [replace(row, checkpoint_id=None) for row in rows], [told]


def numbered(rows: Sequence[FormRow]) -> Told:
    """Rows whose texts occur again, and which a person has seen and confirmed, with numbers."""
    seen: Counter[tuple[str | None, str]] = Counter()
    made = list(rows)
    for place, row in enumerate(made):
        key = row.task, _compared(row.text)
        seen[key] += 1
        if seen[key] > 1:
            made[place] = replace(row, text=f"{row.text} ({seen[key]})")
    again = sum(n - 1 for n in seen.values())
    told = Message("{n} texts occur again; they were numbered.", n=again)
    return made, [told] if again else []


def say_doubles(rows: Sequence[FormRow], source: str, problems: Problems) -> None:
    """Notes the same criterion or id twice in one rubric."""
    for name, column, remedy in (
        ("text", "Criterion", _KEEP_OR_CONFIRM),
        ("checkpoint_id", "ID", _KEEP),
    ):
        seen: dict[tuple[str | None, str], str] = {}
        for row in rows:
            value = getattr(row, name)
            if value is None:
                continue
            key = row.task, _compared(value)
            if key in seen:
                told = Message("is the same as in {seen}.", seen=seen[key])
                problems.add(source, row.place, column, told, remedy)
            seen.setdefault(key, row.place)


def _compared(text: str) -> str:
    return " ".join(text.split()).casefold()
