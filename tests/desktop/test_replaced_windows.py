"""A window that was made anew leaves nothing of the old one behind."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import keyring
import pytest
import shiboken6
from PySide6.QtWidgets import QWidget

from tests.desktop.hands import Hands
from tests.desktop.sample_places import PLACES
from tests.sampling import in_turn
from xpert_studio.desktop.places import Place


def test_the_old_window_is_gone_whatever_was_seen_in_it(hands: Hands, sample: Path) -> None:
    """A window that is kept takes memory and reads the project after every change."""
    keyring.get_keyring()  # which keeps the frames of its first call, and what they hold
    hands.open(sample, "lead-moreau")
    for place in in_turn(PLACES, 1, 8):
        hands.window.go(place)
        hands.settle()
    old = [weakref.ref(widget) for widget in (hands.window, *hands.window.findChildren(QWidget))]
    hands.app.rebuild()
    hands.settle()

    def is_gone() -> bool:
        gc.collect()  # work in the background holds it until it has ended
        return not any(one() is not None for one in old)

    hands.until(is_gone)
    assert sorted({type(kept).__name__ for one in old if (kept := one()) is not None}) == []


def test_what_is_not_seen_is_gone_before_the_look_changes(
    hands: Hands, sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new style sheet dresses every widget there is: of all pages it takes seconds."""
    hands.open(sample, "lead-moreau")
    for name in ("tasks", "runs", "settings"):
        hands.window.go(Place(name))
        hands.settle()
    pages = [hands.window.page(name) for name in ("home", "tasks", "runs", "settings")]
    left: list[QWidget] = []
    dress = hands.app.dress

    def noted() -> None:
        left.extend(page for page in pages if shiboken6.isValid(page))
        dress()

    monkeypatch.setattr(hands.app, "dress", noted)
    hands.app.rebuild()
    hands.settle()
    assert left == pages[-1:]
    assert hands.window.place.page == "settings"
