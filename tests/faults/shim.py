"""Builds the shim that makes changes of files fail, and steers it in the process that loaded it."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from enum import IntEnum, StrEnum
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).with_name("shim.c")
PRELOAD = "LD_PRELOAD"


class Kind(StrEnum):
    """What happens at the chosen change of a file."""

    EIO = "eio"
    """It fails with an I/O error, once."""
    FULL = "full"
    """The disk is full from then on; a write that fills it is short."""
    KILL = "kill"
    """The process is killed before it."""
    TORN = "torn"
    """The process is killed when half of it is written."""


class Sort(IntEnum):
    """What a change of a file needs; as in the shim."""

    WRITES = 0
    NEEDS_ROOM = 1
    NEEDS_NO_ROOM = 2


class Change(NamedTuple):
    """A change of a file, as the shim has seen it."""

    name: str
    sort: Sort
    path: str

    def takes(self, kind: Kind) -> bool:
        """Whether such a fault makes sense there."""
        if kind is Kind.FULL:
            return self.sort is not Sort.NEEDS_NO_ROOM
        return kind is not Kind.TORN or self.sort is Sort.WRITES


_NUMBERS = {Kind.EIO: 1, Kind.FULL: 2, Kind.KILL: 3, Kind.TORN: 4}


def why_not() -> str:
    """Why the shim cannot be used here; empty where it can."""
    if not sys.platform.startswith("linux") or sys.maxsize < 2**32:
        return "faults of the file system are made on 64-bit Linux only"
    if compiler() is None:
        return "there is no C compiler (gcc or cc)"
    return ""


def compiler() -> str | None:
    """The C compiler, where there is one."""
    return shutil.which("gcc") or shutil.which("cc")


def build(folder: Path) -> Path:
    """Compiles the shim into a folder."""
    library = folder / "shim.so"
    command = [
        str(compiler()), "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror",
        "-U_FORTIFY_SOURCE", "-o", str(library), str(SOURCE),
    ]  # fmt: skip
    subprocess.run(command, check=True)
    return library


class Shim:
    """The shim that this process was started with."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(os.environ[PRELOAD])
        self._library.fault_arm.argtypes = [
            ctypes.c_char_p, ctypes.c_int, ctypes.c_long, ctypes.c_int
        ]  # fmt: skip
        self._library.fault_arm.restype = None
        self._library.fault_disarm.restype = ctypes.c_long

    def arm(self, folder: Path, kind: Kind, number: int) -> None:
        """Gives the ``number``th change under a folder, from 1, a fault."""
        self._library.fault_arm(os.fsencode(folder), _NUMBERS[kind], number, -1)

    def watch(self, folder: Path, log: int) -> None:
        """Writes every change under a folder to a file descriptor, and lets it pass."""
        self._library.fault_arm(os.fsencode(folder), 0, 0, log)

    def disarm(self) -> int:
        """Ends either; returns how many changes there were."""
        return int(self._library.fault_disarm())


def read_log(path: Path) -> list[Change]:
    """The changes that ``watch`` has written down."""
    found = []
    for line in path.read_text().splitlines():
        name, sort, changed = line.split("\t")
        found.append(Change(name, Sort(int(sort)), changed))
    return found
