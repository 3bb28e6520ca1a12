"""Crashes: what a killed process leaves on the disk, and processes killed at a chosen moment."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from sqlalchemy import event
from sqlalchemy.engine import Engine

from tests.store.conftest import NOW
from xpert_studio.core.records import LogEntry
from xpert_studio.core.store import ProjectFile, log

_CHANGES_FILES = frozenset({"os.rename", "os.link", "os.remove", "os.mkdir", "os.rmdir", "open"})


def say(project: ProjectFile, *verbs: str) -> None:
    """One transaction a verb."""
    for verb in verbs:
        with project.writing() as tx:
            log.add_entry(tx, LogEntry(at=NOW, command=verb))


def said(path: Path) -> list[str]:
    """What was said in a project, as it reads when it is opened."""
    with ProjectFile.open(path) as project, project.reading() as tx:
        return [event.command for event in log.all_entries(tx)]


def leave_crashed(project: ProjectFile, target: Path, *, log_only: bool = False) -> None:
    """Puts at the target what would be on the disk if the project's process died now."""
    for suffix in ("-wal",) if log_only else ("", "-wal"):
        source = project.path.with_name(project.path.name + suffix)
        if source.exists():
            shutil.copy(source, target.with_name(target.name + suffix))


def killed_everywhere(
    work: Callable[[], object], *, every: int = 1, in_sql: int = 0
) -> Iterator[int]:
    """Runs work in a child that is killed at its first step, at its next, and so on to its end.

    Args:
        work: Changes files.
        every: Only every so many steps.
        in_sql: Also at every so many instructions of SQLite's machine; 0 for never.

    Yields:
        The number of the step, after the child was killed there; the last time it was not.
    """
    step = 1
    while True:
        child = os.fork()
        if child == 0:
            _run_to(step, work, in_sql)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, "it fails by itself"
        yield step
        if not os.WIFSIGNALED(status):
            return
        step += every


def _run_to(step: int, work: Callable[[], object], in_sql: int) -> None:
    left = step

    def count() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def on_audit(name: str, arguments: tuple[object, ...]) -> None:
        if name in _CHANGES_FILES and (name != "open" or "w" in str(arguments[1])):
            count()

    def on_connect(connection: sqlite3.Connection, _record: object) -> None:
        connection.set_progress_handler(count, in_sql)

    code = 1
    try:
        sys.addaudithook(on_audit)
        if in_sql:
            event.listen(Engine, "connect", on_connect)
        with suppress(SystemExit):
            work()
        code = 0
    finally:
        os._exit(code)
