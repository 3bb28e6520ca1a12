"""Assignments in the window: sent, opened, submitted, imported; conflicts; copies."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from tests.desktop.assignments_help import (
    all_of,
    answered_namelessly,
    drop,
    newest,
    opened,
    page,
    read_all,
    rubric_in,
    sent,
    submitted,
)
from tests.desktop.hands import Hands
from tests.workflow.deciding import approve
from tests.workflow.studio import Studio
from xpert_studio.core.records import Comment, Judgment, Response, Role, Severity, Stage, Task
from xpert_studio.core.records.assignments import Purpose
from xpert_studio.core.store import responses
from xpert_studio.core.workflow import (
    add_comment,
    change_person,
    judge_line,
    open_form,
    set_policies,
    submit_form,
)
from xpert_studio.core.workflow.assignments.taking import Outcome
from xpert_studio.core.workflow.views.assignments import assignments_of
from xpert_studio.desktop.pages.assignments.sides import MarkedText
from xpert_studio.desktop.welcome.window import WelcomeWindow
from xpert_studio.desktop.window import MainWindow
from xpert_studio.start import _is_for_window


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch):
    """What a person answers when they are asked for a file; empty for Cancel."""
    answers: dict[str, str] = {"save": "", "open": ""}
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (answers["save"], ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (answers["open"], ""))
    return answers


def make_project(hands: Hands, path: Path) -> Path:
    """Confirms that a project is made of an assignment; gives the project."""
    dialog = hands.await_dialog()
    dialog.form.show_values({"path": path})
    hands.click("Create project")
    hands.settle()
    return path


def judge_all(ctx, rationale: str = "As the memo says.") -> None:
    for response in all_of(ctx.project, Response):
        open_form(ctx, response.id)
        for line in rubric_in(ctx.project):
            judge_line(ctx, response.id, line.id, value=1, rationale=rationale)
        submit_form(ctx, response.id)


def test_sent_judged_elsewhere_and_imported(
    hands: Hands, studio: Studio, files: dict[str, str], tmp_path: Path
) -> None:
    answered_namelessly(studio)
    hands.open(studio.project.path, "lena")
    hands.go("assignments")
    assert hands.reads("Work together offline")

    # The lead sends.
    hands.click("Send assignment…")
    hands.settle()
    form = page(hands).sending
    form.purposes.look_at("judge")
    hands.settle()
    person = form.form.inputs["person"].widget
    person.setCurrentIndex(person.findData("maria"))
    hands.settle()
    assert person.currentText() == "Maria (2)"
    assert hands.reads("2 responses selected")
    hands.until(lambda: "2 responses" in form.counts.text())
    assert "1 task" in form.counts.text()
    assert hands.reads("Blind: no system names")
    form.form.inputs["message"].show("By Friday, please.")
    hands.click("Save assignment…")
    hands.settle()
    assert not assignments_of(hands.app.session.ctx).sent, "no file was named: nothing was sent"
    files["save"] = str(tmp_path / "for-maria")
    hands.click("Save assignment…")
    hands.settle()
    assignment = tmp_path / "for-maria.xassignment"
    assert assignment.exists()
    assert hands.reads("The file was written.")
    assert hands.reads(str(assignment))
    assert hands.reads("Send this file to Maria")
    assert hands.reads("Maria: Judge 2 responses")
    assert hands.reads("0 of 2 done")
    hands.until(lambda: "1" in hands.window.sidebar.button("assignments").accessibleName())
    names = b"".join(read_all(assignment).values())
    assert b"aurora" not in names
    assert b"borealis" not in names

    # The expert opens it.
    hands.app.close_project()
    hands.app.prefs.recent = []
    assert isinstance(hands.app.window, WelcomeWindow)
    drop(hands.app.window, assignment)
    hands.settle()
    assert hands.dialog.windowTitle() == "Assigned by Lena: Judge 2 responses"
    assert hands.reads("“By Friday, please.”")
    own = make_project(hands, tmp_path / "mine.xpert")
    assert own.exists()
    assert hands.app.session.person_id == "maria"
    assert hands.reads("Assigned by Lena: Judge 2 responses")
    hands.click("Open the work")
    hands.settle()
    assert hands.window.place.page == "judging"
    hands.go("home")
    assert hands.button("Assigned to you: 1").isVisible()
    hands.go("assignments")
    assert not hands.window.page("assignments").send.isVisible()
    files["save"] = str(tmp_path / "work.xsubmission")
    hands.click("Submit…")
    hands.await_dialog()
    hands.click("Save submission…")
    hands.settle()
    assert hands.notice.startswith("There is nothing to submit yet.")
    judge_all(hands.app.session.ctx)
    hands.app.session.changed_outside.emit()
    hands.settle()
    assert hands.reads("2 of 2 done")
    assert hands.reads("To submit: 6 judgments, 2 submitted forms")
    hands.click("Submit…")
    hands.await_dialog()
    hands.type("All done.")
    hands.key("Ctrl+Enter")
    hands.settle()
    assert (tmp_path / "work.xsubmission").exists()
    assert hands.reads("Send this file to Lena")

    # The lead imports it.
    hands.open(studio.project.path, "lena")
    drop(hands.window, tmp_path / "work.xsubmission")
    hands.settle()
    assert hands.reads("Submission from Maria: Judge 2 responses")
    assert hands.reads("“All done.”")
    project = hands.app.session.project
    assert not all_of(project, Judgment), "looking at it writes nothing"
    panel = page(hands).importing
    assert panel.head.outcomes[Outcome.APPLIED].isVisible()
    assert not panel.head.deciding.isVisible()
    hands.key("J")
    hands.key("J")
    hands.settle()
    assert [text.toPlainText() for text in hands.seen(MarkedText)] == ["Met", "As the memo says."]
    hands.click("Import")
    hands.settle()
    found = all_of(project, Judgment)
    assert {item.expert_id for item in found} == {"maria"}
    with project.reading() as tx:
        real = {item.id for item in responses.outlines(tx)}
    assert {item.response_id for item in found} == real
    assert hands.reads("Imported. Applied 8.")
    assert hands.reads("Nothing to import: everything is here already")
    hands.go("assignments")
    assert hands.reads("2 of 2 done")
    assert hands.window.sidebar.button("assignments").accessibleName() == "Share"

    # The same file again.
    before = newest(project)
    drop(hands.window, tmp_path / "work.xsubmission")
    hands.settle()
    assert panel.head.outcomes[Outcome.KNOWN].text() == "Already here  8"
    assert not panel.head.act.isEnabled()
    assert newest(project) == before

    # And undone.
    hands.key("Ctrl+Z")
    hands.settle()
    assert not all_of(project, Judgment)
    assert panel.head.act.isEnabled()


def test_a_damaged_file_changes_nothing(hands: Hands, studio: Studio, tmp_path: Path) -> None:
    studio.review()
    whole = sent(studio, Purpose.REVIEW, "maria", tmp_path)
    with zipfile.ZipFile(tmp_path / "broken.xassignment", "w") as packed:
        for name, data in read_all(whole).items():
            packed.writestr(name, data.replace(b"notice", b"no ice"))
    (tmp_path / "text.xsubmission").write_text("Dear Lena, …", "utf-8")
    hands.open(studio.project.path, "lena")
    before = newest(hands.app.session.project)
    for name, words in (
        ("broken.xassignment", "was changed or damaged"), ("no.xsubmission", "no.xsubmission"),
        ("text.xsubmission", "text.xsubmission"),
    ):  # fmt: skip
        drop(hands.window, tmp_path / name)
        hands.settle()
        assert words in hands.notice
        hands.window.notice.hide()
    assert hands.window.place.page == "home"
    assert newest(hands.app.session.project) == before


def test_a_packet_of_an_earlier_version_is_refused_with_what_to_do(
    hands: Hands, studio: Studio, tmp_path: Path
) -> None:
    packet = tmp_path / "old.xpacket"
    with zipfile.ZipFile(packet, "w") as packed:
        packed.writestr("manifest.json", '{"packet": {"purpose": "answers"}}')
    hands.open(studio.project.path, "lena")
    drop(hands.window, packet)
    hands.settle()
    assert "is a packet of an earlier version" in hands.notice
    assert "submits again" in hands.notice


def test_a_file_under_another_name_is_recognised(
    hands: Hands, studio: Studio, tmp_path: Path
) -> None:
    studio.review()
    ctx = opened(studio, sent(studio, Purpose.REVIEW, "maria", tmp_path), "maria")
    approve(ctx, "t1")
    work = submitted(ctx, tmp_path / "work.xsubmission").rename(tmp_path / "work.zip")
    hands.open(studio.project.path, "lena")
    drop(hands.window, work)
    hands.settle()
    assert hands.reads("Submission from Maria: Review 1 rubric")


def test_an_assignment_is_put_aside_refused_a_path_and_opened_once(
    hands: Hands, studio: Studio, files: dict[str, str], tmp_path: Path
) -> None:
    studio.review()
    assignment = sent(studio, Purpose.REVIEW, "maria", tmp_path)
    hands.open(studio.project.path, "lena")
    hands.go("assignments")
    hands.click("Open or import…")
    hands.settle()
    assert hands.window.place.tab == ""
    files["open"] = str(assignment)
    hands.click("Open or import…")
    hands.settle()
    hands.await_dialog().reject()
    hands.settle()
    assert [path.name for path in tmp_path.glob("*.xpert")] == ["studio.xpert"]

    # A path that is taken is refused, and nothing there is overwritten.
    hands.click("Open or import…")
    hands.settle()
    dialog = hands.await_dialog()
    dialog.form.show_values({"path": studio.project.path})
    hands.click("Create project")
    assert "exists already" in dialog.form.error("path")
    make_project(hands, tmp_path / "mine.xpert")
    ctx = hands.app.session.ctx
    add_comment(ctx, "t1", "Too vague.", severity=Severity.COMMENT)
    approve(ctx, "t1")
    hands.settle()
    files["save"] = str(tmp_path / "work.xsubmission")
    hands.go("assignments")
    hands.click("Submit…")
    hands.await_dialog()
    hands.click("Save submission…")
    hands.settle()

    # The assignment again shows the project that was made of it.
    hands.open(studio.project.path, "lena")
    drop(hands.window, assignment)
    hands.settle()
    assert hands.reads("You have opened this assignment before, as mine.")
    hands.click("Open mine")
    hands.settle()
    assert hands.app.session.path.name == "mine.xpert"

    # A submission that is opened elsewhere leads to its project.
    drop(hands.window, tmp_path / "work.xsubmission")
    hands.settle()
    assert hands.reads("work.xsubmission belongs in studio.")
    hands.click("Open studio")
    hands.settle()
    assert hands.app.session.path == studio.project.path
    assert hands.reads("The stage changes of: Ending a lease early.")
    hands.click("Import")
    hands.settle()
    project = hands.app.session.project
    assert [item.text for item in all_of(project, Comment)] == ["Too vague."]
    assert all_of(project, Task)[0].standing is Stage.APPROVED


def test_the_program_is_started_on_a_submission(
    hands: Hands, studio: Studio, tmp_path: Path
) -> None:
    studio.review()
    ctx = opened(studio, sent(studio, Purpose.REVIEW, "maria", tmp_path), "maria")
    approve(ctx, "t1")
    work = submitted(ctx, tmp_path / "work.xsubmission")
    assert _is_for_window([str(work)])
    hands.app.prefs.opened(studio.project.path)
    hands.app.prefs.people[str(studio.project.path)] = "lena"
    hands.app.start([work])
    hands.settle()
    assert isinstance(hands.app.window, MainWindow)
    assert hands.window.place.tab == "import"
    assert hands.reads("Submission from Maria: Review 1 rubric")

    # Where the project is not known, it is said, and nothing is made.
    hands.app.close_project()
    hands.app.prefs.recent = []
    hands.app.open_dropped(work)
    hands.settle()
    assert "belongs in another project" in hands.app.window.notice.text


def test_a_lead_who_still_judges_is_not_shown_what_came(
    hands: Hands, studio: Studio, tmp_path: Path
) -> None:
    answered_namelessly(studio)
    change_person(studio.lena, "lena", roles=(Role.LEAD, Role.EXPERT))
    set_policies(studio.lena, qualification_required=False)
    ctx = opened(studio, sent(studio, Purpose.JUDGE, "maria", tmp_path), "maria")
    judge_all(ctx, "A telling reason.")
    work = submitted(ctx, tmp_path / "work.xsubmission")
    hands.open(studio.project.path, "lena")
    assert hands.app.session.waiting.get().to_judge
    drop(hands.window, work)
    hands.settle()
    panel = page(hands).importing
    rows = panel.list.model().rowCount()
    assert rows >= 6
    for _ in range(rows):
        assert not any("telling" in text.toPlainText() for text in hands.seen(MarkedText))
        hands.key("J")
        hands.settle()
    assert hands.reads("Hidden until you have submitted your own judgment.")
    assert not hands.reads("aurora")


def test_an_assignment_is_closed_and_reopened(hands: Hands, studio: Studio, tmp_path: Path) -> None:
    studio.review()
    sent(studio, Purpose.REVIEW, "maria", tmp_path)
    hands.open(studio.project.path, "lena")
    hands.go("home")
    assert hands.button("Assignments sent: 1").isVisible()
    hands.go("assignments")
    hands.click("Close: Review 1 rubric")
    hands.settle()
    assert assignments_of(hands.app.session.ctx).waiting == 0
    hands.click("Reopen: Review 1 rubric")
    hands.settle()
    assert assignments_of(hands.app.session.ctx).waiting == 1
    hands.open(studio.project.path, "wei")
    hands.go("assignments")
    assert hands.reads("Leads send assignments.")
    assert not hands.reads("Maria")


def test_a_response_that_names_its_system_is_told_before_it_is_sent(
    hands: Hands, studio: Studio
) -> None:
    studio.answered(models=("aurora",))
    hands.open(studio.project.path, "lena")
    hands.go("assignments", tab="send", item="judge/maria")
    form = page(hands).sending
    hands.until(form.warnings.isVisible)
    assert "names its own system" in form.warnings.text()
    form.form.inputs["chosen"].show(())
    hands.settle()
    assert not form.act.isEnabled()
    assert hands.reads("Select at least one.")


def test_who_was_chosen_by_hand_stays_chosen(hands: Hands, studio: Studio) -> None:
    studio.review()
    hands.open(studio.project.path, "lena")
    hands.go("assignments", tab="send", item="review")
    form = page(hands).sending
    assert form.person_id == "maria", "the first who has such work"
    person = form.form.inputs["person"].widget
    person.setFocus()
    steps = person.findData("wei") - person.currentIndex()
    for _ in range(abs(steps)):
        hands.key("Down" if steps > 0 else "Up")
    hands.settle()
    assert form.person_id == "wei"
    assert hands.reads("They have no such work.")
    hands.app.session.changed_outside.emit()
    hands.settle()
    assert form.person_id == "wei"
    form.purposes.look_at("write")
    hands.settle()
    assert form.person_id == "wei"
    assert form.act.isEnabled() or hands.reads("They have no tasks yet.")


def test_a_copy_is_made_worked_in_submitted_and_updated(
    hands: Hands, studio: Studio, files: dict[str, str], tmp_path: Path
) -> None:
    studio.rubric()
    hands.open(studio.project.path, "lena")
    hands.go("assignments")
    copy = tmp_path / "laptop.xpert"
    files["save"] = str(copy)
    hands.click("Create copy…")
    hands.settle()
    assert copy.exists()
    assert hands.reads("Open this file in the other place.")

    # In the copy, and meanwhile in the project.
    set_policies(studio.lena, reviewers_needed=2)
    hands.open(copy, "lena")
    hands.go("assignments")
    assert hands.reads("Nothing in the outbox")
    assert not hands.button("Submit changes…").isEnabled()
    change_person(hands.app.session.ctx, "maria", name="Maria Rossi")
    hands.app.session.changed_outside.emit()
    hands.settle()
    assert hands.reads("To submit: 1 person")
    files["save"] = str(tmp_path / "laptop.xsubmission")
    hands.click("Submit changes…")
    hands.await_dialog()
    hands.click("Save submission…")
    hands.settle()

    # Updated from the project, the outbox is applied again.
    files["open"] = str(studio.project.path)
    hands.click("Update from the project…")
    hands.settle()
    assert "laptop.xpert is up to date." in hands.notice
    assert hands.app.session.project_state.info.policies.reviewers_needed == 2
    assert hands.app.session.project_state.called("maria") == "Maria Rossi"

    # Imported in the project.
    hands.open(studio.project.path, "lena")
    drop(hands.window, tmp_path / "laptop.xsubmission")
    hands.settle()
    assert hands.reads("Changes from a copy: Lena")
    hands.click("Import")
    hands.settle()
    assert hands.app.session.project_state.called("maria") == "Maria Rossi"


def test_a_project_is_handed_over(
    hands: Hands, studio: Studio, files: dict[str, str], tmp_path: Path
) -> None:
    studio.rubric()
    hands.open(studio.project.path, "lena")
    hands.go("assignments")
    files["save"] = str(tmp_path / "ines.xpert")
    hands.click("Hand over…")
    hands.await_dialog()
    hands.click("Save the new file…")
    hands.settle()
    assert hands.reads("This file is a copy")
    hands.open(tmp_path / "ines.xpert", "lena")
    hands.go("assignments")
    assert hands.reads("Copies of the project")
