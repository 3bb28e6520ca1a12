"""A lead draws gold subsets by seed, sees beforehand what each domain gives, and takes them back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.desktop.rooms import room_of
from xpert_studio.core.records import Task
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import discard
from xpert_studio.core.workflow.views import read_gold_subsets


def fill(studio, *, law=8, finance=4):
    """Tasks that came from outside and are ready, and one that is not."""
    with studio.project.writing() as tx:
        intake = Intake(tx)
        for domain, count in (("Law", law), ("Finance", finance)):
            for number in range(count):
                intake.task(
                    Task(id=f"{domain[0]}{number}", prompt="p", title=f"{domain} task {number}",
                         domain=domain)
                )  # fmt: skip
        intake.flush()
    studio.brief("brief-1")


@pytest.fixture
def room(qtbot, tmp_path):
    with room_of(qtbot, tmp_path) as made:
        fill(made.studio)
        yield made


def strata(page):
    model = page.draw.strata
    return [
        tuple(model.index(row, place).data() for place in range(3))
        for row in range(model.rowCount())
    ]


def asked(page, key):
    widget = page.draw.form.inputs[key].widget
    return widget.focusProxy() or widget


def enter(spin, number):
    spin.setFocus()
    spin.selectAll()
    QTest.keyClicks(spin, str(number))


def drawn(room):
    return {item.subset.name: item.subset for item in read_gold_subsets(room.studio.project).drawn}


def test_what_each_domain_gives_is_seen_before_anything_is_drawn(room):
    page = room.go("tasks", tab="samples").part("samples")
    assert asked(page, "size").value() == 3
    assert strata(page) == [("Finance", "4", "1"), ("Law", "8", "2")]
    enter(asked(page, "size"), 6)
    assert strata(page) == [("Finance", "4", "2"), ("Law", "8", "4")]
    assert not page.draw.note.isVisible()
    enter(asked(page, "size"), 1)
    assert page.draw.note.isVisible()
    assert not drawn(room)


def test_what_is_not_ready_is_listed_and_opens(room):
    page = room.go("tasks", tab="samples").part("samples")
    assert page.draw.waiting_title.text() == "1 task is not ready and cannot be sampled"
    assert page.draw.waiting.key == "brief-1"
    page.draw.waiting.setFocus()
    QTest.keyClick(page.draw.waiting, Qt.Key.Key_Return)
    room.settle()
    assert (room.window.place.page, room.window.place.task_id) == ("task", "brief-1")


def test_a_redraw_with_another_seed_keeps_the_one_before(room):
    page = room.go("tasks", tab="samples").part("samples")
    enter(asked(page, "size"), 6)
    enter(asked(page, "seed"), 7)
    QTest.keyClick(page.draw.act, Qt.Key.Key_Return)
    room.settle()
    first = drawn(room)["gold"]
    assert (len(first.task_ids), first.seed, first.sampled_by) == (6, 7, "lena")
    assert page.subsets.list.key == "gold"
    assert asked(page, "name").text() == "gold-2"
    page.draw.other_seed.click()
    page.draw.act.click()
    room.settle()
    assert drawn(room)["gold"] == first
    assert page.subsets.list.entries.rowCount() == 2
    assert page.subsets.list.key == "gold-2"
    assert page.subsets.tasks.entries.rowCount() == 6


def test_the_same_name_replaces_and_says_so_before(room):
    page = room.go("tasks", tab="samples").part("samples")
    page.draw.act.click()
    room.settle()
    asked(page, "name").setText("gold")
    assert page.draw.act.text() == "Draw in place of gold"
    enter(asked(page, "seed"), 99)
    page.draw.act.click()
    room.settle()
    assert drawn(room)["gold"].seed == 99
    room.session.undo()
    room.settle()
    assert drawn(room)["gold"].seed == 0
    asked(page, "name").clear()
    assert not page.draw.act.isEnabled()


def test_a_subset_is_removed_and_undo_on_the_notice_brings_it_back(room):
    page = room.go("tasks", tab="samples").part("samples")
    page.draw.act.click()
    room.settle()
    page.subsets.remove.click()
    room.settle()
    assert not drawn(room)
    assert page.subsets.empty.isVisible()
    assert room.notice == "Removed gold."
    room.window.notice._act.click()
    room.settle()
    assert page.subsets.list.key == "gold"


def test_its_tasks_open_and_those_not_ready_any_more_are_counted(room):
    page = room.go("tasks", tab="samples").part("samples")
    enter(asked(page, "size"), 12)
    page.draw.act.click()
    room.settle()
    room.session.do(discard, "L3", reason="A duplicate")
    room.settle()
    entry = page.subsets.list.entries.row_at(0)
    assert entry.chip == "1 not ready"
    page.subsets.tasks.look_at("L5")
    page.subsets.open_task.click()
    room.settle()
    assert room.window.place.task_id == "L5"


def test_who_is_no_lead_has_the_table_only(qtbot, tmp_path):
    with room_of(qtbot, tmp_path, "maria") as room:
        fill(room.studio)
        page = room.go("tasks", tab="samples")
        tabs = [page.tabs.tabText(n) for n in range(page.tabs.count())]
        assert tabs == ["All tasks", "Figures"]
        assert page.table.isVisible()
        assert page.table.model().rowCount()


def test_a_project_without_a_ready_task_says_what_is_missing(qtbot, tmp_path):
    with room_of(qtbot, tmp_path) as room:
        page = room.go("tasks", tab="samples").part("samples")
        assert not page.draw.act.isEnabled()
        assert not page.draw.table.isVisible()
        assert "No task is ready" in page.draw.note.text()
        assert page.draw.note.isVisible()
