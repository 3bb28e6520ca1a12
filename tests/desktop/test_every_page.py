"""What holds on every page: words are translated, nothing is cut, no shortcuts clash."""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QTabBar,
    QWidget,
)

from tests.desktop.hands import Hands
from tests.desktop.sample_places import PLACES
from tests.sampling import in_turn
from xpert_studio.core.workflow import WORDS
from xpert_studio.desktop.places import Place

ROOT = Path(__file__).resolve().parents[2]
PEOPLE = ("author-kowalska", "lead-moreau")
PARTS = 8
"""Of an ordinary run: in a look every eighth place is visited."""
walk = pytest.mark.sampled(5)
"""Of the walks through pages, an ordinary run takes so many."""


def _places(language: str, size: int, person: str, kind: int) -> list[Place]:
    """The places that are visited in a look as a person."""
    looks = [("en", 100), ("en", 150), ("zh", 100), ("zh", 200)]
    return in_turn(PLACES, looks.index((language, size)) + 2 * PEOPLE.index(person) + kind, PARTS)


def _shown(hands: Hands, place: Place) -> QWidget:
    hands.window.go(place)
    try:
        hands.settle()
    except AssertionError as error:
        raise AssertionError(f"{place}: {error}") from error
    return hands.window


def test_every_row_of_the_log_has_words() -> None:
    commands = set()
    for path in (ROOT / "xpert_studio").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        commands |= set(re.findall(r'(?:ctx\.unit_of_work\(\s*|\bcommand=)"([\w.]+)"', source))
    assert commands
    assert commands <= WORDS.keys()


def _walk(hands: Hands, sample: Path, person: str, *checks: Callable[[Hands, Place], None]) -> None:
    """Opens pages as a person, and looks at each for all that is asked."""
    hands.open(sample, person)
    size = hands.prefs.text_size
    hands.window.resize(1360 * size // 100, 880 * size // 100)
    for place in _places(hands.prefs.language, size, person, 0):
        _shown(hands, place)
        for check in checks:
            check(hands, place)


@walk
@pytest.mark.parametrize("person", PEOPLE)
def test_every_page_is_whole(hands: Hands, sample: Path, person: str) -> None:
    _walk(
        hands, sample, person,
        _nothing_is_cut, _no_shortcuts_clash, _no_widget_is_a_window_of_its_own,
    )  # fmt: skip


@walk
@pytest.mark.parametrize("size", [100, 200])
@pytest.mark.parametrize("person", PEOPLE)
def test_in_chinese_every_page_is_whole_and_no_english_of_the_program_is_left(
    hands: Hands, sample: Path, person: str, size: int
) -> None:
    hands.dress(language="zh", text_size=size)
    _walk(hands, sample, person, _nothing_is_cut, _no_english_is_left)


@walk
@pytest.mark.parametrize("person", PEOPLE)
def test_in_larger_letters_every_page_is_whole(hands: Hands, sample: Path, person: str) -> None:
    hands.dress(language="en", text_size=150)
    _walk(hands, sample, person, _nothing_is_cut)


@walk
@pytest.mark.parametrize("size", [100, 150])
@pytest.mark.parametrize("person", PEOPLE)
def test_on_a_small_screen_everything_has_the_room_it_needs(
    hands: Hands, sample: Path, person: str, size: int
) -> None:
    hands.dress(language="en", text_size=size)
    hands.open(sample, person)
    hands.window.resize(1280, 720)
    found = []
    for place in _places("en", size, person, 1):
        _shown(hands, place)
        found += [(place, *one) for one in _lacking_room(hands)]
    assert not found


def _lacking_room(hands: Hands) -> Iterator[tuple[str, str, tuple[object, ...]]]:
    """What has less room than it needs, in both directions, and where something is cut sideways."""
    whole = (QLabel, QPushButton, QLineEdit, QComboBox, QCheckBox, QAbstractSpinBox, QTabBar)
    for widget in hands.seen(QWidget):
        name, needed = type(widget).__name__, widget.minimumSizeHint()
        needed.setHeight(widget.minimumHeight() or needed.height())  # by the style sheet
        needed = needed.boundedTo(widget.maximumSize())
        is_inner = isinstance(widget.parentWidget(), QComboBox)
        if (
            isinstance(widget, whole)
            and not is_inner
            and (not isinstance(widget, QLabel) or widget.text())
        ):
            lacks = needed - widget.size()
            if lacks.height() > 2 or lacks.width() > 2:
                yield name, getattr(widget, "text", str)(), lacks.toTuple()
        if isinstance(widget, QScrollArea) and widget.widget() is not None:
            is_fixed = widget.horizontalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAlwaysOff
            lacks = widget.widget().width() - widget.viewport().width()
            if is_fixed and lacks > 1:
                yield name, "is cut", (lacks,)


def _nothing_is_cut(hands: Hands, place: Place) -> None:
    for button in hands.seen(QPushButton):
        lacks = button.sizeHint().width() - button.width()
        assert lacks <= 1 or not button.text(), (place, button.text(), lacks)
    for words in hands.seen(QLabel):
        if words.wordWrap() and words.text() and words.width() > 20:
            lacks = words.heightForWidth(words.width()) - words.height()
            assert lacks <= 2, (place, words.text(), lacks)


@cache
def _english() -> frozenset[str]:
    """The program's own words, without those that are the same in Chinese."""
    sys.path.insert(0, str(ROOT / "packaging"))
    try:
        import collect_texts
    finally:
        sys.path.pop(0)
    texts = map(collect_texts.key, collect_texts.texts())
    english = {text for text in texts if len(text) > 3 and "{" not in text}
    same = {text for text, said in collect_texts.translations().items() if text == said}
    return frozenset(english - same - {"Other", "Law", "Finance", "English"})


def _no_english_is_left(hands: Hands, place: Place) -> None:
    """Labels and buttons hold Chinese, names, or what the project's people wrote."""
    texts = {label.text() for label in hands.seen(QLabel)}
    texts |= {button.text().strip() for button in hands.seen(QAbstractButton)}
    texts |= {field.placeholderText() for field in hands.seen(QLineEdit)}
    texts |= {field.placeholderText() for field in hands.seen(QPlainTextEdit)}
    assert not texts & _english(), place


def _no_widget_is_a_window_of_its_own(hands: Hands, place: Place) -> None:
    extra = [w for w in QApplication.topLevelWidgets() if w.isVisible() and w is not hands.window]
    assert not extra, (place, extra)
    assert hands.window.isActiveWindow(), place


def _no_shortcuts_clash(hands: Hands, place: Place) -> None:
    taken: dict[str, list[str]] = defaultdict(list)
    for action, made in hands.window.book.usable():
        for keys in made.shortcuts():
            taken[QKeySequence(keys).toString()].append(action.id)
    clashes = {keys: ids for keys, ids in taken.items() if len(ids) > 1}
    assert not clashes, place
