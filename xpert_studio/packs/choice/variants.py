"""The task of a choice: its prompt, and variants of it."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import Final, NamedTuple

from pydantic import JsonValue

from xpert_studio.api.instruments import Checkpoint
from xpert_studio.core.resources import resource_json
from xpert_studio.packs.choice.instrument import CHOSEN, NOT_CHOSEN, MultipleChoice

_LETTERS_IN: Final = re.compile(
    r"(?<!\w)[A-Z]\)?(?:,| and| or| &|、|和|与|或)\s?\(?[A-Z](?![a-zA-Z])"
)


def lettered(options: Sequence[str]) -> str:
    """The options as a prompt lists them, each with its letter."""
    pairs = zip(ascii_uppercase, options, strict=False)
    return "\n".join(f"{letter}) {text}" for letter, text in pairs)


class Variant(NamedTuple):
    """A choice with its options in another order.

    Attributes:
        task_id: That of the task it was made of, with ``-v`` and the seed.
        options: In their new order.
        keys: The letters of the right options, in order.
    """

    task_id: str
    options: tuple[str, ...]
    keys: tuple[str, ...]


def shuffled(task_id: str, options: Sequence[str], keys: Sequence[str], *, seed: int) -> Variant:
    """A variant of a choice: its options permuted by a seed, the keys with them.

    Options such as "None of the above" keep their places; where one names others by their letters
    ("Both A and B"), all do.

    Args:
        task_id: The task's id; the order depends on it too, so that tasks of one seed differ.
        options: As they are.
        keys: The letters of the right ones.
        seed: The same seed makes the same variant; another one may make the same order.
    """
    order = list(range(len(options)))
    moving = [place for place in order if not _stays(options[place])]
    if not any(_LETTERS_IN.search(text) for text in options):
        others = moving.copy()
        random.Random(f"{seed}:{task_id}").shuffle(others)  # noqa: S311 - no secret
        for place, other in zip(moving, others, strict=True):
            order[place] = other
    moved = sorted(ascii_uppercase[order.index(ascii_uppercase.index(key))] for key in keys)
    return Variant(f"{task_id}-v{seed}", tuple(options[place] for place in order), tuple(moved))


def _stays(option: str) -> bool:
    """Whether an option speaks of those above it."""
    return any(phrase in option.lower() for phrase in resource_json("choice", "words.json")["stay"])


def choice_prompt(question: str, options: Sequence[str], *, several: bool) -> str:
    """What systems are given: the question, its lettered options, and how to answer.

    Args:
        question: In the language that the last line is to have.
        options: In the order of their letters.
        several: Whether more than one may be right.
    """
    last = _wording(question)["several" if several else "one"]
    return f"{question.strip()}\n\n{lettered(options)}\n\n{last}"


def choice_checkpoints(
    task_id: str, question: str, options: Sequence[str], keys: Sequence[str]
) -> list[Checkpoint]:
    """The rubric of a choice: one checkpoint, or one an option where several are right."""
    words = _wording(question)
    settings: dict[str, JsonValue] = {"options": list(options)}
    if len(keys) == 1:
        return [_checkpoint(task_id, 0, words["key"], {**settings, "key": keys[0]})]
    points = []
    for place, (letter, text) in enumerate(zip(ascii_uppercase, options, strict=False)):
        several = CHOSEN if letter in keys else NOT_CHOSEN
        said = words[several].format(letter=letter, text=text)
        made = {**settings, "key": letter, "several": several}
        points.append(_checkpoint(task_id, place, said, made))
    return points


def _checkpoint(task_id: str, place: int, text: str, settings: dict[str, JsonValue]) -> Checkpoint:
    return Checkpoint(
        task_id=task_id,
        id=f"c{place + 1}",
        text=text,
        weight=1,
        position=place,
        instrument=MultipleChoice.id,
        settings=settings,
    )


def _wording(question: str) -> Mapping[str, str]:
    is_chinese = any("\u4e00" <= char <= "\u9fff" for char in question)
    found: Mapping[str, str] = resource_json("choice", "wording.json")["zh" if is_chinese else "en"]
    return found
