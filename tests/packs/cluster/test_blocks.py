"""Blocks: how many calls go to a worker at once, which go together, and who may send them."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.loopback import LoopbackServer
from xpert_studio.core.errors import JudgeError
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
from xpert_studio.packs.cluster import provider, sending
from xpert_studio.packs.cluster.provider import BLOCK, BLOCKS, ClusterProvider
from xpert_studio.packs.cluster.sending import TOKEN, Block, facts, send
from xpert_studio.packs.cluster.workers import Worker

OPTIONS = ProviderOptions("m")


class Staged:
    """Workers that answer each call with its suffix, one block after the other."""

    def __init__(self, names) -> None:
        loop = asyncio.get_running_loop()
        self.usable = {name: Worker(name, "t", loop.create_future()) for name in names}
        self.refused: dict = {}
        self.unreached, self.was_reached = None, True
        self.blocks: list[tuple[ChatRequest, ...]] = []
        self.at_work = dict.fromkeys(names, 0)
        self.peak = 0

    async def look(self) -> None:
        """There is no other."""

    async def sent(self, worker, requests):
        self.blocks.append(tuple(requests.values()))
        self.at_work[worker.address] += 1
        self.peak = max(self.peak, self.at_work[worker.address])
        await asyncio.sleep(0)
        self.at_work[worker.address] -= 1
        return {
            name: ChatReply(one.suffix, Finish.STOP, Usage())
            if one.suffix != "refused"
            else {"failure": Failure.BAD_REQUEST, "message": "No."}
            for name, one in requests.items()
        }

    async def close(self) -> None:
        """Nothing is open."""


async def asked(requests, workers, kind=Staged):
    """What came of the calls, asked all at once, and how they went out."""
    made = ClusterProvider("openai", OPTIONS, "tcp://127.0.0.1:1", caches_prefix=True)
    made._workers = staged = kind(workers)
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


def test_what_calls_of_one_prompt_share_counts_once_in_a_block(monkeypatch):
    monkeypatch.setattr(provider, "SIZE", 1000)
    shared = [(Image("image/png", bytes(600)),) for _ in range(2)]
    requests = [
        ChatRequest("s", "p", f"{n}", images=shared[n // 4], cache_key=f"{n // 4}")
        for n in range(8)
    ]
    _, staged = asyncio.run(asked(requests, ["w"]))
    assert [[one.suffix for one in block] for block in staged.blocks] == [
        list("0123"),
        list("4567"),
    ]


@pytest.mark.parametrize("told", ["nothing", None, [], {}, "another", 7, {"failure": "lost"}])
def test_what_is_no_reply_to_a_call_is_a_failure_of_it(told):
    """A worker says nothing of a call, something else, or what came of the call of another."""

    class Wrong(Staged):
        async def sent(self, worker, requests):
            if told == "nothing":
                return None
            reply = ChatReply("not yours", Finish.STOP, Usage())
            return {"another id": reply} if told == "another" else dict.fromkeys(requests, told)

    requests = [ChatRequest("s", "p", f"{n}") for n in range(3)]
    replies, _ = asyncio.run(asked(requests, ["w"], Wrong))
    assert [reply.failure for reply in replies] == [Failure.GARBLED] * 3
    assert "The worker w gave no answer" in str(replies[0])


@pytest.mark.parametrize("why", ["", "unreached", "refused"])
def test_calls_fail_where_no_worker_can_be_had_and_say_why(why, monkeypatch):
    monkeypatch.setattr(provider, "HESITATION" if why else "PATIENCE", -1.0)

    class Without(Staged):
        def __init__(self, names) -> None:
            super().__init__(names)
            error = JudgeError(f"It is {why}.", remedy="Mend it.")
            self.unreached = error if why == "unreached" else None
            self.was_reached = why != "unreached"
            self.refused = {"w": error} if why == "refused" else {}

    ((failed,), _) = asyncio.run(asked([ChatRequest("s", "p", "x")], [], Without))
    assert failed.failure is (Failure.SETTING if why == "refused" else Failure.UNREACHED)
    assert not failed.may_be_billed
    wanted = f"It is {why}. Mend it." if why else "No worker of the cluster at tcp://127.0.0.1:1"
    assert wanted in str(failed)


@pytest.fixture
def asked_here(monkeypatch):
    """Sends the only call of a block from this process; gives what came of it."""
    connect, made = sending.make_provider, []

    def connected(*arguments, **words):
        made.append(connect(*arguments, **words))
        return made[-1]

    async def ask(block):
        (outcome,) = (await send(block)).values()
        for one in made:
            await one.close()
        return outcome

    monkeypatch.setattr(sending, "make_provider", connected)
    return lambda block: asyncio.run(ask(block))


def test_a_model_that_searches_is_asked_where_it_can(asked_here, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-a-worker-000000000001")
    with LoopbackServer() as server:
        options = ProviderOptions("m", base_url=server.openai_url)
        for search in (True, None):
            request = ChatRequest("s", "p", "x", parameters={"search": search})
            asked_here(Block(TOKEN, "openai", options, {"a": request}))
    assert [one.path for one in server.requests] == ["/v1/responses", "/v1/chat/completions"]


def test_a_worker_uses_the_key_that_it_has_when_a_run_begins(asked_here, monkeypatch):
    with LoopbackServer() as server:
        options = ProviderOptions("m", base_url=server.openai_url)
        for number in range(2):
            monkeypatch.setenv("OPENAI_API_KEY", f"sk-of-a-worker-00000000000{number}")
            assert facts("openai", options).problem is None
            asked_here(Block(TOKEN, "openai", options, {"a": ChatRequest("s", "p", "x")}))
    used = [one.headers["authorization"][-1] for one in server.requests]
    assert used == ["0", "1"]


def test_what_was_meant_for_a_process_that_is_gone_is_not_sent():
    block = Block("another", "openai", OPTIONS, {"a": ChatRequest("s", "p", "secret")})
    assert asyncio.run(send(block)) is None
    assert "secret" not in repr(block)


@pytest.mark.parametrize("name", ["openai", "nonesuch"])
def test_a_worker_raises_nothing_that_would_be_logged(name, asked_here, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    facts(name, OPTIONS)  # as at the beginning of a run
    outcome = asked_here(Block(TOKEN, name, OPTIONS, {"a": ChatRequest("s", "p", "x")}))
    assert ProviderError(**outcome).failure is Failure.SETTING
