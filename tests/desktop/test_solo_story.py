"""A physician alone: from an empty program to a rubric in review, counting clicks."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QPlainTextEdit, QWidget

from tests.desktop.hands import Hands
from tests.workflow.deciding import confirm
from tests.workflow.studio import Studio
from xpert_studio.core.records import Judgment, Mode, Role, Stage
from xpert_studio.core.store import ProjectFile, entities, tasks
from xpert_studio.core.workflow import add_comment, send_back, submit_brief
from xpert_studio.desktop import opening
from xpert_studio.desktop.welcome.new_project import NewProject


@pytest.fixture
def alone(hands: Hands, tmp_path: Path) -> Path:
    """A project of one person, who does everything in it."""
    path = tmp_path / "p.xpert"
    opening.start_project(path, hands.prefs, name="Mine", language="en", mode=Mode.SOLO).close()
    return path


def test_a_new_project_asks_how_one_works(hands: Hands, tmp_path) -> None:
    made = []
    asked = NewProject(hands.app.parent_window(), lambda *told: made.append(told))
    asked.open()
    hands.await_dialog()
    hands.type("Chest pain")
    asked.form.show_values({"folder": tmp_path})
    hands.key("Ctrl+Return")
    assert not made, "nothing is chosen for the person"
    assert asked.form.error("mode") == "Choose how you work."
    hands.key("Space")
    assert asked.form.error("mode") == ""
    hands.click(asked.act)
    ((path, name, _, mode),) = made
    assert (path.stem, name, mode) == ("Chest pain", "Chest pain", Mode.SOLO)


def test_alone_one_submits_and_writes_on(hands: Hands, alone: Path) -> None:
    from tests.workflow.studio import BRIEF
    from xpert_studio.core.workflow import create_brief, set_policies

    hands.open(alone, "tester")
    session = hands.app.session
    assert session.project_state.info.policies.is_solo
    set_policies(session.ctx, min_checkpoints=1)
    create_brief(session.ctx, task_id="t1", **BRIEF)
    hands.go("task", task_id="t1")
    hands.key("Ctrl+Shift+Return")
    hands.settle()
    assert (hands.window.place.page, hands.window.place.tab) == ("task", "rubric")
    hands.click("Write the first checkpoint")
    hands.type("States that the tenant can leave at month 30.")
    hands.key("Enter")
    hands.key("Escape")
    hands.settle()
    hands.panel.table.selectAll()
    hands.key("Alt+D", hands.panel.table)
    hands.choose("Domain Expertise")
    hands.settle()
    hands.key("Ctrl+Alt+Return")
    hands.click(hands.await_dialog().act)
    hands.settle()
    with session.project.reading() as tx:
        task = tasks.get_task(tx, "t1")
    assert task.standing is Stage.REVIEW
    assert task.self_accepted


def test_what_was_typed_last_is_in_the_brief_that_is_submitted(hands: Hands, alone: Path) -> None:
    from tests.workflow.studio import BRIEF
    from xpert_studio.core.workflow import create_brief

    hands.open(alone, "tester")
    last = {key: BRIEF[key] for key in ("deliverables", "reference_answer")}
    create_brief(hands.app.session.ctx, task_id="t1", **(BRIEF | dict.fromkeys(last)))
    hands.go("task", task_id="t1", tab="brief")
    fields = hands.panel.fields
    fields["deliverables"].setFocus()
    hands.type(last["deliverables"])
    hands.key("Ctrl+Shift+Return")
    hands.settle()
    assert "Reference answer is missing." in hands.problems
    assert "deliverables" not in hands.problems
    assert hands.focus is fields["reference_answer"]
    hands.type(last["reference_answer"])
    hands.key("Ctrl+Shift+Return")
    hands.settle()
    assert (hands.window.place.page, hands.window.place.tab) == ("task", "rubric")


def test_where_there_are_several_domains_one_is_chosen_for_a_task(
    hands: Hands, alone: Path
) -> None:

    hands.open(alone, "tester")
    hands.go("tasks")
    hands.key("Ctrl+N")
    asked = hands.await_dialog()
    hands.type("Chest pain at night")
    hands.key("Enter")
    hands.settle()
    assert asked.form.error("domain") == "Choose the domain of the task."
    asked.form.inputs["domain"].show("Law")
    hands.key("Ctrl+Return")
    hands.settle()
    assert hands.panel.view.task.domain == "Law"


def test_only_judgments_that_were_shown_are_confirmed_together(hands: Hands, studio) -> None:
    (response_id,) = studio.answered()
    studio.judged(response_id)
    hands.open(studio.project.path, "omar")
    hands.go("judging", task_id="t1", item=response_id, expert_id="maria")
    settling = hands.page.confirming
    hands.qtbot.waitUntil(lambda: settling.all.isEnabled())
    assert "1" in settling.all.text()
    assert settling.all.property("kind") != "primary"
    hands.click(settling.all)
    hands.settle()
    assert _gold(studio.project) == [True, False, False]


def _gold(project: ProjectFile) -> list[bool]:
    with project.reading() as tx:
        return [item.is_gold for item in entities.find_all(tx, Judgment)]


def test_a_page_says_for_whom_a_task_waits_and_what_to_do_where_nobody_can(
    hands: Hands, studio
) -> None:
    from xpert_studio.core.workflow import change_person, submit_brief

    studio.brief()
    submit_brief(studio.wei, "t1")
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1")
    assert "Who can decide: Lena, Omar, Ada" in hands.page.head.waits.text()
    hands.go("task", task_id="t1", tab="rubric")
    assert not any(way.isVisible() for way in hands.panel.begin), (
        "nobody is offered what is refused"
    )
    hands.open(studio.project.path, "lena")
    hands.go("task", task_id="t1")
    assert not hands.page.head.waits.isVisible(), "it waits for her, and her buttons say so"
    studio.review("t2")
    for person in ("maria", "omar"):
        change_person(studio.lena, person, roles=(Role.EXPERT,))
    hands.go("task", task_id="t2")
    hands.until(lambda: "Nobody in this project can review" in hands.page.head.waits.text())
    assert "solo project" in hands.page.head.waits.text()


def test_a_project_becomes_a_solo_one_on_its_page(hands: Hands, studio) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("project")
    limits = hands.page.limits
    assert limits.form.values()["mode"] == Mode.TEAM
    hands.click("Alone, or for practice")
    hands.settle()
    assert studio.project.info().policies.is_solo
    assert limits.form.values()["mode"] == Mode.SOLO
    assert hands.reads("It is marked as self-accepted")


def test_what_is_left_of_a_rubric_is_shown_before_it_is_submitted(hands: Hands, studio) -> None:
    from xpert_studio.core.workflow import edit_checkpoint

    ids = studio.rubric()
    edit_checkpoint(studio.wei, "t1", ids[0], text="States the date and the notice period.")
    with studio.project.writing() as tx:
        point = tasks.rubric_of(tx, "t1")[2]
        entities.put(tx, point.model_copy(update={"drafted_by": "outline"}))
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    hands.key("Ctrl+Alt+Return")
    hands.await_dialog()
    assert hands.reads("1 of 3 checkpoints are as the draft proposed them.")
    assert hands.reads("3. Names clause 9 as the ground.")
    assert hands.reads("open finding")
    assert hands.reads("Who can review it: Maria")
    hands.key("Escape")
    hands.settle()
    with studio.project.reading() as tx:
        assert tasks.get_task(tx, "t1").standing is Stage.RUBRIC, "nothing was submitted"


def test_escape_closes_a_notice(hands: Hands, studio) -> None:
    studio.rubric()
    hands.open(studio.project.path, "wei")
    hands.window.shell.say("Something cannot be done.", "bad")
    assert hands.notice
    hands.key("Escape")
    assert not hands.notice


class Counted:
    """Hands that count clicks and chords; Tab, Enter, arrows, Space and text are typing."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.count = 0

    def click(self, target: QWidget | str) -> None:
        self.count += 1
        self.hands.click(target)
        self.hands.settle()

    def chord(self, keys: str) -> None:
        self.count += 1
        self.hands.key(keys)
        self.hands.settle()

    def fill(self, *texts: str) -> None:
        """Types into one field after the other, from the one that has the focus."""
        for text in texts:
            self.hands.type(text)
            self.hands.key("Tab")


