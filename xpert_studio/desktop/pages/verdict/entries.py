"""The rubric: each checkpoint with what the judge and the experts decided."""

from __future__ import annotations

from collections import Counter

from xpert_studio.core.wording import short, t, tn
from xpert_studio.core.workflow.views.verdicts import VerdictLine
from xpert_studio.desktop.names import decided, flag_name, verdict_look
from xpert_studio.desktop.widgets.entries import Entry


def experts_said(line: VerdictLine) -> str:
    """How many experts decided what, in a few words; empty where none did."""
    counts = Counter(decided(item.judgment.final, line.checkpoint) for item in line.said)
    return " · ".join(
        tn("{n} expert: {said}", "{n} experts: {said}", count, said=said)
        for said, count in counts.items()
    )


def entry_of(place: int, line: VerdictLine) -> Entry:
    """A checkpoint in the list, counted from 1: its text, what the experts and the judge decided."""
    look = verdict_look(line.state, line.value, line.checkpoint)
    told = [experts_said(line), t("differs") if line.differs else "", *map(flag_name, line.flags)]
    tone = "optional" if look.tone == "muted" else look.tone
    return Entry(
        line.checkpoint.id,
        f"{place}. {short(line.checkpoint.text, 300)}",
        (" · ".join(filter(None, told)),),
        look.word,
        tone,
    )
