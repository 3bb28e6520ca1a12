"""Exports can be watched and stopped, are known again by their content, and say how to cite."""

from __future__ import annotations

import csv
import json
import zipfile

import pytest

from tests.judge.projects import NOW, make_project
from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.exchange import export_bundle, export_table, import_bundle
from xpert_studio.core.exchange.bundle_options import BundleOptions
from xpert_studio.core.exchange.expecting import (
    expect_bundle,
    expect_foreign,
    expect_report,
    expect_table,
)
from xpert_studio.core.exchange.formats import FORMATS, read_content
from xpert_studio.core.exchange.preview import preview_bundle, preview_foreign
from xpert_studio.core.exchange.problems import fingerprint
from xpert_studio.core.exchange.scope import ExportScope, scope_in_words
from xpert_studio.core.records import Stratum, Subset, Visibility
from xpert_studio.core.store import entities, settings
from xpert_studio.core.workflow import new_project

CITATION = "Lena et al.\n```\n# not a heading\n"


class StoppedError(Exception):
    pass


@pytest.fixture
def project(tmp_path):
    with make_project(tmp_path / "p.xpert", tasks=5, checkpoints=40, systems=6) as made:
        yield made


@pytest.mark.parametrize("name", ["out.zip", "out"])
def test_a_bundle_that_is_stopped_leaves_nothing(project, tmp_path, name):
    told = []

    def watch(rows: int) -> None:
        told.append(rows)
        if rows >= 250:
            raise StoppedError

    with pytest.raises(StoppedError):
        export_bundle(project, tmp_path / name, visibility=Visibility.PRIVATE, now=NOW, watch=watch)
    assert told == sorted(told)
    assert [path.name for path in tmp_path.iterdir() if "out" in path.name] == []


def test_whoever_watches_changes_nothing(project, tmp_path):
    told: list[int] = []
    for name, watch in (("a.zip", told.append), ("b.zip", lambda _: None)):
        export_bundle(project, tmp_path / name, visibility=Visibility.PRIVATE, now=NOW, watch=watch)
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    assert max(told) > 250


