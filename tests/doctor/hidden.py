"""Starts programs on this computer as if it had not all of its libraries."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.judge.sandboxes import need_sandbox

ASIDE = "/mnt"
"""An empty folder of the system, where the libraries are meanwhile."""


@contextmanager
def without(library: str, folder: Path) -> Iterator[list[str]]:
    """What starts a command in a view of this computer that lacks a library.

    Args:
        library: Its name, such as ``libEGL.so.1``.
        folder: An empty folder.
    """
    need_sandbox()
    (home,) = {path.parent for path in _libraries() if path.name == library}
    for path in home.iterdir():
        if path.name != library:
            (folder / path.name).symlink_to(f"{ASIDE}/{path.name}")
    yield [
        *("/usr/bin/bwrap", "--dev-bind", "/", "/", "--bind", str(home), ASIDE),
        *("--ro-bind", str(folder), str(home)),
    ]  # fmt: skip


def _libraries() -> Iterator[Path]:
    """The libraries that the linker knows."""
    said = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True)
    for line in said.stdout.splitlines():
        _, arrow, place = line.partition(" => ")
        if arrow and Path(place).exists():
            yield Path(place).parent.resolve() / Path(place).name


def started(
    *command: str, before: list[str] | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Runs Python with arguments, in a session that names no display but those given."""
    unset = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    kept = {name: value for name, value in os.environ.items() if name not in unset}
    return subprocess.run(
        [*(before or []), sys.executable, *command],
        capture_output=True, text=True, check=False, env=kept | environment, timeout=120,
    )  # fmt: skip
