"""A public bundle's pseudonyms: the same from bundle to bundle, keyed by what no export holds."""

from __future__ import annotations

import json
from threading import Thread

import pytest

from tests.exchange.conftest import JUDGMENT, NOW, TASK, sound_bundle
from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.exchange import export_bundle, export_table, import_bundle
from xpert_studio.core.records import Visibility
from xpert_studio.core.store import ProjectFile, settings
from xpert_studio.core.workflow import new_project


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        row = JUDGMENT | {"status": "confirmed", "confirmed_by": "boss"}
        source = sound_bundle(
            tmp_path / "source", tasks=[TASK | {"author_id": "e"}], judgments=[row]
        )
        import_bundle(made, source, now=NOW)
        yield made


def published(project, target):
    report = export_bundle(project, target, visibility=Visibility.PUBLIC, now=NOW)
    (judgment,) = [json.loads(line) for line in (target / "judgments.jsonl").open()]
    (task,) = [json.loads(line) for line in (target / "tasks.jsonl").open()]
    assert task["author_id"] == judgment["expert_id"] != judgment["confirmed_by"]
    return report, (judgment["expert_id"], judgment["confirmed_by"])


def secret_of(project) -> str | None:
    with project.reading() as tx:
        return settings.pseudonym_secret(tx)


def test_they_are_the_same_in_every_bundle_of_a_project_and_differ_between_projects(
    project, tmp_path
):
    report, first = published(project, tmp_path / "one")
    assert report.warnings == ()
    with ProjectFile.open(project.path) as again:
        assert published(again, tmp_path / "two")[1] == first
    with new_project(tmp_path / "q.xpert", now=NOW) as other:
        import_bundle(other, tmp_path / "source", now=NOW)
        assert not set(published(other, tmp_path / "three")[1]) & set(first)
    assert len(secret_of(project)) == 64


def test_a_project_that_is_open_for_reading_says_that_they_will_differ(project, tmp_path):
    found = []
    with ProjectFile.open(project.path, read_only=True) as closed:
        for name in ("one", "two"):
            report, names = published(closed, tmp_path / name)
            found += names
            (warning,) = report.warnings
            assert "pseudonyms" in warning
            assert report.to_dict()["warnings"] == [warning]
            assert "same throughout" not in (tmp_path / name / "README.md").read_text()
    assert len(set(found)) == 4
    assert secret_of(project) is None


def test_one_open_for_reading_uses_the_secret_that_is_there(project, tmp_path):
    first = published(project, tmp_path / "one")[1]
    with ProjectFile.open(project.path, read_only=True) as closed:
        report, names = published(closed, tmp_path / "two")
    assert names == first
    assert report.warnings == ()


def test_no_export_holds_the_secret(project, tmp_path):
    published(project, tmp_path / "public")
    export_bundle(project, tmp_path / "private", visibility=Visibility.PRIVATE, now=NOW)
    export_table(project, tmp_path / "t.csv")
    secret = secret_of(project).encode()
    files = [path for path in tmp_path.rglob("*") if path.is_file() and ".xpert" not in path.name]
    assert len(files) > 10
    assert not [path for path in files if secret in path.read_bytes()]
    with new_project(tmp_path / "q.xpert", now=NOW) as second:
        import_bundle(second, tmp_path / "private", now=NOW)
        assert secret_of(second) is None


def test_a_private_bundle_and_one_that_fails_make_none(project, tmp_path):
    export_bundle(project, tmp_path / "b", visibility=Visibility.PRIVATE, now=NOW)
    with pytest.raises(NotFoundError):
        export_bundle(
            project, tmp_path / "c", visibility=Visibility.PUBLIC, now=NOW,
            held_out=frozenset({"gone"}), without_rubrics=True,
        )  # fmt: skip
    assert secret_of(project) is None


def test_two_first_exports_at_once_agree(project, tmp_path):
    names = {}

    def export(name):
        with ProjectFile.open(project.path) as own:
            names[name] = published(own, tmp_path / name)[1]

    threads = [Thread(target=export, args=(f"b{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(names) == 4
    assert len(set(names.values())) == 1
