"""Haste, slow saves and leaving in the middle: every key counts once, nothing breaks."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from shiboken6 import delete

from tests.desktop.hands import Hands, pause
from tests.desktop.looking import rubric_of, slow
from tests.workflow.studio import Studio
from xpert_studio.core.workflow import change_brief, new_project


def test_enter_pressed_thirty_times_while_saves_are_slow(
    studio: Studio, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio.rubric(lines=1)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    slow(monkeypatch, hands, "writing", 0.15)
    for n in range(5):
        hands.key("Ctrl+Return")
        hands.type(f"Line number {n} is there.")
        for _ in range(6):
            hands.key("Enter")
    hands.key("Escape")
    hands.settle()
    texts = [point.text for point in rubric_of(studio)]
    assert sorted(texts[1:]) == [f"Line number {n} is there." for n in range(5)]
    assert [line.text for line in hands.panel.model.lines] == texts


def test_undo_while_saves_are_slow_and_a_line_is_open(
    studio: Studio, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *_ = studio.rubric(lines=2)
    before = rubric_of(studio)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    slow(monkeypatch, hands, "writing", 0.1)
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
    now = rubric_of(studio)
    assert now[0].weight == before[0].weight
    assert now[0].text.endswith(" More")
    assert [line.text for line in panel.model.lines] == [point.text for point in now]


def test_a_line_that_is_removed_while_it_is_written_stays_removed(
    studio: Studio, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *_ = studio.rubric(lines=2)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    slow(monkeypatch, hands, "writing", 0.1)
    panel = hands.panel
    panel.table.write_in(first)
    hands.type(" More", panel.table.editor)
    hands.key("Ctrl+Delete", panel.table.editor)
    hands.key("Ctrl+Return", panel.table)
    hands.type("A new one.")
    hands.key("Ctrl+Delete")
    hands.settle()
    assert first not in [point.id for point in rubric_of(studio)]
    assert [line.id for line in panel.model.lines] == [point.id for point in rubric_of(studio)]


def _endless_draft(monkeypatch: pytest.MonkeyPatch, *, ignores_cancel: bool):
    """A model that answers only when it is told to; returns that."""
    import asyncio
    import threading

    answer = threading.Event()

    async def draft_rubric(request):
        while not answer.is_set():
            try:
                await asyncio.sleep(0.01)
            except asyncio.CancelledError:
                if not ignores_cancel:
                    raise
        from types import SimpleNamespace

        from xpert_studio.core.generation import draft_here

        made = draft_here(
            "outline",
            request.task,
            policies=request.policies,
            dimensions=request.taxonomy.dimensions,
        )
        usage = SimpleNamespace(output_tokens=None, input_tokens=None)
        return SimpleNamespace(suggestions=made, usage=usage, cost=None, notes=())

    monkeypatch.setattr("xpert_studio.core.generation.draft_rubric", draft_rubric)
    return answer


@pytest.mark.parametrize("way", ["close", "other_project", "other_person", "cancel"])
def test_a_draft_that_comes_when_nobody_waits_for_it_breaks_nothing(
    studio: Studio, hands: Hands, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, way: str
) -> None:
    told: list[BaseException] = []
    monkeypatch.setattr("sys.excepthook", lambda kind, error, trace: told.append(error))
    answer = _endless_draft(monkeypatch, ignores_cancel=way != "cancel")
    studio.rubric()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    draft = hands.panel.draft
    draft.ask()
    draft.form.inputs["provider"].show("compatible")
    draft.form.inputs["model"].show("m")
    draft.form.inputs["base_url"].show("http://127.0.0.1:9/v1")
    hands.until(draft.start.isEnabled)
    hands.click(draft.start)
    hands.until(lambda: not hands.app.bridge.is_idle)
    if way == "close":
        hands.window.close()
    elif way == "other_project":
        with new_project(tmp_path / "other.xpert", now=datetime.now(UTC)):
            pass
        hands.app.open_project(tmp_path / "other.xpert")
    elif way == "other_person":
        hands.prefs.people[str(studio.project.path)] = "maria"
        hands.app.open_project(studio.project.path)
    else:
        hands.click(draft.stop)
        hands.until(lambda: "Cancelled" in draft.outcome.text())
    pause(100)
    answer.set()
    hands.until(lambda: hands.app.bridge.is_idle)
    pause(100)
    assert not hands.crashes
    assert not told
    if way != "close":
        assert "wrong" not in hands.notice


@pytest.mark.parametrize("outcome", ["refused", "changed"])
def test_a_change_that_comes_back_after_everybody_left_breaks_nothing(
    studio: Studio, hands: Hands, monkeypatch: pytest.MonkeyPatch, outcome: str
) -> None:
    told: list[BaseException] = []
    monkeypatch.setattr("sys.excepthook", lambda kind, error, trace: told.append(error))
    studio.rubric()
    hands.open(studio.project.path, "wei")
    session = hands.app.session
    assert session is not None
    came: list[object] = []
    if outcome == "refused":
        session.redo()
    else:
        session.perform(lambda: change_brief(session.ctx, "t1", title="Last words"), came.append)
    hands.app._leave()
    delete(session)
    hands.settle()
    assert not told
    assert hands.crashes == []
    assert len(came) == (outcome == "changed")
