"""How tests wait for another thread or process: for a condition, never for a time."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 120.0
"""Seconds after which something hangs, on the busiest machine."""


def wait_until(condition: Callable[[], object], what: str = "") -> None:
    """Waits until a condition holds.

    Raises:
        AssertionError: It does not come to hold.
    """
    limit, pause = time.monotonic() + PATIENCE, 0.001
    while not condition():
        assert time.monotonic() < limit, what or "what was waited for did not come"
        time.sleep(pause)
        pause = min(2 * pause, 0.05)
