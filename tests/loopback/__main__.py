"""Runs the loopback server as a process: ``python tests/loopback --delay 0.1`` prints its port."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

if __package__ in {None, ""}:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import contextlib
import time

from tests.loopback import answers, refusing, server

_ANSWERS = {
    "none": answers.all_met,
    "found": answers.found_quotes,
    "unfound": answers.unfound_quotes,
}


async def _serve(port: int, delay: float, answer: server.Answer) -> None:
    loopback = server.LoopbackServer(port=port, delay=delay, record=False, answer=answer)
    await loopback.start()
    print(loopback.url.rpartition(":")[2], flush=True)
    await asyncio.Event().wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 for any free port")
    parser.add_argument("--delay", type=float, default=0.0, help="seconds before each answer")
    parser.add_argument("--quotes", choices=_ANSWERS, default="none", help="one with every verdict")
    parser.add_argument("--fails", type=float, help="share of calls that fail by chance")
    parser.add_argument("--status", type=int, default=429, help="with this status")
    parser.add_argument("--rates", help="limits in turn, as SECONDS:RATE,SECONDS:RATE")
    parser.add_argument("--retry-after", help="seconds, said with every refusal")
    options = parser.parse_args()
    answer: server.Answer = _ANSWERS[options.quotes]
    headers = {"retry_after": options.retry_after} if options.retry_after else {}
    if options.fails:
        answer = refusing.by_chance(answer, options.status, options.fails, **headers)
    if options.rates:
        phases = [phase.split(":") for phase in options.rates.split(",")]
        bucket = refusing.Bucket([(float(seconds), float(rate)) for seconds, rate in phases])
        answer = refusing.too_fast(answer, bucket, time.monotonic, **headers)
    try:
        import uvloop

        run = uvloop.run
    except ImportError:
        run = asyncio.run
    with contextlib.suppress(KeyboardInterrupt):
        run(_serve(options.port, options.delay, answer))


if __name__ == "__main__":
    main()
