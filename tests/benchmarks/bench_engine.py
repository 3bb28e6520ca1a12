"""The run engine beside a bare SDK loop doing the same calls, every verdict durably recorded.

    python tests/benchmarks/bench_engine.py [--responses 600] [--checkpoints 12] [--at-once 64]

A loopback server in a process of its own answers after 100 ms. Both sides are measured in turn,
several times; the ratio of the median throughputs is printed (aim: at least 0.95).
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.judge.projects import make_project, now  # noqa: E402
from xpert_studio.judge.chat_backend import ChatBackend  # noqa: E402
from xpert_studio.judge.prompt import candidate_suffix, fresh_code  # noqa: E402
from xpert_studio.judge.request import ScoreRequest  # noqa: E402
from xpert_studio.judge.scoring import prepare, score  # noqa: E402
from xpert_studio.judge.selection import Selection  # noqa: E402


def start_server(delay: float) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, str(ROOT / "tests" / "loopback"), "--delay", str(delay)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    return server, f"http://127.0.0.1:{server.stdout.readline().strip()}/v1"


def bare_seconds(url: str, bodies: list[dict], at_once: int) -> float:
    """What anyone would write first: AsyncOpenAI as it comes, and a semaphore."""
    from openai import AsyncOpenAI

    async def main() -> float:
        async with AsyncOpenAI(base_url=url, api_key="none", max_retries=0) as client:
            gate = asyncio.Semaphore(at_once)

            async def one(body: dict) -> None:
                async with gate:
                    await client.chat.completions.create(**body)

            begun = time.perf_counter()
            await asyncio.gather(*(one(body) for body in bodies))
            return time.perf_counter() - begun

    return asyncio.run(main())


def engine_seconds(url: str, folder: Path, options: argparse.Namespace, provider: str) -> float:
    tasks = options.responses // options.systems
    path = folder / f"{time.monotonic_ns()}.xpert"
    with make_project(
        path, tasks=tasks, checkpoints=options.checkpoints, systems=options.systems
    ) as project:
        request = ScoreRequest(
            provider=provider, model="local", base_url=url, api_key="none",
            concurrency=options.at_once, max_retries=0, selection=Selection(),
        )  # fmt: skip
        begun = time.perf_counter()
        prepared = prepare(project, request)
        planned = time.perf_counter() - begun
        begun = time.perf_counter()
        run = score(project, prepared, clock=now, on_progress=lambda _: None)
        seconds = time.perf_counter() - begun
        wanted = options.responses * options.checkpoints
        if (run.calls, run.ok) != (options.responses, wanted):
            sys.exit(f"{run.calls} calls, {run.ok} verdicts: not what was asked for")
        print(f"    planning took {planned:.2f} s besides")
        return seconds


def bodies_like(folder: Path, options: argparse.Namespace, url: str) -> list[dict]:
    """The very prompts the engine sends, for the bare loop to send too."""
    tasks = options.responses // options.systems
    with make_project(
        folder / "bodies.xpert",
        tasks=tasks,
        checkpoints=options.checkpoints,
        systems=options.systems,
    ) as project:
        request = ScoreRequest(provider="compatible", model="local", base_url=url)
        plan = prepare(project, request).plan
        backend = ChatBackend(
            plan.judge, None, plan.policy, pace=None, budget=None, price=None, images=bytes,
            clock=now, max_retries=0, run_id="none",
        )  # fmt: skip
        bodies = []
        for ask in plan.asks:
            prefix = backend.prefix_of(ask)
            suffix = candidate_suffix(
                prefix.templates, ask.response.text, [p.id for p in ask.asked], fresh_code()
            )
            schema = {"name": "verdicts", "strict": True, "schema": prefix.schema}
            parts = [{"type": "text", "text": text} for text in (prefix.text, suffix)]
            bodies.append(
                {
                    "model": "local",
                    "messages": [
                        {"role": "system", "content": prefix.templates.system},
                        {"role": "user", "content": parts},
                    ],
                    "response_format": {"type": "json_schema", "json_schema": schema},
                }
            )
        return bodies


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--responses", type=int, default=600)
    parser.add_argument("--checkpoints", type=int, default=12)
    parser.add_argument("--systems", type=int, default=12, help="responses a task")
    parser.add_argument("--at-once", type=int, default=64)
    parser.add_argument("--delay", type=float, default=0.1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--provider", default="compatible", help="compatible or openai")
    options = parser.parse_args()
    server, url = start_server(options.delay)
    ideal = options.responses / options.at_once * options.delay
    bare, engine = [], []
    try:
        with tempfile.TemporaryDirectory() as folder:
            bodies = bodies_like(Path(folder), options, url)
            bare_seconds(url, bodies[:64], options.at_once)
            for _ in range(options.rounds):
                bare.append(bare_seconds(url, bodies, options.at_once))
                engine.append(engine_seconds(url, Path(folder), options, options.provider))
    finally:
        server.kill()
        server.wait()
    for name, seconds in (("bare SDK", bare), ("engine", engine)):
        middle = statistics.median(seconds)
        print(
            f"{name:9} {middle:6.3f} s  {options.responses / middle:6.0f} calls/s  "
            f"{ideal / middle:.2f} of the ideal  (from {min(seconds):.3f} to {max(seconds):.3f} s)"
        )
    ratio = statistics.median(bare) / statistics.median(engine)
    print(f"ratio     {ratio:.2f} of the bare SDK's throughput (aim: 0.95)")


if __name__ == "__main__":
    main()
