"""Counts statements, tokens and lines by layer, and the files that name an example of each kind.

Statements are those of the syntax tree without docstrings; tokens are Python's without comments,
line ends and indentation.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
_FOLDERS: Final = ("xpert_studio", "packaging", "resources")
_NOT_COUNTED: Final = frozenset(
    {
        tokenize.COMMENT,
        tokenize.NL,
        tokenize.NEWLINE,
        tokenize.INDENT,
        tokenize.DEDENT,
        tokenize.ENCODING,
        tokenize.ENDMARKER,
    }
)
PROBES: Final = {
    "field of a checkpoint (dimension)": r"\bdimension\b",
    "instrument (met)": r"\bmet\b",
    "figure (macro_f1)": r"\bmacro_f1\b",
    "provider (anthropic)": r"\banthropic\b",
}
"""An existing example of each kind, and the word by which code names it."""


def _sources() -> Iterator[Path]:
    for folder in _FOLDERS:
        yield from sorted((ROOT / folder).rglob("*.py"))


def statements(tree: ast.AST) -> int:
    """Statements of a module without its docstrings."""
    every = sum(isinstance(node, ast.stmt) for node in ast.walk(tree))
    return every - sum(
        isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and ast.get_docstring(node, clean=False) is not None
        for node in ast.walk(tree)
    )


def tokens(source: str) -> int:
    """Tokens of a module, docstrings included."""
    found = tokenize.generate_tokens(io.StringIO(source).readline)
    return sum(token.type not in _NOT_COUNTED for token in found)


def measured() -> dict[str, tuple[int, int, int, int]]:
    """Files, statements, tokens and lines by layer."""
    layers: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for path in _sources():
        source = path.read_text(encoding="utf-8")
        parts = path.relative_to(ROOT).parts
        depth = 3 if parts[1] in {"core", "packs"} else 2
        name = "/".join(parts[: min(depth, len(parts) - 1)])
        counts = (1, statements(ast.parse(source)), tokens(source), source.count("\n"))
        layers[name] = [old + new for old, new in zip(layers[name], counts, strict=True)]
    return {name: (*counts,) for name, counts in layers.items()}  # type: ignore[misc]


def naming(pattern: str) -> int:
    """Files of the program that name something."""
    word = re.compile(pattern)
    return sum(bool(word.search(path.read_text(encoding="utf-8"))) for path in _sources())


def main() -> None:
    """Prints the tables."""
    layers = measured()
    whole = tuple(map(sum, zip(*layers.values(), strict=True)))
    print(f"{'layer':<28}{'files':>7}{'statements':>12}{'tokens':>10}{'lines':>10}")
    for name, counts in [*layers.items(), ("all", whole)]:
        print(f"{name:<28}" + "".join(f"{n:>{w},}" for n, w in zip(counts, (7, 12, 10, 10))))  # noqa: B905
    print("\nfiles that name an example")
    for name, pattern in PROBES.items():
        print(f"  {name:<40}{naming(pattern):>4}")


if __name__ == "__main__":
    sys.exit(main())
