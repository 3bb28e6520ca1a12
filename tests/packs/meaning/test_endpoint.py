"""An embeddings endpoint: what is sent, what it costs, who may, and what becomes of bad replies."""

from __future__ import annotations

import json

import pytest

from tests.loopback import behaviours
from tests.loopback.behaviours import error
from tests.loopback.server import LoopbackServer
from tests.packs.meaning.conftest import LEASE
from tests.workflow.blinded import blinded_studio

SECRET = "k-12345678901234567890"


@pytest.fixture
def ask(xpert, scored, monkeypatch):
    """Searches by the endpoint of a server; it ends with a code, or with any but 0 for None."""
    monkeypatch.setenv("XPERT_STUDIO_COMPATIBLE_KEY", SECRET)
    monkeypatch.setattr("xpert_studio.core.judge.providers.base.FIRST_WAIT", 0.0)

    def call(server, *words, text=LEASE, file=scored, code=0):
        said = xpert("search", file, text, "--like", "--by", "compatible:embed-1",
                     "--base-url", server.openai_url, *words)  # fmt: skip
        assert said.code if code is None else said.code == code, said.out + said.err
        return said

    return call


def test_texts_are_sent_once_and_paid_for_by_the_price_list(ask, cache):
    with LoopbackServer() as server:
        first = ask(server, "--json").json["alike"]["meaning"]
        sent = [text for one in server.requests for text in one.json["input"]]
        assert len(sent) == len(set(sent)), "no text is sent twice"
        assert LEASE in sent
        assert server.requests[0].path == "/v1/embeddings"
        assert server.requests[0].headers["authorization"] == f"Bearer {SECRET}"
        tokens = sum(len(one.body) // 4 for one in server.requests)
        assert first["cost"] == pytest.approx(tokens * 2.0 / 1e6)
        assert first["by"] == "compatible:embed-1"
        assert first["found"][0]["task"].startswith("lease")
        server.requests.clear()
        again = ask(server, "--json").json["alike"]["meaning"]
        assert (again["found"], again["cost"], server.requests) == (first["found"], 0, [])
        ask(server, text="another text")
        assert [one.json["input"] for one in server.requests] == [["another text"]]
    kept = b"".join(path.read_bytes() for path in cache.iterdir())
    assert LEASE.encode() not in kept
    assert SECRET.encode() not in kept


def test_what_it_would_cost_is_said_and_nothing_is_sent(ask):
    with LoopbackServer() as server:
        said = ask(server, "--dry-run", "--json").json["alike"]["meaning"]
        assert server.requests == []
        ask(server)
        sent = sum(len(text) for one in server.requests for text in one.json["input"])
    assert said["cost"] == pytest.approx(sent / 4 * 2 / 1e6, rel=0.3)
    assert "passages of the project and your text go to compatible:embed-1" in said["notes"][0]
    assert said["found"] == []


def test_only_leads_spend_money(ask, tmp_path):
    studio = blinded_studio(tmp_path / "q.xpert")
    studio.project.close()
    with LoopbackServer() as server:
        for person in ("", "wei", "maria"):
            said = ask(server, "--as", person, file=tmp_path / "q.xpert", code=5)
            assert server.requests == []
        assert "is not a lead" in said.err
        ask(server, "--as", "lena", file=tmp_path / "q.xpert")
        assert server.requests


def test_the_section_of_systems_asks_the_server_it_is_given(ask, xpert, scored):
    with LoopbackServer() as server:
        ask(server)
        sent = len(server.requests)
        said = xpert("sections", scored, "alike", "--as", "lena", "--ask", f"like={LEASE}",
                     "--ask", "by=compatible:embed-1", "--ask", f"base_url={server.openai_url}",
                     "--json")  # fmt: skip
        assert said.code == 0, said.err
        assert said.json["tasks"][0]["task"].startswith("lease")
        assert len(server.requests) == sent, "what was sent before is known"


def test_what_fails_in_passing_is_tried_again_and_what_was_had_is_kept(ask):
    with LoopbackServer([error(429, headers={"retry-after": "0"})]) as server:
        ask(server)
        assert server.requests[0].body == server.requests[1].body, "it is asked again"
        server.then(error(401))
        said = ask(server, text="another", code=None)
        assert SECRET not in said.out + said.err
        ask(server, text="another")
        assert [one.json["input"] for one in server.requests[-2:]] == [["another"]] * 2


@pytest.mark.parametrize(
    "reply",
    [
        {"data": []},
        {"data": [{"index": 0, "embedding": ["a", "b"]}]},
        {"data": [{"index": 0, "embedding": []}]},
        {"data": [{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": [1.0, 2.0]}]},
        {"data": [{"index": 7, "embedding": [1.0, 2.0]}]},
        {"data": [{"index": 0}]},
        {"data": [{"index": [], "embedding": [1.0]}]},
        {"data": [3]},
        {"choices": []},
        [1],
    ],
    ids=json.dumps,
)
def test_a_reply_without_a_vector_for_each_text_is_refused(ask, reply):
    with LoopbackServer() as server:
        ask(server)
        server.then(*[behaviours.json_reply(reply)] * 9)
        said = ask(server, text="one more", code=None)
    assert "not an answer" in said.err or "did not answer with a vector for each text" in said.err
