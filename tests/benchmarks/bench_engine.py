"""The run engine beside a bare SDK loop doing the same calls, every verdict durably recorded.

    python tests/benchmarks/bench_engine.py [CASE ...] [--responses 600] [--at-once 64] [--rounds 5]

A loopback server in a process of its own answers after 100 ms. Both sides are measured in turn,
several times; the median of the ratios of neighbours is printed (aim: 0.95 with quotes, 0.9 with
failures by chance, 1.0 elsewhere), and the CPU of a call, which depends less on what else the
machine does. Where calls fail by chance, the bare loop tries again as the SDK does by itself.

Where the provider limits, a rate is a share of what the bare loop reaches without a limit. What the
run takes is compared with what the limit allows in that time (aim: 0.9), and the share of refused
calls is printed (aim: at most 0.02).
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
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from openai import AsyncOpenAI  # noqa: E402

from tests.judge.projects import make_project, now  # noqa: E402
from tests.loopback.refusing import Bucket  # noqa: E402
from xpert_studio.core.judge.chat_backend import ChatBackend  # noqa: E402
from xpert_studio.core.judge.prompt import candidate_suffix, fresh_code  # noqa: E402
from xpert_studio.core.judge.request import ScoreRequest  # noqa: E402
from xpert_studio.core.judge.scoring import prepare, score  # noqa: E402
from xpert_studio.core.judge.selection import Selection  # noqa: E402
from xpert_studio.core.judge.work import JudgeCall  # noqa: E402
from xpert_studio.core.records import JudgeMode, JudgeSettings  # noqa: E402
from xpert_studio.core.store import ProjectFile  # noqa: E402
from xpert_studio.core.store import calls as call_rows  # noqa: E402

RESPONSE_LENGTH = 6_000
"""Characters of a response in the case with quotes."""


Cost = tuple[float, float]
"""Seconds of wall time and of this process's CPU time."""


@dataclass(frozen=True)
class Case:
    """What is measured.

    Attributes:
        flags: How the server behaves.
        mode: The judge's mode.
        chunk: Checkpoints a call; 0 is all.
        is_long: Whether responses have ``RESPONSE_LENGTH`` characters.
        retries: How often a call is tried again.
        limits: The provider's limits in turn, as shares of what the bare loop reaches.
    """

    flags: tuple[str, ...] = ()
    mode: JudgeMode = JudgeMode.ZERO_SHOT
    chunk: int = 0
    is_long: bool = False
    retries: int = 0
    limits: tuple[float, ...] = ()


BY_CHANCE = ("--fails", "0.01")
CASES = {
    "plain": Case(),
    "anchored": Case(mode=JudgeMode.ANCHORED),
    "quotes found": Case(("--quotes", "found"), is_long=True),
    "quotes not found": Case(("--quotes", "unfound"), is_long=True),
    "1 % 500": Case((*BY_CHANCE, "--status", "500"), retries=5),
    "1 % 429": Case(BY_CHANCE, retries=5),
    "1 % 429 with Retry-After": Case((*BY_CHANCE, "--retry-after", "1"), retries=5),
    "one checkpoint a call": Case(chunk=1),
    **{
        f"bucket {said}{' with Retry-After' * asks}": Case(
            ("--retry-after", "1") * asks, retries=20, limits=limits
        )
        for asks in (False, True)
        for said, limits in {
            "30 %": (0.3,), "60 %": (0.6,), "90 %": (0.9,), "30, then 90 %": (0.3, 0.9),
            "90, then 30 %": (0.9, 0.3),
        }.items()
    },
}  # fmt: skip


def moment() -> Cost:
    return time.perf_counter(), time.process_time()


def since(begun: Cost) -> Cost:
    wall, cpu = moment()
    return wall - begun[0], cpu - begun[1]


def start_server(delay: float, flags: list[str]) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, str(ROOT / "tests" / "loopback"), "--delay", str(delay), *flags]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    return server, f"http://127.0.0.1:{server.stdout.readline().strip()}/v1"


def bare_cost(url: str, bodies: list[dict], at_once: int, retries: int = 0) -> Cost:
    """What anyone would write first: AsyncOpenAI as it comes, and a semaphore."""

    async def main() -> Cost:
        async with AsyncOpenAI(base_url=url, api_key="none", max_retries=retries) as client:
            gate = asyncio.Semaphore(at_once)

            async def one(body: dict) -> None:
                async with gate:
                    await client.chat.completions.create(**body)

            begun = moment()
            await asyncio.gather(*(one(body) for body in bodies))
            return since(begun)

    return asyncio.run(main())


