"""Packets in the window: sent, opened, answered, taken in; conflicts decided; nothing by accident."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog

from tests.desktop.hands import Hands
from tests.desktop.packets_help import (
    all_of,
    answered_namelessly,
    differing_copy,
    drop,
    newest_event,
    open_copy,
    page,
    read_all,
    rubric_in,
)
from tests.workflow.deciding import approve
from tests.workflow.studio import Studio
from xpert_studio.desktop.pages.packets.sides import MarkedText
from xpert_studio.desktop.welcome.window import WelcomeWindow
from xpert_studio.desktop.window import MainWindow
from xpert_studio.exchange.packets import (
    answer_to_file,
    open_file,
    request_to_file,
    write_packet,
)
from xpert_studio.records import (
    Judgment,
    Purpose,
    Remark,
    Response,
    Role,
    Severity,
    Stage,
    Task,
)
from xpert_studio.start import _is_for_window
from xpert_studio.store import responses
from xpert_studio.workflow import (
    Desk,
    change_person,
    judge_line,
    open_sheet,
    remark,
    set_policies,
    submit_sheet,
)
from xpert_studio.workflow.merging.weighing import Fate
from xpert_studio.workflow.packets import choose, send_request
from xpert_studio.workflow.views import packets_of


@pytest.fixture
def other_copy(studio: Studio, tmp_path: Path) -> Path:
    return differing_copy(studio, tmp_path)


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch):
    """What whoever works answers when they are asked for a file; empty for Cancel."""
    answers: dict[str, str] = {"save": "", "open": ""}
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (answers["save"], ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (answers["open"], ""))
    return answers


def make_project(hands: Hands, path: Path) -> Path:
    """Says yes to making a project of a packet; gives the project."""
    dialog = hands.await_dialog()
    dialog.path.setText(str(path))
    hands.click("Make the project")
    hands.settle()
    return path


def judge_all(hands: Hands) -> None:
    """Judges everything that was sent, by the verbs that the page of judging calls."""
    desk = hands.app.session.desk
    for response in all_of(desk.project, Response):
        open_sheet(desk, response.id)
        for line in rubric_in(desk.project):
            judge_line(desk, response.id, line.id, value=1, rationale="As the memo says.")
        submit_sheet(desk, response.id)


def test_sent_judged_elsewhere_and_taken_in(
    hands: Hands, studio: Studio, files: dict[str, str], tmp_path: Path
) -> None:
    answered_namelessly(studio)
    hands.open(studio.project.path, "lena")
    hands.go("packets")
    assert hands.reads("Work together without being online")

    # The lead sends.
    hands.click("Send a packet …")
    hands.settle()
    panel = page(hands).sending
    panel.purposes.look_at("judge")
    hands.settle()
    panel.person.setCurrentIndex(panel.person.findData("maria"))
    hands.settle()
    assert panel.person.currentText() == "Maria (2)"
    assert hands.reads("2 responses ticked")
    hands.until(lambda: "2 responses" in panel.counts.text())
    assert "1 task" in panel.counts.text()
    assert hands.reads("It is blind")
    panel.message.setPlainText("By Friday, please.")
    hands.click("Write the packet …")
    hands.settle()
    assert not packets_of(hands.app.session.desk).sent, "no file was named, so nothing went out"
    files["save"] = str(tmp_path / "for-maria")
    hands.click("Write the packet …")
    hands.settle()
    packet = tmp_path / "for-maria.xpacket"
    assert packet.exists()
    assert hands.reads("The packet is written.")
    assert hands.reads(str(packet))
    assert hands.reads("Maria: Judge 2 responses")
    assert hands.reads("0 of 2 done")
    hands.until(lambda: "1" in hands.window.sidebar._buttons["packets"].text())
    names = b"".join(read_all(packet).values())
    assert b"aurora" not in names
    assert b"borealis" not in names

    # The expert opens it.
    hands.app.close_project()
    hands.app.prefs.recent = []
    assert isinstance(hands.app.window, WelcomeWindow)
    drop(hands.app.window, packet)
    hands.settle()
    assert hands.dialog.windowTitle() == "Lena asks you: Judge 2 responses"
    assert hands.reads("“By Friday, please.”")
    own = make_project(hands, tmp_path / "mine.xpert")
    assert own.exists()
    assert hands.app.session.person_id == "maria"
    assert hands.reads("Lena asks you: Judge 2 responses")
    hands.click("Go to the work")
    hands.settle()
    assert hands.window.place.page == "judging"
    hands.go("home")
    assert hands.button("You were asked: 1").isVisible()
    hands.go("packets")
    assert not hands.window.page("packets").send.isVisible()
    files["save"] = str(tmp_path / "answer.xpacket")
    hands.click("Make the answer …")
    hands.await_dialog()
    hands.click("Write the answer …")
    hands.settle()
    assert hands.notice.startswith("There is nothing to send back yet.")
    judge_all(hands)
    hands.app.session.changed_outside.emit()
    hands.settle()
    assert hands.reads("2 of 2 done")
    hands.click("Make the answer …")
    hands.await_dialog()
    hands.type("All done.")
    hands.key("Ctrl+Enter")
    hands.settle()
    assert (tmp_path / "answer.xpacket").exists()
    assert hands.reads("Send this file to Lena")

    # The lead takes it in.
    hands.open(studio.project.path, "lena")
    drop(hands.window, tmp_path / "answer.xpacket")
    hands.settle()
    assert hands.reads("Answer from Maria: Judge 2 responses")
    assert hands.reads("“All done.”")
    assert not all_of(hands.app.session.project, Judgment)
    panel = page(hands).taking
    assert panel.head.fates[Fate.TAKEN].isVisible()
    assert not panel.head.deciding.isVisible()
    hands.click("Take it in")
    hands.settle()
    project = hands.app.session.project
    found = all_of(project, Judgment)
    assert {item.expert_id for item in found} == {"maria"}
    with project.reading() as tx:
        real = {item.id for item in responses.outlines(tx)}
    assert {item.response_id for item in found} == real
    assert hands.reads("Taken in: ")
    hands.go("packets")
    assert hands.reads("2 of 2 done")
    assert hands.reads("Answer from Maria came in")
    assert hands.window.sidebar._buttons["packets"].text().strip() == "Packets"

    # The same packet again.
    pulse = newest_event(project)
    drop(hands.window, tmp_path / "answer.xpacket")
    hands.settle()
    assert hands.reads("All of it stands here; nothing is left to take in.")
    assert not panel.head.act.isEnabled()
    assert newest_event(project) == pulse

    # And back.
    hands.key("Ctrl+Z")
    hands.settle()
    assert not all_of(project, Judgment)
    assert panel.head.act.isEnabled()


# Where packets belong.


def test_a_damaged_packet_changes_nothing(
    hands: Hands, studio: Studio, other_copy: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.xpacket"
    with zipfile.ZipFile(broken, "w") as packed:
        for name, data in read_all(other_copy).items():
            packed.writestr(name, data.replace(b"notice", b"no ice"))
    hands.open(studio.project.path, "lena")
    pulse = newest_event(hands.app.session.project)
    for name, words in (
        ("broken.xpacket", "it was changed or damaged"), ("no.xpacket", "no.xpacket"),
        ("text.xpacket", "text.xpacket"),
    ):  # fmt: skip
        if name == "text.xpacket":
            (tmp_path / name).write_text("Dear Lena, …", "utf-8")
        drop(hands.window, tmp_path / name)
        hands.settle()
        assert words in hands.notice
        hands.window.notice.hide()
    assert hands.window.place.page == "home"
    assert newest_event(hands.app.session.project) == pulse


def test_a_packet_that_hides_where_it_comes_from_is_refused(
    hands: Hands, studio: Studio, tmp_path: Path
) -> None:
    studio.review()
    with send_request(
        studio.lena, Purpose.REVIEW, "maria", choose(studio.lena, "maria", Purpose.REVIEW)
    ) as content:
        bare = tuple(held for held in content.held if held.kind != "project")
        write_packet(replace(content, held=bare), tmp_path / "bare.xpacket")
    hands.open(studio.project.path, "lena")
    drop(hands.window, tmp_path / "bare.xpacket")
    hands.settle()
    assert "does not say which project it comes from" in hands.notice
    assert QApplication.activeModalWidget() is None


def test_a_packet_under_another_name_is_merged_and_never_imported(
    hands: Hands, studio: Studio, other_copy: Path, tmp_path: Path
) -> None:
    renamed = other_copy.rename(tmp_path / "copy.zip")
    open_copy(hands, studio, renamed)
    assert hands.reads("0 of 2 decided")


def test_nothing_is_made_of_a_packet_that_is_put_aside(
    hands: Hands, studio: Studio, files: dict[str, str], tmp_path: Path
) -> None:
    studio.review()
    packet = tmp_path / "review.xpacket"
    scope = choose(studio.lena, "maria", Purpose.REVIEW)
    request_to_file(studio.lena, packet, Purpose.REVIEW, "maria", scope)
    hands.open(studio.project.path, "lena")
    hands.go("packets")
    hands.click("Open a packet …")
    hands.settle()
    assert hands.window.place.tab == ""
    files["open"] = str(packet)
    hands.click("Open a packet …")
    hands.settle()
    hands.await_dialog().reject()
    hands.settle()
    assert [path.name for path in tmp_path.glob("*.xpert")] == ["studio.xpert"]
    assert hands.app.session.path == studio.project.path

    # A place that is taken is refused, and nothing there is overwritten.
    hands.click("Open a packet …")
    hands.settle()
    dialog = hands.await_dialog()
    dialog.path.setText(str(studio.project.path))
    hands.click("Make the project")
    assert "is there already" in dialog.problem.text()
    make_project(hands, tmp_path / "mine.xpert")
    desk = hands.app.session.desk
    remark(desk, "t1", "Too vague.", severity=Severity.COMMENT)
    approve(desk, "t1")
    hands.settle()
    files["save"] = str(tmp_path / "answer.xpacket")
    hands.go("packets")
    hands.click("Make the answer …")
    hands.await_dialog()
    hands.click("Write the answer …")
    hands.settle()

    # Opened where another project is open, it leads to the one it belongs in.
    drop(hands.window, tmp_path / "answer.xpacket")
    hands.settle()
    assert hands.dialog.windowTitle() == "It belongs in another project"
    hands.click("Open it there")
    hands.settle()
    assert hands.app.session.path == studio.project.path
    hands.click("Take it in")
    hands.settle()
    project = hands.app.session.project
    assert [item.text for item in all_of(project, Remark)] == ["Too vague."]
    assert all_of(project, Task)[0].standing is Stage.APPROVED
    assert hands.reads("Approved now, since enough reviewers have: Ending a lease early.")


def test_the_program_is_started_on_an_answer(hands: Hands, studio: Studio, tmp_path: Path) -> None:
    studio.review()
    packet, answer = tmp_path / "review.xpacket", tmp_path / "answer.xpacket"
    scope = choose(studio.lena, "maria", Purpose.REVIEW)
    request_to_file(studio.lena, packet, Purpose.REVIEW, "maria", scope)
    with open_file(packet, tmp_path / "mine.xpert", now=studio.now()) as own:
        desk = Desk(own, "maria", studio.now)
        approve(desk, "t1")
        answer_to_file(desk, answer)
    assert _is_for_window([str(answer)])
    hands.app.prefs.opened(studio.project.path)
    hands.app.prefs.people[str(studio.project.path)] = "lena"
    hands.app.start([answer])
    hands.settle()
    assert isinstance(hands.app.window, MainWindow)
    assert hands.window.place.tab == "take"
    assert hands.reads("Answer from Maria: Review 1 rubric")

    # Where nobody knows the project, it is said, and nothing is made.
    hands.app.close_project()
    hands.app.prefs.recent = []
    hands.app.open_dropped(answer)
    hands.settle()
    assert "went out from another project" in hands.app.window.notice.text


# Blindness, and what is no longer waited for.


def test_who_may_still_judge_is_not_shown_what_came(
    hands: Hands, studio: Studio, tmp_path: Path
) -> None:
    answered_namelessly(studio)
    change_person(studio.lena, "lena", roles=(Role.LEAD, Role.EXPERT))
    set_policies(studio.lena, qualification_required=False)
    packet, answer = tmp_path / "judge.xpacket", tmp_path / "answer.xpacket"
    scope = choose(studio.lena, "maria", Purpose.JUDGE)
    request_to_file(studio.lena, packet, Purpose.JUDGE, "maria", scope)
    with open_file(packet, tmp_path / "mine.xpert", now=studio.now()) as own:
        desk = Desk(own, "maria", studio.now)
        for response in all_of(own, Response):
            open_sheet(desk, response.id)
            for line in rubric_in(own):
                judge_line(desk, response.id, line.id, value=1, rationale="A telling reason.")
            submit_sheet(desk, response.id)
        answer_to_file(desk, answer)
    hands.open(studio.project.path, "lena")
    assert hands.app.session.waiting.get().to_judge
    drop(hands.window, answer)
    hands.settle()
    panel = page(hands).taking
    hands.click(panel.head.fates[Fate.TAKEN])
    hands.settle()
    rows = panel.list.model().rowCount()
    assert rows >= 6
    for _ in range(rows):
        assert not any("telling" in text.toPlainText() for text in hands.seen(MarkedText))
        hands.key("J")
        hands.settle()
    assert hands.reads("This waits for your own judgment, so what others decided is not shown.")
    assert not hands.reads("aurora")


def test_waiting_can_be_stopped_and_begun_again(
    hands: Hands, studio: Studio, tmp_path: Path
) -> None:
    studio.review()
    scope = choose(studio.lena, "maria", Purpose.REVIEW)
    request_to_file(studio.lena, tmp_path / "r.xpacket", Purpose.REVIEW, "maria", scope)
    hands.open(studio.project.path, "lena")
    hands.go("home")
    assert hands.button("Packets that are out: 1").isVisible()
    hands.go("packets")
    hands.click("Stop waiting: Review 1 rubric")
    hands.settle()
    assert hands.reads("No longer waited for")
    assert packets_of(hands.app.session.desk).waiting == 0
    hands.click("Wait for it again: Review 1 rubric")
    hands.settle()
    assert packets_of(hands.app.session.desk).waiting == 1
    hands.open(studio.project.path, "wei")
    hands.go("packets")
    assert hands.reads("Leads send packets.")
    assert not hands.reads("Maria")


def test_a_response_that_names_its_system_is_told_before_it_goes_out(
    hands: Hands, studio: Studio
) -> None:
    studio.answered(models=("aurora",))
    hands.open(studio.project.path, "lena")
    hands.go("packets", tab="send", item="judge/maria")
    panel = page(hands).sending
    hands.until(panel.warnings.isVisible)
    assert "names its own system" in panel.warnings.text()
    panel.chosen.model.tick(panel.chosen.model.seen_ids, is_on=False)
    hands.settle()
    assert not panel.act.isEnabled()
    assert hands.reads("Tick what it is about.")


def test_who_was_chosen_by_hand_stays_chosen(hands: Hands, studio: Studio) -> None:
    studio.review()
    hands.open(studio.project.path, "lena")
    hands.go("packets", tab="send", item="review")
    panel = page(hands).sending
    assert panel.person_id == "maria", "the first for whom something waits"
    panel.person.setFocus()
    steps = panel.person.findData("wei") - panel.person.currentIndex()
    for _ in range(abs(steps)):
        hands.key("Down" if steps > 0 else "Up")
    hands.settle()
    assert panel.person_id == "wei"
    assert hands.reads("Nothing of this kind waits for them.")
    hands.app.session.changed_outside.emit()
    hands.settle()
    assert panel.person_id == "wei"
    panel.purposes.look_at("write")
    hands.settle()
    assert panel.person_id == "wei"
    assert panel.act.isEnabled() or hands.reads("They have no task of their own yet.")
