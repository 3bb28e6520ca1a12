"""The window: a model answers with settings, its card says them, and two settings are compared."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel

from tests.desktop.conftest import qtbot
from tests.desktop.results_help import at_results, catch_up, project, words  # noqa: F401 - fixtures
from tests.desktop.rooms import room_of
from tests.loopback.behaviours import Behaviour, error
from tests.loopback.server import LoopbackServer
from tests.workflow.studio import Studio
from xpert_studio.core.records import System
from xpert_studio.core.store import entities, responses, systems
from xpert_studio.desktop.widgets.asking import ActionDialog

__all__ = ["qtbot"]

FOUND = Behaviour(
    text="Leave at month 30.",
    queries=("break clause",),
    cited=(("https://law.example/9", "Clause 9", "Month 30."),),
    finish="length",
)


def texts(widget):
    return "\n".join(one.text() for one in widget.findChildren(QLabel) if one.text())


@pytest.fixture
def room(qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k-12345678901234567890")
    with room_of(qtbot, tmp_path, "lena", _ready) as made:
        yield made


def _ready(studio: Studio) -> None:
    studio.ready("t1")


def asked(room, server, **more):
    """Fills the form for a model, on the page of the task's responses."""
    page = room.go("task", task_id="t1", tab="responses")
    room.settle()
    panel = page.panel("responses")
    panel.ask_for_model()
    (dialog,) = room.window.findChildren(ActionDialog)
    dialog.form.show_values(
        {"provider": "anthropic", "model": "claude-sonnet-5-5", "base_url": server.anthropic_url}
        | more
    )
    dialog.act.click()
    return panel


def test_a_model_answers_with_settings_and_its_card_says_them(room, qtbot):
    with LoopbackServer(answer=lambda _: FOUND) as server:
        panel = asked(room, server, reasoning_effort="high", search=True)
        qtbot.waitUntil(lambda: "Clause 9" in texts(panel))
    sent = server.requests[-1].json
    assert sent["output_config"] == {"effort": "high"}
    assert sent["tools"][0]["name"] == "web_search"
    said = texts(panel)
    assert "claude-sonnet-5-5-high with search" in said
    assert "Reasoning effort high, Web search on" in said
    assert "Called web_search: break clause, 1 result" in said
    assert "Cut off at the output limit" in said
    with room.studio.project.reading() as tx:
        assert systems.described(tx)["claude-sonnet-5-5-high with search"].search


def test_a_refused_setting_is_said(room, qtbot):
    refusal = error(400, "thinking.budget_tokens: Input should be greater than 1024")
    with LoopbackServer(answer=lambda _: refusal) as server:
        asked(room, server, thinking_tokens=5)
        qtbot.waitUntil(lambda: "Thinking tokens" in room.notice)
    with room.studio.project.reading() as tx:
        assert not list(responses.all_responses(tx))


def test_settings_are_compared_under_a_tab_of_the_boards(at_results, project):  # noqa: F811
    with project.writing() as tx:
        for name, effort in (("aurora", "low"), ("juno", "high")):
            entities.put(tx, System(name=name, model="m", reasoning_effort=effort))
    with at_results("compare", show="settings") as (_, page):
        view = page.seen.asked.blocks.tables[0]
        told = texts(page.seen)
        assert "juno scores" in told
        assert view.grid.rowCount() == 1
        assert words(view)[0][:3] == ["m", "aurora", "juno"]


def test_a_pair_of_settings_and_a_system_open_from_the_list_of_systems(qtbot, at_results, project):  # noqa: F811
    with project.writing() as tx:
        for name, effort in (("aurora", "low"), ("juno", "high")):
            entities.put(tx, System(name=name, model="m", reasoning_effort=effort))
    with at_results("explore", show="systems-described") as (window, page):
        systems_, pairs = page.seen.blocks.tables
        assert words(pairs)[0] == ["m", "aurora", "juno", "Reasoning effort: low → high"]
        page.seen.open_target(pairs.shown.rows[0].opens)
        catch_up(qtbot, window)
        assert "juno scores" in texts(page.seen)
        assert words(page.seen.asked.blocks.tables[0])[0][:3] == ["m", "aurora", "juno"]
        page.seen.open_target(systems_.shown.rows[0].opens)
        catch_up(qtbot, window)
        assert page.seen.where["system"] == systems_.shown.rows[0].opens[1]
