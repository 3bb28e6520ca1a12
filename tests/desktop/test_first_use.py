"""What somebody stumbles over who sees the program for the first time."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QPushButton, QScrollArea

from tests.desktop.hands import Hands, pause
from tests.workflow.studio import Studio
from xpert_studio.core.store import tasks
from xpert_studio.core.workflow import change_brief
from xpert_studio.desktop.pages.task.brief.checklist import QUESTIONS
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.unsaved import CutOffText
from xpert_studio.desktop.welcome.yourself import Yourself
from xpert_studio.desktop.widgets.asking import ActionDialog


def _task(studio: Studio, task_id: str):
    with studio.project.reading() as tx:
        return tasks.get_task(tx, task_id)


def test_a_title_is_not_lost_when_the_focus_comes_before_the_words(
    hands: Hands, studio: Studio
) -> None:
    studio.brief()
    title = _task(studio, "t1").title
    assert title
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="history")
    page = hands.page
    panel = page.panel("brief")
    page.stack.setCurrentWidget(panel)
    panel.facts.inputs["title"].widget.setFocus()
    page.open_tab("brief")
    hands.settle()
    assert panel.facts.inputs["title"].widget.text() == title
    panel.facts.inputs["title"].widget.setFocus()
    hands.key("Tab")
    hands.settle()
    assert _task(studio, "t1").title == title


def test_the_answers_of_one_checklist_are_not_shown_on_another_task(
    hands: Hands, studio: Studio
) -> None:
    studio.brief()
    studio.brief("t2")
    change_brief(studio.wei, "t2", checklist=None)
    assert _task(studio, "t1").checklist is not None
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief")
    hands.go("task", task_id="t2", tab="brief")
    given = hands.panel.checklist.form.values()
    assert [given[name] for name, _ in QUESTIONS] == [None, None, None, None]
    answers = hands.panel.checklist.form.findChildren(QPushButton)
    assert not any(answer.isChecked() for answer in answers)


def test_who_types_without_a_pause_is_kept_too(hands: Hands, studio: Studio) -> None:
    first, *_ = studio.rubric(lines=2)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    hands.panel.table.write_in(first)
    kept: list[str] = []
    hands.panel.table.kept.connect(lambda _, text: kept.append(text))
    for letter in "without any pause at all":
        QTest.keyClick(hands.panel.table.editor, letter)
        pause(40)
    assert kept, "every key began the wait anew"


def test_after_a_crash_one_is_where_the_words_were_put_back(hands: Hands, studio: Studio) -> None:
    studio.brief()
    hands.open(studio.project.path, "wei")
    hands.app.session.unsaved.keep(CutOffText("wei", "brief", "t1", "materials", "Cut off he"))
    hands.open(studio.project.path, "wei")
    assert "cut off" in hands.notice
    assert (hands.window.place.task_id, hands.window.place.tab) == ("t1", "brief")
    assert hands.panel.fields["materials"].toPlainText() == "Cut off he"


def test_a_line_that_was_only_looked_at_leaves_no_words_behind(
    hands: Hands, studio: Studio
) -> None:
    first, *_ = studio.rubric(lines=2)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    hands.panel.table.write_in(first)
    pause(500)
    hands.key("Escape")
    hands.settle()
    assert not hands.app.session.unsaved.cut_off()
    hands.panel.table.write_in(first)
    hands.type("x")
    pause(500)
    hands.key("Backspace")
    hands.key("Escape")
    hands.settle()
    assert not hands.app.session.unsaved.cut_off()


def test_a_long_checkpoint_is_seen_whole_while_it_is_written(hands: Hands, studio: Studio) -> None:
    first, *_ = studio.rubric(lines=2)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    hands.panel.table.write_in(first)
    hands.type(" and says why, with the flight, the heart rate, the saturation and more" * 3)
    hands.settle()
    editor = hands.panel.table.editor
    assert editor.document().size().height() > 2
    assert editor.firstVisibleBlock().isValid()
    assert editor.verticalScrollBar().value() == 0
    assert editor.height() >= editor.wanted_height() - 4


@pytest.mark.skipif(sys.platform == "darwin", reason="the pasteboard has no offscreen stand-in")
def test_an_image_is_pasted_from_the_clipboard(hands: Hands, studio: Studio) -> None:
    studio.brief()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief")
    image = QImage(20, 10, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.blue)
    QGuiApplication.clipboard().setImage(image)
    hands.panel.attachments.paste.click()
    hands.settle()
    (item,) = _task(studio, "t1").attachments
    assert item.media_type == "image/png"


def test_large_text_cuts_nothing_off(hands: Hands, studio: Studio) -> None:
    hands.dress(text_size=150)
    studio.brief()
    window = hands.open(studio.project.path, "wei")
    window.resize(1240, 820)
    for place in (Place("task", task_id="t1", tab="brief"), Place("settings")):
        window.go(place)
        hands.settle()
        for area in hands.seen(QScrollArea):
            if area.widget() is not None:
                needed = area.widget().minimumSizeHint().width()
                assert needed <= area.viewport().width(), (place.page, needed)


def test_enter_presses_the_button_that_has_the_focus(hands: Hands, studio: Studio) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("people")
    hands.button("Add person").setFocus()
    hands.key("Enter")
    hands.await_dialog()
    hands.key("Escape")


def test_a_form_begins_in_its_first_field_and_enter_acts(hands: Hands, studio: Studio) -> None:
    from PySide6.QtWidgets import QSpinBox

    hands.open(studio.project.path, "lena")
    dialog = ActionDialog(hands.window, "Draw", "", "Draw")
    field = QSpinBox()
    dialog.add("Share", field)
    done: list[bool] = []
    dialog.accepted.connect(lambda: done.append(True))
    dialog.open()
    hands.await_dialog()
    assert dialog.focusWidget() is field
    hands.key("Enter", field)
    assert done == [True]


def test_the_domains_of_the_first_start_are_written_out(hands: Hands) -> None:
    made = Yourself(hands.prefs)
    hands.qtbot.addWidget(made)
    words = [box.text() for box in made.findChildren(QCheckBox)]
    assert "Healthcare && Medicine" in words, "one & would underline the next letter"
