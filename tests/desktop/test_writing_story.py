"""An author writes a task and its rubric by keyboard; reviewers and the lead answer."""

from __future__ import annotations

from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QWidget

from tests.desktop.hands import Hands
from tests.desktop.looking import rubric_of, task_of
from tests.workflow.deciding import approve
from tests.workflow.studio import Studio
from xpert_studio.core.records import Person, Role, Stage, Tier
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import draw_spot_checks, set_policies
from xpert_studio.core.workflow.views import task_view
from xpert_studio.desktop.pages.task.rubric.model import WORDS_ROLE

LINES = [
    "States that the break date is month 30.",
    "States that notice of six months is needed.",
    "Names clause 9 as the ground for leaving.",
    "Says that the rent of June is due.",
    "Names the landlord as the one to be served.",
    "Gives 30 April as the last day for the notice.",
    "Says that email is no service under clause 22.",
    "Advises to post the notice by recorded delivery.",
    "Warns that unpaid interest defeats the break.",
    "Computes the interest as 152 euros.",
    "Names vacant possession as a condition.",
    "Says who must remove the partition walls.",
    "Ends with a list of three steps.",
    "Puts the conclusion into the first paragraph.",
    "Cites section 4(2) for the length of months.",
]


def answers(asked: QWidget, words: str) -> list[QPushButton]:
    """The buttons of questions that answer them so."""
    return [one for one in asked.findChildren(QPushButton) if one.text() == words]


def test_a_task_and_a_rubric_of_fifteen_checkpoints_are_written_by_keyboard(
    hands: Hands, studio: Studio
) -> None:
    set_policies(studio.lena, min_checkpoints=15, max_checkpoints=40)
    hands.open(studio.project.path, "wei")
    hands.go("tasks")
    hands.key("Ctrl+N")
    hands.await_dialog()
    hands.type("Ending a lease early")
    hands.key("Enter")
    hands.type("Law")
    hands.key("Enter")
    hands.settle()

    panel = hands.panel
    task_id = panel.view.task.id
    assert hands.focus is panel.fields["context"], "writing begins in the first empty part"
    for text in (
        "You advise a tenant.",
        "Clause 9 allows a break at month 30.",
        "A memo that says whether the tenant can leave.",
        "Yes, at month 30 with six months notice.",
    ):
        hands.type(text)
        hands.key("Tab")
    hands.settle()
    for answer in answers(panel.checklist.form, "Yes"):
        hands.click(answer)
    panel.facts.inputs["difficulty"].widget.setFocus()
    hands.type("Hard")
    hands.key("Enter")
    panel.facts.inputs["difficulty"].widget.activated.emit(
        panel.facts.inputs["difficulty"].widget.currentIndex()
    )
    hands.settle()
    assert "Before it can be submitted" not in panel.lacks.text() or not panel.lacks.isVisible()
    hands.key("Ctrl+Shift+Return")
    hands.settle()
    assert task_of(studio, task_id).stage is Stage.SUBMITTED

    hands.open(studio.project.path, "lena")
    hands.go("task", task_id=task_id)
    hands.click("Accept brief…")
    asked = hands.await_dialog()
    assert not asked.act.isEnabled()
    for answer in answers(asked.form, "Yes"):
        hands.click(answer)
    hands.click(answers(asked.form.inputs["typical"].widget, "No")[0])
    assert not asked.act.isEnabled(), "a no needs a reason"
    hands.type("Rare, and costly where it goes wrong.", asked.form.inputs["reason"].widget)
    hands.click(asked.act)
    hands.settle()
    assert task_of(studio, task_id).stage is Stage.RUBRIC
    assert not task_of(studio, task_id).triage.typical

    hands.open(studio.project.path, "wei")
    hands.go("task", task_id=task_id)
    rubric = hands.panel
    hands.click("Write the first checkpoint")
    for line in LINES:
        hands.type(line)
        hands.key("Enter")
    hands.key("Escape")
    hands.settle()
    assert [point.text for point in rubric_of(studio, task_id)] == LINES
    rubric.table.selectAll()
    hands.key("Alt+D", rubric.table)
    hands.choose("Accuracy")
    rubric.show_item(rubric_of(studio, task_id)[0].id)
    hands.key("Ctrl+Alt+E")
    hands.settle()
    written = rubric_of(studio, task_id)
    assert {point.dimension for point in written} == {"Accuracy"}
    assert (written[0].tier, written[0].weight) == (Tier.ESSENTIAL, 10)
    assert written[1].weight == 7
    hands.key("Ctrl+Alt+Return")
    hands.click(hands.await_dialog().act)
    hands.settle()
    assert task_of(studio, task_id).stage is Stage.REVIEW


