"""What an instrument is: one way to answer a checkpoint of a response."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median
from typing import Any, ClassVar

from xpert_studio.records import Checkpoint


class Measurement(StrEnum):
    """What the values of an instrument allow: equal or not, an order, differences."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "interval"


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that a person can choose.

    Attributes:
        value: In the instrument's units.
        word: How it is written in text, such as "met".
        title: What its button says.
        keys: Single keys that choose it, the one that is shown first; none for a value that is
            typed.
        tone: Use of colour: ``good``, ``warn`` or ``bad``.
        picture: Name of its icon.
    """

    value: float
    word: str
    title: str
    keys: tuple[str, ...]
    tone: str
    picture: str


class Instrument(ABC):
    """How a checkpoint is answered; settings are those of the checkpoint.

    Attributes:
        id: As checkpoints name it.
        title: For people.
        measurement: What its values allow.
        reply_keys: Keys under which models give the value in JSON, ours first.
        unusable: Why a verdict has no value where the judge's could not be read.
        no_value: What is wrong with a table's cell that could not be read.
        embedded: Whether the embedded judge can rate it.
        formats: Formats of other tools that can hold it; it is refused by name in all others.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    measurement: ClassVar[Measurement]
    reply_keys: ClassVar[tuple[str, ...]] = ("value", "score", "rating")
    unusable: ClassVar[str] = "the value was not on the scale"
    no_value: ClassVar[str] = "is no value of the checkpoint"
    embedded: ClassVar[bool] = False
    formats: ClassVar[frozenset[str]] = frozenset()

    @abstractmethod
    def choices(self, point: Checkpoint) -> tuple[Choice, ...]:
        """The values that a person can choose, the best first; empty where any number will do."""

    def has_keys(self, point: Checkpoint) -> bool:
        """Whether keys choose all of its values; without, a value is typed."""
        choices = self.choices(point)
        return bool(choices) and all(choice.keys for choice in choices)

    @abstractmethod
    def parse(self, raw: object, point: Checkpoint) -> float | None:
        """The value that a model, a table's cell or a person gave; None where it is none.

        Args:
            raw: Any JSON value, or text.
            point: The checkpoint.
        """

    @abstractmethod
    def score(self, value: float, point: Checkpoint) -> float:
        """What a value is worth, 0 to 1."""

    @abstractmethod
    def passes(self, value: float, point: Checkpoint) -> bool | None:
        """Whether the checkpoint is passed; None where its instrument passes or fails nothing."""

    def fulfils(self, value: float, point: Checkpoint) -> bool:
        """Whether a checkpoint counts as met: passed, or the full score where nothing passes."""
        passed = self.passes(value, point)
        return self.score(value, point) >= 1 if passed is None else passed

    def settings_problem(self, point: Checkpoint) -> str | None:
        """What is wrong with a checkpoint's settings; None where nothing is."""
        return "takes no settings." if point.settings else None

    def word(self, value: float, point: Checkpoint) -> str:
        """How a value is written."""
        return next((c.word for c in self.choices(point) if c.value == value), f"{value:g}")

    def shown(self, value: float, point: Checkpoint) -> Choice:
        """How a value is shown: as the choice that it is, else by its word and what it comes to."""
        for choice in self.choices(point):
            if choice.value == value:
                return choice
        word, is_full = self.word(value, point), self.fulfils(value, point)
        tone, picture = ("good", "circle-check") if is_full else ("warn", "circle")
        return Choice(value, word, word, (), tone, picture)

    def cell(self, value: float) -> str:
        """A value in a cell of a table; ``parse`` reads it."""
        return f"{value:g}"

    def how_to_write(self, point: Checkpoint) -> str:
        """How a table's cell is to be written."""
        values = [(f"{c.value:g}", c.word) for c in self.choices(point)]
        told = [value if value == word else f"{value} ({word})" for value, word in values]
        return f"Write one of {', '.join(told)}." if told else "Write a number."

    def other(self, value: float) -> float | None:
        """The only other value; None where there are several."""
        return None

    def pooled(self, values: Sequence[float]) -> float | None:
        """One value for several of equal standing, such as trials: the median.

        Nominal values have none: of them it is the one that more than half say, None without any.
        """
        ordered = sorted(values)
        if self.measurement is Measurement.NOMINAL:
            middle = ordered[len(ordered) // 2] if ordered else None
            return middle if ordered.count(middle) * 2 > len(ordered) else None  # type: ignore[arg-type]
        return median(ordered) if ordered else None

    def plain(self, value: float | None) -> dict[str, Any]:
        """A value for programs, under the key of the instrument."""
        return {"value": value}

    def reply_schema(self, point: Checkpoint) -> dict[str, Any]:
        """JSON schema of the value in a judge's reply, under the first of ``reply_keys``."""
        values = [choice.value for choice in self.choices(point)]
        return {"type": "number", "enum": values} if values else {"type": "number"}

    def prompt(self, point: Checkpoint, language: str) -> str:
        """What the judge is told of how to answer, below the checkpoint; empty for none.

        Args:
            point: The checkpoint.
            language: ``en`` or ``zh``.
        """
        values = [(f"{choice.value:g}", choice.word) for choice in self.choices(point)]
        told = [value if value == word else f"{value}: {word}" for value, word in values]
        said = "Answer with" if language == "en" else "请给出"
        return f'{said} "{self.reply_keys[0]}"' + (f" ({'; '.join(told)})" if told else "")

    def prompt_word(self, value: float, point: Checkpoint, words: Mapping[str, str]) -> str:
        """A value in a worked example.

        Args:
            value: The value.
            point: The checkpoint.
            words: The words of the prompt's version and language.
        """
        return self.word(value, point)

    def findings(self, point: Checkpoint) -> tuple[str, ...]:
        """What the linter has to say of a checkpoint with this instrument."""
        return ()
