"""What happened is told shortly, can be taken back, and keeps blind what has to be."""

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from tests.desktop.views_help import at_work, settle
from tests.workflow.studio import Studio
from xpert_studio.core.records import ChangeState, LogEntry, Tier
from xpert_studio.core.wording import speak
from xpert_studio.core.workflow import (
    add_checkpoint,
    return_brief,
    set_grading_policy,
    set_policies,
    submit_brief,
)
from xpert_studio.core.workflow.views import SeenStep, look_around
from xpert_studio.core.workflow.views.seen_history import History, HistoryReader, read_history
from xpert_studio.desktop.pages.history.limits import limits_from_to
from xpert_studio.desktop.pages.history.list import HistoryView
from xpert_studio.desktop.pages.history.rows import folded
from xpert_studio.desktop.pages.history.words import from_to
from xpert_studio.desktop.places import Place

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def studio(tmp_path):
    made = Studio(tmp_path / "studio.xpert")
    yield made
    made.project.close()


@pytest.fixture
def opened(qtbot, studio):
    made = []

    def open_for(person, place=None):
        context = at_work(qtbot, studio.project, person, place or Place("history"))
        made.append(context)
        return context.__enter__()

    yield open_for
    for context in made:
        context.__exit__(None, None, None)


def texts(view):
    return [entry.title for entry in view.list.entries]


def place_with(view, words):
    return next(place for place, text in enumerate(texts(view)) if words in text)


def choose(view, words):
    view.list.setFocus()
    view.list.setCurrentIndex(view.list.entries.index(place_with(view, words)))


def test_alike_steps_stand_in_one_row_that_unfolds_by_keys_and_mouse(qtbot, studio, opened):
    studio.rubric(lines=3)
    view = opened("lena").page("history").view
    tester = QAbstractItemModelTester(
        view.list.entries, QAbstractItemModelTester.FailureReportingMode.Fatal
    )
    choose(view, "Wei added a checkpoint × 3")
    rows = view.list.entries.rowCount()
    assert "3 times" in view.details.facts.text()
    assert not view.details.undo.isVisible()
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):
        qtbot.keyClick(view.list, key)
        assert view.list.entries.rowCount() in {rows, rows + 3}
    assert view.list.entries.rowCount() == rows
    rect = view.list.visualRect(view.list.currentIndex())
    qtbot.mouseClick(view.list.viewport(), LEFT, pos=rect.center())
    assert view.list.entries.rowCount() == rows + 3
    assert [row for row in texts(view) if row == "Wei added a checkpoint"] == [
        "Wei added a checkpoint"
    ] * 3
    qtbot.mouseClick(view.details.unfolds, LEFT)
    assert view.list.entries.rowCount() == rows
    del tester


def test_a_step_is_undone_and_done_again_from_its_row(qtbot, studio, opened):
    studio.rubric(lines=1)
    window = opened("wei")
    view = window.page("history").view
    choose(view, "Wei added a checkpoint")
    qtbot.waitUntil(view.details.undo.isEnabled)
    assert "This can be undone." in view.details.state.text()
    qtbot.mouseClick(view.details.undo, LEFT)
    qtbot.waitUntil(lambda: view.details.redo.isVisible() and view.details.redo.isEnabled())
    assert view.list.entries.row_at(place_with(view, "Wei added a checkpoint")).chip == "Undone"
    assert "Wei undid a change: added a checkpoint" in texts(view)
    assert "It can be done again" in view.details.state.text()
    qtbot.mouseClick(view.details.redo, LEFT)
    qtbot.waitUntil(lambda: view.details.undo.isVisible())
    assert view.list.entries.row_at(place_with(view, "Wei added a checkpoint")).chip == ""


