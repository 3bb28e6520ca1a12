"""How values of ratings are shown: word, picture and colour, as the checkpoint's instrument says."""

from __future__ import annotations

from collections.abc import Sequence

from xpert_studio.desktop.judge_names import EVEN, Look
from xpert_studio.instruments import Choice, Measurement, Part, badge_of, instrument_of, parts_of
from xpert_studio.records import Checkpoint
from xpert_studio.wording import listed, t, translated


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


def rated_look(value: float | None, point: Checkpoint) -> Look:
    """A value as those see it who rate: on a scale, no colour tells what passes."""
    look = value_look(value, point)
    return look if value is None or is_named(point) else Look(look.word, "circle-check", "accent")


def is_named(point: Checkpoint) -> bool:
    """Whether its values are names, such as met and not met, and no degrees."""
    return instrument_of(point).measurement is Measurement.NOMINAL


def part_words(part: Part) -> str:
    """A part of a checkpoint's settings in the language of the window."""
    name = t(part.name, value=part.value)
    return t("{name}: {text}", name=name, text=part.text) if part.text else name


def settings_words(point: Checkpoint, *, is_rating: bool = False) -> list[str]:
    """What a checkpoint's settings say, part by part; see ``parts_of``."""
    return [part_words(part) for part in parts_of(point, is_rating=is_rating)]


def badge(point: Checkpoint) -> str:
    """How a checkpoint is answered, in a word; empty for met or not met."""
    return translated(badge_of(point))


def apart(values: Sequence[float], point: Checkpoint) -> str:
    """How far values are apart, with their median; empty where they are equal or no numbers."""
    found = instrument_of(point).spread(values)
    if found is None:
        return ""
    return t("{values}: {apart} apart, median {median}", values=listed(found.values),
             apart=found.apart, median=found.median)  # fmt: skip
