"""Bad input and careless use: nothing is lost, nothing is mixed up, nothing stands still."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QTimer
from PySide6.QtGui import QGuiApplication, QImage, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from tests.desktop.hands import Hands
from tests.workflow.studio import Studio
from xpert_studio.desktop.parts.response_view import Marked, ResponseView
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.prefs import Prefs
from xpert_studio.records import Quote
from xpert_studio.store import entities, tasks
from xpert_studio.workflow import (
    change_brief,
    change_person,
    create_brief,
    edit_checkpoint,
    remove_checkpoints,
)

NASTY = "<img src='file:///etc/passwd'>{n} %s &A\t<b>x</b>"


def _task(studio: Studio, task_id: str = "t1"):
    with studio.project.reading() as tx:
        return tasks.get_task(tx, task_id)


def _rubric(studio: Studio, task_id: str = "t1"):
    with studio.project.reading() as tx:
        return tasks.rubric_of(tx, task_id)


def _slow(monkeypatch: pytest.MonkeyPatch, hands: Hands, name: str, seconds: float) -> None:
    """Makes reading or writing of the project take its time."""
    project = type(hands.app.session.project)
    real = getattr(project, name)

    def slowly(self):
        if QApplication.instance().thread() is not None:
            time.sleep(seconds)
        return real(self)

    monkeypatch.setattr(project, name, slowly)


# Switching in the middle.


def test_a_title_that_is_being_written_stays_with_its_task(studio: Studio, hands: Hands) -> None:
    studio.brief("t1")
    studio.brief("t2")
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief")
    title = hands.panel.facts.title
    title.setFocus()
    title.selectAll()
    hands.type("The first one")
    hands.go("task", task_id="t2", tab="brief")
    title.clearFocus()
    hands.settle()
    assert title.text() == "Ending a lease early"
    assert (_task(studio, "t1").title, _task(studio, "t2").title) == (
        "The first one", "Ending a lease early",
    )  # fmt: skip


def test_words_typed_while_the_next_task_is_coming_stay_with_theirs(
    studio: Studio, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio.brief("t1")
    create_brief(studio.wei, task_id="t2", title="Second", domain="Law", context="A second one.")
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief")
    field = hands.panel.fields["context"]
    _slow(monkeypatch, hands, "reading", 0.4)
    hands.window.go(Place("task", task_id="t2", tab="brief"))
    field.setFocus()
    field.moveCursor(field.textCursor().MoveOperation.End)
    QTest.qWait(30)
    hands.type(" Typed late.", field)
    hands.settle()
    monkeypatch.undo()
    hands.go("home")
    assert _task(studio, "t2").context == "A second one."
    assert _task(studio, "t1").context.endswith(" Typed late.")


def test_a_new_line_on_its_way_does_not_appear_in_the_next_task(
    studio: Studio, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio.rubric("t1", lines=1)
    studio.rubric("t2", lines=1)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    _slow(monkeypatch, hands, "writing", 0.8)
    hands.key("Ctrl+Return", hands.panel.table)
    hands.type("Belongs to the first.")
    hands.key("Escape")
    hands.window.go(Place("task", task_id="t2", tab="rubric"))
    QTest.qWait(400)
    assert [line.text for line in hands.panel.model.lines] == [_rubric(studio, "t2")[0].text]
    hands.settle()
    assert [line.text for line in hands.panel.model.lines] == [_rubric(studio, "t2")[0].text]
    assert [p.text for p in _rubric(studio, "t1")][-1] == "Belongs to the first."
    assert len(_rubric(studio, "t2")) == 1


def test_a_line_begun_while_the_next_task_is_coming_is_kept(
    studio: Studio, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *_ = studio.rubric("t1", lines=1)
    studio.rubric("t2", lines=2)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    panel = hands.panel
    _slow(monkeypatch, hands, "reading", 0.4)
    hands.window.go(Place("task", task_id="t2", tab="rubric"))
    panel.table.write_in(first)
    hands.type(" Typed late.", panel.table.editor)
    hands.settle()
    monkeypatch.undo()
    hands.go("home")
    assert _rubric(studio, "t1")[0].text.endswith(" Typed late.")
    assert len(_rubric(studio, "t2")) == 2
    assert all("late" not in point.text for point in _rubric(studio, "t2"))


def test_a_rationale_typed_while_the_next_sheet_is_coming_is_kept(
    studio: Studio, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = studio.answered(models=("aurora", "borealis"))
    hands.open(studio.project.path, "maria")
    hands.go("judging", task_id="t1", item=one)
    sheet = hands.page.sheet
    key = sheet.lines.current.key
    hands.key("R", sheet.lines)
    hands.type("It says")
    _slow(monkeypatch, hands, "reading", 0.4)
    hands.window.go(Place("judging", task_id="t1", item=two))
    hands.type(" so.", sheet.detail.rationale)
    hands.settle()
    monkeypatch.undo()
    from xpert_studio.workflow import sheet_view

    lines = {line.checkpoint.id: line for line in sheet_view(studio.maria, one).lines}
    assert lines[key].decision is not None
    assert lines[key].decision.rationale == "It says so."
    others = sheet_view(studio.maria, two).lines
    assert all(line.decision is None or not line.decision.rationale for line in others)


# Two at work.


def test_a_line_that_was_only_looked_at_does_not_take_back_what_another_wrote(
    studio: Studio, hands: Hands
) -> None:
    first, *_ = studio.rubric()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    panel = hands.panel
    panel.table.write_in(first)
    edit_checkpoint(studio.wei, "t1", first, text="Written in another window.")
    hands.until(lambda: panel.model.line(0).text == "Written in another window.")
    assert panel.table.editor.toPlainText() == "Written in another window."
    hands.key("Escape", panel.table.editor)
    hands.settle()
    assert _rubric(studio)[0].text == "Written in another window."


def test_a_title_that_was_only_looked_at_does_not_take_back_what_another_wrote(
    studio: Studio, hands: Hands
) -> None:
    studio.brief()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief")
    facts = hands.panel.facts
    for field, name in ((facts.title, "Elsewhere"), (facts.tags, "Elsewhere again")):
        field.setFocus()
        change_brief(studio.wei, "t1", title=name, tags=("new",))
        hands.until(lambda name=name: hands.panel.task.title == name)
    hands.go("home")
    assert _task(studio).title == "Elsewhere again"
    assert _task(studio).tags == ("new",)


def test_words_in_a_line_that_another_has_removed_are_not_lost(
    studio: Studio, hands: Hands
) -> None:
    _, second, _ = studio.rubric()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    panel = hands.panel
    panel.table.write_in(second)
    hands.type(" And a long thought", panel.table.editor)
    remove_checkpoints(studio.wei, "t1", [second])
    hands.until(lambda: panel.model.place_of(second) < 0)
    hands.settle()
    assert "removed" in hands.notice
    hands.go("home")
    assert any(point.text.endswith("And a long thought") for point in _rubric(studio))


# Haste.


def test_enter_pressed_thirty_times_while_saves_are_slow(
    studio: Studio, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio.rubric(lines=1)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    _slow(monkeypatch, hands, "writing", 0.15)
    for n in range(5):
        hands.key("Ctrl+Return")
        hands.type(f"Line number {n} is there.")
        for _ in range(6):
            hands.key("Enter")
    hands.key("Escape")
    hands.settle()
    texts = [point.text for point in _rubric(studio)]
    assert sorted(texts[1:]) == [f"Line number {n} is there." for n in range(5)]
    assert [line.text for line in hands.panel.model.lines] == texts


def test_undo_while_saves_are_slow_and_a_line_is_open(
    studio: Studio, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *_ = studio.rubric(lines=2)
    before = _rubric(studio)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    _slow(monkeypatch, hands, "writing", 0.1)
    panel = hands.panel
    panel.show_item(first)
    for weight in (3, 4, 5):
        hands.key(f"Ctrl+Alt+{weight}")
    panel.table.write_in(first)
    hands.type(" More", panel.table.editor)
    for _ in range(3):
        hands.app.session.undo()
    hands.key("Escape", panel.table.editor)
    hands.settle()
    now = _rubric(studio)
    assert now[0].weight == before[0].weight
    assert now[0].text.endswith(" More")
    assert [line.text for line in panel.model.lines] == [point.text for point in now]


def test_a_line_that_is_removed_while_it_is_written_stays_removed(
    studio: Studio, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *_ = studio.rubric(lines=2)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    _slow(monkeypatch, hands, "writing", 0.1)
    panel = hands.panel
    panel.table.write_in(first)
    hands.type(" More", panel.table.editor)
    hands.key("Ctrl+Delete", panel.table.editor)
    hands.key("Ctrl+Return", panel.table)
    hands.type("A new one.")
    hands.key("Ctrl+Delete")
    hands.settle()
    assert first not in [point.id for point in _rubric(studio)]
    assert [line.key for line in panel.model.lines] == [point.id for point in _rubric(studio)]


# Preferences and leftovers.


def test_preferences_full_of_junk_open_a_window(studio: Studio, hands: Hands, config: Path) -> None:
    studio.brief()
    path = str(studio.project.path.absolute())
    (config / "window.json").write_text(
        json.dumps(
            {
                "theme": "mauve", "language": "tlh", "text_size": -7, "name": "Tester\u0000",
                "roles": [1, {}, ["lead"], "king"], "domains": [None, {"a": 1}],
                "window": {"width": "wide", "height": None, "maximised": "no"},
                "places": {f"{path}#wei": {"page": "task", "task_id": "../..", "tab": "x\u0000"}},
                "shortcuts": {"edit.undo": "\u0000\ud800", "go.home": "Ctrl+" * 4000},
                "task_views": {"a": {"words": 7}, "b": []}, "model": {"provider": 7, "model": []},
                "recent": ["\u0000", "", "/" * 5000],
            }
        )
    )  # fmt: skip
    hands.app.prefs = hands.prefs = Prefs.load()
    hands.app.dress()
    hands.open(studio.project.path, "wei")
    for page in ("home", "tasks", "settings", "people", "project"):
        hands.go(page)
    hands.go("task", task_id="t1", tab="rubric")
    hands.app.rebuild()
    hands.settle()
    assert hands.app.recent() == [studio.project.path]


def test_unsaved_words_that_make_no_sense_do_not_keep_a_project_shut(
    studio: Studio, hands: Hands
) -> None:
    first, *_ = studio.rubric()
    studio.judged  # noqa: B018
    hands.open(studio.project.path, "wei")
    folder = hands.app.session.unsaved._folder
    hands.go("home")
    folder.mkdir(parents=True, exist_ok=True)
    base = {"person_id": "wei", "target": "t1", "item": first, "text": "x"}
    junk = [
        {"kind": "brief", **base, "item": "no_such_field"},
        {"kind": "brief", **base, "item": "difficulty"},
        {"kind": "brief", **base, "item": "domain", "text": "\ud800"},
        {"kind": "checkpoint", **base, "text": "a\u0000b"},
        {"kind": "checkpoint", **base, "item": "gone", "text": "long " * 200_000},
        {"kind": "new_checkpoint", **base, "item": "²"},
        {"kind": "new_checkpoint", **base, "item": "9" * 4500},
        {"kind": "rationale", **base, "item": "\ud800", "target": "../../x"},
        {"kind": "remark", **base},
        {"kind": "__class__", **base},
    ]
    for number, words in enumerate(junk):
        (folder / f"{number}.json").write_text(json.dumps(words), encoding="utf-8")
    (folder / "x.json").mkdir()
    (folder / "y.json").write_bytes(b"\xff\xfe\x00" * 1000)
    (folder / "z.json").write_text("[" * 100_000)
    hands.open(studio.project.path, "wei")
    assert "could not be put back" in hands.notice
    assert len(hands.notice) < 2000
    assert "x" in {point.text for point in _rubric(studio)}


# Clipboards.


def _clip(text: str = "", html: str = "") -> None:
    data = QMimeData()
    if text:
        data.setText(text)
    if html:
        data.setHtml(html)
    QGuiApplication.clipboard().setMimeData(data)


@pytest.mark.parametrize(
    ("text", "html"),
    [
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
    ],
)  # fmt: skip
def test_broken_tables_are_taken_or_refused_in_words(
    studio: Studio, hands: Hands, text: str, html: str
) -> None:
    studio.rubric(lines=1)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    _clip(text, html)
    hands.key("Ctrl+Shift+V", hands.panel.table)
    hands.settle()
    assert hands.notice
    assert len(hands.notice) < 3000
    assert [line.text for line in hands.panel.model.lines] == [p.text for p in _rubric(studio)]


def test_words_that_were_only_looked_at_or_taken_back_are_not_put_back_later(
    studio: Studio, hands: Hands
) -> None:
    first, *_ = studio.rubric()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    panel = hands.panel
    panel.table.write_in(first)
    QTest.qWait(500)
    assert not hands.app.session.unsaved.cut_off(), "nobody has typed anything"
    hands.type("x", panel.table.editor)
    hands.until(lambda: bool(hands.app.session.unsaved.cut_off()))
    hands.key("Backspace", panel.table.editor)
    hands.key("Escape", panel.table.editor)
    hands.settle()
    assert not hands.app.session.unsaved.cut_off()
    hands.go("task", task_id="t1", tab="brief")
    field = hands.panel.fields["context"]
    field.setFocus()
    field.moveCursor(field.textCursor().MoveOperation.End)
    hands.type("x")
    hands.until(lambda: bool(hands.app.session.unsaved.cut_off()))
    hands.key("Backspace")
    hands.go("home")
    assert not hands.app.session.unsaved.cut_off()


def test_a_window_closed_right_after_typing_leaves_nothing_to_put_back(
    studio: Studio, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio.rubric()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    hands.key("Enter", hands.panel.table)
    hands.type(" The end")
    QTest.qWait(400)
    _slow(monkeypatch, hands, "writing", 0.3)
    unsaved = hands.app.session.unsaved
    hands.window.close()
    assert not unsaved.cut_off(), "it is written before the window is gone"
    assert _rubric(studio)[0].text.endswith(" The end")


def test_a_line_that_is_still_on_its_way_is_removed_merged_and_moved(
    studio: Studio, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio.rubric(lines=1)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    _slow(monkeypatch, hands, "writing", 0.2)
    panel = hands.panel
    for text in ("Is removed.", "Is moved up.", "Is merged."):
        hands.key("Ctrl+Return", panel.table)
        hands.type(text)
        hands.key("Escape")
        if "removed" in text:
            hands.key("Ctrl+Delete", panel.table)
        elif "moved" in text:
            hands.key("Alt+Up", panel.table)
        else:
            panel.table.selectAll()
            hands.key("Ctrl+M", panel.table)
    hands.settle()
    now = _rubric(studio)
    assert len(now) == 1, [point.text for point in now]
    assert all(text in now[0].text for text in ("Is moved up.", "month 30.", "Is merged."))
    assert [line.key for line in panel.model.lines] == [point.id for point in now]


def test_a_stale_view_does_not_take_words_away_while_saves_are_slow(
    studio: Studio, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio.brief()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief")
    field = hands.panel.fields["context"]
    field.setFocus()
    field.moveCursor(field.textCursor().MoveOperation.End)
    _slow(monkeypatch, hands, "writing", 0.5)
    hands.type(" One")
    field.finish()
    hands.app.session.changed_outside.emit()
    QTest.qWait(200)
    hands.type(" two")
    hands.settle()
    hands.go("home")
    assert _task(studio).context.endswith(" One two")


# Long and hostile texts.


class Gaps:
    """The longest the window stood still while something was shown."""

    def __init__(self) -> None:
        self.worst = 0.0
        self._at = time.perf_counter()
        self._timer = QTimer(interval=0)
        self._timer.timeout.connect(self._beat)

    def _beat(self) -> None:
        now = time.perf_counter()
        self.worst, self._at = max(self.worst, now - self._at), now

    def __enter__(self) -> Gaps:
        self._at = time.perf_counter()
        self._timer.start()
        return self

    def __exit__(self, *_) -> None:
        self._beat()
        self._timer.stop()


LONG = ("x" * 50_000) + "\n" * 400 + NASTY + " word" * 9_000
_STILL = 1.5  # seconds: what is shown first is also loaded, beside other tests; it was 10 and more


def _hints(window) -> list[str]:
    found = [widget.toolTip() for widget in window.findChildren(QWidget)]
    for view in window.findChildren(QAbstractItemView):
        model = view.model()
        for row in range(min(model.rowCount(), 30)) if model else ():
            for column in range(8):
                said = model.index(row, column).data(Qt.ItemDataRole.ToolTipRole)
                found += [said] if said else []
    return found


@pytest.mark.parametrize("text", [LONG, NASTY, "\u202e" + "字" * 100_000, "&&\t\r\n[*]%1%L1{0}{}"])
def test_no_text_of_any_length_breaks_a_page(studio: Studio, hands: Hands, text: str) -> None:
    one, *_ = studio.answered()
    studio.judged(one, "maria")
    change_person(studio.lena, "maria", name=text)
    create_brief(studio.wei, task_id="t2", domain="Law", title=text, context=text, tags=(text,))
    with studio.project.writing() as tx:
        for point in tasks.rubric_of(tx, "t1"):
            entities.put(tx, point.model_copy(update={"text": text, "notes": text}))
    for person in ("omar", "ada", "wei"):
        hands.open(studio.project.path, person)
        for place in (
            {"page": "home"}, {"page": "tasks"}, {"page": "people", "item": "maria"},
            {"page": "judging"}, {"page": "judging", "item": one, "task_id": "t1"},
            {"page": "meta", "item": one, "task_id": "t1", "expert_id": "maria"},
            {"page": "task", "task_id": "t2", "tab": "brief"},
            {"page": "task", "task_id": "t1", "tab": "rubric"},
            {"page": "task", "task_id": "t1", "tab": "review"},
            {"page": "task", "task_id": "t2", "tab": "history"},
            {"page": "history"}, {"page": "agreement"}, {"page": "search", "item": "word"},
        ):  # fmt: skip
            with Gaps() as gaps:
                hands.go(**place)
            window = hands.window
            assert window.width() < 1500 and window.height() < 1500, (place, window.size())
            assert gaps.worst < _STILL, (place, gaps.worst)
            for said in _hints(window):
                assert not Qt.mightBeRichText(said) or said.startswith("<span>"), said[:200]
                assert "<img" not in said and len(said) < 3000


TABLE = "|" + "a|" * 100 + "\n|" + "-|" * 100 + "\n" + ("|" + "x|" * 100 + "\n") * 1000


@pytest.mark.parametrize(
    "text",
    [
        ">" * 10_000 + " a", "\n".join("  " * i + "- a" for i in range(700)), "- " * 30_000 + "a",
        TABLE, "|" + "a|" * 20_000 + "\n|" + "-|" * 20_000 + "\n|" + "x|" * 20_000,
        "x" * 1_000_000, "word " * 800_000, "w\n\n" * 300_000, "<div>" * 60_000, "[" * 100_000,
        "```\n" + "x\n" * 200_000, "# h\n" * 70_000, "*a **b" * 40_000, "_" * 100_000,
        "".join(f"![a](x{i}/a.png) " for i in range(10_000)), "a" + "\u0301" * 200_000,
        "\u202e\u2066" * 50_000 + "abc", "[a](javascript:alert(1)) ![b](file:///etc/passwd) " * 5000,
    ],
)  # fmt: skip
def test_a_hostile_response_keeps_nobody_waiting(qtbot, hands: Hands, text: str) -> None:
    view = ResponseView("Response")
    qtbot.addWidget(view)
    view.resize(560, 700)
    view.show()
    image = QImage(800, 600, QImage.Format.Format_RGB32)
    view.show_text(text, {"attachments/a.png": image})
    QTest.qWait(1)
    view.resize(500, 700)
    QTest.qWait(1)
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
    with Gaps() as gaps:
        for name in (*files, "pipe.txt", "folder", "missing.txt"):
            attachments.attach(tmp_path / name)
        hands.settle()
    assert gaps.worst < _STILL
    names = {item.path.rpartition("/")[2] for item in _task(studio).attachments}
    assert {"bomb.png", "large.png", "image.svg", "page.html"} <= names
    assert not names & {"pipe.txt", "folder", "missing.txt", "nul.txt", "empty.txt"}
    assert hands.reads("Too large or damaged")
