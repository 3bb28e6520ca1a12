"""The door says what each name is that packs of the program take, and has none twice."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from tests.test_circles import files

CODE = Path(__file__).resolve().parents[2] / "xpert_studio"


def imported(path: Path) -> Iterator[tuple[str, str]]:
    """What a file imports by name: modules and names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", name.name) for name in node.names)


def test_modules_of_the_door_say_what_packs_take_from_them():
    taken = {
        found
        for path in (CODE / "packs").rglob("*.py")
        for found in imported(path)
        if found[0].startswith("xpert_studio.api")
    }
    assert taken
    for module in sorted({module for module, _ in taken}):
        door = import_module(module)
        names = {name for found, name in taken if found == module}
        assert names <= set(door.__all__), module
        assert sorted(names - set(re.findall(r"``(\w+)``", door.__doc__))) == [], module


@pytest.mark.parametrize("path", sorted((CODE / "api").glob("*.py")), ids=lambda path: path.stem)
def test_no_name_of_the_door_is_there_twice(path):
    names = list(imported(path))
    assert len(names) == len(set(names))


FILES = files()
DEEP = tuple(f"xpert_studio.{part}." for part in ("core", "cli", "desktop", "report"))
CALLERS = {
    "command": "xpert_studio.cli.main",
    "page": "xpert_studio.desktop.pages",
    "section": "xpert_studio.report.sections.registry",
}
"""What has been imported where a pack's file of a kind is."""


@cache
def imports(module: str) -> tuple[list[ast.ImportFrom], list[ast.ImportFrom]]:
    """The imports of a file, and those of them that are done when it is imported.

    The rest of its tree is not kept: those of all files take 300 MB.
    """
    tree = ast.parse(FILES[module].read_text(encoding="utf-8"))
    everywhere = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return everywhere, list(at_once(tree.body))


def at_once(body: list[ast.stmt]) -> Iterator[ast.ImportFrom]:
    for node in body:
        if isinstance(node, ast.ImportFrom):
            yield node
        elif isinstance(node, ast.If) and "TYPE_CHECKING" not in ast.dump(node.test):
            yield from at_once(node.body + node.orelse)


@cache
def costs(module: str) -> frozenset[str]:
    """The modules of the program that are there once a module is imported."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        one = waiting.pop()
        if one not in FILES or one in found:
            continue
        found.add(one)
        waiting.append(one.rpartition(".")[0])
        for node in imports(one)[1]:
            waiting += [f"{node.module}", *(f"{node.module}.{name.name}" for name in node.names)]
    return frozenset(found)


@cache
def origin(module: str, name: str) -> tuple[str, str]:
    """Where a thing is made that a module has by a name."""
    for node in imports(module)[1] if module in FILES else ():
        if f"{node.module}".startswith("xpert_studio"):
            for one in node.names:
                if (one.asname or one.name) == name:
                    return origin(f"{node.module}", one.name)
    return module, name


@cache
def offered() -> dict[tuple[str, str], list[str]]:
    """By where a thing is made, the modules of the door that have it."""
    found: dict[tuple[str, str], list[str]] = {}
    for module in FILES:
        if module.startswith("xpert_studio.api"):
            for name in import_module(module).__all__:
                found.setdefault(origin(module, name), []).append(module)
    return found


PACKED = sorted(name for name in FILES if name.startswith("xpert_studio.packs."))


def test_packs_take_from_the_door_what_it_has_at_no_cost():
    """A deep import is for what the door lacks, or has beside what the file does not need."""
    found = []
    for module in PACKED:
        kind = module.rpartition(".")[2].partition("_")[0]
        paid = costs("xpert_studio.api") | costs(module) | costs(CALLERS.get(kind, ""))
        for node in imports(module)[0]:
            if f"{node.module}.".startswith(DEEP):
                here = paid | costs(f"{node.module}")
                for one in node.names:
                    doors = offered().get(origin(f"{node.module}", one.name), [])
                    free = [door for door in doors if costs(door) - {door} <= here]
                    if free and not any(module in costs(door) for door in free):
                        found.append(f"{module}: {one.name} from {free[0]}")
    assert found == []


def test_the_door_imports_nothing_that_packs_bring():
    """Else a pack whose module comes first would be imported again, halfway through."""
    names = sorted(name for name in FILES if name.startswith("xpert_studio.api"))
    code = (
        "import json, sys\nfrom importlib import import_module\n"
        f"for name in {names!r}: import_module(name)\n"
        "print(json.dumps([n for n in sys.modules if n.startswith('xpert_studio.packs.')]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=CODE.parent
    )
    deep = {name for name in json.loads(done.stdout) if name.count(".") > 2}
    assert deep == {"xpert_studio.packs.checks.kinds", "xpert_studio.packs.checks.kinds.kind"}
