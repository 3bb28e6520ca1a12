"""Costs: right where everything is known, unknown where anything is not, and never zero by chance."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpert_studio.core.errors import XpertError
from xpert_studio.core.judge.pricing import (
    LongInput,
    Price,
    cost_of,
    load_prices,
    override_path,
    price_of,
)
from xpert_studio.core.records import Usage

PRICE = Price(provider="p", model="m", input=2.0, cached_input=0.5, cache_write=2.5, output=8.0)
MILLION = 1_000_000


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own price list, not there yet."""
    monkeypatch.delenv("XPERT_STUDIO_PRICES", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    path = override_path()
    if not path.is_relative_to(tmp_path):  # pragma: no cover - other systems' folders
        path = tmp_path / "prices.json"
        monkeypatch.setattr("xpert_studio.core.judge.pricing.override_path", lambda: path)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def write(path: Path, *models: dict[str, Any], **more: Any) -> None:
    path.write_text(json.dumps({"models": models, **more}), encoding="utf-8")


def test_the_shipped_list_is_valid_dated_and_warns() -> None:
    listed = load_prices()
    assert listed.currency == "USD"
    assert listed.as_of is not None
    assert "change" in listed.note
    assert len(listed.models) > 20
    for price in listed.models:
        assert price.output >= price.input > 0
        assert price.cached_input is None or price.cached_input < price.input
        assert price.cache_write is None or price.cache_write >= price.input


@pytest.mark.parametrize(
    ("name", "same_as"),
    [
        ("gpt-5-mini-2025-08-07", "gpt-5-mini"),
        ("gpt-4o-2024-11-20", "gpt-4o"),
        ("claude-haiku-4-5-20251001", "claude-haiku-4-5"),
    ],
)
def test_dated_snapshots_cost_what_their_model_costs(name: str, same_as: str) -> None:
    provider = "anthropic" if name.startswith("claude") else "openai"
    found = price_of(provider, name)
    assert found is not None
    assert found == price_of(provider, same_as)


def test_a_snapshot_listed_itself_has_its_own_price() -> None:
    old, new = price_of("openai", "gpt-4o-2024-05-13"), price_of("openai", "gpt-4o")
    assert old is not None
    assert new is not None
    assert old.input > new.input


@pytest.mark.parametrize(
    ("provider", "model"),
    [
        ("openai", "gpt-5-mini-turbo"),
        ("openai", "gpt"),
        ("openai", "gpt-5-mini-latest"),
        ("openai", "ft:gpt-4o:me::x"),
        ("anthropic", "gpt-5"),
        ("compatible", "gpt-5"),
        ("compatible", "qwen3:8b"),
    ],
)
def test_a_similar_name_is_no_price(provider: str, model: str) -> None:
    assert price_of(provider, model) is None


def test_costs_add_up() -> None:
    usage = Usage(
        input_tokens=4 * MILLION,
        cached_tokens=MILLION,
        cache_write_tokens=2 * MILLION,
        output_tokens=MILLION,
    )
    assert cost_of(usage, PRICE) == pytest.approx(2.0 + 0.5 + 5.0 + 8.0)


@pytest.mark.parametrize(
    "usage",
    [
        Usage(),
        Usage(input_tokens=5, cached_tokens=0),
        Usage(output_tokens=5, cached_tokens=0),
        Usage(input_tokens=5, output_tokens=5),
        Usage(input_tokens=5, cached_tokens=9, output_tokens=5),
    ],
)
def test_a_missing_or_impossible_count_makes_the_cost_unknown(usage: Usage) -> None:
    assert cost_of(usage, PRICE) is None


def test_an_unknown_price_makes_the_cost_unknown() -> None:
    assert cost_of(Usage(input_tokens=1, cached_tokens=0, output_tokens=1), None) is None


def test_unknown_cached_tokens_do_not_matter_where_they_cost_the_same() -> None:
    flat = Price(provider="p", model="m", input=1.0, output=1.0)
    assert cost_of(Usage(input_tokens=MILLION, output_tokens=0), flat) == 1.0


def test_the_embedded_judge_costs_nothing_by_definition() -> None:
    assert cost_of(Usage(), price_of("baseline", "baseline, no LLM")) == 0.0


def test_long_calls_cost_more_as_a_whole() -> None:
    long = PRICE.model_copy(
        update={"long_input": LongInput(above=1000, input_factor=2.0, output_factor=1.5)}
    )
    usage = Usage(input_tokens=1001, cached_tokens=0, output_tokens=100)
    assert cost_of(usage, long, calls=1) == pytest.approx((1001 * 4 + 100 * 12) / MILLION)
    assert cost_of(usage, long, calls=2) == cost_of(usage, long) == cost_of(usage, PRICE)
    at_the_edge = usage.model_copy(update={"input_tokens": 1000})
    assert cost_of(at_the_edge, long, calls=1) == cost_of(at_the_edge, PRICE)


counts = st.integers(0, 10**9)


@given(counts, counts, counts, counts)
def test_a_cost_is_never_negative_and_grows_with_tokens(a: int, b: int, c: int, d: int) -> None:
    usage = Usage(input_tokens=a + b + c, cached_tokens=a, cache_write_tokens=b, output_tokens=d)
    cost = cost_of(usage, PRICE)
    more = cost_of(usage.model_copy(update={"output_tokens": d + 1}), PRICE)
    assert cost is not None
    assert more is not None
    assert 0 <= cost < more


def test_own_prices_come_first_and_the_rest_stays(own: Path) -> None:
    write(
        own,
        {"provider": "compatible", "model": "qwen3:8b", "input": 0.1, "output": 0.2},
        {"provider": "openai", "model": "gpt-5", "input": 9, "output": 99},
        as_of="2031-01-01",
    )
    listed = load_prices()
    assert [price.model for price in listed.models][:2] == ["qwen3:8b", "gpt-5"]
    assert str(listed.as_of) == "2031-01-01"
    assert price_of("compatible", "qwen3:8b") is not None
    assert getattr(price_of("openai", "gpt-5"), "output", None) == 99
    assert price_of("openai", "gpt-5-mini") is not None


def test_another_file_may_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = tmp_path / "mine.json"
    monkeypatch.setenv("XPERT_STUDIO_PRICES", str(named))
    with pytest.raises(XpertError, match=r"mine\.json"):
        load_prices()
    write(named, {"provider": "compatible", "model": "x", "input": 1, "output": 1})
    assert price_of("compatible", "x") is not None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"models": [{"provider": "openai", "model": "x", "input": -1, "output": 1}]}',
        '{"models": [{"provider": "openai", "model": "x", "input": "1", "output": 1}]}',
        '{"models": [{"provider": "openai", "model": "x", "input": NaN, "output": 1}]}',
        '{"models": [{"provider": "openai", "model": "x", "input": 1e400, "output": 1}]}',
        '{"models": [{"provider": "openai", "model": "", "input": 1, "output": 1}]}',
        '{"models": [{"provider": "openai", "model": "x", "output": 1}]}',
        '{"models": [{"provider": "openai", "model": "x", "input": 1, "output": 1, "typo": 1}]}',
        '{"currency": "EUR", "models": []}',
        json.dumps({"models": [{"provider": "a", "model": "x", "input": 1, "output": 1}] * 2}),
    ],
)
def test_a_broken_list_of_ones_own_names_file_and_remedy(own: Path, text: str) -> None:
    own.write_text(text, encoding="utf-8")
    with pytest.raises(XpertError) as caught:
        price_of("openai", "gpt-5")
    assert str(own) in caught.value.message
    assert caught.value.remedy
    assert "https://" not in caught.value.message


def test_lists_in_other_encodings(own: Path) -> None:
    own.write_bytes('\ufeff{"models": []}'.encode())
    assert price_of("openai", "gpt-5") is not None
    own.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(XpertError, match="UTF-8"):
        load_prices()


def test_a_folder_in_place_of_the_file(own: Path) -> None:
    own.mkdir()
    with pytest.raises(XpertError):
        load_prices()