def test_a_table_of_a_part_holds_that_part(project, tmp_path):
    export_table(project, tmp_path / "t.csv", scope=ExportScope(task_ids=frozenset({"t1"})))
    with (tmp_path / "t.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["task_id"] for row in rows} == {"t1"}
    assert len(rows) == 40
    with pytest.raises(NotFoundError):
        export_table(project, tmp_path / "u.csv", scope=ExportScope(task_ids=frozenset({"none"})))
    with pytest.raises(StoppedError):
        export_table(project, tmp_path / "v.csv", watch=_stop)
    assert sorted(path.suffix for path in tmp_path.glob("*.csv")) == [".csv"]


def _stop(rows: int) -> None:
    raise StoppedError


def test_equal_content_has_equal_fingerprints(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name / "inner").mkdir(parents=True)
        (tmp_path / name / "inner" / "file.txt").write_text("same")
    assert fingerprint(tmp_path / "one") == fingerprint(tmp_path / "two")
    (tmp_path / "two" / "inner" / "file.txt").rename(tmp_path / "two" / "inner" / "other.txt")
    assert fingerprint(tmp_path / "one") != fingerprint(tmp_path / "two")
    path = tmp_path / "one" / "inner" / "file.txt"
    assert fingerprint(path) == ("0967115f2813a3541eaef77de9d9d5773f1c0c04314b0bbfe4ff3b3b1c55b5d5")


def test_a_scope_in_words(project):
    with project.writing() as tx:
        entities.put(
            tx,
            Subset(
                name="gold", seed=1, task_ids=("t1", "t2"), sampled_by="lena", sampled_at=NOW,
                strata=(Stratum(domain="", available=5, drawn=2),),
            ),
        )  # fmt: skip
        assert scope_in_words(tx, ExportScope()) == ""
        assert scope_in_words(tx, ExportScope(subset="gold")) == "gold subset gold, 2 of 5 tasks"
        assert scope_in_words(tx, ExportScope(task_ids=frozenset({"t0"}))) == "1 of 5 tasks"


def test_the_citation_goes_out_in_manifest_and_card_and_comes_back(project, tmp_path):
    with project.writing() as tx:
        info = settings.project_info(tx).model_copy(update={"citation": CITATION})
        settings.put_project_info(tx, info)
    export_bundle(project, tmp_path / "b.zip", visibility=Visibility.PUBLIC, now=NOW)
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        manifest = json.loads(archive.read("manifest.json"))
        card = archive.read("README.md").decode("utf-8")
    assert manifest["citation"] == CITATION
    assert "````\nLena et al.\n```\n# not a heading\n````" in card
    with new_project(tmp_path / "q.xpert", now=NOW) as other:
        report = import_bundle(other, tmp_path / "b.zip", now=NOW)
        assert other.info().citation == CITATION
    assert not [text for text in report.warnings if "citation" in text]


@pytest.mark.parametrize("visibility", list(Visibility))
@pytest.mark.parametrize("wanted", [frozenset(), frozenset({"t1", "t3"})])
@pytest.mark.parametrize("held_out", [frozenset(), frozenset({"t3"})])
def test_what_is_expected_is_what_is_written(project, tmp_path, visibility, wanted, held_out):
    options = BundleOptions(
        visibility, ExportScope(task_ids=wanted), held_out, without_rubrics=bool(held_out)
    )
    before = project.path.stat().st_mtime_ns
    told = expect_bundle(project, options)
    assert project.path.stat().st_mtime_ns == before
    report = export_bundle(
        project, tmp_path / "b", visibility=visibility, now=NOW, scope=options.scope,
        held_out=held_out, without_rubrics=bool(held_out),
    )  # fmt: skip
    assert told == report.rows


def test_a_look_through_tells_the_hash_and_can_be_stopped(project, tmp_path):
    public = BundleOptions(Visibility.PUBLIC)
    assert preview_bundle(project, public, now=NOW).content_hash is None
    for options in (public, BundleOptions(Visibility.PRIVATE)):
        report = export_bundle(
            project, tmp_path / "b", visibility=options.visibility, now=NOW, replace=True
        )
        through = []
        told = preview_bundle(project, options, now=NOW, watch=through.append)
        assert told.content_hash == report.content_hash
        assert through == sorted(through)
        assert through[-1] == sum(report.rows.values())  # the records are gone through once
        with pytest.raises(StoppedError):
            preview_bundle(project, options, now=NOW, watch=_stop)
    with pytest.raises(StoppedError):
        preview_foreign(project, next(iter(FORMATS.values())), now=NOW, watch=_stop)


def test_the_rows_of_a_table_are_expected(project, tmp_path):
    for scope in (ExportScope(), ExportScope(task_ids=frozenset({"t1"}))):
        report = export_table(project, tmp_path / "t.csv", scope=scope, replace=True)
        assert sum(expect_table(project, scope).values()) == report.rows["rows"]
    with pytest.raises(NotFoundError):
        expect_table(project, ExportScope(subset="none"))
    assert expect_report(project, ExportScope(task_ids=frozenset({"t1"}))) == {
        "tasks": 1, "responses": 6, "gold judgments": 40, "verdicts": 0,
    }  # fmt: skip


def test_what_another_tool_gets_is_expected(project):
    content = read_content(project, ExportScope(task_ids=frozenset({"t1"})))
    assert expect_foreign(project, ExportScope(task_ids=frozenset({"t1"}))) == {
        "tasks": len(content.tasks),
        "checkpoints": sum(map(len, content.rubrics.values())),
        "responses": sum(map(len, content.responses.values())),
        "gold judgments": sum(map(len, content.gold.values())),
    }
    with project.writing() as tx:
        tx.connection.exec_driver_sql("UPDATE task SET stage = 'review'")
    with pytest.raises(UsageError, match="ready to be judged"):
        expect_foreign(project, ExportScope())
