"""Gemini as a judge, from the command line to the verdicts."""

from __future__ import annotations

import pytest

from tests.loopback import LoopbackServer, behaviours
from xpert_studio.core.judge.keys import find_key
from xpert_studio.core.store import ProjectFile, calls, judges

KEY = "AIzaSyB1c2D3e4F5g6H7i8J9k0L1m2N3o4P5q6R"


@pytest.fixture(autouse=True)
def _key(monkeypatch):
    monkeypatch.setenv("GEMINI_API_KEY", KEY)


def test_a_run_from_the_command_line_to_the_verdicts(xpert, project):
    asked = ("score", project, "--judge", "gemini:gemini-3.8-flash", "--seed", "7", "--json",
             "--reasoning-effort", "low")  # fmt: skip
    with LoopbackServer([behaviours.error(429, "Slowly.", wait="0.01s")]) as server:
        said = xpert(*asked, "--base-url", server.url)
        known = xpert(*asked, "--base-url", server.url)
        requests = list(server.requests)
    assert said.code == 0, said.err
    assert said.json["ok"] == said.json["planned"] > 0
    assert said.json["cost"] > 0
    assert known.json["calls"] == 0, "what is known is not asked again"
    assert {request.path for request in requests} == {
        "/v1beta/models/gemini-3.8-flash:generateContent"
    }
    assert {request.settings["seed"] for request in requests} == {7}
    with ProjectFile.open(project) as opened, opened.reading() as tx:
        [judge] = [item for item in judges.all_judges(tx) if item.provider == "gemini"]
        kept = calls.calls_of(tx, said.json["run_id"])
    assert judge.model == "gemini-3.8-flash"
    assert all(call.model == "gemini-3.8-flash" for call in kept if call.reply)
    assert KEY.encode() not in project.read_bytes()


def test_a_wrong_key_stops_the_run_and_is_not_shown(xpert, project):
    wrong = behaviours.error(400, f"API key not valid: {KEY}", code="API_KEY_INVALID")
    with LoopbackServer(answer=lambda _: wrong) as server:
        said = xpert("score", project, "--judge", "gemini:m", "--base-url", server.url)
    assert said.code != 0
    assert "keys set gemini" in said.err + said.out
    assert KEY not in said.err + said.out
    assert find_key("gemini") == KEY


def test_without_a_key_it_says_where_one_goes(xpert, project, monkeypatch):
    monkeypatch.delenv("GEMINI_API_KEY")
    said = xpert("score", project, "--judge", "gemini:m")
    assert said.code != 0
    assert "GEMINI_API_KEY" in said.err
