"""Where work ends, what comes next is there; and what is opened is what was meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QPushButton

from tests.desktop.hands import Hands
from tests.desktop.views_help import footnotes
from tests.workflow.studio import Studio
from xpert_studio.core.records import JudgeMode, Role
from xpert_studio.core.workflow.form_view import form_view
from xpert_studio.desktop.next_steps import NextStep
from xpert_studio.desktop.places import Place, verdict_place
from xpert_studio.desktop.widgets import saving_files
from xpert_studio.desktop.widgets.form import Form
from xpert_studio.desktop.widgets.labels import NextButton, button

RESPONSES = ("aurora", "borealis")


@pytest.fixture
def lead(hands: Hands) -> Hands:
    """The sample, as its lead."""
    hands.app.open_sample(Role.LEAD)
    hands.settle()
    return hands


def test_responses_to_one_task_with_a_long_title_are_told_apart(hands: Hands) -> None:
    hands.app.open_sample(Role.EXPERT)
    hands.settle()
    links = [link.text() for link in hands.seen(QPushButton) if "Hoist beam" in link.text()]
    assert len(links) > 1
    assert len(set(links)) == len(links)


def test_who_has_judged_everything_can_compare_pairs(hands: Hands, studio: Studio) -> None:
    for response_id in studio.answered(models=RESPONSES):
        studio.judged(response_id)
    hands.open(studio.project.path, "maria")
    assert not any(button.text() == "Create task" for button in hands.seen(QPushButton))
    hands.click("Start comparing")
    hands.settle()
    assert hands.window.place.page == "judging"
    hands.key("1")
    hands.key("Ctrl+Return")
    hands.settle()
    assert hands.notice == "All pairs compared."
    hands.go("home")
    assert not any(button.text() == "Start comparing" for button in hands.seen(QPushButton))


def test_the_key_of_a_decision_without_a_reason_leads_to_the_reason(
    hands: Hands, studio: Studio
) -> None:
    (response_id,) = studio.answered()
    hands.open(studio.project.path, "maria")
    hands.go("judging", item=response_id)
    form = hands.page.form
    hands.key("0")
    hands.key("Ctrl+Return")
    hands.key("K")
    hands.key("0")
    assert "Not decided" in hands.notice, "it has only just come on the screen"
    hands.until(lambda: not form._moved.isActive())
    hands.key("0")
    hands.type("But it says nothing of it.")
    hands.key("Escape")
    hands.settle()
    row = form.model.rows[0]
    assert (row.value, row.rationale) == (False, "But it says nothing of it.")
    hands.key("0")
    hands.settle()
    assert form.model.rows[0].value is None


def test_enter_leads_on_after_the_last_form(hands: Hands, studio: Studio) -> None:
    (response_id,) = studio.answered()
    hands.open(studio.project.path, "maria")
    hands.go("judging", item=response_id)
    for _ in hands.page.form.model.rows:
        hands.key("1")
        hands.type("It says so.")
        hands.key("Ctrl+Return")
        hands.settle()
    hands.key("Ctrl+Return")
    hands.settle()
    assert form_view(studio.maria, response_id).form.submitted_at is not None
    assert hands.focus is hands.page.form.next.act
    hands.key("Enter")
    hands.settle()
    assert hands.window.place.page == "home"


def test_enter_leads_on_after_the_last_confirmation(hands: Hands, studio: Studio) -> None:
    first, second = studio.answered(models=RESPONSES)
    for response_id in (first, second):
        studio.judged(response_id)
    hands.open(studio.project.path, "omar")
    hands.go("judging", task_id="t1", item=first, expert_id="maria")
    for _ in hands.page.confirming.model.rows:
        hands.confirm()
    hands.key("Enter")
    hands.settle()
    assert hands.window.place.item == second


def test_what_is_settled_holds_up_no_confirming(hands: Hands, studio: Studio) -> None:
    (response_id,) = studio.answered()
    studio.judged(response_id)
    hands.open(studio.project.path, "omar")
    hands.go("judging", task_id="t1", item=response_id, expert_id="maria")
    settling = hands.page.confirming
    assert settling.all.text() == "Confirm read judgments", "none is read yet"
    hands.key("O")
    asked = hands.await_dialog()
    for text in (settling.reading.response, settling.text):
        place = QRect(text.mapToGlobal(QPoint()), text.size())
        assert not asked.geometry().intersects(place), "what is decided on stays in sight"
    hands.type("It says the opposite.")
    hands.key("Ctrl+Return")
    hands.settle()
    for _ in settling.model.rows:
        hands.confirm()
    assert settling.done.text() == "3 of 3 resolved"


def test_the_figures_at_a_glance_say_of_how_many(lead: Hands) -> None:
    lead.go("alignment")
    chart = lead.page.tabs.summary.blocks.charts[1].view.chart
    said = [(row.label, row.note) for row in chart.items]
    assert [name for name, _ in said] == ["CDR", "κ within checkpoints", "Leniency"]
    assert said[0][1].startswith("0 of 30 pairs reversed")
    assert all(" of " in words for _, words in said)


def test_a_run_leads_to_the_figures_of_its_own_judge(lead: Hands) -> None:
    hands = lead
    hands.go("runs")
    hands.key("Ctrl+N")
    hands.settle()
    hands.key("Alt+2")
    form = hands.page.composer
    hands.qtbot.waitUntil(lambda: form.plan.composed is not None and form.plan.composed.may_start)
    hands.key("Ctrl+Return")
    detail = hands.page.detail
    hands.qtbot.waitUntil(lambda: detail.acts["alignment"].isVisible())
    hands.settle()
    judge = detail.item.judge
    assert judge.mode is JudgeMode.ANCHORED
    hands.click("Open alignment")
    hands.settle()
    assert hands.page.look.judge.judge.id == judge.id
    hands.go("runs")
    hands.click("Open results")
    hands.settle()
    assert hands.page.head.rater.currentData() == judge.id


def test_a_judge_is_compared_with_one_that_judged_the_same(lead: Hands) -> None:
    lead.go("alignment")
    judge = lead.page.look.judge.judge.id
    lead.go("results", tab="compare", item="show=judge-beside-another", judge_id=judge)
    lead.settle()
    part = lead.page.seen.asked
    assert not lead.reads("in common")
    assert len(part.blocks.charts) == 3
    beside = part.pickers["beside"]
    beside.setCurrentIndex(beside.findText("Panel of 2 judges, mean, same family excluded"))
    beside.activated.emit(beside.currentIndex())
    lead.settle()
    assert lead.reads("have no verdicts in common")
    assert not part.blocks.charts, "figures on different responses compare nothing"


def by_a_judge(lead: Hands, **where: str) -> None:
    """Results by the judge that Alignment shows first: experts lead, as its evidence is too little."""
    lead.go("alignment")
    lead.go("results", judge_id=lead.page.look.judge.judge.id, **where)


def test_excluded_tasks_are_named_by_their_titles(lead: Hands) -> None:
    by_a_judge(lead)
    lead.settle()
    about = footnotes(lead.page.seen)
    assert "Excluded, as not rated" in about
    assert "finance-terms" not in about


def test_systems_that_are_not_told_apart_are_said_with_the_reason(lead: Hands) -> None:
    by_a_judge(lead, tab="compare")
    assert lead.reads("not told apart")
    assert lead.reads("Above the diagonal")


@pytest.fixture(params=[100, 150])
def text_size(hands: Hands, request) -> int:
    """The size of text, in per cent."""
    hands.dress(text_size=request.param)
    return request.param


def test_a_verdict_is_in_reach_in_a_small_window(hands: Hands, text_size: int) -> None:
    hands.app.open_sample(Role.LEAD)
    for width in (1280, 1024):
        hands.go("home")
        hands.window.resize(width, 720)
        hands.settle()
        hands.window.go(verdict_place("law-lease-break", "law-lease-break:aurora-2"))
        hands.settle()
        page = hands.page
        area = page.area
        ground = area.widget()
        for upper, lower in ((page.reading, page.lines), (page.lines, page.detail)):
            places = [QRect(part.mapTo(ground, QPoint()), part.size()) for part in (upper, lower)]
            assert not places[0].intersects(places[1]), "nothing covers another part"
            assert ground.rect().contains(places[1]), "it can be scrolled to"
        if width == 1280:
            top = page.detail.mapTo(area, QPoint()).y()
            assert top + page.detail.height() / 2 < area.height(), "the verdict is seen at once"


def test_a_judge_is_chosen_by_name(lead: Hands) -> None:
    lead.window.go(verdict_place("law-lease-break", "law-lease-break:aurora-2"))
    lead.settle()
    judges = lead.page.judges
    said = [judges.itemText(at) for at in range(judges.count())]
    assert "scripted-judge: 18 verdicts" in said


def test_pictures_of_the_narrow_rail_are_in_one_column(hands: Hands, text_size: int) -> None:
    hands.app.open_sample(Role.LEAD)
    hands.settle()
    hands.window.resize(1280, 720)
    hands.settle()
    rail = hands.window.sidebar
    tools = [rail.button(page) for page in ("home", "settings")]
    left, right = ({end(QRect(tool.mapTo(rail, QPoint()), tool.size())) for tool in tools}
                   for end in (QRect.left, QRect.right))  # fmt: skip
    assert len(left) == len(right) == 1


def test_keys_walk_through_forms_side_by_side(lead: Hands) -> None:
    item = "law-lease-break:borealis-1-large"
    lead.go("judging", task_id="law-lease-break", item=item, tab="side_by_side")
    assert lead.focus.isVisible()
    lead.key("Down")
    lead.key("Down")
    assert lead.page.beside.table.currentIndex().row() > 0


def test_where_a_report_is_and_how_to_open_it_is_read_at_once(lead: Hands) -> None:
    lead.go("results")
    lead.click("Share results")
    lead.choose("Report")
    lead.qtbot.waitUntil(lambda: bool(lead.notice))
    assert lead.notice.startswith("Report saved: ")
    assert lead.button("Open").isVisible()


def test_a_board_takes_the_keyboard_while_it_is_computed(lead: Hands) -> None:
    lead.go("results", item="show=pair-comparisons")
    assert lead.page.isAncestorOf(lead.focus)


def test_room_between_picture_and_words_stays_where_the_words_come_later(qtbot) -> None:
    step = NextButton(lambda _: None)
    form = Form((), more="More options")
    qtbot.addWidget(step)
    qtbot.addWidget(form)
    step.offer(NextStep("Done.", "Next", Place("home")))
    usual = button("Next", picture="arrow-right")
    for made in (step.act, form.more):
        assert made.iconSize() == usual.iconSize()
        assert made.iconSize().width() > made.iconSize().height()
        drawn = made.icon().actualSize(made.iconSize())
        assert drawn == made.iconSize(), "the picture is not made smaller for the room behind it"


def test_enter_opens_what_was_just_written(hands: Hands, sample: Path, monkeypatch) -> None:
    opened = []
    monkeypatch.setattr(saving_files, "open_file", lambda path: opened.append(path) or True)
    hands.open(sample, "lead-moreau")
    hands.go("publish", tab="report")
    writing = hands.page.writing
    hands.until(writing.act.isEnabled)
    writing.act.setFocus()
    hands.key("Enter")
    hands.until(lambda: writing.written is not None)
    assert hands.focus is writing.acts.open
    hands.key("Enter")
    assert opened == [writing.target]


def test_what_was_read_is_confirmed_together_by_its_key(hands: Hands, studio: Studio) -> None:
    (response_id,) = studio.answered()
    studio.judged(response_id)
    hands.open(studio.project.path, "omar")
    hands.go("judging", task_id="t1", item=response_id, expert_id="maria")
    confirming = hands.page.confirming
    for _ in confirming.model.rows:
        hands.until(lambda: confirming.is_read)
        hands.key("J")
        hands.settle()
    action = next(a for a, *_ in hands.window.book if a.id == "judging.confirm_all")
    hands.until(lambda: not action.refused())
    hands.key("Ctrl+Shift+Return")
    hands.settle()
    assert confirming.done.text() == "3 of 3 resolved"
