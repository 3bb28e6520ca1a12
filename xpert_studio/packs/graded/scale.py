"""The scale of a graded checkpoint: values, bands, minimum and caps, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, ValidationError
from pydantic_core import PydanticCustomError

from xpert_studio.api import Message, mark
from xpert_studio.api.instruments import Asks, Checkpoint, Fault
from xpert_studio.core.instruments.answer_types import plain_number
from xpert_studio.core.instruments.range_columns import exact, name_of, number_of, shown
from xpert_studio.core.records import Id, canonical_json

MOST_STEPS: Final = 5_000
"""Of one scale: so many that scores, also those between two steps, are compared exactly."""
MOST_DECIMALS: Final = 6
LARGEST: Final = 10**9


def _checked_number(value: object) -> int | float:
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= LARGEST:
        return number_of(exact(value))
    raise PydanticCustomError("number", "must be a number")


Number = Annotated[float, PlainValidator(_checked_number)]
SIGNED: Final = r"[-−]?\d{1,12}(?:\.\d{1,12})?"


def typed_number(text: str) -> float | None:
    """A number that a person typed; None where it is none."""
    found = plain_number(text)
    is_number = found is not None and re.fullmatch(SIGNED, found)
    return number_of(Decimal(found)) if found and is_number else None


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Band(_Part):
    """Part of a scale.

    Attributes:
        low, high: Its lowest and highest value.
        text: What a response is like that is rated there.
    """

    low: Annotated[Number, Asks(mark("Band from"), unit="–", reads=typed_number)]
    high: Annotated[Number, Asks(mark("Band to"), reads=typed_number)]
    text: Annotated[
        str,
        Asks(mark("What a response is like that is rated there"), is_text=True),
    ] = ""

    @property
    def name(self) -> str:
        """Its values, such as "70–89"."""
        return name_of(self.low, self.high)


class Cap(_Part):
    """A condition under which a value may be no higher than ``at_most``."""

    id: Id
    at_most: Annotated[
        Number,
        Asks(mark("At most"), title=mark("At most"), unit=mark("if"), reads=typed_number),
    ]
    text: Annotated[str, Field(min_length=1), Asks(mark("Condition of the cap"), is_text=True)]


class GradedScale(_Part):
    """Settings of a graded checkpoint.

    Attributes:
        low, high: The ends of the scale.
        step: From one value to the next.
        bands: Described parts of the scale, in any order.
        minimum: Below it the checkpoint, and its task, is failed.
        caps: Conditions that limit the value.
    """

    low: Annotated[
        Number,
        Asks(mark("Lowest value"), title=mark("From"), line=mark("Scale"), reads=typed_number),
    ]
    high: Annotated[
        Number, Asks(mark("Highest value"), title=mark("to"), is_beside=True, reads=typed_number)
    ]
    step: Annotated[
        Number, Asks(mark("Step"), title=mark("Step"), is_beside=True, reads=typed_number)
    ] = 1
    bands: Annotated[
        tuple[Band, ...],
        Asks(
            mark("Described parts of the scale"),
            title=mark("Bands"),
            adds=mark("Add band"),
            removes=mark("Remove band"),
        ),
    ] = ()
    minimum: Annotated[
        Number | None,
        Asks(
            mark("Minimum"),
            title=mark("Minimum"),
            hint=mark("Below it the task is failed. Empty for none."),
            reads=typed_number,
        ),
    ] = None
    caps: Annotated[
        tuple[Cap, ...],
        Asks(
            mark("Conditions that limit the value"),
            title=mark("Caps"),
            hint=mark("The value is at most so much if a condition holds."),
            adds=mark("Add cap"),
            removes=mark("Remove cap"),
        ),
    ] = ()

    @property
    def name(self) -> str:
        """Its ends, and its step where that is not 1: "0–100", "0–10 (0.5)"."""
        ends = name_of(self.low, self.high)
        return ends if self.step == 1 else f"{ends} ({shown(self.step)})"

    @property
    def steps(self) -> int:
        """How many steps lead from its low end to its high end."""
        return int((exact(self.high) - exact(self.low)) / exact(self.step))

    @property
    def descending(self) -> tuple[Band, ...]:
        """The bands, the best first."""
        return tuple(sorted(self.bands, key=lambda band: -band.low))

    def holds(self, value: float) -> bool:
        """Whether it is a value of the scale; compared as decimals."""
        apart = exact(value) - exact(self.low)
        return self.low <= value <= self.high and apart % exact(self.step) == 0

    def band_of(self, value: float) -> Band | None:
        """The band of a value; between two bands it is the lower one."""
        return next((band for band in self.descending if band.low <= value), None)

    def values(self) -> list[float]:
        """All values, ascending."""
        low, step = exact(self.low), exact(self.step)
        return [number_of(low + step * place) for place in range(self.steps + 1)]

    def middle(self, band: Band) -> float:
        """The value in the middle of a band, the lower of two."""
        low, step = exact(band.low), exact(self.step)
        return number_of(low + (exact(band.high) - low) / 2 // step * step)


_last: tuple[object, GradedScale] | None = None
"""Settings that were read last, and what they say."""


def scale_of(point: Checkpoint) -> GradedScale:
    """The settings of a graded checkpoint.

    Raises:
        ValueError: It has none that can be read.
    """
    global _last  # thousands of values of one checkpoint are read one after another
    known = _last
    if known is None or known[0] is not point.settings:
        known = point.settings, _read(canonical_json(point.settings))
        _last = known
    return known[1]


@lru_cache(maxsize=16_384)
def _read(settings: bytes) -> GradedScale:
    return GradedScale.model_validate_json(settings)


def settings_faults(point: Checkpoint) -> Iterator[Fault]:
    """All that is wrong with a checkpoint's settings."""
    try:
        scale = scale_of(point)
    except ValidationError as error:
        for detail in error.errors():
            yield _unread(detail["loc"], detail["type"])
        return
    yield from _faults(scale)


