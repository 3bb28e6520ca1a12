"""A lead finds a judge's weak dimension, has it fixed, and sees what that did to the figures."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from tests.desktop.alignment_help import responses, scored_once, server
from tests.desktop.hands import Hands
from tests.desktop.leases import MODELS, PLAIN, scored
from tests.loopback import LoopbackServer
from tests.workflow.deciding import approve, confirm
from tests.workflow.studio import Studio
from xpert_studio.core.records import Stage
from xpert_studio.core.store import tasks
from xpert_studio.core.workflow import (
    draw_spot_checks,
    edit_checkpoint,
    form_view,
    judge_line,
    open_form,
    submit_form,
    submit_rubric,
)

__all__ = ["responses", "scored_once", "server"]


def click_mark(view, label: str) -> None:
    """Clicks in the middle of the mark of a chart that says so."""
    mark = next(item for item in view.shown.marks if label in item.label)
    middle = view.place_of(mark).center().toPoint()
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=middle)


def answer(hands: Hands, words: str) -> None:
    """Writes a reason in the form that is open, and confirms it."""
    dialog = hands.await_dialog()
    field = dialog.findChildren(QPlainTextEdit)[0]
    field.setFocus()
    hands.type(words, field)
    hands.key("Ctrl+Enter", field)
    hands.settle()


def test_from_the_weak_dimension_to_the_improvement(
    hands: Hands, studio: Studio, server: LoopbackServer, responses: list[str]
) -> None:
    asked_first = len(server.requests)
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="overview")
    page = hands.page
    assert hands.reads("Too little evidence")
    assert hands.reads("6 of 20 tasks, 18 of 60 pairs")
    assert hands.reads("Weakest: dimension Clarity")
    assert "inputs unchanged" in page.head.state.toolTip().replace("\n", " ")
    assert not page.head.again.isVisible()

    # Every mark opens its cases.
    page.tabs.setCurrentIndex(2)
    groups = page.tabs.figures.parts[1]
    hands.settle()
    by = groups.pickers["by"]
    by.setCurrentIndex(by.findData("dimension"))
    by.activated.emit(by.currentIndex())
    hands.settle()
    click_mark(groups.blocks.charts[0].view, "Clarity")
    hands.settle()
    part = page.tabs.overview
    assert part.groups.cell(1, 4).text == "weaker"
    assert hands.reads("Where they differ · Dimension: Clarity")
    assert part.model.rowCount() == hands_on(studio)

    # One case, both sides.
    part.list.setFocus()
    hands.key("Enter")
    hands.settle()
    assert page.stack.currentWidget() is page.case
    assert hands.reads("I looked for c")
    assert hands.reads("On c")
    view = page.case.view
    assert (view.expert_value, view.judge_value) == (0, 1)

    # The checkpoint is fixed.
    hands.key("F", hands.window)
    answer(hands, "Which words count as naming it?")
    assert "its author finds it" in hands.notice
    assert stage(studio, view.task.id) is Stage.RUBRIC
    rework(studio, hands, view.task.id, view.checkpoint.id)

    # The page says what that means before anything is asked.
    hands.app.session.refresh_project_state()
    page.fall_behind()
    hands.go("alignment", tab="overview")
    hands.settle()
    assert hands.reads("Stale")
    assert hands.reads("changed since: rubrics, gold judgments, verdicts.")
    assert hands.reads("A run would ask for 3 answers on 1 tasks in 3 calls")

    # Only what changed is asked.
    run = scored(studio, server)
    assert len(server.requests) - asked_first == len(MODELS)
    assert (run.known, run.ok) == (69, 3)
    page.fall_behind()
    hands.settle()
    assert "inputs unchanged" in page.head.state.toolTip().replace("\n", " ")

    # And what that did to the figures.
    page.tabs.setCurrentIndex(3)
    hands.settle()
    blocks = page.tabs.time.blocks
    heads, *rows = dict(blocks.plain())["Certificates"]
    assert len(rows) == 2
    assert hands.reads("1 checkpoint fixed")
    assert hands.reads("3 verdicts requested")
    after, before = (row[heads.index("κ")] for row in rows)
    assert after > before
    assert hands.reads(f"κ {before:.2f} → {after:.2f}")
    cdr, shown = (card.view.chart for card in blocks.charts)
    moved = {row[0]: row[1:] for row in shown.rows}
    assert moved["Clarity"][1] > moved["Clarity"][0]
    assert moved["Accuracy"] == (1.0, 1.0)
    assert len(cdr.rows) == 2


def hands_on(studio: Studio) -> int:
    """How many lines on clarity the experts found not met."""
    from tests.desktop.leases import TASKS, meets

    return sum(
        not meets(code, task, system)
        for task in range(len(TASKS))
        for system in range(len(MODELS))
        for code in ("c1", "c2")
    )


def stage(studio: Studio, task_id: str) -> Stage:
    with studio.project.reading() as tx:
        return tasks.get_task(tx, task_id).standing


def rework(studio: Studio, hands: Hands, task_id: str, checkpoint_id: str) -> None:
    """Author, reviewer, expert and senior expert do their part on the new wording."""
    with studio.project.reading() as tx:
        point = next(item for item in tasks.rubric_of(tx, task_id) if item.id == checkpoint_id)
        ids = [item.id for item in tasks_responses(tx, task_id)]
    code = point.text.split()[2]
    edit_checkpoint(studio.wei, task_id, checkpoint_id, text=f"Names point {code} {PLAIN}.")
    submit_rubric(studio.wei, task_id)
    approve(studio.maria, task_id)
    draw_spot_checks(studio.lena, seed=1, share=0.0)
    for response_id in ids:
        open_form(studio.maria, response_id)
        view = form_view(studio.maria, response_id)
        assert sum(line.is_stale for line in view.lines) == 1
        judge_line(
            studio.maria, response_id, checkpoint_id, value=code in view.response_text,
            rationale=f"I looked for {code} again.",
        )  # fmt: skip
        submit_form(studio.maria, response_id)
        confirm(studio.omar, response_id, "maria")
    hands.settle()


def tasks_responses(tx, task_id: str):
    from xpert_studio.core.store import responses

    return list(responses.all_responses(tx, task_ids=[task_id]))


def test_judges_error_settles_goes_on_and_is_undone(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="queue")
    page = hands.page
    total = hands_on(studio)
    assert page.tabs.overview.states.tabText(0) == f"Not resolved ({total})"
    page.tabs.overview.list.setFocus()
    hands.key("Enter")
    hands.settle()
    first = page.case.view.key
    assert hands.reads(f"1 of {total}")
    hands.key("E", hands.window)
    answer(hands, "It reads too kindly.")
    second = page.case.view.key
    assert second != first, "the next open case comes by itself"
    assert hands.reads(f"1 of {total - 1}")
    hands.click("Back to the list")
    hands.settle()
    assert page.tabs.overview.states.tabText(1) == "Resolved (1)"
    page.tabs.overview.states.setCurrentIndex(1)
    hands.settle()
    assert "The judge’s error" in page.tabs.overview.model.plain()[1]
    hands.key("Ctrl+Z", hands.window)
    hands.settle()
    assert page.tabs.overview.states.tabText(1) == "Resolved (0)"
    assert page.tabs.overview.states.tabText(0) == f"Not resolved ({total})"


def test_several_are_put_down_to_one_cause_at_once(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="queue")
    part = hands.page.tabs.overview
    part.list.setFocus()
    for _ in range(2):
        hands.key("Shift+Down")
    assert part.chosen.text() == "3 selected"
    assert not part.again.isVisible()
    part.down_to.menu().aboutToShow.emit()
    act = next(item for item in part.down_to.menu().actions() if item.text().startswith("Gap"))
    act.trigger()
    answer(hands, "Nothing says whether a paraphrase names a point.")
    assert part.states.tabText(1) == "Resolved (3)"
    assert part.about.text() == "Gap in grading policy: 3"
    part.states.setCurrentIndex(1)
    hands.settle()
    part.list.setFocus()
    hands.key("Ctrl+A")
    hands.click(part.again)
    hands.settle()
    assert part.states.tabText(1) == "Resolved (0)"


def test_a_dispute_goes_to_the_senior_expert_and_the_policy_to_the_rules(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="queue")
    page = hands.page
    page.tabs.overview.list.setFocus()
    hands.key("Enter")
    hands.settle()
    disputed = page.case.view.key
    hands.key("D", hands.window)
    answer(hands, "It is named in the last line.")
    assert page.case.view.key != disputed
    assert hands.reads(f"1 of {hands_on(studio) - 1}")
    case = page.case.view
    hands.key("P", hands.window)
    answer(hands, "Is a paraphrase enough?")
    assert hands.window.place.page == "project"
    grading = hands.page.grading
    assert grading.is_writing
    assert case.checkpoint.text in grading.case.text()
    assert "I looked for" in grading.case.text()
    hands.go("alignment", tab="queue")
    assert "1 to be judged, confirmed or scored again" in page.tabs.overview.about.text()


def test_an_anchor_leaves_the_queue_to_the_judges_that_see_it(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    from xpert_studio.core.records import AnchorChoice
    from xpert_studio.core.store import entities

    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="queue")
    page = hands.page
    page.tabs.overview.list.setFocus()
    hands.key("Enter")
    hands.settle()
    key = page.case.view.key
    hands.key("A", hands.window)
    dialog = hands.await_dialog()
    assert hands.reads("This judge is zero-shot and sees no anchors")
    hands.key("Escape", dialog)
    hands.settle()
    hands.key("A", hands.window)
    answer(hands, "A memo that names nothing.")
    with studio.project.reading() as tx:
        (choice,) = entities.find_all(tx, AnchorChoice)
    assert (choice.response_id, choice.expert_id) == (key.response_id, "maria")


def test_keys_walk_through_the_list_and_back_leads_to_it(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="cases", item="said=tp")
    page = hands.page
    cases = page.tabs.overview
    cases.list.setFocus()
    hands.key("Down")
    hands.key("Enter")
    hands.settle()
    assert hands.reads(f"2 of {cases.model.rowCount()}")
    hands.key("J", hands.window)
    hands.settle()
    assert hands.reads(f"3 of {cases.model.rowCount()}")
    hands.key("K", hands.window)
    hands.key("K", hands.window)
    hands.settle()
    assert hands.reads(f"1 of {cases.model.rowCount()}")
    assert not page.case.buttons["fault"].isEnabled()
    assert hands.reads("Judge and experts agree here")
    hands.key("E", hands.window)
    hands.settle()
    assert "agree here" in hands.notice
    assert QApplication.activeModalWidget() is None
    hands.window.go_back()
    hands.settle()
    assert page.stack.currentWidget() is page.figures
    assert cases.said.currentData() == "tp"
