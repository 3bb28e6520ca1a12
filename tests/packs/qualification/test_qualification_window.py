"""Examined in the window: answers, a trial task judged in its place, points, and the decision."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel
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
from xpert_studio.core.records import Role
from xpert_studio.core.workflow import add_person, change_person, qualify
from xpert_studio.core.workflow.pack_work import waiting_pieces
from xpert_studio.desktop.widgets.report_tables import TableView
from xpert_studio.packs.qualification.examining import answer_question, rate_answer
from xpert_studio.packs.qualification.kept import rules_in
from xpert_studio.packs.qualification.trials import remove_trial

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


def judge_form(hands) -> None:
    """Decides the three checkpoints of the form that is shown, and hands it in."""
    for _ in range(3):
        hands.key("M")
        hands.type("It says so.")
        hands.key("Ctrl+Return")
        hands.settle()
    hands.key("Ctrl+Shift+Return")
    hands.settle()


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
    judge_form(hands)
    assert [id_ for id_, _ in standing(exam).forms] == [response]
    assert form is not None
    hands.go("qualification")
    assert list(hands.page.paper.trials) == trial_responses(exam)[1:]


def test_a_lead_who_is_examined_is_told_why_no_results_are_shown(hands, exam):
    add_person(exam.lena, "lou", roles=(Role.LEAD, Role.EXPERT), domains=("Law",))
    hands.open(exam.project.path, "lou")
    hands.go("results")
    page = hands.page
    assert page.empty.title.text() == "Results are hidden"
    assert "You are examined in Law" in page.empty.text.text()
    assert page.results is None and not page.head.rater.isVisible()


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


def test_options_with_commas_are_one_a_line_and_the_domain_is_chosen(hands, exam):
    hands.open(exam.project.path, "lena")
    hands.go("qualification")
    press(hands, hands.page.deciding.ask)
    form = hands.dialog.form
    form.show_values({"text": "May the tenant leave?", "key": "B", "points": 2})
    form.show_values({"option": "Yes, in month 24\nNo, only in writing, in month 30\n"})
    assert form.values()["domain"] == "Law"
    hands.click("Add question")
    hands.settle()
    made = next(one for one in hands.page.deciding._seen.questions.values() if one.points == 2)
    assert made.options == ("Yes, in month 24", "No, only in writing, in month 30")
    assert (made.domain, made.key) == ("Law", "B")


def test_a_lead_sets_rules_and_chooses_trial_tasks(hands, exam):
    remove_trial(exam.lena, trial_responses(exam)[0])
    hands.open(exam.project.path, "lena")
    hands.go("qualification")
    deciding = hands.page.deciding
    (trials,) = deciding.trials.tables
    assert len(trials.targets) == 1 and "t2" not in trials.targets[0]
    hands.click("Add trial task")
    hands.settle()
    hands.click(hands.dialog.act)
    hands.settle()
    assert len(trial_responses(exam)) == 2 and len(trials.targets) == 2
    hands.click("Set rules for experts")
    hands.settle()
    hands.dialog.form.show_values({"pass_share": 0.6})
    hands.click(hands.dialog.act)
    hands.settle()
    with exam.project.reading() as tx:
        assert (rules_in(tx).pass_share, rules_in(tx).questions) == (0.6, 2)
    assert "60 % of the points" in deciding.rules.text()


def test_a_lead_without_domains_makes_the_first_question(hands, exam):
    change_person(exam.lena, "lena", domains=())
    hands.open(exam.project.path, "lena")
    hands.go("qualification")
    assert hands.page.deciding.isVisible()
    assert hands.page.deciding.ask.isEnabled()


def test_a_trial_form_is_final_and_the_last_one_ends_without_an_error(hands, exam):
    hands.open(exam.project.path, "rae")
    for response in trial_responses(exam):
        hands.go("judging", task_id="t1" if "t1" in response else "t2", item=response)
        assert "final once submitted" in seen_on(hands.page)
        judge_form(hands)
        assert hands.notice == "Submitted. It is final."
        assert not [one for one in hands.seen(QAbstractButton) if one.text() == "Undo"]
    assert not hands.window.place.item


def test_what_waits_in_an_examination_is_in_the_queue(exam):
    def notes(who: str) -> list[tuple[str, str]]:
        found = dict(waiting_pieces(exam.ctx(who)))
        return [(one.name, one.note) for pieces in found.values() for one in pieces]

    assert notes("rae") == [("Examination: Law", "2 questions to answer")]
    answer_question(exam.ctx("rae"), "q-short", "Six months' notice.")
    assert notes("rae") == [("Examination: Law", "1 question to answer")]
    assert notes("omar") == [("Rae, Law", "1 answer to rate")]
    answer_question(exam.ctx("rae"), "q-choice", "b")
    assert not notes("rae") and not notes("lena")
    tried(exam)
    rate_answer(exam.omar, "rae:q-short", 3)
    assert notes("omar") == [("Rae, Law", "complete: to decide")]


def test_who_is_turned_down_reads_why(hands, exam):
    answered(exam)
    tried(exam, met=False)
    hands.open(exam.project.path, "omar")
    hands.go("qualification")
    said = [table.grid.plain() for one in hands.page.deciding.decisions.values()
            for table in one.findChildren(TableView)]  # fmt: skip
    assert any("not met" in row for table in said for row in table)
    qualify(exam.omar, "rae", "returned", domain="Law", comments="Read clause 9 again.")
    hands.open(exam.project.path, "rae")
    hands.go("qualification")
    assert "Returned: Read clause 9 again." in seen_on(hands.page)
    answer_question(exam.ctx("rae"), "q-choice", "b")
    answer_question(exam.ctx("rae"), "q-short", "Six months' notice.")
    hands.page.refresh()
    hands.settle()
    assert "2 trial tasks have still to be added for you" in seen_on(hands.page)
    assert "Add 2 trial tasks that the person has not judged." in standing(exam).missing
    qualify(exam.omar, "rae", "failed", domain="Law", comments="Too little of leases.")
    hands.page.refresh()
    hands.settle()
    assert "Not passed: Too little of leases." in seen_on(hands.page)