def _unread(place: tuple[str | int, ...], kind: str) -> Fault:
    """What is wrong with a setting that could not be read."""
    name = ".".join(str(part + 1 if isinstance(part, int) else part) for part in place)
    if kind == "extra_forbidden":
        return Fault(place, Message("knows no setting {name!r}.", name=name))
    told = mark("Write the condition.") if place[-1] == "text" else _NO_NUMBER
    if kind == "missing":
        return Fault(place, Message("needs {name!r}.", name=name), told)
    return Fault(place, Message("cannot read its setting {name!r}.", name=name), told)


def _faults(scale: GradedScale) -> Iterator[Fault]:
    """What contradicts itself in settings."""
    grid = _grid_fault(scale)
    if grid is not None:
        yield grid
        return
    if scale.minimum is not None and not scale.holds(scale.minimum):
        told = mark("Not a value of the scale.")
        yield Fault(("minimum",), "has a minimum that is not on its scale.", told)
    for place, band in enumerate(scale.bands):
        if not scale.holds(band.low) or not scale.holds(band.high) or band.low > band.high:
            yield Fault(
                ("bands", place),
                Message("has a band {band} that is not on its scale.", band=band.name),
                mark("Not a part of the scale."),
            )
    for place, cap in enumerate(scale.caps):
        if not scale.holds(cap.at_most) or cap.at_most == scale.high:
            yield Fault(
                ("caps", place),
                Message("has a cap {cap} that does not limit its scale.", cap=cap.id),
                mark("A cap is a value of the scale below its highest."),
            )
    names = [cap.id for cap in scale.caps]
    if len(set(names)) < len(names):
        yield Fault(("caps",), "has two caps of one id.")


def _grid_fault(scale: GradedScale) -> Fault | None:
    """Why low, high and step make no scale; None where they do."""
    low, high, step = map(exact, (scale.low, scale.high, scale.step))
    if low >= high:
        told = mark("The highest value is above the lowest.")
        return Fault(("high",), "needs a low end below its high end.", told)
    message = ""
    if step <= 0 or (high - low) % step:
        message = Message("has a step that does not divide its scale.")
    elif any(number * 10**MOST_DECIMALS % 1 for number in (low, step)):
        message = Message(
            "has values of more than {most_decimals} decimals.", most_decimals=MOST_DECIMALS
        )
    elif scale.steps > MOST_STEPS:
        message = Message("has more than {most_steps} steps.", most_steps=MOST_STEPS)
    return Fault(("step",), message, _NO_STEP) if message else None


_NO_NUMBER: Final = mark("Write a number, such as 60.")
_NO_STEP: Final = Message(
    "The step divides the scale evenly, into at most {most} steps of {digits} decimals.",
    most=MOST_STEPS,
    digits=MOST_DECIMALS,
)


def band_faults(scale: GradedScale) -> list[tuple[str, str]]:
    """Bands that overlap, and parts of the scale without a band.

    Returns:
        ``overlap`` or ``gap``, and the values that are in two bands or in none.
    """
    if not scale.bands:
        return []
    step = exact(scale.step)
    bands = scale.descending[::-1]
    ends = [(exact(scale.low) - step, exact(bands[0].low))]
    ends += [(exact(a.high), exact(b.low)) for a, b in pairwise(bands)]
    ends += [(exact(bands[-1].high), exact(scale.high) + step)]
    found = []
    for before, after in ends:
        if after <= before:
            found.append(("overlap", name_of(number_of(after), number_of(before))))
        elif after - before > step:
            found.append(("gap", name_of(number_of(before + step), number_of(after - step))))
    return found
