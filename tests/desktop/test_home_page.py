"""The first page: what waits, a few of each kind, and how many there are in all."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel

from tests.desktop.hands import Hands
from tests.workflow.studio import Studio
from xpert_studio.workflow import submit_brief


def test_of_many_that_wait_a_few_are_listed_and_all_are_counted(
    hands: Hands, studio: Studio
) -> None:
    studio.answered(models=tuple(f"model-{n}" for n in range(8)))
    hands.open(studio.project.path, "maria")
    hands.go("home")
    assert hands.button("Judging queue: 8").text() == "8"
    listed = [f"Ending a lease early · {letter}" for letter in "ABCDEFGH"]
    seen = [button.text() for button in hands.seen(type(hands.button("and 3 more")))]
    assert sum(text in seen for text in listed) == 5
    hands.click("and 3 more")
    hands.settle()
    assert hands.page.queue.model.rowCount() == 8


def test_one_button_begins_what_waits_first(hands: Hands, studio: Studio) -> None:
    studio.answered()
    hands.open(studio.project.path, "maria")
    hands.click("Start judging")
    hands.settle()
    assert hands.window.place.page == "judging"
    assert hands.window.place.item


def test_an_author_is_told_for_whom_their_task_waits(hands: Hands, studio: Studio) -> None:
    studio.brief()
    submit_brief(studio.wei, "t1")
    hands.open(studio.project.path, "wei")
    assert hands.reads("Waiting for others")
    assert hands.reads("Submitted · Lena, Omar, Ada")
    assert hands.reads("You're all caught up")


def test_what_people_did_is_listed_and_what_is_the_same_is_counted(
    hands: Hands, studio: Studio
) -> None:
    studio.rubric(lines=3)
    hands.open(studio.project.path, "lena")
    lines = [made.text() for made in hands.page.lately.findChildren(QLabel)]
    assert lines[0] == "Recent activity"
    assert len(lines) <= 13
    assert any("×" in line for line in lines)
    assert not any("The program" in line for line in lines)


def test_every_number_leads_to_its_tasks(hands: Hands, studio: Studio) -> None:
    studio.brief()
    hands.open(studio.project.path, "lena")
    hands.click("all domains, Brief: 1")
    hands.settle()
    assert hands.window.place.page == "tasks"
    assert hands.window.place.item == "stage=brief"
