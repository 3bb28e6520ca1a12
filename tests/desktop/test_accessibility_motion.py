"""Reduced motion: nothing in the window moves by itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractAnimation, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QScrollBar,
    QStyle,
    QTabBar,
)

from tests.desktop.hands import Hands
from tests.desktop.sample_places import PLACES
from tests.sampling import in_turn
from xpert_studio.core.language import PREFERENCES
from xpert_studio.desktop.look import motion
from xpert_studio.desktop.prefs import Prefs

_DURATION = QStyle.StyleHint.SH_Widget_Animation_Duration


def choose(hands: Hands, name: str) -> None:
    """Clicks the button that has this name."""
    (found,) = [one for one in hands.seen(QAbstractButton) if one.accessibleName() == name]
    hands.click(found)


@pytest.fixture
def reduced(hands: Hands, sample: Path) -> Hands:
    hands.open(sample, "lead-moreau")
    hands.go("settings", tab="look")
    choose(hands, "Motion: Reduced")
    hands.settle()
    assert Prefs.load().motion == "reduced"
    yield hands
    hands.prefs.motion = "full"
    hands.app.dress()


def test_nothing_moves_where_a_person_wants_that(reduced: Hands) -> None:
    assert not any(QApplication.isEffectEnabled(effect) for effect in Qt.UIEffect)
    assert QApplication.cursorFlashTime() == 0
    for place in in_turn(PLACES, 0, 12):
        reduced.window.go(place)
        reduced.settle()
        window = reduced.window
        for kind in (QAbstractButton, QAbstractItemView, QComboBox, QScrollBar, QTabBar):
            for widget in reduced.seen(kind):
                assert widget.style().styleHint(_DURATION, None, widget) == 0, (place, widget)
        moving = [
            one
            for one in window.findChildren(QAbstractAnimation)
            if one.state() == QAbstractAnimation.State.Running
        ]
        assert not moving, place


def test_it_moves_again_where_a_person_wants_that(reduced: Hands) -> None:
    usual = motion._usual_effects()
    choose(reduced, "Motion: Full")
    reduced.settle()
    assert {effect: QApplication.isEffectEnabled(effect) for effect in usual} == usual
    assert QApplication.cursorFlashTime() > 0
    assert reduced.window.style().styleHint(_DURATION, None, reduced.window) > 0


def test_a_file_that_asks_for_an_unknown_motion_is_as_the_system(config: Path) -> None:
    (config / PREFERENCES).write_text('{"motion": "wild"}', encoding="utf-8")
    assert Prefs.load().motion == "system"


def test_the_system_is_asked_where_nothing_was_chosen(qapp: QApplication) -> None:
    hints = qapp.styleHints()
    asked = hints.accessibility().motionPreference()
    assert motion.is_reduced("system") == (asked is Qt.MotionPreference.ReducedMotion)
    assert motion.is_reduced("reduced")
    assert not motion.is_reduced("full")
