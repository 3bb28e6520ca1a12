"""Hostile ZIP files and attachments: refused by name, or stored as they are and flagged."""

from __future__ import annotations

import os
import stat
import struct
import sys
import zipfile

import pytest

from tests.exchange.bundles_help import SOUND_LINE, png, zipped
from tests.exchange.conftest import (
    NOW,
    TASK,
    lines,
    places,
    refusal,
    sound_bundle,
)
from xpert_studio.core.exchange import import_bundle
from xpert_studio.core.exchange.lines import MOST_EMPTY
from xpert_studio.core.records import bytes_hash
from xpert_studio.core.store import files


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("../evil", 0o100644), ("a/../../evil", 0o100644), ("/etc/evil", 0o100644),
        ("C:/evil", 0o100644), ("C:evil", 0o100644), ("a\\..\\evil", 0o100644),
        ("\\\\host\\evil", 0o100644), (".", 0o100644),
        ("link", stat.S_IFLNK | 0o777), ("device", stat.S_IFCHR | 0o666),
        ("pipe", stat.S_IFIFO | 0o666), ("tasks.jsonl", 0o100644), ("TASKS.JSONL", 0o100644),
    ],
)  # fmt: skip
def test_a_zip_with_a_name_that_leads_astray_is_refused(project, tmp_path, name, mode):
    refusal(project, zipped(tmp_path / "b.zip", (name, b"x", mode)))
    assert not list(tmp_path.rglob("evil"))


class Nameless(zipfile.ZipInfo):
    def is_dir(self):
        return False


@pytest.mark.parametrize("name", ["", "\x00hidden"])
def test_a_member_without_a_name_is_refused(project, tmp_path, name):
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr("tasks.jsonl", SOUND_LINE)
        member = Nameless("x")
        member.filename = name
        archive.writestr(member, b"x")
    assert "not a valid name" in refusal(project, tmp_path / "b.zip")[0].message


def test_names_that_differ_by_case_or_normalisation_collide(project, tmp_path):
    one = zipped(tmp_path / "a.zip", ("Notes", b"x", 0o644), ("notes", b"y", 0o644))
    assert "same name" in refusal(project, one)[0].message
    two = zipped(tmp_path / "b.zip", ("é", b"x", 0o644), ("e\u0301", b"y", 0o644))
    assert "same name" in refusal(project, two)[0].message


def patched(path, at: bytes, offset: int, change) -> None:
    data = bytearray(path.read_bytes())
    place = data.index(at) + offset
    data[place : place + 2] = struct.pack("<H", change(struct.unpack_from("<H", data, place)[0]))
    path.write_bytes(data)


def test_an_encrypted_zip_is_refused(project, tmp_path):
    path = zipped(tmp_path / "b.zip")
    patched(path, b"PK\x01\x02", 8, lambda flags: flags | 1)
    assert "encrypted" in refusal(project, path)[0].message


@pytest.mark.parametrize("method", [9, 14, 97, 12, 99])
def test_a_zip_packed_in_an_unknown_way_is_refused(project, tmp_path, method):
    path = zipped(tmp_path / "b.zip")
    patched(path, b"PK\x01\x02", 10, lambda _: method)
    patched(path, b"PK\x03\x04", 8, lambda _: method)
    assert refusal(project, path)[0].file == "tasks.jsonl"


def test_a_zip_that_needs_a_newer_program_is_refused(project, tmp_path):
    path = zipped(tmp_path / "b.zip")
    patched(path, b"PK\x01\x02", 6, lambda _: 99)
    refusal(project, path)


def test_a_zip_whose_headers_disagree_is_refused(project, tmp_path):
    path = zipped(tmp_path / "b.zip")
    path.write_bytes(path.read_bytes().replace(b"PK\x03\x04", b"PK\x03\x05", 1))
    assert places(refusal(project, path))[0][0] == "tasks.jsonl"


