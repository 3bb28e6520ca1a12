"""A run in batches: the same verdicts as call by call, at half the price, whatever comes back."""

from __future__ import annotations

import pytest

from tests.loopback.batches import BatchServer
from tests.packs.batches.posted import MODELS, Scene, decided
from xpert_studio.core.records import RunState

PROVIDERS = pytest.mark.parametrize("provider", MODELS)


@PROVIDERS
def test_a_batch_and_single_calls_give_the_same_verdicts_at_half_the_price(tmp_path, provider):
    with BatchServer(provider) as server:
        scene = Scene.of(tmp_path / "batch.xpert", server)
        posted = scene.carry()
        assert posted.state is RunState.POSTED
        assert not posted.calls
        (batch,) = scene.open_batches()
        assert scene.carry().state is RunState.POSTED  # nothing came yet, nothing is posted again
        server.work(batch, order=lambda found: found[::-1])
        ended = scene.carry()
        (run,), calls, found = scene.stored()
        bill = scene.billed()
        server.bill.clear()
        server._seen.clear()
        live = Scene.of(tmp_path / "live.xpert", server)
        single = live.carry(batch=False)
        _, _, one_by_one = live.stored()
    assert ended.state is RunState.DONE
    assert len(server.batches) == 1
    assert len(calls) == 6
    assert run.known_cost == pytest.approx(bill)
    assert decided(found) == decided(one_by_one)
    assert run.known_cost == pytest.approx(single.known_cost / 2, rel=0.02)
