"""Runs the loopback server as a process: ``python tests/loopback --delay 0.1`` prints its port."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

if __package__ in {None, ""}:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import contextlib

from tests.loopback import answers, server


async def _serve(port: int, delay: float, answer: server.Answer) -> None:
    loopback = server.LoopbackServer(port=port, delay=delay, record=False, answer=answer)
    await loopback.start()
    print(loopback.url.rpartition(":")[2], flush=True)
    await asyncio.Event().wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 for any free port")
    parser.add_argument("--delay", type=float, default=0.0, help="seconds before each answer")
    parser.add_argument("--unfound-quotes", action="store_true", help="one with every verdict")
    options = parser.parse_args()
    answer = answers.unfound_quotes if options.unfound_quotes else answers.all_met
    try:
        import uvloop

        run = uvloop.run
    except ImportError:
        run = asyncio.run
    with contextlib.suppress(KeyboardInterrupt):
        run(_serve(options.port, options.delay, answer))


if __name__ == "__main__":
    main()
