"""Each provider against everything that servers, proxies and networks do wrong."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from tests.judge.providers.asking import KEY, KINDS, ask, question
from tests.loopback import Behaviour, LoopbackServer
from tests.loopback import behaviours as does
from tests.waiting import PATIENCE
from xpert_studio.core.judge.providers.base import TRANSIENT, Failure, Finish, ProviderError
from xpert_studio.core.judge.providers.transport import MAX_REPLY_BYTES
from xpert_studio.core.records import Usage

pytestmark = pytest.mark.sampled(80)

LEAK = f"Incorrect API key provided: {KEY}. Authorization: Bearer {KEY} x-api-key: {KEY}"

STATUSES = {
    400: Failure.BAD_REQUEST,
    401: Failure.UNAUTHORISED,
    402: Failure.OUT_OF_CREDIT,
    403: Failure.FORBIDDEN,
    404: Failure.NOT_FOUND,
    408: Failure.TIMEOUT,
    409: Failure.CONFLICT,
    413: Failure.TOO_LARGE,
    418: Failure.BAD_REQUEST,
    429: Failure.RATE_LIMITED,
    500: Failure.SERVER,
    502: Failure.SERVER,
    503: Failure.OVERLOADED,
    504: Failure.TIMEOUT,
    520: Failure.SERVER,
    529: Failure.OVERLOADED,
}


def fails(
    kind: str, server: LoopbackServer, *script: Behaviour, timeout: float = PATIENCE
) -> ProviderError:
    server.then(*script)
    with pytest.raises(ProviderError) as caught:
        ask(kind, server, timeout=timeout)
    error = caught.value
    assert error.__cause__ is None
    assert error.__context__ is None, "an SDK's error knows the request's headers"
    assert KEY not in str(error)
    assert len(str(error)) < 700
    return error


@pytest.mark.parametrize(("status", "failure"), STATUSES.items())
def test_statuses(kind: str, server: LoopbackServer, status: int, failure: Failure) -> None:
    error = fails(kind, server, does.error(status, LEAK))
    assert (error.failure, error.status) == (failure, status)
    assert str(status) in error.message
    assert len(server.requests) == 1, "the SDK's own retries are off"


@pytest.mark.parametrize("status", [400, 422, 500])
def test_a_status_with_a_web_page(kind: str, server: LoopbackServer, status: int) -> None:
    error = fails(kind, server, does.html(status))
    assert error.status == status
    assert "<" not in error.message


@pytest.mark.parametrize(
    ("behaviour", "failure"),
    [
        (
            does.error(
                400,
                "This model's maximum context length is 128000 tokens.",
                code="context_length_exceeded",
            ),
            Failure.CONTEXT_LENGTH,
        ),
        (
            does.error(400, "prompt is too long: 210000 tokens > 200000 maximum"),
            Failure.CONTEXT_LENGTH,
        ),
        (
            does.error(
                400,
                "'max_tokens' is too large: 4096. This model's maximum context length is 4096 "
                "tokens and your request is not supported",
            ),
            Failure.CONTEXT_LENGTH,
        ),
        (does.error(413, "request_too_large"), Failure.TOO_LARGE),
        (
            does.error(429, "You exceeded your current quota", code="insufficient_quota"),
            Failure.OUT_OF_CREDIT,
        ),
        (
            does.error(400, "Your credit balance is too low to access the API"),
            Failure.OUT_OF_CREDIT,
        ),
        (
            does.error(429, "Rate limit reached for requests", code="rate_limit_exceeded"),
            Failure.RATE_LIMITED,
        ),
    ],
)
def test_what_the_words_say_counts(
    kind: str, server: LoopbackServer, behaviour: Behaviour, failure: Failure
) -> None:
    error = fails(kind, server, behaviour)
    assert error.failure is failure
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("headers", "low", "high"),
    [
        ({"retry-after": "3"}, 3, 3),
        ({"retry-after-ms": "250"}, 0.25, 0.25),
        ({"retry-after": "90", "retry-after-ms": "1500"}, 1.5, 1.5),
        ({"retry-after": "7200"}, 3600, 3600),
    ],
)
def test_how_long_to_wait(
    kind: str, server: LoopbackServer, headers: dict[str, str], low: float, high: float
) -> None:
    error = fails(kind, server, does.error(429, headers=headers))
    assert error.retry_after is not None
    assert low <= error.retry_after <= high


def test_how_long_to_wait_as_a_date(kind: str, server: LoopbackServer) -> None:
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=20), usegmt=True)
    error = fails(kind, server, does.error(429, headers={"retry-after": soon}))
    assert error.retry_after is not None
    assert 10 < error.retry_after <= 21


@pytest.mark.parametrize("value", ["-5", "nan", "inf", "1e300", "soon", "999999999", ""])
def test_absurd_waits_are_not_believed(kind: str, server: LoopbackServer, value: str) -> None:
    assert fails(kind, server, does.error(503, headers={"retry-after": value})).retry_after is None


@pytest.mark.parametrize(
    "behaviour",
    [
        does.html(),
        replace(does.html(), headers={}),
        does.bare(200, b""),
        does.bare(200, b"{"),
        does.bare(200, b"\xff\xfe\x00"),
        does.bare(200, b"[" * 100_000),
        does.bare(204, b""),
        does.json_reply([]),
        does.json_reply(None),
        does.json_reply({}),
        does.json_reply({"choices": []}),
        does.json_reply({"choices": [None]}),
        does.json_reply({"choices": [{"message": None}]}),
        does.json_reply({"type": "message", "content": "text"}),
        does.json_reply({"verdicts": []}),
        does.json_reply({"error": "something went wrong"}),
    ],
    ids=lambda behaviour: repr((behaviour.body or b"")[:24]),
)
def test_200_with_no_reply_in_it(kind: str, server: LoopbackServer, behaviour: Behaviour) -> None:
    error = fails(kind, server, behaviour)
    assert error.failure is Failure.GARBLED
    assert error.failure in TRANSIENT


def test_200_with_an_error_in_it_is_that_error(kind: str, server: LoopbackServer) -> None:
    payload = {"error": {"code": 429, "message": f"Provider is busy {KEY}"}}
    assert fails(kind, server, does.json_reply(payload)).failure is Failure.RATE_LIMITED


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(kind: str, server: LoopbackServer, status: int) -> None:
    with LoopbackServer() as elsewhere:
        error = fails(kind, server, does.redirect(f"{elsewhere.url}/v1/messages", status))
        assert elsewhere.requests == [], "a prompt went to an address nobody chose"
    assert error.failure is Failure.NOT_FOUND
    assert elsewhere.url in error.message


@pytest.mark.parametrize(
    "behaviour",
    [does.RESET_BEFORE_STATUS, does.RESET_AFTER_STATUS, does.CUT_IN_BODY],
    ids=["before status", "after status", "in body"],
)
def test_resets(kind: str, server: LoopbackServer, behaviour: Behaviour) -> None:
    error = fails(kind, server, behaviour)
    assert error.failure is Failure.CONNECTION
    assert error.status is None


@pytest.mark.parametrize(
    "behaviour", [does.SILENT, does.TRICKLE], ids=["silent", "a byte at a time"]
)
def test_the_deadline_holds_for_the_whole_call(
    kind: str, server: LoopbackServer, behaviour: Behaviour
) -> None:
    begun = time.monotonic()
    error = fails(kind, server, behaviour, timeout=0.4)
    assert error.failure is Failure.TIMEOUT
    assert time.monotonic() - begun < PATIENCE


def test_the_deadline_covers_what_is_sent_again(server: LoopbackServer) -> None:
    refusal = replace(does.error(400, "Unsupported parameter: 'seed'"), delay=4)
    server.then(refusal, does.SILENT)
    begun = time.monotonic()
    with pytest.raises(ProviderError) as caught:
        ask("openai", server, question(parameters={"seed": 1}), timeout=5)
    assert caught.value.failure is Failure.TIMEOUT
    assert time.monotonic() - begun < 9  # a deadline of its own would end after nine seconds


@pytest.mark.parametrize("kind", KINDS)
def test_a_server_that_is_not_there(kind: str) -> None:
    with LoopbackServer() as gone:
        pass
    with pytest.raises(ProviderError) as caught:
        ask(kind, gone)
    assert caught.value.failure is Failure.UNREACHED


@pytest.mark.parametrize("kind", KINDS)
def test_a_name_that_does_not_exist(kind: str) -> None:
    with pytest.raises(ProviderError) as caught:
        ask(kind, LoopbackServer(), base_url="http://nowhere.invalid/v1", timeout=2.0)
    assert caught.value.failure in {Failure.UNREACHED, Failure.TIMEOUT}


def test_tls_with_a_server_that_speaks_none(kind: str, server: LoopbackServer) -> None:
    url = server.url.replace("http:", "https:")
    with pytest.raises(ProviderError) as caught:
        ask(kind, server, base_url=url)
    assert caught.value.failure is Failure.UNREACHED


def test_a_reply_without_end_is_cut_off(kind: str, server: LoopbackServer) -> None:
    server.then(does.bare(200, b" " * (MAX_REPLY_BYTES + 1)))
    with pytest.raises(ProviderError) as caught:
        ask(kind, server, timeout=PATIENCE)
    assert caught.value.failure is Failure.GARBLED


def test_a_packed_reply_nobody_asked_for_is_refused(kind: str, server: LoopbackServer) -> None:
    bomb = does.bare(200, b"\x1f\x8b", content_encoding="gzip")
    assert fails(kind, server, bomb).failure is Failure.GARBLED
    assert server.requests[0].headers["accept-encoding"] == "identity"


@pytest.mark.parametrize(
    ("behaviour", "finish", "text"),
    [
        (does.empty(), Finish.STOP, ""),
        (does.whitespace(), Finish.STOP, " \n\t "),
        (does.truncated(), Finish.LENGTH, '{"verdicts": [{"id": "C1", "evid'),
        (does.reasoning_only(), Finish.LENGTH, ""),
        (does.says("```json\n{}\n```"), Finish.STOP, "```json\n{}\n```"),
    ],
    ids=["empty", "white space", "truncated", "reasoning only", "fenced"],
)
def test_poor_replies_are_replies(
    kind: str, server: LoopbackServer, behaviour: Behaviour, finish: Finish, text: str
) -> None:
    server.then(behaviour)
    [reply] = ask(kind, server)
    assert (reply.finish, reply.text) == (finish, text)


def test_refusals(kind: str, server: LoopbackServer) -> None:
    server.then(does.refusal("I would rather not."))
    [reply] = ask(kind, server)
    # Gemini's own refusals are words like any other; it tells a blocked prompt from an answer.
    assert reply.finish is (Finish.FILTERED if kind == "gemini" else Finish.REFUSAL)
    assert reply.refusal == "I would rather not."
    assert reply.text == ""


def test_content_filters(server: LoopbackServer) -> None:
    server.then(does.filtered(), does.error(400, "Blocked.", code="content_filter"))
    replies = ask("openai", server, question(), question())
    assert [reply.finish for reply in replies] == [Finish.FILTERED, Finish.FILTERED]


@pytest.mark.parametrize(
    ("reason", "finish"),
    [
        ("model_context_window_exceeded", Finish.LENGTH),
        ("stop_sequence", Finish.STOP),
        ("tool_use", Finish.OTHER),
        ("pause_turn", Finish.OTHER),
        ("something_new", Finish.OTHER),
    ],
)
def test_anthropic_stop_reasons(server: LoopbackServer, reason: str, finish: Finish) -> None:
    server.then(Behaviour(finish=reason))
    [reply] = ask("anthropic", server)
    assert reply.finish is finish


@pytest.mark.parametrize(
    "behaviour",
    [does.NO_USAGE, does.NEGATIVE_USAGE, does.NONSENSE_USAGE],
    ids=["missing", "negative", "nonsense"],
)
def test_tokens_that_make_no_sense_are_unknown(
    kind: str, server: LoopbackServer, behaviour: Behaviour
) -> None:
    server.then(behaviour)
    [reply] = ask(kind, server)
    assert reply.usage == Usage()
    assert "verdicts" in reply.text, "the reply itself is good"


def test_another_model_answers(kind: str, server: LoopbackServer) -> None:
    server.then(Behaviour(model="test-model-2031-01-01"))
    [reply] = ask(kind, server)
    assert reply.model == "test-model-2031-01-01"


def test_half_a_surrogate_pair_costs_one_character_not_the_reply(
    kind: str, server: LoopbackServer
) -> None:
    server.then(does.says("before \ud83d after"))
    [reply] = ask(kind, server)
    assert reply.text == "before \ufffd after"
    reply.text.encode("utf-8")


def test_a_prompt_that_cannot_be_encoded_is_a_named_failure(
    kind: str, server: LoopbackServer
) -> None:
    with pytest.raises(ProviderError) as caught:
        ask(kind, server, question("half a pair: \ud83d"))
    assert caught.value.failure is Failure.BAD_REQUEST
    assert server.requests == []


def test_a_reply_in_parts(server: LoopbackServer) -> None:
    parts = [{"type": "thinking", "thinking": []}, {"type": "text", "text": "{"}, {"text": "}"}]
    choice = {"message": {"content": parts}, "finish_reason": "stop"}
    server.then(does.json_reply({"choices": [choice]}))
    [reply] = ask("compatible", server)
    assert reply.text == "{}"