def test_review_goes_back_and_forth_until_it_is_approved(hands: Hands, studio: Studio) -> None:
    first, second, _ = studio.rubric()
    from xpert_studio.core.workflow import submit_rubric

    submit_rubric(studio.wei, "t1")
    hands.open(studio.project.path, "maria")
    hands.go("task", task_id="t1")
    review = hands.panel
    assert hands.focus is review.table
    hands.key("J")
    hands.key("R")
    hands.type("Month 30 of what?")
    hands.key("Ctrl+Return")
    hands.settle()
    assert hands.focus is review.table, "after a remark one is back among the lines"
    assert "1 of 3 read" in review.review_foot.state.text(), "one has read what one remarks on"
    hands.key("Ctrl+Shift+A")
    hands.settle()
    assert "have not been read" in hands.problems
    assert review.table.currentIndex().row() == 2, "it goes to what is not read"
    for _ in range(3):
        hands.until(lambda: review.is_seen)
        hands.key("A", review.table)
    hands.settle()
    assert "3 of 3 read" in review.review_foot.state.text()
    hands.key("Ctrl+Shift+A")
    hands.settle()
    assert "change requests are open" in hands.problems
    hands.key("Ctrl+Shift+B")
    hands.settle()
    assert task_of(studio, "t1").stage is Stage.RUBRIC

    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    rubric = hands.panel
    assert hands.reads("Month 30 of what?"), "the comment stands at its checkpoint"
    rubric.show_item(second)
    hands.key("Enter")
    editor = rubric.table.editor
    editor.selectAll()
    hands.type("States that six months' notice to the landlord is needed.")
    hands.key("Escape")
    hands.settle()
    hands.click("Done")
    hands.settle()
    hands.key("Ctrl+Alt+Return", rubric.table)
    hands.click(hands.await_dialog().act)
    hands.settle()
    assert "locked" in hands.notice, (hands.notice, hands.window.place, hands.focus)
    assert task_of(studio, "t1").stage is Stage.REVIEW

    hands.open(studio.project.path, "maria")
    hands.go("task", task_id="t1")
    review = hands.panel
    assert review.changes.isVisible()
    words = review.model.about(WORDS_ROLE, second)
    assert any("to the landlord" in part.text for part in words)
    hands.key("O")
    assert review.table.current_key == second
    hands.click("Resolve")
    hands.settle()
    assert hands.focus is review.table, "the comment and its button are gone"
    hands.key("Ctrl+Z")
    hands.settle()
    hands.key("X")
    hands.settle()
    assert "2 of 3 read" in review.review_foot.state.text(), "the other text is unread"
    hands.until(lambda: review.is_seen)
    hands.key("A")
    hands.settle()
    hands.key("Ctrl+Shift+A")
    hands.settle()
    assert task_of(studio, "t1").stage is Stage.APPROVED
    assert hands.focus is review.review_foot.next.act, "nothing else to review: Enter leads on"
    hands.key("Enter")
    hands.settle()
    assert hands.window.place.page == "home"
    assert first in {point.id for point in rubric_of(studio, "t1")}


def test_nobody_reviews_their_own_rubric_and_the_window_says_why(
    hands: Hands, studio: Studio
) -> None:
    studio.rubric()
    from xpert_studio.core.workflow import submit_rubric

    submit_rubric(studio.wei, "t1")
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="review")
    assert hands.reads("an author never reviews their own rubric")
    hands.key("R", hands.panel.table)
    assert "an author never reviews their own rubric" in hands.notice
    assert not hands.panel.composer.isVisible()


