"""Attachments travel whatever their rows call them, and no two ever take one name in a bundle."""

from __future__ import annotations

import unicodedata

import pytest

from tests.documents_made import docx, xlsx
from tests.exchange.conftest import (
    ANSWER,
    NOW,
    TASK,
    everything_in,
    places,
    records_of,
    refusal,
    sound_bundle,
)
from xpert_studio.core.documents import DOCX
from xpert_studio.core.errors import InputRefusedError
from xpert_studio.core.exchange import export_bundle, import_bundle
from xpert_studio.core.records import Attachment, Response, Task, Visibility, bytes_hash
from xpert_studio.core.store import files
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import new_project

ONE, TWO, THREE = b"one", b"two", b"three"
HASHES = {data: bytes_hash(data) for data in (ONE, TWO, THREE)}


def item(path: str, data: bytes) -> Attachment:
    return Attachment(path=path, media_type="text/plain", sha256=HASHES[data])


def put(project, named) -> None:
    """A task or response for each path and content."""
    with project.writing() as tx:
        intake = Intake(tx)
        for number, (path, data) in enumerate(named):
            files.put_blob(tx, data)
            attachments = (item(path, data),)
            if number % 2 == 0:
                intake.task(Task(id=f"t{number}", prompt="Do it.", attachments=attachments))
            else:
                intake.response(
                    Response(id=f"r{number}", task_id="t0", model="m", text="x",
                             attachments=attachments)
                )  # fmt: skip
        intake.flush()


def exported(project, target) -> dict[str, bytes]:
    export_bundle(project, target, visibility=Visibility.PRIVATE, now=NOW)
    return {
        path.relative_to(target).as_posix(): path.read_bytes()
        for path in sorted(target.rglob("*"))
        if path.is_file()
    }


NFD = unicodedata.normalize("NFD", "é.txt")
CLASHES = {
    "one path": ("attachments/a.txt", "attachments/a.txt"),
    "the hash of another, first": (f"attachments/{HASHES[TWO]}", "attachments/a.txt"),
    "another case": ("attachments/a.txt", "attachments/A.TXT"),
    "another normalisation": ("attachments/é.txt", f"attachments/{NFD}"),
    "sharp s": ("attachments/strasse", "attachments/straße"),
    "the hash of another": ("attachments/a.txt", f"attachments/{HASHES[ONE]}"),
    "the hash of another in capitals": ("attachments/?", f"attachments/{HASHES[ONE].upper()}"),
    "the hash of nothing": ("attachments/a.txt", f"attachments/{'0' * 64}.png"),
    "out of the folder": ("attachments/../a.txt", "attachments/.."),
    "no file name": ("attachments/", "attachments/."),
    "a folder and a file": ("attachments/a", "attachments/a/b"),
    "elsewhere": ("a.txt", "tasks.jsonl"),
    "what Windows cannot hold": ("attachments/a:b", "attachments/nul\x01"),
    "what Windows takes off": ("attachments/a.txt", "attachments/a.txt."),
    "too long": (f"attachments/{'长' * 100}", f"attachments/{'x' * 101}"),
    "with blanks": ("attachments/a b.txt", "attachments/ "),
    "empty": ("", "attachments/ä"),
}


@pytest.mark.parametrize("paths", CLASHES.values(), ids=CLASHES.keys())
def test_two_files_of_one_name_come_back_as_they_were(project, tmp_path, paths):
    put(project, list(zip(paths, (ONE, TWO), strict=True)))
    first = exported(project, tmp_path / "one")
    with new_project(tmp_path / "q.xpert", now=NOW) as second:
        import_bundle(second, tmp_path / "one", now=NOW)
        assert records_of(second) == records_of(project)
        with second.reading() as tx:
            assert files.blob_sizes(tx).keys() == {HASHES[ONE], HASHES[TWO]}
        assert exported(second, tmp_path / "two") == first
    names = [name for name in first if name.startswith("attachments/")]
    assert len(names) == 2
    assert all(len(name.encode()) <= 212 for name in names)


