"""Somebody remembers a phrase, types it, and is where it stands."""

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from tests.desktop.views_help import at_work, sample, settle
from tests.waiting import PATIENCE
from xpert_studio.core.store.search import Hit
from xpert_studio.core.workflow.views.finding import FoundPlace, HitKind
from xpert_studio.desktop.pages.search.found_list import entry_of, place_of, where
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.widgets.entries import EntryView

RATIONALE = "By calling EUR 4.0m too much"


@pytest.fixture
def project(tmp_path):
    made = sample(tmp_path / "sample.xpert")
    yield made
    made.close()


@pytest.fixture
def search(qtbot, project):
    with at_work(qtbot, project, "lead-moreau", Place("search")) as window:
        yield window.page("search")


def typed(qtbot, page, words):
    page.field.setFocus()
    page.field.clear()
    qtbot.keyClicks(page.field, words)
    qtbot.waitUntil(lambda: page._shown == (page.query, page.kinds))


def only(page, *kinds):
    for kind, tick in page.ticks.items():
        tick.setChecked(kind in kinds)


def test_words_are_found_while_one_types_and_enter_opens_the_checkpoint(qtbot, search):
    window = search.shell.window
    only(search, HitKind.CHECKPOINT)
    typed(qtbot, search, "refuse consent dividend")
    assert search.count.text() == "1 place"
    found = search.list.found[search.list.key]
    assert found.hit.spans
    assert where(found) == "Checkpoint"
    qtbot.keyClick(search.field, Qt.Key.Key_Down)
    assert search.list.hasFocus()
    qtbot.keyClick(search.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.place.page == "task")
    assert window.place == Place(
        "task", task_id="finance-liquidity-note", tab="rubric", item="fin-14"
    )


def test_a_click_opens_too_and_the_way_back_leads_to_the_same_results(qtbot, search):
    window = search.shell.window
    only(search, HitKind.TASK)
    typed(qtbot, search, "notice")
    assert len(search.list.found) > 2
    middle = search.list.visualRect(search.list.entries.index(1)).center()
    qtbot.mouseClick(search.list.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    qtbot.waitUntil(lambda: window.place.page == "task")
    settle(qtbot, window)
    window.go_back()
    settle(qtbot, window)
    assert search.query == "notice"
    assert search.list.currentIndex().row() == 1
    assert search.list.hasFocus()


def test_enter_in_the_field_opens_the_best_place_even_before_it_is_shown(qtbot, search):
    only(search, HitKind.TASK)
    search.field.setFocus()
    qtbot.keyClicks(search.field, "dividend")
    qtbot.keyClick(search.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: search.shell.window.place.page == "task")
    assert search.shell.window.place.task_id == "finance-liquidity-note"


def test_chinese_is_found(qtbot, search):
    written = QInputMethodEvent()
    written.setCommitString("青霉素")  # as an input method hands it over
    QApplication.sendEvent(search.field, written)
    qtbot.waitUntil(lambda: search._shown == ("青霉素", search.kinds))
    titles = [entry.title for entry in search.list.entries]
    assert any("青霉素" in title for title in titles)


def test_an_empty_page_says_what_to_do(qtbot, search):
    assert search.field.hasFocus()
    assert search.empty.title.text() == "Find words anywhere in the project"
    typed(qtbot, search, "xyzzyq")
    assert search.empty.title.text() == "Nothing found"
    assert search.empty.isVisible()
    only(search)
    assert search.empty.title.text() == "Nothing is ticked"
    search.field.clear()
    qtbot.waitUntil(lambda: search.empty.title.text() == "Find words anywhere in the project")


def test_escape_and_up_go_back_to_the_field(qtbot, search):
    typed(qtbot, search, "notice")
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Escape):
        qtbot.keyClick(search.field, Qt.Key.Key_Down)
        assert search.list.hasFocus()
        qtbot.keyClick(search.list, key)
        assert search.field.hasFocus()


@pytest.mark.parametrize(
    ("person", "count"), [("expert-amara", 1), ("expert-lin", 0), ("lead-moreau", 1)]
)
def test_what_others_gave_as_reasons_is_shown_to_leads_only(qtbot, project, person, count):
    with at_work(qtbot, project, person, Place("search", item=RATIONALE)) as window:
        page = window.page("search")
        qtbot.waitUntil(lambda: page._shown is not None)
        assert len(page.list.found) == count


def test_the_first_search_says_that_it_reads_the_project(qtbot, search, monkeypatch):
    real, was_said = search.session.finder.find, threading.Event()

    def slow(*args, **named):
        was_said.wait(PATIENCE)
        return real(*args, **named)

    monkeypatch.setattr(search.session.finder, "find", slow)
    qtbot.keyClicks(search.field, "lease")
    qtbot.waitUntil(lambda: search.empty.title.text() == "The project is being read")
    qtbot.keyClicks(search.field, " break")  # typed while the index is being made
    was_said.set()
    qtbot.waitUntil(lambda: search._shown == ("lease break", search.kinds))
    assert len(search.list.found)


def test_the_model_is_sound_and_each_kind_opens_where_it_stands(qtbot):
    view = EntryView("What was found", lines=2, wraps=True)
    qtbot.addWidget(view)
    model = view.entries
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    places = {
        HitKind.TASK: (("t",), Place("task", "t", "brief", "context")),
        HitKind.CHECKPOINT: (("t", "c"), Place("task", "t", "rubric", "c")),
        HitKind.RESPONSE: (("r",), Place("task", "t", "responses", "r")),
        HitKind.RATIONALE: (("r", "c", "wei"), Place("task", "t", "responses", "r")),
        HitKind.COMMENT: (("m",), Place("task", "t", "review", "m")),
    }
    found = [
        FoundPlace(Hit(kind, key, "t", "context", "a lease", ((2, 7),), 1.0), "Lease", "B")
        for kind, (key, _) in places.items()
    ]
    entries = [entry_of(item) for item in found]
    view.show_entries(entries, entries[3].key)
    assert [place_of(item) for item in found] == [place for _, place in places.values()]
    assert view.currentIndex().row() == 3
    assert len(set(view.keys)) == len(found)
    view.show_entries(())
    assert model.rowCount() == 0
    del tester
