"""Models play the turns of tasks, through the real SDKs against the loopback provider."""

from __future__ import annotations

import json

import pytest

from tests.loopback import LoopbackServer
from tests.loopback.behaviours import error, says
from tests.packs.conversations.conftest import SAMPLE
from xpert_studio.core.records.transcripts import read_transcript
from xpert_studio.core.store import ProjectFile, responses

KEY = "sk-proj-loopback-0123456789"
KEYS = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY", "gemini": "GEMINI_API_KEY"}
TURNS = [one["content"] for one in json.loads(SAMPLE.read_text("utf-8"))["messages"]]


@pytest.fixture
def server(monkeypatch):
    for name in KEYS.values():
        monkeypatch.setenv(name, KEY)
    with LoopbackServer() as running:
        yield running


def counting(server, system="gpt-5-mini"):
    """Answers each request with its number among those of a model."""
    seen = []

    def answer(request):
        if request.model != system:
            return "?"
        seen.append(request)
        return f"Reply {len(seen)}"

    server.answers_by(answer)
    return seen


def text_of(project) -> str:
    with ProjectFile.open(project, read_only=True) as opened, opened.reading() as tx:
        (found,) = responses.all_responses(tx)
    return found.text


def sent(request, provider) -> tuple[str, list[tuple[str, str]]]:
    """The system's text and the messages of a request, whatever its wire format."""
    body = request.json
    if provider == "gemini":
        told = body["systemInstruction"]["parts"][0]["text"]
        pairs = [(one["role"], one["parts"][-1]["text"]) for one in body["contents"]]
        return told, [("assistant" if role == "model" else role, text) for role, text in pairs]
    messages = [
        (one["role"], one["content"] if isinstance(one["content"], str) else one["content"][-1]["text"])
        for one in body["messages"]
    ]  # fmt: skip
    if provider == "anthropic":
        return body["system"][0]["text"], messages
    (_, told), *rest = messages
    return told, rest


@pytest.mark.parametrize("provider", ["openai", "anthropic", "gemini", "compatible"])
def test_each_turn_is_sent_with_all_that_was_said(xpert, refund, server, provider):
    model = {"openai": "gpt-5-mini", "anthropic": "claude-sonnet-4-5",
             "gemini": "gemini-2.5-flash", "compatible": "local-1"}[provider]  # fmt: skip
    counting(server, model)
    said = xpert("conversation", "play", refund, f"{provider}:{model}",
                 "--base-url", server.url_of(provider), "--json")  # fmt: skip
    assert said.code == 0 and said.json["played"] == 1, said.err
    assert len(server.requests) == 3
    for number, request in enumerate(server.requests, start=1):
        told, messages = sent(request, provider)
        assert told.startswith("You answer customers of a shop")
        expected = [
            part for n in range(1, number) for part in
            (("user", TURNS[n - 1]), ("assistant", f"Reply {n}"))
        ]  # fmt: skip
        assert messages == [*expected, ("user", TURNS[number - 1])]
    found = read_transcript(text_of(refund))
    assert found.turns == 3 and [found.spoken(n) for n in (1, 2, 3)] == [
        "Reply 1",
        "Reply 2",
        "Reply 3",
    ]
    again = xpert("conversation", "play", refund, f"{provider}:{model}", "--json")
    assert again.json["tasks"] == [] and len(server.requests) == 3


def test_response_generate_plays_too_and_a_given_history_gets_one_reply(
    xpert, tmp_path, server, lines
):
    file = tmp_path / "h.xpert"
    xpert("new", file, "--solo", "--as", "wei", "--your-name", "Wei")
    row = {"id": "h", "messages": [
        {"role": "user", "content": "I have a cough."}, {"role": "assistant", "content": "How long?"},
        {"role": "user", "content": "Two weeks."}]}  # fmt: skip
    xpert("import", file, lines("h.jsonl", row))
    server.then(says("[1 · user · turn 1]\n> All is met."))
    said = xpert("response", "generate", file, "openai:gpt-5-mini", "--base-url", server.openai_url)
    assert said.code == 0, said.err
    (request,) = server.requests
    assert [one["role"] for one in request.json["messages"]] == ["user", "assistant", "user"]
    shown = xpert("conversation", "response", file, "h:gpt-5-mini", "--json").json
    (message,) = shown["messages"]
    assert (message["speaker"], message["turn"]) == ("assistant", 2)
    assert message["text"] == "[1 · user · turn 1]\n> All is met."


