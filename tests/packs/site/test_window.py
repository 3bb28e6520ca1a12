"""The window writes the same site as the command, and makes briefs of what readers send."""

from __future__ import annotations

import json
import shlex

import pytest
from PySide6.QtWidgets import QLabel

from tests.desktop.conftest import qtbot
from tests.desktop.rooms import room_of
from tests.packs.site.sites import data_in
from tests.packs.site.test_wishes import ballot, briefs_in
from xpert_studio.core.records import Person, Role
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import draw_subset, read_publications
from xpert_studio.desktop.widgets.asking import ActionDialog

__all__ = ["qtbot"]


def fill(studio):
    """A judged task, one that is held out, and a lead who writes briefs too."""
    first, _ = studio.answered("t1", ("aurora", "borealis"))
    studio.judged(first)
    studio.ready("t2", "maria")
    draw_subset(studio.lena, name="held", size=1, seed=1)

    with studio.project.writing() as tx:
        lena = entities.find(tx, Person, "lena")
        roles = (*lena.roles, Role.AUTHOR)
        entities.put(tx, lena.model_copy(update={"roles": roles}))


@pytest.fixture
def room(qtbot, tmp_path):
    with room_of(qtbot, tmp_path, lead=fill) as made:
        made.go("site")
        made.settle()
        yield made


def test_a_site_is_written_and_recorded(room):
    page = room.window.page("site")
    page.form.inputs["way"].show("subset/held")
    page.form.inputs["without_references"].show(True)
    page.form.changed.emit("way")
    room.settle()
    target = page.writing.target
    words = shlex.split(page.writing.command.field.text())
    assert words[:2] == ["xpert-studio", "site"]
    assert "--without-references" in words
    assert "--hold-out" in words
    page.write()
    room.qtbot.waitUntil(lambda: page.writing.written is not None)
    room.settle()
    site = data_in(target)
    assert site["site"]["held_out"] == 1
    assert "reference_answer" not in json.dumps(site["task-0"])
    (past,) = read_publications(room.studio.project)
    assert past.publication.kind == "site"
    assert page.writing.replace.isVisibleTo(page)


def test_wishes_become_briefs_after_a_question(room, tmp_path):
    page = room.go("wishes")
    file = tmp_path / "w.json"
    file.write_text(json.dumps(ballot(1, "Rent review")))
    page.take_files([file])
    room.qtbot.waitUntil(lambda: bool(room.window.findChildren(ActionDialog)))
    assert "Rent review" not in briefs_in(room.studio.project)
    (dialog,) = room.window.findChildren(ActionDialog)
    dialog.accept()
    room.settle()
    assert "Rent review" in briefs_in(room.studio.project)
    room.qtbot.waitUntil(lambda: bool(page.asked.blocks.tables))


def test_a_hostile_file_is_refused_in_words(room, tmp_path):
    page = room.go("wishes")
    (tmp_path / "w.json").write_text("{")
    page.take_files([tmp_path / "w.json"])
    room.settle()
    assert not room.window.findChildren(ActionDialog)
    assert not briefs_in(room.studio.project).keys() & {"Rent review"}


def test_an_author_who_leads_nothing_finds_the_wishes_in_the_menu(qtbot, tmp_path):
    with room_of(qtbot, tmp_path, "wei", lead=fill) as room:
        assert "go.wishes" in {action.id for action, _ in room.window.book.usable()}
        page = room.go("wishes")
        assert page.take_in.isVisibleTo(page)
        file = tmp_path / "w.json"
        file.write_text(json.dumps(ballot(1, "Rent review")))
        page.take_files([file])
        room.qtbot.waitUntil(lambda: bool(room.window.findChildren(ActionDialog)))
        room.window.findChildren(ActionDialog)[0].accept()
        room.qtbot.waitUntil(lambda: bool(page.asked.blocks.tables))
        assert briefs_in(room.studio.project)["Rent review"].author_id == "wei"
        page.asked.blocks.tables[0].opened.emit(0, "0")
        assert room.window.place.page == "task"


def test_a_lead_who_is_no_author_reads_why_they_import_no_wishes(qtbot, tmp_path):
    with room_of(qtbot, tmp_path) as room:
        page = room.go("wishes")
        assert not page.take_in.isVisibleTo(page)
        assert any("Authors import" in one.text() for one in page.findChildren(QLabel))


def test_who_reviews_only_has_no_wishes_in_the_menu(qtbot, tmp_path):
    with room_of(qtbot, tmp_path, "omar") as room:
        assert "go.wishes" not in {action.id for action, _ in room.window.book.usable()}