def test_a_file_that_lies_about_its_size_or_sum_is_refused(project, tmp_path):
    for offset in (16, 24):  # CRC, unpacked size
        path = zipped(tmp_path / f"{offset}.zip", tasks=lines([TASK]) * 1)
        patched(path, b"PK\x01\x02", offset, lambda value: value ^ 0x11)
        assert refusal(project, path)[0].file == "tasks.jsonl"


def test_a_name_that_is_no_unicode_is_refused(project, tmp_path):
    path = zipped(tmp_path / "b.zip", ("ä.txt", b"x", 0o100644))
    path.write_bytes(path.read_bytes().replace("ä.txt".encode(), b"\xff\xff.txt"))
    refusal(project, path)


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 0.999])
def test_a_truncated_zip_is_refused(project, tmp_path, part):
    path = zipped(tmp_path / "b.zip", ("x.bin", os.urandom(5000), 0o100644))
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * part)])
    refusal(project, path)


@pytest.mark.parametrize("place", ["tasks.jsonl", "attachments/x", "other.bin"])
def test_a_zip_bomb_is_refused_wherever_it_lies(project, tmp_path, place):
    bomb = [b"\n" * (1 << 20)] * 56
    if place == "tasks.jsonl":
        path = zipped(tmp_path / "b.zip", tasks=bomb)
    else:
        path = zipped(tmp_path / "b.zip", (place, bomb, 0o100644))
    assert refusal(project, path)[0].file == place


def test_a_file_of_empty_lines_is_refused_without_reading_all_of_them(project, tmp_path):
    empty = b"\n" * (MOST_EMPTY - 1) + lines([TASK]) + b"\r\n"
    report = import_bundle(project, zipped(tmp_path / "a.zip", tasks=empty), now=NOW)
    assert report.added["tasks"] == 1
    (problem,) = refusal(project, zipped(tmp_path / "b.zip", tasks=empty + b" \n"))
    assert (problem.file, problem.place) == ("tasks.jsonl", f"row {MOST_EMPTY + 2}")
    assert "100,000 empty lines" in problem.message


def test_a_hundred_thousand_members_are_refused(project, tmp_path):
    path = tmp_path / "b.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("tasks.jsonl", lines([TASK]))
        for number in range(51_000):
            archive.writestr(f"x{number}", b"")
    assert any("50,000" in problem.message for problem in refusal(project, path))


@pytest.mark.parametrize("name", ["b.zip", "b.bin", "b"])
def test_what_is_no_zip_is_refused(project, tmp_path, name):
    (tmp_path / name).write_bytes(b"Rar!\x1a\x07\x00 something")
    refusal(project, tmp_path / name)


posix = pytest.mark.skipif(sys.platform == "win32", reason="needs links and pipes")


@posix
def test_links_pipes_and_linked_folders_are_refused_and_never_opened(project, tmp_path):
    source = sound_bundle(tmp_path / "b")
    (source / "attachments").mkdir()
    (source / "attachments" / "x").symlink_to("/etc/passwd")
    (source / "elsewhere").symlink_to("/etc")
    os.mkfifo(source / "pipe")
    found = {problem.file for problem in refusal(project, source)}
    assert found == {"attachments/x", "elsewhere", "pipe"}


@posix
@pytest.mark.parametrize("name", ["b.zip", "b.csv", "b.xlsx", "b"])
def test_a_pipe_keeps_nobody_waiting(project, tmp_path, name):
    os.mkfifo(tmp_path / name)
    refusal(project, tmp_path / name)


@posix
def test_a_pipe_in_the_place_of_a_file_is_refused(project, tmp_path):
    source = sound_bundle(tmp_path / "b", tasks=None)
    os.mkfifo(source / "tasks.jsonl")
    assert refusal(project, source)[0].file == "tasks.jsonl"


