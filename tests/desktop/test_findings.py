"""Findings beside the rubric: what blocks is mended where it stands, what does not is weighed."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QPushButton

from tests.desktop.hands import Hands
from tests.workflow.studio import Studio
from xpert_studio.store import tasks
from xpert_studio.workflow import add_checkpoint


def _buttons(hands: Hands) -> list[str]:
    found = hands.panel.findings.findChildren(QPushButton)
    return [button.text() for button in found if button.isVisible()]


def test_a_missing_dimension_is_chosen_from_its_finding_and_cannot_be_dismissed(
    hands: Hands, studio: Studio
) -> None:
    studio.rubric(lines=2)
    line = add_checkpoint(studio.wei, "t1", text="Warns that rent is due.").one("checkpoint")
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric", item=line.id)
    hands.until(lambda: "Choose a dimension …" in _buttons(hands))
    assert not any("Dismiss" in text for text in _buttons(hands))
    assert hands.reads("It keeps the rubric from review.")
    hands.window.book.run_id("rubric.dismiss")
    assert "cannot be dismissed" in hands.notice
    hands.click("Choose a dimension …")
    hands.until(lambda: QApplication.activePopupWidget() is not None)
    hands.choose("Clarity")
    hands.until(lambda: "Choose a dimension …" not in _buttons(hands))
    hands.settle()
    with studio.project.reading() as tx:
        assert tasks.rubric_of(tx, "t1")[-1].dimension == "Clarity"


def test_what_is_a_matter_of_judgment_can_be_left_with_a_reason(
    hands: Hands, studio: Studio
) -> None:
    studio.rubric(lines=2)
    line = add_checkpoint(
        studio.wei, "t1", text="Names clause 9 and states the notice period.", dimension="Clarity"
    ).one("checkpoint")
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric", item=line.id)
    hands.until(lambda: "Dismiss …" in _buttons(hands))
    assert "Choose a dimension …" not in _buttons(hands)
