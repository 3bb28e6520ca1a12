"""The rail and the menus: by role, with what waits, and the pages of a place as tabs."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QToolButton

from tests.desktop.hands import Hands
from tests.workflow.studio import Studio
from xpert_studio.core.records import Mode, Role
from xpert_studio.desktop import opening
from xpert_studio.desktop.pages import FOOT, RAIL, entry_of, pages

BASE = ["home", "tasks", "project"]
SHOWN = {
    Role.AUTHOR: BASE,
    Role.REVIEWER: ["home", "tasks", "judging", "project"],  # who also judges
    Role.EXPERT: ["home", "tasks", "judging", "project"],
    Role.SENIOR: ["home", "tasks", "judging", "alignment", "project"],
    Role.LEAD: [
        "home", "tasks", "judging", "alignment", "runs", "results", "publish", "project",
    ],
}  # fmt: skip


def rail(hands: Hands) -> list[str]:
    """The places of the rail that are shown, from top to bottom."""
    sidebar = hands.window.sidebar
    shown = {
        entry.id: sidebar.button(entry.id).y()
        for entry in pages()
        if entry.part == RAIL and sidebar.button(entry.id).isVisible()
    }
    return sorted(shown, key=lambda name: shown[name])


def tabs(hands: Hands) -> list[str]:
    """The pages beside the one that is shown."""
    found = hands.window.tabs
    return [found.tabData(n) for n in range(found.count())] if found.isVisible() else []


@pytest.mark.parametrize("role", SHOWN)
def test_each_role_sees_and_reaches_the_places_where_it_works(hands: Hands, role: Role) -> None:
    hands.app.open_sample(role)
    hands.settle()
    assert rail(hands) == SHOWN[role]
    assert len(hands.window.menuBar().actions()) <= 7
    # A page where it has no work is neither in the menu, the palette or reached by its key.
    served = hands.window._served
    offered = {action.id for action, _ in hands.window.book.usable()}
    for entry in pages():
        is_there = entry.id in served and entry.id != "task"
        assert (f"go.{entry.id}" in offered) == is_there, entry.id
    if role is Role.AUTHOR:
        hands.key("Ctrl+6")
        hands.settle()
        assert hands.window.place.page == "home"


def test_the_rail_has_eight_places_at_most_and_every_page_is_in_one() -> None:
    places = {entry.id for entry in pages() if entry.part == RAIL}
    assert len(places) == 8
    for entry in pages():
        if entry.part == FOOT or entry.id == "search":
            continue
        assert entry.in_rail in {*places, "settings"}, entry.id
        assert not entry_of(entry.in_rail).under, entry.id


def test_the_rail_stays_as_it_is_while_the_project_moves_on(hands: Hands, studio: Studio) -> None:
    studio.brief()
    hands.open(studio.project.path, "lena")
    before = rail(hands)
    studio.ready("t2")
    hands.window.session.changed_outside.emit()
    hands.settle()
    hands.go("tasks", tab="samples")
    assert rail(hands) == before


def test_the_pages_of_a_place_are_tabs_that_mouse_and_keys_turn(
    hands: Hands, studio: Studio
) -> None:
    studio.ready("t1")
    hands.open(studio.project.path, "lena")
    assert tabs(hands) == []
    hands.go("project")
    brought = ["qualification", "norming", "training", "probes"]
    assert tabs(hands) == ["project", "people", *brought, "history"]
    bar = hands.window.tabs
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(1).center())
    hands.settle()
    assert hands.window.place.page == "people"
    for page in (*brought, "history"):
        hands.window.book.run_id("go.next_tab")
        assert hands.window.place.page == page
        hands.settle()
        assert not [one for one in bar.findChildren(QToolButton) if one.isVisible()], "all are seen"
    hands.window.book.run_id("go.next_tab")
    assert hands.window.place.page == "project", "around at the end"
    hands.window.book.run_id("go.last_tab")
    assert hands.window.place.page == "history"
    hands.window.go_back()
    assert (hands.window.place.page, bar.tabData(bar.currentIndex())) == ("project", "project")


def test_the_rail_leads_back_to_the_page_where_one_was(hands: Hands, studio: Studio) -> None:
    studio.ready("t1")
    hands.open(studio.project.path, "lena")
    hands.go("history")
    hands.click(hands.window.sidebar.button("home"))
    hands.click(hands.window.sidebar.button("project"))
    assert hands.window.place.page == "history"
    hands.click(hands.window.sidebar.button("project"))
    assert hands.window.place.page == "project", "from within to its first page"
    hands.go("task", task_id="t1", tab="rubric")
    assert hands.window.sidebar.button("tasks").isChecked()
    assert tabs(hands) == []
    hands.click(hands.window.sidebar.button("tasks"))
    assert hands.window.place.page == "tasks"


@pytest.mark.parametrize("size", [100, 150])
@pytest.mark.parametrize("role", [Role.AUTHOR, Role.LEAD])
def test_the_rail_is_whole_at_once_and_never_widens_or_scrolls(
    hands: Hands, role: Role, size: int
) -> None:
    hands.dress(text_size=size)
    hands.app.open_sample(role)
    sidebar = hands.window.sidebar
    hands.window.resize(1280, 720)
    before = rail(hands), sidebar.width()  # nothing has come back yet
    hands.settle()
    assert (rail(hands), sidebar.width()) == before
    assert not sidebar.findChildren(QAbstractScrollArea)
    for page in before[0]:
        hands.go(page)
        hands.window.resize(1280, 720 if page == "home" else 640)
        hands.settle()
        assert (rail(hands), sidebar.width()) == before
        assert sidebar.rect().contains(sidebar.person.geometry())


def test_alone_one_sees_all_but_what_is_for_teams(hands: Hands, tmp_path: Path) -> None:
    path = tmp_path / "p.xpert"
    opening.start_project(path, hands.prefs, name="Mine", language="en", mode=Mode.SOLO).close()
    hands.open(path, "tester")
    assert len(rail(hands)) == 8
    hands.go("publish")
    assert tabs(hands) == ["publish", "site"]
    hands.go("judging")
    assert tabs(hands) == []


def test_what_waits_is_counted_in_its_place(hands: Hands, studio: Studio) -> None:
    studio.answered(models=("aurora", "borealis"))
    hands.open(studio.project.path, "maria")
    tool = hands.window.sidebar.button("judging")
    assert tool.count.text() == "2"
    assert tool.accessibleName() == "Judging, 2 waiting"


def test_an_author_has_at_most_seven_menus(hands: Hands, studio: Studio) -> None:
    studio.rubric()
    hands.open(studio.project.path, "wei")
    for tab in ("brief", "rubric", "review", "responses", "history"):
        hands.go("task", task_id="t1", tab=tab)
        titles = [made.text().replace("&", "") for made in hands.window.menuBar().actions()]
        assert len(titles) <= 7, titles
        assert "Task" in titles
        assert ("Rubric" in titles) == (tab == "rubric")
