"""Opening a project whose log is long, against one whose log is short; verifying the long one.

    python tests/benchmarks/bench_log.py

Aim: opening with 100,000 rows takes at most 1.1 times as long as with 100.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from xpert_studio.core.records import LogEntry  # noqa: E402
from xpert_studio.core.store import ProjectFile, log  # noqa: E402
from xpert_studio.core.store.log_chain import verify_log  # noqa: E402
from xpert_studio.core.workflow import new_project  # noqa: E402

TIMES = 41


def make(path: Path, rows: int) -> Path:
    """A project whose log has so many rows."""
    now = datetime.now(UTC)
    with new_project(path, now=now) as project, project.writing() as tx:
        for _ in range(rows - log.newest(tx)):
            log.add_entry(tx, LogEntry(at=now, command="run.finish", after="done"))
    return path


def opening(path: Path) -> float:
    """Seconds until a project is open and its newest rows are read."""
    begun = time.perf_counter()
    with ProjectFile.open(path) as project, project.reading() as tx:
        log.latest_entries(tx, 30)
        log.last_done(tx)
        log.last_undone(tx)
    return time.perf_counter() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        short = make(Path(folder) / "short.xpert", 100)
        long = make(Path(folder) / "long.xpert", options.rows)
        # By turns, so that both meet the same load of the machine.
        pairs = [(opening(short), opening(long)) for _ in range(TIMES)]
        first, second = (statistics.median(column) for column in zip(*pairs, strict=True))
        print(f"100 rows: {first * 1e3:.1f} ms, {options.rows:,} rows: {second * 1e3:.1f} ms")
        print(f"ratio {second / first:.2f} (aim: at most 1.10)")
        begun = time.perf_counter()
        with ProjectFile.open(long, read_only=True) as project, project.reading() as tx:
            problems = verify_log(tx)
        print(f"verified in {time.perf_counter() - begun:.1f} s: {len(problems)} problems")


if __name__ == "__main__":
    main()
