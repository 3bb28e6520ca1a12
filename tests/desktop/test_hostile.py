"""Bad input and careless use: nothing is lost, nothing is mixed up, nothing stands still."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.desktop.hands import Hands, pause
from tests.desktop.looking import rubric_of, slow, task_of
from tests.workflow.studio import Studio
from xpert_studio.core.workflow import (
    change_brief,
    create_brief,
    edit_checkpoint,
    remove_checkpoints,
)
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.prefs import Prefs


def test_a_title_that_is_being_written_stays_with_its_task(studio: Studio, hands: Hands) -> None:
    studio.brief("t1")
    studio.brief("t2")
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief")
    title = hands.panel.facts.inputs["title"].widget
    title.setFocus()
    title.selectAll()
    hands.type("The first one")
    hands.go("task", task_id="t2", tab="brief")
    title.clearFocus()
    hands.settle()
    assert title.text() == "Ending a lease early"
    assert (task_of(studio, "t1").title, task_of(studio, "t2").title) == (
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
    slow(monkeypatch, hands, "reading", 0.4)
    hands.window.go(Place("task", task_id="t2", tab="brief"))
    field.setFocus()
    field.moveCursor(field.textCursor().MoveOperation.End)
    pause(30)
    hands.type(" Typed late.", field)
    hands.settle()
    monkeypatch.undo()
    hands.go("home")
    assert task_of(studio, "t2").context == "A second one."
    assert task_of(studio, "t1").context.endswith(" Typed late.")


def test_a_new_line_on_its_way_does_not_appear_in_the_next_task(
    studio: Studio, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio.rubric("t1", lines=1)
    studio.rubric("t2", lines=1)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    slow(monkeypatch, hands, "writing", 0.8)
    hands.key("Ctrl+Return", hands.panel.table)
    hands.type("Belongs to the first.")
    hands.key("Escape")
    hands.window.go(Place("task", task_id="t2", tab="rubric"))
    pause(400)
    assert [line.text for line in hands.panel.model.lines] == [rubric_of(studio, "t2")[0].text]
    hands.settle()
    assert [line.text for line in hands.panel.model.lines] == [rubric_of(studio, "t2")[0].text]
    assert [p.text for p in rubric_of(studio, "t1")][-1] == "Belongs to the first."
    assert len(rubric_of(studio, "t2")) == 1


def test_a_line_begun_while_the_next_task_is_coming_is_kept(
    studio: Studio, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *_ = studio.rubric("t1", lines=1)
    studio.rubric("t2", lines=2)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    panel = hands.panel
    slow(monkeypatch, hands, "reading", 0.4)
    hands.window.go(Place("task", task_id="t2", tab="rubric"))
    panel.table.write_in(first)
    hands.type(" Typed late.", panel.table.editor)
    hands.settle()
    monkeypatch.undo()
    hands.go("home")
    assert rubric_of(studio, "t1")[0].text.endswith(" Typed late.")
    assert len(rubric_of(studio, "t2")) == 2
    assert all("late" not in point.text for point in rubric_of(studio, "t2"))


def test_a_rationale_typed_while_the_next_form_is_coming_is_kept(
    studio: Studio, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = studio.answered(models=("aurora", "borealis"))
    hands.open(studio.project.path, "maria")
    hands.go("judging", task_id="t1", item=one)
    form = hands.page.form
    key = form.lines.current.key
    hands.key("R", form.lines)
    hands.type("It says")
    slow(monkeypatch, hands, "reading", 0.4)
    hands.window.go(Place("judging", task_id="t1", item=two))
    hands.type(" so.", form.detail.rationale)
    hands.settle()
    monkeypatch.undo()
    from xpert_studio.core.workflow import form_view

    lines = {line.checkpoint.id: line for line in form_view(studio.maria, one).lines}
    assert lines[key].decision is not None
    assert lines[key].decision.rationale == "It says so."
    others = form_view(studio.maria, two).lines
    assert all(line.decision is None or not line.decision.rationale for line in others)


def test_a_line_that_was_only_looked_at_does_not_take_back_what_another_wrote(
    studio: Studio, hands: Hands
) -> None:
    first, *_ = studio.rubric()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    panel = hands.panel
    panel.table.write_in(first)
    edit_checkpoint(studio.wei, "t1", first, text="Written in another window.")
    hands.until(lambda: panel.model.record(0).text == "Written in another window.")
    assert panel.table.editor.toPlainText() == "Written in another window."
    hands.key("Escape", panel.table.editor)
    hands.settle()
    assert rubric_of(studio)[0].text == "Written in another window."


def test_a_title_that_was_only_looked_at_does_not_take_back_what_another_wrote(
    studio: Studio, hands: Hands
) -> None:
    studio.brief()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief")
    facts = hands.panel.facts
    for field, name in (
        (facts.inputs["title"].widget, "Elsewhere"),
        (facts.inputs["tags"].widget, "Elsewhere again"),
    ):
        field.setFocus()
        change_brief(studio.wei, "t1", title=name, tags=("new",))
        hands.until(lambda name=name: hands.panel.view.task.title == name)
    hands.go("home")
    assert task_of(studio).title == "Elsewhere again"
    assert task_of(studio).tags == ("new",)


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
    assert any(point.text.endswith("And a long thought") for point in rubric_of(studio))


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
                "models": {"openai": {"model": 7, "base_url": []}, "anthropic": "claude"},
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
        {"kind": "comment", **base},
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
    assert "x" in {point.text for point in rubric_of(studio)}


def test_words_that_were_only_looked_at_or_taken_back_are_not_put_back_later(
    studio: Studio, hands: Hands
) -> None:
    first, *_ = studio.rubric()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    panel = hands.panel
    panel.table.write_in(first)
    pause(500)
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
    pause(400)
    slow(monkeypatch, hands, "writing", 0.3)
    unsaved = hands.app.session.unsaved
    hands.window.close()
    assert not unsaved.cut_off(), "it is written before the window is gone"
    assert rubric_of(studio)[0].text.endswith(" The end")


def test_a_line_that_is_still_on_its_way_is_removed_merged_and_moved(
    studio: Studio, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio.rubric(lines=1)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    slow(monkeypatch, hands, "writing", 0.2)
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
    now = rubric_of(studio)
    assert len(now) == 1, [point.text for point in now]
    assert all(text in now[0].text for text in ("Is moved up.", "month 30.", "Is merged."))
    assert [line.id for line in panel.model.lines] == [point.id for point in now]


def test_a_stale_view_does_not_take_words_away_while_saves_are_slow(
    studio: Studio, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio.brief()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief")
    field = hands.panel.fields["context"]
    field.setFocus()
    field.moveCursor(field.textCursor().MoveOperation.End)
    slow(monkeypatch, hands, "writing", 0.5)
    hands.type(" One")
    field.finish()
    hands.app.session.changed_outside.emit()
    pause(200)
    hands.type(" two")
    hands.settle()
    hands.go("home")
    assert task_of(studio).context.endswith(" One two")
