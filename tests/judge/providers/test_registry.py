"""Judges by name."""

from __future__ import annotations

import subprocess
import sys

import pytest

from xpert_studio.core.errors import JudgeError, UsageError
from xpert_studio.core.judge.providers.base import ProviderOptions
from xpert_studio.core.judge.providers.factory import make_provider
from xpert_studio.core.judge.providers.registry import (
    PROVIDERS,
    family_of,
    parse_judge_name,
    shared_family,
)
from xpert_studio.core.records import Judge


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("openai:gpt-5-mini", ("openai", "gpt-5-mini")),
        (" OpenAI : gpt-5-mini ", ("openai", "gpt-5-mini")),
        ("anthropic:claude-sonnet-5-5", ("anthropic", "claude-sonnet-5-5")),
        ("compatible:qwen3:8b", ("compatible", "qwen3:8b")),
        ("compatible:org/model", ("compatible", "org/model")),
        ("baseline", ("baseline", "baseline, no LLM")),
    ],
)
def test_names(name: str, expected: tuple[str, str]) -> None:
    assert parse_judge_name(name) == expected


@pytest.mark.parametrize(
    "name", ["", "gpt-5-mini", "nonesuch:x", "openai", "openai:", ":x", "baseline:x"]
)
def test_what_is_no_judge_is_explained(name: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_judge_name(name)
    assert caught.value.remedy
    assert "MODEL" in caught.value.remedy


def test_unknown_providers(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="no provider 'nonesuch'"):
        make_provider("nonesuch", ProviderOptions("m"))


def test_a_compatible_server_needs_an_address() -> None:
    with pytest.raises(UsageError, match="needs its address"):
        make_provider("compatible", ProviderOptions("m", api_key="x"))


@pytest.mark.parametrize("kind", PROVIDERS)
@pytest.mark.parametrize(
    "url", ["localhost:11434", "ftp://x/v1", "http://", "http://[::1", "http://x:99999/"]
)
def test_addresses_that_are_none(kind: str, url: str) -> None:
    with pytest.raises(UsageError, match="not the address"):
        make_provider(kind, ProviderOptions("m", base_url=url, api_key="sk-12345678"))


@pytest.mark.parametrize("kind", PROVIDERS)
@pytest.mark.parametrize("key", ["sk-a\nb", "sk-\u2013dash", "sk a", "sk-\x00"])
def test_keys_that_cannot_be_sent_are_not_shown(kind: str, key: str) -> None:
    with pytest.raises(JudgeError) as caught:
        make_provider(kind, ProviderOptions("m", base_url="http://localhost/v1", api_key=key))
    assert key not in str(caught.value)


def test_options_do_not_show_their_key() -> None:
    assert "sk-12345678" not in repr(ProviderOptions("m", api_key="sk-12345678"))


def test_the_sdks_are_not_imported_before_they_are_used() -> None:
    code = (
        "import sys; import xpert_studio.core.judge.providers.registry, xpert_studio.core.judge.pricing;"
        "heavy = {'openai', 'anthropic', 'google', 'httpx2', 'keyring', 'aiohttp'} & set(sys.modules);"
        "sys.exit(str(heavy) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("model", "provider", "family"),
    [
        ("anything", "openai", "OpenAI"),
        ("GPT-5 (high)", None, "OpenAI"),
        ("gpt 5", None, "OpenAI"),
        ("o3-mini", None, "OpenAI"),
        ("openai/gpt-oss-20b", "compatible", "OpenAI"),
        ("Claude_Opus_4", None, "Anthropic"),
        ("gemma-3", "compatible", "Google Gemini"),
        ("qwen3:8b", "compatible", "Qwen"),
        ("Meta-Llama-3.1", None, "Llama"),
        ("phi-4", None, "Phi"),
        ("philosopher", None, None),
        ("aurora-2", None, None),
        ("baseline, no LLM", "baseline", None),
        (None, None, None),
    ],
)
def test_the_family_of_a_model_is_known_by_its_provider_or_its_name(model, provider, family):
    assert family_of(model, provider) == family


@pytest.mark.parametrize(
    ("model", "provider", "system", "family"),
    [
        ("gpt-5-mini", "openai", "GPT-5 (high)", "OpenAI"),
        ("gpt-5-mini", "openai", "claude-opus-4", None),
        ("aurora-2", "compatible", "aurora-2", "aurora-2"),
        ("hub/Aurora 2", "compatible", "aurora-2", "aurora-2"),
        ("aurora-2", "compatible", "aurora-3", None),
        ("aurora-2", "openai", "aurora-2", "OpenAI"),
        (None, "compatible", "aurora-2", None),
        ("aurora-2", "compatible", "borealis-1", None),
    ],
)
def test_a_model_of_an_unknown_family_is_of_one_family_with_itself(model, provider, system, family):
    judge = Judge(id="j", provider=provider, model=model)
    assert shared_family(judge, system) == family
