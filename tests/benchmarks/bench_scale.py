"""What commands cost as a project grows: processor time, memory, and how fast both grow.

    python tests/benchmarks/bench_scale.py [--rows 30000 300000] [--only import verify]

For every number of verdicts a bundle in the proportions of XpertBench is written, and the commands
are run on it one after the other, each in a process of its own. Prints the seconds of processor
time (of the user and the system), the most memory a command held, and the exponent of growth of
the time from one size to the next, without what a command takes to start: 1 where twice the rows
take twice as long. Goals: exponents of at most 1.1, and 1 GB; with ``--rows 30000 3000000`` too,
which takes a quarter of an hour on an idle machine and 4 GB of disk.
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.benchmarks.synthetic import Size, write_bundle  # noqa: E402

RUN = "from xpert_studio.start import run; run()"
COMMANDS = {
    "import": ("import", "p.xpert", "bundle", "--new", "--as", "lena"),
    "verify": ("verify", "p.xpert"),
    "info": ("info", "p.xpert"),
    "leaderboard": ("leaderboard", "p.xpert", "--as", "lena"),
    "align": ("align", "p.xpert", "--as", "lena"),
    "report": ("report", "p.xpert", "report.html", "--as", "lena"),
    "export": ("export", "p.xpert", "out", "--as", "lena"),
    "lint": ("lint", "check", "p.xpert"),
    "task list": ("task", "list", "p.xpert"),
    "search": ("search", "p.xpert", "covenant", "--as", "lena"),
}
NEEDED = "import"
MOST_GROWTH, MOST_MEGABYTES = 1.1, 1000


class Cost(NamedTuple):
    """Seconds of processor time, and megabytes held at most."""

    seconds: float
    megabytes: float


def cost(folder: Path, *words: str) -> Cost:
    """What a command takes."""
    environment = os.environ | {"PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder / "cache")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled
    child = subprocess.Popen(
        [sys.executable, "-c", RUN, *words],
        cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip
    said = child.stderr.read()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in {0, 1}:
        raise SystemExit(f"{' '.join(words)}: {said.decode()}")
    scale = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / scale)


def size_of(rows: int) -> Size:
    """XpertBench's proportions with so many verdicts."""
    return Size.scaled(max(1, round(Size.tasks * rows / Size.verdicts)))


def costs(folder: Path, rows: int, chosen: list[str]) -> dict[str, Cost]:
    """The costs of the commands on a project of that size."""
    write_bundle(folder / "bundle", size_of(rows))
    found = {}
    for name, words in COMMANDS.items():
        if name in chosen or name == NEEDED:
            found[name] = cost(folder, *words)
            print(f"    {name:12}{found[name].seconds:9.1f} s {found[name].megabytes:7.0f} MB",
                  flush=True)  # fmt: skip
    return found


def main() -> int:
    """Prints a line a size and command; 1 where a goal is missed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rows", type=int, nargs="+", default=[30_000, 300_000])
    options.add_argument("--only", nargs="+", choices=list(COMMANDS), default=list(COMMANDS))
    options.add_argument("--folder", help="Where to work; a temporary folder if omitted.")
    asked = options.parse_args()
    measured: dict[int, dict[str, Cost]] = {}
    with tempfile.TemporaryDirectory(dir=asked.folder) as place:
        start = {
            name: cost(Path(place), *words[: words.index("p.xpert")], "--help").seconds
            for name, words in COMMANDS.items()
            if name in asked.only or name == NEEDED
        }
        print(f"starting takes {min(start.values()):.1f} to {max(start.values()):.1f} s")
        for rows in asked.rows:
            folder = Path(place, str(rows))
            folder.mkdir()
            print(f"{rows:,} verdicts")
            measured[rows] = costs(folder, rows, asked.only)
    missed = False
    for fewer, more in zip(asked.rows, asked.rows[1:], strict=False):
        print(f"growth from {fewer:,} to {more:,}")
        for name, after in measured[more].items():
            own = [measured[rows][name].seconds - start[name] for rows in (fewer, more)]
            before, own_after = (max(seconds, 0.1) for seconds in own)
            growth = math.log(own_after / before) / math.log(more / fewer)
            is_missed = growth > MOST_GROWTH or after.megabytes > MOST_MEGABYTES
            missed |= is_missed
            print(f"    {name:12} exponent {growth:.2f}{'  MISSED' if is_missed else ''}")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
