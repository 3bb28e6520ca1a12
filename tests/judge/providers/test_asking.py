"""Each provider, asked properly, through its real SDK."""

from __future__ import annotations

import asyncio
import base64
import json

import pytest

from tests.judge.providers.asking import IDS, KEY, KINDS, ask, options, question, using
from tests.loopback import LoopbackServer
from xpert_studio.core.judge.providers.base import Finish, Image, Provider

PIXEL = Image("image/png", b"\x89PNG not really", caption="Figure 1")


def test_a_reply_holds_a_verdict_for_every_checkpoint(kind: str, server: LoopbackServer) -> None:
    [reply] = ask(kind, server)
    assert [verdict["id"] for verdict in json.loads(reply.text)["verdicts"]] == list(IDS)
    assert reply.finish is Finish.STOP
    assert reply.model == "test-model"
    assert reply.request_id == "req_loopback"
    assert reply.refusal == ""
    assert reply.flags == ()


def test_it_is_a_provider(kind: str, server: LoopbackServer) -> None:
    async def talk(provider: Provider) -> None:
        assert isinstance(provider, Provider)
        assert provider.name == kind
        assert provider.caches_prefix is (kind != "compatible")

    using(kind, options(kind, server), talk)


def test_what_candidates_share_is_the_same_byte_for_byte(kind: str, server: LoopbackServer) -> None:
    asked = [question(f"Candidate {n} [C1]", images=(PIXEL,), cache_key="k") for n in range(3)]
    replies = ask(kind, server, *asked)
    first, *others = server.requests
    for other in others:
        marker = b"Candidate "
        assert other.body.partition(marker)[0] == first.body.partition(marker)[0]
        assert other.shared == first.shared
    if kind != "compatible":
        assert [bool(reply.usage.cached_tokens) for reply in replies] == [False, True, True]


def test_anthropic_marks_the_end_of_the_shared_part_and_nothing_else(
    server: LoopbackServer,
) -> None:
    ask("anthropic", server, question(images=(PIXEL,)))
    body = server.requests[0].json
    *shared, prefix, suffix = body["messages"][0]["content"]
    assert prefix["cache_control"] == {"type": "ephemeral"}
    assert prefix["text"] == "The task and the rubric."
    assert server.requests[0].body.count(b"cache_control") == 1
    assert "42" in suffix["text"]
    assert [part["type"] for part in shared] == ["text", "image"]
    assert body["system"] == [{"type": "text", "text": "You judge."}]


def test_anthropic_without_a_prefix_caches_the_instructions(server: LoopbackServer) -> None:
    ask("anthropic", server, question(prefix=""))
    body = server.requests[0].json
    assert body["system"][0]["cache_control"] == {"type": "ephemeral"}
    assert len(body["messages"][0]["content"]) == 1


def test_anthropic_counts_cached_input_as_input(server: LoopbackServer) -> None:
    first, second = ask("anthropic", server, question(), question())
    assert first.usage.cache_write_tokens == second.usage.cached_tokens
    assert first.usage.cached_tokens == 0
    assert second.usage.cache_write_tokens == 0
    assert first.usage.input_tokens == second.usage.input_tokens
    assert (first.usage.input_tokens or 0) > (first.usage.cache_write_tokens or 0) > 0


@pytest.mark.parametrize(
    ("model", "explicit"),
    [
        ("gpt-5-mini", False),
        ("gpt-5.4", False),
        ("gpt-5.6-sol", True),
        ("gpt-6.1-terra", True),
        ("gpt-4o", False),
        ("gpt-4.1-2025-04-14", False),
        ("o4-mini", False),
    ],
)
def test_openai_marks_the_cache_where_the_model_is_new_enough(
    server: LoopbackServer, model: str, explicit: bool
) -> None:
    ask("openai", server, question(cache_key="x" * 80), model=model)
    body = server.requests[0].json
    assert body["prompt_cache_key"] == "x" * 64
    assert ("prompt_cache_options" in body) is explicit
    prefix, suffix = body["messages"][1]["content"]
    assert ("prompt_cache_breakpoint" in prefix) is explicit
    assert "prompt_cache_breakpoint" not in suffix


def test_openai_parameters(server: LoopbackServer) -> None:
    given = {
        "temperature": 0.0,
        "top_p": 0.9,
        "seed": 7,
        "reasoning_effort": "low",
        "max_output_tokens": 500,
    }
    [reply] = ask("openai", server, question(parameters=given))
    body = server.requests[0].json
    assert body["max_completion_tokens"] == 500
    assert "max_tokens" not in body
    assert {name: body[name] for name in ("temperature", "top_p", "seed", "reasoning_effort")} == {
        name: value for name, value in given.items() if name != "max_output_tokens"
    }
    assert body["response_format"]["json_schema"]["strict"] is True
    assert reply.flags == ()