def test_the_first_task_alone_is_in_review_within_14_clicks(hands: Hands, tmp_path) -> None:
    """From an empty program, by mouse and keyboard, with nothing prepared and nothing hidden."""
    hands.prefs.name, hands.prefs.roles, hands.prefs.domains = "", [], []
    hands.app.welcome()
    hands.settle()
    me = Counted(hands)
    hands.type("Chen Wei")
    hands.key("Enter")
    hands.settle()
    me.click("Start alone…")
    asked = hands.await_dialog()
    asked.form.show_values({"folder": tmp_path})  # the folder is that of the machine's documents
    hands.type("Chest pain")
    hands.key("Enter")
    hands.until(lambda: hands.app.session is not None)
    hands.settle()

    hands.key("Enter")  # the one thing to do in an empty project has the focus
    hands.await_dialog()
    hands.type("Chest pain at night")
    hands.key("Enter")
    hands.type("Health")  # where the focus goes, for nothing is chosen for the person
    hands.key("Enter")
    hands.settle()
    brief = hands.panel
    assert brief.view.task.domain == "Healthcare & Medicine"
    assert hands.focus is brief.fields["context"]
    me.fill("You are on call in a small hospital.", "ECG, troponin, history.", "A plan.", "Call.")
    for question in brief.checklist.form.findChildren(QAbstractButton):
        if question.text() == "Yes":
            me.click(question)
    me.click("Submit brief")
    assert "Difficulty is missing." in hands.problems
    assert hands.focus is brief.facts.inputs["difficulty"].widget, "it goes to what is missing"
    assert not hands.focus.visibleRegion().isEmpty(), "and scrolls to it"
    hands.key("Down")
    hands.settle()
    me.click("Submit brief")
    assert hands.window.place.tab == "rubric", (hands.problems, hands.notice)

    me.click("Write the first checkpoint")
    hands.type("States finding 0 of the ECG.")
    me.chord("Alt+D")
    hands.choose("Domain Expertise")
    hands.key("Enter", hands.panel.table)
    for place in range(1, 15):
        hands.key("Enter")
        hands.type(f"States finding {place} of the ECG.")
    hands.key("Escape")
    hands.settle()
    me.click("Submit rubric…")
    me.click(hands.await_dialog().act)
    with hands.app.session.project.reading() as tx:
        (task,) = tasks.all_tasks(tx)
        rubric = tasks.rubric_of(tx, task.id)
    assert task.standing is Stage.REVIEW
    assert {point.dimension for point in rubric} == {"Domain Expertise"}
    assert len(rubric) == 15
    assert me.count <= 14, me.count
    print(f"clicks and chords: {me.count}")


