"""How much processor time reading a PDF takes, beside setting the same pages.

    python tests/benchmarks/bench_documents.py [--pages 50]

Sets that many pages of two columns, reads them, and prints the seconds of both, a page's, and the
ratio. Reading ends at the longest text that is taken of a file.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import typst

from xpert_studio.core.documents.document import Findings
from xpert_studio.packs.pdf.reader import read

PAGE = "#lorem(500)\n#pagebreak()\n"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--pages", type=int, default=50)
    pages = options.parse_args().pages
    began = time.process_time()
    data = typst.compile(f"#set page(columns: 2)\n{PAGE * pages}".encode())
    was_set = time.process_time() - began
    began = time.process_time()
    text = read(data, Findings())
    was_read = time.process_time() - began
    print(f"{pages} pages, {len(text):,} characters: set {was_set:.2f} s, read {was_read:.2f} s")
    print(f"{was_read / pages * 1000:.0f} ms a page; ratio {was_read / was_set:.1f}")


if __name__ == "__main__":
    main()