def test_split_merge_move_and_duplicate_where_the_cursor_stands(
    hands: Hands, studio: Studio
) -> None:
    studio.rubric(lines=3)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1")
    panel = hands.panel
    table = panel.table
    hands.key("Enter")
    editor = table.editor
    editor.put_cursor(len("States that the break date"))
    hands.key("Alt+Return")
    hands.settle()
    texts = [point.text for point in rubric_of(studio, "t1")]
    assert texts[:2] == ["States that the break date", "Is month 30."]
    assert table.editor is not None and table.editor.at == 0, "one writes on in the second part"
    hands.key("Backspace")
    hands.settle()
    assert rubric_of(studio, "t1")[0].text == "States that the break date Is month 30."
    hands.until(lambda: table.editor is not None)
    hands.key("Escape")
    hands.key("Alt+Down")
    hands.settle()
    assert rubric_of(studio, "t1")[1].text.startswith("States that the break date")
    hands.key("Ctrl+D")
    hands.settle()
    assert len(rubric_of(studio, "t1")) == 4
    hands.key("Ctrl+Z")
    hands.settle()
    assert len(rubric_of(studio, "t1")) == 3


def test_twenty_edits_are_undone_and_done_again(hands: Hands, studio: Studio) -> None:
    ids = studio.rubric(lines=2)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1")
    before = rubric_of(studio, "t1")
    hands.panel.show_item(ids[0])
    weights = [3, 4, 5, 6, 8, 9, 1, 2, 3, 4]
    for weight in weights:
        hands.key(f"Ctrl+Alt+{weight}")
    hands.key("Alt+Down")
    for weight in weights[:9]:
        hands.key(f"Ctrl+Alt+{weight}")
    hands.settle()
    after = rubric_of(studio, "t1")
    for _ in range(20):
        hands.key("Ctrl+Z")
    hands.settle()
    assert rubric_of(studio, "t1") == before
    for _ in range(20):
        hands.key("Ctrl+Shift+Z")
    hands.settle()
    assert rubric_of(studio, "t1") == after
    assert [line.weight for line in hands.panel.model.lines] == [p.weight for p in after]


def test_the_linter_speaks_while_one_types_and_mends_by_a_key(hands: Hands, studio: Studio) -> None:
    studio.rubric(lines=2)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1")
    panel = hands.panel
    hands.key("Ctrl+Return")
    hands.type("Explains the deadline and lists the steps.")
    hands.until(lambda: bool(panel.model.findings_of(panel.table.editor.key)))
    assert panel.table.editor.extraSelections()
    hands.key("Escape")
    hands.settle()
    hands.until(lambda: any(f.fix for f in panel.model.findings_of(panel.table.current_key)))
    hands.key("Ctrl+.")
    hands.settle()
    assert len(rubric_of(studio, "t1")) == 4
    hands.key("Ctrl+Z")
    hands.settle()
    hands.until(lambda: any(f.fix for f in panel.model.findings_of(panel.table.current_key)))
    hands.key("Ctrl+Shift+.")
    hands.await_dialog()
    hands.type("One act in the profession.", hands.seen(QPlainTextEdit)[0])
    hands.key("Ctrl+Return", hands.seen(QPlainTextEdit)[0])
    hands.settle()
    # the whole is looked at a moment after the line: there may be nothing yet
    hands.until(lambda: bool((looked := panel.checking.linted) and looked.dismissed))


