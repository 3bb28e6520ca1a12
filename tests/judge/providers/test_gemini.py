"""Gemini, asked through Google's SDK, in the wire format of ``generateContent``."""

from __future__ import annotations

import asyncio
import base64
import ssl
from typing import Any

import httpx2
import pytest

from tests.judge.providers.asking import KEY, SCHEMA, ask, question
from tests.loopback import Behaviour, LoopbackServer, Recorded, answers
from tests.loopback import behaviours as does
from xpert_studio.core.errors import UsageError
from xpert_studio.core.judge.providers import transport
from xpert_studio.core.judge.providers.base import (
    Failure,
    Finish,
    Image,
    ProviderError,
    ProviderOptions,
)
from xpert_studio.core.judge.providers.gemini import open_client
from xpert_studio.core.judge.redaction import MASK, redact

PIXEL = Image("image/png", b"\x89PNG not really", caption="Figure 1")
GOOGLE_KEY = "AIzaSyB1c2D3e4F5g6H7i8J9k0L1m2N3o4P5q6R"


def fails(server: LoopbackServer, behaviour: Behaviour, **parameters: Any) -> ProviderError:
    server.then(behaviour)
    with pytest.raises(ProviderError) as caught:
        ask("gemini", server, question(parameters=parameters))
    return caught.value


def candidate(**parts: Any) -> Behaviour:
    return does.json_reply({"candidates": [{"index": 0, **parts}], "modelVersion": "m"})


def test_the_request_is_google_s_own(server: LoopbackServer) -> None:
    given = {
        "temperature": 0.0,
        "top_p": 0.9,
        "seed": 7,
        "max_output_tokens": 500,
        "reasoning_effort": "low",
    }
    [reply] = ask("gemini", server, question(parameters=given))
    [request] = server.requests
    assert (request.method, request.path) == (
        "POST",
        "/v1beta/models/test-model:generateContent",
    )
    assert request.json == {
        "systemInstruction": {"parts": [{"text": "You judge."}]},
        "contents": [
            {
                "role": "user",
                "parts": [
                    {"text": "The task and the rubric."},
                    {"text": "Judge this: 42. [C1], [C2], [C3]"},
                ],
            }
        ],
        "generationConfig": {
            "temperature": 0.0,
            "topP": 0.9,
            "seed": 7,
            "maxOutputTokens": 500,
            "thinkingConfig": {"thinkingLevel": "LOW"},
            "responseMimeType": "application/json",
            "responseJsonSchema": SCHEMA,
        },
    }
    assert request.headers["x-goog-api-key"] == KEY
    assert request.headers["accept-encoding"] == "identity"
    assert reply.flags == ()


def test_a_client_reads_no_certificates_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    transport.tls()

    def read(*_: object, **__: object) -> None:
        raise AssertionError("they are read anew")

    monkeypatch.setattr(ssl.SSLContext, "load_verify_locations", read)
    monkeypatch.setattr(httpx2, "create_ssl_context", read)
    _, close = open_client(ProviderOptions(model="gemini", api_key=KEY, base_url="http://x"))
    asyncio.run(close())


def test_images_are_inline_each_below_its_caption(server: LoopbackServer) -> None:
    ask("gemini", server, question(images=(PIXEL,), own_images=(PIXEL,), closing="Now."))
    picture = {
        "inlineData": {"mimeType": "image/png", "data": base64.b64encode(PIXEL.data).decode()}
    }
    first, shown, prefix, _, caption, own, closing = server.requests[0].json["contents"][0]["parts"]
    assert (first, shown) == ({"text": "Figure 1"}, picture)
    assert (caption, own, closing) == ({"text": "Figure 1"}, picture, {"text": "Now."})
    assert prefix == {"text": "The task and the rubric."}


def test_thoughts_are_billed_as_output_and_are_no_part_of_the_text(server: LoopbackServer) -> None:
    server.then(Behaviour(text="{}", reasoning_tokens=900))
    first, second = ask("gemini", server, question(), question())
    assert first.text == "{}"
    assert (first.usage.reasoning_tokens, first.usage.output_tokens) == (900, 900)
    assert (first.usage.cached_tokens, second.usage.reasoning_tokens) == (0, 0)
    assert 0 < (second.usage.cached_tokens or 0) < (second.usage.input_tokens or 0)


