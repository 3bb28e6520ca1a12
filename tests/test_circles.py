"""Of two files one imports the other, at most: no circle, neither by annotation nor in a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def files() -> dict[str, Path]:
    """Every module of the program and its tests, by name."""
    found = {}
    for folder in ("xpert_studio", "tests", "packaging"):
        for path in (ROOT / folder).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(module: str, path: Path) -> Iterator[str]:
    """The names that a file imports, anywhere in its code, below ``TYPE_CHECKING`` too."""
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            start = ".".join([*above, *filter(None, [node.module])])
            yield from (f"{start}.{alias.name}" for alias in node.names)


def imports(of: dict[str, Path]) -> dict[str, set[str]]:
    """By module, those of the others that it imports."""
    return {
        module: {
            known
            for name in imported(module, path)
            for known in [name if name in of else name.rpartition(".")[0]]
            if known in of and known != module
        }
        for module, path in of.items()
    }


def test_no_files_import_each_other_in_a_circle():
    try:
        TopologicalSorter(imports(files())).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


@pytest.mark.parametrize(
    ("module", "line", "found"),
    [
        ("a.b", "import a.c", {"a.c"}),
        ("a.b", "from a import c", {"a.c"}),
        ("a.b", "from a.c import thing", {"a.c"}),
        ("a.b", "from .c import thing", {"a.c"}),
        ("a.b", "from . import c", {"a.c"}),
        ("a.b", "def late():\n    from a.c import thing", {"a.c"}),
        ("a.b", "if TYPE_CHECKING:\n    from a.c import Thing", {"a.c"}),
        ("a.b", "import os", set()),
    ],
)
def test_every_way_to_import_is_seen(tmp_path, module, line, found):
    others = {name: tmp_path / f"{name}.py" for name in ("a", "a.b", "a.c")}
    for path in others.values():
        path.write_text("")
    others[module].write_text(line)
    assert imports(others)[module] == found