def test_anthropic_parameters(server: LoopbackServer) -> None:
    given = {"temperature": 0, "reasoning_effort": "high", "max_output_tokens": 500, "seed": 1}
    [reply] = ask("anthropic", server, question(parameters=given))
    body = server.requests[0].json
    assert body["max_tokens"] == 500
    assert body["temperature"] == 0
    assert body["output_config"]["effort"] == "high"
    assert body["output_config"]["format"]["type"] == "json_schema"
    assert "seed" not in body
    assert reply.flags == ("seed_not_sent",), "what the wire has no place for is not hidden"


def test_parameters_that_are_none_are_not_sent(kind: str, server: LoopbackServer) -> None:
    [reply] = ask(kind, server, question(parameters={"temperature": None, "seed": None}))
    assert "temperature" not in server.requests[0].json
    assert reply.flags == ()


def test_a_compatible_server_gets_one_plain_string(server: LoopbackServer) -> None:
    ask("compatible", server)
    message = server.requests[0].json["messages"][1]
    assert message["content"].startswith("The task and the rubric.\n\nJudge this")


def test_images_are_shown_before_the_prefix(kind: str, server: LoopbackServer) -> None:
    ask(kind, server, question(images=(PIXEL,)))
    request = server.requests[0]
    encoded = base64.b64encode(PIXEL.data).decode()
    assert encoded in json.dumps(request.images)
    assert request.texts[0] == "Figure 1"
    kinds = [part["type"] for part in request.parts]
    assert kinds.index(request.images[0]["type"]) < len(kinds) - 2


def test_no_schema_no_format(kind: str, server: LoopbackServer) -> None:
    [reply] = ask(kind, server, question(schema={}))
    assert server.requests[0].reply_format == "plain"
    assert reply.flags == ()


def test_any_text_arrives_as_it_is(kind: str, server: LoopbackServer) -> None:
    text = '中文 🧪 \u202e \u200b \x01 "quotes" \\ [C1]'
    ask(kind, server, question(text))
    assert server.requests[0].suffix.endswith(text)


def test_the_key_is_in_the_authorisation_header_and_nowhere_else(
    kind: str, server: LoopbackServer
) -> None:
    ask(kind, server)
    request = server.requests[0]
    carrying = [name for name, value in request.headers.items() if KEY in value]
    assert carrying in (["authorization"], ["x-api-key"], ["x-goog-api-key"])
    assert KEY.encode() not in request.body
    assert KEY not in request.path


def test_a_compatible_server_needs_no_key_and_learns_nothing_of_the_openai_account(
    server: LoopbackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_ADMIN_KEY", KEY)
    monkeypatch.setenv("OPENAI_ORG_ID", "org-secret")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-secret")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", f"X-Gateway-Key: {KEY}")
    ask("compatible", server, api_key=None)
    headers = server.requests[0].headers
    assert headers["authorization"] == "Bearer none"
    assert "secret" not in str(headers)
    assert KEY not in str(headers)


def test_environment_base_urls_are_honoured(
    server: LoopbackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", server.openai_url)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", server.anthropic_url)
    monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", server.url_of("gemini"))
    for kind in ("openai", "anthropic", "gemini"):
        ask(kind, server, base_url=None)
    assert len(server.requests) == 3


def test_many_at_once_share_connections(kind: str, server: LoopbackServer) -> None:
    async def talk(provider: Provider) -> list[str]:
        asked = [question(f"number {n} [C{n % 3 + 1}]") for n in range(48)]
        replies = await asyncio.gather(*(provider.ask(request) for request in asked))
        return [json.loads(reply.text)["verdicts"][0]["id"] for reply in replies]

    ids = using(kind, options(kind, server, max_connections=8), talk)
    assert ids == [f"C{n % 3 + 1}" for n in range(48)], "no answer went to another question"
    assert 1 < server.peak_connections <= 8


@pytest.mark.parametrize("kind", KINDS)
def test_cancelling_a_call_leaves_the_provider_usable(kind: str, server: LoopbackServer) -> None:
    from tests.loopback.behaviours import SILENT

    server.then(SILENT)

    async def talk(provider: Provider) -> str:
        call = asyncio.ensure_future(provider.ask(question()))
        while not server.requests:  # noqa: ASYNC110 - the server is in another thread
            await asyncio.sleep(0.01)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        return (await provider.ask(question())).text

    assert "verdicts" in using(kind, options(kind, server), talk)
