"""What is left of rendering many files one after the other: processes, folders, memory.

    python tests/benchmarks/bench_renders.py [--files 200]

Renders web pages, images, PDFs and texts, mixed, with Chromium and LibreOffice where they are
installed. Prints how many there were, how many processes and temporary files live on, and how the
memory of this process grew. The ratio is of its memory at the end to that after ten files.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.packs.web_pages.many_renders import render_many


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--files", type=int, default=200)
    count = options.parse_args().files
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as own:
        tempfile.tempdir = own  # others write into the folder of all
        found = render_many(count)
    taken = time.perf_counter() - began
    kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(found.files.items()))
    print(f"{sum(found.files.values())} files ({kinds}): {found.pictures} pictures, {taken:.0f} s")
    print(f"failures: {found.failures or 'none'}")
    print(f"processes that live on: {found.processes or 'none'}")
    print(f"temporary files left: {found.folders or 'none'}")
    first, last = found.memory[min(10, len(found.memory)) - 1], found.memory[-1]
    print(
        f"memory: {first:.0f} MB after ten files, {last:.0f} at the end, {found.growth:+.0f} at most"
    )
    print(f"ratio {last / first:.2f}")


if __name__ == "__main__":
    main()
