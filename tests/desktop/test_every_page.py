"""What holds on every page: words are translated, nothing is cut, everything has a name, AA."""

from __future__ import annotations

import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from tests.desktop.hands import Hands
from xpert_studio.desktop import opening
from xpert_studio.desktop.look.theme import NAMES, theme_named
from xpert_studio.desktop.pages import PAGES
from xpert_studio.desktop.places import Place, verdict_place
from xpert_studio.desktop.session import now
from xpert_studio.exchange.assignment_files import (
    assignment_to_file,
    open_assignment_file,
    submission_to_file,
)
from xpert_studio.judge.request import ScoreRequest
from xpert_studio.judge.scoring import BASELINE, BASELINE_MODEL, prepare, score
from xpert_studio.records.assignments import Purpose
from xpert_studio.store import ProjectFile, tasks
from xpert_studio.workflow import WORDS, CommandContext, edit_checkpoint
from xpert_studio.workflow.assignments.choosing import choose

ROOT = Path(__file__).resolve().parents[2]
TASK = "eng-anchor-bolts"
LARGE = bool(os.environ.get("XPERT_TEST_LARGE"))
"""``XPERT_TEST_LARGE=1`` opens the pages for more people in every language and size."""
WAYS_IN_CHINESE = [("lead-moreau", 100), ("author-kowalska", 200), ("lead-moreau", 200)]
if LARGE:
    WAYS_IN_CHINESE.append(("author-kowalska", 100))
SUBMISSION = "wei.xsubmission"
"""A submission in which a checkpoint was edited differently from here, in the current folder."""
PLACES = (
    *(Place(entry.id) for entry in PAGES if entry.id != "task"),
    *(Place("task", task_id=TASK, tab=tab) for tab in ("brief", "rubric", "review", "responses", "history")),
    Place("adjudication", task_id="law-lease-break", item="law-lease-break:aurora-2", expert_id="expert-amara"),
    Place("settings", tab="shortcuts"),
    Place("settings", tab="providers"),
    *(Place("runs", tab=tab) for tab in ("new", "verdicts", "calls")),
    *(
        verdict_place("law-lease-break", "law-lease-break:aurora-2", tab=tab)
        for tab in ("verdict", "exchange", "hashes", "earlier")
    ),
    *(Place("results", tab=tab) for tab in ("heatmaps", "spread", "items", "compare", "tasks", "verdicts", "boards")),
    *(Place("assignments", tab="send", item=purpose) for purpose in ("review", "judge", "write")),
    Place("assignments", tab="import", item=SUBMISSION),
    Place("results", tab="system", item="system=aurora-2"),
    Place("results", tab="pair", item="task=law-lease-break&first=aurora-2&second=cirrus-mini"),
)  # fmt: skip


