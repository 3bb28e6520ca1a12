"""Folders on a disk, whatever is in them: taken up, or refused with the names of what is wrong."""

from __future__ import annotations

import os
import socket
import threading

import pytest

from tests.packs.workspaces.folders import of
from tests.waiting import wait_until
from xpert_studio.core.errors import UsageError
from xpert_studio.packs.workspaces import taking
from xpert_studio.packs.workspaces.folder import MOST_FILE_BYTES, MOST_FILES, FolderError
from xpert_studio.packs.workspaces.taking import take_folder
from xpert_studio.packs.workspaces.writing import write_folder


@pytest.fixture
def place(tmp_path):
    write_folder(of({"a.txt": "a\n", "sub/b.txt": "b\n"}), tmp_path / "w")
    return tmp_path / "w"


def refused(place):
    with pytest.raises(FolderError) as error:
        take_folder(place)
    return error.value.problems


def test_a_link_is_never_followed(place, tmp_path):
    (tmp_path / "secret").write_text("secret")
    (place / "absolute").symlink_to(tmp_path / "secret")
    (place / "relative").symlink_to("../secret")
    (place / "folder").symlink_to(tmp_path, target_is_directory=True)
    (place / "dangling").symlink_to("nowhere")
    said = refused(place)
    assert len(said) == 4
    assert all(one.endswith("is a symbolic link") for one in said)


def test_hard_links_pipes_sockets_and_special_bits_are_named(place, tmp_path):
    (tmp_path / "outside").write_text("secret")
    os.link(tmp_path / "outside", place / "hard")
    os.mkfifo(place / "pipe")
    (place / "a.txt").chmod(0o4755)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(place / "sock"))
        said = " ".join(refused(place))
    assert "hard is a hard link" in said and "pipe is a pipe" in said
    assert "a.txt has setuid" in said and "sock is a socket" in said


def test_odd_names_are_refused_and_shown_so_that_they_do_no_harm(place):
    for name in (b"new\nline", b"x\xff", b"\x1b[2J", "\u202eexe.txt".encode(), b"con", b"end."):
        os.mknod(os.fsencode(place) + b"/" + name)
    said = refused(place)
    assert len(said) == 6
    assert all(one.isprintable() for one in said)


def test_names_that_differ_in_case_alone_are_refused(place):
    (place / "A.txt").write_text("other")
    assert "one file on some systems" in " ".join(refused(place))


def test_a_huge_sparse_file_is_refused_without_being_read(place, monkeypatch):
    with (place / "sparse").open("wb") as file:
        file.truncate(1 << 40)
    monkeypatch.setattr(taking, "_read", lambda *_: pytest.fail("It was read."))
    (place / "a.txt").unlink()
    (place / "sub" / "b.txt").unlink()
    assert "sparse has 1,099,511,627,776 bytes" in " ".join(refused(place))


def test_a_small_sparse_file_is_taken_as_the_zeros_that_it_is(place):
    with (place / "sparse").open("wb") as file:
        file.truncate(MOST_FILE_BYTES)
    assert take_folder(place).folder.files["sparse"].content == bytes(MOST_FILE_BYTES)


@pytest.mark.parametrize("make", ["file", "folder"])
def test_more_entries_than_may_be_are_not_looked_at(place, make, monkeypatch):
    opened = []
    keep = os.stat
    monkeypatch.setattr(taking.os, "stat", lambda *a, **k: (opened.append(a), keep(*a, **k))[1])
    for n in range(4 * MOST_FILES + 10):
        new = place / f"n{n}"
        new.touch() if make == "file" else new.mkdir()
    assert "it has more than 1,000 files" in " ".join(refused(place))
    assert len(opened) <= 4 * MOST_FILES


def test_a_folder_that_is_too_deep_is_refused(place):
    deep = place
    for _ in range(60):
        deep /= "d"
    deep.mkdir(parents=True)
    (deep / "x").touch()
    assert "too long or too deep" in " ".join(refused(place))


def test_what_tools_make_for_themselves_is_left_out_and_named(place):
    (place / "__pycache__").mkdir()
    (place / "__pycache__" / "a.pyc").touch()
    (place / ".git").symlink_to("/")
    found = take_folder(place)
    assert found.left_out == (".git", "__pycache__")
    assert found.folder.files.keys() == {"a.txt", "sub/b.txt"}


def test_what_becomes_a_link_while_it_is_looked_at_is_not_followed(place, tmp_path, monkeypatch):
    (tmp_path / "secret").write_text("secret")
    keep = os.open

    def swapped(path, flags, *more, **how):
        if path == "a.txt":
            (place / "a.txt").unlink()
            (place / "a.txt").symlink_to(tmp_path / "secret")
        return keep(path, flags, *more, **how)

    monkeypatch.setattr(taking.os, "open", swapped)
    assert "a.txt cannot be read" in " ".join(refused(place))


def test_what_becomes_a_pipe_while_it_is_looked_at_keeps_nobody_waiting(place, monkeypatch):
    keep = os.open

    def swapped(path, flags, *more, **how):
        if path == "a.txt":
            (place / "a.txt").unlink()
            os.mkfifo(place / "a.txt")
        return keep(path, flags, *more, **how)

    monkeypatch.setattr(taking.os, "open", swapped)
    said = []
    thread = threading.Thread(target=lambda: said.append(refused(place)), daemon=True)
    thread.start()
    wait_until(lambda: said)
    assert "a.txt is a pipe" in " ".join(said[0])


def test_a_file_that_grows_while_it_is_read_is_refused(place, monkeypatch):
    keep = taking._read

    def growing(descriptor, size):
        with (place / "a.txt").open("a") as file:
            file.write("more")
        return keep(descriptor, size)

    monkeypatch.setattr(taking, "_read", growing)
    assert "a.txt was changed while it was read" in " ".join(refused(place))


def test_a_file_that_is_no_folder_is_refused_and_nothing_is_overwritten(place):
    with pytest.raises(UsageError, match="no folder"):
        take_folder(place / "a.txt")
    with pytest.raises(UsageError, match="no folder"):
        take_folder(place / "nowhere")
    with pytest.raises(UsageError, match="no empty folder"):
        write_folder(of({"x": "x"}), place)
    (place / "link").symlink_to(place / "new")
    with pytest.raises(UsageError, match="no empty folder"):
        write_folder(of({"x": "x"}), place / "link")
