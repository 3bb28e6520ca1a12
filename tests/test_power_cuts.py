"""What is said to be written is on the disk: content before it gets its name, and the name after."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from tests.cli.conftest import project, xpert  # noqa: F401 - fixtures
from xpert_studio.core import atomic_files
from xpert_studio.core.atomic_files import write_whole
from xpert_studio.core.errors import XpertError

Seen = tuple[int, int]


class Disk:
    """Records which files and folders are synced, and which get a name before they are.

    Attributes:
        early: Names that were given to content that was not synced as it stood.
        waiting: Folders whose names were changed since they were synced.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
        self._root = root
        self._synced: dict[int, Seen] = {}
        self.early: list[Path] = []
        self.waiting: set[Path] = set()
        fsync, replace, rename = os.fsync, os.replace, os.rename

        def synced(handle: int) -> None:
            fsync(handle)
            found = os.fstat(handle)
            self._synced[found.st_ino] = (found.st_size, found.st_mtime_ns)
            self.waiting.discard(Path(f"/proc/self/fd/{handle}").readlink())

        def named(give):
            def giving(source, target, **options) -> None:
                self._look(Path(source), Path(target))
                give(source, target, **options)

            return giving

        monkeypatch.setattr(os, "fsync", synced)
        monkeypatch.setattr(os, "replace", named(replace))
        monkeypatch.setattr(os, "rename", named(rename))
        monkeypatch.setattr(atomic_files, "_exchanged", lambda *_: False)

    def _look(self, source: Path, target: Path) -> None:
        if self._root not in target.absolute().parents or target.name.startswith("."):
            return
        inside = [*source.rglob("*"), source] if source.is_dir() else [source]
        for one in inside:
            state = one.stat()
            if one.is_file() and self._synced.get(state.st_ino) != (
                state.st_size, state.st_mtime_ns,
            ):  # fmt: skip
                self.early.append(target)
        self.waiting.add(target.absolute().parent)


@pytest.fixture
def disk(monkeypatch, tmp_path) -> Disk:
    return Disk(monkeypatch, tmp_path)


WRITTEN = (
    ("export", "{p}", "bundle"), ("export", "{p}", "bundle", "--replace"),
    ("export", "{p}", "bundle.zip"), ("export", "{p}", "table.csv"),
    ("export", "{p}", "table.xlsx"),
    ("export", "{p}", "hf", "--format", "hugging-face"),
    ("export", "{p}", "hf", "--format", "hugging-face", "--replace"),
    ("rubric", "export", "{p}", "rubric.xlsx"), ("rubric", "export", "{p}", "rubric.csv"),
    ("report", "{p}", "report.html"), ("report", "{p}", "report.xlsx"),
    ("report", "{p}", "report.pdf"),
    ("rubric", "export", "{p}", "one.xlsx", "t0"),
)  # fmt: skip


@pytest.mark.parametrize("words", WRITTEN, ids=" ".join)
def test_what_a_command_wrote_survives_a_power_cut(xpert, project, disk, words):  # noqa: F811
    if "--replace" in words:
        assert xpert(*(word.format(p=project) for word in words if word != "--replace")).code == 0
    disk.early.clear()
    disk.waiting.clear()
    said = xpert(*(word.format(p=project) for word in words))
    assert said.code == 0, said.err
    assert not disk.early
    assert not disk.waiting


def test_preferences_and_words_that_are_kept_survive_it_too(disk, tmp_path):
    write_whole(tmp_path / "prefs.json", "{}")
    write_whole(tmp_path / "prefs.json", "[]")
    assert not disk.early
    assert not disk.waiting


def test_a_disk_that_cannot_keep_what_it_took_is_an_error(tmp_path, monkeypatch):
    target = tmp_path / "notes.txt"
    write_whole(target, "before")

    def failing(_: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", failing)
    with pytest.raises(XpertError, match="could not be written"):
        write_whole(target, "after")
    assert target.read_text() == "before"
    assert list(tmp_path.iterdir()) == [target]


def test_a_file_system_that_keeps_no_promise_is_written_to_all_the_same(tmp_path, monkeypatch):
    def unable(_: int) -> None:
        raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(os, "fsync", unable)
    write_whole(tmp_path / "notes.txt", "after")
    assert (tmp_path / "notes.txt").read_text() == "after"
