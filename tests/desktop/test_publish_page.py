"""A lead chooses what leaves the house, sees it, writes it, and finds it in the history."""

from __future__ import annotations

import json
import resource
import shlex
import signal
import sys
import threading
import zipfile
from contextlib import contextmanager

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit

from tests.desktop.rooms import room_of
from tests.sampling import some
from tests.waiting import PATIENCE
from tests.workflow.deciding import confirm
from xpert_studio.cli.main import run
from xpert_studio.core.exchange import import_bundle
from xpert_studio.core.store import judgments, people, responses
from xpert_studio.core.workflow import (
    NewResponse,
    add_responses,
    draw_subset,
    new_project,
    read_publications,
)
from xpert_studio.desktop.pages.publish import look_ahead, past
from xpert_studio.desktop.pages.publish import page as publish_page
from xpert_studio.desktop.widgets import saving_files
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.report import exports

SECRET = "Only Maria and Omar may read this note."


def fill(studio):
    """A judged and scored task, and another one that is ready."""
    first, _ = studio.answered("t1", ("aurora", "borealis"))
    studio.judged(first)
    with studio.project.reading() as tx:
        lines = [item.checkpoint_id for item in judgments.all_judgments(tx)]
    confirm(studio.omar, first, "maria", lines, note=SECRET)
    studio.scored(first)
    studio.ready("t2", "maria")


@pytest.fixture
def room(qtbot, tmp_path):
    with room_of(qtbot, tmp_path, lead=fill) as made:
        yield made


def is_counting(page):
    """Whether the preview is still to come."""
    return page.may_publish and (page._soon_look.isActive() or page.looking.is_busy)


def settled(room):
    """Waits for the preview too, which comes a moment after the last choice."""
    room.settle()
    page = room.window.page("publish")
    room.qtbot.waitUntil(lambda: not is_counting(page))
    room.settle()


def published(room, kind, **place):
    page = room.go("publish", item=f"kind/{kind}", **place)
    settled(room)
    return page


def write(room, page):
    assert page.writing.act.isEnabled(), page.writing.lacks.text()
    QTest.keyClick(page.writing.act, Qt.Key.Key_Return)
    room.qtbot.waitUntil(lambda: not page.writing.is_running)
    settled(room)


def counts(page):
    shown = page.preview.findChildren(QLabel)
    figures = [label for label in shown if label.property("kind") == "figure"]
    return {shown[shown.index(figure) + 1].text(): figure.text() for figure in figures}


def words(widget):
    return " ".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible())


def history(room):
    return read_publications(room.studio.project)


def field(page, key):
    return page.options.form.inputs[key]


def is_asked(page, key):
    return field(page, key).widget.isVisible()


def left_over(folder):
    return sorted(path.name for path in folder.iterdir() if path.name.startswith("."))


def test_a_public_bundle_from_the_choice_to_another_project(room, tmp_path):
    page = published(room, "public")
    assert counts(page)["Tasks"] == "2"
    assert counts(page)["Judgments"] == "3"
    assert "People" not in counts(page)
    assert "pseudonyms" in words(page.preview)
    assert is_asked(page, "licence")
    field(page, "licence").show("CC-BY-4.0")
    page.options.name_licence.click()
    room.settle()
    settled(room)
    assert room.project_state.info.licence == "CC-BY-4.0"
    assert not is_asked(page, "licence")
    page.writing.path.setText(str(tmp_path / "out.zip"))
    page.writing.path.textEdited.emit("")
    settled(room)
    write(room, page)
    assert page.writing.written.path == tmp_path / "out.zip"
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        everything = b"".join(archive.read(name) for name in archive.namelist())
        manifest = json.loads(archive.read("manifest.json"))
    assert manifest["licence"] == "CC-BY-4.0"
    assert manifest["content_hash"] == page.writing.written.publication.content_hash
    for private in (SECRET, "maria", "Maria", "omar"):
        assert private.encode() not in everything
    with new_project(tmp_path / "other.xpert", now=room.studio.now()) as other:
        import_bundle(other, tmp_path / "out.zip", now=room.studio.now())
        with other.reading() as tx:
            assert not people.all_people(tx)
    (kept,) = history(room)
    assert kept.publication.content_hash == manifest["content_hash"]
    assert (kept.publication.visibility, kept.actor_id, kept.steps_since) == ("public", "lena", 0)
    assert "Exactly this went out before" in page.preview.before.text()


