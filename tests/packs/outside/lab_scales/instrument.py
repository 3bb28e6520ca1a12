"""One to five stars."""

from typing import Annotated, ClassVar

from pydantic import BaseModel, Field

from xpert_studio.api.instruments import Asks, Checkpoint, Choice, Instrument, Measurement


class StarSettings(BaseModel):
    """What a person can set."""

    least: Annotated[
        int | None, Field(ge=2, le=5), Asks("So many stars pass.", title="Least number of stars")
    ] = None


class Stars(Instrument):
    """A value from 1 to 5, passed from ``least`` on."""

    id = "stars"
    title = "Stars"
    measurement = Measurement.ORDINAL
    presets: ClassVar = {"3 or more": {"least": 3}}
    answers = StarSettings

    def choices(self, point: Checkpoint) -> tuple[Choice, ...]:
        return tuple(
            Choice(n, f"{n} stars", f"{n} stars", (str(n),), "good" if n > 3 else "warn", "star")
            for n in (5, 4, 3, 2, 1)
        )

    def parse(self, raw: object, point: Checkpoint) -> float | None:
        try:
            value = float(raw)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            return None
        return value if value in {1, 2, 3, 4, 5} else None

    def score(self, value: float, point: Checkpoint) -> float:
        return (value - 1) / 4

    def passes(self, value: float, point: Checkpoint) -> bool | None:
        least = point.settings.get("least")
        return None if least is None else value >= least


STARS = Stars()
