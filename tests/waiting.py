"""How tests wait for another thread or process: for a condition, never for a time."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 120.0
"""Seconds after which something hangs, on the busiest machine."""


class Awaited:
    """A condition that is waited for: it does not hold while what it looks at is not there yet.

    What it raised last says why it never came to hold, where it does not.
    """

    def __init__(self, condition: Callable[[], object]) -> None:
        self._condition = condition
        self.raised: Exception | None = None

    def __call__(self) -> bool:
        try:
            holds, self.raised = bool(self._condition()), None
        except Exception as raised:  # noqa: BLE001 - of a window, a file or a process in the making
            holds, self.raised = False, raised
        return holds


def wait_until(condition: Callable[[], object], what: str = "") -> None:
    """Waits until a condition holds.

    Raises:
        AssertionError: It does not come to hold.
    """
    limit, pause, awaited = time.monotonic() + PATIENCE, 0.001, Awaited(condition)
    while not awaited():
        if time.monotonic() > limit:
            raise AssertionError(what or "what was waited for did not come") from awaited.raised
        time.sleep(pause)
        pause = min(2 * pause, 0.05)