@pytest.mark.parametrize(
    ("reason", "finish"),
    [
        ("STOP", Finish.STOP),
        ("MAX_TOKENS", Finish.LENGTH),
        ("SAFETY", Finish.FILTERED),
        ("RECITATION", Finish.FILTERED),
        ("PROHIBITED_CONTENT", Finish.FILTERED),
        ("CONTINUATION", Finish.OTHER),
        ("SOMETHING_NEW", Finish.OTHER),
    ],
)
def test_why_it_stopped(server: LoopbackServer, reason: str, finish: Finish) -> None:
    server.then(Behaviour(finish=reason))
    [reply] = ask("gemini", server)
    assert reply.finish is finish
    assert len(server.requests) == 1, "the SDK asks for no continuation"


def test_a_blocked_answer_has_no_content_and_says_why(server: LoopbackServer) -> None:
    server.then(
        candidate(finishReason="SAFETY", finishMessage="Blocked."),
        candidate(finishReason="MAX_TOKENS", content={"role": "model"}),
        does.json_reply({"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}),
    )
    replies = ask("gemini", server, *[question()] * 3)
    assert [reply.finish for reply in replies] == [
        Finish.FILTERED,
        Finish.LENGTH,
        Finish.FILTERED,
    ]
    assert [reply.text for reply in replies] == [""] * 3
    assert [reply.refusal for reply in replies] == ["Blocked.", "", ""]


@pytest.mark.parametrize(
    ("behaviour", "failure", "wait"),
    [
        (
            does.error(400, "API key not valid.", code="API_KEY_INVALID"),
            Failure.UNAUTHORISED,
            None,
        ),
        (does.error(403, "Permission denied on resource"), Failure.FORBIDDEN, None),
        (does.error(404, "models/x is not found for API version v1beta"), Failure.NOT_FOUND, None),
        (
            does.error(429, "You exceeded your current quota. Please retry in 36.5s", wait="36.5s"),
            Failure.RATE_LIMITED,
            36.5,
        ),
        (does.error(429, "You exceeded your current quota"), Failure.OUT_OF_CREDIT, None),
        (does.error(429, "Resource has been exhausted (e.g. check quota)."), Failure.RATE_LIMITED, None),
        (
            does.error(400, "The input token count (2000000) exceeds the maximum number of tokens"),
            Failure.CONTEXT_LENGTH,
            None,
        ),
        (does.error(500, "An internal error has occurred."), Failure.SERVER, None),
        (does.error(503, "The model is overloaded.", wait="2s"), Failure.OVERLOADED, 2.0),
        (does.error(400, "User location is not supported for the API use."), Failure.BAD_REQUEST, None),
    ],
)  # fmt: skip
def test_errors(
    server: LoopbackServer, behaviour: Behaviour, failure: Failure, wait: float | None
) -> None:
    error = fails(server, behaviour, seed=1, temperature=0, reasoning_effort="low")
    assert (error.failure, error.retry_after) == (failure, wait)
    assert len(server.requests) == 1, "the SDK's own retries are off"


def test_an_error_in_a_list_or_in_another_encoding_keeps_its_meaning(
    server: LoopbackServer,
) -> None:
    wrapped = b'[{"error": {"code": 401, "message": "no", "status": "UNAUTHENTICATED"}}]'
    assert fails(server, does.bare(401, wrapped)).message.endswith("(HTTP 401: no).")
    page = "<html>网关错误</html>".encode("gbk")
    assert fails(server, does.bare(403, page)).failure is Failure.FORBIDDEN


@pytest.mark.parametrize("key", [GOOGLE_KEY, "AQ.Ab8RN6_0123456789abcdefghijklmnopqrst"])
def test_an_echoed_key_is_removed(server: LoopbackServer, key: str) -> None:
    server.then(does.error(400, f"API key {key} is wrong"), Behaviour(text=f"It is {key[4:]}!"))
    with pytest.raises(ProviderError) as caught:
        ask("gemini", server, api_key=key)
    [reply] = ask("gemini", server, api_key=key)
    assert key[8:] not in str(caught.value)
    assert reply.text == f"It is {MASK}!"


@pytest.mark.parametrize("key", ["AIzaSyUnknown_Zk84Tq0Wn31LbX97", "AQ.Unknown_Zk84Tq0Wn31LbX97"])
def test_an_unknown_key_is_recognised_by_its_shape(key: str) -> None:
    assert redact(f"The key {key}.") == f"The key {MASK}."


def refusing(name: str, message: str) -> Any:
    def answer(request: Recorded) -> str | Behaviour:
        settings = request.settings | request.settings.get("thinkingConfig", {})
        return does.error(400, message) if name in settings else answers.all_met(request)

    return answer


def test_a_model_without_levels_of_thinking_gets_a_budget() -> None:
    asked = question(parameters={"reasoning_effort": "medium"})
    answer = refusing("thinkingLevel", "Thinking level is not supported for this model.")
    with LoopbackServer(answer=answer) as server:
        first, second = ask("gemini", server, asked, asked)
        thinking = [request.settings["thinkingConfig"] for request in server.requests]
    budget = {"thinkingBudget": 8192}
    assert thinking == [{"thinkingLevel": "MEDIUM"}, budget, budget]
    assert first.flags == second.flags == ()


def test_a_model_that_does_not_think_is_asked_without_and_the_reply_says_so() -> None:
    asked = question(parameters={"reasoning_effort": "low"})
    answer = refusing("thinkingConfig", "thinking_config is not supported by this model")
    with LoopbackServer(answer=answer) as server:
        [reply] = ask("gemini", server, asked)
        assert "thinkingConfig" not in server.requests[-1].settings
    assert reply.flags == ("reasoning_effort_not_sent",)


def test_an_effort_without_a_budget_is_an_error() -> None:
    asked = question(parameters={"reasoning_effort": "utmost"})
    answer = refusing("thinkingLevel", "thinking_level UTMOST is not supported by this model.")
    with LoopbackServer(answer=answer) as server, pytest.raises(ProviderError, match="utmost"):
        ask("gemini", server, asked)


@pytest.mark.parametrize(
    ("name", "word", "message"),
    [
        ("seed", "seed", 'Invalid JSON payload received. Unknown name "seed": Cannot find field.'),
        ("top_p", "topP", "top_p is not supported by this model"),
        ("temperature", "temperature", "Temperature is deprecated for this model."),
        ("max_output_tokens", "maxOutputTokens", "max_output_tokens: not supported"),
    ],
)
def test_a_refused_parameter_is_left_out_and_flagged(name: str, word: str, message: str) -> None:
    with LoopbackServer(answer=refusing(word, message)) as server:
        [reply] = ask("gemini", server, question(parameters={name: 1}))
        assert [word in request.settings for request in server.requests] == [True, False]
    assert reply.flags == (f"{name}_not_sent",)


@pytest.mark.parametrize(
    "message",
    [
        "Unknown name \"responseJsonSchema\" at 'generation_config': Cannot find field.",
        "The specified schema produces a constraint that has too many states for serving.",
    ],
)
def test_a_refused_schema_is_told_in_words(message: str) -> None:
    with LoopbackServer(answer=refusing("responseJsonSchema", message)) as server:
        [reply] = ask("gemini", server)
        assert [request.reply_format for request in server.requests] == [
            "json_schema",
            "json_object",
        ]
        assert '"additionalProperties": false' in server.requests[-1].suffix
    assert reply.flags == ("schema_not_enforced",)


def test_the_environment_leads_to_no_other_service_or_key(
    server: LoopbackServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", KEY)
    monkeypatch.setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
    monkeypatch.setenv("GOOGLE_CLOUD_PROJECT", "somebody-elses")
    monkeypatch.setenv("GOOGLE_API_KEY", GOOGLE_KEY)
    ask("gemini", server)
    [request] = server.requests
    assert request.path == "/v1beta/models/test-model:generateContent"
    assert GOOGLE_KEY not in str(request.headers)
    assert "GOOGLE_API_KEY" not in caplog.text, "the SDK does not say that it used another key"


@pytest.mark.parametrize("name", ["models/gemini-x", "tunedModels/mine-1", "gemma-4:27b"])
def test_names_of_models(server: LoopbackServer, name: str) -> None:
    [reply] = ask("gemini", server, model=name)
    assert name.rpartition("/")[2] in server.requests[0].path
    assert reply.finish is Finish.STOP


@pytest.mark.parametrize("name", ["../x", "a?key=1", "a&b", "a b", "x/../y", ""])
def test_what_cannot_be_a_model_s_name_is_not_sent(server: LoopbackServer, name: str) -> None:
    with pytest.raises(UsageError, match="cannot be the name"):
        ask("gemini", server, model=name)
    assert server.requests == []
