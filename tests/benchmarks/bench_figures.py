"""Alignment and leaderboard over XpertBench's size, beside reading those rows from SQLite.

    python tests/benchmarks/bench_figures.py

Aim: at most twice as long. Libraries are imported before; reading means every column of every
verdict and judgment as Python values, and of the tasks, checkpoints and responses they belong to.
"""

from __future__ import annotations

import argparse
import sqlite3
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.benchmarks.synthetic import Size, write_bundle  # noqa: E402
from xpert_studio.core.exchange import import_bundle  # noqa: E402
from xpert_studio.core.store import ProjectFile  # noqa: E402
from xpert_studio.core.workflow import new_project  # noqa: E402
from xpert_studio.report import analyse  # noqa: E402

TABLES = ("task", "checkpoint", "response", "judgment", "verdict")


def read_seconds(path: Path) -> float:
    begun = time.perf_counter()
    connection = sqlite3.connect(path)
    count = sum(len(connection.execute(f"SELECT * FROM {name}").fetchall()) for name in TABLES)
    connection.close()
    seconds = time.perf_counter() - begun
    print(f"    read {count:,} rows in {seconds:.2f} s")
    return seconds


def figure_seconds(project: ProjectFile) -> float:
    begun = time.perf_counter()
    analysis = analyse(project)
    seconds = time.perf_counter() - begun
    (findings,) = analysis.judges.values()
    print(f"    figures in {seconds:.2f} s: CDR {findings.alignment.rank['cdr'].value:.3f}")
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=Size.tasks)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    size = Size.scaled(options.tasks)
    now = datetime.now(UTC)
    with tempfile.TemporaryDirectory() as folder:
        bundle, path = Path(folder, "bundle"), Path(folder, "p.xpert")
        write_bundle(bundle, size)
        with new_project(path, now=now) as project:
            import_bundle(project, bundle, now=now)
        with ProjectFile.open(path, read_only=True) as project:
            figure_seconds(project)  # imports the libraries
            reading, figures = [], []
            for _ in range(options.rounds):
                reading.append(read_seconds(path))
                figures.append(figure_seconds(project))
    print(f"reading  {statistics.median(reading):6.2f} s")
    print(f"figures  {statistics.median(figures):6.2f} s, reading what they need included")
    ratio = statistics.median(figures) / statistics.median(reading)
    print(f"ratio    {ratio:.2f} times as long (aim: at most 2)")


if __name__ == "__main__":
    main()