def test_a_report_is_written_in_every_format(room, tmp_path):
    page = published(room, "report")
    starts = {".html": b"<!doctype html>", ".pdf": b"%PDF", ".xlsx": b"PK"}
    for ending, start in starts.items():
        field(page, "ending").show(ending)
        settled(room)
        assert page.writing.target == tmp_path / f"studio-report{ending}"
        write(room, page)
        assert (tmp_path / f"studio-report{ending}").read_bytes().startswith(start)
        assert room.notice == f"Written to {tmp_path / f'studio-report{ending}'}."
    assert [one.publication.kind for one in history(room)] == ["report"] * 3


def test_the_command_shown_writes_the_same(room, tmp_path, monkeypatch):
    draw_subset(room.studio.lena, size=1, seed=1)
    for kind in ("public", "private", "table", "inspect-ai", "promptfoo"):
        page = published(room, kind)
        page.options.choose_subset("gold")
        settled(room)
        write(room, page)
        shown = page.writing.written.publication.content_hash
        page.writing.replace.setChecked(True)
        settled(room)
        QTest.mouseClick(page.writing.command.copy, Qt.MouseButton.LeftButton)
        program, *arguments = shlex.split(QGuiApplication.clipboard().text())
        assert (program, arguments[-1]) == ("xpert-studio", "--replace")
        monkeypatch.setattr(sys, "argv", [program, *arguments, "--as", "lena"])
        with pytest.raises(SystemExit) as ended:
            run()
        assert not ended.value.code
        assert history(room)[0].publication.content_hash == shown, kind
        assert history(room)[0].publication.scope.startswith("gold subset gold, 1 of 2")


def test_held_out_tasks_are_ticked_and_say_what_they_go_without(room, tmp_path):
    page = published(room, "private")
    everything = counts(page)
    field(page, "held_out").show("chosen")
    settled(room)
    assert page.preview.state.text() == "Tick the tasks that are held out."
    held = field(page, "held_out_chosen").widget
    page.writing.act.click()
    assert QApplication.focusWidget() is held.list
    assert page.options.form.error("held_out_chosen") == "Tick the tasks that are held out."
    assert not page.writing.is_running
    held.list.setCurrentIndex(held.model.index(0))
    QTest.keyClick(held.list, Qt.Key.Key_Space)
    settled(room)
    assert "goes without" in page.preview.state.text() or "go without" in page.preview.state.text()
    field(page, "without_rubrics").widget.click()
    settled(room)
    assert "1 held-out task goes without its rubric" in words(page.preview)
    assert int(counts(page)["Checkpoints"]) < int(everything["Checkpoints"])
    assert "Judgments" not in counts(page)
    assert "--hold-out t1 --without-rubrics" in page.writing.command.field.text()


@pytest.mark.parametrize("kind", ["public", "promptfoo"])
def test_nothing_of_held_out_tasks_is_in_what_is_public(room, tmp_path, kind):
    page = published(room, kind)
    everything = counts(page)
    field(page, "held_out").show("chosen")
    field(page, "held_out_chosen").show(["t1"])
    settled(room)
    assert not is_asked(page, "without_rubrics")
    assert int(counts(page)["Tasks"]) == int(everything["Tasks"]) - 1
    assert "Nothing of 1 held-out task is exported" in words(page.preview)
    assert "--hold-out t1" in page.writing.command.field.text()


