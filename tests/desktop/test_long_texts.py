"""Texts too long to be written in: kept whole, shown in part, never cut by looking at them."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QTextCursor

from tests.desktop.hands import Hands
from tests.sampling import examples
from tests.workflow.studio import Studio
from xpert_studio.core.records import Checkpoint, Task
from xpert_studio.core.store import entities
from xpert_studio.desktop.widgets.long_texts import is_editable
from xpert_studio.desktop.widgets.portions import portion
from xpert_studio.desktop.widgets.texts import WritingField

HUGE = "合同🦉 of many words " * 60_000 + "end"
LONG = [
    "x" * 1_000_000, "word " * 800_000, "w\n\n" * 300_000, HUGE, ("x" * 1999 + " ") * 500,
    "line\n" * 20_000, "字" * 30_000,
]  # fmt: skip


def _context(studio: Studio) -> str | None:
    with studio.project.reading() as tx:
        task = entities.find(tx, Task, "t1")
    assert task is not None
    return task.context


@pytest.mark.parametrize("text", LONG)
def test_a_field_holds_all_of_a_text_and_shows_its_beginning(qtbot, text: str) -> None:
    field = WritingField("Materials")
    qtbot.addWidget(field)
    said: list[str] = []
    field.finished.connect(said.append)
    field.show_text(text)
    assert field.isReadOnly()
    assert field.toPlainText() == text
    assert text.startswith(field.document().toPlainText())
    assert len(field.document().toPlainText()) < len(text)
    assert not field.is_dirty
    field.finish()
    assert said == []
    field._too_long.copy.click()
    assert QGuiApplication.clipboard().text() == text
    field.show_text("short again")
    assert not field.isReadOnly()
    assert field.toPlainText() == field.document().toPlainText() == "short again"


@pytest.mark.parametrize("text", ["", "word " * 3000, "A paragraph of words. \n" * 7000])
def test_what_people_write_can_be_written_in(qtbot, text: str) -> None:
    field = WritingField("Materials")
    qtbot.addWidget(field)
    field.show_text(text)
    assert not field.isReadOnly()
    assert field.document().toPlainText() == text


def test_a_text_for_reading_only_stays_so_whatever_its_length(qtbot) -> None:
    field = WritingField("Materials")
    qtbot.addWidget(field)
    field.set_open(False)
    field.show_text(HUGE)
    field.show_text("short")
    assert field.isReadOnly()
    field.set_open(True)
    assert not field.isReadOnly()


ANYTHING = st.text(
    st.characters(exclude_categories=("Cs",))
    | st.sampled_from("\r\n\xa0\u2028\u2029\ufeff\ufdd0 \x00"),
    max_size=40,
)


@examples(40)
@given(text=ANYTHING, other=ANYTHING)
def test_looking_at_a_text_changes_nothing_in_it(qapp, text: str, other: str) -> None:
    """No-break spaces, foreign line breaks and marks stay what they are until somebody writes."""
    field = WritingField("Materials")
    said: list[str] = []
    field.finished.connect(said.append)
    for shown in (text, other, text):
        field.show_text(shown)
        assert field.toPlainText() == shown
        field.finish()
    assert said == []
    field.deleteLater()


def test_who_writes_in_a_text_keeps_its_no_break_spaces(qtbot) -> None:
    field = WritingField("Materials")
    qtbot.addWidget(field)
    said: list[str] = []
    field.finished.connect(said.append)
    field.show_text("10\xa0%\nby May")
    field.moveCursor(QTextCursor.MoveOperation.End)
    field.insertPlainText(" 2026")
    field.finish()
    assert said == ["10\xa0%\nby May 2026"]


@examples(40)
@given(
    before=st.text(st.characters(exclude_characters="\u2028\u2029\ufeff\ufdd0\ufdd1",
                                 exclude_categories=("Cs", "Cc")), max_size=30),
    start=st.integers(0, 30), end=st.integers(0, 30),
)  # fmt: skip
def test_a_long_text_pasted_in_the_middle_takes_the_place_of_what_was_selected(
    qapp, before: str, start: int, end: int
) -> None:
    start, end = sorted((min(start, len(before)), min(end, len(before))))
    field = WritingField("Materials")
    said: list[str] = []
    field.finished.connect(said.append)
    field.show_text(before)
    cursor = field.textCursor()
    cursor.setPosition(len(before[:start].encode("utf-16-le")) // 2)
    cursor.setPosition(len(before[:end].encode("utf-16-le")) // 2, QTextCursor.MoveMode.KeepAnchor)
    field.setTextCursor(cursor)
    data = QMimeData()
    data.setText(LONG[-1])
    field.insertFromMimeData(data)
    assert said == [before[:start] + LONG[-1] + before[end:]]
    assert field.toPlainText() == said[0]
    field.deleteLater()


@examples(40)
@given(text=st.text(), budget=st.floats(1, 10_000), is_plain=st.booleans())
@example(text="\n", budget=1.0, is_plain=True)
def test_a_portion_is_the_beginning_and_a_larger_budget_shows_no_less(
    text: str, budget: float, is_plain: bool
) -> None:
    part = portion(text, is_plain=is_plain, budget=budget)
    more = portion(text, is_plain=is_plain, budget=budget * 4)
    assert text.startswith(part)
    assert more.startswith(part)
    assert part or not text


def test_a_book_pasted_into_a_brief_is_saved_whole_and_replaced_later(
    hands: Hands, studio: Studio
) -> None:
    assert not is_editable(HUGE)
    studio.brief()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief", item="context")
    field = hands.panel.fields["context"]
    QGuiApplication.clipboard().setText(HUGE)
    hands.key("Ctrl+A", field)
    hands.key("Ctrl+V", field)
    hands.settle()
    assert _context(studio) == HUGE
    assert hands.reads("too long to be edited here")
    hands.go("home")
    hands.go("task", task_id="t1", tab="brief")
    hands.settle()
    assert _context(studio) == HUGE
    QGuiApplication.clipboard().setText("You advise a tenant.")
    hands.click("Replace it by what was copied")
    hands.settle()
    assert _context(studio) == "You advise a tenant."
    assert not field.isReadOnly()
    hands.key("Ctrl+Z", hands.window)
    hands.settle()
    assert _context(studio) == HUGE
    assert field.isReadOnly()


def test_a_checkpoint_as_long_as_a_book_is_not_opened_for_writing(
    hands: Hands, studio: Studio
) -> None:
    first, *_ = studio.rubric()
    with studio.project.writing() as tx:
        point = entities.find(tx, Checkpoint, "t1", first)
        entities.put(tx, point.model_copy(update={"text": HUGE}))
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    table = hands.panel.table
    table.write_in(first)
    hands.key("Enter", table)
    assert "too long to be edited" in hands.notice
    assert table.editor is None
    hands.go("home")
    with studio.project.reading() as tx:
        assert entities.find(tx, Checkpoint, "t1", first).text == HUGE
