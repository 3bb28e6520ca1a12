"""What commands offer for what is selected: as the rules of the task say, at its row, by keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QWidget

from tests.desktop.assignments_help import sent
from tests.desktop.hands import Hands
from tests.desktop.sample_places import scored_sample
from tests.workflow.studio import Studio
from xpert_studio.core.records import Stage
from xpert_studio.core.records.assignments import Purpose
from xpert_studio.core.store import ProjectFile, people, tasks
from xpert_studio.core.workflow import CommandContext
from xpert_studio.core.workflow.views import task_view
from xpert_studio.core.workflow.views.assignments import assignments_of
from xpert_studio.desktop.available import applying, available
from xpert_studio.desktop.session import now

VERBS = {
    "task.return": "triage", "task.discard": "discard", "rubric.reopen": "reopen",
    "task.reassign": "hand_over",
}  # fmt: skip


def test_what_applies_needs_all_of_the_selection_and_asks_for_the_rest() -> None:
    assert VERBS.keys() <= {one.name for one in applying({"task_id": "t1"})}
    named = [one.name for one in applying({"name": "gold"})]
    assert named == ["category.rename", "category.merge", "subset.remove"]
    for selection in ({"task_id": "t1"}, {"model": "a"}, {"comment_id": "c"}):
        for command in applying(selection):
            needed = {one.name for one in command.parameters if one.is_needed}
            assert selection.keys() <= needed
            assert all(one.asks.title for one in command.parameters if one.name not in selection), (
                command.name
            )


def test_what_is_offered_for_a_task_is_what_its_rules_allow(tmp_path: Path) -> None:
    with ProjectFile.open(scored_sample(tmp_path)) as project:
        with project.reading() as tx:
            ids = [task.id for task in tasks.all_tasks(tx)]
            everybody = [person.id for person in people.all_people(tx)]
            before = project.path.stat().st_size
        seen = set()
        for person in everybody:
            ctx = CommandContext(project, person, now)
            for task_id in ids:
                offered = {one.name for one in available(ctx, {"task_id": task_id})}
                view = task_view(ctx, task_id)
                for name, verb in VERBS.items():
                    assert (name in offered) == view.may(verb), (person, task_id, name)
                seen |= offered
        assert VERBS.keys() <= seen
        with project.reading() as tx:
            assert [task.id for task in tasks.all_tasks(tx)] == ids
        assert project.path.stat().st_size == before, "nothing is written"


def _menu(hands: Hands, at: QPoint) -> QMenu:
    view = hands.page.table
    view.customContextMenuRequested.emit(at)
    hands.until(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    found = QApplication.activePopupWidget()
    assert isinstance(found, QMenu)
    return found


def test_a_task_is_discarded_and_brought_back_from_its_row(hands: Hands, studio: Studio) -> None:
    studio.brief()
    hands.open(studio.project.path, "wei")
    hands.go("tasks")
    menu = _menu(hands, hands.page.table.visualRect(hands.page.table.currentIndex()).center())
    words = [one.text() for one in menu.actions()]
    assert "Discard task…" in words
    assert "Return brief…" not in words, "Wei cannot, so it is not there"
    hands.choose("Discard task…")
    hands.dialog.activateWindow()
    dialog = hands.await_dialog()
    hands.key("Ctrl+Enter")
    assert dialog.isVisible() and dialog.form.error("reason") == "Write a reason."
    hands.type("Said twice.")
    hands.key("Ctrl+Enter")
    hands.settle()
    with studio.project.reading() as tx:
        assert tasks.get_task(tx, "t1").stage is Stage.DISCARDED
    assert hands.notice.startswith("Done: discarded")
    hands.click("Undo")
    hands.settle()
    with studio.project.reading() as tx:
        assert tasks.get_task(tx, "t1").stage is not Stage.DISCARDED


@pytest.mark.parametrize("person", ["wei", "lena"])
def test_a_checkpoint_has_the_actions_of_its_menu(
    hands: Hands, studio: Studio, person: str
) -> None:
    studio.rubric(lines=2)
    hands.open(studio.project.path, person)
    hands.go("task", task_id="t1", tab="rubric")
    table = hands.panel.table
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, 12))
    table.customContextMenuRequested.emit(QPoint(20, 12))
    hands.until(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    found = {
        one.text().replace("&", "").partition("\t")[0]: one
        for one in QApplication.activePopupWidget().actions()
    }
    assert ("Duplicate checkpoint" in found) == (person == "wei"), "what is refused is not there"
    assert "Copy checkpoints as a table" in found
    QApplication.activePopupWidget().close()


def test_an_assignment_is_closed_at_its_row_and_only_what_can_be_done_is_there(
    hands: Hands, studio: Studio, tmp_path: Path
) -> None:
    studio.review()
    sent(studio, Purpose.REVIEW, "maria", tmp_path)
    hands.open(studio.project.path, "lena")
    hands.go("assignments")
    view = hands.page.overview.list
    for words, waiting in (("Close assignment", 0), ("Reopen assignment", 1)):
        view.customContextMenuRequested.emit(view.visualRect(view.currentIndex()).center())
        hands.until(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
        assert [one.text() for one in QApplication.activePopupWidget().actions()] == [words]
        hands.choose(words)
        hands.settle()
        assert assignments_of(hands.app.session.ctx).waiting == waiting
        assert hands.notice.startswith("Done: ")
        seen = [one.text() for one in hands.seen(QAbstractButton)]
        assert "Undo" not in seen, "it has no effects to take back"


def words_at(hands: Hands, row: QWidget, at: QPoint) -> list[str]:
    """What the menu of a row offers."""
    row.customContextMenuRequested.emit(at)
    hands.until(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    found = [one.text() for one in menu.actions()]
    menu.close()
    return found


@pytest.mark.parametrize("page", ["search", "history", "people", "home", "judging"])
def test_every_list_has_a_menu_at_its_rows(hands: Hands, studio: Studio, page: str) -> None:
    studio.answered()
    hands.open(studio.project.path, "maria" if page == "judging" else "lena")
    hands.go(page, item="lease" if page == "search" else "maria" if page == "people" else "")
    shown = hands.page
    views = {
        "search": lambda: shown.list, "history": lambda: shown.view.list,
        "people": lambda: shown.list, "judging": lambda: shown.queue.list,
    }  # fmt: skip
    if page == "home":
        row = next(
            one
            for one in hands.seen(QAbstractButton)
            if one.contextMenuPolicy() == Qt.ContextMenuPolicy.CustomContextMenu
        )
        assert words_at(hands, row, QPoint(2, 2))[0] == "Open"
        return
    view = views[page]()
    if page == "history":
        wanted = (key for key, row in shown.view.rows.items() if row.step.event.task_id)
        view.show_entries(
            [view.model().row_at(n) for n in range(view.model().rowCount())], next(wanted)
        )
    words = words_at(hands, view, view.visualRect(view.currentIndex()).center())
    if page == "people":
        assert words == ["Exclude expert…"], "a lead alone decides on no qualification"
    else:
        assert words[0] == "Open"
        assert ("Discard task…" in words) == (page != "judging"), "an expert cannot"
