"""How a response ended where it is not a whole one: refused, cut off, or without a text."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.names import Listed, Names
from xpert_studio.core.wording import mark


class Ending(Listed):
    """Why a response is not a whole one."""

    REFUSED = "refused"
    CUT_OFF = "cut_off"
    EMPTY = "empty"


ENDINGS: Final = Names(
    "Ending",
    {
        Ending.REFUSED: mark("Refused by the model or its provider"),
        Ending.CUT_OFF: mark("Cut off at the output limit"),
        Ending.EMPTY: mark("No text"),
    },
)
_REASONS: Final = {
    "refusal": Ending.REFUSED,
    "filtered": Ending.REFUSED,
    "length": Ending.CUT_OFF,
}


def ending_of(text: str, finish_reason: str | None, *, has_files: bool = False) -> Ending | None:
    """How a response ended; None where nothing is known to be amiss.

    Args:
        text: All of it; an empty one that reached the output limit is cut off.
        finish_reason: As it is kept with the response.
        has_files: Whether files are attached to it, which need no text.
    """
    found = _REASONS.get(finish_reason or "")
    return found or (None if text.strip() or has_files else Ending.EMPTY)