def test_only_what_is_ready_goes_out_by_default(room, tmp_path):
    room.studio.review("t3", "wei")
    page = published(room, "public")
    assert counts(page)["Tasks"] == "2"
    assert "Excluded: 1 task that is not ready" in words(page.preview.found)
    assert "--all-stages" not in page.writing.command.field.text()
    field(page, "all_stages").widget.setChecked(True)
    settled(room)
    assert counts(page)["Tasks"] == "3"
    assert "Tasks that are not ready, or discarded, go out too: 1" in words(page.preview.found)
    assert "--all-stages" in page.writing.command.field.text()
    way = field(page, "tasks").widget
    way.setCurrentIndex(way.findText("Tasks that are ready (2 tasks)"))
    settled(room)
    assert counts(page)["Tasks"] == "2"
    assert "go out too" not in words(page.preview.found)
    assert "--tasks t1,t2" in page.writing.command.field.text()
    assert field(page, "held_out").widget.findText("Tasks that are ready (2 tasks)") < 0


def test_what_contradicts_itself_is_said_and_cannot_be_written(room):
    draw_subset(room.studio.lena, size=1, seed=1)
    page = published(room, "public")
    for key, task in (("tasks", "t2"), ("held_out", "t1")):
        field(page, key).show("chosen")
        field(page, f"{key}_chosen").show([task])
    settled(room)
    assert "t1 cannot be held out" in page.preview.state.text()
    assert not page.writing.act.isEnabled()
    assert not history(room)


def test_what_stands_there_is_replaced_only_when_that_is_ticked(room, tmp_path):
    (tmp_path / "studio-judgments.csv").write_text("mine")
    page = published(room, "table")
    assert page.writing.replace.isVisible()
    assert not page.writing.act.isEnabled()
    assert page.writing.lacks.text() == "File already exists."
    QTest.keyClick(page.writing.replace, Qt.Key.Key_Space)
    settled(room)
    write(room, page)
    assert (tmp_path / "studio-judgments.csv").read_text(encoding="utf-8-sig").startswith("task_id")


def test_the_ending_follows_the_format_also_where_somebody_named_the_file(room, tmp_path):
    page = published(room, "report")
    page.writing.path.setText(str(tmp_path / "mine.html"))
    page.writing.path.textEdited.emit("")
    field(page, "ending").show(".pdf")
    settled(room)
    assert page.writing.target == tmp_path / "mine.pdf"
    page.kinds.look_at("inspect-ai")
    settled(room)
    assert page.writing.target == tmp_path / "mine"


KINDS = ("public", "private", "report", "table", "inspect-ai")


@pytest.mark.parametrize("kind", some(KINDS, 2, "no folder"))
def test_a_folder_that_cannot_be_written_to_leaves_nothing(room, tmp_path, kind):
    (tmp_path / "file").write_text("no folder")
    page = published(room, kind)
    page.writing.path.setText(str(tmp_path / "file" / f"out{page.order.ending}"))
    page.writing.path.textEdited.emit("")
    settled(room)
    write(room, page)
    assert "could not be written" in room.notice
    assert page.writing.written is None
    assert not page.writing._result.isVisible()
    assert not history(room)
    assert left_over(tmp_path) == []


