"""Importing a project of XpertBench's size, beside json.loads and raw sqlite3.executemany.

    python tests/benchmarks/bench_import.py

Aim: at most 3 times as long. Both sides read the same files and write to the same disk.
"""

from __future__ import annotations

import argparse
import json
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
from xpert_studio.core.workflow import new_project  # noqa: E402


def raw_seconds(bundle: Path, target: Path) -> float:
    begun = time.perf_counter()
    connection = sqlite3.connect(target)
    for path in sorted(bundle.glob("*.jsonl")):
        with path.open(encoding="utf-8") as file:
            records = [json.loads(line) for line in file]
        keys = list(dict.fromkeys(key for record in records for key in record))
        connection.execute(f"CREATE TABLE {path.stem} ({', '.join(keys)})")
        marks = ", ".join("?" * len(keys))
        values = [tuple(record.get(key) for key in keys) for record in records]
        connection.executemany(f"INSERT INTO {path.stem} VALUES ({marks})", values)
    connection.commit()
    connection.close()
    return time.perf_counter() - begun


def import_seconds(bundle: Path, target: Path) -> tuple[float, float]:
    """Seconds of the first import, and of importing the same again."""
    now = datetime.now(UTC)
    with new_project(target, now=now) as project:
        begun = time.perf_counter()
        report = import_bundle(project, bundle, now=now)
        seconds = time.perf_counter() - begun
        begun = time.perf_counter()
        again = import_bundle(project, bundle, now=now)
        second = time.perf_counter() - begun
    if any(again.added.values()):
        raise SystemExit("the second import added something")
    print(f"    {seconds:.2f} s for {sum(report.added.values()):,} records, again {second:.2f} s")
    return seconds, second


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=Size.tasks)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    size = Size.scaled(options.tasks)
    raw, ours, twice = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        bundle = Path(folder, "bundle")
        write_bundle(bundle, size)
        for number in range(options.rounds):
            raw.append(raw_seconds(bundle, Path(folder, f"raw{number}.db")))
            first, second = import_seconds(bundle, Path(folder, f"p{number}.xpert"))
            ours.append(first)
            twice.append(second)
    print(f"raw      {statistics.median(raw):6.2f} s (json.loads and executemany, no checks)")
    print(f"import   {statistics.median(ours):6.2f} s")
    ratio = statistics.median(ours) / statistics.median(raw)
    print(f"ratio    {ratio:.2f} times as long (aim: at most 3)")
    again = statistics.median(twice) / statistics.median(ours)
    print(f"again    {again:.2f} times the first import, where nothing has changed")


if __name__ == "__main__":
    main()
