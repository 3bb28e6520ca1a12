"""Disturbs every operation at every change of a file, and prints what held: ``make faults``.

    python -m tests.faults.campaign [--count N] [--only OPERATION[:KIND:NUMBER]] [--jobs N]

Takes about an hour on one core. A line of a case that did not hold names it as ``--only`` takes it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.faults.shim import PRELOAD, Kind, build, why_not

ROOT = Path(__file__).resolve().parents[2]
_ROOM = 60 * 1024 * 1024


@dataclass
class Results:
    """What came of a campaign.

    Attributes:
        changes: The changes of files that each operation makes, by their names.
        cases: The cases, as the driver tells of them.
    """

    changes: dict[str, list[str]] = field(default_factory=dict)
    cases: list[dict[str, Any]] = field(default_factory=list)

    def add(self, told: dict[str, Any]) -> None:
        """Takes in a line of a driver."""
        if "changes" in told:
            self.changes[told["operation"]] = told["changes"]
        else:
            self.cases.append(told)

    def of(self, operation: str, kind: Kind | None = None) -> list[dict[str, Any]]:
        """The cases of an operation, and of a kind."""
        return [
            case
            for case in self.cases
            if case["operation"] == operation and kind in {None, case["kind"]}
        ]


def carry_out(arguments: Iterable[str] = (), *, jobs: int = 1) -> Iterator[dict[str, Any]]:
    """Runs drivers with the shim preloaded; gives what they tell, as it comes."""
    with (
        tempfile.TemporaryDirectory(prefix="faults-", dir=_memory()) as scratch,
        ExitStack() as stack,
    ):
        folder = Path(scratch)
        library = build(folder)
        url = stack.enter_context(_provider())
        drivers = [
            stack.enter_context(
                subprocess.Popen(
                    [
                        sys.executable, "-m", "tests.faults.driver", str(folder / str(part)),
                        "--provider", url, "--part", f"{part}/{jobs}", *arguments,
                    ],
                    cwd=ROOT, env=_environment(folder, library), stdout=subprocess.PIPE,
                )
            )
            for part in range(jobs)
        ]  # fmt: skip
        for driver in drivers:
            assert driver.stdout is not None
            for line in driver.stdout:
                yield json.loads(line)
            if driver.wait():
                raise RuntimeError(f"the driver ended with {driver.returncode}")


def _memory() -> str | None:
    """A folder in memory, where there is one with room: to sync a file takes no time there."""
    folder = Path("/dev/shm")
    is_there = os.access(folder, os.W_OK) and shutil.disk_usage(folder).free > _ROOM
    return str(folder) if is_there else None


@contextmanager
def _provider() -> Iterator[str]:
    """A loopback provider in a process of its own, so that a driver can be forked."""
    command = [sys.executable, "-m", "tests.loopback"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{process.stdout.readline().strip()}/v1"
        finally:
            process.kill()


def _environment(folder: Path, library: Path) -> dict[str, str]:
    """A home of its own, and no threads in libraries."""
    return {
        **{name: text for name, text in os.environ.items() if not name.startswith("XDG_")},
        PRELOAD: str(library), "HOME": str(folder / "home"), "NO_PROXY": "127.0.0.1",
        "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "NO_COLOR": "1",
        "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
    }  # fmt: skip


def table(results: Results) -> str:
    """Tried and held, by operation and kind."""
    head = f"{'operation':<16}{'changes':>8}" + "".join(f"{kind.value:>12}" for kind in Kind)
    lines = [head + f"{'all':>14}"]
    for name, changes in results.changes.items():
        cells = [_held(results.of(name, kind)) for kind in Kind]
        line = f"{name:<16}{len(changes):>8}" + "".join(f"{cell:>12}" for cell in cells)
        lines.append(line + f"{_held(results.of(name)):>14}")
    outcomes = Counter(case["outcome"] for case in results.cases)
    told = ", ".join(f"{count} {outcome}" for outcome, count in outcomes.most_common())
    return "\n".join([*lines, f"\n{_held(results.cases)} held; {told}."])


def _held(cases: list[dict[str, Any]]) -> str:
    return f"{sum(not case['problems'] for case in cases)}/{len(cases)}"


def words(case: dict[str, Any]) -> str:
    """A case that did not hold."""
    name = f"{case['operation']}:{case['kind']}:{case['number']}"
    problems = "".join(f"\n    {problem}" for problem in case["problems"])
    return f"{name} ({case['change']}, {case['outcome']}){problems}"


def main() -> None:
    """Carries the campaign out; ends with 1 where anything did not hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1, help="drivers at once")
    options, arguments = parser.parse_known_args()
    if why_not():
        sys.exit(f"Not possible here: {why_not()}.")
    begun, results = time.monotonic(), Results()
    for told in carry_out(arguments, jobs=options.jobs):
        results.add(told)
        if told.get("problems"):
            print(words(told), flush=True)
    print(f"\n{table(results)}\n{time.monotonic() - begun:.0f} s.")
    sys.exit(any(case["problems"] for case in results.cases))


if __name__ == "__main__":
    main()
