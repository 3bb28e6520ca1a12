"""Verdicts through a cluster, then exported and on the board: what they cost, and how that grows.

    python tests/benchmarks/bench_cluster.py [--rows 30000 300000] [--workers 2] [--at-once 128]
        [--folder F] [--here]

A provider on the loopback, a scheduler and its workers are processes of this machine. For each
number of verdicts a project (12 checkpoints, 12 systems) is scored by the cluster, then exported
and shown as a board, each by the command line. Printed are wall time, processor time and memory of
the command alone, without the workers, verdicts a second, and the exponent of growth of its
processor time, without what a start takes, from one size to the next. With ``--here`` the same calls are sent without a cluster, to compare.
``--rows 300000 3000000`` takes an hour or more on two idle cores, and 10 GB of disk.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.benchmarks.bench_engine import start_server  # noqa: E402
from tests.benchmarks.bench_scale import cost  # noqa: E402
from tests.judge.projects import make_project  # noqa: E402
from tests.packs.cluster.machines import KEY, Machines  # noqa: E402

CHECKPOINTS = SYSTEMS = 12


def measured(path: Path, score: list[str], rows: int) -> dict[str, float]:
    """Seconds of the processor of the commands on a project with so many verdicts to come."""
    tasks = math.ceil(rows / (CHECKPOINTS * SYSTEMS))
    make_project(path, tasks=tasks, checkpoints=CHECKPOINTS, systems=SYSTEMS).close()
    found = {}
    for words in (["score", path.name, *score], ["export", path.name, f"{path.stem}-out"],
                  ["leaderboard", path.name]):  # fmt: skip
        begun = time.perf_counter()
        spent = cost(path.parent, *words)
        wall = time.perf_counter() - begun
        found[words[0]] = spent.seconds - cost(path.parent, words[0], "--help").seconds
        print(
            f"    {words[0]:12}{wall:9.1f} s of wall, {spent.seconds:.1f} s of the processor, "
            f"{spent.megabytes:.0f} MB, {rows / wall:,.0f} verdicts a second",
            flush=True,
        )
    return found


def main() -> None:
    """Prints what the commands take."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rows", type=int, nargs="+", default=[30_000, 300_000])
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--at-once", type=int, default=128)
    options.add_argument("--delay", type=float, default=0.1, help="seconds of an answer")
    options.add_argument("--folder", help="Where to work; a temporary folder if omitted.")
    options.add_argument("--here", action="store_true", help="Without a cluster.")
    asked = options.parse_args()
    server, url = start_server(asked.delay, [])
    with tempfile.TemporaryDirectory(dir=asked.folder) as place:
        machines = Machines(Path(place))
        score = ["--judge", "openai:m", "--base-url", url, "--concurrency", str(asked.at_once)]
        try:
            if asked.here:
                os.environ["OPENAI_API_KEY"] = KEY
            else:
                machines.start()
                for _ in range(asked.workers):
                    machines.worker()
                score += ["--cluster", machines.address]
            seconds = {}
            for rows in asked.rows:
                print(f"{rows:,} verdicts", flush=True)
                seconds[rows] = measured(Path(place, f"{rows}.xpert"), score, rows)
        finally:
            machines.stop()
            server.kill()
            server.wait()
    for fewer, more in zip(asked.rows, asked.rows[1:], strict=False):
        for name, before in seconds[fewer].items():
            growth = math.log(seconds[more][name] / before) / math.log(more / fewer)
            print(f"growth of {name} from {fewer:,} to {more:,}: exponent {growth:.2f}")


if __name__ == "__main__":
    main()
