"""Examined in the window: answers, a trial task judged in its place, points, and the decision."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from shiboken6 import isValid

from tests.desktop.conftest import config, hands, qtbot
from tests.packs.qualification.conftest import (
    SECRETS,
    answered,
    examined_studio,
    standing,
    trial_responses,
    tried,
)
from xpert_studio.packs.qualification.examining import answer_question

__all__ = ["config", "hands", "qtbot"]


@pytest.fixture
def exam(tmp_path):
    studio = examined_studio(tmp_path / "exam.xpert")
    yield studio
    studio.project.close()


def press(hands, button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    hands.settle()


def seen_on(page) -> str:
    return "\n".join(one.text() for one in page.findChildren(QLabel))


def test_a_recruit_answers_and_judges_a_trial_task_where_everything_is_judged(hands, exam):
    hands.open(exam.project.path, "rae")
    hands.go("qualification")
    paper = hands.page.paper
    assert not hands.page.deciding.isVisible()
    choice, short = paper.cards.values()
    assert not choice.submit.isEnabled()
    choice.options[1].click()
    press(hands, choice.submit)
    short.text.setFocus()
    QTest.keyClicks(short.text, "Six months' notice.")
    assert all(secret not in seen_on(hands.page) for secret in SECRETS)
    press(hands, short.submit)
    assert [one.answer.said for one in standing(exam).rated] == ["B", "Six months' notice."]
    assert not paper.cards
    response = trial_responses(exam)[0]
    press(hands, paper.trials[response])
    assert hands.window.place.page == "judging"
    form = hands.page.form
    for _ in range(3):
        hands.key("M")
        hands.type("It says so.")
        hands.key("Ctrl+Return")
        hands.settle()
    hands.key("Ctrl+Shift+Return")
    hands.settle()
    assert [id_ for id_, _ in standing(exam).forms] == [response]
    assert form is not None
    hands.go("qualification")
    assert list(hands.page.paper.trials) == trial_responses(exam)[1:]


def test_a_senior_expert_rates_and_lets_them_pass(hands, exam):
    answered(exam)
    tried(exam)
    hands.open(exam.project.path, "omar")
    hands.go("qualification")
    deciding = hands.page.deciding
    assert ("rae", "Law") in deciding.decisions
    (table,) = deciding.standings.tables
    assert table is not None
    said = seen_on(deciding)
    assert "Points 75 % (n=2; 70 % needed)" in said
    assert "agreement with gold 100 % (1 to 100 %, n=6; 80 % needed)" in said
    passing = next(
        one
        for one in deciding.decisions["rae", "Law"].findChildren(type(deciding.ask))
        if one.text() == "Pass"
    )
    press(hands, passing)
    with exam.project.reading() as tx:
        from xpert_studio.core.workflow.command_context import person_of

        assert person_of(tx, "rae").passed_in("Law") is True


def test_a_comment_on_an_answer_survives_refreshes_and_the_answer_can_be_rated(hands, exam):
    answer_question(exam.ctx("rae"), "q-choice", "b")
    answer_question(exam.ctx("rae"), "q-short", "Six months' notice.")
    hands.open(exam.project.path, "omar")
    hands.go("qualification")
    deciding = hands.page.deciding
    (card,) = deciding.answers.values()
    card.comment.setFocus()
    hands.type("Names no cl")
    for _ in range(2):
        hands.page.refresh()
        hands.settle()
        assert isValid(card) and card.isVisible() and card.height() > 0
        assert hands.focus is card.comment
    assert card.comment.text() == "Names no cl"
    assert "Points 100 % (n=1; 70 % needed)" in seen_on(deciding)
    card.points.setValue(1)
    press(hands, card.rate)
    assert [one.mark.comment for one in standing(exam).rated if one.mark] == ["Names no cl"]


def test_points_are_given_beside_what_a_full_answer_says(hands, exam):
    answer_question(exam.ctx("rae"), "q-short", "Six months' notice.")
    hands.open(exam.project.path, "omar")
    hands.go("qualification")
    (card,) = hands.page.deciding.answers.values()
    assert SECRETS[0] in seen_on(card)
    card.points.setValue(2)
    press(hands, card.rate)
    assert [one.points for one in standing(exam).rated] == [2]
    assert not hands.page.deciding.answers
