"""An instrument of three steps, for tests."""

from __future__ import annotations

from xpert_studio.core.instruments import Choice, Instrument, Measurement
from xpert_studio.core.records import Checkpoint

BINARY = Checkpoint(task_id="t", id="b", text="Names clause 9.", weight=3)


class Steps(Instrument):
    id = "steps"
    title = "Three steps"
    measurement = Measurement.ORDINAL

    def choices(self, point):
        return (
            Choice(3, "complete", "Complete", ("3",), "good", "circle-check"),
            Choice(2, "in part", "In part", ("2",), "warn", "circle-dashed"),
            Choice(1, "missing", "Missing", ("1",), "bad", "circle-x"),
        )

    def parse(self, raw, point):
        value = (
            float(raw)
            if isinstance(raw, int | float | str) and str(raw).strip()[:1] in "123"
            else 0
        )
        return value if value in {1, 2, 3} else None

    def score(self, value, point):
        return (value - 1) / 2

    def passes(self, value, point):
        least = point.settings.get("minimum")
        return None if least is None else value >= least

    def settings_problem(self, point):
        least = point.settings.get("minimum", 2)
        return None if least in {2, 3} else "has no such minimum."


STEPS = Checkpoint(
    task_id="t", id="s", text="Explains why.", weight=2, instrument="steps", settings={"minimum": 2}
)
