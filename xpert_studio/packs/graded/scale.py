"""The scale of a graded checkpoint: values, bands, minimum and caps, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Final, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, ValidationError
from pydantic_core import PydanticCustomError

from xpert_studio.core.instruments.range_columns import exact, number_of
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Checkpoint, Id, canonical_json

MOST_STEPS: Final = 5_000
"""Of one scale: so many that scores, also those between two steps, are compared exactly."""
MOST_DECIMALS: Final = 6
LARGEST: Final = 10**9


def _checked_number(value: object) -> int | float:
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= LARGEST:
        return number_of(exact(value))
    raise PydanticCustomError("number", "must be a number")


Number = Annotated[float, PlainValidator(_checked_number)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Band(_Part):
    """Part of a scale.

    Attributes:
        low, high: Its lowest and highest value.
        text: What a response is like that is rated there.
    """

    low: Number
    high: Number
    text: str = ""

    @property
    def name(self) -> str:
        """Its values, such as "70–89"."""
        return plain(self.low) if self.low == self.high else f"{plain(self.low)}–{plain(self.high)}"


class Cap(_Part):
    """A condition under which a value may be no higher than ``at_most``."""

    id: Id
    text: Annotated[str, Field(min_length=1)]
    at_most: Number


class GradedScale(_Part):
    """Settings of a graded checkpoint.

    Attributes:
        low, high: The ends of the scale.
        step: From one value to the next.
        bands: Described parts of the scale, in any order.
        minimum: Below it the checkpoint, and its task, is failed.
        caps: Conditions that limit the value.
    """

    low: Number
    high: Number
    step: Number = 1
    bands: tuple[Band, ...] = ()
    minimum: Number | None = None
    caps: tuple[Cap, ...] = ()

    @property
    def name(self) -> str:
        """Its ends, and its step where that is not 1: "0–100", "0–10 (0.5)"."""
        ends = f"{plain(self.low)}–{plain(self.high)}"
        return ends if self.step == 1 else f"{ends} ({plain(self.step)})"

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


def plain(value: float) -> str:
    """A number without needless digits."""
    return f"{value:.12g}"


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


class Fault(NamedTuple):
    """What is wrong with settings, with its place in them, such as ``("bands", 2)``."""

    place: tuple[str | int, ...]
    message: str


def settings_faults(point: Checkpoint) -> Iterator[Fault]:
    """All that is wrong with a checkpoint's settings."""
    try:
        scale = scale_of(point)
    except ValidationError as error:
        for detail in error.errors():
            yield Fault(detail["loc"], _problem_of(detail["loc"], detail["type"]))
        return
    yield from _faults(scale)


def _problem_of(place: tuple[str | int, ...], kind: str) -> str:
    """What is wrong with settings that could not be read."""
    name = ".".join(str(part + 1 if isinstance(part, int) else part) for part in place)
    if kind == "missing":
        return Message("needs {name!r}.", name=name)
    if kind == "extra_forbidden":
        return Message("knows no setting {name!r}.", name=name)
    return Message("cannot read its setting {name!r}.", name=name)


def _faults(scale: GradedScale) -> Iterator[Fault]:
    """What contradicts itself in settings."""
    grid = _grid_fault(scale)
    if grid is not None:
        yield grid
        return
    if scale.minimum is not None and not scale.holds(scale.minimum):
        yield Fault(("minimum",), "has a minimum that is not on its scale.")
    for place, band in enumerate(scale.bands):
        if not scale.holds(band.low) or not scale.holds(band.high) or band.low > band.high:
            yield Fault(
                ("bands", place),
                Message("has a band {band} that is not on its scale.", band=band.name),
            )
    for place, cap in enumerate(scale.caps):
        if not scale.holds(cap.at_most) or cap.at_most == scale.high:
            yield Fault(
                ("caps", place),
                Message("has a cap {cap} that does not limit its scale.", cap=cap.id),
            )
    names = [cap.id for cap in scale.caps]
    if len(set(names)) < len(names):
        yield Fault(("caps",), "has two caps of one id.")


def _grid_fault(scale: GradedScale) -> Fault | None:
    """Why low, high and step make no scale; None where they do."""
    low, high, step = map(exact, (scale.low, scale.high, scale.step))
    if low >= high:
        return Fault(("high",), "needs a low end below its high end.")
    if step <= 0 or (high - low) % step:
        return Fault(("step",), "has a step that does not divide its scale.")
    if any(number * 10**MOST_DECIMALS % 1 for number in (low, step)):
        return Fault(
            ("step",),
            Message(
                "has values of more than {most_decimals} decimals.", most_decimals=MOST_DECIMALS
            ),
        )
    if scale.steps > MOST_STEPS:
        return Fault(("step",), Message("has more than {most_steps} steps.", most_steps=MOST_STEPS))
    return None


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
            found.append(("overlap", _span(after, before)))
        elif after - before > step:
            found.append(("gap", _span(before + step, after - step)))
    return found


def _span(low: Decimal, high: Decimal) -> str:
    return Band(low=number_of(low), high=number_of(high)).name
