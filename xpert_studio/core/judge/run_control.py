"""Ends a run at the signals that a terminal or the system sends."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable

from xpert_studio.core.judge.engine import RunEngine


def end_on_signals(engine: RunEngine, on_notice: Callable[[str], object] = lambda _: None) -> None:
    """The first interruption lets calls in flight finish, the second stops at once.

    One after the engine has ended raises ``KeyboardInterrupt`` out of the event loop.

    Args:
        engine: Inside its event loop.
        on_notice: Told what a person should know.
    """
    loop = asyncio.get_running_loop()
    pressed = 0

    def interrupted() -> None:
        nonlocal pressed
        if engine.has_ended:  # what carries a batch waits for the answers to its other parts
            raise KeyboardInterrupt
        pressed += 1
        if pressed == 1:
            on_notice("Finishing what is in flight; press Ctrl-C again to stop at once.")
            engine.drain(message="Interrupted; what was decided before is saved.")
        else:
            engine.stop()

    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, interrupted)
        except (NotImplementedError, RuntimeError):  # Windows, or not in the main thread
            return
