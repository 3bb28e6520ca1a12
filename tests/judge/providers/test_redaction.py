"""API keys never reach a text that a person or a file gets to see."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpert_studio.core.judge import redaction
from xpert_studio.core.judge.redaction import redact, remember_secret

SECRET = "0123456789abcdefSECRET"


@pytest.fixture(autouse=True)
def _forget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redaction, "_known", set())


@pytest.mark.parametrize(
    "text",
    [
        f"sk-{SECRET}",
        f"sk-proj-{SECRET}_x-y",
        f"sk-ant-api03-{SECRET}",
        f"Incorrect API key provided: sk-{SECRET}.",
        "Incorrect API key provided: sk-01234***************CRET.",
        f"Authorization: Bearer {SECRET}",
        f"authorization: Basic {SECRET}",
        f"{{'Authorization': 'Bearer {SECRET}'}}",
        f'"x-api-key": "{SECRET}"',
        f"x-api-key={SECRET}&model=x",
        f"api_key='{SECRET}'",
        f"OPENAI_API_KEY={SECRET}",
        f"XPERT_STUDIO_COMPATIBLE_KEY={SECRET}",
        f"https://user:{SECRET}@host/v1",
        f"https://host/v1?key={SECRET}",
        f"gsk_{SECRET}",
        f"hf_{SECRET}",
        f"xai-{SECRET}",
        f"AIzaSy{SECRET}",
        f"github_pat_11AB{SECRET}",
        f"-----BEGIN RSA PRIVATE KEY-----\n{SECRET}\nabc=\n-----END RSA PRIVATE KEY-----",
        f"got token eyJ{SECRET}.eyJ{SECRET}.{SECRET}",
    ],
)
def test_shapes_of_keys(text: str) -> None:
    assert SECRET not in redact(text)
    assert "CRET" not in redact(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "HTTP 429: Rate limit reached for gpt-5-mini in organization org-x on tokens per minute.",
        "task-123456789 and risk-assessment stay, as does the basic idea and a bearer of news",
        "basic understanding, Basic competencies, sk-learning and hf_datasets",
        "the API key is not valid",
        "http://localhost:11434/v1",
        "关键词：密钥",
    ],
)
def test_ordinary_text_stays(text: str) -> None:
    assert redact(text) == text


@given(
    st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=8, max_size=60),
    st.text(),
    st.text(),
)
def test_a_known_key_is_removed_whatever_it_looks_like(key: str, before: str, after: str) -> None:
    redaction._known.clear()
    remember_secret(key)
    cleaned = redact(f"{before}{key}{after} {quote(key, safe='')}")
    if key not in redaction.MASK:
        assert key not in cleaned.replace(redaction.MASK, "\n")


def test_nothing_short_or_empty_is_remembered() -> None:
    remember_secret(None)
    remember_secret("")
    remember_secret("none")
    assert redact("there is none") == "there is none"


def test_the_secrets_of_an_address_are_known_from_then_on() -> None:
    redaction.remember_address(
        "https://me:p%40ss-word-1@host/v1?api-version=2026-01-01&key=q1w2e3r4"
    )
    redaction.remember_address("no address")
    redaction.remember_address(None)
    assert redaction.redact_known("p@ss-word-1 2026-01-01 q1w2e3r4").split() == (
        f"{redaction.MASK} 2026-01-01 {redaction.MASK}".split()
    )