@pytest.mark.skipif(sys.platform != "linux", reason="needs names of any bytes")
def test_names_that_other_systems_cannot_hold_are_refused(project, tmp_path):
    source = sound_bundle(tmp_path / "b")
    with open(os.path.join(os.fsencode(source), b"\xff.txt"), "wb"):  # noqa: PTH118, PTH123
        pass
    (source / "a\\b").write_text("x")
    problems = refusal(project, source)
    assert len(problems) == 2
    assert all(str(problem).encode() for problem in problems)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
def test_files_that_may_not_be_read_are_refused(project, tmp_path):
    source = sound_bundle(tmp_path / "b")
    (source / "tasks.jsonl").chmod(0)
    assert refusal(project, source)[0].file == "tasks.jsonl"


def test_a_file_that_cannot_be_opened_is_refused(project, tmp_path, monkeypatch):
    from pathlib import Path

    source, real = sound_bundle(tmp_path / "b"), Path.open

    def denied(self, *args, **kwargs):
        if self.name == "tasks.jsonl":
            raise PermissionError(13, "Permission denied")
        return real(self, *args, **kwargs)

    monkeypatch.setattr(Path, "open", denied)
    assert refusal(project, source)[0].file == "tasks.jsonl"


def with_attachment(folder, data: bytes, name: str, media_type: str, **change):
    item = {"path": f"attachments/{name}", "media_type": media_type, "sha256": bytes_hash(data)}
    source = sound_bundle(folder, tasks=[TASK | {"attachments": [item | change]}])
    (source / "attachments").mkdir()
    (source / "attachments" / name).write_bytes(data)
    return source


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


@pytest.mark.parametrize(
    ("name", "data", "media_type"),
    [
        ("a.png", SVG, "image/png"),
        ("b.png", b"%PDF-1.7 /JavaScript", "image/png"),
        ("c.png", png(60_000, 60_000), "image/png"),
        ("d.png", png(2**31 - 1, 2**31 - 1), "image/png"),
        ("e.png", b"\x89PNG\r\n\x1a\n" + b"\xff" * 9, "image/png"),
        ("f.jpg", b"GIF89a", "image/jpeg"),
        ("g.pdf", b"MZ\x90", "application/pdf"),
        ("h", png(60_000, 60_000), "image/png"),
    ],
)
def test_attachments_that_lie_are_stored_as_they_are_and_flagged(
    project, tmp_path, name, data, media_type
):
    source = with_attachment(tmp_path / "b", data, name, media_type)
    report = import_bundle(project, source, now=NOW)
    assert any(f"attachments/{name}" in text for text in report.warnings)
    with project.reading() as tx:
        assert files.get_blob(tx, bytes_hash(data)) == data


def test_an_honest_svg_is_stored_and_a_sound_picture_is_not_flagged(project, tmp_path):
    source = with_attachment(tmp_path / "b", SVG, "a.svg", "image/svg+xml")
    (source / "attachments" / "b.png").write_bytes(png(2, 2))
    told = import_bundle(project, source, now=NOW).warnings
    assert not any("type" in text or "shown" in text for text in told)


@pytest.mark.parametrize("change", [{"sha256": "0" * 64}, {"path": "attachments/other.png"}])
def test_attachments_that_do_not_match_their_hash_are_refused(project, tmp_path, change):
    source = with_attachment(tmp_path / "b", b"data", f"{'0' * 64}.png", "image/png", **change)
    assert refusal(project, source)


def test_attachments_that_are_missing_are_refused_by_name(project, tmp_path):
    source = with_attachment(tmp_path / "b", b"data", "x.bin", "x")
    (source / "attachments" / "x.bin").unlink()
    assert places(refusal(project, source)) == [("attachments/x.bin", "", "attachments")]


def test_an_attachment_of_more_than_64_mb_is_refused(project, tmp_path):
    source = sound_bundle(tmp_path / "b")
    (source / "attachments").mkdir()
    with (source / "attachments" / "x").open("wb") as file:
        file.truncate((64 << 20) + 1)
    assert places(refusal(project, source)) == [("attachments/x", "", "")]
