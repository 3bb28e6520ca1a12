"""How a program is started in bubblewrap: what it sees, and the limits of each process.

It sees the system's programs and libraries (``/usr``, read-only), two devices, and an empty folder
of its own in memory. There is no ``/proc``: programs do without, and containers seldom let one be
mounted. Nothing of ours is written to a disk: files are handed over as descriptors.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from xpert_studio.api.runners import Program

ROOM: Final = 64 * 1024 * 1024
"""Size of the folder that a program can write to, in bytes."""

_NOBODY: Final = 65_534
_PATH: Final = "/usr/bin:/bin:/usr/local/bin"
_INTERPRETERS: Final = {
    "python": ("/usr/bin/python3", "-s", "-B", "-X", "utf8"),
    "javascript": ("/usr/bin/node",),
}
_ENVIRONMENT: Final = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
_FOLDERS: Final = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
"""Beside ``/usr``: links into it, and folders of their own on older systems."""

_DEVICES: Final = ("/dev/null", "/dev/urandom")
"""Not ``/dev/zero``: shared mappings of it are memory that no limit counts."""

_LIMITS: Final[dict[str, int]] = {
    "as": 64 * 1024**3,  # Node.js reserves much more than it uses
    "core": 0,
    "fsize": ROOM,
    "memlock": 0,
    "msgqueue": 0,
    "nofile": 64,
    "nproc": 32,
    "rtprio": 0,
    "sigpending": 256,
    "stack": 8 * 1024**2,
}


@dataclass(frozen=True, slots=True)
class Tools:
    """The programs that make a sandbox."""

    bubblewrap: str
    prlimit: str
    choom: str


def found_tools() -> tuple[Tools, list[str]]:
    """The programs that make a sandbox, and the names of those that are missing."""
    found = {name: shutil.which(name, path=_PATH) for name in ("bwrap", "prlimit", "choom")}
    missing = [name for name, place in found.items() if place is None]
    return Tools(found["bwrap"] or "", found["prlimit"] or "", found["choom"] or ""), missing


def interpreter(language: str) -> tuple[str, ...]:
    """The command that runs a file of a language, inside the sandbox."""
    return _INTERPRETERS[language]


@dataclass(frozen=True, slots=True)
class Start:
    """How a sandbox is started.

    Attributes:
        command: The command.
        stdin: The descriptor of its standard input.
        passed: The other descriptors it takes.
        status: Where bubblewrap says what becomes of it: to be read from.
        written: The other end, to be closed once it is started: else reading does not end.
    """

    command: list[str]
    stdin: int
    passed: tuple[int, ...]
    status: int
    written: BinaryIO


@contextmanager
def start(tools: Tools, program: Program, filter_: bytes) -> Iterator[Start]:
    """What starts a program; the descriptors are closed at the end.

    Args:
        tools: The programs that make a sandbox.
        program: What is to be run.
        filter_: The filter of system calls.
    """
    with ExitStack() as stack:

        def held(content: bytes) -> int:
            descriptor = in_memory(content)
            stack.callback(os.close, descriptor)
            return descriptor

        stdin, rules = held(program.stdin), held(filter_)
        files = {name: held(content) for name, content in program.files.items()}
        status, written = os.pipe()
        stack.callback(os.close, status)
        with os.fdopen(written, "wb") as end:
            passed = (rules, written, *files.values())
            command = [
                # The kernel ends this first where memory runs out.
                *(tools.choom, "-n", "1000", "--", tools.bubblewrap),
                *("--json-status-fd", str(written), "--seccomp", str(rules)),
                *cut_off(),
                *_what_it_sees(files),
                *("--", tools.prlimit, *limits(program.seconds, program.megabytes), "--"),
                *interpreter(program.language),
                *program.options,
                program.main,
            ]
            yield Start(command, stdin, passed, status, end)


def as_nobody() -> dict[str, Any]:
    """How a sandbox is started by root: as another user, whom the kernel holds to his limits."""
    return {"user": _NOBODY, "group": _NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}


def cut_off(environment: Mapping[str, str] = _ENVIRONMENT) -> Iterator[str]:
    """Options that leave a program nothing of this computer but what is named after them."""
    yield from ("--unshare-all", "--unshare-user", "--uid", str(_NOBODY), "--gid", str(_NOBODY))
    yield from ("--hostname", "sandbox", "--cap-drop", "ALL", "--new-session", "--die-with-parent")
    yield "--clearenv"
    for name, value in environment.items():
        yield from ("--setenv", name, value)


def system_seen() -> Iterator[str]:
    """Options that show the system's programs and libraries, read-only, and two devices."""
    yield from ("--ro-bind", "/usr", "/usr")
    for folder in map(Path, _FOLDERS):
        if folder.is_symlink():
            yield from ("--symlink", str(folder.readlink()), str(folder))
        elif folder.is_dir():
            yield from ("--ro-bind", str(folder), str(folder))
    for device in _DEVICES:
        yield from ("--dev-bind", device, device)


def _what_it_sees(files: Mapping[str, int]) -> Iterator[str]:
    yield from system_seen()
    # One folder for all that is written, so that its size bounds it all.
    yield from ("--symlink", "/tmp", "/dev/shm")  # noqa: S108 - inside the sandbox
    yield from ("--size", str(ROOM), "--tmpfs", "/tmp", "--dir", "/tmp/own")  # noqa: S108
    for name, descriptor in files.items():
        yield from ("--file", str(descriptor), f"/tmp/own/{name}")  # noqa: S108
    yield from ("--remount-ro", "/", "--chdir", "/tmp/own")  # noqa: S108


def limits(seconds: int, megabytes: int, others: Mapping[str, int] | None = None) -> Iterator[str]:
    """Options of ``prlimit`` for each process.

    Args:
        seconds: Of computing.
        megabytes: Of memory.
        others: By name, in place of those that hold for code.
    """
    for name, most in (_LIMITS | dict(others or {})).items():
        yield f"--{name}={most}"
    yield f"--data={megabytes * 1024**2}"
    # The first is a signal that can be ignored, the second is none.
    yield f"--cpu={seconds}:{seconds + 1}"


def in_memory(content: bytes) -> int:
    """A descriptor to read a content from, which holds neither more nor less for anyone."""
    descriptor = os.memfd_create("sandbox", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    with os.fdopen(os.dup(descriptor), "wb") as file:
        file.write(content)
    os.lseek(descriptor, 0, os.SEEK_SET)
    every = fcntl.F_SEAL_SEAL | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, every)
    return descriptor
