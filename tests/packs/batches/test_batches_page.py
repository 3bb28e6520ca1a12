"""A run in batches in the window: how it stands after a restart, and its answers fetched."""

from __future__ import annotations

from tests.desktop.conftest import config, hands, qtbot
from tests.desktop.hands import Hands
from tests.loopback.batches import BatchServer
from tests.packs.batches.posted import KEY, Scene
from xpert_studio.core.records import RunState
from xpert_studio.desktop.pages.runs.detail import TABS

__all__ = ["config", "hands", "qtbot"]
LEAD = "tester"


def test_a_posted_run_is_shown_with_its_parts_and_fetched(hands: Hands, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with BatchServer("openai") as server:
        scene = Scene.of(tmp_path / "p.xpert", server)
        scene.carry()
        hands.open(scene.path, LEAD)
        hands.go("runs")
        detail = hands.page.detail
        hands.until(lambda: detail.state.text() == "At the provider")
        hands.until(lambda: detail.tabs.isTabVisible(TABS.index("sections")))
        shown = {name for name, act in detail.acts.items() if act.isVisible()}
        assert shown == {"fetch", "withdraw"}
        assert "6 calls are at the provider" in detail.message.text()
        detail.show_tab("sections")
        assert detail.tabs.tabText(TABS.index("sections")) == "Batches"  # as the pack calls it
        (table,) = detail.sections.blocks.tables
        assert table.model().rowCount() == 1
        server.work(server.batches[0])
        hands.click("Fetch answers")
        hands.until(lambda: detail.state.text() == "Done")
    runs, calls, found = scene.stored()
    assert [run.state for run in runs] == [RunState.DONE]
    assert (len(calls), len(found)) == (6, 18)


def test_a_posted_run_is_cancelled_from_the_window(hands: Hands, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with BatchServer("openai") as server:
        scene = Scene.of(tmp_path / "p.xpert", server)
        scene.carry()
        hands.open(scene.path, LEAD)
        hands.go("runs")
        detail = hands.page.detail
        hands.until(lambda: detail.state.text() == "At the provider")
        hands.click("Cancel batches")
        hands.until(lambda: server.batches[0].has_ended)
