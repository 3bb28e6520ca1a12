"""What a run tells about itself while it goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from xpert_studio.records import Run, RunPulse


@dataclass(frozen=True, slots=True)
class RunProgress:
    """A moment of a run. Everything counted here is on disk.

    Attributes:
        run: The run with its counts so far.
        asks_done: Asks finished.
        asks_total: Asks planned.
        in_flight: Calls on their way.
        allowed: Calls allowed at once just now.
        per_minute: Asks finished a minute, of late; None before there is anything to go by.
        seconds_left: Estimate, None before there is anything to go by.
        draining: Whether it is finishing what is in flight and will then stop.
    """

    run: Run
    asks_done: int
    asks_total: int
    in_flight: int
    allowed: int
    per_minute: float | None
    seconds_left: float | None
    draining: bool

    @property
    def pulse(self) -> RunPulse:
        """What of it is kept beside the run, for whoever watches from elsewhere."""
        return RunPulse(
            asks=self.asks_total,
            asks_done=self.asks_done,
            in_flight=self.in_flight,
            allowed=self.allowed,
            per_minute=self.per_minute,
            seconds_left=self.seconds_left,
            draining=self.draining,
        )


OnProgress = Callable[[RunProgress], None]
