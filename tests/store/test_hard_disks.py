"""Folders that cannot be written to, full disks, quotas: nothing is lost, and the advice fits."""

from __future__ import annotations

import errno
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.store.conftest import NOW
from tests.store.crashes import leave_crashed, said, say
from xpert_studio.core.atomic_files import delete_unfinished, unfinished_path, whole_file
from xpert_studio.core.errors import DiskError, ProjectFileError, XpertError
from xpert_studio.core.records import ProjectInfo
from xpert_studio.core.store import (
    ProjectFile,
    back_up,
    check_file,
    files,
    logs,
)

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


@pytest.fixture
def crashed(tmp_path):
    """A project whose process died: what was said last is in the log only."""
    live = ProjectFile.create(tmp_path / "live.xpert", ProjectInfo(name="c", created_at=NOW))
    say(live, "v1", "v2")
    path = tmp_path / "folder" / "c.xpert"
    path.parent.mkdir()
    leave_crashed(live, path)
    live.close()
    return path


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Makes a folder read-only for a while; skips where that is not possible."""
    if os.geteuid() != 0:
        folder.chmod(0o555)
        try:
            yield
        finally:
            folder.chmod(0o755)
        return
    for options in (["--bind", str(folder), str(folder)], ["-o", "remount,ro,bind", str(folder)]):
        if subprocess.run(["mount", *options], check=False, capture_output=True).returncode:
            pytest.skip("no folder can be made read-only here")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def small_disk(folder: Path, *, size: str) -> Iterator[Path]:
    """A disk of a size; skips where none can be mounted."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def no_file_larger_than(size: int) -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    held = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, held)


def fill_up(folder: Path) -> Path:
    filler = folder / "filler"
    filler.write_bytes(b"x" * shutil.disk_usage(folder).free)
    assert shutil.disk_usage(folder).free == 0
    return filler


def contents(folder: Path) -> dict[str, bytes]:
    return {item.name: item.read_bytes() for item in folder.iterdir() if item.is_file()}


def said_for_reading(path: Path) -> list[str]:
    from xpert_studio.core.store import log

    with ProjectFile.open(path, read_only=True) as project, project.reading() as tx:
        return [event.command for event in log.all_entries(tx)]


@linux_only
@pytest.mark.parametrize("has_index", [False, True])
def test_in_a_read_only_folder_a_log_is_read_too(crashed, has_index):
    if has_index:
        logs.log_of(crashed, "-shm").write_bytes(b"")
    before = contents(crashed.parent)
    with read_only(crashed.parent):
        assert said_for_reading(crashed) == ["v1", "v2"]
        with ProjectFile.open(crashed) as project:
            assert project.read_only
            assert "reading only" in project.warnings[0]
            assert project.path == crashed
        assert said(crashed) == ["v1", "v2"]
        assert check_file(crashed).problems == ()
        copy = back_up(crashed, to=crashed.parent.parent / "copy.xpert")
    assert contents(crashed.parent) == before
    assert said(copy) == ["v1", "v2"]


@linux_only
def test_in_a_read_only_folder_the_log_of_another_file_is_not_read(crashed, project):
    project.close()
    other = crashed.parent / "other.xpert"
    shutil.copy(project.path, other)
    shutil.copy(logs.log_of(crashed), logs.log_of(other))
    before = contents(other.parent)
    with read_only(other.parent), ProjectFile.open(other) as opened:
        assert opened.info().name == "Clinic 诊所"
        assert any("belongs to another file" in warning for warning in opened.warnings)
    assert contents(other.parent) == before


