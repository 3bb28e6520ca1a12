"""Says what people decided on their own work; needs no figures."""

from __future__ import annotations

from xpert_studio.core.records import SelfDecided
from xpert_studio.core.wording import in_a_row, number, t


def decided_words(found: SelfDecided | None) -> str:
    """What people decided on their own work; empty in a team whose people did not."""
    if not found:
        return ""
    mode = t("This is a solo project: people decide on their own work.") if found.is_solo else ""
    counts = t(
        "Self-accepted tasks: {accepted}. Self-adjudicated judgments: {adjudicated}. "
        "Judgments made while results were open: {unblinded}.",
        accepted=number(found.accepted),
        adjudicated=number(found.adjudicated),
        unblinded=number(found.unblinded),
    )
    return in_a_row(filter(None, (mode, counts)))
