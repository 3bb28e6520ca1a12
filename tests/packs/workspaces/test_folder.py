"""Folders, archives of them, and the text that tells what was changed."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import zipfile

import pytest
from hypothesis import given

from tests.packs.workspaces.folders import FOLDERS, SAMPLE, TEXT_FOLDERS, folder, of
from tests.sampling import examples
from xpert_studio.core.documents import media_type_of, read_document
from xpert_studio.core.documents.media_types import FOLDER
from xpert_studio.core.errors import ConflictError
from xpert_studio.packs.workspaces.account import MOST_SHOWN, NOTHING, account, diff_lines
from xpert_studio.packs.workspaces.archive import (
    ArchiveError,
    pack_changes,
    pack_folder,
    unpack,
    unpack_changes,
    unpack_folder,
)
from xpert_studio.packs.workspaces.changes import changes_between, end_of
from xpert_studio.packs.workspaces.folder import EMPTY, Folder, FolderError, FolderFile
from xpert_studio.packs.workspaces.taking import take_folder
from xpert_studio.packs.workspaces.writing import write_folder


@given(FOLDERS)
@examples(60)
def test_an_archive_gives_back_its_folder_and_has_the_same_bytes_for_the_same_content(one):
    data = pack_folder(one)
    assert unpack_folder(data) == one
    assert pack_folder(Folder(dict(reversed(one.files.items())))) == data
    assert media_type_of(data) == FOLDER


@given(FOLDERS, FOLDERS)
@examples(60)
def test_changes_make_the_one_folder_the_other_and_no_third(start, end):
    changes = unpack_changes(pack_changes(changes_between(start, end)))
    assert end_of(start, changes) == end
    assert changes.written.files.keys() == {
        path for path, file in end.files.items() if start.files.get(path) != file
    }
    if end != start:
        with pytest.raises(ConflictError):
            end_of(end, changes)


@given(FOLDERS)
@examples(30)
def test_what_is_written_and_taken_up_is_the_same_folder(one):
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as place:
        write_folder(one, Path(place) / "new")
        assert take_folder(Path(place) / "new").folder == one


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
@given(TEXT_FOLDERS, TEXT_FOLDERS)
@examples(20)
def test_git_makes_the_end_from_the_start_and_the_differences_that_are_shown(start, end):
    import tempfile
    from pathlib import Path

    text = account(start, changes_between(start, end))
    patch = "\n".join(
        found[2]
        for found in re.findall(r"^(`{3,})(diff)\n(.*?)^\1$", text, re.MULTILINE | re.DOTALL)
    )
    with tempfile.TemporaryDirectory() as place:
        write_folder(start, Path(place) / "w")
        if patch.strip():
            named = re.sub(
                r"^(---|\+\+\+) (?!/dev/null)(.*)$", _git_name, patch, flags=re.MULTILINE
            )
            subprocess.run(
                ["git", "apply", "--unidiff-zero", "--whitespace=nowarn", "-"],
                cwd=Path(place) / "w", input=named.encode(), check=True, capture_output=True,
            )  # fmt: skip
        found = take_folder(Path(place) / "w").folder
    # Empty files have no lines, so a difference of lines says nothing of them.
    wanted = {path: one.content for path, one in end.files.items() if one.content}
    assert {path: one.content for path, one in found.files.items() if one.content} == wanted


def _git_name(found):
    return f"{found[1]} {'a' if found[1] == '---' else 'b'}/{found[2]}\t"


def test_the_account_names_every_file_and_what_became_of_it():
    start = of({"a.py": "x\ny\n", "old.txt": "o\n", "pic": b"\x00\x01", "run.sh": "#!/bin/sh\n"})
    end = Folder(
        of({"a.py": "x\nz\n", "new.md": "```\nn\n```\n", "pic": b"\x00\x02"}).files
        | {"run.sh": FolderFile(b"#!/bin/sh\n", is_executable=True)}
    )
    text = account(start, changes_between(start, end))
    assert text.startswith("Changed files: 1 added, 3 changed, 1 removed.")
    assert "- removed `old.txt` (1 lines, 2 bytes)" in text
    assert "- changed `run.sh` (same content, now executable)" in text
    assert re.search(r"- changed `pic` \(no text, 2 bytes, SHA-256 [0-9a-f]{64}\)", text)
    assert "-y\n+z" in text and "--- old.txt\n+++ /dev/null" in text
    assert "````diff\n--- /dev/null\n+++ new.md" in text  # no line of a file ends the fence
    assert account(start, changes_between(start, start)) == NOTHING


def test_a_long_account_says_how_much_is_not_shown_and_a_large_change_is_found_at_once():
    lines = [f"line {n}" for n in range(60_000)]
    start, end = of({"a": "\n".join(lines)}), of({"a": "\n".join(reversed(lines))})
    text = account(start, changes_between(start, end))
    assert len(text) < MOST_SHOWN + 1_000
    assert re.search(r"\([\d,]+ more lines of this difference are not shown\.\)", text)
    small = [*lines[:30_000], "changed", *lines[30_001:]]
    assert list(diff_lines("\n".join(lines), "\n".join(small)))[4:6] == ["-line 30000", "+changed"]


@pytest.mark.parametrize(
    "path",
    [
        "../a", "a/../../b", "/etc/passwd", "a//b", "", "a/", "./a", "a\nb", "a\x00b", "a\\b", "C:x",
        "con", "a/NUL.txt", "a.", "a ", "a\u202e/", "x\udcff", "e\u0301", "a" * 300, "d/" * 50 + "x",
        "short~1",
    ],
)  # fmt: skip
def test_a_path_that_leads_out_or_that_some_system_cannot_hold_is_refused(path):
    with pytest.raises(FolderError) as error:
        Folder({path: FolderFile(b"")})
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("one", "other"), [("a.txt", "A.txt"), ("ß", "ss"), ("d/a", "D/b"), ("x", "x/y"), ("X", "x/y")]
)
def test_two_paths_that_are_one_on_some_system_are_refused(one, other):
    with pytest.raises(FolderError):
        of({one: "1", other: "2"})


def zipped(parts, **how):
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", **how) as archive:
        for name, content in parts:
            archive.writestr(name, content)
    return written.getvalue()


ABOUT = '{"version":1,"executable":[],"start":"","end":"","removed":[]}'


@pytest.mark.parametrize(
    "data",
    [
        b"", b"PK\x03\x04", b"no zip",
        zipped([("files/../../etc/passwd", "x"), ("workspace.json", ABOUT)]),
        zipped([("files//etc/passwd", "x"), ("workspace.json", ABOUT)]),
        zipped([("other", "x"), ("workspace.json", ABOUT)]),
        zipped([("files/a", "x")]),
        zipped([("workspace.json", ABOUT.replace("1", "2", 1))]),
        zipped([("workspace.json", ABOUT.replace("[]", '["a"]', 1))]),
        zipped([("workspace.json", "[" * 5000)]),
        zipped([("workspace.json", ABOUT), ("files/a", bytes(1 << 22))],
               compression=zipfile.ZIP_DEFLATED),
        zipped([("workspace.json", ABOUT), ("files/a", "1"), ("files/A", "2")]),
        pack_folder(folder(a="x"))[:-30],
        pack_folder(folder(a="xyzzy")).replace(b"xyzzy", b"xyzzz"),
    ],
)  # fmt: skip
def test_a_hostile_archive_is_refused_and_read_as_an_attachment_that_is_damaged(data):
    with pytest.raises(ArchiveError) as error:
        unpack(data)
    assert "cannot be read" in error.value.message


def test_an_archive_is_not_taken_for_one_of_the_other_kind():
    start = folder(a="x")
    with pytest.raises(ArchiveError):
        unpack_changes(pack_folder(start))
    with pytest.raises(ArchiveError):
        unpack_folder(pack_changes(changes_between(start, EMPTY)))


def test_models_and_experts_read_the_files_of_a_starting_folder():
    data = (SAMPLE / "attachments" / "workspace.zip").read_bytes()
    found = read_document(data, FOLDER)
    assert "invoice.py (615 bytes)" in found.text and "def total(items" in found.text
    assert found.gaps == ()
    binary = read_document(pack_folder(of({"pic": b"\x00", "a": "t"})), FOLDER)
    assert [str(gap.where) for gap in binary.gaps] == ["pic"]


def test_the_archive_of_the_sample_is_that_of_its_folder():
    taken = take_folder(SAMPLE / "start")
    assert pack_folder(taken.folder) == (SAMPLE / "attachments" / "workspace.zip").read_bytes()