@pytest.fixture
def sample(hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    with opening.sample_project(tmp_path) as project:
        request = ScoreRequest(provider=BASELINE, model=BASELINE_MODEL)
        score(project, prepare(project, request), clock=now, on_progress=lambda _: None)
        _write_assignments(project, tmp_path)
        return project.path


def _write_assignments(project: ProjectFile, folder: Path) -> None:
    """An assignment that was sent, and an author's submission that differs from the project."""
    lead = CommandContext(project, "lead-moreau", now)
    for purpose, person in ((Purpose.REVIEW, "expert-amara"), (Purpose.WRITE, "author-kowalska")):
        path = folder / f"{purpose.value}.xassignment"
        scope = choose(lead, person, purpose)
        assignment_to_file(lead, path, purpose, person, scope, message="By Friday.")
    with open_assignment_file(path, folder / "own.xpert", now=now()) as other:
        for one, text in ((project, "Gives the depth."), (other, "Gives the embedment depth.")):
            with one.reading() as tx:
                line = tasks.rubric_of(tx, TASK)[0]
            edit_checkpoint(CommandContext(one, "author-kowalska", now), TASK, line.id, text=text)
        ctx = CommandContext(other, "author-kowalska", now)
        submission_to_file(ctx, folder / SUBMISSION, message="From Lyon.")


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


@pytest.mark.parametrize("theme", NAMES)
def test_colours_keep_the_contrast_of_aa(theme: str) -> None:
    colours = theme_named(theme)
    grounds = ("window", "surface", "sunken", "hover", "selection")
    pairs = [("text", ground) for ground in grounds] + [("muted", g) for g in grounds[:3]]
    pairs += [("accent", g) for g in ("window", "surface", "accent_soft")]
    pairs += [("on_accent", "accent"), ("text", "mark"), ("text", "mark_strong")]
    for tone in ("good", "bad", "warn", "essential", "important", "optional"):
        pairs += [(tone, f"{tone}_soft"), (tone, "surface")]
    weak = [
        (a, b, round(_contrast(colours[a], colours[b]), 2))
        for a, b in pairs
        if _contrast(colours[a], colours[b]) < 4.5
    ]
    assert not weak
    assert _contrast(colours["border_strong"], colours["surface"]) >= 3


def _contrast(first: str, second: str) -> float:
    """Contrast of two colours (WCAG 2.2, 1.4.3)."""

    def luminance(colour: str) -> float:
        parts = []
        for value in QColor(colour).getRgbF()[:3]:
            parts.append(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    one, other = sorted((luminance(first), luminance(second)), reverse=True)
    return (one + 0.05) / (other + 0.05)


def _walk(hands: Hands, sample: Path, person: str, *checks: Callable[[Hands, Place], None]) -> None:
    """Opens every page as somebody, and looks at each for all that is asked."""
    hands.open(sample, person)
    size = hands.prefs.text_size
    hands.window.resize(1360 * size // 100, 880 * size // 100)
    for place in PLACES:
        _shown(hands, place)
        for check in checks:
            check(hands, place)


@contextmanager
def _dressed(hands: Hands, language: str, size: int) -> Iterator[None]:
    hands.prefs.language, hands.prefs.text_size = language, size
    hands.app.dress()
    try:
        yield
    finally:
        hands.prefs.language, hands.prefs.text_size = "en", 100
        hands.app.dress()


@pytest.mark.parametrize("person", ["author-kowalska", "lead-moreau"])
def test_every_page_is_whole_and_can_be_used_by_keys(
    hands: Hands, sample: Path, person: str
) -> None:
    _walk(
        hands, sample, person,
        _nothing_is_cut, _what_takes_the_focus_has_a_name, _no_shortcuts_clash,
        _no_widget_is_a_window_of_its_own,
    )  # fmt: skip


@pytest.mark.parametrize(("person", "size"), WAYS_IN_CHINESE)
def test_in_chinese_every_page_is_whole_and_no_english_of_the_program_is_left(
    hands: Hands, sample: Path, person: str, size: int
) -> None:
    with _dressed(hands, "zh", size):
        _walk(hands, sample, person, _nothing_is_cut, _no_english_is_left)


@pytest.mark.parametrize("person", ["author-kowalska", "lead-moreau"] if LARGE else ["lead-moreau"])
def test_in_larger_letters_every_page_is_whole(hands: Hands, sample: Path, person: str) -> None:
    with _dressed(hands, "en", 150):
        _walk(hands, sample, person, _nothing_is_cut)


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


def _what_takes_the_focus_has_a_name(hands: Hands, place: Place) -> None:
    befriended = {label.buddy() for label in hands.seen(QLabel)}
    for kind in (QAbstractButton, QLineEdit, QPlainTextEdit, QComboBox, QAbstractItemView):
        for widget in hands.seen(kind):
            if not widget.isEnabled() or widget.focusPolicy() == widget.focusPolicy().NoFocus:
                continue
            if isinstance(widget.parentWidget(), QComboBox | QAbstractSpinBox):
                continue
            text = widget.text() if isinstance(widget, QAbstractButton) else ""
            name = widget.accessibleName() or text or widget.toolTip()
            assert name or widget in befriended, (place, widget)


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


def test_tab_leads_through_a_page_and_the_focus_is_seen(hands: Hands, sample: Path) -> None:
    hands.open(sample, "author-halloran")
    hands.go("task", task_id="law-privacy-notice", tab="brief")
    seen = []
    for _ in range(12):
        hands.key("Tab")
        seen.append(hands.focus)
    assert len(set(seen)) >= 10
    assert all(widget.isVisible() for widget in seen)
