"""Counts statements, tokens and lines by layer.

    python packaging/size.py [--since TAG]

Statements are those of the syntax tree without docstrings; tokens are Python's without comments,
line ends and indentation.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections import defaultdict

from size_since import folder_of, print_changes, sources_now, statements, tokens


def measured() -> dict[str, tuple[int, int, int, int]]:
    """Files, statements, tokens and lines by layer."""
    layers: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for path, source in sources_now().items():
        name = folder_of(path)
        counts = (1, statements(ast.parse(source)), tokens(source), source.count("\n"))
        layers[name] = [old + new for old, new in zip(layers[name], counts, strict=True)]
    return {name: (*counts,) for name, counts in layers.items()}  # type: ignore[misc]


def main() -> None:
    """Prints the tables; with ``--since``, what was removed, moved and added."""
    parser = argparse.ArgumentParser(description="Count the code by folder.")
    parser.add_argument("--since", metavar="TAG", help="compare with this commit or tag")
    since = parser.parse_args().since
    if since:
        print_changes(since)
        return
    layers = measured()
    whole = tuple(map(sum, zip(*layers.values(), strict=True)))
    print(f"{'layer':<28}{'files':>7}{'statements':>12}{'tokens':>10}{'lines':>10}")
    for name, counts in [*layers.items(), ("all", whole)]:
        print(f"{name:<28}" + "".join(f"{n:>{w},}" for n, w in zip(counts, (7, 12, 10, 10))))  # noqa: B905


if __name__ == "__main__":
    sys.exit(main())