@contextmanager
def full_disk(size):
    """No file can grow beyond a size, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    held = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, held)


@pytest.mark.skipif(sys.platform != "linux", reason="needs limits of files")
@pytest.mark.parametrize("kind", some(KINDS, 3, "full disk"))
def test_a_full_disk_leaves_nothing(room, tmp_path, kind):
    page = published(room, kind)
    before = sorted(path.name for path in tmp_path.iterdir())
    with full_disk(200):
        page.writing.act.click()
        room.qtbot.waitUntil(lambda: not page.writing.is_running)
    settled(room)
    assert "could not be written" in room.notice
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    assert not history(room)
    write(room, page)
    assert len(history(room)) == 1


def test_a_long_export_is_stopped_and_leaves_nothing(room, tmp_path, monkeypatch):
    began, go_on = threading.Event(), threading.Event()
    real = exports.export_bundle

    def slowly(*arguments, watch, **options):
        def watched(rows):
            began.set()
            assert go_on.wait(PATIENCE)
            watch(rows)

        return real(*arguments, watch=watched, **options)

    monkeypatch.setattr(exports, "export_bundle", slowly)
    page = published(room, "private")
    page.writing.act.click()
    assert began.wait(PATIENCE)
    assert not page.writing.act.isEnabled()
    room.qtbot.waitUntil(page.writing.cancel.isVisible)
    QTest.keyClick(page.writing.cancel, Qt.Key.Key_Return)
    go_on.set()
    room.qtbot.waitUntil(lambda: not page.writing.is_running)
    settled(room)
    assert page.writing.outcome.text() == "Stopped. Nothing was written."
    assert not history(room)
    assert left_over(tmp_path) == []
    assert not (tmp_path / "studio-bundle.zip").exists()
    assert page.writing.act.isEnabled()


def test_what_looks_like_a_key_is_named_and_published_only_on_request(room, tmp_path):
    studio = room.studio
    add_responses(studio.lena, [NewResponse("t1", "leaky", "Use ghp_" + "a1B2" * 9)])
    page = published(room, "public")
    page.writing.act.click()
    shown = lambda: [item for item in page.findChildren(ActionDialog) if item.isVisible()]  # noqa: E731
    room.qtbot.waitUntil(lambda: bool(shown()))
    (dialog,) = shown()
    (places,) = dialog.findChildren(QPlainTextEdit)
    assert places.toPlainText() == "responses.jsonl row 3"
    assert not (tmp_path / "studio-public.zip").exists()
    assert not history(room)
    QTest.mouseClick(dialog.act, Qt.MouseButton.LeftButton)
    room.qtbot.waitUntil(lambda: not page.writing.is_running)
    settled(room)
    assert (tmp_path / "studio-public.zip").exists()
    (kept,) = history(room)
    assert kept.publication.possible_keys == 1


def test_what_went_out_is_listed_with_its_hash_and_opens(room, tmp_path, monkeypatch):
    opened = []
    for module in (saving_files, publish_page, past):
        for name in ("open_file", "show_in_folder"):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, lambda path: opened.append(path) or True)
    page = published(room, "table")
    write(room, page)
    room.studio.scored(_second(room), "j2")
    room.session.do(draw_subset, size=1, seed=4)
    settled(room)
    page = room.go("publish", tab="past")
    settled(room)
    assert page.tabs.tabText(1) == "History (1)"
    entry = page.past.list.entries.row_at(0)
    assert entry.title == "studio-judgments.csv"
    assert entry.chip == "Long table"
    assert "1 step in the project since" in entry.lines[1]
    QTest.mouseClick(page.past.hash.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == history(room)[0].publication.content_hash
    page.past.list.setFocus()
    QTest.keyClick(page.past.list, Qt.Key.Key_Return)
    page.past.acts.reveal.click()
    page.writing.acts.open.click()
    assert opened == [tmp_path / "studio-judgments.csv"] * 3
    (tmp_path / "studio-judgments.csv").unlink()
    page.past.acts.open.click()
    assert "is not there any more" in room.notice


def _second(room):
    with room.studio.project.reading() as tx:
        return [item.id for item in responses.all_responses(tx)][1]


def test_texts_are_looked_through_for_what_should_stay(room):
    with room.studio.project.writing() as tx:
        tx.connection.exec_driver_sql(
            "UPDATE response SET text = text || ' Ask Maria, or maria@example.org.'"
        )
    page = published(room, "public")
    found = page.preview.found
    assert found.isVisible()
    assert found.tabText(0).startswith("To look at (")
    told = words(found)
    assert "There is an e-mail address in responses, text (2×)" in told
    assert "There is the name or ID of a person of the project in responses" in told
    rows = found.fields.plain()
    assert ["", "expert_id", 0, 3, 0] in rows
    assert ["", "note", 0, 0, 3] in rows
    assert any(row[0] == "tasks.jsonl" and row[1] == 2 for row in found.files.plain())
    assert '"id": "t1"' in found.sample.toPlainText()


def test_many_texts_are_looked_through_when_asked_and_can_be_left(room, monkeypatch):
    monkeypatch.setattr(look_ahead, "_AT_ONCE", 0)
    page = published(room, "public")
    assert not page.preview.found.isVisible()
    assert page.preview.look.isVisible()
    assert page.writing.act.isEnabled()
    QTest.keyClick(page.preview.look, Qt.Key.Key_Return)
    room.qtbot.waitUntil(page.preview.found.isVisible)
    assert "Every text was scanned" in page.preview.unseen.text()
    began, go_on = threading.Event(), threading.Event()
    real = exports.preview_bundle

    def slowly(*arguments, watch, **options):
        began.set()
        assert go_on.wait(PATIENCE)
        watch(0)
        return real(*arguments, watch=watch, **options)

    monkeypatch.setattr(exports, "preview_bundle", slowly)
    page.kinds.look_at("private")
    settled(room)
    page.preview.look.click()
    assert began.wait(PATIENCE)
    page.kinds.look_at("public")
    room.qtbot.waitUntil(lambda: not is_counting(page))
    go_on.set()
    settled(room)
    assert not page.preview.found.isVisible()
    assert "Nobody has looked yet" in page.preview.unseen.text()


def test_the_gold_subset_leads_here_with_its_tasks_chosen(room):
    draw_subset(room.studio.lena, size=1, seed=1)
    gold = room.go("tasks", tab="samples", item="gold").part("samples")
    gold.subsets.publish.click()
    settled(room)
    page = room.window.page("publish")
    assert room.window.place.page == "publish"
    assert page.order.exported.subset == "gold"
    assert counts(page)["Tasks"] == "1"
    assert "--subset gold" in page.writing.command.field.text()


def test_who_is_no_lead_reads_why_and_sends_nothing_out(qtbot, tmp_path):
    with room_of(qtbot, tmp_path, "maria") as room:
        fill(room.studio)
        page = room.go("publish")
        settled(room)
        assert page.stack.currentWidget() is page.closed
        assert "judging is blind" in page.closed.text.text()
        assert "Lena" in page.closed.text.text()
        assert not page.tabs.isVisible()


def test_what_a_format_can_be_told_is_asked_for_and_written(room, tmp_path):
    page = published(room, "promptfoo")
    form = page.options._own_forms["promptfoo"]
    assert form.isVisible()
    line = form.inputs["provider"].widget
    assert line.accessibleName() == "Model that answers"
    line.setText("o")
    settled(room)
    assert page.options.lacks.startswith("Model that answers cannot be 'o'.")
    assert page.order.settings is None and not page.options.check()
    line.setText("openai:chat:aurora-2")
    settled(room)
    assert "--set provider=openai:chat:aurora-2" in page.writing.command.field.text()
    write(room, page)
    written = (page.writing.target / "promptfooconfig.yaml").read_text(encoding="utf-8")
    assert 'providers: ["openai:chat:aurora-2"]' in written
    page.kinds.look_at("table")
    settled(room)
    assert not form.isVisible()
    assert "--set" not in page.writing.command.field.text()


def test_judges_of_a_report_are_chosen(room, tmp_path):
    room.studio.scored(_second(room), "j2")
    page = published(room, "report")
    assert is_asked(page, "judge_ids")
    field(page, "judge_ids").show(["j2"])
    field(page, "judge_ids").widget.changed.emit()
    settled(room)
    assert page.order.options.judge_ids == ("j2",)
    assert "--judge j2" in page.writing.command.field.text()
    write(room, page)
    text = page.writing.target.read_text(encoding="utf-8")
    assert "j2" in text
    assert "j1" not in text
