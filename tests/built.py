"""Project files that tests begin with: built once by the program, then copied.

    begun = built("scored sample", make)      # make(folder) fills a folder, and returns something
    returned = begun.into(folder)             # a copy of its files, and what was returned

What was built lies in ``.built/``, below a hash of all code and data that can have made it: after a
change of them it is built anew. All processes of a run share it.
"""

from __future__ import annotations

import atexit
import hashlib
import inspect
import pickle
import shutil
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, wraps
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from xpert_studio.core.store import ProjectFile

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / ".built"
PATCHES: list[pytest.MonkeyPatch] = []
"""Those of the test that runs (``conftest.monkeypatch``)."""
_MADE_OF = ("xpert_studio", "resources", "sample_projects", "tests", "requirements")
_NO_HELPERS = ("test_", "bench_")
_RETURNED = "returned.pickle"
_PROJECT = "project.xpert"


@dataclass(frozen=True)
class Built:
    """A folder with the files that were built, and what their maker returned."""

    files: Path
    returned: Any

    def into(self, target: Path) -> Any:
        """Copies the files into a folder; returns what the maker returned."""
        shutil.copytree(self.files, target, dirs_exist_ok=True)
        return self.returned


def built(name: str, make: Callable[[Path], Any], sources: Iterable[str] = ()) -> Built:
    """What a maker builds; built now, if it has not been since the code last changed.

    Args:
        name: Says what is built, and with what.
        make: Fills a folder, and returns something that can be pickled. It closes what it opens.
        sources: Files besides the maker's that say what is built.
    """
    files = sorted({inspect.getsourcefile(make) or "", *sources})
    place = _folder() / _hash([name, *files], files)
    if _is_patched():
        own = Path(tempfile.mkdtemp(prefix="built-"))
        atexit.register(shutil.rmtree, own, ignore_errors=True)
        return _loaded(_made(own / "made", make))
    with FileLock(place.with_suffix(".lock")):  # one process builds, the others wait for it
        return _loaded(place if place.exists() else _made(place, make))


def built_project(make: Callable[..., ProjectFile]) -> Callable[..., ProjectFile]:
    """A function that makes a project at a path: after the first time it opens a copy there."""

    @wraps(make)
    def begun(path: Path, *args: Any, **options: Any) -> ProjectFile:
        def build(folder: Path) -> None:
            make(folder / _PROJECT, *args, **options).close()

        name = f"{make.__module__}.{make.__qualname__} {args!r} {sorted(options.items())!r}"
        made = built(name, build, [inspect.getsourcefile(make) or ""])
        shutil.copy(made.files / _PROJECT, path)
        return ProjectFile.open(path)

    return begun


def _is_patched() -> bool:
    """Whether a test has replaced a part of the program: what is built then is its alone."""
    return any(
        _is_ours(target) for patch in PATCHES for target, _, _ in (*patch._setattr, *patch._setitem)
    )


def _is_ours(target: object) -> bool:
    """Whether it is a module, class or table of the program or of what helps its tests."""
    if isinstance(target, dict):
        return True
    name = target.__name__ if inspect.ismodule(target) else getattr(target, "__module__", "")
    return str(name).startswith(("xpert_studio", "tests"))


def _made(place: Path, make: Callable[[Path], Any]) -> Path:
    unfinished = place.with_suffix(".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    files = unfinished / "files"
    files.mkdir(parents=True)
    (unfinished / _RETURNED).write_bytes(pickle.dumps(make(files)))
    return unfinished.rename(place)


def _loaded(place: Path) -> Built:
    return Built(place / "files", pickle.loads((place / _RETURNED).read_bytes()))


@cache
def _folder() -> Path:
    """The folder for the code as it is; what earlier code built is deleted."""
    current = KEPT / fingerprint()
    current.mkdir(parents=True, exist_ok=True)
    for other in KEPT.iterdir():
        if other != current:
            shutil.rmtree(other, ignore_errors=True)
    return current


@cache
def fingerprint() -> str:
    """The hash of the program, its data and what helps tests."""
    return _hash([], [path for name in _MADE_OF for path in sorted((ROOT / name).rglob("*"))])


def _hash(names: Iterable[str], files: Iterable[Path | str]) -> str:
    digest = hashlib.sha256("\0".join(names).encode())
    for path in map(Path, files):
        is_one = path.suffix != ".pyc" and path.is_file()
        if is_one and (names or not path.name.startswith(_NO_HELPERS)):
            digest.update(f"\0{path}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]
