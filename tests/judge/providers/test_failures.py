"""What a broken connection or a strange error means, in words for a person."""

from __future__ import annotations

import asyncio
import socket
import ssl
from itertools import pairwise
from typing import Any

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.judge.providers.asking import KINDS
from tests.sampling import examples
from xpert_studio.core.judge.providers.base import FATAL, TRANSIENT, Failure, ProviderOptions
from xpert_studio.core.judge.providers.error_reply import error_from, read_error
from xpert_studio.core.judge.providers.factory import make_provider
from xpert_studio.core.judge.providers.failures import Peer, from_exception, from_status

PEER = Peer("openai", "OpenAI")


def chained(*links: BaseException) -> BaseException:
    for outer, inner in pairwise(links):
        outer.__cause__ = inner
    return links[0]


@pytest.mark.parametrize(
    ("links", "failure", "words"),
    [
        ([OSError("x"), socket.gaierror(-2, "?")], Failure.UNREACHED, "looked up"),
        (
            [httpx2.ConnectError("x"), ssl.SSLCertVerificationError(1, "self-signed")],
            Failure.UNREACHED,
            "certificate is not trusted",
        ),
        ([ssl.SSLError(1, "wrong version")], Failure.UNREACHED, "TLS"),
        ([ConnectionRefusedError()], Failure.UNREACHED, "refused"),
        ([httpx2.ReadError("x"), ConnectionResetError()], Failure.CONNECTION, "reset"),
        ([httpx2.ReadTimeout("x")], Failure.TIMEOUT, "in time"),
        ([httpx2.RemoteProtocolError("x")], Failure.CONNECTION, "closed early"),
        ([httpx2.DecodingError("x")], Failure.GARBLED, "decoded"),
        ([httpx2.UnsupportedProtocol("x")], Failure.NOT_FOUND, "http address"),
        ([OSError("x")], Failure.CONNECTION, "the connection failed"),
    ],
)
def test_broken_connections(links: list[BaseException], failure: Failure, words: str) -> None:
    error = from_exception(PEER, chained(*links))
    assert error.failure is failure
    assert words in error.message


def test_a_connection_errors_own_words_are_not_repeated() -> None:
    error = from_exception(PEER, httpx2.LocalProtocolError("Illegal header value b'sk-12345678'"))
    assert "sk-1" not in str(error)


def test_causes_that_go_round_in_circles_end() -> None:
    first, second = ValueError(), OSError()
    first.__cause__, second.__cause__ = second, first
    assert from_exception(PEER, first).failure is Failure.CONNECTION


def test_every_failure_is_worth_another_try_or_not() -> None:
    assert not TRANSIENT & FATAL
    for status in range(300, 600):
        error = from_status(PEER, read_error(status, {}, b""))
        assert str(status) in error.message
        assert "{" not in str(error)


def test_remedies_name_the_command() -> None:
    error = from_status(PEER, read_error(401, {}, b"{}"))
    assert "'xpert-studio keys set openai'" in error.remedy


@pytest.mark.parametrize(
    ("payload", "message"),
    [
        ({"error": {"message": "no"}}, "no"),
        ({"error": "no"}, "no"),
        ({"message": "no"}, "no"),
        ({"detail": "no"}, "no"),
        (
            {"detail": [{"loc": ["body", "seed"], "msg": "no", "input": "secret prompt"}]},
            "body.seed: no",
        ),
        ("<html><b>no</b></html>", "no"),
        ("n\x00o\n\n  way \u202e", "n o way"),
        ([], ""),
        (None, "None"),
    ],
)
def test_errors_of_any_shape(payload: Any, message: str) -> None:
    assert error_from(400, payload, {}).message == message


def test_a_long_error_is_cut() -> None:
    error = from_status(PEER, read_error(400, {}, b"long " * 100_000))
    assert len(str(error)) < 500


@given(st.integers(300, 599), st.binary(max_size=300))
def test_any_error_body_is_survived(status: int, body: bytes) -> None:
    str(from_status(PEER, read_error(status, {}, body))).encode("utf-8")


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(
            st.sampled_from(["error", "detail", "message", "code", "type", "param", "loc", "msg"]),
            inner,
        )
    ),
    max_leaves=8,
)


@given(json_values)
def test_any_error_json_is_survived(payload: Any) -> None:
    from_status(PEER, error_from(400, payload, {}))


replies = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                (
                    *("choices", "message", "content", "text", "refusal", "type", "usage"),
                    *("model", "candidates", "parts", "finishReason", "promptFeedback"),
                    *("usageMetadata", "stop_details", "thought", "blockReason", "modelVersion"),
                )
            ),
            inner,
        )
    ),
    max_leaves=12,
)


@pytest.mark.parametrize("kind", KINDS)
def test_a_reply_of_any_shape_is_read_or_is_none(kind: str) -> None:
    provider = make_provider(kind, ProviderOptions("m", "http://localhost/v1", "sk-12345678"))

    @examples(40)
    @given(st.dictionaries(st.sampled_from(["choices", "candidates", "content", "type"]), replies))
    def read(payload: dict[str, Any]) -> None:
        reply = provider._reply(payload | {"promptFeedback": payload.get("content")}, "")
        assert reply is None or isinstance(reply.text, str)

    read()
    asyncio.run(provider.close())
