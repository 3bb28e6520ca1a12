"""What a provider gives up when a server will not have it, and that it says so."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.judge.providers.asking import ask, options, question, using
from tests.loopback import Behaviour, LoopbackServer, Recorded, answers
from tests.loopback import behaviours as does
from xpert_studio.core.judge.providers.base import (
    ChatReply,
    Failure,
    Image,
    Provider,
    ProviderError,
)

PIXEL = Image("image/png", b"pixel")


def refusing(field: str, error: Behaviour) -> Any:
    """A server that refuses every request with a field in it."""

    def answer(request: Recorded) -> str | Behaviour:
        return error if field in request.json else answers.all_met(request)

    return answer


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        (
            "temperature",
            0,
            does.error(
                400,
                "Unsupported value: 'temperature' does not support 0 with this model. "
                "Only the default (1) value is supported.",
                code="unsupported_value",
                param="temperature",
            ),
        ),
        (
            "top_p",
            0.5,
            does.error(
                400,
                "Unsupported parameter: 'top_p' is not supported with this model.",
                code="unsupported_parameter",
                param="top_p",
            ),
        ),
        ("seed", 3, does.error(400, "Unrecognized request argument supplied: seed")),
        (
            "reasoning_effort",
            "minimal",
            does.error(400, "'reasoning_effort' does not support 'minimal' with this model."),
        ),
        (
            "seed",
            3,
            does.bare(
                422,
                b'{"detail":[{"loc":["body","seed"],"msg":"Extra inputs are not permitted",'
                b'"type":"extra_forbidden","input":"the whole prompt with temperature in it"}]}',
            ),
        ),
    ],
)
def test_a_refused_parameter_is_left_out_remembered_and_flagged(
    name: str, value: Any, error: Behaviour
) -> None:
    asked = question(parameters={name: value, "max_output_tokens": 100})
    with LoopbackServer(answer=refusing(name, error)) as server:
        first, second = ask("openai", server, asked, asked)
        assert [name in request.json for request in server.requests] == [True, False, False]
        assert all(request.json["max_completion_tokens"] == 100 for request in server.requests)
    assert first.flags == second.flags == (f"{name}_not_sent",)


@pytest.mark.parametrize(
    "message",
    [
        "`temperature` is deprecated for this model.",
        "temperature: Extra inputs are not permitted",
        "`temperature` and `top_p` cannot both be specified for this model.",
    ],
)
def test_anthropic_without_temperature(message: str) -> None:
    asked = question(parameters={"temperature": 0})
    with LoopbackServer(answer=refusing("temperature", does.error(400, message))) as server:
        [reply] = ask("anthropic", server, asked)
    assert reply.flags == ("temperature_not_sent",)


def test_anthropic_without_effort() -> None:
    def answer(request: Recorded) -> str | Behaviour:
        if "effort" in request.json.get("output_config", {}):
            return does.error(400, "This model does not support the effort parameter.")
        return answers.all_met(request)

    with LoopbackServer(answer=answer) as server:
        [reply] = ask("anthropic", server, question(parameters={"reasoning_effort": "low"}))
        assert server.requests[-1].reply_format == "json_schema", "the schema was not to blame"
    assert reply.flags == ("reasoning_effort_not_sent",)


def test_a_value_out_of_range_is_an_error_not_a_lesson() -> None:
    error = does.error(400, "Invalid 'temperature': 9 is above the maximum 2.", param="temperature")
    with LoopbackServer(answer=refusing("temperature", error)) as server:
        with pytest.raises(ProviderError) as caught:
            ask("openai", server, question(parameters={"temperature": 9}))
        assert len(server.requests) == 1
    assert caught.value.failure is Failure.BAD_REQUEST


@pytest.mark.parametrize(
    ("kind", "refused", "used"),
    [
        ("openai", "max_completion_tokens", "max_tokens"),
        ("compatible", "max_tokens", "max_completion_tokens"),
    ],
)
def test_the_limit_on_output_goes_by_two_names(kind: str, refused: str, used: str) -> None:
    message = f"Unsupported parameter: '{refused}' is not supported. Use '{used}' instead."
    error = does.error(400, message, param=refused, code="unsupported_parameter")
    with LoopbackServer(answer=refusing(refused, error)) as server:
        [reply] = ask(kind, server, question(parameters={"max_output_tokens": 50}))
        assert server.requests[-1].json[used] == 50
    assert reply.flags == ()


def test_cache_hints_are_no_part_of_the_judge_and_dropped_without_a_flag() -> None:
    error = does.error(400, "Unknown parameter: 'prompt_cache_options'.")
    with LoopbackServer(answer=refusing("prompt_cache_options", error)) as server:
        [reply] = ask("openai", server, question(cache_key="k"), model="gpt-6.1-sol")
        assert b"prompt_cache" not in server.requests[-1].body
    assert reply.flags == ()


SCHEMA_REFUSALS = [
    does.error(400, "Invalid parameter: 'response_format' of type 'json_schema' is not supported."),
    does.error(400, "output_config.format: structured outputs are not supported by this model"),
    does.error(404, "No endpoint supports response_format"),
    does.error(422, "json_schema not implemented"),
    does.error(400, "failed to parse grammar"),
    does.error(501, "guided decoding is not available"),
    does.bare(422),
    does.bare(501),
]


@pytest.mark.parametrize("error", SCHEMA_REFUSALS)
def test_schema_steps_down_until_the_server_agrees(kind: str, error: Behaviour) -> None:
    def answer(request: Recorded) -> str | Behaviour:
        return error if request.reply_format != "plain" else answers.all_met(request)

    with LoopbackServer(answer=answer) as server:
        first, second = ask(kind, server, question(), question())
        formats = [request.reply_format for request in server.requests]
        last = server.requests[-1]
    steps = (
        ["json_schema", "plain"] if kind == "anthropic" else ["json_schema", "json_object", "plain"]
    )
    assert formats == [*steps, "plain"], "remembered for the next question"
    assert '"C1"' in first.text
    assert first.flags == second.flags == ("schema_not_enforced",)
    assert '"additionalProperties": false' in last.suffix, "the schema is then told in words"


def test_json_mode_is_a_step_of_its_own() -> None:
    def answer(request: Recorded) -> str | Behaviour:
        refused = request.reply_format == "json_schema"
        return does.error(400, "json_schema unsupported") if refused else answers.all_met(request)

    with LoopbackServer(answer=answer) as server:
        [reply] = ask("compatible", server)
        assert server.requests[-1].reply_format == "json_object"
    assert reply.flags == ("schema_not_enforced",)


def test_calls_in_flight_learn_one_step_together() -> None:
    def answer(request: Recorded) -> str | Behaviour:
        refused = request.reply_format == "json_schema"
        return does.error(400, "json_schema unsupported") if refused else answers.all_met(request)

    async def talk(provider: Provider) -> list[ChatReply]:
        return await asyncio.gather(*(provider.ask(question(f"{n} [C1]")) for n in range(20)))

    with LoopbackServer(answer=answer, delay=0.05) as server:
        replies = using("compatible", options("compatible", server), talk)
        formats = [request.reply_format for request in server.requests]
    assert len(replies) == 20
    assert formats.count("json_object") == 20, "nobody stepped down twice"
    assert "plain" not in formats


@pytest.mark.parametrize(
    "error",
    [
        does.error(400, "This model does not support image inputs"),
        does.error(404, "No endpoints found that support image input"),
        does.error(500, "image input is not supported - hint: provide the mmproj"),
    ],
)
def test_a_blind_model_is_asked_without_images_and_the_reply_says_so(error: Behaviour) -> None:
    def answer(request: Recorded) -> str | Behaviour:
        return error if request.images else answers.all_met(request)

    asked = question(images=(PIXEL,))
    with LoopbackServer(answer=answer) as server:
        first, second = ask("compatible", server, asked, asked)
        assert [len(request.images) for request in server.requests] == [1, 0, 0]
    assert first.flags == second.flags == ("images_not_seen",)


def test_other_complaints_about_images_are_errors() -> None:
    error = does.error(400, "image is larger than 20 MB")
    with LoopbackServer(answer=lambda _: error) as server, pytest.raises(ProviderError):
        ask("compatible", server, question(images=(PIXEL,)))
    with LoopbackServer(answer=lambda _: does.error(400, "cannot see images")) as server:
        with pytest.raises(ProviderError):
            ask("openai", server, question(images=(PIXEL,)))
        assert len(server.requests) == 1, "a judge that paid for eyes is not blindfolded silently"


@pytest.mark.parametrize("stuck", [does.empty(), Behaviour(text=" \n" * 50, finish="length")])
def test_empty_replies_under_a_schema_end_its_enforcement(kind: str, stuck: Behaviour) -> None:
    def answer(request: Recorded) -> str | Behaviour:
        return stuck if request.reply_format != "plain" else answers.all_met(request)

    with LoopbackServer(answer=answer) as server:
        replies = ask(kind, server, *[question()] * 4)
    assert [bool(reply.text.strip()) for reply in replies] == [False, False, True, True]
    assert replies[-1].flags == ("schema_not_enforced",)


def test_reasoning_that_used_up_the_tokens_is_not_the_schemas_fault(kind: str) -> None:
    with LoopbackServer(answer=lambda _: does.reasoning_only()) as server:
        ask(kind, server, *[question()] * 4)
        assert {request.reply_format for request in server.requests} == {"json_schema"}


def test_a_server_that_refuses_everything_is_given_up_on(kind: str) -> None:
    message = "response_format, temperature, seed, max_tokens and cache_control are not supported"
    asked = question(
        parameters={"temperature": 0, "seed": 1, "max_output_tokens": 9}, cache_key="k"
    )
    with LoopbackServer(answer=lambda _: does.error(400, message)) as server:
        with pytest.raises(ProviderError) as caught:
            ask(kind, server, asked)
        assert len(server.requests) <= 12
    assert caught.value.failure is Failure.BAD_REQUEST
