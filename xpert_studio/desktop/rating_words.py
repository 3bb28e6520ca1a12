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
    found = instrument_of(point).shown(value, point)
    return Look(t(found.word), found.picture, found.tone)


def decided(value: float | None, point: Checkpoint) -> str:
    """A value in words."""
    return value_look(value, point).word


def choice_of(key: str, point: Checkpoint) -> Choice | None:
    """The value of a checkpoint that a key chooses."""
    choices = instrument_of(point).choices(point)
    return next((choice for choice in choices if key in choice.keys), None)
