"""Compares the provider with a bare AsyncOpenAI loop: calls a second, CPU a call, and their ratio.

Also with the SDK's ``create`` over the provider's transport, which tells what its models cost.

Both ask the loopback server in another process, with the same prompts, one after the other and in
turns, so that what else the machine does hits both.

    python tests/benchmarks/provider_overhead.py --calls 600 --at-once 64 --delay 0.1
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from xpert_studio.core.judge.providers.base import ChatRequest, ProviderOptions  # noqa: E402
from xpert_studio.core.judge.providers.factory import make_provider  # noqa: E402

IDS = [f"C{number}" for number in range(1, 13)]
SCHEMA = {
    "type": "object",
    "properties": {
        "verdicts": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "id": {"type": "string", "enum": IDS},
                    "evidence": {"type": "array", "items": {"type": "string"}},
                    "rationale": {"type": "string"},
                    "met": {"type": "boolean"},
                },
                "required": ["id", "evidence", "rationale", "met"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["verdicts"],
    "additionalProperties": False,
}
SYSTEM = "You judge one response against a rubric, one checkpoint at a time. " * 20
PREFIX = "The task, the rubric and the worked example stand here. " * 150
SUFFIX = "The candidate's response number {number} stands here. " * 40

Call = Callable[[int], Awaitable[str]]
Result = tuple[float, float]


async def _measure(call: Call, calls: int, at_once: int) -> Result:
    """Calls a second, and milliseconds of CPU a call."""
    gate = asyncio.Semaphore(at_once)

    async def one(number: int) -> None:
        async with gate:
            assert "verdicts" in await call(number)

    await asyncio.gather(*(one(number) for number in range(at_once)))
    wall, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(one(number) for number in range(calls)))
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return calls / wall, 1000 * cpu / calls


async def _bare(url: str, calls: int, at_once: int) -> Result:
    from openai import AsyncOpenAI

    form = {"name": "verdicts", "strict": True, "schema": SCHEMA}
    async with AsyncOpenAI(api_key="sk-loopback", base_url=url) as client:

        async def call(number: int) -> str:
            completion = await client.chat.completions.create(
                model="gpt-5-mini",
                messages=[
                    {"role": "system", "content": SYSTEM},
                    {"role": "user", "content": PREFIX + SUFFIX.format(number=number)},
                ],
                response_format={"type": "json_schema", "json_schema": form},
            )
            return completion.choices[0].message.content or ""

        return await _measure(call, calls, at_once)


async def _create(url: str, calls: int, at_once: int) -> Result:
    """The SDK's own call over the provider's transport; the reply is parsed here."""
    import openai
    from pydantic_core import from_json

    from xpert_studio.core.judge.providers.transport import open_http

    options = ProviderOptions("gpt-5-mini", url, "sk-loopback", max_connections=at_once)
    form = {"name": "verdicts", "strict": True, "schema": SCHEMA}
    client = openai.AsyncOpenAI(
        api_key="sk-loopback",
        base_url=url,
        http_client=open_http(options, openai.DefaultAioHttpClient),
    )

    async def call(number: int) -> str:
        raw = await client.chat.completions.with_raw_response.create(
            model="gpt-5-mini",
            messages=[
                {"role": "system", "content": SYSTEM},
                {"role": "user", "content": PREFIX + SUFFIX.format(number=number)},
            ],
            response_format={"type": "json_schema", "json_schema": form},
        )
        return str(from_json(raw.http_response.content)["choices"][0]["message"]["content"])

    try:
        return await _measure(call, calls, at_once)
    finally:
        await client.close()


async def _ours(url: str, calls: int, at_once: int) -> Result:
    options = ProviderOptions("gpt-5-mini", url, "sk-loopback", max_connections=at_once)
    provider = make_provider("openai", options)

    async def call(number: int) -> str:
        suffix = SUFFIX.format(number=number)
        return (await provider.ask(ChatRequest(SYSTEM, PREFIX, suffix, schema=SCHEMA))).text

    try:
        return await _measure(call, calls, at_once)
    finally:
        await provider.close()


def _uvloop(main: Awaitable[Result]) -> Result:
    import uvloop

    return uvloop.run(main)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=600)
    parser.add_argument("--at-once", type=int, default=64)
    parser.add_argument("--delay", type=float, default=0.1, help="seconds a call takes there")
    parser.add_argument("--rounds", type=int, default=3, help="the median of these counts")
    options = parser.parse_args()
    server = subprocess.Popen(
        [sys.executable, str(ROOT / "tests" / "loopback"), "--delay", str(options.delay)],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        url = f"http://127.0.0.1:{server.stdout.readline().strip()}/v1"
        kinds = {
            "bare SDK, asyncio": (_bare, asyncio.run),
            "provider, asyncio": (_ours, asyncio.run),
        }
        if find_spec("uvloop"):
            kinds["bare SDK, uvloop"] = (_bare, _uvloop)
            kinds["its create, uvloop"] = (_create, _uvloop)
            kinds["provider, uvloop"] = (_ours, _uvloop)
        results: dict[str, list[Result]] = {kind: [] for kind in kinds}
        for _ in range(options.rounds):
            for kind, (ask, run) in kinds.items():
                results[kind].append(run(ask(url, options.calls, options.at_once)))
    finally:
        server.terminate()
    _report(results, options.at_once / options.delay)


def _report(results: dict[str, list[Result]], ideal: float) -> None:
    transport = "aiohttp" if find_spec("aiohttp") else "httpcore2"
    print(f"provider over {transport}; at most {ideal:.0f} calls/s are possible")
    medians = {
        kind: (
            statistics.median(rate for rate, _ in measured),
            statistics.median(cpu for _, cpu in measured),
        )
        for kind, measured in results.items()
    }
    bare = medians["bare SDK, asyncio"][0]
    for kind, (rate, cpu) in medians.items():
        print(f"{kind:20} {rate:6.0f} calls/s  {cpu:5.2f} ms CPU a call  ratio {rate / bare:.2f}")


if __name__ == "__main__":
    main()
