"""A draft from a better and a weaker response, from files, by a model that answers here."""

from __future__ import annotations

import json

import pytest

from tests.loopback import LoopbackServer

BRIEF = (
    "--title", "A lease", "--domain", "Healthcare & Medicine", "--language", "en", "--difficulty", "hard",
    "--context", "You advise the tenant of a shop.", "--materials", "Clause 9 allows a break.",
    "--deliverables", "Write a memo.", "--reference", "The tenant can leave at month 30.",
    "--checklist", "yyyy",
)  # fmt: skip
ANSWER = json.dumps({"checkpoints": [{
    "source_part": "reference_answer", "source": "The tenant can leave at month 30.",
    "text": "States that the tenant can leave at month 30.", "tier": "Essential", "weight": 10,
    "dimension": "Domain Expertise",
}]})  # fmt: skip


@pytest.fixture
def alone(xpert, monkeypatch, tmp_path):
    monkeypatch.setenv("XPERT_STUDIO_AS", "chen")
    assert xpert("new", "c.xpert", "--solo").code == 0
    assert xpert("task", "new", "c.xpert", "--id", "t", *BRIEF).code == 0
    assert xpert("task", "submit", "c.xpert", "t").code == 0
    (tmp_path / "good.txt").write_text("Leave at month 30.", encoding="utf-8")
    (tmp_path / "bad.txt").write_text("Leave whenever you like.", encoding="utf-8")
    (tmp_path / "none.txt").write_text(" \n", encoding="utf-8")
    return xpert


def test_two_responses_go_to_the_model_and_to_no_record(alone, tmp_path):
    with LoopbackServer(answer=lambda _: ANSWER) as server:
        asked = ("draft", "make", "c.xpert", "t", "--by", "compatible:m", "--base-url",
                 server.openai_url, "--contrast", "good.txt", "bad.txt")  # fmt: skip
        assert alone(*asked, "--dry-run").code == 0
        assert not server.requests
        said = alone(*asked)
        (sent,) = server.requests
    assert said.code == 0, said.err
    assert "States that the tenant can leave at month 30." in said.out
    assert "Leave whenever you like." in sent.body.decode()
    assert b"Leave whenever you like." not in (tmp_path / "c.xpert").read_bytes()


def test_a_second_draft_shows_only_itself(alone):
    assert alone("draft", "make", "c.xpert", "t", "--by", "outline").code == 0
    with LoopbackServer(answer=lambda _: ANSWER) as server:
        made = alone(
            "draft", "make", "c.xpert", "t", "--by", "compatible:m", "--base-url", server.openai_url
        )
    numbered = [line for line in made.out.splitlines() if line[:3].strip().isdigit()]
    shown = alone("draft", "show", "c.xpert", "t").out.splitlines()
    assert numbered == [line for line in shown if line[:3].strip().isdigit()]
    assert len(numbered) == 1


@pytest.mark.parametrize(
    ("by", "files", "why"),
    [
        ("outline", ("good.txt", "bad.txt"), "--contrast is for models"),
        ("compatible:m", ("good.txt", "none.txt"), "none.txt is empty"),
        ("compatible:m", ("good.txt", "missing.txt"), "missing.txt"),
    ],
)
def test_what_cannot_be_contrasted_is_refused(alone, by, files, why):
    url = "http://127.0.0.1:9/v1"
    said = alone(
        "draft", "make", "c.xpert", "t", "--by", by, "--base-url", url, "--contrast", *files
    )
    assert said.code != 0
    assert why in said.err