@linux_only
def test_on_a_full_disk_a_project_can_be_read_and_copied_to_another(crashed, tmp_path, project):
    """One that was closed, and one with a log, whose index has no room."""
    project.close()
    with small_disk(tmp_path / "small", size="1m") as place:
        for path in (project.path, crashed, logs.log_of(crashed)):
            shutil.copy(path, place / path.name)
        filler = fill_up(place)
        assert said_for_reading(place / "clinic.xpert") == []
        assert said_for_reading(place / "c.xpert") == ["v1", "v2"]
        assert check_file(place / "c.xpert").problems == ()
        copy = back_up(place / "c.xpert", to=tmp_path / "copy.xpert")
        with pytest.raises(ProjectFileError, match="disk is full") as caught:
            ProjectFile.open(place / "clinic.xpert")
        assert "Free some room" in caught.value.remedy
        filler.unlink()
        assert said(place / "c.xpert") == ["v1", "v2"]
    assert said(copy) == ["v1", "v2"]


@linux_only
def test_a_change_that_the_disk_has_no_room_for_says_so_and_loses_nothing(tmp_path):
    with small_disk(tmp_path / "small", size="1m") as place:
        with ProjectFile.create(place / "a.xpert", ProjectInfo(name="a", created_at=NOW)) as made:
            say(made, "v1")
            with pytest.raises(DiskError, match="disk is full") as caught, made.writing() as tx:
                files.put_blob(tx, os.urandom(2_000_000))
            assert "Free some room" in caught.value.remedy
        assert said(place / "a.xpert") == ["v1"]


@linux_only
def test_a_limit_on_the_size_of_files_is_no_full_disk(project):
    say(project, "v1")
    with (
        no_file_larger_than(project.path.stat().st_size + 200_000),
        pytest.raises(DiskError, match="too large") as caught,
        project.writing() as tx,
    ):
        files.put_blob(tx, os.urandom(2_000_000))
    assert "no file of this size" in caught.value.remedy
    say(project, "v2")
    project.close()
    assert said(project.path) == ["v1", "v2"]


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        (errno.ENOSPC, "Free some room"),
        (errno.EDQUOT, "quota"),
        (errno.EIO, "fails"),
        (errno.EROFS, "only be read"),
        (errno.EACCES, "may write to"),
    ],
)
def test_each_trouble_with_a_disk_has_advice_of_its_own(tmp_path, number, advice):
    def write() -> None:
        with whole_file(tmp_path / "a.csv", replace=True) as unfinished:
            unfinished.write_text("half")
            raise OSError(number, os.strerror(number))

    with pytest.raises(XpertError, match=os.strerror(number)) as caught:
        write()
    assert advice in caught.value.remedy
    assert list(tmp_path.iterdir()) == []


def test_what_killed_processes_left_is_deleted_and_nothing_else(tmp_path):
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    mine = unfinished_path(tmp_path / "a.xpert")
    left = mine.with_name(mine.name.replace(f"-{os.getpid()}-", f"-{ended.pid}-"))
    host = mine.name.split(".")[2].split("-")[0]
    kept = [
        mine,
        left.with_name(left.name.replace(host, "0" * 8)),  # of another computer
        tmp_path / ".a.part.xpert",
        tmp_path / "a.part",
        tmp_path / f"a.{host}-{ended.pid}-00000000.part.xpert",
    ]
    for path in (*kept, left, logs.log_of(left)):
        path.write_bytes(b"x")
    folder = left.with_name(left.name.replace(".xpert", ""))
    (folder / "deep").mkdir(parents=True)
    delete_unfinished(tmp_path)
    assert sorted(tmp_path.iterdir()) == sorted(kept)


def test_a_disk_without_second_names_holds_projects_too(tmp_path, monkeypatch, project):
    """As on sticks that are formatted for every system."""

    def refuse(_self: Path, _target: Path) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    path = tmp_path / "stick.xpert"
    with ProjectFile.create(path, ProjectInfo(name="s", created_at=NOW)) as made:
        say(made, "v1")
    with pytest.raises(ProjectFileError, match="exists already"):
        ProjectFile.create(path, ProjectInfo(name="s", created_at=NOW))
    assert said(path) == ["v1"]
    raw = sqlite3.connect(path)
    assert raw.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    raw.close()