def test_an_undo_that_would_be_refused_is_not_offered_and_says_why(qtbot, studio, opened):
    studio.rubric(lines=1)
    window = opened("maria")
    view = window.page("history").view
    choose(view, "Wei added a checkpoint")
    qtbot.waitUntil(lambda: "theirs to undo" in view.details.state.text())
    assert "Wei added a checkpoint" in view.details.state.text()
    assert not view.details.undo.isEnabled()
    assert view.list.entries.row_at(place_with(view, "Wei added a checkpoint")).chip == ""


def test_what_experts_do_line_by_line_is_shown_to_them_and_to_leads_only(studio):
    (response,) = studio.answered()
    studio.judged(response, "maria")

    def verbs(person):
        return {step.event.command for step in read_history(studio.ctx(person)).steps}

    for person in ("wei", "ada", "omar"):
        assert not {"judgment.draft", "form.open"} & verbs(person)
        assert "form.submit" in verbs(person)
    for person in ("maria", "lena"):
        assert {"judgment.draft", "form.open"} <= verbs(person)


def test_a_long_history_of_judgments_does_not_push_out_what_a_person_may_see(studio):
    (response,) = studio.answered()
    studio.judged(response, "maria")
    found = read_history(studio.ctx("wei"), limit=4)
    assert len(found.steps) == 4
    assert found.has_more


def test_what_others_decided_is_not_told_to_those_who_may_still_judge(studio, opened):
    (response,) = studio.answered()
    studio.judged(response, "maria")
    window = opened("ada")
    view = window.page("history").view
    choose(view, "Maria submitted a form")
    assert "not shown to those who may still judge" in view.details.facts.text()
    assert "met" not in view.details.facts.text()
    choose(view, "Lena added responses")
    assert "aurora" not in view.details.facts.text()


def test_filters_by_person_and_by_words(qtbot, studio, opened):
    studio.brief()
    submit_brief(studio.wei, "t1")
    return_brief(studio.lena, "t1", reason="Say for whom the memo is written.")
    view = opened("lena").page("history").view
    total = view.shown
    qtbot.keyClicks(view.words, "memo RETURNED")
    qtbot.waitUntil(lambda: view.shown == 1)
    assert texts(view) == ["Lena returned the brief"]
    assert "Submitted → Returned" in view.details.facts.text()
    assert "Reason: Say for whom the memo is written." in view.details.facts.text()
    qtbot.keyClicks(view.words, "zzz")
    qtbot.waitUntil(lambda: view.empty.isVisible())
    view.clear()
    assert view.shown == total
    view.person.setCurrentIndex(view.person.findData("wei"))
    assert set(texts(view)) == {"Wei submitted the brief", "Wei created the task"}


def test_the_task_behind_a_step_is_one_click_away(qtbot, studio, opened):
    studio.rubric(lines=1)
    window = opened("lena")
    view = window.page("history").view
    choose(view, "Lena accepted the brief")
    assert view.details.task.text() == "Ending a lease early"
    qtbot.mouseClick(view.details.task, LEFT)
    assert window.place == Place("task", task_id="t1")


def test_a_task_has_its_own_history_that_keeps_up(qtbot, studio, opened):
    studio.rubric(lines=1)
    window = opened("wei", Place("task", task_id="t1", tab="history"))
    view = window.page("task").panel("history").history
    settle(qtbot, window)
    assert not any("Lena added a person" in text for text in texts(view))
    assert not view.details.task.isVisible()
    window.session.do(add_checkpoint, "t1", text="Names the landlord's remedy.")
    qtbot.waitUntil(lambda: texts(view).count("Wei added a checkpoint") == 2)


def test_only_neighbours_of_one_person_verb_task_and_time_are_put_together():
    start = datetime(2026, 5, 4, 9, tzinfo=UTC)

    def step(minutes, actor="wei", verb="checkpoint.add_many", task="t1", state=ChangeState.DONE):
        event = LogEntry(
            at=start - timedelta(minutes=minutes), command=verb, task_id=task, actor_id=actor
        )
        return SeenStep(event, f"c{minutes}", state)

    steps = [
        step(0), step(9), step(20), step(21, actor="ada"), step(22, verb="checkpoint.edit"),
        step(23, verb="checkpoint.edit", task="t2"), step(24, verb="checkpoint.edit", task="t2"),
        step(25, verb="checkpoint.edit", task="t2", state=ChangeState.UNDONE),
    ]  # fmt: skip
    assert [len(group) for group in folded(steps)] == [2, 1, 1, 1, 2, 1]


