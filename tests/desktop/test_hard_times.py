"""Files that cannot be used as they are, and programs that end too early: nothing is lost."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from tests.desktop.hands import Hands
from tests.kept_files import unpack
from tests.workflow.studio import Studio
from xpert_studio.core.doctor.problem_report import write_crash_report
from xpert_studio.core.errors import DiskError
from xpert_studio.core.records import Mode
from xpert_studio.core.store import ProjectFile, tasks
from xpert_studio.core.workflow import edit_checkpoint, new_project
from xpert_studio.desktop import opening
from xpert_studio.desktop.bridge import Job
from xpert_studio.desktop.session import now
from xpert_studio.desktop.welcome.who import Who
from xpert_studio.desktop.welcome.window import WelcomeWindow

ROOT = Path(__file__).resolve().parents[2]


def _rubric(path: Path, task_id: str = "t1"):
    with ProjectFile.open(path, read_only=True) as project, project.reading() as tx:
        return tasks.rubric_of(tx, task_id)


def test_words_being_typed_survive_a_kill(
    studio: Studio, config: Path, tmp_path: Path, hands: Hands
) -> None:
    first, *_ = studio.rubric(lines=2)
    path = studio.project.path
    studio.project.close()
    script = tmp_path / "someone_types.py"
    script.write_text(
        f"""
import sys
from pathlib import Path
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from xpert_studio.desktop.app import App
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.prefs import Prefs
qt = QApplication(sys.argv[:1])
prefs = Prefs.load()
prefs.name = "Wei"
prefs.people[{str(path)!r}] = "wei"
app = App(qt, prefs)
app.open_project(Path({str(path)!r}))
app.window.go(Place("task", task_id="t1", tab="rubric"))
panel = app.window.page("task").panel("rubric")
while not panel.model.lines or not app.bridge.is_idle:
    QTest.qWait(10)
