"""Checkpoints of the library below the line that is being written, by keys and mouse."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.desktop.hands import Hands
from tests.desktop.looking import rubric_of
from tests.workflow.studio import Studio
from xpert_studio.core.records import Suggestion, SuggestionState, Tier
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import add_checkpoint
from xpert_studio.core.workflow.checkpoint_library import LIBRARY

TAKEN = "Names clause 9 as the reason for leaving the premises."


@pytest.fixture
def hands_at_work(hands: Hands, studio: Studio) -> Hands:
    """At the rubric of t2 with one line; t1 has a checkpoint that fits."""
    studio.rubric(lines=1)
    add_checkpoint(studio.wei, "t1", text=TAKEN, tier=Tier.ESSENTIAL, weight=9, dimension="Clarity")
    studio.rubric("t2", lines=1)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t2", tab="rubric")
    return hands


def offered(hands: Hands, text: str = "names clause 9 as the rea") -> None:
    """Writes on a new line until something is offered."""
    hands.panel.actions_.add()
    hands.settle()
    QTest.keyClicks(hands.panel.table.editor, text)
    hands.until(hands.panel.library.list.isVisible, "the list")


def test_down_and_enter_take_all_of_a_checkpoint(hands_at_work: Hands, studio: Studio) -> None:
    hands = hands_at_work
    offered(hands)
    assert [one.title for one in hands.panel.library.list.entries] == [TAKEN]
    assert not hands.panel.library.list.key
    QTest.keyClick(hands.panel.table.editor, Qt.Key.Key_Down)
    QTest.keyClick(hands.panel.table.editor, Qt.Key.Key_Return)
    hands.settle()
    taken = rubric_of(studio, "t2")[-1]
    assert (taken.text, taken.tier, taken.weight, taken.dimension, taken.drafted_by) == (
        TAKEN, Tier.ESSENTIAL, 9, "Clarity", LIBRARY,
    )  # fmt: skip
    assert not hands.panel.library.list.isVisible()
    assert hands.panel.table.hasFocus()
    with studio.project.reading() as tx:
        (kept,) = entities.find_all(tx, Suggestion, task_id="t2")
    assert (kept.state, kept.checkpoint_id) == (SuggestionState.TAKEN, taken.id)
    assert kept.source == f"t1/{rubric_of(studio, 't1')[-1].id}"


def test_escape_closes_the_list_and_enter_alone_keeps_what_was_written(
    hands_at_work: Hands, studio: Studio
) -> None:
    hands = hands_at_work
    offered(hands)
    QTest.keyClick(hands.panel.table.editor, Qt.Key.Key_Escape)
    assert not hands.panel.library.list.isVisible()
    assert hands.panel.table.editor is not None, "a second Escape leaves the line"
    QTest.keyClicks(hands.panel.table.editor, "son")
    hands.until(hands.panel.library.list.isVisible, "the list")
    QTest.keyClick(hands.panel.table.editor, Qt.Key.Key_Return)
    hands.settle()
    assert not hands.panel.library.list.isVisible()
    assert rubric_of(studio, "t2")[-1].text == "names clause 9 as the reason"


def test_a_click_takes_one_in_place_of_a_line_that_is_there(
    hands_at_work: Hands, studio: Studio
) -> None:
    hands = hands_at_work
    (old,) = rubric_of(studio, "t2")
    hands.panel.table.write_in(old.id)
    QTest.keyClick(hands.panel.table.editor, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(hands.panel.table.editor, "names clause 9")
    library = hands.panel.library.list
    hands.until(library.isVisible, "the list")
    at = library.visualRect(library.entries.index(0)).center()
    QTest.mouseClick(library.viewport(), Qt.MouseButton.LeftButton, pos=at)
    hands.settle()
    (new,) = rubric_of(studio, "t2")
    assert (new.id, new.text, new.weight) == (old.id, TAKEN, 9)
    hands.app.session.undo()
    hands.settle()
    assert [(point.id, point.text) for point in rubric_of(studio, "t2")] == [(old.id, old.text)]


def test_an_earlier_project_is_added_in_the_settings_suggested_from_and_removed(
    hands_at_work: Hands, studio: Studio, tmp_path
) -> None:
    hands = hands_at_work
    old = Studio(tmp_path / "old.xpert")
    old.rubric(lines=4)
    old.project.close()
    hands.go("settings", tab="library")
    panel = hands.page.library
    panel.take(str(tmp_path / "old.xpert"))
    hands.until(lambda: panel.list.keys, "the project")
    assert "4 checkpoints" in next(iter(panel.list.entries)).lines[0]
    hands.go("task", task_id="t2", tab="rubric")
    offered(hands, "warns that rent is due")
    (entry,) = hands.panel.library.list.entries
    assert entry.title == "Warns that rent is due until the break date."
    hands.go("settings", tab="library")
    hands.click(panel.remove)
    hands.until(lambda: not panel.list.keys, "the project gone")