def test_a_draft_is_taken_edited_and_dropped_line_by_line(hands: Hands, studio: Studio) -> None:
    from xpert_studio.core.workflow import change_brief

    studio.rubric(lines=1)
    change_brief(studio.wei, "t1", deliverables="- A memo.\n- A letter.\n- A list of three dates.")
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1")
    panel = hands.panel
    hands.key("Ctrl+Shift+D")
    hands.key("Enter")
    hands.until(lambda: bool(task_view(studio.wei, "t1").suggestions))
    hands.settle()
    assert hands.focus is panel.table, "the suggestions are what comes next"
    ghosts = [line.id for line in panel.model.lines if line.is_ghost]
    assert len(ghosts) == len(task_view(studio.wei, "t1").suggestions) > 2
    assert panel.table.here.id == ghosts[0]
    hands.key("Enter")
    panel.table.editor.selectAll()
    hands.type("Says that the tenant can leave at month 30.")
    hands.key("Enter")
    hands.settle()
    assert rubric_of(studio, "t1")[-1].text == "Says that the tenant can leave at month 30."
    assert rubric_of(studio, "t1")[-1].drafted_by is None, "a person has written it"
    assert panel.table.here.id == ghosts[1]
    hands.key("Tab")
    hands.settle()
    assert rubric_of(studio, "t1")[-1].drafted_by == "outline"
    assert panel.table.here.id == ghosts[2]
    hands.key("Delete")
    hands.settle()
    assert len(rubric_of(studio, "t1")) == 3
    if len(ghosts) > 3:
        hands.click("Reject all")
        hands.settle()
    assert not task_view(studio.wei, "t1").suggestions
    assert not any(line.is_ghost for line in panel.model.lines)
    hands.key("Ctrl+Z", panel.table)
    hands.settle()
    assert any(line.is_ghost for line in panel.model.lines), "what is undone comes back"


def test_system_prompt_and_family_are_folded_until_they_are_wanted(
    hands: Hands, studio: Studio
) -> None:
    studio.brief("t1")
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief")
    panel = hands.panel
    system = panel.fields["system_prompt"]
    assert not system.isVisible()
    hands.click(panel.facts.more)
    system.setFocus()
    hands.type("Answer as a lawyer.")
    panel.facts.inputs["family"].widget.setFocus()
    hands.type("lease break")
    panel.facts.inputs["title"].widget.setFocus()
    hands.settle()
    task = task_of(studio, "t1")
    assert (task.system_prompt, task.family) == ("Answer as a lawyer.", "lease break")
    hands.until(lambda: "system prompt: 19 characters" in panel.preview.attached.text())
    hands.go("tasks")
    hands.go("task", task_id="t1", tab="brief")
    assert system.isVisible(), "what is written is shown"
    system.setFocus()
    system.selectAll()
    hands.key("Delete", system)
    hands.go("tasks")
    hands.settle()
    assert task_of(studio, "t1").system_prompt is None


def test_a_found_system_prompt_is_shown(hands: Hands, studio: Studio) -> None:
    studio.brief("t1")
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief", item="system_prompt")
    assert hands.focus is hands.panel.fields["system_prompt"]


def test_a_title_never_goes_to_another_task(hands: Hands, studio: Studio) -> None:
    studio.brief("t1")
    studio.brief("t2")
    from xpert_studio.core.workflow import change_brief

    change_brief(studio.wei, "t2", title="Another lease", category="Leases")
    hands.open(studio.project.path, "wei")
    for task_id, other in (("t1", "t2"), ("t2", "t1"), ("t1", "t2")):
        hands.go("task", task_id=task_id, tab="brief")
        facts = hands.panel.facts
        facts.inputs["title"].widget.setFocus()
        hands.go("task", task_id=other, tab="brief")
        hands.go("tasks")
    assert task_of(studio, "t1").title == "Ending a lease early"
    assert task_of(studio, "t2").title == "Another lease"
    assert (task_of(studio, "t1").category, task_of(studio, "t2").category) == (None, "Leases")
    hands.go("task", task_id="t1", tab="brief")
    facts = hands.panel.facts
    facts.inputs["title"].widget.setFocus()
    facts.inputs["title"].widget.selectAll()
    hands.type("A new title")
    hands.go("task", task_id="t2", tab="brief")
    assert task_of(studio, "t1").title == "A new title"
    assert task_of(studio, "t2").title == "Another lease"