panel.table.write_in({first!r})
QTest.keyClicks(panel.table.editor, " And it says so in words")
QTest.qWait(1500)
print("typed", flush=True)
QTest.qWait(60000)
""",
        encoding="utf-8",
    )
    environment = os.environ | {"PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, env=environment, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline().strip() == "typed"
        child.send_signal(signal.SIGKILL)
    assert "in words" not in _rubric(path)[0].text, "it was not saved yet"

    hands.open(path, "wei")
    assert "cut off" in hands.notice
    hands.settle()
    assert _rubric(path)[0].text.endswith("And it says so in words")
    hands.key("Ctrl+Z", hands.window)
    hands.settle()
    assert "in words" not in _rubric(path)[0].text
    hands.open(path, "wei")
    assert "cut off" not in hands.notice, "it is put back once"


def test_a_brief_cut_off_in_the_middle_of_a_word_comes_back(studio: Studio, hands: Hands) -> None:
    studio.brief()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief")
    field = hands.panel.fields["materials"]
    field.setFocus()
    field.moveCursor(field.textCursor().MoveOperation.End)
    hands.type(" The rent was pai")
    hands.until(lambda: bool(hands.app.session.unsaved.cut_off()))
    (words,) = hands.app.session.unsaved.cut_off()
    assert (words.kind, words.item) == ("brief", "materials")
    assert words.text.endswith("The rent was pai")
    field.clearFocus()
    hands.settle()
    assert not hands.app.session.unsaved.cut_off(), "the project has it now"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_file_is_shown_and_not_edited(
    studio: Studio, hands: Hands, tmp_path: Path
) -> None:
    studio.rubric()
    studio.project.close()
    path = studio.project.path
    path.chmod(0o444)
    hands.open(path, "wei")
    assert "reading only" in hands.notice


def test_a_project_open_for_reading_can_be_read_and_says_why_nothing_is_changed(
    studio: Studio, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio.rubric()
    studio.project.close()
    monkeypatch.setattr("xpert_studio.core.store.project_file.may_write", lambda path: False)
    hands.open(studio.project.path, "wei")
    assert "reading only" in hands.notice
    hands.go("task", task_id="t1")
    panel = hands.panel
    hands.key("Enter", panel.table)
    assert panel.table.editor is None
    hands.key("Ctrl+Delete", panel.table)
    hands.settle()
    assert len(_rubric(studio.project.path)) == 3


def test_a_damaged_file_is_refused_with_what_to_do(hands: Hands, tmp_path: Path) -> None:
    path = tmp_path / "torn.xpert"
    with new_project(path, now=now()):
        pass
    data = bytearray(path.read_bytes())
    data[100:4096] = os.urandom(3996)
    path.write_bytes(data)
    hands.app.open_project(path)
    hands.until(lambda: isinstance(hands.app.window, WelcomeWindow))
    notice = hands.app.window.notice
    assert notice.isVisible()
    assert "torn.xpert" in notice.text
    assert "backup" in notice.text or "damaged" in notice.text


def test_something_else_than_a_project_is_refused(hands: Hands, tmp_path: Path) -> None:
    path = tmp_path / "letter.xpert"
    path.write_text("Dear colleague,", encoding="utf-8")
    hands.app.open_project(path)
    assert "letter.xpert" in hands.app.window.notice.text


def test_a_full_disk_keeps_the_words_and_tries_again(
    studio: Studio, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio.rubric()
    path = studio.project.path
    hands.open(path, "wei")
    hands.go("task", task_id="t1")
    project = hands.app.session.project
    real = type(project).writing
    full = True

    def writing(self):
        if full:
            raise DiskError(
                "studio.xpert could not be written: the disk is full or failing. What was saved is safe.",
                remedy="Free some room and try again.",
            )
        return real(self)

    monkeypatch.setattr(type(project), "writing", writing)
    panel = hands.panel
    hands.key("Enter", panel.table)
    panel.table.editor.selectAll()
    hands.type("States the date in full.")
    hands.key("Escape")
    hands.settle()
    assert "disk is full" in hands.notice
    assert panel.model.record(0).text == "States the date in full.", "the words stay on the page"
    full = False
    hands.click("Try again")
    hands.settle()
    assert _rubric(path)[0].text == "States the date in full."


def test_a_full_disk_for_real(studio: Studio, hands: Hands, tmp_path: Path) -> None:
    """On a disk of its own size, where the test may make one."""
    mount = shutil.which("mount")
    place = tmp_path / "small"
    place.mkdir()
    if os.geteuid() != 0 or mount is None:
        pytest.skip("only root can mount a small disk")
    done = subprocess.run([mount, "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)], check=False)
    if done.returncode:
        pytest.skip("no disk can be mounted here")
    try:
        studio.brief()
        studio.project.close()
        path = place / "studio.xpert"
        shutil.copyfile(studio.project.path, path)
        hands.open(path, "wei")
        hands.go("task", task_id="t1", tab="brief")
        (place / "filler").write_bytes(b"x" * (shutil.disk_usage(place).free - 8192))
        field = hands.panel.fields["materials"]
        field.setFocus()
        field.selectAll()
        field.setPlainText("The rent was paid. " * 4000)
        field.finish()
        hands.settle()
        assert "disk is full" in hands.notice, hands.notice
        assert field.toPlainText().startswith("The rent was paid.")
        (place / "filler").unlink()
        hands.click("Try again")
        hands.settle()
        with hands.app.session.project.reading() as tx:
            assert tasks.get_task(tx, "t1").materials.startswith("The rent was paid.")
    finally:
        hands.put_down()
        subprocess.run(["umount", "-l", str(place)], check=False)


def test_a_project_open_elsewhere_shows_what_the_other_does(studio: Studio, hands: Hands) -> None:
    first, *_ = studio.rubric()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1")
    edit_checkpoint(studio.wei, "t1", first, text="Written in another window.")
    hands.until(lambda: hands.panel.model.record(0).text == "Written in another window.")


def test_a_project_held_by_another_program_is_told_and_tried_again(
    studio: Studio, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("xpert_studio.core.store.connection.BUSY_SECONDS", 0.2)
    first, *_ = studio.rubric()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1")
    other = sqlite3.connect(studio.project.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    panel = hands.panel
    panel.show_item(first)
    hands.key("Ctrl+Alt+3", panel.table)
    hands.settle()
    assert "another program" in hands.notice
    other.execute("ROLLBACK")
    other.close()
    hands.click("Try again")
    hands.settle()
    assert _rubric(studio.project.path)[0].weight == 3


def test_a_crash_report_holds_no_content_and_no_key(
    hands: Hands, studio: Studio, tmp_path: Path
) -> None:
    secret, content = "sk-secret-key-1234567890abcdef", "The patient takes warfarin"

    def fail() -> None:
        raise ValueError(f"{content} {secret}")

    try:
        fail()
    except ValueError as error:
        report = write_crash_report(error, now=now(), folder=tmp_path)
    assert report is not None
    text = report.read_text(encoding="utf-8")
    assert "ValueError" in text
    assert "fail" in text
    assert secret not in text
    assert content not in text

    hands.open(studio.project.path, "wei")
    hands.app.bridge.crashed.disconnect(hands.crashes.append)
    hands.app.bridge.read(fail, lambda _: None)
    hands.until(lambda: "Something went wrong" in hands.notice)
    assert content not in hands.notice
    assert list((hands.folder / "logs").glob("crash-*.txt"))


def test_a_problem_report_is_saved_from_the_help_menu(
    hands: Hands, studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "problem.txt"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    hands.open(studio.project.path, "wei")
    hands.window.book.run_id("help.report")
    hands.until(lambda: "problem.txt is written" in hands.notice)
    text = target.read_text(encoding="utf-8")
    assert text.startswith("program: found")
    assert str(tmp_path) not in text
    assert "wei" not in text
    target.unlink()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    hands.window.book.run_id("help.report")
    assert not target.exists()


def test_preferences_that_make_no_sense_are_left_out(hands: Hands, config: Path) -> None:
    from xpert_studio.desktop.prefs import Prefs

    (config / "window.json").write_text(
        json.dumps({"theme": 7, "text_size": 900, "recent": [1], "name": "Wei"})
    )
    read = Prefs.load()
    assert (read.theme, read.text_size, read.name) == ("system", 200, "Wei")
    (config / "window.json").write_text("{" * 5000)
    assert Prefs.load().theme == "system"


def test_a_person_chooses_who_they_are_when_a_project_does_not_know_them(
    studio: Studio, hands: Hands
) -> None:
    studio.brief()
    hands.prefs.people.clear()
    hands.app.open_project(studio.project.path)
    hands.await_dialog()
    asked = hands.dialog
    assert isinstance(asked, Who)
    asked.list.look_at("maria")
    assert asked.list.currentIndex().data() == "Maria"
    hands.click("Continue as this person")
    hands.settle()
    assert hands.app.session.person_id == "maria"


def test_the_first_start_asks_who_one_is_and_makes_a_project(hands: Hands, tmp_path: Path) -> None:
    hands.prefs.name = ""
    hands.app.start([])
    window = hands.app.window
    assert isinstance(window, WelcomeWindow)
    window.activateWindow()
    hands.until(window.isActiveWindow)
    hands.type("周若衡", window.yourself.name)
    hands.key("Enter", window.yourself.name)
    assert hands.reads("Hello, 周若衡.")
    hands.click("Start a team project…")
    form = hands.await_dialog()
    form.form.show_values({"folder": tmp_path})
    hands.type("Wards")
    hands.key("Ctrl+Return")
    hands.settle()
    assert (tmp_path / "Wards.xpert").exists()
    person = hands.app.session.project_state.people[0]
    assert (person.called, person.qualification.passed) == ("周若衡", True)


def test_an_older_project_is_updated_in_the_background_with_its_progress_shown(
    hands: Hands, tmp_path: Path
) -> None:
    path = unpack(7, tmp_path / "kept")
    jobs: list[Job] = []
    told: list[tuple[int, int]] = []

    def watch(job: Job) -> None:
        jobs.append(job)
        job.moved.connect(lambda: told.append((job.done, job.total)))

    hands.app.bridge.job_began.connect(watch)
    hands.prefs.people[str(path)] = "lead-moreau"
    hands.app.open_project(path)
    hands.settle()
    assert hands.app.session.path == path
    (job,) = jobs
    assert path.name in job.title
    assert told[-1] == (100, 100)
    hands.app.close_project()
    hands.app.open_project(path)
    hands.settle()
    assert len(jobs) == 1, "it is of this version now"


def test_a_new_project_has_its_lead_before_it_has_its_name(
    hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.xpert"

    def fail(*_: object) -> str:
        assert not path.exists()
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(opening, "found", fail)
    with pytest.raises(OSError, match="Input"):
        opening.start_project(path, hands.prefs, name="Mine", language="en", mode=Mode.TEAM)
    assert not [item for item in tmp_path.iterdir() if item.suffix == ".xpert"]
    monkeypatch.undo()
    with opening.start_project(
        path, hands.prefs, name="Mine", language="en", mode=Mode.TEAM
    ) as made:
        assert opening.has_lead(made)
