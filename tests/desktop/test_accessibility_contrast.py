"""Contrast of AA: of the theme's colours by their use, and of pages as they are painted.

Text has 4.5 against its ground, graphic marks 3 (WCAG 2.2, 1.4.3 and 1.4.11).
"""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QPlainTextEdit, QWidget

from tests.desktop.accessible_tree import contrast, luminance
from tests.desktop.hands import Hands
from xpert_studio.core.resources import resource_path, resource_text
from xpert_studio.desktop.look.theme import NAMES, colour, heat, set_theme, theme_named, tint
from xpert_studio.desktop.places import Place

GROUNDS = ("window", "surface", "sunken")
TONES = ("good", "bad", "warn", "essential", "important", "optional")
TEXTS = (
    *product(("text", "muted"), (*GROUNDS, "hover", "selection")),
    *product(("accent", "bad", "good", "warn"), GROUNDS),
    ("accent", "accent_soft"), ("on_accent", "accent"), ("on_accent", "accent_hover"),
    ("text", "mark"), ("text", "mark_strong"), ("text", "bad_soft"), ("text", "warn_soft"),
    ("text", "good_soft"), ("muted", "border"),
    *((tone, f"{tone}_soft") for tone in TONES), *product(TONES, ("surface", "selection")),
)  # fmt: skip
MARKS = (
    *product(("accent", "border_strong"), GROUNDS),
    *product(("accent", "warn", "good", "bad"), ("surface", "selection")),
    ("on_accent", "accent"),
)
"""Interval bars and what they are set against, borders of fields, the ring of the focus, ticks."""
PLACES = (
    Place("home"), Place("tasks"), Place("alignment"), Place("results"), Place("people"),
    Place("task", task_id="law-lease-break", tab="rubric"), Place("settings"),
)  # fmt: skip


@pytest.fixture(params=NAMES)
def theme(request: pytest.FixtureRequest):
    yield set_theme(request.param)
    set_theme("light")


@pytest.mark.parametrize(("pairs", "least"), [(TEXTS, 4.5), (MARKS, 3)], ids=["texts", "marks"])
def test_colours_keep_the_contrast_of_aa(theme, pairs, least) -> None:
    weak = [
        f"{one} on {ground}: {found:.2f}"
        for one, ground in pairs
        if (found := contrast(theme[one], theme[ground])) < least
    ]
    assert not weak


def test_numbers_are_read_on_every_depth_of_a_heat_map(theme) -> None:
    for step in range(101):
        ground, ink = heat(step / 100)
        assert contrast(ground.name(), ink.name()) >= 4.5, step


def test_quoted_passages_are_read_on_their_grounds(theme) -> None:
    for number, is_strong in product(range(60), (False, True)):
        ground = tint(number, is_strong=is_strong).name()
        assert contrast(theme["text"], ground) >= 4.5, (number, is_strong)


def test_the_style_sheet_names_no_colour_of_its_own() -> None:
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[^{]*})", resource_text("themes", "style.qss"))
    for theme in NAMES:
        known = set(theme_named(theme).colours.values())
        for picture in resource_path("themes").glob(f"*-{theme}.svg"):
            used = set(re.findall(r"#[0-9a-fA-F]{6}\b", picture.read_text(encoding="utf-8")))
            assert used <= known, picture


@pytest.mark.parametrize("name", NAMES)
def test_words_are_read_on_every_page_as_it_is_painted(
    hands: Hands, sample: Path, name: str
) -> None:
    hands.prefs.theme = name
    hands.app.dress()
    hands.open(sample, "lead-moreau")
    weak, n = [], 0
    for place in PLACES:
        hands.window.go(place)
        hands.settle()
        hands.window.notice.hide()
        for widget in _worded(hands):
            n += 1
            found = _painted_contrast(hands.window, widget)
            if found < _least(widget):
                weak.append(f"{place.page}: “{_text(widget)[:40]}” has {found:.2f}")
    assert n > 150
    assert not weak, "\n".join(weak)


def _worded(hands: Hands) -> list[QWidget]:
    """What has words and is seen, and is not disabled (which AA leaves out).

    Of what the edge of a scrolled part cuts, the words may be out of sight.
    """
    return [
        widget
        for kind in (QLabel, QAbstractButton, QLineEdit, QPlainTextEdit)
        for widget in hands.seen(kind)
        if widget.isEnabled() and _text(widget) and _is_seen(widget)
    ]


def _is_seen(widget: QWidget) -> bool:
    shown = widget.visibleRegion().boundingRect()
    return shown.height() * 2 > min(widget.height(), 60)


def _text(widget: QWidget) -> str:
    said = widget.toPlainText() if isinstance(widget, QPlainTextEdit) else widget.text()
    if isinstance(widget, QLineEdit | QPlainTextEdit):
        said = said or widget.placeholderText()
    return re.sub(r"\W", "", said)


def _least(widget: QWidget) -> float:
    """3 for large letters: from 18.66 pixels in bold."""
    font = widget.font()
    is_large = font.pixelSize() >= 24 or (font.pixelSize() >= 19 and font.weight() >= 600)
    return 3 if is_large else 4.5


def _painted_contrast(window: QWidget, widget: QWidget) -> float:
    """Of the ground, which most pixels have, and the pixels that are furthest from it.

    Thin strokes are painted half transparent: what is measured is at most what was asked for.
    """
    seen = widget.visibleRegion().boundingRect().adjusted(4, 4, -4, -4)
    if seen.isEmpty():
        return 21.0
    pixels = luminance(window, QRect(widget.mapTo(window, seen.topLeft()), seen.size())).ravel()
    values, counts = np.unique(pixels.round(4), return_counts=True)
    ground = values[counts.argmax()]
    return float(
        max((pixels.max() + 0.05) / (ground + 0.05), (ground + 0.05) / (pixels.min() + 0.05))
    )


def test_a_colour_of_the_theme_is_a_colour() -> None:
    assert all(
        colour(use).isValid()
        for name in NAMES
        for use in set_theme(name).colours
        if use != "is_dark"
    )
    set_theme("light")
