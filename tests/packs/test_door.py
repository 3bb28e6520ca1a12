"""The door says what each name is that packs of the program take, and has none twice."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

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
