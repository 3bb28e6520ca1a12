"""Looking around in the sample project as somebody of each role."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton

from tests.desktop.hands import Hands
from xpert_studio.core.records import Role
from xpert_studio.core.resources import LOOK_AROUND
from xpert_studio.desktop.names import ROLES
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.welcome.who import Who

FIRST = {
    Role.AUTHOR: ("Returned to you", "Summary of a sustainability report"),
    Role.REVIEWER: ("Rubrics to review", "Review of a one-sided"),
    Role.EXPERT: ("Judging queue", "Hoist beam HB-2"),
    Role.SENIOR: ("Confirmation queue", "Hoist beam HB-2"),
    Role.LEAD: ("Briefs to decide on", "青霉素过敏史患者"),
}


def looks_around(hands: Hands, role: Role) -> None:
    """Clicks a role in the first window."""
    hands.app.welcome()
    hands.settle()
    hands.click(ROLES[role])
    hands.settle()


@pytest.mark.parametrize("role", Role)
def test_one_click_opens_the_sample_in_a_role_on_what_waits(hands: Hands, role: Role) -> None:
    looks_around(hands, role)
    assert hands.app.session.person_id == LOOK_AROUND[role]
    assert hands.window.place == Place("home")
    title, item = FIRST[role]
    assert hands.reads(title)
    buttons = [made for made in hands.seen(QPushButton) if made.text().startswith(item)]
    assert buttons, f"{item} is not seen"
    hands.click(buttons[0])
    hands.settle()
    assert hands.window.place.page != "home"


def test_a_role_opens_on_the_first_page_wherever_one_left_off(hands: Hands) -> None:
    looks_around(hands, Role.EXPERT)
    hands.go("judging")
    hands.app.close_project()
    looks_around(hands, Role.EXPERT)
    assert hands.window.place == Place("home")


def heads(asked: Who) -> list[str]:
    model = asked.list.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_the_people_of_the_sample_are_offered_by_role(hands: Hands) -> None:
    looks_around(hands, Role.AUTHOR)
    hands.click(hands.window.sidebar.person)
    asked = hands.await_dialog()
    assert isinstance(asked, Who)
    assert heads(asked)[0] == "Author: Jonas Sørvik"
    assert [head.split(":")[0] for head in heads(asked)[: len(Role)]] == [
        ROLES[role] for role in Role
    ]
    asked.filter.setText("senior")
    assert heads(asked)[0].startswith("Senior expert: ")
    assert asked.list.key == LOOK_AROUND[Role.SENIOR]
    asked.accept()
    hands.settle()
    assert hands.app.session.person_id == LOOK_AROUND[Role.SENIOR]
    assert hands.reads("Confirmation queue")


def test_other_projects_offer_their_people_as_they_are(hands: Hands, studio) -> None:
    hands.open(studio.project.path, "wei")
    hands.app.switch_person()
    asked = hands.await_dialog()
    assert heads(asked)
    assert not any(": " in head for head in heads(asked))
    asked.reject()
