"""Runs the tests that an hour's work needs, in two minutes: ``make quick``.

    python -m tests.quick [--layer judge] [--list]

Chosen are test files that import what has changed since the last commit (or, where nothing has, what
the last commit changed), those of changed packs and of code that names changed data: the nearest
first, as many as fit into two minutes by the times in ``durations.json``. With a layer: the tests of
that folder.
"""

from __future__ import annotations

import argparse
import ast
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DURATIONS = Path(__file__).parent / "durations.json"
"""Seconds that each test file takes in one process; written by ``make durations``."""
PROCESSES = 2
_ROOM = 90.0 * PROCESSES
"""Seconds of tests; the rest of the two minutes starts the processes and collects."""
_UNKNOWN = 5.0
_CODE = ("xpert_studio", "tests")
_HARNESS = Path(__file__).with_name("built.py")
"""Every test is built on it, and what it imports of the program concerns none more than others."""


def durations() -> dict[str, float]:
    """Seconds by test file, as the newest whole run took."""
    return json.loads(DURATIONS.read_text()) if DURATIONS.exists() else {}


def files_of_tests(below: str = "tests") -> list[Path]:
    """All test files, by name."""
    return sorted((ROOT / below).rglob("test_*.py"))


def changed() -> list[Path]:
    """The files that differ from the last commit; where none does, those that it changed."""
    found = _git("diff", "--name-only", "HEAD") + _git("ls-files", "--others", "--exclude-standard")
    return [ROOT / name for name in found or _git("diff", "--name-only", "HEAD~1", "HEAD")]


def _git(*words: str) -> list[str]:
    return subprocess.run(
        ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()


def nearest(files: Iterable[Path]) -> dict[Path, int]:
    """Test files that something imports its way to, by the number of imports between.

    A test file that was changed itself is nearest; one in the folder of the same name as that of a
    changed module stands before others as far away. The tests of a pack are as near as what imports
    a module of it: the program finds it by its manifest. What is no code is as near as the code
    that names it.
    """
    importers = _importers()
    distance = dict.fromkeys(files, 0)
    beside = {one for path in distance for one in (*_of_pack(path), *_naming(path))}
    edge = list(distance)
    while edge:
        found = {one for path in edge for one in importers[path]} | beside
        found, beside = found - distance.keys(), set()
        distance |= dict.fromkeys(found, max(distance.values()) + 1)
        edge = sorted(found)
    return {path: far for path, far in distance.items() if path.name.startswith("test_")}


def _of_pack(path: Path) -> list[Path]:
    """The tests of the pack that a module is of."""
    below = path.relative_to(ROOT).parts
    is_of_pack = below[:2] == ("xpert_studio", "packs") and len(below) > 3
    return files_of_tests(f"tests/packs/{below[2]}") if is_of_pack else []


def _naming(path: Path) -> list[Path]:
    """The code that names a file of data."""
    if path.suffix == ".py":
        return []
    code = (one for folder in _CODE for one in (ROOT / folder).rglob("*.py"))
    return [one for one in code if path.name in one.read_text(encoding="utf-8")]


@cache
def _importers() -> dict[Path, set[Path]]:
    """By file: the files that import it, anywhere in their code."""
    found: dict[Path, set[Path]] = defaultdict(set)
    for folder in _CODE:
        for path in (ROOT / folder).rglob("*.py"):
            for imported in [] if path == _HARNESS else _imports(path):
                found[imported].add(path)
    for path in files_of_tests():
        for folder in path.relative_to(ROOT).parents:
            found[ROOT / folder / "conftest.py"].add(path)
    return found


def _imports(path: Path) -> Iterator[Path]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        yield from filter(None, map(_file_of, names))


@cache
def _file_of(name: str) -> Path | None:
    if name.split(".")[0] not in _CODE:
        return None
    place = ROOT.joinpath(*name.split("."))
    files = (place.with_suffix(".py"), place / "__init__.py")
    return next((file for file in files if file.is_file()), None)


def chosen(files: Iterable[Path], layer: str = "") -> tuple[list[Path], int]:
    """What to run, the nearest first; and how many files there would have been.

    Args:
        files: What was changed.
        layer: A folder of tests to run instead.
    """
    changed_files = list(files)
    names = {parent.name for path in changed_files for parent in path.parents}
    of_layer = files_of_tests(f"tests/{layer}")
    near = dict.fromkeys(of_layer, 1) if layer else nearest(changed_files)
    took = durations()

    def rank(path: Path) -> tuple[int, bool, float]:
        is_elsewhere = path.parent.name not in names
        return near[path], is_elsewhere, took.get(_name(path), _UNKNOWN)

    found, room = [], _ROOM
    for path in sorted(near, key=rank):
        seconds = took.get(_name(path), _UNKNOWN)
        if seconds <= room or near[path] == 0:
            found.append(path)
            room -= seconds
    return found, len(near)


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def main() -> None:
    """Chooses, says what, and runs it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layer", default="", help="a folder below tests/")
    parser.add_argument("--list", action="store_true", help="only say which files")
    options = parser.parse_args()
    if options.layer and not (ROOT / "tests" / options.layer).is_dir():
        sys.exit(f"There is no folder tests/{options.layer}.")
    files, of = chosen(changed(), options.layer)
    names = [_name(path) for path in files]
    if options.list or not names:
        print("\n".join(names) or "No test file imports what has changed.")
        return
    print(f"{len(names)} of {of} test files that it may concern, the nearest first.", flush=True)
    command = [sys.executable, "-m", "pytest", "--processes", str(PROCESSES), *names]
    sys.exit(subprocess.run(command, cwd=ROOT, check=False).returncode)


if __name__ == "__main__":
    main()
