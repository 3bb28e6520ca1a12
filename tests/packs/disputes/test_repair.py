"""Repair: the words that disputes quote, and a wording that a model proposes as a suggestion."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.loopback import LoopbackServer
from xpert_studio.core.errors import UsageError
from xpert_studio.core.store import tasks
from xpert_studio.packs.disputes.changes import add, resolve
from xpert_studio.packs.disputes.records import Outcome
from xpert_studio.packs.disputes.repair import disputed_words, read_repair

LENA, WEI = ("--as", "lena"), ("--as", "wei")
TEXT = "States an appropriate notice period."
WORDS = st.text('abc 号“"', min_size=1, max_size=8)


@pytest.mark.parametrize(
    "reason",
    ["“Appropriate” says nothing.", 'What is "appropriate"?', "‘appropriate’", "「appropriate」"],
)
def test_quoted_words_are_found_in_every_kind_of_quotation_marks(reason):
    (one,) = disputed_words(TEXT, [reason, reason, "appropriate, I think, without marks"])
    assert (TEXT[one.start : one.end], one.disputes) == ("appropriate", 2)


@given(st.text(max_size=40), st.lists(st.text(max_size=40), max_size=4))
def test_words_that_are_found_stand_in_the_text(text, reasons):
    found = disputed_words(text, reasons)
    assert all(0 <= one.start < one.end for one in found)
    assert all(1 <= one.disputes <= len(reasons) for one in found)
    assert [one.disputes for one in found] == sorted((it.disputes for it in found), reverse=True)


@pytest.mark.parametrize("reply", ["", "no", "{}", "[1]", '{"why": "x"}'])
def test_a_reply_without_a_proposal_is_refused(reply):
    with pytest.raises(UsageError, match="no proposal"):
        read_repair(reply)


@given(st.text(), st.none() | st.integers() | st.text())
def test_a_proposal_is_read_as_texts(wording, policy):
    found = read_repair(json.dumps({"wording": wording, "policy": policy}))
    assert found["wording"] == " ".join(wording.split())
    assert found["why"] == ""


def disputed(studio):
    """Two disputes of the first checkpoint, of which one was upheld; gives the checkpoint."""
    with studio.project.reading() as tx:
        point, other, *_ = tasks.rubric_of(tx, "t1")
    word = point.text.split()[-1]
    for judge, expert in (("j1", ""), ("", "wei")):
        change = add(
            studio.lena, "t1-zephyrium-9", point.id, judge, expert, reason=f"“{word}” is open."
        )
        if judge:
            resolve(studio.omar, change.details["dispute"], Outcome.JUDGE, reason="It is.")
    add(studio.lena, "t1-zephyrium-9", other.id, "j1", "", reason="No.")
    studio.project.close()
    return point, word


def test_without_a_model_the_disputed_words_are_marked(xpert, studio):
    point, word = disputed(studio)
    data = xpert("dispute", "repair", "p.xpert", point.id, "--json", *LENA).json
    assert (data["disputes"], data["upheld"], data["text"]) == (2, 1, point.text)
    (one,) = data["words"]
    assert (one["words"], one["disputes"]) == (word, 2)
    assert one["start"] == point.text.casefold().find(word.casefold())
    said = xpert("dispute", "repair", "p.xpert", f"t1/{point.id}", *LENA).out
    assert f"“{word}”: quoted in 2 disputes" in said
    rows = xpert("sections", "p.xpert", "disputes", "--json", *LENA).json["by"]["checkpoint"]
    assert rows[0]["id"] == f"t1/{point.id}", "most upheld first"
    assert rows[0]["words"] == [word]


def test_a_model_proposes_a_wording_that_the_author_accepts(xpert, studio, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    point, _ = disputed(studio)
    wording = "States a notice period of six months."
    answer = json.dumps({"wording": wording, "policy": "Round half up.", "why": "It was open."})
    with LoopbackServer(answer=lambda _: answer) as server:
        model = ("--model", "openai:m", "--base-url", server.url_of("openai"))
        asked = ("dispute", "repair", "p.xpert", point.id, *model)
        refused = xpert(*asked, *WEI)
        assert refused.code != 0 and not server.requests, "refused before anything is sent"
        done = xpert(*asked, "--json", *LENA)
        (sent,) = server.requests
    assert done.code == 0, done
    assert done.json["proposed"]["wording"] == wording
    body = sent.body.decode()
    assert "is open." in body and "Wei finds it stated verbatim." in body
    assert not any(name in body for name in ("zephyrium", "lena", "Lena", "omar", "t1-"))
    (open_,) = xpert("draft", "show", "p.xpert", "t1", "--json").json
    assert (open_["text"], open_["checkpoint_id"]) == (wording, point.id)
    early = xpert("draft", "accept", "p.xpert", "t1", "1", *WEI)
    assert early.code != 0, "the rubric is not open yet"
    assert xpert("task", "reopen", "p.xpert", "t1", "--reason", "So.", *LENA).code == 0
    before = xpert("rubric", "show", "p.xpert", "t1", "--json").json
    taken = xpert("draft", "accept", "p.xpert", "t1", "all", "--json", *WEI)
    assert taken.code == 0, taken
    assert taken.json["made_stale"]["verdicts"] > 0, "the usual staleness"
    after = xpert("rubric", "show", "p.xpert", "t1", "--json").json
    texts = [[it["text"] for it in data["lines"]] for data in (before, after)]
    assert texts[1] == [wording, *texts[0][1:]], "in place of the old wording, nothing is added"
