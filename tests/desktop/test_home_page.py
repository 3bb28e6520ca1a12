"""The first page: what waits, a few of each kind, and how many there are in all."""

from __future__ import annotations

from tests.desktop.hands import Hands
from tests.workflow.studio import Studio


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
