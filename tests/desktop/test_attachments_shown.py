"""Experts read in the window what is attached to task and response; documents open in programs."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QDesktopServices

from tests.desktop.hands import Hands
from tests.documents_made import SCANNED, docx, pdf, picture, xlsx
from tests.workflow.studio import Studio
from xpert_studio.core.store import tasks
from xpert_studio.core.store.entities import put
from xpert_studio.core.workflow import NewFile, NewResponse, add_responses
from xpert_studio.core.workflow.attaching import attach_bytes, make_attachment
from xpert_studio.desktop.widgets.files import copy_to_open


def _judged_with_files(studio: Studio) -> None:
    studio.ready()
    with studio.project.writing() as tx:
        attached = (
            make_attachment(tx, "plan.jpg", picture("JPEG", orientation=6), caption="The plan"),
            make_attachment(tx, "scan.pdf", pdf(SCANNED), caption="A scan"),
        )
        put(tx, tasks.get_task(tx, "t1").model_copy(update={"attachments": attached}))
    files = (
        NewFile("aurora.docx", docx("Clause *9* allows a break.", author="aurora")),
        NewFile("rents.xlsx", xlsx([["Month", "Rent"], ["May", 900]])),
    )
    new = [NewResponse("t1", "aurora", "See the memo.", files=files)]
    add_responses(studio.lena, [*new, NewResponse("t1", "borealis", "No files.")])


def test_who_judges_reads_the_attachments_and_no_name_of_a_file(
    hands: Hands, studio: Studio
) -> None:
    _judged_with_files(studio)
    hands.open(studio.project.path, "maria")
    hands.go("judging")
    hands.key("Enter")
    hands.settle()
    reading = hands.page.form.reading
    assert reading.tabs.isTabVisible(3)
    reading.tabs.setCurrentIndex(3)
    shown = reading.attachments.toPlainText()
    assert shown.count("\ufffc") >= 2  # the image of the task, and the page of its scan
    assert "Clause *9* allows a break." in shown
    assert "May\u2003900" in shown
    assert "pages without a text layer" not in shown  # its page shows it
    assert "aurora" not in shown.casefold()


def test_a_document_opens_under_the_ending_of_its_content(
    hands: Hands, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio.brief()
    memo = docx("A memo")
    attach_bytes(studio.wei, "t1", "memo.docx", memo)
    opened: list[str] = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()) or True
    )
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief")
    hands.click("Open memo.docx")
    hands.settle()
    assert [Path(name).name for name in opened] == ["memo.docx"]
    assert Path(opened[0]).read_bytes() == memo


def test_no_attachment_opens_as_a_program() -> None:
    names = [copy_to_open(name, data).name for name, data in (
        ("run.bat", b"echo 1"), ("page.html", b"<script>"), ("../../x.exe", b"MZ\x00"),
    )]  # fmt: skip
    assert names == ["run.txt", "page.txt", "x.bin"]
