"""The run engine beside a bare SDK loop doing the same calls, every verdict durably recorded.

    python tests/benchmarks/bench_engine.py [--responses 600] [--checkpoints 12] [--at-once 64]

A loopback server in a process of its own answers after 100 ms. Both sides are measured in turn,
several times, with replies without quotes, and with a quote for every checkpoint that the response
does not contain; the ratio of the median throughputs is printed (aim: at least 0.95), and
the CPU of a call, which depends less on what else the machine does.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.judge.projects import make_project, now  # noqa: E402
from xpert_studio.core.judge.chat_backend import ChatBackend  # noqa: E402
from xpert_studio.core.judge.prompt import candidate_suffix, fresh_code  # noqa: E402
from xpert_studio.core.judge.request import ScoreRequest  # noqa: E402
from xpert_studio.core.judge.scoring import prepare, score  # noqa: E402
from xpert_studio.core.judge.selection import Selection  # noqa: E402

RESPONSE_LENGTH = 6_000
"""Characters of a response in the case with quotes."""


Cost = tuple[float, float]
"""Seconds of wall time and of this process's CPU time."""


def moment() -> Cost:
    return time.perf_counter(), time.process_time()


def since(begun: Cost) -> Cost:
    wall, cpu = moment()
    return wall - begun[0], cpu - begun[1]


def start_server(delay: float, flags: list[str]) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, str(ROOT / "tests" / "loopback"), "--delay", str(delay), *flags]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    return server, f"http://127.0.0.1:{server.stdout.readline().strip()}/v1"


def bare_cost(url: str, bodies: list[dict], at_once: int) -> Cost:
    """What anyone would write first: AsyncOpenAI as it comes, and a semaphore."""
    from openai import AsyncOpenAI

    async def main() -> Cost:
        async with AsyncOpenAI(base_url=url, api_key="none", max_retries=0) as client:
            gate = asyncio.Semaphore(at_once)

            async def one(body: dict) -> None:
                async with gate:
                    await client.chat.completions.create(**body)

            begun = moment()
            await asyncio.gather(*(one(body) for body in bodies))
            return since(begun)

    return asyncio.run(main())


def engine_cost(url: str, folder: Path, options: argparse.Namespace, more: str) -> Cost:
    tasks = options.responses // options.systems
    path = folder / f"{time.monotonic_ns()}.xpert"
    with make_project(
        path, tasks=tasks, checkpoints=options.checkpoints, systems=options.systems, more=more
    ) as project:
        request = ScoreRequest(
            provider=options.provider, model="local", base_url=url, api_key="none",
            concurrency=options.at_once, max_retries=0, selection=Selection(),
        )  # fmt: skip
        begun = time.perf_counter()
        prepared = prepare(project, request)
        planned = time.perf_counter() - begun
        timed = moment()
        run = score(project, prepared, clock=now, on_progress=lambda _: None)
        cost = since(timed)
        wanted = options.responses * options.checkpoints
        if (run.calls, run.ok) != (options.responses, wanted):
            sys.exit(f"{run.calls} calls, {run.ok} verdicts: not what was asked for")
        print(f"    planning took {planned:.2f} s besides")
        return cost


def bodies_like(folder: Path, options: argparse.Namespace, url: str, more: str) -> list[dict]:
    """The very prompts the engine sends, for the bare loop to send too."""
    tasks = options.responses // options.systems
    with make_project(
        folder / "bodies.xpert",
        tasks=tasks,
        checkpoints=options.checkpoints,
        systems=options.systems,
        more=more,
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
            suffix = "".join(
                candidate_suffix(
                    prefix.templates, ask.response.text, [p.id for p in ask.asked], fresh_code()
                )
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
    compare("no quotes", options, more="", flags=[])
    compare(
        f"{options.checkpoints} unfound quotes a reply",
        options,
        more=" " + passage(RESPONSE_LENGTH),
        flags=["--unfound-quotes"],
    )


def compare(case: str, options: argparse.Namespace, *, more: str, flags: list[str]) -> None:
    """Measures both sides in turn and prints their rates."""
    server, url = start_server(options.delay, flags)
    ideal = options.responses / options.at_once * options.delay
    bare, engine = [], []
    try:
        with tempfile.TemporaryDirectory() as folder:
            bodies = bodies_like(Path(folder), options, url, more)
            bare_cost(url, bodies[:64], options.at_once)
            for _ in range(options.rounds):
                bare.append(bare_cost(url, bodies, options.at_once))
                engine.append(engine_cost(url, Path(folder), options, more))
    finally:
        server.kill()
        server.wait()
    print(case)
    middles = []
    for name, costs in (("bare SDK", bare), ("engine", engine)):
        wall, cpu = zip(*costs, strict=True)
        middle = statistics.median(wall)
        middles.append(middle)
        print(
            f"{name:9} {middle:6.3f} s  {options.responses / middle:6.0f} calls/s  "
            f"{ideal / middle:.2f} of the ideal  (from {min(wall):.3f} to {max(wall):.3f} s); "
            f"{statistics.median(cpu) / options.responses * 1000:.2f} ms of CPU a call"
        )
    print(f"ratio     {middles[0] / middles[1]:.2f} of the bare SDK's throughput (aim: 0.95)")


def passage(length: int) -> str:
    """So many characters of the sample project's responses."""
    lines = (ROOT / "sample_projects" / "four_professions" / "responses.jsonl").open()
    with lines:
        text = " ".join(json.loads(line)["text"] for line in lines)
    return text[:length]


if __name__ == "__main__":
    main()
