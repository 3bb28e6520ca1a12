"""A window that was made anew leaves nothing of the old one behind."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import keyring
from PySide6.QtWidgets import QWidget

from tests.desktop.hands import WAIT_MS, Hands, pause
from tests.desktop.sample_places import PLACES


def test_the_old_window_is_gone_whatever_was_seen_in_it(hands: Hands, sample: Path) -> None:
    """A window that is kept takes memory and reads the project after every change."""
    keyring.get_keyring()  # which keeps the frames of its first call, and what they hold
    hands.open(sample, "lead-moreau")
    for place in PLACES:
        hands.window.go(place)
        hands.settle()
    old = [weakref.ref(widget) for widget in (hands.window, *hands.window.findChildren(QWidget))]
    hands.app.rebuild()
    hands.settle()
    for _ in range(WAIT_MS // 100):  # work in the background holds it until it has ended
        pause(100)
        gc.collect()
        if not any(one() is not None for one in old):
            break
    assert sorted({type(kept).__name__ for one in old if (kept := one()) is not None}) == []
