"""Runs in batches whose processes die: 150 trials a provider by night, some of them by day."""

from __future__ import annotations

import pytest

from tests.packs.batches.killing import trial
from tests.packs.batches.posted import MODELS
from tests.sampling import some


@pytest.mark.parametrize("provider", MODELS)
@pytest.mark.parametrize("seed", some(range(150), 8, "batches"))
def test_killed_at_any_step_nothing_is_posted_or_billed_twice_and_nothing_is_lost(
    tmp_path, provider, seed
):
    trial(provider, seed, tmp_path)
