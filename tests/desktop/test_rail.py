"""The rail and the menus: by role and stage, with what waits, and nothing out of reach."""

from __future__ import annotations

import pytest

from tests.desktop.hands import Hands
from tests.workflow.studio import Studio
from xpert_studio.core.records import Role
from xpert_studio.desktop.pages import pages

FIRST = {
    Role.AUTHOR: {"home", "tasks"},
    Role.REVIEWER: {"home", "tasks", "judging", "comparing"},  # who also judges
    Role.EXPERT: {"home", "tasks", "judging", "comparing"},
    Role.SENIOR: {"home", "tasks", "adjudication", "agreement"},
}


def shown_first(hands: Hands) -> set[str]:
    """The pages of the rail that are not under More."""
    sidebar = hands.window.sidebar
    more = sidebar.sections["more"]
    return {
        entry.id
        for entry in pages()
        if entry.part not in ("", "settings") and not more.isAncestorOf(sidebar.button(entry.id))
    }


@pytest.mark.parametrize("role", FIRST)
def test_each_role_sees_first_what_it_needs(hands: Hands, role: Role) -> None:
    hands.app.open_sample(role)
    hands.settle()
    assert shown_first(hands) == FIRST[role]
    assert len(hands.window.menuBar().actions()) <= 7


def test_a_lead_needs_scoring_once_a_task_is_ready(hands: Hands, studio: Studio) -> None:
    studio.brief()
    hands.open(studio.project.path, "lena")
    assert "runs" not in shown_first(hands)
    studio.ready("t2")
    hands.window.session.changed_outside.emit()
    hands.settle()
    assert {"runs", "alignment", "results", "publish"} <= shown_first(hands)


def test_what_waits_is_counted_beside_its_page(hands: Hands, studio: Studio) -> None:
    studio.answered(models=("aurora", "borealis"))
    hands.open(studio.project.path, "maria")
    tool = hands.window.sidebar.button("judging")
    assert tool.count.text() == "2"
    assert tool.accessibleName() == "Judging, 2 waiting"


def test_a_section_that_is_folded_away_stays_so(hands: Hands, studio: Studio) -> None:
    hands.open(studio.project.path, "lena")
    hands.click(hands.window.sidebar.sections["project"].head)
    assert not hands.window.sidebar.button("people").isVisible()
    hands.app.rebuild()
    hands.settle()
    assert not hands.window.sidebar.button("people").isVisible()
    hands.go("people")
    assert hands.window.sidebar.button("people").isVisible(), "the page that is shown is seen"


@pytest.mark.parametrize("tab", ["brief", "rubric", "review", "responses", "history"])
def test_an_author_has_at_most_seven_menus(hands: Hands, studio: Studio, tab: str) -> None:
    studio.rubric()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab=tab)
    titles = [made.text().replace("&", "") for made in hands.window.menuBar().actions()]
    assert len(titles) <= 7, titles
    assert "Task" in titles
    assert ("Rubric" in titles) == (tab == "rubric")
