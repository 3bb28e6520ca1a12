"""Runs a command in a copy of a folder, in bubblewrap, and takes what it left there.

The copy lies in a file system in memory that only the sandbox has, of a fixed size: nothing of it
is ever on a disk. It is filled, and taken, through one open folder. It is taken when the last
process of the sandbox has ended: nothing can change it any more, and what the command made there is
looked at as ``taking`` does.
"""

from __future__ import annotations

import ctypes
import os
import select
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from xpert_studio.api.instruments import Message, UsageError
from xpert_studio.api.runners import CannotCheckError, Completed
from xpert_studio.core.errors import XpertError
from xpert_studio.core.instruments.deciding import Stop
from xpert_studio.core.judge.redaction import redact
from xpert_studio.core.language import config_folder
from xpert_studio.core.wording import short
from xpert_studio.packs.code.sandbox.command import (
    Start,
    Tools,
    cut_off,
    in_memory,
    limits,
    system_seen,
)
from xpert_studio.packs.code.sandbox.running import SandboxRun, needed, no_sandbox
from xpert_studio.packs.workspaces.folder import Folder
from xpert_studio.packs.workspaces.taking import Taken, take_open_folder

_ROOT: Final = "/tmp"  # noqa: S108 - inside the sandbox
_WORK: Final = "work"
_NOBODY: Final = 65_534
_PATIENCE: Final = 10
_LOOK: Final = os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_DIRECTORY", 0)
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0)
_LIMITS: Final = {"nofile": 1024, "nproc": 256}
_ENVIRONMENT: Final = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": f"{_ROOT}/home",
    "TMPDIR": f"{_ROOT}/scratch",
    "LANG": "C.UTF-8",
    "PYTHONDONTWRITEBYTECODE": "1",
}
_OF_NETWORK: Final = (
    "/etc/resolv.conf",
    "/etc/hosts",
    "/etc/nsswitch.conf",
    "/etc/ssl",
    "/etc/ca-certificates",
    "/etc/pki",
)
_NEVER_SEEN: Final = ("/proc", "/sys", "/dev", "/run", "/var/run")


@dataclass(frozen=True, slots=True)
class CommandTerms:
    """On which terms a command is run.

    Attributes:
        seconds: It may take, and its processes may compute.
        megabytes: Of memory for its processes.
        room: Megabytes of files that it can write.
        see: Files and folders of this computer that it can read.
        network: Whether it may use the network.
    """

    seconds: int = 600
    megabytes: int = 2048
    room: int = 256
    see: tuple[str, ...] = ()
    network: bool = False


class RunError(XpertError):
    """A command did not end as it should; nothing was taken."""