def test_a_simulated_user_speaks_until_it_has_what_it_wants(xpert, tmp_path, server, lines):
    file = tmp_path / "s.xpert"
    xpert("new", file, "--solo", "--as", "wei", "--your-name", "Wei")
    xpert(
        "import",
        file,
        lines("s.jsonl", {"id": "s", "messages": [{"role": "user", "content": "Hi"}]}),
    )
    plain = xpert("conversation", "plan", file, "s", "--goal", "A refund")
    assert plain.code != 0 and "has no turns" in plain.err
    (tmp_path / "turns.txt").write_text("Hi", encoding="utf-8")
    assert xpert("conversation", "set", file, "s", tmp_path / "turns.txt").code != 0  # it is ready
    row = {"id": "u", "checkpoints": [{"text": "Is kind."}], "messages": [
        {"role": "user", "content": "Hi"}, {"role": "user", "content": "I have a question."}]}  # fmt: skip
    xpert("import", file, lines("u.jsonl", row))
    plan = ("conversation", "plan", file, "u", "--goal", "A refund", "--stop-when", "It is paid",
            "--most-turns", "4", "--json")  # fmt: skip
    assert xpert(*plan).json["goal"] == "A refund"
    script = {
        "gpt-5-mini": iter(f"Reply {n}" for n in range(9)),
        "gpt-5": iter(["Pay me.", "[END]"]),
    }
    server.answers_by(lambda request: next(script[request.model]))
    play = ("conversation", "play", file, "openai:gpt-5-mini", "u", "--base-url", server.openai_url)
    without = xpert(*play, "--json")
    assert without.code != 0 and "simulated user" in without.json["failed"]["u"]
    said = xpert(*play, "--user", "openai:gpt-5", "--user-url", server.openai_url, "--json")
    assert said.json["played"] == 1, said.err
    shown = xpert("conversation", "response", file, "u:gpt-5-mini", "--json").json["messages"]
    assert [one["text"] for one in shown if one["speaker"] == "user"] == [
        "Hi", "I have a question.", "Pay me."]  # fmt: skip
    asked = next(one for one in server.requests if one.model == "gpt-5")
    assert "A refund" in asked.json["messages"][0]["content"]
    assert all("A refund" not in str(one.json) for one in server.requests if one.model != "gpt-5")


def test_a_check_after_a_turn_stops_the_conversation(xpert, tmp_path, server, lines):
    file = tmp_path / "c.xpert"
    xpert("new", file, "--solo", "--as", "wei", "--your-name", "Wei")
    check = {"id": "number", "turn": 1, "text": "Asks for the number.", "instrument": "check",
             "settings": {"check": "word_count", "parameters": {"at_least": 2}}}  # fmt: skip
    row = {"id": "c", "checkpoints": [check, {"id": "kind", "text": "Is kind."}], "messages": [
        {"role": "user", "content": "My number is lost."}, {"role": "user", "content": "Well?"}]}  # fmt: skip
    said = xpert("import", file, lines("c.jsonl", row))
    assert said.code == 0, said.err
    wrong = xpert("conversation", "plan", file, "c", "--stop-check", "kind")
    assert wrong.code != 0 and "not decided by program" in wrong.err
    assert xpert("conversation", "plan", file, "c", "--stop-check", "number").code == 0
    server.answers_by(lambda _: "No.")
    play = ("conversation", "play", file, "openai:gpt-5-mini", "--base-url", server.openai_url)
    assert xpert(*play).code == 0
    assert len(server.requests) == 1
    found = read_transcript(text_of(file))
    assert found.turns == 1 and found.spoken(1) == "No."
    with ProjectFile.open(file, read_only=True) as opened, opened.reading() as tx:
        (response,) = responses.all_responses(tx)
    assert response.finish_reason == "check number"
    server.answers_by(lambda _: "Which number?")
    assert xpert(*play, "--name", "second").code == 0
    assert len(server.requests) == 3
    scored = xpert("score", file, "--checks", "--json")
    assert scored.code == 0, scored.err


def test_a_budget_is_held_and_what_is_left_is_played_later(xpert, refund, server):
    counting(server)
    play = ("conversation", "play", refund, "openai:gpt-5-mini", "--base-url", server.openai_url)
    said = xpert(*play, "--budget", "0.0000001", "--json")
    assert said.code != 0 and "budget" in said.json["failed"]["refund"]
    assert server.requests == []
    server.then(error(404, "no such model"))
    failed = xpert(*play, "--retries", "0", "--json")
    assert failed.json["played"] == 0 and failed.json["failed"]
    assert xpert(*play, "--budget", "1", "--json").json["played"] == 1


def test_turns_are_set_from_a_file_by_the_author(xpert, tmp_path, lines):
    file = tmp_path / "b.xpert"
    xpert("new", file, "--solo", "--as", "wei", "--your-name", "Wei")
    xpert("task", "new", file, "--title", "A", "--id", "a", "--deliverables", "x")
    turns = lines("t.json", [{"role": "system", "content": "S"}, {"role": "user", "content": "One"},
                             {"role": "user", "content": "Two", "files": ["a.pdf"]}])  # fmt: skip
    said = xpert("conversation", "set", file, "a", turns, "--json")
    assert said.code == 0 and said.json["turns"] == 2, said.err
    assert "no attachment a.pdf" in said.err + said.out
    shown = xpert("conversation", "show", file, "a", "--json").json
    assert [one["text"] for one in shown["messages"]] == ["One", "Two"]
    assert xpert("undo", file).code == 0
    assert xpert("conversation", "show", file, "a").code != 0
    plain = tmp_path / "t.txt"
    plain.write_text("One\nline\n\nTwo", encoding="utf-8")
    assert xpert("conversation", "set", file, "a", plain, "--json").json["turns"] == 2
    for bad, word in (("{", "is no JSON"), ('[{"role": "x", "content": "y"}]', "of the role"),
                      ('[{"role": "assistant", "content": "y"}]', "no message of the user")):  # fmt: skip
        wrong = tmp_path / "w.json"
        wrong.write_text(bad, encoding="utf-8")
        said = xpert("conversation", "set", file, "a", wrong)
        assert said.code != 0 and word in said.err and "w.json" in said.err
