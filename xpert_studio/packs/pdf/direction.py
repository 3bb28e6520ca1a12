"""The order of letters in lines of scripts that are read from right to left."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import Final

from xpert_studio.packs.pdf.stretches import Stretch

_MIRRORED: Final = str.maketrans("()[]{}<>«»", ")(][}{><»«")

_FIRST_RIGHT: Final = "\u0590"
"""Before it no letter is read from right to left."""


def is_right_letter(text: str) -> bool:
    """Whether a letter is read from right to left."""
    return text >= _FIRST_RIGHT and unicodedata.bidirectional(text[0]) in {"R", "AL"}


def is_from_right(stretches: Iterable[Stretch]) -> bool:
    """Whether most letters of stretches are read from right to left."""
    letters = "".join(glyph.text for item in stretches for glyph in item.glyphs)
    if not letters or max(letters) < _FIRST_RIGHT:
        return False
    kinds = Counter(map(unicodedata.bidirectional, letters))
    return kinds["R"] + kinds["AL"] > kinds["L"]


def in_logical_order(units: list[str], *, from_right: bool) -> str:
    """Signs from left to right as they are read, in a line of either direction."""
    kinds = [_kind(unit) for unit in units]
    kinds = _resolved(kinds, "R" if from_right else "L")
    pairs = zip(kinds, units, strict=True)
    runs = [(kind, [unit for _, unit in run]) for kind, run in groupby(pairs, itemgetter(0))]
    if from_right:
        runs.reverse()
    return "".join(
        "".join(unit.translate(_MIRRORED) for unit in reversed(run))
        if kind == "R"
        else "".join(run)
        for kind, run in runs
    )


def _kind(unit: str) -> str:
    kind = unicodedata.bidirectional(unit[0])
    if kind in {"R", "AL"}:
        return "R"
    return "L" if kind in {"L", "EN", "AN"} else "N"


def _resolved(kinds: list[str], base: str) -> list[str]:
    """Signs without a direction get that of both their neighbours, else that of the line."""
    made: list[str] = []
    runs = [(kind, len(list(run))) for kind, run in groupby(kinds)]
    around = [base, *(kind for kind, _ in runs), base]
    for (kind, length), before, after in zip(runs, around, around[2:], strict=False):
        between = before if before == after else base
        made += [between if kind == "N" else kind] * length
    return made
