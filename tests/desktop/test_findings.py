"""Findings beside the rubric: what blocks is mended where it stands, what does not is weighed."""

from __future__ import annotations

import html

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QToolTip

from tests.desktop.hands import Hands
from tests.workflow.studio import Studio
from xpert_studio.core.store import tasks
from xpert_studio.core.workflow import add_checkpoint, add_dimensions, describe_dimensions
from xpert_studio.desktop.pages.task.rubric.model import TEXT


def _buttons(hands: Hands) -> list[str]:
    found = hands.panel.notes.findChildren(QPushButton)
    return [button.text() for button in found if button.isVisible()]


def test_a_missing_dimension_is_chosen_from_its_finding_and_cannot_be_dismissed(
    hands: Hands, studio: Studio
) -> None:
    studio.rubric(lines=2)
    line = add_checkpoint(studio.wei, "t1", text="Warns that rent is due.").one("checkpoint")
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric", item=line.id)
    hands.until(lambda: "Choose a dimension…" in _buttons(hands))
    assert not any("Dismiss" in text for text in _buttons(hands))
    assert hands.reads("Give a reason to submit with this.")
    hands.window.book.run_id("rubric.dismiss")
    assert "cannot be dismissed" in hands.notice
    hands.click("Choose a dimension…")
    hands.until(lambda: QApplication.activePopupWidget() is not None)
    hands.choose("Clarity")
    hands.until(lambda: "Choose a dimension…" not in _buttons(hands))
    hands.settle()
    with studio.project.reading() as tx:
        assert tasks.rubric_of(tx, "t1")[-1].dimension == "Clarity"


def test_the_choices_say_what_dimensions_mean_also_to_who_uses_the_keyboard(
    hands: Hands, studio: Studio
) -> None:
    (first, *_) = studio.rubric(lines=2)
    describe_dimensions(studio.lena, {"Accuracy": "Facts & figures are <right>."})
    add_dimensions(studio.lena, "Other")
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric", item=first)
    hands.window.book.run_id("rubric.dimension")
    hands.until(lambda: QApplication.activePopupWidget() is not None)
    menu = QApplication.activePopupWidget()
    menu.setActiveAction(menu.actions()[-1])
    accuracy, clarity, other = menu.actions()
    assert "no other dimension covers" in other.toolTip()
    for chosen, said in ((accuracy, "<right>"), (clarity, ""), (other, "no other")):
        menu.setActiveAction(chosen)
        hands.until(lambda said=said: said in html.unescape(QToolTip.text()))
        hands.until(lambda said=said: QToolTip.isVisible() == bool(said))
    menu.close()
    cell = hands.panel.model.index(0, TEXT)
    assert "right" in cell.data(Qt.ItemDataRole.ToolTipRole)


def test_what_is_a_matter_of_judgment_can_be_left_with_a_reason(
    hands: Hands, studio: Studio
) -> None:
    studio.rubric(lines=2)
    line = add_checkpoint(
        studio.wei, "t1", text="Names clause 9 and states the notice period.", dimension="Clarity"
    ).one("checkpoint")
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric", item=line.id)
    hands.until(lambda: "Dismiss…" in _buttons(hands))
    assert "Choose a dimension…" not in _buttons(hands)


def test_findings_on_words_that_are_not_saved_outlast_a_look_at_the_whole(hands, studio) -> None:
    studio.rubric(lines=2)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1")
    panel = hands.panel
    hands.key("Ctrl+Return")
    hands.type("Explains the deadline and lists the steps.")
    hands.until(lambda: bool(panel.model.findings_of(panel.table.editor.key)))
    panel.checking._show(panel.checking.linted or _nothing(studio))
    assert panel.model.findings_of(panel.table.editor.key)


def _nothing(studio):
    from xpert_studio.core.workflow import lint_task

    return lint_task(studio.wei, "t1")
