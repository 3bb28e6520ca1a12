"""Hostile texts, tables and pictures: shown as they are, bounded, and nobody waits for them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QImage, Qt
from PySide6.QtWidgets import QAbstractItemView, QLabel, QWidget

from tests.desktop.hands import Hands, pause
from tests.desktop.looking import NASTY, rubric_of, task_of
from tests.sampling import in_turn, some
from tests.workflow.studio import Studio
from xpert_studio.core.records import Quote
from xpert_studio.core.store import entities, tasks
from xpert_studio.core.workflow import (
    change_person,
    create_brief,
)
from xpert_studio.desktop.pages.importing.view import RubricImport
from xpert_studio.desktop.widgets.reading_views import Marked, ResponseView


def _clip(text: str = "", html: str = "") -> None:
    data = QMimeData()
    if text:
        data.setText(text)
    if html:
        data.setHtml(html)
    QGuiApplication.clipboard().setMimeData(data)


BROKEN = (
    ("Criterion\tPoints\nA\n\t\t\t\n\t7\nB\t5\tx\ty\tz", ""),
    ('"unclosed\tquote\nand more', ""),
    ("x" * 300_000 + "\ty", ""),
    ("a\0b\tc\0\nd\t\0", ""),
    ("=1+1\t7\n=cmd|' /C calc'!A0\t3\n@x\t1", ""),
    ("\u202eabc\t5\n👩‍👩‍👧‍👦 says so\t3\nمعيار\t2", ""),
    ("\ufeff\n\r\n\v\f\u2028\u2029\x1c", ""),
    ("", "<table><tr><td rowspan=3>A<td>7</tr><tr><td colspan=9><table><tr><td>in</td></table>B"),
    ("", "<tr>" * 30_000 + "<td>x"),
    ("", "<!--" + "<td>" * 1000), ("", "<![if !supportLists]>x<table><![CDATA[<td>"),
    ("", "<table><tr><td>a</td></td></td><td>&#0;&#xD800;&bogus;</table>"),
)  # fmt: skip


@pytest.mark.parametrize(("text", "html"), some(BROKEN, 7))
def test_broken_tables_are_taken_or_refused_in_words(
    studio: Studio, hands: Hands, text: str, html: str
) -> None:
    studio.rubric(lines=1)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    _clip(text, html)
    hands.key("Ctrl+Shift+V", hands.panel.table)
    hands.settle()
    for shown in hands.seen(RubricImport):
        assert sum(len(label.text()) for label in shown.findChildren(QLabel)) < 3000
        if shown.act.isEnabled():
            hands.click(shown.act)
            hands.settle()
    assert len(hands.notice) < 3000
    hands.go("task", task_id="t1", tab="rubric")
    hands.settle()
    assert [line.text for line in hands.panel.model.lines] == [p.text for p in rubric_of(studio)]


LONG = ("x" * 50_000) + "\n" * 400 + NASTY + " word" * 9_000


def _hints(window) -> list[str]:
    found = [widget.toolTip() for widget in window.findChildren(QWidget)]
    for view in window.findChildren(QAbstractItemView):
        model = view.model()
        for row in range(min(model.rowCount(), 30)) if model else ():
            for column in range(8):
                said = model.index(row, column).data(Qt.ItemDataRole.ToolTipRole)
                found += [said] if said else []
    return found


ENDLESS = (LONG, NASTY, "\u202e" + "字" * 100_000, "&&\t\r\n[*]%1%L1{0}{}")


@pytest.mark.parametrize("text", some(ENDLESS, 2))
def test_no_text_of_any_length_breaks_a_page(studio: Studio, hands: Hands, text: str) -> None:
    one, *_ = studio.answered()
    studio.judged(one, "maria")
    change_person(studio.lena, "maria", name=text)
    create_brief(studio.wei, task_id="t2", domain="Law", title=text, context=text, tags=(text,))
    with studio.project.writing() as tx:
        for point in tasks.rubric_of(tx, "t1"):
            entities.put(tx, point.model_copy(update={"text": text, "notes": text}))
    for turn, person in enumerate(("omar", "ada", "wei")):
        hands.open(studio.project.path, person)
        places = (
            {"page": "home"}, {"page": "tasks"}, {"page": "people", "item": "maria"},
            {"page": "judging"}, {"page": "judging", "item": one, "task_id": "t1"},
            {"page": "judging", "item": one, "task_id": "t1", "expert_id": "maria"},
            {"page": "task", "task_id": "t2", "tab": "brief"},
            {"page": "task", "task_id": "t1", "tab": "rubric"},
            {"page": "task", "task_id": "t1", "tab": "review"},
            {"page": "task", "task_id": "t2", "tab": "history"},
            {"page": "history"}, {"page": "agreement"}, {"page": "search", "item": "word"},
        )  # fmt: skip
        for place in in_turn(places, turn + len(text), 6):
            hands.go(**place)
            window = hands.window
            assert window.width() < 1500 and window.height() < 1500, (place, window.size())
            for said in _hints(window):
                assert not Qt.mightBeRichText(said) or said.startswith("<span>"), said[:200]
                assert "<img" not in said and len(said) < 3000


TABLE = "|" + "a|" * 100 + "\n|" + "-|" * 100 + "\n" + ("|" + "x|" * 100 + "\n") * 1000


@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    "text",
    [
        ">" * 10_000 + " a", "\n".join("  " * i + "- a" for i in range(700)), "- " * 30_000 + "a",
        TABLE, "|" + "a|" * 20_000 + "\n|" + "-|" * 20_000 + "\n|" + "x|" * 20_000,
        "x" * 1_000_000, "word " * 800_000, "w\n\n" * 300_000, "<div>" * 60_000, "[" * 100_000,
        "```\n" + "x\n" * 200_000, "# h\n" * 70_000, "*a **b" * 40_000, "_" * 100_000,
        "".join(f"![a](x{i}/a.png) " for i in range(10_000)), "a" + "\u0301" * 200_000,
        ("x" * 1999 + " ") * 500, "\u202e\u2066" * 50_000 + "abc", "[a](javascript:alert(1)) ![b](file:///etc/passwd) " * 5000,
    ],
)  # fmt: skip
def test_a_hostile_response_keeps_nobody_waiting(qtbot, hands: Hands, text: str) -> None:
    view = ResponseView("Response")
    qtbot.addWidget(view)
    view.resize(560, 700)
    view.show()
    image = QImage(800, 600, QImage.Format.Format_RGB32)
    view.show_text(text, {"attachments/a.png": image})
    pause(1)
    view.resize(500, 700)
    pause(1)
    view.find_all("x")
    view.mark_quotes([Marked(Quote(quote=text[:5], start=0, end=5), True)])
    shown = view._shown
    assert text.startswith(shown) and shown
    if len(shown) < len(text):
        assert view._rest.isVisible()
        assert "beginning" in view._how_much.text()
        view.show_more()
        assert len(view._shown) > len(shown)


def test_a_response_of_ordinary_length_is_shown_whole(qtbot, hands: Hands) -> None:
    view = ResponseView("Response")
    qtbot.addWidget(view)
    text = "# Memo\n\n" + "The tenant can leave at month 30, with six months' notice.\n\n" * 600
    text += "|a|b|\n|-|-|\n" + "|1|2|\n" * 60
    view.show_text(text)
    assert view._shown == text and not view._rest.isVisibleTo(view)


def test_a_quote_beyond_what_is_shown_is_found(qtbot, hands: Hands) -> None:
    view = ResponseView("Response")
    qtbot.addWidget(view)
    text = TABLE[:60_000] + "\n\nThe end is near.\n"
    view.show_text(text)
    assert "The end" not in view._shown
    start = text.index("The end")
    view.show_quote(Quote(quote="The end is near.", start=start, end=start + 16))
    assert "The end" in view._shown


def test_picture_bombs_and_strange_files_as_attachments(
    studio: Studio, hands: Hands, tmp_path: Path
) -> None:
    import os
    import zlib

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data).to_bytes(4, "big")
        return len(data).to_bytes(4, "big") + kind + data + check

    def png(side: int) -> bytes:
        head = side.to_bytes(4, "big") * 2 + b"\x08\x00\x00\x00\x00"
        data = zlib.compress(b"\x00" * (side + 1) * side, 1)
        start = b"\x89PNG\r\n\x1a\n"
        return start + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")

    studio.brief()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief")
    files = {
        "bomb.png": png(20_000), "large.png": png(6000), "torn.png": png(50)[:60],
        "image.svg": b"<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>",
        "page.html": b"<script>alert(1)</script>", "anim.gif": b"GIF89a" + b"\0" * 90,
        "nul.txt": b"a\0b", "empty.txt": b"", NASTY.replace("/", "_") + ".txt": b"x",
    }  # fmt: skip
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "folder").mkdir()
    attachments = hands.panel.attachments
    for name in (*files, "pipe.txt", "folder", "missing.txt"):
        attachments.attach(tmp_path / name)
    hands.settle()
    names = {item.path.rpartition("/")[2] for item in task_of(studio).attachments}
    assert {"bomb.png", "large.png", "image.svg", "page.html"} <= names
    assert not names & {"pipe.txt", "folder", "missing.txt", "nul.txt", "empty.txt"}
    assert hands.reads("Too large or damaged")


@pytest.mark.parametrize("count", [2000, 20_000])
def test_a_pasted_table_of_any_length_keeps_nobody_waiting(
    studio: Studio, hands: Hands, count: int
) -> None:
    studio.rubric(lines=1)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    _clip("Criterion\tPoints\n" + "".join(f"States fact number {n}.\t5\n" for n in range(count)))
    hands.key("Ctrl+Shift+V", hands.panel.table)
    hands.settle()
    assert "too many" in hands.notice
    assert len(rubric_of(studio)) == 1