def test_two_bundles_that_share_a_name_make_one_that_can_be_imported(project, tmp_path):
    for name, data in (("a", ONE), ("b", TWO)):
        attached = {"path": "attachments/x", "media_type": "text/plain", "sha256": HASHES[data]}
        row = TASK | {"id": name, "attachments": [attached]}
        source = sound_bundle(tmp_path / name, tasks=[TASK, row])
        (source / "attachments").mkdir()
        (source / "attachments" / "x").write_bytes(data)
        import_bundle(project, source, now=NOW)
    for target in (tmp_path / "c.zip", tmp_path / "c"):
        export_bundle(project, target, visibility=Visibility.PRIVATE, now=NOW)
        with new_project(tmp_path / f"{target.name}.xpert", now=NOW) as second:
            import_bundle(second, target, now=NOW)
            assert records_of(second) == records_of(project)
    found = {path.name: path.read_bytes() for path in (tmp_path / "c" / "attachments").iterdir()}
    assert found == {"x": ONE, HASHES[TWO]: TWO}


def test_one_file_under_several_names_is_written_once(project, tmp_path):
    named = ("?", "attachments/in a response", "attachments/a", "?", "attachments/b")
    put(project, [(name, ONE) for name in named])
    names = [name for name in exported(project, tmp_path / "b") if name.startswith("attach")]
    assert names == ["attachments/a"]
    with new_project(tmp_path / "q.xpert", now=NOW) as second:
        import_bundle(second, tmp_path / "b", now=NOW)
        assert records_of(second) == records_of(project)


def rows_of(*named):
    for number, (path, data) in enumerate(named):
        attached = {"path": path, "media_type": "x", "sha256": HASHES[data]}
        yield ANSWER | {"id": f"r{number + 1}", "attachments": [attached]}


def test_a_path_with_two_contents_of_which_one_is_missing_is_refused(project, tmp_path):
    named = ("attachments/x", ONE), ("attachments/x", TWO)
    source = sound_bundle(tmp_path / "b", responses=list(rows_of(*named)))
    (source / "attachments").mkdir()
    (source / "attachments" / "x").write_bytes(ONE)
    (problem,) = refusal(project, source)
    assert (problem.file, problem.field) == ("attachments/x", "attachments")
    assert HASHES[TWO] in problem.remedy


def test_a_file_that_is_neither_of_its_contents_is_refused_once(project, tmp_path):
    named = ("attachments/x", ONE), ("attachments/x", TWO)
    source = sound_bundle(tmp_path / "b", responses=list(rows_of(*named)))
    (source / "attachments").mkdir()
    (source / "attachments" / "x").write_bytes(THREE)
    assert places(refusal(project, source)) == [("attachments/x", "", "sha256")]


def test_office_files_are_imported_without_a_warning_and_false_ones_with_one(project, tmp_path):
    found = {"memo.docx": docx("A memo"), "table.xlsx": xlsx([["x"]]), "false.docx": b"text"}
    attached = [
        {"path": f"attachments/{name}", "media_type": DOCX, "sha256": bytes_hash(data)}
        for name, data in found.items()
    ]
    source = sound_bundle(tmp_path / "b", responses=[ANSWER | {"attachments": attached}])
    (source / "attachments").mkdir()
    for name, data in found.items():
        (source / "attachments" / name).write_bytes(data)
    report = import_bundle(project, source, now=NOW)
    assert [text.partition(":")[0] for text in report.warnings] == ["attachments/false.docx"]


@pytest.mark.parametrize("name", ["readme.md", "Readme.MD"])
def test_a_card_in_another_spelling_does_not_spoil_the_next_bundle(project, tmp_path, name):
    source = sound_bundle(tmp_path / "a")
    (source / name).write_text("# Mine")
    report = import_bundle(project, source, now=NOW)
    assert any(name in text for text in report.warnings)
    exported(project, tmp_path / "b")
    with new_project(tmp_path / "q.xpert", now=NOW) as second:
        import_bundle(second, tmp_path / "b", now=NOW)


@pytest.mark.parametrize("name", ["People.jsonl", "MANIFEST.json", "attachments", "Attachments/x"])
def test_a_name_that_is_nearly_one_of_the_formats_is_refused(project, tmp_path, name):
    source = sound_bundle(tmp_path / "b")
    (source / name).parent.mkdir(exist_ok=True)
    (source / name).write_text("x")
    assert places(refusal(project, source)) == [(name, "", "")]


def test_unknown_files_of_two_bundles_do_not_clash(project, tmp_path):
    for name in ("Notes.txt", "notes.txt"):
        (sound_bundle(tmp_path / name[0]) / name).write_text("x")
    import_bundle(project, tmp_path / "N", now=NOW)
    before = everything_in(project)
    with pytest.raises(InputRefusedError):
        import_bundle(project, tmp_path / "n", now=NOW)
    assert everything_in(project) == before
