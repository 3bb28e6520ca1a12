"""Letters in the place of weights: A for what matters most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xpert_studio.core.exchange.rubric_sheet.drafts import Draft
from xpert_studio.core.exchange.tables.cells import plain
from xpert_studio.core.records import Tier

_TIERS: Final = {"a": Tier.ESSENTIAL, "b": Tier.IMPORTANT, "c": Tier.OPTIONAL}
_FEWEST: Final = 2


def are_letter_weights(texts: Sequence[str]) -> bool:
    """Whether a column holds nothing but A, B and C, at least the first two."""
    letters = {plain(text) for text in texts}
    return len(letters) >= _FEWEST and letters <= set(_TIERS) and {"a", "b"} <= letters


def letters_as_tiers(drafts: Sequence[Draft]) -> None:
    """Says tiers that are letters by their names."""
    said = [draft.tier for draft in drafts if draft.tier]
    if not are_letter_weights(said):
        return
    for draft in drafts:
        if draft.tier:
            draft.tier = _TIERS[plain(draft.tier)].value
