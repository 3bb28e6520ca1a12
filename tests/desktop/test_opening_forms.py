"""The form of how a checkpoint is answered begins in sight, and what is beside each other is level."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QWidget

from tests.desktop.hands import Hands
from tests.desktop.test_choosing_instruments import choose, opened
from tests.desktop.test_comment_in_sight import seen_of
from tests.workflow.studio import Studio
from xpert_studio.core.instruments import INSTRUMENTS


def middle(widget: QWidget) -> int:
    return widget.mapTo(widget.window(), QPoint(0, widget.height() // 2)).y()


@pytest.mark.parametrize("size", [(1280, 720), (1380, 860)], ids=str)
@pytest.mark.parametrize("instrument", [one for one in INSTRUMENTS if one != "binary"])
def test_it_begins_in_sight_in_large_letters(
    hands: Hands, studio: Studio, instrument: str, size: tuple[int, int]
) -> None:
    hands.dress(text_size=150)
    panel = opened(hands, studio)
    hands.window.resize(*size)
    hands.settle()
    bar = panel.answering
    choose(hands, bar, instrument)
    hands.key("Escape")
    hands.settle()
    hands.key("Ctrl+G")
    hands.settle()
    field = QApplication.focusWidget()
    assert bar.isAncestorOf(field)
    line = field.rect()
    line.setHeight(min(line.height(), field.fontMetrics().height()))
    assert seen_of(field, line) == line


@pytest.mark.parametrize("text_size", [100, 150])
def test_the_tick_of_a_gate_is_level_with_the_words_before_it(
    hands: Hands, studio: Studio, text_size: int
) -> None:
    hands.dress(text_size=text_size)
    panel = opened(hands, studio)
    hands.key("Ctrl+G")
    hands.settle()
    bar = panel.answering
    tick = bar.editor.form.inputs["gate"].widget
    assert abs(middle(tick) - middle(bar.instrument)) <= 1
