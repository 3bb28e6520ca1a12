"""An instrument whose value is typed: a number from 0 to 100 that passes nothing; for tests."""

from __future__ import annotations

from xpert_studio.core.instruments import Choice, Instrument, Measurement
from xpert_studio.core.records import Checkpoint


class Percent(Instrument):
    """How far, from 0 to 100."""

    id = "percent"
    title = "Number from 0 to 100"
    measurement = Measurement.INTERVAL

    def choices(self, point: Checkpoint) -> tuple[Choice, ...]:
        return ()

    def parse(self, raw: object, point: Checkpoint) -> float | None:
        if isinstance(raw, bool) or not isinstance(raw, int | float | str):
            return None
        try:
            value = float(raw)
        except ValueError:
            return None
        return value if 0 <= value <= 100 and value % 5 == 0 else None

    def score(self, value: float, point: Checkpoint) -> float:
        return value / 100

    def passes(self, value: float, point: Checkpoint) -> bool | None:
        return None

    def word(self, value: float, point: Checkpoint) -> str:
        return f"{value:g} / 100"

    def how_to_write(self, point: Checkpoint) -> str:
        return "Write a number from 0 to 100 in steps of 5."

    def prompt(self, point: Checkpoint, language: str) -> str:
        return 'Answer with "value": a number from 0 to 100 in steps of 5.'


PERCENT = Checkpoint(task_id="t", id="p", text="Is clear.", weight=2, instrument="percent")