def test_two_thousand_steps_are_shown_at_once(qtbot, studio, opened):
    window = opened("lena")
    start = datetime(2026, 5, 4, 9, tzinfo=UTC)
    steps = tuple(
        SeenStep(
            LogEntry(
                at=start - timedelta(minutes=20 * n),
                command="checkpoint.edit",
                task_id="t1",
                actor_id="wei",
            ),
            f"c{n}",
            ChangeState.DONE,
        )
        for n in range(2000)
    )
    view = HistoryView(window.shell, names_tasks=True)
    qtbot.addWidget(view)
    view.resize(900, 600)
    view.show()
    reader = HistoryReader(sees_all=True)
    view.show_history(History(steps, {"t1": "A lease"}, has_more=False, reader=reader))
    view.grab()
    view.list.scrollToBottom()
    view.grab()
    assert view.list.entries.rowCount() == 2000


def test_changed_limits_are_told_as_the_project_page_names_them(studio, opened):
    set_policies(studio.lena, min_checkpoints=3, spot_check_share=0.5, qualification_required=False)
    set_policies(
        studio.lena, default_weights={Tier.ESSENTIAL: 9, Tier.IMPORTANT: 6, Tier.OPTIONAL: 1}
    )
    set_grading_policy(studio.lena, "Judge by the words.", reason="Clearer.")
    view = opened("lena").page("history").view
    choose(view, "grading policy")
    assert "Version 1 → Version 2" in view.details.facts.text()
    places = [place for place, text in enumerate(texts(view)) if "set the policies" in text]
    for place in places:
        view.list.setCurrentIndex(view.list.entries.index(place))
        if "×" in view.list.entries.row_at(place).title:
            view.details.unfolds.click()
            break
    told = []
    for place, text in enumerate(texts(view)):
        if "set the policies" in text:
            view.list.setCurrentIndex(view.list.entries.index(place))
            told.append(view.details.facts.text())
    everything = "\n".join(told)
    assert (
        "Default weights: Essential 10, Important 7, Optional 2 → Essential 9, Important 6, Optional 1"
        in everything
    )
    assert "Checkpoints at least: 2 → 3" in everything
    assert "Spot checks: 30 % → 50 %" in everything
    assert "Qualification: required → not required" in everything
    assert "=" not in everything


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("min_checkpoints=15", "min_checkpoints=1200", ["Checkpoints at least: 15 → 1,200"]),
        (
            "default_weights={<Tier.ESSENTIAL: 'Essential'>: 10, <Tier.IMPORTANT: 'Important'>: 7, <Tier.OPTIONAL: 'Optional'>: 2}, reviewers_needed=1",
            "default_weights=10/8/2, reviewers_needed=2",
            ["Default weights: Essential 10, Important 7, Optional 2 → Essential 10, Important 8, Optional 2", "Reviewers: 1 → 2"],
        ),
        ("min_checkpoints=many", None, ["Checkpoints at least: many → –"]),
        ("unheard_of=1", "unheard_of=2", ["unheard_of: 1 → 2"]),
        ("", "no equals sign", []),
    ],
)  # fmt: skip
def test_limits_of_any_origin_are_put_in_words(qapp, before, after, said):
    speak("en")
    assert limits_from_to(before, after) == said


def test_how_a_run_ended_is_said_in_words(studio):
    end = LogEntry(at=datetime.now(UTC), command="run.finish", after="out_of_budget")
    assert from_to(end, look_around(studio.project)) == "Out of budget"
