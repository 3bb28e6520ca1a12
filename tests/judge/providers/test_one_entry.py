"""A provider is one entry: a made-up one is seen, set up and asked like those there are."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.judge.projects import make_project
from tests.loopback import Behaviour, LoopbackServer, Recorded, answers
from tests.started import started
from xpert_studio.core.judge.disguises import KeyFinder
from xpert_studio.core.judge.pricing import load_prices
from xpert_studio.core.judge.providers.registry import (
    PROVIDERS,
    ProviderEntry,
    choices,
    parse_judge_name,
)
from xpert_studio.core.judge.redaction import MASK, holds_key, redact

ROOT = Path(__file__).parents[3]
ENTRY = (
    'ProviderEntry("acme", "Acme Models", "xpert_studio.core.judge.providers.openai_chat", '
    '"ACME_API_KEY", "acme-1", models="acme-", environment=("ACME_",), key_prefixes=("acme.",))'
)
PROGRAM = f"""
import sys
from xpert_studio.core.judge.providers.registry import PROVIDERS, ProviderEntry
PROVIDERS.loaded["acme"] = {ENTRY}
from xpert_studio.cli.main import run
sys.argv = ["xpert-studio", *sys.argv[1:]]
run()
"""
KEY = "acme.k7Jq2Lw9Xc4Vb8Nm3Rt6Yp1Zs5"


def acme(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs the program with one provider more."""
    alone = {"PYTHONPATH": str(ROOT), "COLUMNS": "200", "TERM": "dumb"}
    return started(PROGRAM, *arguments, folder=ROOT, environment=os.environ | alone | environment)


@pytest.mark.parametrize(
    "command",
    [
        ("score", "--help"),
        ("keys", "set", "--help"),
        ("draft", "make", "--help"),
        ("response", "generate", "--help"),
        ("keys", "list", "--json"),
    ],
)
def test_it_is_in_every_list(command: tuple[str, ...]) -> None:
    said = acme(*command)
    assert said.returncode == 0, said.stderr
    assert re.search(r"\bacme\b", said.stdout)


def test_it_is_named_where_a_judge_s_name_is_wrong(tmp_path: Path) -> None:
    make_project(tmp_path / "p.xpert").close()
    said = acme("score", tmp_path / "p.xpert", "--judge", "nonesuch:m", "--dry-run")
    assert "acme:MODEL" in said.stderr
    said = acme("score", tmp_path / "p.xpert", "--judge", "acme-1", "--dry-run")
    assert "Name the provider too: acme:MODEL." in said.stderr


def test_it_judges_with_its_key_which_is_nowhere_in_what_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "p.xpert"
    make_project(path).close()

    def echo(request: Recorded) -> Behaviour:
        return Behaviour(text=answers.all_met(request), model=f"acme-1 {KEY[5:]}")

    with LoopbackServer(answer=echo) as server:
        command = ("score", path, "--judge", "acme:acme-1", "--base-url", server.openai_url)
        lacking = acme(*command, ACME_API_KEY="")
        done = acme(*command, "--json", ACME_API_KEY=KEY, OPENAI_ORG_ID="org-secret")
        headers = [request.headers for request in server.requests]
    assert "set ACME_API_KEY" in lacking.stderr
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["judge_id"].startswith("acme:acme-1")
    assert {found["authorization"] for found in headers} == {f"Bearer {KEY}"}
    assert "org-secret" not in str(headers)
    assert KEY[5:].encode() not in path.read_bytes()


def test_a_model_s_name_alone_is_told_its_provider() -> None:
    for entry in PROVIDERS.values():
        assert parse_judge_name(f"{entry.id}:{entry.example}") == (entry.id, entry.example)
        assert f"{entry.id}:MODEL" in choices()
        if entry.models:
            assert re.match(entry.models, entry.example)


def test_prices_are_those_of_providers_and_of_their_models() -> None:
    for price in load_prices().models:
        entry = PROVIDERS[price.provider]
        assert re.match(entry.models, price.model)
        assert entry.prices.startswith("https://")


def test_how_its_keys_begin_is_public_and_tells_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = ProviderEntry("acme", "Acme", "x", "ACME_API_KEY", "acme-1", key_prefixes=("acme.v1.",))
    key = f"acme.v1.{KEY[5:]}"
    assert KEY[5:] in redact(f"It was {key}")
    monkeypatch.setitem(PROVIDERS.loaded, "acme", entry)
    assert redact(f"It was {key}") == f"It was {MASK}"
    assert holds_key(f"It was {key}")
    assert KeyFinder([key]).spans("acme.v1.") == []
    assert KeyFinder([key]).spans(f"… {KEY[5:21]} …") == [(2, 18)]
