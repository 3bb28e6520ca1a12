"""The judge's prompt says which turn a checkpoint looks at; nothing holds once a turn changed."""

from __future__ import annotations

import json

import pytest

from tests.loopback import LoopbackServer, answers
from xpert_studio.core.judge.checks_backend import subject_of
from xpert_studio.core.judge.prompt import load_templates, shared_prefix
from xpert_studio.core.judge.work import CheckKeys, KeyMaker
from xpert_studio.core.records import (
    Checkpoint,
    GradingPolicy,
    Judge,
    JudgeSettings,
    Response,
    Task,
)
from xpert_studio.core.records.transcripts import ChatTurn, Speaker, transcript_of

POLICY = GradingPolicy(text="Strict.")
PLAIN = Task(id="t", prompt="Do it.")
SAID = [ChatTurn(Speaker.USER, "One"), ChatTurn(Speaker.USER, "Two")]
TALK = Task(id="t", prompt=transcript_of(SAID))
POINT = Checkpoint(task_id="t", id="c", text="Is kind.", weight=5)
TURNED = POINT.model_copy(update={"turn": 2})
PLAIN_KEY = "4450a2b7396faaec6038f5d886b1337f447795cd22114e044e2310931ccf1f3d"
PLAIN_CHECK_KEY = "154528598f47bfd73f130c91c0808fa5e2317e8807f5843844bb7beae7af3921"
POINT_HASH = "6be1b7dbcb9f85579a8fb2a58d3e7e91ca81f33166c23997b9ab19a1b7f4a837"
KEY = "sk-proj-loopback-0123456789"


def prefix(task: Task, point: Checkpoint, language: str = "en") -> str:
    return shared_prefix(load_templates("v1", language), POLICY, task, [point])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_prompt_says_the_turn_and_that_it_is_a_conversation(language):
    words = load_templates("v1", language).words
    both = prefix(TALK, TURNED, language)
    assert words["conversation"] in both
    assert words["turn"].replace("$turn", "2") in both
    assert words["conversation"] not in prefix(PLAIN, POINT, language)
    assert "2" not in prefix(PLAIN, POINT, language).partition("[c]")[2]
    assert words["turn"].partition("$")[0] not in prefix(TALK, POINT, language)


def test_keys_of_tasks_without_turns_hold_nothing_of_them():
    """As they were before turns: known values, so that nothing is asked again."""
    maker = KeyMaker(Judge(id="j", provider="p", model="m", settings=JudgeSettings()), POLICY)
    response = Response(id="r", task_id="t", model="m", text="Done.")
    of_response = maker.of_response(response)

    def key(task, point):
        return maker.for_rubric(task, [point], ())(of_response, 1)["c"]

    assert key(PLAIN, POINT) == PLAIN_KEY
    assert len({key(PLAIN, POINT), key(TALK, POINT), key(TALK, TURNED)}) == 3
    checks = CheckKeys().for_rubric(PLAIN, [POINT], ())(CheckKeys().of_response(response), 1)["c"]
    assert checks == PLAIN_CHECK_KEY


def test_hashes_hold_the_turn_and_the_turns_of_the_task():
    assert POINT.content_hash == POINT_HASH and POINT.rated_text == "Is kind."
    assert TURNED.rated_text != POINT.rated_text and TURNED.content_hash != POINT_HASH
    other = Task(id="t", prompt=transcript_of([*SAID[:1], ChatTurn(Speaker.USER, "Three")]))
    assert other.prompt_hash != TALK.prompt_hash


def test_a_check_reads_what_the_assistant_says_in_its_turn():
    talk = transcript_of(
        [SAID[0], ChatTurn(Speaker.ASSISTANT, "First."), ChatTurn(Speaker.CALL, "{}", "f", "c"),
         ChatTurn(Speaker.RESULT, "secret", "f", "c"), SAID[1], ChatTurn(Speaker.ASSISTANT, "Second.")]
    )  # fmt: skip
    response = Response(id="r", task_id="t", model="m", text=talk)
    assert subject_of(TALK, response, turn=1).text == "First."
    assert subject_of(TALK, response).text == "First.\n\nSecond."
    assert subject_of(PLAIN, response).text == talk


def test_verdicts_become_stale_when_a_turn_changes_and_quotes_name_their_message(
    xpert, tmp_path, lines, monkeypatch
):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    file = tmp_path / "p.xpert"
    xpert("new", file, "--solo", "--as", "wei", "--your-name", "Wei")
    row = {"id": "t", "model": "m", "checkpoints": [{"id": "c", "text": "Is kind.", "turn": 2}],
           "messages": [{"role": "user", "content": "One"}, {"role": "assistant", "content": "First."},
                        {"role": "user", "content": "Two"}, {"role": "assistant", "content": "Second."}]}  # fmt: skip
    assert xpert("import", file, lines("c.jsonl", row)).code == 0

    def answer(request):
        said = json.loads(answers.all_met(request))
        said["verdicts"][0]["evidence"] = ["Second."]
        return json.dumps(said)

    with LoopbackServer(answer=answer) as server:
        score = ("score", file, "--judge", "openai:gpt-5-mini", "--base-url", server.openai_url)
        scored = xpert(*score)
        assert scored.code == 0, scored.err
        shown = json.dumps(server.requests[0].json, ensure_ascii=False)
        assert "Look at turn 2" in shown and "[4 · assistant · turn 2]" in shown
        verdict = xpert("verdict", file, "t:m", "1", "--json").json
        (quote,) = verdict["verdict"]["evidence"]
        assert quote["message"] == {"number": 4, "turn": 2, "speaker": "assistant"}
        assert "[message 4, turn 2]" in xpert("verdict", file, "t:m", "1").out
        assert verdict["hashes"]["stale"] is False
        opened = xpert("task", "reopen", file, "t", "--reason", "x")
        assert opened.code == 0, opened.err
        assert xpert("task", "reassign", file, "t", "wei").code == 0
        edited = xpert("rubric", "edit", file, "t", "1", "--turn", "1")
        assert edited.code == 0, edited.err
        assert "[turn 1]" in xpert("rubric", "show", file, "t").out
        assert xpert("verdict", file, "t:m", "1", "--json").json["hashes"]["stale"] is True
        assert xpert("undo", file).code == 0
        assert xpert("verdict", file, "t:m", "1", "--json").json["hashes"]["stale"] is False
        turns = lines(
            "t.json", [{"role": "user", "content": "One"}, {"role": "user", "content": "2"}]
        )
        changed = xpert("conversation", "set", file, "t", turns)
        assert changed.code == 0, changed.err
        assert xpert("verdict", file, "t:m", "1", "--json").json["hashes"]["stale"] is True


def test_a_turn_is_of_a_task_with_turns(xpert, tmp_path):
    file = tmp_path / "p.xpert"
    xpert("new", file, "--solo", "--as", "wei", "--your-name", "Wei", "--domain", "Law")
    assert xpert("task", "new", file, "--title", "A", "--id", "a").code == 0
    assert "no turns" in xpert("conversation", "show", file, "a").err