def run_in(
    folder: Folder,
    words: Sequence[str],
    *,
    stdin: str = "",
    known: Mapping[str, str] | None = None,
    terms: CommandTerms | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Taken:
    """Runs a command in a copy of a folder.

    Args:
        folder: The folder that it begins with.
        words: The command.
        stdin: What it reads on standard input.
        known: Variables of its environment; it has no others of this computer.
        terms: On which terms.
        is_stopped: Looked at while it runs: whether it is to end now.

    Returns:
        The folder as the command left it.

    Raises:
        RunError: There is no sandbox here, or the command failed, passed a limit or was stopped.
        FolderError: It left something that cannot be kept.
        UsageError: It is to see what nothing may see.
    """
    on = terms or CommandTerms()
    seen = [_need_harmless(path) for path in on.see]
    place = _Place(folder, on.room * 1024**2)
    try:
        tools, rules = needed(has_network=on.network)
        options = list(_options(tools, words, seen, known or {}, on))
        with closing(place), _start(tools, options, rules, stdin) as (begun, place.waiting):
            run = SandboxRun(
                on.seconds,
                on.megabytes,
                place.room,
                place.fill,
                is_output_limited=False,
                is_stopped=is_stopped,
            )
            _need_success(run.through(begun))
            return place.taken()
    except CannotCheckError as error:
        raise RunError(error.message, remedy=error.remedy) from error


def _need_harmless(path: str) -> str:
    """A path that the sandbox may see, without links.

    Raises:
        UsageError: It is not there, or has keys, devices or doors to other programs.
    """
    found = Path(path).expanduser().resolve()
    never = [*map(Path, _NEVER_SEEN), config_folder().resolve()]
    if not found.exists():
        raise UsageError(
            Message("There is no {path} that a command could see.", path=path),
            remedy="Correct what --see names.",
        )
    if any(found == one or found in one.parents or one in found.parents for one in never):
        raise UsageError(
            Message("A command must not see {path}: keys or devices are there.", path=found),
            remedy="Name the folder that the command needs, with --see.",
        )
    return str(found)


@contextmanager
def _start(
    tools: Tools, options: Sequence[str], rules: bytes, stdin: str
) -> Iterator[tuple[Start, int]]:
    """What starts a command, and the end of a pipe whose closing lets it begin.

    Args:
        tools: The programs that make a sandbox.
        options: Of bubblewrap, ``--``, and the command.
        rules: The filter of system calls.
        stdin: What it reads on standard input.
    """
    tool = (tools.choom, "-n", "1000", "--", tools.bubblewrap)  # it is ended first
    with ExitStack() as stack:
        held = [in_memory(one) for one in (stdin.encode("utf-8", "replace"), rules)]
        status, written = os.pipe()
        blocked, waiting = os.pipe()
        for descriptor in (*held, status, blocked):
            stack.callback(os.close, descriptor)
        with os.fdopen(written, "wb") as end:
            asked = ("--json-status-fd", str(written), "--block-fd", str(blocked))
            words = [*tool, *asked, "--seccomp", str(held[1]), *options]
            yield Start(words, held[0], (held[1], written, blocked), status, end), waiting


def _options(
    tools: Tools,
    words: Sequence[str],
    seen: Sequence[str],
    known: Mapping[str, str],
    terms: CommandTerms,
) -> Iterator[str]:
    """What the command sees and may, and the command."""
    yield from cut_off({**known, **_ENVIRONMENT})
    yield from system_seen()
    if terms.network:
        yield "--share-net"
        for path in _OF_NETWORK:
            yield from ("--ro-bind-try", path, path)
    yield from ("--size", str(terms.room * 1024**2), "--tmpfs", _ROOT)
    for name in (_WORK, "home", "scratch"):
        yield from ("--dir", f"{_ROOT}/{name}")
    for path in seen:
        yield from ("--ro-bind", path, path)
    yield from ("--remount-ro", "/", "--chdir", f"{_ROOT}/{_WORK}", "--")
    bounds = limits(terms.seconds, terms.megabytes, {**_LIMITS, "fsize": terms.room * 1024**2})
    yield from (tools.prlimit, *bounds, "--", *words)


@dataclass
class _Place:
    """The copy, in the memory of the sandbox.

    Attributes:
        folder: What it is filled with.
        room: Its size in bytes.
        waiting: Closed, the command begins; -1 where it was.
    """

    folder: Folder
    room: int
    waiting: int = -1
    root: int = -1
    first: int = -1
    began: float = field(default_factory=time.monotonic)

    def fill(self, process: int) -> bool:
        """Fills it once it is there, and lets the command begin.

        Args:
            process: The first process in the sandbox.

        Raises:
            CannotCheckError: It cannot be reached.
        """
        found = self._made(process)
        if found < 0:
            if time.monotonic() - self.began > _PATIENCE:
                raise no_sandbox(f"/proc/{process}/root")
            return False
        self.root = found
        with _as_inside():
            self._write()
        os.close(self.waiting)
        self.waiting = -1
        return True

    def _made(self, process: int) -> int:
        """The open root of what can be written, once all of it is there; -1 until then."""
        found = -1
        with suppress(OSError):
            if self.first < 0:
                self.first = os.pidfd_open(process)
            found = os.open(f"/proc/{process}/root{_ROOT}", _LOOK)
            size = os.fstatvfs(found)
            os.close(os.open(_WORK, _LOOK | os.O_NOFOLLOW, dir_fd=found))
            if size.f_blocks * size.f_frsize == self.room:
                return found
        if found >= 0:
            os.close(found)
        return -1

    def _write(self) -> None:
        work = os.open(_WORK, _LOOK | os.O_NOFOLLOW, dir_fd=self.root)
        try:
            for path, file in self.folder.files.items():
                _write_below(
                    work, path.split("/"), file.content, 0o755 if file.is_executable else 0o644
                )
        finally:
            os.close(work)

    def taken(self) -> Taken:
        """Takes what is there, when nothing can change it any more.

        Raises:
            RunError: A process of it does not end, or the folder is not there any more.
            FolderError: Something in it cannot be kept.
        """
        ended = select.poll()
        ended.register(self.first, select.POLLIN)
        if self.root < 0 or not ended.poll(_PATIENCE * 1000):
            raise RunError(
                "Processes of the command do not end, so its folder cannot be taken.",
                remedy="Run it again.",
            )
        try:
            work = os.open(_WORK, _LOOK | os.O_NOFOLLOW, dir_fd=self.root)
        except OSError as error:
            raise RunError(
                "The command removed its working folder, or put something in its place.",
                remedy="Let it write its files into the folder that it is started in.",
            ) from error
        try:
            return take_open_folder(work)
        finally:
            os.close(work)

    def close(self) -> None:
        """Lets it go."""
        for descriptor in (self.waiting, self.root, self.first):
            if descriptor >= 0:
                os.close(descriptor)


def _write_below(folder: int, parts: Sequence[str], content: bytes, mode: int) -> None:
    """Writes a file below an open folder, making the folders between."""
    if len(parts) == 1:
        with os.fdopen(os.open(parts[0], _NEW, mode, dir_fd=folder), "wb") as file:
            file.write(content)
        os.chmod(parts[0], mode, dir_fd=folder)
        return
    with suppress(FileExistsError):
        os.mkdir(parts[0], 0o755, dir_fd=folder)
    inner = os.open(parts[0], _LOOK | os.O_NOFOLLOW, dir_fd=folder)
    try:
        _write_below(inner, parts[1:], content, mode)
    finally:
        os.close(inner)


@contextmanager
def _as_inside() -> Iterator[None]:
    """Files of this thread are the user's inside: those of root cannot be in that file system."""
    if os.geteuid() != 0:
        yield
        return
    system = ctypes.CDLL(None, use_errno=True)
    group, user = os.getegid(), os.geteuid()
    try:
        system.setfsgid(_NOBODY)
        system.setfsuid(_NOBODY)
        yield
    finally:
        system.setfsuid(user)
        system.setfsgid(group)


_OVER: Final = {
    Stop.TIME: Message("The command took more than {n:,} seconds."),
    Stop.MEMORY: Message("The command needs more than {n:,} MB of memory."),
    Stop.FILES: Message("The command made more than {n:,} files."),
    Stop.ASKED: Message("The command was stopped."),
}
_HOW: Final = {
    Stop.TIME: Message("Allow more with --seconds, or let it do less."),
    Stop.MEMORY: Message("Allow more with --megabytes, or let it do less."),
    Stop.FILES: Message("Let it make fewer files."),
    Stop.ASKED: Message("Run it again to resume."),
}


def _need_success(completed: Completed) -> None:
    """Refuses what did not end well.

    Raises:
        RunError: It did not.
    """
    if completed.stopped is not None:
        message = _OVER[completed.stopped].template
        raise RunError(Message(message, n=completed.limit), remedy=_HOW[completed.stopped])
    if completed.exit_code:
        lines = (completed.error.strip() or completed.output.strip()).splitlines()
        said = redact(short(lines[-1], 200)) if lines else "–"
        raise RunError(
            Message(
                "The command ended with code {code}: {said}", code=completed.exit_code, said=said
            ),
            remedy="Correct the command. It sees its folder, programs of the system, and what "
            "--see names.",
        )