class Bench:
    """One case, with a project of its own for every run."""

    def __init__(self, case: Case, options: argparse.Namespace, folder: Path, calls: int) -> None:
        self.case, self.options, self.folder = case, options, folder
        self.responses = calls // (options.checkpoints if case.chunk else 1)
        self.more = " " + passage(RESPONSE_LENGTH) if case.is_long else ""

    def project(self) -> ProjectFile:
        options = self.options
        return make_project(
            self.folder / f"{time.monotonic_ns()}.xpert",
            tasks=-(-self.responses // options.systems),
            checkpoints=options.checkpoints,
            systems=options.systems,
            more=self.more,
        )

    def request(self, url: str) -> ScoreRequest:
        return ScoreRequest(
            provider=self.options.provider, model="local", base_url=url, api_key="none",
            concurrency=self.options.at_once, max_retries=self.case.retries, mode=self.case.mode,
            settings=JudgeSettings(chunk_size=self.case.chunk), selection=Selection(),
        )  # fmt: skip

    def engine_cost(self, url: str) -> tuple[Cost, int, int]:
        """What a run costs, its calls, and the requests they took."""
        with self.project() as project:
            prepared = prepare(project, self.request(url))
            timed = moment()
            run = score(project, prepared, clock=now, on_progress=lambda _: None)
            cost = since(timed)
            wanted = len(prepared.plan.asks), prepared.plan.items
            if (run.calls, run.ok) != wanted:
                sys.exit(f"{run.calls} calls, {run.ok} verdicts, not {wanted}: {run.message}")
            with project.reading() as tx:
                sent = sum(call.attempts for call in call_rows.calls_of(tx, run.id))
            return cost, run.calls, sent

    def bodies(self, url: str) -> list[dict]:
        """The very prompts the engine sends, for the bare loop to send too."""
        with self.project() as project:
            plan = prepare(project, self.request(url)).plan
            backend = ChatBackend(
                plan.judge, None, plan.policy, pace=None, budget=None, price=None,
                clock=now, max_retries=0, run_id="none",
            )  # fmt: skip
            return [body_like(backend, ask) for ask in plan.asks]


def body_like(backend: ChatBackend, ask: JudgeCall) -> dict:
    prefix = backend.prefix_of(ask)
    suffix = "".join(
        candidate_suffix(
            prefix.templates, ask.response.text, [p.id for p in ask.asked], fresh_code()
        )
    )
    schema = {"name": "verdicts", "strict": True, "schema": prefix.schema}
    parts = [{"type": "text", "text": text} for text in (prefix.text, suffix)]
    return {
        "model": "local",
        "messages": [
            {"role": "system", "content": prefix.templates.system},
            {"role": "user", "content": parts},
        ],
        "response_format": {"type": "json_schema", "json_schema": schema},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=", ".join(CASES))
    parser.add_argument("--responses", type=int, default=600)
    parser.add_argument("--checkpoints", type=int, default=12)
    parser.add_argument("--systems", type=int, default=12, help="responses a task")
    parser.add_argument("--at-once", type=int, default=64)
    parser.add_argument("--delay", type=float, default=0.1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--limited", type=float, default=20, help="seconds under each limit")
    parser.add_argument("--provider", default="compatible", help="compatible or openai")
    options = parser.parse_args()
    for name in options.cases or CASES:
        case = CASES[name]
        with tempfile.TemporaryDirectory() as folder:
            measure = follow if case.limits else compare
            print(f"{name}: {measure(case, options, Path(folder))}", flush=True)


def compare(case: Case, options: argparse.Namespace, folder: Path) -> str:
    """Measures both sides in turn."""
    bench = Bench(case, options, folder, options.responses)
    server, url = start_server(options.delay, list(case.flags))
    bare, engine = [], []
    try:
        bodies = bench.bodies(url)
        bare_cost(url, bodies[:64], options.at_once, case.retries)
        for _ in range(options.rounds):
            bare.append(bare_cost(url, bodies, options.at_once, case.retries))
            engine.append(bench.engine_cost(url)[0])
    finally:
        server.kill()
        server.wait()
    ratios = [one[0] / other[0] for one, other in zip(bare, engine, strict=True)]
    said = f"{statistics.median(ratios):.2f} of the bare loop ({min(ratios):.2f}-{max(ratios):.2f})"
    for side, costs in (("bare", bare), ("engine", engine)):
        wall, cpu = map(statistics.median, zip(*costs, strict=True))
        said += f"; {side} {wall:.2f} s, {cpu / len(bodies) * 1000:.2f} ms of CPU a call"
    return said


def follow(case: Case, options: argparse.Namespace, folder: Path) -> str:
    """Compares a run with what the provider allows."""
    offered = reached(options, folder)
    rates = [share * offered for share in case.limits]
    bucket = Bucket([(options.limited, rate) for rate in rates])
    calls = int(bucket.allowed(0, options.limited * len(rates)))
    phases = ",".join(f"{options.limited}:{rate}" for rate in rates)
    server, url = start_server(options.delay, [*case.flags, "--rates", phases])
    try:
        (wall, _), calls, sent = Bench(case, options, folder, calls).engine_cost(url)
    finally:
        server.kill()
        server.wait()
    share = calls / (bucket.allowed(0, wall) + bucket.burst)
    limits = ", ".join(f"{rate:.0f}" for rate in rates)
    return (
        f"{share:.2f} of what is allowed, {1 - calls / sent:.2%} refused "
        f"({calls} calls in {wall:.1f} s; {limits} a second of {offered:.0f})"
    )


def reached(options: argparse.Namespace, folder: Path) -> float:
    """Calls a second of the bare loop where nothing limits."""
    server, url = start_server(options.delay, [])
    try:
        bodies = Bench(Case(), options, folder, options.responses).bodies(url)
        return len(bodies) / bare_cost(url, bodies, options.at_once)[0]
    finally:
        server.kill()
        server.wait()


def passage(length: int) -> str:
    """So many characters of the sample project's responses."""
    lines = (ROOT / "sample_projects" / "four_professions" / "responses.jsonl").open()
    with lines:
        text = " ".join(json.loads(line)["text"] for line in lines)
    return text[:length]


if __name__ == "__main__":
    main()
