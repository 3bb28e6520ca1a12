"""Faults that were found and mended; each of these failed before."""

import io
import zipfile

import pytest

from tests.judge.projects import NOW, make_project
from xpert_studio.core.errors import InputRefusedError
from xpert_studio.core.exchange import export_bundle, import_any, import_bundle
from xpert_studio.core.exchange.problems import MAX_LISTED
from xpert_studio.core.exchange.table_cells import write_xlsx
from xpert_studio.core.records import Attachment, ProjectInfo, Task, Visibility
from xpert_studio.core.store import ProjectFile, files, tasks
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import new_project


def empty(path):
    return ProjectFile.create(path, ProjectInfo(name="e", created_at=NOW, canary="c"))


def test_two_attachments_under_one_path_go_out_and_come_back(tmp_path):
    with empty(tmp_path / "a.xpert") as project:
        with project.writing() as tx:
            intake = Intake(tx)
            for n, path in enumerate(
                ("attachments/a.txt", "attachments/a.txt", "attachments/A.TXT")
            ):
                sha256 = files.put_blob(tx, f"content {n}".encode())
                item = Attachment(path=path, media_type="text/plain", sha256=sha256)
                intake.task(Task(id=f"t{n}", prompt="Read it.", attachments=(item,)))
            intake.flush()
        export_bundle(project, tmp_path / "b.zip", visibility=Visibility.PRIVATE, now=NOW)
        with project.reading() as tx:
            before = tasks.all_tasks(tx)
    with empty(tmp_path / "c.xpert") as project:
        import_bundle(project, tmp_path / "b.zip", now=NOW)
        with project.reading() as tx:
            assert tasks.all_tasks(tx) == before
            sizes = {item.sha256 for task in before for item in task.attachments}
            assert set(files.blob_sizes(tx)) == sizes


def test_pseudonyms_stay_the_same_and_cannot_be_looked_up_by_the_canary(tmp_path):
    with make_project(tmp_path / "p.xpert") as project:
        names = []
        for n in range(2):
            target = tmp_path / f"b{n}.zip"
            export_bundle(project, target, visibility=Visibility.PUBLIC, now=NOW)
            with zipfile.ZipFile(target) as archive:
                whole = b"".join(archive.read(name) for name in archive.namelist())
            names.append({part.split(b'"')[0] for part in whole.split(b'"expert_id":"')[1:]})
            with project.reading() as tx:
                from xpert_studio.core.store import settings

                assert settings.pseudonym_secret(tx).encode() not in whole
        assert names[0] == names[1]
        import hashlib
        import hmac

        canary = project.info().canary
        guess = hmac.new(canary.encode(), b"amara", hashlib.sha256).hexdigest()[:12]
        assert f"person-{guess}".encode() not in names[0]


def test_a_cell_too_long_leaves_nothing_behind(tmp_path, recwarn):
    with pytest.raises(ValueError, match="40,000"):
        write_xlsx(tmp_path / "x.xlsx", [("a",), ("x" * 40_000,)])


def test_a_zip_member_without_a_name_is_refused_in_words(tmp_path):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("tasks.jsonl", '{"id":"t","prompt":"p"}\n')
        archive.writestr("x", "y")
    raw = data.getvalue().replace(b"\x01\x00\x00\x00x", b"\x00\x00\x00\x00x")
    (tmp_path / "b.zip").write_bytes(raw)
    with empty(tmp_path / "a.xpert") as project, pytest.raises(InputRefusedError):
        import_bundle(project, tmp_path / "b.zip", now=NOW)


def test_a_long_table_of_unknown_names_is_compared_only_as_far_as_somebody_reads(
    tmp_path, monkeypatch
):
    """It took minutes, since each of its rows was compared with every response there is."""
    from rapidfuzz import process

    looked = []
    find = process.extractOne

    def counted(name, names, **options):
        looked.append(name)
        return find(name, names, **options)

    monkeypatch.setattr(process, "extractOne", counted)
    source = tmp_path / "judgments.csv"
    rows = [f"t1,response {n},c1,ann,expert,yes" for n in range(5 * MAX_LISTED)]
    source.write_text(
        "\n".join(["task_id,response_id,checkpoint_id,judge,kind,met", *rows]), encoding="utf-8"
    )
    with (
        make_project(tmp_path / "p.xpert") as project,
        pytest.raises(InputRefusedError) as refused,
    ):
        import_any(project, source, now=NOW)
    assert refused.value.total == 5 * MAX_LISTED
    assert len(looked) == MAX_LISTED


def test_domains_and_dimensions_that_only_the_rows_name_join_the_vocabulary(tmp_path):
    """Nobody could be made an expert of such a domain, and no line be given such a dimension."""
    folder = tmp_path / "bundle"
    folder.mkdir()
    task = '{"id": "t1", "prompt": "Go on.", "domain": "Tutoring"}\n'
    point = '{"task_id": "t1", "id": "c1", "text": "It does.", "weight": 3, "dimension": "Tone"}\n'
    (folder / "tasks.jsonl").write_text(task, encoding="utf-8")
    (folder / "checkpoints.jsonl").write_text(point, encoding="utf-8")
    with new_project(tmp_path / "p.xpert", name="p", now=NOW) as project:
        before = project.info().taxonomy
        import_bundle(project, folder, now=NOW)
        after = project.info().taxonomy
        assert after.domains == (*before.domains, "Tutoring")
        assert after.dimensions == (*before.dimensions, "Tone")
        import_bundle(project, folder, now=NOW)
        assert project.info().taxonomy == after
