"""The table of tasks: it scrolls over thousands, filters, sorts, keeps views, acts on several."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QPlainTextEdit

from tests.desktop.hands import Hands
from tests.workflow.studio import Studio
from xpert_studio.core.records import Difficulty, Stage, Task
from xpert_studio.core.store import entities, tasks
from xpert_studio.core.workflow.views import TaskFilter, list_tasks, rows_of
from xpert_studio.desktop.pages.tasks.table import TaskTable
from xpert_studio.desktop.places import Place

DOMAINS = ("Law", "Finance")


@pytest.fixture
def many(studio: Studio) -> Studio:
    """A project with 700 tasks beside the studio's own."""
    with studio.project.writing() as tx:
        for number in range(700):
            entities.put(
                tx,
                Task(
                    id=f"many-{number:04}",
                    title=f"Task {number:04} on {'租赁 leases' if number % 7 == 0 else 'covenants'}",
                    prompt=f"Do number {number}. {'Consider the escrow.' if number == 33 else ''}",
                    domain=DOMAINS[number % 2],
                    stage=list(Stage)[number % 9],
                    difficulty=list(Difficulty)[number % 3],
                    author_id="maria" if number % 5 == 0 else None,
                ),
            )
    return studio


def _model(hands: Hands) -> TaskTable:
    return hands.page.model


def test_thousands_of_rows_come_page_by_page(hands: Hands, many: Studio) -> None:
    hands.open(many.project.path, "lena")
    hands.go("tasks")
    model = _model(hands)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    assert model.rowCount() == 700
    assert model.row_at(650) is None, "rows that were not shown were not fetched"
    bar = hands.page.table.verticalScrollBar()
    bar.setValue(bar.maximum())
    hands.settle()
    assert model.row_at(699) is not None
    assert model.row_at(305) is None


def test_filters_leave_what_they_say(hands: Hands, many: Studio) -> None:
    hands.open(many.project.path, "lena")
    hands.go("tasks")
    filters = hands.page.filters
    hands.type("租赁", filters.words)
    hands.until(lambda: _model(hands).rowCount() == 100)
    filters.pickers["stage"].tick(["ready"])
    filters.pickers["stage"].changed.emit()
    hands.settle()
    shown = {_model(hands).row_at(n).stage for n in range(_model(hands).rowCount())}
    assert shown == {Stage.READY}
    hands.click("Clear")
    hands.settle()
    assert _model(hands).rowCount() == 700
    hands.type("no such task", filters.words)
    hands.until(lambda: hands.page.empty.isVisible())
    assert hands.reads("No task matches this filter")


def test_words_are_found_in_all_texts(hands: Hands, many: Studio) -> None:
    hands.open(many.project.path, "lena")
    hands.go("tasks")
    filters = hands.page.filters
    hands.type("escrow", filters.words)
    hands.until(lambda: _model(hands).rowCount() == 0)
    filters.everywhere.click()
    hands.until(lambda: _model(hands).rowCount() == 1)
    hands.settle()
    assert _model(hands).row_at(0).id == "many-0033"


def test_a_click_on_a_head_sorts(hands: Hands, many: Studio) -> None:
    hands.open(many.project.path, "lena")
    hands.go("tasks")
    head = hands.page.table.horizontalHeader()
    head.sectionClicked.emit(0)
    hands.settle()
    assert _model(hands).row_at(0).title.startswith("Task 0000")
    head.sectionClicked.emit(0)
    hands.settle()
    assert _model(hands).row_at(0).title.startswith("Task 0699")
    head.sectionClicked.emit(1)
    hands.settle()
    assert _model(hands).row_at(0).stage is Stage.BRIEF