def test_the_draft_offers_the_model_that_each_provider_was_asked_for_last(
    hands: Hands, studio: Studio
) -> None:
    studio.rubric(lines=1)
    hands.prefs.asked("anthropic", "claude")
    hands.prefs.asked("openai", "gpt-5-mini")
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1")
    draft = hands.panel.draft
    assert (draft.form.values()["provider"], draft.form.values()["model"]) == (
        "openai",
        "gpt-5-mini",
    )
    draft.form.inputs["model"].show("gpt-6")
    draft.form.inputs["provider"].show("anthropic")
    assert draft.form.values()["model"] == "claude"
    draft.form.inputs["provider"].show("compatible")
    assert draft.form.values()["model"] == ""
    draft.form.inputs["provider"].show("openai")
    assert draft.form.values()["model"] == "gpt-6", (
        "what was entered is not lost by looking at another"
    )


def test_after_a_step_the_focus_is_where_one_goes_on(hands: Hands, studio: Studio) -> None:
    studio.brief()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief")
    submit = hands.button("Submit brief")
    submit.setFocus()
    hands.window.session.changed_outside.emit()  # looking again leaves the focus alone
    hands.settle()
    assert hands.focus is submit
    hands.key("Enter")
    hands.settle()
    assert task_of(studio, "t1").stage is Stage.SUBMITTED
    assert hands.focus is hands.page.tabs
    hands.key("Right")
    hands.settle()
    assert hands.page.tab == "rubric"


def test_after_a_step_the_focus_is_on_the_next_one(hands: Hands, studio: Studio) -> None:
    studio.review()
    approve(studio.maria, "t1")
    with studio.project.writing() as tx:
        lena = entities.find(tx, Person, "lena")
        entities.put(tx, lena.model_copy(update={"roles": (Role.LEAD, Role.EXPERT)}))
    hands.open(studio.project.path, "lena")
    hands.go("task", task_id="t1")
    draw = hands.button("Sample spot checks…")
    draw.setFocus()
    draw_spot_checks(hands.app.session.ctx, seed=1, share=0.0)
    hands.window.session.changed_outside.emit()
    hands.settle()
    assert hands.focus.text() == "Responses", "there is none to judge yet"


def test_a_spot_check_says_what_is_missing_at_its_place_and_leads_on(
    hands: Hands, studio: Studio
) -> None:
    studio.review()
    approve(studio.maria, "t1")
    draw_spot_checks(studio.lena, seed=1, share=1.0)
    hands.open(studio.project.path, "ada")
    hands.go("task", task_id="t1")
    foot = hands.panel.spot_foot
    hands.click("Pass")
    assert foot.form.error("consistent") == "Answer yes or no."
    assert not foot.form.error("note"), "a rubric that passes needs no note"
    for question in ("consistent", "aligned_with_task", "evaluable"):
        hands.click(foot.form.inputs[question].widget.findChild(QPushButton))
    hands.click("Return")
    assert foot.form.error("note") == "Say why it does not pass."
    hands.click("Pass")
    hands.settle()
    assert task_of(studio, "t1").stage is Stage.READY
    assert "Your spot check of this revision is done." in foot.state.text()
    assert hands.focus is foot.next.act, "nothing else to check: Enter leads on"
    hands.key("Ctrl+Z")
    hands.settle()
    assert task_of(studio, "t1").stage is Stage.SPOT_CHECK
    assert foot.form.isVisible()
    assert not foot.next.isVisible()


def test_a_short_rubric_is_submitted_with_a_reason_that_the_reviewer_sees(
    hands: Hands, studio: Studio
) -> None:
    set_policies(studio.lena, min_checkpoints=15, max_checkpoints=40)
    studio.rubric()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1")
    hands.key("Ctrl+Alt+Return", hands.panel.table)
    asked = hands.await_dialog()
    assert hands.reads("The number of checkpoints is 3; 15 to 40 are recommended.")
    hands.click(asked.act)
    assert asked.isVisible(), "a reason is needed first"
    assert asked.form.error("reason") == "Write a reason."
    hands.key("Escape")
    hands.click("Submit rubric…")
    hands.await_dialog()
    hands.type("One narrow question.")
    hands.key("Enter")
    hands.settle()
    assert task_of(studio, "t1").stage is Stage.REVIEW

    hands.open(studio.project.path, "maria")
    hands.go("task", task_id="t1")
    assert hands.reads("The author's reason: One narrow question.")
