"""Points by turn, with what each figure rests on."""

from __future__ import annotations

import pytest

from tests.loopback import LoopbackServer
from tests.loopback.graders import verdicts

KEY = "sk-proj-loopback-0123456789"


def row(number: int, model: str = "m") -> dict:
    said = [part for turn in (1, 2) for part in (
        {"role": "user", "content": f"Question {turn} of {number}"},
        {"role": "assistant", "content": f"Reply {turn} of {number}"})]  # fmt: skip
    points = [{"id": "a", "text": "First.", "turn": 1, "weight": 3},
              {"id": "b", "text": "Second.", "turn": 2, "weight": 1},
              {"id": "c", "text": "All.", "weight": 2}]  # fmt: skip
    return {"id": f"t{number}", "model": model, "messages": said, "checkpoints": points}


@pytest.fixture
def scored(xpert, tmp_path, lines, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    file = tmp_path / "p.xpert"
    xpert("new", file, "--solo", "--as", "wei", "--your-name", "Wei")

    def make(tasks: int):
        assert xpert("import", file, lines("c.jsonl", *map(row, range(tasks)))).code == 0
        met = verdicts(lambda prompt, name: name != "b")
        with LoopbackServer(answer=met) as server:
            said = xpert(
                "score", file, "--judge", "openai:gpt-5-mini", "--base-url", server.openai_url
            )
        assert said.code == 0, said.err
        return file

    return make


def test_points_by_turn_with_n_and_clusters(xpert, scored):
    file = scored(12)
    found = xpert("sections", file, "conversations", "--json").json
    data = found.get("conversations", found)
    by_turn = {one["turn"]: one for one in data["turns"]}
    assert [one["turn"] for one in data["turns"]] == [1, 2, None]
    assert {turn: one["points"] for turn, one in by_turn.items()} == {1: 1, 2: 0, None: 1}
    assert all((one["n"], one["clusters"]) == (12, 12) for one in by_turn.values())
    said = xpert("sections", file, "conversations")
    assert "Turn 2" in said.out and "Points reached" in said.out


def test_one_task_is_not_enough_for_an_interval(xpert, scored):
    said = xpert("sections", scored(1), "conversations")
    assert "Not enough tasks with turns" in said.out


def test_nothing_is_said_of_a_project_without_turns(xpert, tmp_path):
    file = tmp_path / "n.xpert"
    xpert("new", file, "--solo", "--as", "wei", "--your-name", "Wei")
    said = xpert("sections", file, "conversations")
    assert "Points reached" not in said.out
