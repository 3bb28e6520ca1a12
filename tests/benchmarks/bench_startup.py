"""What short commands import and cost: wall time, and CPU (user and system) on the sample project.

python tests/benchmarks/bench_startup.py

``--help`` and ``info`` load none of ``HEAVY``, ``align`` and ``leaderboard`` neither; it fails
where one does.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("openai", "anthropic", "google", "pandas", "scipy.stats", "pyarrow")
RUNS = 5
CODE = """
import sys
sys.argv = {arguments!r}
from xpert_studio.cli.main import run
try:
    run()
except SystemExit:
    pass
print(*[name for name in {heavy!r} if name in sys.modules], file=sys.stderr)
"""


def main() -> None:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled
    with tempfile.TemporaryDirectory() as folder:
        sample = [sys.executable, "-m", "xpert_studio.cli.main", "sample", folder]
        subprocess.run(sample, capture_output=True, check=True, cwd=ROOT)
        project = str(Path(folder, "sample.xpert"))
        bare, _ = median_cost([sys.executable, "-c", "pass"])
        for arguments in (
            ["--help"],
            ["info", project],
            ["align", project],
            ["leaderboard", project],
        ):
            code = CODE.format(arguments=["xpert-studio", *arguments], heavy=HEAVY)
            command = [sys.executable, "-c", code]
            done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
            heavy = done.stderr.split()
            seconds, cpu = median_cost(command)
            print(
                f"{arguments[0]:11} {seconds:.2f} s, {seconds / bare:.0f} times a bare interpreter; "
                f"{cpu:.2f} s of CPU; heavy imports: {', '.join(heavy) or 'none'}"
            )
            if heavy:
                sys.exit(1)


def median_cost(command: list[str]) -> tuple[float, float]:
    """Seconds of wall time and of CPU."""
    wall, cpu = [], []
    for _ in range(RUNS):
        begun, before = time.perf_counter(), os.times()
        subprocess.run(command, capture_output=True, check=True, cwd=ROOT)
        after = os.times()
        wall.append(time.perf_counter() - begun)
        used = (after.children_user, after.children_system)
        cpu.append(sum(used) - before.children_user - before.children_system)
    return statistics.median(wall), statistics.median(cpu)


if __name__ == "__main__":
    main()
