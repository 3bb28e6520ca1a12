"""The first page: what waits, a few of each kind, and how many there are in all."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QLabel, QPushButton

from tests.desktop.hands import Hands
from tests.workflow.deciding import confirm
from tests.workflow.studio import BRIEF, Studio
from xpert_studio.core.records import Mode
from xpert_studio.core.workflow import (
    NewResponse,
    add_checkpoint,
    add_person,
    add_responses,
    approve,
    create_brief,
    judge_line,
    open_form,
    read_rubric,
    set_policies,
    submit_brief,
    submit_form,
    submit_rubric,
)
from xpert_studio.desktop import opening
from xpert_studio.desktop.pages.home.pipeline import Weeks


def test_of_many_that_wait_a_few_are_listed_and_all_are_counted(
    hands: Hands, studio: Studio
) -> None:
    studio.answered(models=tuple(f"model-{n}" for n in range(8)))
    hands.open(studio.project.path, "maria")
    hands.go("home")
    assert hands.button("Judging queue: 8").text() == "8"
    listed = [f"Ending a lease early · Response {letter}" for letter in "ABCDEFGH"]
    seen = [button.text() for button in hands.seen(type(hands.button("and 3 more")))]
    assert sum(text in seen for text in listed) == 5
    hands.click("and 3 more")
    hands.settle()
    assert hands.page.queue.model.rowCount() == 9, "and the pairs of the task"


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
    hands.click("Brief: 1 task")
    hands.settle()
    assert hands.window.place.page == "tasks"
    assert hands.window.place.item == "stage=brief&stage=submitted&stage=returned"
    assert hands.page.table.model().rowCount() == 1
    hands.open(studio.project.path, "wei")
    hands.click("all domains, Brief: 1")
    hands.settle()
    assert hands.window.place.item == "stage=brief"


def test_a_lead_sees_the_pipeline_who_is_waited_for_and_the_pace(
    hands: Hands, studio: Studio
) -> None:
    first, second = studio.answered(models=("aurora", "borealis"))
    studio.judged(first)
    studio.scored(second)
    hands.open(studio.project.path, "lena")
    for step in (
        "Ready: 1 task",
        "Expert-judged: 1 of 2 responses",
        "Gold: 0 of 2 responses",
        "Scored: 1 of 2 responses",
    ):
        assert hands.button(step).isVisible()
    assert hands.reads("Waiting for")
    assert hands.button("Omar").isVisible()
    assert hands.reads("1 to confirm")
    hands.click("Scored: 1 of 2 responses")
    hands.settle()
    assert hands.window.place.page == "runs"
    hands.open(studio.project.path, "maria")
    assert not hands.reads("Waiting for")
    assert not any("Judged" in one.accessibleName() for one in hands.seen(QPushButton))


def test_judgments_a_week_are_bars_that_say_their_numbers(hands: Hands) -> None:
    made = Weeks((0, 3, 12))
    hands.qtbot.addWidget(made)
    made.show()
    assert made.accessibleName() == "Judgments a week: 0, 3, 12"
    assert not made.grab().isNull()


def test_one_list_holds_all_that_waits_and_one_button_begins_it(
    hands: Hands, studio: Studio
) -> None:
    studio.answered(models=("aurora", "borealis"))
    hands.open(studio.project.path, "maria")
    begins = [one.text() for one in hands.seen(QPushButton) if one.text().startswith("Start")]
    assert begins == ["Start judging"]
    assert hands.button("Judging queue: 2").isVisible()
    assert hands.button("Pairs to compare: 1").isVisible()


def test_alone_the_first_page_always_says_what_is_next(hands: Hands, tmp_path: Path) -> None:
    with opening.start_project(
        tmp_path / "p.xpert", hands.prefs, name="Mine", language="en", mode=Mode.SOLO
    ) as made:
        path = made.path
    hands.open(path, "tester")
    ctx = hands.app.session.ctx

    def next_is(act: str) -> None:
        hands.window.session.changed_outside.emit()
        hands.go("home")
        assert hands.page.begin.isVisible()
        assert hands.page.begin.text() == act

    set_policies(ctx, min_checkpoints=1)
    next_is("Create task")
    create_brief(ctx, task_id="t1", **BRIEF)
    next_is("Continue writing")
    submit_brief(ctx, "t1")
    next_is("Continue writing")
    point = add_checkpoint(ctx, "t1", text="States clause 9.", dimension="Domain Expertise")
    submit_rubric(ctx, "t1")
    next_is("Start reviewing")
    read_rubric(ctx, "t1", [point.one("checkpoint").id])
    approve(ctx, "t1")
    next_is("Show ready tasks")
    response = add_responses(ctx, [NewResponse("t1", "aurora", "Clause 9.")]).one("response").id
    next_is("Start judging")
    open_form(ctx, response)
    judge_line(ctx, response, point.one("checkpoint").id, value=1, rationale="It says so.")
    submit_form(ctx, response)
    next_is("Start confirming")
    confirm(ctx, response, "tester")
    next_is("New run")


def test_who_leads_a_team_of_one_is_led_to_the_people(hands: Hands, tmp_path: Path) -> None:
    paths = {}
    for mode in Mode:
        with opening.start_project(
            tmp_path / f"{mode}.xpert", hands.prefs, name="Mine", language="en", mode=mode
        ) as made:
            paths[mode] = made.path
    hands.open(paths[Mode.SOLO], "tester")
    assert not any(link.text() == "Add people" for link in hands.seen(QPushButton))
    hands.open(paths[Mode.TEAM], "tester")
    hands.click("Add people")
    hands.settle()
    assert hands.window.place.page == "people"
    add_person(hands.app.session.ctx, "ada", name="Ada")
    hands.window.session.changed_outside.emit()
    hands.go("home")
    assert not any(link.text() == "Add people" for link in hands.seen(QPushButton))


def test_a_lead_who_writes_no_tasks_is_led_to_the_people_who_do(
    hands: Hands, tmp_path: Path
) -> None:
    hands.open(Studio(tmp_path / "studio.xpert").project.path, "lena")
    hands.go("home")
    assert hands.page.begin.text() == "Open people"
    hands.click(hands.page.begin)
    assert hands.window.place.page == "people"
    hands.go("tasks")
    assert not hands.page.new.isVisible()