def test_a_review_takes_one_key_a_checkpoint_and_one_and_leads_to_the_next(
    hands: Hands, studio: Studio
) -> None:
    for task_id in ("t1", "t2"):
        studio.review(task_id)
    with studio.project.writing() as tx:
        first = tasks.rubric_of(tx, "t1")[0]
        entities.put(tx, first.model_copy(update={"drafted_by": "outline"}))
    hands.open(studio.project.path, "maria")
    hands.go("task", task_id="t1")
    me, foot = Counted(hands), hands.panel.review_foot
    assert "0 of 3 read. 1 is as drafted and unread." in foot.state.text()
    assert not foot.yes.isEnabled()
    hands.until(lambda: hands.panel.is_seen)  # all three are on the screen, and have been for long
    for _ in range(3):
        me.chord("A")
    assert "3 of 3 read." in foot.state.text()
    assert foot.progress.value() == foot.progress.maximum() == 3
    me.chord("Ctrl+Shift+A")
    assert me.count == 3 + 1
    with studio.project.reading() as tx:
        assert tasks.get_task(tx, "t1").standing is Stage.APPROVED
    assert (hands.window.place.task_id, hands.window.place.tab) == ("t2", "review")
    assert "Approved. Next:" in hands.notice
    hands.click("Undo")
    hands.settle()
    with studio.project.reading() as tx:
        assert tasks.get_task(tx, "t1").standing is Stage.REVIEW


