"""What instruments give and take: choices, parts and faults of settings, values of a judge."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from pydantic import JsonValue

from xpert_studio.core.records import (
    Checkpoint,
    Decision,
    RatingState,
)

_COMMA: Final = re.compile(r"(?<=\d)[,。](?=\d)")
_GROUPED: Final = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+(?!\d)")
POOLED_DECIMALS: Final = 9
"""The middle of two values is rounded to so many: 0.4 of 0.1 and 0.7, which as floats lies below.

Scales have fewer decimals.
"""


class Measurement(StrEnum):
    """What the values of an instrument allow: equal or not, an order, differences."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "interval"


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that a person can choose.

    Attributes:
        value: In the instrument's units; NaN for an abstention.
        word: How it is written in text, such as "met".
        title: What its button says.
        keys: Single keys that choose it, the one that is shown first; none for a value that is
            typed.
        tone: Use of colour: ``good``, ``warn`` or ``bad``.
        picture: Name of its icon.
        text: What a response is like that is rated so; empty where nothing is said of it.
        state: Which abstention it is; ok for a value.
    """

    value: float
    word: str
    title: str
    keys: tuple[str, ...]
    tone: str
    picture: str
    text: str = ""
    state: RatingState = RatingState.OK

    @property
    def decision(self) -> Decision:
        """The value or abstention that it stands for."""
        return self.state if self.state.is_abstention else self.value


class PartKind(StrEnum):
    """What a part of a checkpoint's settings is about."""

    SCALE = "scale"
    BAND = "band"
    CAP = "cap"
    MINIMUM = "minimum"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that a checkpoint's settings say, for people.

    Attributes:
        kind: What it is about. Experts see no minimum before they have decided.
        key: What it is known by among its kind; two versions of a rubric are compared by it.
        name: What it is called, with ``{value}`` where the value goes.
        value: A number or range, which is the same in all languages.
        text: In the words of the rubric's author; empty for none.
    """

    kind: PartKind
    key: str
    name: str
    value: str = ""
    text: str = ""

    def words(self, name: str = "") -> str:
        """The part as one text, under its name in another language where that is given."""
        called = (name or self.name).format(value=self.value)
        return f"{called}: {self.text}" if self.text else called


@dataclass(frozen=True, slots=True)
class Spread:
    """Different values on one checkpoint, as they are written.

    Attributes:
        values: In the order given.
        apart: From the lowest to the highest.
        median: Of all.
    """

    values: tuple[str, ...]
    apart: str
    median: str

    def words(self) -> str:
        """As one text: "72 and 55, 17 apart; median 63.5"."""
        return f"{' and '.join(self.values)}, {self.apart} apart; median {self.median}"


@dataclass(frozen=True, slots=True)
class Given:
    """What a judge gave in one entry of its reply.

    Attributes:
        value: In the instrument's units, on its grid.
        given: The judge's own value where rules of the checkpoint changed it.
        caps: Ids of the caps that apply.
        quotes: Quotes given beside those of the entry's evidence.
        flags: What a reader should know of it.
    """

    value: float
    given: float | None = None
    caps: tuple[str, ...] = ()
    quotes: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()


def plain_number(text: str) -> str | None:
    """A number as a person typed it, with a decimal point and plain digits; other text as it is.

    None where it is ambiguous, such as "1,000".
    """
    plain = unicodedata.normalize("NFKC", text).replace("−", "-").strip()
    return None if _GROUPED.match(plain) else _COMMA.sub(".", plain)


class Fault(NamedTuple):
    """What is wrong with settings.

    Attributes:
        place: Where in them, such as ``("bands", 2, "low")``; empty for all of them.
        message: What, of the checkpoint: "needs …".
        told: What is said at the field in a form; empty where that is the same.
    """

    place: tuple[str | int, ...]
    message: str
    told: str = ""


def only_settings(instrument: str, settings: Mapping[str, JsonValue]) -> Checkpoint:
    """A checkpoint that has nothing but an instrument and its settings."""
    return Checkpoint(
        task_id="-", id="-", text="-", weight=1, instrument=instrument, settings=dict(settings)
    )


class CellError(Exception):
    """A cell of a rubric spreadsheet that an instrument cannot read.

    Args:
        column: Its column.
        message: What is wrong with it: "is …".
        remedy: What to write.
    """

    def __init__(self, column: str, message: str, remedy: str) -> None:
        super().__init__(column, message, remedy)
        self.column, self.message, self.remedy = column, message, remedy
