"""The rubric of a response beside it: each checkpoint with what the judge and the experts decided."""

from __future__ import annotations

from collections import Counter

from xpert_studio.desktop.kit import (
    NOT_ASKED,
    VERDICT_STATES,
    Entry,
    Look,
    decided,
    flag_name,
    short,
    t,
    tn,
    value_look,
)
from xpert_studio.records import RatingState
from xpert_studio.workflow.views.verdicts import VerdictLine


def look_of(line: VerdictLine) -> Look:
    """What the judge decided on a checkpoint, over all trials."""
    state = line.state
    if state is None:
        look = NOT_ASKED
    elif state is RatingState.OK:
        return value_look(line.value, line.checkpoint)
    else:
        look = VERDICT_STATES[state]
    return look._replace(word=t(look.word))


def experts_said(line: VerdictLine) -> str:
    """How many experts decided what, in a few words; empty where none did."""
    if not line.said:
        return ""
    counts = Counter(decided(item.judgment.final_value, line.checkpoint) for item in line.said)
    return " · ".join(
        tn("{n} expert: {said}", "{n} experts: {said}", count, said=said)
        for said, count in counts.items()
    )


def entry_of(place: int, line: VerdictLine) -> Entry:
    """A checkpoint in the list, counted from 1: its text, what the experts and the judge decided."""
    look = look_of(line)
    told = [experts_said(line), t("differs") if line.differs else "", *map(flag_name, line.flags)]
    tone = "optional" if look.tone == "muted" else look.tone
    text = f"{place}. {short(line.checkpoint.text, 300)}"
    return Entry(line.checkpoint.id, text, (" · ".join(filter(None, told)),), look.word, tone)
