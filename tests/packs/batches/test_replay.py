"""Which names of models in answers stand for the model that was asked."""

from __future__ import annotations

import pytest

from xpert_studio.packs.batches.replay import is_of


@pytest.mark.parametrize(
    ("asked", "echoed"),
    [
        ("gpt-5-mini", "gpt-5-mini"),
        ("gpt-5-mini", "gpt-5-mini-2026-08-07"),
        ("gpt-4", "gpt-4-0613"),
        ("claude-sonnet-5-5", "claude-sonnet-5-5-20260101"),
        ("claude-sonnet-5-5", "claude-sonnet-5-5@20260101"),
        ("gemini-3.8-flash", "models/gemini-3.8-flash-001"),
        ("gemini-3.8-flash", "gemini-3.8-flash-preview-05-20"),
        ("gemini-3.8-flash-latest", "gemini-3.8-flash"),
        ("GPT-5", "gpt-5"),
        ("gpt-5", ""),
    ],
)
def test_the_model_itself_and_its_snapshots_are_the_one_asked(asked, echoed):
    assert is_of(asked, echoed)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("gpt-5", "gpt-5-mini"),
        ("gpt-5", "gpt-5-mini-2026-08-07"),
        ("gpt-5", "gpt-5.5"),
        ("gpt-4", "gpt-4o"),
        ("gpt-4", "gpt-4o-2024-08-06"),
        ("claude-sonnet-5", "claude-sonnet-5-5"),
        ("gemini-3-flash", "gemini-3-flash-lite-001"),
        ("gpt-5-2026-08-07", "gpt-5-2026-09-01"),
    ],
)
def test_another_model_of_the_family_is_not_the_one_asked_either_way(one, other):
    assert not is_of(one, other)
    assert not is_of(other, one)