def test_a_view_is_kept_and_comes_back(
    hands: Hands, many: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.open(many.project.path, "lena")
    hands.go("tasks", item="stage=review&domain=Law")
    hands.settle()
    count = _model(hands).rowCount()
    assert 0 < count < 700
    monkeypatch.setattr(
        "xpert_studio.desktop.pages.tasks.page.QInputDialog.getText", lambda *_: ("Mine", True)
    )
    hands.page.save_view()
    hands.page.filters.clear()
    hands.settle()
    hands.page.views.menu().aboutToShow.emit()
    saved = next(a for a in hands.page.views.menu().actions() if a.text() == "Mine")
    saved.trigger()
    hands.settle()
    assert _model(hands).rowCount() == count
    assert hands.prefs.task_views["Mine"]["stage"] == ["review"]


def test_several_tasks_are_discarded_at_once_and_what_is_refused_is_told(
    hands: Hands, many: Studio
) -> None:
    hands.open(many.project.path, "lena")
    hands.go("tasks")
    table = hands.page.table
    for _ in range(3):
        QTest.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    rows = hands.page.bulk.selected()
    assert len(rows) == 4
    hands.click("Discard…")
    form = hands.await_dialog()
    hands.type("Twice the same.", form.findChild(QPlainTextEdit))
    hands.click("Discard")
    hands.settle()
    with many.project.reading() as tx:
        stages = [tasks.get_task(tx, row.id).stage for row in rows]
    assert stages == [Stage.DISCARDED] * 4


def test_enter_opens_and_back_returns_to_the_same_row(hands: Hands, many: Studio) -> None:
    hands.open(many.project.path, "lena")
    hands.go("tasks")
    table = hands.page.table
    for _ in range(5):
        hands.key("Down", table)
    row = _model(hands).row_at(table.currentIndex().row())
    hands.key("Enter", table)
    hands.settle()
    assert hands.window.place == Place("task", task_id=row.id)
    hands.key("Alt+Left", hands.window)
    hands.settle()
    assert _model(hands).row_at(hands.page.table.currentIndex().row()).id == row.id


def test_the_palette_finds_actions_tasks_and_people(hands: Hands, many: Studio) -> None:
    hands.open(many.project.path, "lena")
    hands.key("Ctrl+K", hands.window)
    hands.until(lambda: hands.qapp.activePopupWidget() is not None)
    palette = hands.qapp.activePopupWidget()
    hands.type("many-0042", palette.field)
    hands.until(lambda: any("Task 0042" in entry.text for entry in palette._offers))
    hands.key("Enter", palette.field)
    hands.settle()
    assert hands.window.place.task_id == "many-0042"
    hands.window.activateWindow()
    hands.key("Ctrl+K", hands.window)
    palette = hands.qapp.activePopupWidget()
    hands.type("dark", palette.field)
    assert palette._offers[0].text == "Dark"


def test_the_list_answers_its_filter(many: Studio, tmp_path: Path) -> None:
    found = list_tasks(many.project, TaskFilter(words="100%_", domains=("Law",)))
    assert found.keys == (), "% and _ are letters, not patterns"
    found = list_tasks(many.project, TaskFilter(authors=("maria",), sort="difficulty"))
    rows = rows_of(many.project, found.keys)
    levels = [rows[key].difficulty for key in found.keys]
    assert levels == sorted(levels, key=list(Difficulty).index)
    assert {row.author_id for row in rows.values()} == {"maria"}


def test_no_action_is_for_the_task_before(hands: Hands, studio: Studio) -> None:
    before, after = studio.brief("t1"), studio.brief("t2")
    hands.open(studio.project.path, "lena")
    hands.go("task", task_id=before)
    page = hands.page
    discard = page.steps._all["task.discard"]
    assert discard.refused() is None
    page.show_place(Place("task", task_id=after))
    assert discard.refused() == "Open a task first."
    hands.settle()
    assert page.steps.view.task.id == after
    assert discard.refused() is None


def test_what_the_benchmark_is_made_of_is_a_view_of_its_tasks(hands: Hands, studio: Studio) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("tasks", tab="figures")
    assert hands.reads("No task has a rubric yet")
    studio.ready("t1")
    hands.window.session.changed_outside.emit()
    hands.settle()
    table, *_ = hands.page.part("figures").asked.blocks.tables
    assert table.model().rowCount() == 2, "the domain, and all"
    hands.page.tabs.setCurrentIndex(0)
    hands.settle()
    assert hands.window.place.tab == ""
    assert hands.page.table.isVisible()
