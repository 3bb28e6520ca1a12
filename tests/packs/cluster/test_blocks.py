"""Blocks: how many calls go to a worker at once, which go together, and who may send them."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xpert_studio.core.judge.providers.base import (
    ChatReply,
    ChatRequest,
    Failure,
    Finish,
    Image,
    ProviderError,
    ProviderOptions,
)
from xpert_studio.core.records import Usage
from xpert_studio.packs.cluster import provider
from xpert_studio.packs.cluster.provider import BLOCK, BLOCKS, ClusterProvider
from xpert_studio.packs.cluster.sending import Block, send
from xpert_studio.packs.cluster.workers import Worker

OPTIONS = ProviderOptions("m")


class Staged:
    """Workers that answer each call with its suffix, one block after the other."""

    def __init__(self, names) -> None:
        loop = asyncio.get_running_loop()
        self.usable = {name: Worker(name, "t", loop.create_future()) for name in names}
        self.refused: dict = {}
        self.blocks: list[tuple[ChatRequest, ...]] = []
        self.at_work = dict.fromkeys(names, 0)
        self.peak = 0

    async def look(self) -> None:
        """There is no other."""

    async def sent(self, worker, requests):
        self.blocks.append(requests)
        self.at_work[worker.address] += 1
        self.peak = max(self.peak, self.at_work[worker.address])
        await asyncio.sleep(0)
        self.at_work[worker.address] -= 1
        return [
            ChatReply(one.suffix, Finish.STOP, Usage())
            if one.suffix != "refused"
            else {"failure": Failure.BAD_REQUEST, "message": "No."}
            for one in requests
        ]

    async def close(self) -> None:
        """Nothing is open."""


async def asked(requests, workers):
    """What came of the calls, asked all at once, and how they went out."""
    made = ClusterProvider("openai", OPTIONS, "tcp://127.0.0.1:1", caches_prefix=True)
    made._workers = staged = Staged(workers)
    replies = await asyncio.gather(*map(made.ask, requests), return_exceptions=True)
    await made.close()
    return replies, staged


@settings(deadline=None, max_examples=20)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=300), st.integers(1, 3))
def test_each_call_gets_its_own_reply_and_no_worker_more_than_its_share(prefixes, workers):
    requests = [
        ChatRequest("s", "p", f"call {n}", cache_key=f"prefix {prefix}")
        for n, prefix in enumerate(prefixes)
    ]
    replies, staged = asyncio.run(asked(requests, [f"w{n}" for n in range(workers)]))
    assert [reply.text for reply in replies] == [one.suffix for one in requests]
    assert max(map(len, staged.blocks)) <= BLOCK
    assert staged.peak <= BLOCKS


def test_calls_of_one_prompt_go_together_and_a_block_is_filled_with_others():
    requests = [ChatRequest("s", "p", f"{n}", cache_key=f"{n % 2}") for n in range(BLOCK * 4)]
    _, staged = asyncio.run(asked(requests, ["w"]))
    keys = [{one.cache_key for one in block} for block in staged.blocks]
    assert keys == [{"0"}, {"1"}, {"0"}, {"1"}]
    alone = [ChatRequest("s", "p", f"{n}", cache_key=f"{n}") for n in range(BLOCK * 2)]
    _, staged = asyncio.run(asked(alone, ["w"]))
    assert list(map(len, staged.blocks)) == [BLOCK, BLOCK]


def test_a_block_holds_so_many_bytes_but_at_least_a_call(monkeypatch):
    monkeypatch.setattr(provider, "SIZE", 250)
    picture = Image("image/png", bytes(100))
    requests = [ChatRequest("s", "p", f"{n}", own_images=(picture,)) for n in range(6)]
    huge = ChatRequest("s", "p", "huge", own_images=(Image("image/png", bytes(999)),))
    replies, staged = asyncio.run(asked([*requests, huge], ["w"]))
    assert [reply.text for reply in replies] == ["0", "1", "2", "3", "4", "5", "huge"]
    assert max(map(len, staged.blocks)) == 2
    assert staged.blocks[-1] == (huge,)


def test_a_failure_is_that_of_its_own_call():
    requests = [ChatRequest("s", "p", text) for text in ("a", "refused", "b")]
    (first, second, third), _ = asyncio.run(asked(requests, ["w"]))
    assert (first.text, third.text) == ("a", "b")
    assert isinstance(second, ProviderError)
    assert second.failure is Failure.BAD_REQUEST


def test_what_was_meant_for_a_process_that_is_gone_is_not_sent():
    block = Block("another", "openai", OPTIONS, (ChatRequest("s", "p", "secret"),))
    assert asyncio.run(send(block)) is None
    assert "secret" not in repr(block)


@pytest.mark.parametrize("name", ["openai", "nonesuch"])
def test_a_worker_raises_nothing_that_would_be_logged(name, monkeypatch):
    from xpert_studio.packs.cluster.sending import TOKEN

    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    (outcome,) = asyncio.run(send(Block(TOKEN, name, OPTIONS, (ChatRequest("s", "p", "x"),))))
    assert ProviderError(**outcome).failure is Failure.SETTING
