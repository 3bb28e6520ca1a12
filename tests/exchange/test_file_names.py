"""An unknown file never takes a name of the format, and what was written is read back."""

from __future__ import annotations

import json
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.exchange.conftest import NOW, SOUND, lines, records_of, refusal, sound_bundle
from xpert_studio.core.errors import XpertError
from xpert_studio.core.exchange import export_bundle, import_bundle
from xpert_studio.core.exchange.bundle_format import MANIFEST, ROW_FILES
from xpert_studio.core.exchange.file_names import (
    UnknownNames,
    folded,
    format_name_like,
    is_portable,
    normal_name,
)
from xpert_studio.core.exchange.targets import open_target
from xpert_studio.core.records import Visibility
from xpert_studio.core.store import files
from xpert_studio.core.workflow import new_project

NEARLY = [
    "TASKS.JSONL", "tasks.jsonl/x", "tasks.jsonl.", "tasks.jsonl ", "Tasks.jsonl/./x",
    "tasks.json\u200dl", "manifest.json/x", "readme.md/x", "croissant.json/x", "Attachments",
    "verdicts.jsonl./x",
]  # fmt: skip
UNPORTABLE = [
    "x" * 300, "nul", "CON.txt", "com1.log", "lpt¹", "notes ", "notes.", "a:b", "sub/aux", "a?b",
    "TASKS~1.JSO", "/".join(["folder"] * 60),
]  # fmt: skip


def zipped(path, extra: dict[str, bytes], **spoilt):
    """A sound bundle as a zip, with more members under names that may be anything."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, rows in (SOUND | spoilt).items():
            if rows is not None:
                archive.writestr(f"{name}.jsonl", lines(rows))
        for name, data in extra.items():
            archive.writestr(name, data)
    return path


@pytest.mark.parametrize("name", ["./tasks.jsonl", ".//tasks.jsonl", "././/tasks.jsonl"])
def test_a_name_with_dots_is_the_name_without(project, tmp_path, name):
    source = zipped(
        tmp_path / "b.zip", {name: lines([{"id": "t1", "prompt": "Do it."}])}, tasks=None
    )
    import_bundle(project, source, now=NOW)
    assert [task.id for task in records_of(project)["tasks"]] == ["t1"]
    with project.reading() as tx:
        assert not list(files.extra_files(tx))


@pytest.mark.parametrize(
    "name",
    [
        *NEARLY, *UNPORTABLE, "./tasks.jsonl", ".//tasks.jsonl", "./manifest.json/x",
        "a/../tasks.jsonl", "..\\tasks.jsonl", ".\\tasks.jsonl", "tasks.jsonl::$DATA",
    ],
)  # fmt: skip
def test_a_member_that_some_system_takes_for_another_is_refused(project, tmp_path, name):
    assert refusal(project, zipped(tmp_path / "b.zip", {name: b"x"}))


def test_twins_by_normalisation_and_a_file_that_is_a_folder_are_refused(project, tmp_path):
    for number, names in enumerate((("é.txt", "e\u0301.txt"), ("a/b", "a"), ("a", "A/b"))):
        refusal(project, zipped(tmp_path / f"{number}.zip", dict.fromkeys(names, b"x")))
    import_bundle(project, zipped(tmp_path / "one.zip", {"a": b"x"}), now=NOW)
    assert "folder" in str(refusal(project, zipped(tmp_path / "two.zip", {"a/b": b"x"}))[0])


def test_what_an_earlier_version_kept_overwrites_nothing(project, tmp_path):
    import_bundle(project, sound_bundle(tmp_path / "a"), now=NOW)
    with project.writing() as tx:
        for name in ("./tasks.jsonl", "manifest.json/x", "notes.txt", "x" * 300):
            files.put_extra_file(tx, name, b"planted")
    for place in (tmp_path / "b", tmp_path / "b.zip"):
        report = export_bundle(project, place, visibility=Visibility.PRIVATE, now=NOW)
        assert sum("was not written" in text for text in report.warnings) == 3
        with new_project(tmp_path / f"{place.name}.xpert", now=NOW) as second:
            import_bundle(second, place, now=NOW)
            assert records_of(second) == records_of(project)
            with second.reading() as tx:
                assert dict(files.extra_files(tx)) == {"notes.txt": b"planted"}


PARTS = st.text(st.sampled_from("tasks.jonlTASKS~1 :\\é\u0301\u200d/"), min_size=1, max_size=24)


@given(PARTS | st.sampled_from([*NEARLY, *UNPORTABLE]))
def test_a_name_that_is_kept_is_told_apart_from_all_names_of_the_format(name):
    name = normal_name(name)
    if name and UnknownNames().why_not(name) is None:
        assert format_name_like(name) is None
        assert not {folded(name)} & {folded(file.name) for file in ROW_FILES}
        assert all(is_portable(part) for part in name.split("/"))


def written(out, rows: bytes = b"{}\n") -> None:
    out.put_lines("tasks.jsonl", [rows.decode()])
    listed = [
        {"path": path, "sha256": file.sha256, "rows": file.rows}
        for path, file in out.written.items()
    ]
    out.put(MANIFEST, json.dumps({"files": listed}).encode())


def spoilt(target, spoil) -> None:
    with open_target(target, replace=True) as out:
        written(out)
        spoil(out)


@pytest.mark.parametrize("name", ["out", "out.zip"])
def test_a_bundle_that_reads_back_as_written_takes_its_name(tmp_path, name):
    with open_target(tmp_path / name, replace=False) as out:
        written(out)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_folder_that_reads_back_differently_takes_no_name(tmp_path):
    def overwrite(folder):
        (folder / "tasks.jsonl").write_text("[]\n")

    def add(folder):
        (folder / "more").write_text("x")

    def lose(folder):
        (folder / "tasks.jsonl").unlink()

    def lie(folder):
        (folder / MANIFEST).write_text('{"files": []}')

    for spoil in (overwrite, add, lose, lie):
        (tmp_path / "out").mkdir(exist_ok=True)
        (tmp_path / "out" / MANIFEST).write_text('{"files": []}')
        with pytest.raises(XpertError, match="reads back differently"):
            spoilt(tmp_path / "out", lambda _, spoil=spoil: spoil(*tmp_path.glob(".out.*")))
        assert [path.name for path in tmp_path.iterdir()] == ["out"]
        assert (tmp_path / "out" / MANIFEST).read_text() == '{"files": []}'


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_zip_with_a_name_twice_or_a_manifest_that_lies_takes_no_name(tmp_path):
    for spoil in (
        lambda out: out.put("tasks.jsonl", b"[]\n"),
        lambda out: out.put("more", b"x"),
    ):
        with pytest.raises(XpertError, match="reads back differently"):
            spoilt(tmp_path / "out.zip", spoil)
        assert not list(tmp_path.iterdir())
