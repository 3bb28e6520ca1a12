"""The course in both languages, its self-test, and pages of a project."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from tests.cli.conftest import xpert
from tests.desktop.conftest import config, hands, qtbot
from tests.workflow.studio import Studio
from xpert_studio.core.errors import NotAllowedError, UsageError
from xpert_studio.core.records import Role
from xpert_studio.core.workflow import add_person, undo
from xpert_studio.core.workflow.pack_records import seen_records
from xpert_studio.packs.training.changes import add_page, remove_page, take_test
from xpert_studio.packs.training.course import all_pages, course

__all__ = ["config", "hands", "qtbot", "xpert"]


@pytest.fixture
def studio(tmp_path):
    made = Studio(tmp_path / "p.xpert")
    add_person(made.lena, "rae", name="Rae", roles=(Role.EXPERT,), domains=("Law",))
    yield made
    made.project.close()


def results(studio, who):
    with studio.project.reading() as tx:
        return [one.value for one in seen_records(tx, who, "training", "test")]


def test_both_languages_have_the_same_pages_and_questions():
    english, chinese = course("en"), course("zh")
    for name in ("pages", "test"):
        ids = [[one.id for one in getattr(made, name)] for made in (english, chinese)]
        assert ids[0] == ids[1]
    assert [one.id for one in english.pages] == ["tasks", "atomic", "evidence"]
    assert all(len(page.pairs) > 1 for made in (english, chinese) for page in made.pages)
    assert [one.key for one in english.test] == [one.key for one in chinese.test]
    assert all(one.key in one.letters for one in english.test)


def test_a_result_is_recorded_final_and_seen_by_oneself_and_those_who_lead(studio):
    take_test(studio.ctx("rae"), "BABA")
    assert [(one.right, one.of) for one in results(studio, "rae")] == [(3, 4)]
    assert results(studio, "lena") and not results(studio, "wei")
    with pytest.raises(NotAllowedError, match="final"):
        undo(studio.ctx("rae"))
    take_test(studio.ctx("rae"), "babb")
    assert [one.right for one in results(studio, "rae")] == [3, 4]
    for wrong in ("BAB", "BABZ", ""):
        with pytest.raises(UsageError, match="4 questions"):
            take_test(studio.ctx("rae"), wrong)


def test_a_lead_adds_pages_of_the_project(studio):
    with pytest.raises(NotAllowedError):
        add_page(studio.omar, "leases", title="Leases", text="Read clause 9.")
    with pytest.raises(UsageError, match="page of the course"):
        add_page(studio.lena, "atomic", title="Mine", text="Mine.")
    with pytest.raises(UsageError, match="a title and a text"):
        add_page(studio.lena, "leases", title="Leases", text=" ")
    add_page(studio.lena, "leases", title="Leases", text="Read clause 9.")
    with studio.project.reading() as tx:
        assert [one.id for one in all_pages(tx)][-1] == "leases"
    remove_page(studio.lena, "leases")
    with studio.project.reading() as tx:
        assert len(all_pages(tx)) == 3


def test_no_help_or_document_gives_the_answers(xpert):
    key = "".join(one.key for one in course("en").test)
    documents = Path(__file__).parents[3] / "docs"
    assert key not in xpert("training", "test", "--help").out
    assert not [page.name for page in documents.glob("*.md") if key in page.read_text("utf-8")]


def test_by_the_command_line(studio, xpert):
    studio.project.close()
    listed = xpert("training", "read", "p.xpert", "--json").json
    assert len(listed["test"]) == 4 and all("key" not in one for one in listed["test"])
    assert "Better" in xpert("training", "read", "p.xpert", "atomic").out
    said = xpert("training", "test", "p.xpert", "BABA", "--as", "rae", "--json").json
    assert [one["right"] for one in said["questions"]] == [True, True, True, False]
    xpert("training", "test", "p.xpert", "BABB", "--as", "rae")
    told = xpert("training", "results", "p.xpert", "--as", "lena", "--json").json
    assert [(one["attempt"], one["right"]) for one in told] == [(1, 3), (2, 4)]


def test_in_the_window_answers_are_checked_and_explained(hands, studio):
    hands.open(studio.project.path, "rae")
    hands.go("training")
    page = hands.page
    assert page.list.keys[0] == "tasks" and not page.shown.tables
    shown = "\n".join(one.text() for one in page.shown.findChildren(QLabel))
    for pair in course("en").pages[0].pairs:
        assert all(text in shown for text in (pair.poor, pair.good, pair.why)), "nothing is cut"
    assert not page.check.isEnabled()
    for letter, question in zip("BABB", page.questions, strict=True):
        question.options[question.asked.letters.index(letter)].click()
    page.list.setCurrentIndex(page.list.model().index(3, 0))
    hands.settle()
    QTest.mouseClick(page.check, Qt.MouseButton.LeftButton)
    hands.settle()
    assert [one.right for one in results(studio, "rae")] == [4]
    assert page.questions[0].why.text().startswith("Right.")
