"""How values of ratings are shown: word, picture and colour, as the checkpoint's instrument says."""

from __future__ import annotations

from xpert_studio.desktop.judge_names import EVEN, Look
from xpert_studio.desktop.wording import t
from xpert_studio.instruments import Choice, instrument_of
from xpert_studio.records import Checkpoint


def value_look(value: float | None, point: Checkpoint) -> Look:
    """A value as it is shown, in the language of the window; a missing one is undecided."""
    if value is None:
        return EVEN._replace(word=t(EVEN.word))
    instrument = instrument_of(point)
    for choice in instrument.choices(point):
        if choice.value == value:
            return Look(t(choice.word), choice.picture, choice.tone)
    tone = "good" if instrument.fulfils(value, point) else "warn"
    return Look(instrument.word(value, point), "circle-check", tone)


def decided(value: float | None, point: Checkpoint) -> str:
    """A value in words."""
    return value_look(value, point).word


def choice_of(key: str, point: Checkpoint) -> Choice | None:
    """The value of a checkpoint that a key chooses."""
    choices = instrument_of(point).choices(point)
    return next((choice for choice in choices if key in choice.keys), None)