def test_a_reviewer_suggests_a_wording_that_the_author_takes(hands: Hands, studio: Studio) -> None:
    first, *_ = studio.review()
    hands.open(studio.project.path, "maria")
    hands.go("task", task_id="t1")
    hands.key("E", hands.panel.table)
    field = hands.panel.composer.text
    assert hands.focus is field
    assert field.toPlainText() == "→ States that the break date is month 30."
    field.setPlainText("→ States that the lease can end at month 30.\nClearer.")
    hands.key("Ctrl+Return")
    hands.settle()
    assert hands.focus is hands.panel.table
    assert hands.reads("Clearer."), "the comment stands at its checkpoint"
    hands.key("Ctrl+Shift+B")
    hands.settle()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1")
    hands.click("Use this wording")
    hands.settle()
    with studio.project.reading() as tx:
        rubric = tasks.rubric_of(tx, "t1")
    assert (rubric[0].id, rubric[0].text) == (first, "States that the lease can end at month 30.")
    assert hands.reads("Every change request has a reply.")


def test_a_returned_rubric_opens_on_its_change_requests(hands: Hands, studio: Studio) -> None:
    _, second, _ = studio.review()
    add_comment(studio.maria, "t1", "Which notice?", checkpoint_id=second)
    send_back(studio.maria, "t1", summary="Nearly there.")
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1")
    assert hands.reads("Maria sent this rubric back.")
    assert hands.reads("1 change request needs a reply")
    assert hands.reads("Which notice?")
    assert hands.panel.table.current_key == second
    hands.click("Done")
    hands.settle()
    assert hands.reads("Every change request has a reply.")


def test_a_submitted_form_leads_to_the_next_response(hands: Hands, studio: Studio) -> None:
    first, second = studio.answered(models=("aurora", "borealis"))
    studio.judged(first)
    hands.open(studio.project.path, "maria")
    hands.go("judging", task_id="t1", item=first)
    hands.click(hands.page.form.next.act)
    hands.settle()
    assert hands.window.place.item == second
    assert not hands.page.form.next.isVisible()
    studio.judged(second)
    hands.window.session.changed_outside.emit()
    hands.settle()
    assert hands.reads("No other response to judge.")


def test_a_settled_form_leads_to_the_next_one(hands: Hands, studio: Studio) -> None:
    first, second = studio.answered(models=("aurora", "borealis"))
    for response_id in (first, second):
        studio.judged(response_id)
    confirm(studio.omar, first, "maria")
    hands.open(studio.project.path, "omar")
    hands.go("judging", task_id="t1", item=first, expert_id="maria")
    assert hands.reads("All resolved: gold.")
    hands.click(hands.page.confirming.next.act)
    hands.settle()
    assert hands.window.place.item == second
    assert not hands.page.confirming.next.isVisible()


def test_a_brief_that_was_decided_on_leads_to_the_next(hands: Hands, studio: Studio) -> None:
    for task_id in ("t1", "t2"):
        studio.brief(task_id)
        submit_brief(studio.wei, task_id)
    hands.open(studio.project.path, "lena")
    hands.go("task", task_id="t1")
    hands.click("Return brief…")
    hands.type("Too vague.", hands.await_dialog().findChild(QPlainTextEdit))
    hands.click(hands.dialog.act)
    hands.until(lambda: "Returned" in hands.notice)
    hands.click("Next brief")
    hands.settle()
    assert hands.window.place.task_id == "t2"


def test_a_ready_task_leads_to_its_responses_before_anybody_can_judge(
    hands: Hands, studio: Studio
) -> None:
    from xpert_studio.core.workflow import change_person

    studio.ready()
    change_person(studio.lena, "lena", roles=(Role.LEAD, Role.EXPERT), domains=("Law",))
    window = hands.open(studio.project.path, "lena")
    hands.go("task", task_id="t1")
    assert [step.id for step in hands.page.steps.next()] == ["task.respond"]
    hands.click("Responses")
    hands.settle()
    assert window.place.tab == "responses"
    hands.go("judging")
    hands.click("Open the tasks")
    hands.settle()
    assert window.place.page == "tasks"


def test_a_task_with_a_response_to_judge_leads_to_judging(hands: Hands, studio: Studio) -> None:
    studio.answered()
    hands.open(studio.project.path, "maria")
    hands.go("task", task_id="t1")
    assert hands.page.steps.next()[0].id == "task.judge"
