"""A key decides only what is on the screen: in a review, in a case, and while either opens."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from tests.desktop.aligned import aligned_project
from tests.desktop.hands import Hands
from tests.desktop.looking import rubric_of, slow
from tests.desktop.test_one_grammar import SENTENCE, decided
from tests.workflow.studio import Studio
from xpert_studio.core.records import Attribution, Comment
from xpert_studio.core.workflow import add_checkpoint, submit_rubric
from xpert_studio.core.workflow.views import task_view
from xpert_studio.desktop.places import Place

LINES = 24


@pytest.fixture
def long_review(studio: Studio) -> Studio:
    """More checkpoints under review than a screen has room for."""
    studio.rubric(lines=3)
    for number in range(3, LINES):
        text = f"States the date of step {number} of the notice."
        add_checkpoint(studio.wei, "t1", text=text, dimension="Accuracy")
    submit_rubric(studio.wei, "t1", reason="Each step has its own date.")
    return studio


def read_of(studio: Studio) -> set[str]:
    """Which checkpoints maria has marked as read."""
    every = {point.id for point in rubric_of(studio)}
    return every - set(task_view(studio.maria, "t1").unread)


def test_a_held_key_marks_only_what_was_on_the_screen(hands: Hands, long_review: Studio) -> None:
    hands.open(long_review.project.path, "maria")
    hands.go("task", task_id="t1", tab="review")
    review = hands.panel
    hands.until(lambda: review.is_seen)
    on_screen = {line.id for line in review.table.shown_lines()}
    assert len(on_screen) < LINES
    for _ in range(LINES + 4):
        hands.key("A", review.table)
    assert "read it first" in hands.notice
    hands.settle()
    assert read_of(long_review) <= on_screen


def test_a_sentence_typed_at_a_review_decides_nothing(hands: Hands, long_review: Studio) -> None:
    hands.open(long_review.project.path, "maria")
    hands.go("task", task_id="t1", tab="review")
    on_screen = {line.id for line in hands.panel.table.shown_lines()}
    for letter in "Are a rubric's edits as exact as asked?":
        hands.type(letter)
    hands.settle()
    assert read_of(long_review) <= on_screen
    assert not decided(long_review, Comment)
    kept = hands.panel.composer.text.toPlainText()
    assert kept.endswith("e a rubric's edits as exact as asked?"), "what opened it is no letter"


def test_keys_sent_while_a_review_opens_decide_nothing(
    hands: Hands, long_review: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.open(long_review.project.path, "maria")
    slow(monkeypatch, hands, "reading", 1)
    hands.window.go(Place("task", task_id="t1", tab="review"))
    for key in ("A", "A", "R", "E", "Ctrl+Shift+A", "A"):
        hands.key(key)
    assert hands.page.opening.isVisible()
    monkeypatch.undo()
    hands.settle()
    assert not hands.page.opening.isVisible()
    assert hands.focus is hands.panel.table
    assert not read_of(long_review)
    assert not decided(long_review, Comment)


def test_keys_meant_for_the_next_task_do_nothing_to_the_one_before(
    hands: Hands, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio.rubric("t1", lines=2)
    studio.rubric("t2", lines=2)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    slow(monkeypatch, hands, "reading", 1)
    hands.window.go(Place("task", task_id="t2", tab="rubric"))
    hands.key("Ctrl+Return")
    hands.type(SENTENCE)
    hands.key("Enter")
    hands.key("Ctrl+Delete")
    monkeypatch.undo()
    hands.settle()
    assert len(rubric_of(studio, "t1")) == len(rubric_of(studio, "t2")) == 2
    assert hands.page.view.task.id == "t2"
    hands.key("Ctrl+Return")
    hands.type(SENTENCE)
    hands.key("Escape")
    hands.settle()
    assert SENTENCE in [point.text for point in rubric_of(studio, "t2")]


@pytest.fixture
def case(hands: Hands, tmp_path: Path) -> Path:
    """A project with cases where the judge and the experts differ; the first one is open."""
    path = tmp_path / "aligned.xpert"
    aligned_project(path, 20).close()
    hands.open(path, "lena")
    hands.go("alignment", tab="queue")
    hands.page.tabs.overview.list.setFocus()
    hands.key("Enter")
    hands.settle()
    assert hands.page.case.isVisible()
    return path


def found(hands: Hands) -> list[Attribution]:
    """What was found on cases."""
    from xpert_studio.core.store import entities

    with hands.app.session.project.reading() as tx:
        return entities.find_all(tx, Attribution)


def test_a_sentence_typed_at_a_case_is_its_reason_and_resolves_nothing(
    hands: Hands, case: Path
) -> None:
    first = hands.page.case.view.key
    hands.key("E")
    dialog = hands.await_dialog()
    for letter in SENTENCE:
        hands.type(letter)
    assert not found(hands)
    field = dialog.findChildren(QPlainTextEdit)[0]
    assert field.toPlainText() == SENTENCE
    hands.key("Ctrl+Return", field)
    hands.settle()
    (one,) = found(hands)
    assert (one.key, one.reason) == (first, SENTENCE)
    assert hands.page.case.view.key != first, "the next one comes by itself"


def test_keys_sent_before_the_next_case_is_there_decide_nothing(
    hands: Hands, case: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = hands.page.case.view.key
    slow(monkeypatch, hands, "reading", 1)
    hands.key("J", hands.window)
    for key in ("E", "P", "F", "D", "A"):
        hands.key(key, hands.window)
        assert QApplication.activeModalWidget() is None
    assert "on the screen" in hands.notice
    monkeypatch.undo()
    hands.settle()
    assert hands.page.case.view.key != first
    hands.key("E", hands.window)
    hands.await_dialog().reject()
    assert not found(hands)


def test_a_case_that_one_comes_straight_back_to_is_shown(hands: Hands, case: Path) -> None:
    here = hands.window.place
    first = hands.page.case.view.key
    alignment = hands.page
    hands.key("E", hands.window)
    hands.await_dialog()
    hands.type("It overlooks clause 9.")
    alignment._deal_with_next()  # the finding is kept; the list is not there anew
    hands.key("Escape")
    hands.window.go(Place("tasks"))
    hands.window.go(here)
    hands.settle()
    assert hands.page.case.view.key == first
    assert not alignment._why_no_case(alignment.case)
