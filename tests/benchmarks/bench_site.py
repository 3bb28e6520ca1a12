"""What a site of XpertBench's size takes: processor time, memory, its size, and its first page.

    python tests/benchmarks/bench_site.py [--tasks 1346] [--keep FOLDER]

A bundle in the proportions of XpertBench, with levels, scenarios and tokens besides, is imported
and its site is written, in processes of their own. Goals for 1,346 tasks and 14 systems: at most
60 s of processor time, 300 MB of memory, 60 MB of output, and 200 kB for the first page: what a
browser reads before it shows the leaderboard.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.benchmarks.bench_scale import cost  # noqa: E402
from tests.benchmarks.synthetic import Size, rows  # noqa: E402

FIRST = (
    "index.html", "site.css", "site.js", "figures.js", "pages.js", "data/site.js",
    "data/board-en.js", "data/tasks.js",
)  # fmt: skip
LEVELS = ("basic", "medium", "hard")
MODEL = "gpt-5-mini"


def write_bundle(folder: Path, size: Size) -> None:
    """As ``synthetic.write_bundle``, with what a site shows besides."""
    folder.mkdir(parents=True)
    files = {}
    for number, (name, row) in enumerate(rows(size)):
        if name == "tasks":
            row |= {"difficulty": LEVELS[number % 3], "family": f"scenario-{number % 200}"}
        if name == "responses":
            row |= {"prompt_tokens": 900, "completion_tokens": 300 + number % 700}
            row["model"] = MODEL if row["model"] == "system-03" else row["model"]
        if name not in files:
            files[name] = (folder / f"{name}.jsonl").open("w", encoding="utf-8")
        files[name].write(json.dumps(row) + "\n")
    for file in files.values():
        file.close()


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tasks", type=int, default=1346)
    parser.add_argument("--keep", type=Path, help="where the site is to stay")
    asked = parser.parse_args()
    size = Size.scaled(asked.tasks)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        write_bundle(folder / "bundle", size)
        cost(folder, "import", "p.xpert", "bundle", "--new", "--as", "lena")
        site = asked.keep.absolute() if asked.keep else folder / "site"
        taken = cost(folder, "site", "p.xpert", str(site), "--as", "lena")
        files = [path for path in site.rglob("*") if path.is_file()]
        whole = sum(path.stat().st_size for path in files)
        first = sum((site / name).stat().st_size for name in FIRST)
    print(f"{size.tasks:,} tasks, {size.systems} systems, {size.verdicts:,} verdicts")
    print(f"processor time {taken.seconds:6.1f} s    (at most 60)")
    print(f"memory         {taken.megabytes:6.0f} MB   (at most 300)")
    print(f"output         {whole / 1e6:6.1f} MB   (at most 60), {len(files):,} files")
    print(f"first page     {first / 1e3:6.1f} kB   (at most 200)")


if __name__ == "__main__":
    main()
