"""Shows a run's progress on the terminal: how far, how long still, what it cost."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rich.text import Text

from xpert_studio.cli.output import Output, duration, spent
from xpert_studio.judge.progress import RunProgress

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_LINE_EVERY = 10.0
_REFRESH_EVERY = 0.1


class RunDisplay:
    """A progress bar on a terminal, a line now and then elsewhere; always on standard error.

    Args:
        output: Where to.
        priced: Whether the run costs money.
    """

    def __init__(self, output: Output, *, priced: bool) -> None:
        self._output = output
        self._priced = priced
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._last = time.monotonic()

    def __enter__(self) -> Self:
        console = self._output.errors
        if console.is_terminal:
            from rich.progress import BarColumn, Progress, TextColumn

            columns = (
                TextColumn("{task.description}"),
                BarColumn(),
                TextColumn("{task.percentage:.0f} %"),
            )
            self._bar = Progress(*columns, console=console, transient=True)
            self._bar.start()
            self._task = self._bar.add_task("Starting", total=None)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def show(self, progress: RunProgress) -> None:
        """Shows a moment of the run, not more often than anybody can read."""
        elapsed = time.monotonic() - self._last
        finished = progress.asks_done >= progress.asks_total
        if elapsed < (_REFRESH_EVERY if self._bar else _LINE_EVERY) and not finished:
            return
        self._last = time.monotonic()
        text = self._text(progress)
        if self._bar is not None and self._task is not None:
            self._bar.update(
                self._task,
                description=text,
                completed=progress.asks_done,
                total=max(progress.asks_total, 1),
            )
        elif not finished:
            self._output.errors.print(Text(text))

    def _text(self, progress: RunProgress) -> str:
        run = progress.run
        parts = [f"{progress.asks_done:,}/{progress.asks_total:,}"]
        if run.invalid or run.error:
            parts.append(f"{run.invalid} invalid, {run.error} errors")
        if self._priced:
            parts.append(spent(run.known_cost, run.unknown_cost_calls))
        if progress.draining:
            parts.append(f"finishing {progress.in_flight}")
        else:
            parts.append(f"{duration(progress.seconds_left)} left")
        return " · ".join(parts)
