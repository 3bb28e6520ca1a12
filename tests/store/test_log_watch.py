"""A write-ahead log that another program takes away from under an open project."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import threading

import pytest

from tests.store.conftest import NOW
from tests.waiting import PATIENCE
from xpert_studio.core.errors import ProjectBusyError
from xpert_studio.core.records import LogEntry
from xpert_studio.core.store import ProjectFile, log

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows keeps a lock until it is let go"
)

_THEIRS = textwrap.dedent("""
    import sys
    from datetime import UTC, datetime
    from pathlib import Path
    from xpert_studio.core.records import LogEntry
    from xpert_studio.core.store import ProjectFile, log
    with ProjectFile.open(Path(sys.argv[1])) as project, project.writing() as tx:
        log.add_entry(tx, LogEntry(at=datetime.now(UTC), command="theirs"))
""")


def _log_is_taken_away(project):
    """What a file dialog does to us, and then another program that closes the project."""
    with project.path.open("rb"):
        pass
    subprocess.run([sys.executable, "-c", _THEIRS, str(project.path)], check=True)
    assert not project.path.with_name(f"{project.path.name}-shm").exists()


def _verbs(project):
    with project.reading() as tx:
        return [event.command for event in log.latest_entries(tx, 9)]


def test_a_log_that_was_taken_away_is_noticed(project):
    """Runs of another process stayed unseen, and what was written afterwards was lost."""
    with project.writing() as tx:
        log.add_entry(tx, LogEntry(at=NOW, command="ours"))
    for _ in range(2):
        _log_is_taken_away(project)
        assert _verbs(project)[0] == "theirs"
        _log_is_taken_away(project)
        with project.writing() as tx:
            log.add_entry(tx, LogEntry(at=NOW, command="ours"))
    once = ["ours", "theirs", "theirs"]
    assert _verbs(project) == [*once, *once, "ours"]
    project.close()
    with ProjectFile.open(project.path) as closed:
        assert _verbs(closed) == [*once, *once, "ours"]


def test_a_log_that_was_taken_away_is_left_before_anything_is_written(project):
    with project.writing() as tx:
        log.add_entry(tx, LogEntry(at=NOW, command="ours"))
    written = threading.Event()

    def write():
        with project.writing() as tx:
            log.add_entry(tx, LogEntry(at=NOW, command="later"))
        written.set()

    with project.reading() as tx:
        before = log.latest_entries(tx, 9)
        _log_is_taken_away(project)
        assert _verbs(project)[-1] == "ours"  # within what is being read
        with pytest.raises(ProjectBusyError), project.writing():
            pass
        writer = threading.Thread(target=write)
        writer.start()
        assert not written.wait(0.2)
        assert log.latest_entries(tx, 9) == before
    writer.join(PATIENCE)
    assert written.is_set()
    assert _verbs(project) == ["later", "theirs", "ours"]
