"""Experts see the pages that judges see: in the form, beside responses, on the brief."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.desktop.hands import Hands
from tests.documents_made import SCANNED, pdf
from tests.workflow.studio import Studio
from xpert_studio.core.documents.rendering import Rendering
from xpert_studio.core.messages import Message
from xpert_studio.core.store import ProjectFile, log, renderings
from xpert_studio.core.workflow import NewFile, NewResponse, add_responses, media
from xpert_studio.core.workflow.attaching import attach_bytes
from xpert_studio.desktop.widgets.reading_views import ResponseView

PICTURE = "\ufffc"


def judged_with_scan(studio: Studio, data: bytes = b"") -> None:
    studio.ready()
    file = NewFile("aurora.pdf", data or pdf(SCANNED, "Clause 9"))
    add_responses(studio.lena, [NewResponse("t1", "aurora", "See the scan.", files=(file,))])


def open_form(hands: Hands, studio: Studio):
    hands.open(studio.project.path, "maria")
    hands.go("judging")
    hands.key("Enter")
    hands.settle()
    return hands.page.form.reading


def kept_in(path) -> dict[str, object]:
    with ProjectFile.open(path, read_only=True) as project, project.reading() as tx:
        return dict(renderings.all_renderings(tx))


def test_pages_are_made_and_shown_under_each_other_where_a_response_is_judged(
    hands: Hands, studio: Studio
) -> None:
    judged_with_scan(studio)
    reading = open_form(hands, studio)
    reading.tabs.setCurrentIndex(3)
    hands.settle()
    shown = reading.attachments.toPlainText()
    assert shown.count(PICTURE) == 2
    assert shown.index("page 1") < shown.index(PICTURE) < shown.index("page 2")
    assert "Clause 9" in shown[shown.rindex(PICTURE) :]
    assert "aurora" not in shown.casefold()
    assert "Judges are not shown all of it" not in shown
    ((_, kept),) = kept_in(studio.project.path).items()
    assert len(kept.pictures) == 2
    with studio.project.reading() as tx:
        (row,) = log.rows_of(tx, ["media.render"])
        assert row.entry.actor_id is None


def test_pages_are_zoomed_by_buttons_and_keys(hands: Hands, studio: Studio) -> None:
    judged_with_scan(studio)
    reading = open_form(hands, studio)
    smaller, larger = reading.zooms
    assert not larger.isVisible()
    reading.tabs.setCurrentIndex(3)
    hands.settle()
    assert larger.isVisible()
    high = reading.attachments.document().size().height()
    larger.click()
    assert reading.attachments.document().size().height() > high * 1.1
    smaller.click()
    assert abs(reading.attachments.document().size().height() - high) < 3
    reading.attachments.setFocus()
    QTest.keyClick(reading.attachments, Qt.Key.Key_Minus)
    low = reading.attachments.document().size().height()
    assert low < high
    QTest.keyClick(reading.attachments, Qt.Key.Key_Plus)
    assert reading.attachments.document().size().height() > low


def test_what_was_written_stays_while_pages_are_made(hands: Hands, studio: Studio) -> None:
    judged_with_scan(studio)
    open_form(hands, studio)
    hands.key("M")
    hands.settle()
    undone = hands.page.session.why_no_undo()
    assert undone == ""
    hands.page.session.undo()
    hands.settle()
    with studio.project.reading() as tx:  # the person's own step is taken back, no picture
        assert len(renderings.all_renderings(tx)) == 1


def test_why_there_are_no_pictures_is_said(
    hands: Hands, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Fails:
        id, version = "pdf", "1"

        def missing(self) -> None:
            return None

        def __call__(self, data: bytes) -> Rendering:
            return Rendering(failure=Message("encrypted"))

    monkeypatch.setattr(media, "renderer_of", lambda _: Fails())
    judged_with_scan(studio)
    reading = open_form(hands, studio)
    reading.tabs.setCurrentIndex(3)
    hands.settle()
    assert "There are no pictures of its pages: encrypted." in reading.attachments.toPlainText()


def test_nothing_is_tried_where_the_program_for_it_is_missing(
    hands: Hands, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Absent:
        id, version = "pdf", "1"

        def missing(self) -> Message:
            return Message("LibreOffice is missing.")

    monkeypatch.setattr(media, "renderer_of", lambda _: Absent())
    judged_with_scan(studio)
    reading = open_form(hands, studio)
    reading.tabs.setCurrentIndex(3)
    hands.settle()
    shown = reading.attachments.toPlainText()
    assert PICTURE not in shown
    assert "pages without a text layer" in shown
    assert kept_in(studio.project.path) == {}


def test_an_author_looks_at_the_pages_of_the_brief(hands: Hands, studio: Studio) -> None:
    studio.brief()
    attach_bytes(studio.wei, "t1", "plan.pdf", pdf(SCANNED, ""))
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief")
    hands.settle()
    hands.click("Pages of plan.pdf")
    hands.settle()
    views = hands.window.findChildren(ResponseView)
    (view,) = [one for one in views if one.accessibleName() == "Pages of plan.pdf"]
    assert view.isVisible()
    assert view.toPlainText().count(PICTURE) == 2
