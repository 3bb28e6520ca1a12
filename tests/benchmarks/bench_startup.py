"""What ``--help`` and ``info`` import: no SDK, no pandas, no scipy; and how long they take.

python tests/benchmarks/bench_startup.py
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
HEAVY = ("openai", "anthropic", "pandas", "scipy", "sklearn", "statsmodels", "matplotlib")
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
    from xpert_studio.workflow import new_project

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "p.xpert")
        new_project(path, now=datetime.now(UTC)).close()
        bare = median_seconds([sys.executable, "-c", "pass"])
        for arguments in (["xpert-studio", "--help"], ["xpert-studio", "info", str(path)]):
            code = CODE.format(arguments=arguments, heavy=HEAVY)
            command = [sys.executable, "-c", code]
            done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
            heavy = done.stderr.split()
            seconds = median_seconds(command)
            name = arguments[1]
            print(
                f"{name:7} {seconds:.2f} s, {seconds / bare:.0f} times a bare interpreter; "
                f"heavy imports: {', '.join(heavy) or 'none'}"
            )
            if heavy:
                sys.exit(1)


def median_seconds(command: list[str]) -> float:
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True, cwd=ROOT)
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


if __name__ == "__main__":
    main()
