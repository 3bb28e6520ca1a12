"""What catalogues of data sets read: Hugging Face's layout, and bundles, with Croissant metadata.

``datasets`` loads every configuration and ``mlcroissant`` every record set, and both find in it what
the project holds.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.exchange.conftest import NOW, everything_in, records_of
from tests.exchange.formats import projects
from tests.exchange.formats.tools import need_tools, run_python
from tests.store.conftest import fill
from xpert_studio.core.exchange import export_bundle, import_bundle
from xpert_studio.core.exchange.formats import export_foreign, find_format, read_content
from xpert_studio.core.records import (
    Checkpoint,
    Judge,
    Judgment,
    JudgmentStatus,
    ProjectInfo,
    Quote,
    RatingState,
    Response,
    Stage,
    Task,
    Usage,
    Verdict,
    Visibility,
)
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import new_project

LOAD = """
import base64, json, sys
import datasets, mlcroissant
datasets.disable_progress_bars()

def plain(value):
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, dict):
        return {str(key).rpartition("/")[2]: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return value.item() if hasattr(value, "item") else value

def loaded(folder):
    names = datasets.get_dataset_config_names(folder)
    found = {name: datasets.load_dataset(folder, name, split="test") for name in names}
    return {
        name: {"rows": plain(data.to_list()), "features": str(data.features)}
        for name, data in found.items()
    }

def described(path):
    data = mlcroissant.Dataset(jsonld=path)
    about = data.metadata
    return {
        "errors": sorted(about.ctx.issues.errors), "warnings": sorted(about.ctx.issues.warnings),
        "name": about.name, "license": about.license, "description": about.description,
        "annotation": about.data_annotation_protocol, "limits": about.data_limitations,
        "records": {item.uuid: plain(list(data.records(item.uuid))) for item in about.record_sets},
    }

print(json.dumps({
    "unasked": {
        name: len(datasets.load_dataset(name, split="test"))
        for name in ("hub", "hub/jsonl", "public")
    },
    "loaded": {name: loaded(name) for name in ("hub", "hub/jsonl", "public", "private")},
    "described": {
        name: described(name + "/croissant.json") for name in ("hub", "public", "private")
    },
}))
"""


CLINIC = ProjectInfo(name="Clinic 诊所 <b> & `co`", created_at=NOW)


@dataclass
class Read:
    """What the tools read of a project's exports.

    Attributes:
        folder: Where these lie: ``hub``, ``public``, ``private``.
        loaded: By export and configuration, what ``datasets`` loads.
        described: By export, what ``mlcroissant`` says and reads.
        records: What the project holds.
        unasked: How many rows ``datasets`` loads where nobody says which table.
    """

    folder: Path
    loaded: dict[str, dict[str, dict[str, Any]]]
    described: dict[str, dict[str, Any]]
    records: dict[str, list[Any]]
    unasked: dict[str, int]


def add_verdicts(project: ProjectFile) -> None:
    """With quotes, usage and flags, and one that is unusable."""
    with project.writing() as tx:
        intake = Intake(tx)
        intake.judge(
            Judge(id="j:1", provider="p", model="m", parameters={"temperature": 0.5, "x": [1, "a"]})
        )
        intake.verdict(
            Verdict(
                response_id="lease:s0", checkpoint_id="c1", judge_id="j:1", value=1,
                rationale="007", judged_at=NOW, flags=("odd",), usage=Usage(input_tokens=3),
                evidence=(Quote(quote="回答", start=0, end=2, verified=True), Quote(quote="x")),
            )
        )  # fmt: skip
        intake.verdict(
            Verdict(
                response_id="lease:s0", checkpoint_id="c2", judge_id="j:1",
                state=RatingState.ERROR,
                problem="no route to judge.internal",
            )
        )  # fmt: skip
        intake.flush()


@pytest.fixture(scope="module")
def read(tmp_path_factory) -> Read:
    need_tools()
    folder = tmp_path_factory.mktemp("sets")
    with projects.make_project(folder / "p.xpert") as project:
        add_verdicts(project)
        export_foreign(project, find_format("hugging-face"), folder / "hub", now=NOW)
        for name in ("public", "private"):
            export_bundle(project, folder / name, visibility=Visibility(name), now=NOW)
        records = records_of(project)
    ran = json.loads(run_python("-c", LOAD, at=folder))
    return Read(folder, ran["loaded"], ran["described"], records, ran["unasked"])


def test_parquet_and_json_lines_hold_the_same(read):
    parquet, lines = read.loaded["hub"], read.loaded["hub/jsonl"]
    assert list(parquet) == ["tasks", "responses", "judgments"] == list(lines)
    assert parquet == lines


def test_tasks_are_what_is_loaded_unasked(read):
    assert set(read.unasked.values()) == {len(projects.PROMPTS)}


def test_a_task_carries_its_rubric_with_its_weights(read):
    rows = {row["id"]: row for row in read.loaded["hub"]["tasks"]["rows"]}
    assert set(rows) == set(projects.PROMPTS)
    for task_id, row in rows.items():
        assert row["prompt"] == projects.PROMPTS[task_id][2]
        rubric = [(item["id"], item["text"], item["weight"]) for item in row["rubric"]]
        assert rubric == list(
            zip(
                projects.IDS[task_id],
                projects.TEXTS[task_id],
                projects.WEIGHTS[task_id],
                strict=True,
            )
        )
        assert row["points"] == sum(projects.WEIGHTS[task_id])
    features = read.loaded["hub"]["tasks"]["features"]
    assert "'weight': Value('float64')" in features
    assert "'rubric': List({" in features


def test_rows_carry_the_hashes_of_what_they_are(read):
    loaded = read.loaded["hub"]
    tasks = {task.id: task for task in read.records["tasks"]}
    responses = {item.id: item for item in read.records["responses"]}
    assert {row["id"]: row["content_hash"] for row in loaded["tasks"]["rows"]} == {
        name: task.content_hash for name, task in tasks.items()
    }
    assert {row["id"]: row["content_hash"] for row in loaded["responses"]["rows"]} == {
        name: item.content_hash for name, item in responses.items()
    }
    versions = {row["id"]: row["rubric_version"] for row in loaded["tasks"]["rows"]}
    assert len(set(versions.values())) == len(versions)
    for row in loaded["judgments"]["rows"]:
        assert row["rubric_version"] == versions[row["task_id"]]


def test_gold_judgments_are_there_and_nobody_is_named(read):
    rows = read.loaded["hub"]["judgments"]["rows"]
    said = {
        (item.response_id, item.checkpoint_id, item.value) for item in read.records["judgments"]
    }
    assert {(row["response_id"], row["checkpoint_id"], row["met"]) for row in rows} == said
    files = [path for path in (read.folder / "hub").rglob("*") if path.is_file()]
    assert not [path for path in files if b"amara" in path.read_bytes()]
    assert {row["expert_id"] for row in rows} == {
        row["expert_id"] for row in read.loaded["public"]["judgments"]["rows"]
    }


def test_attachments_lie_where_rows_say(read):
    task = next(row for row in read.loaded["hub"]["tasks"]["rows"] if row["attachments"])
    (item,) = task["attachments"]
    assert (read.folder / "hub" / item["file"]).read_bytes() == projects.PIXEL
    assert item["name"] == "the plan.png"


@pytest.mark.parametrize("name", ["public", "private"])
def test_datasets_loads_every_table_of_a_bundle(read, name):
    loaded = read.loaded[name]
    for path in sorted((read.folder / name).glob("*.jsonl")):
        rows = [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]
        assert len(loaded[path.stem]["rows"]) == len(rows)
        ids = [row.get("id") for row in rows]
        assert [row.get("id") for row in loaded[path.stem]["rows"]] == ids


@pytest.mark.parametrize("name", ["hub", "public", "private"])
def test_croissant_is_sound(read, name):
    about = read.described[name]
    assert about["errors"] == []
    assert about["warnings"] == []
    assert about["name"] == "Proof {{7*7}} of 导出"
    assert about["license"] == ["https://spdx.org/licenses/CC-BY-4.0.html"]
    assert "xpert-canary-foreign" in about["description"]
    assert "2 experts judged" in about["annotation"][0]
    assert any("Fewer than 5 tasks" in text for text in about["limits"])


def moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def without_empty(value: Any) -> Any:
    """A record without what is absent: of absent nested values the reader makes empty ones."""
    if isinstance(value, dict):
        kept = {key: without_empty(item) for key, item in value.items()}
        return {key: item for key, item in kept.items() if item not in (None, [], {})}
    if isinstance(value, list):
        return [item for item in map(without_empty, value) if item not in (None, {}, [])]
    return value


def test_mlcroissant_reads_the_records_of_the_hub_layout(read):
    for name, rows in read.described["hub"]["records"].items():
        expected = read.loaded["hub"][name]["rows"]
        assert [without_empty(row) for row in rows] == [without_empty(row) for row in expected]


@pytest.mark.parametrize("name", ["public", "private"])
def test_mlcroissant_reads_the_records_of_a_bundle(read, name):
    records = read.described[name]["records"]
    free_form = {"parameters"}
    for table, found in records.items():
        path = read.folder / name / f"{table}.jsonl"
        rows = [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]
        assert len(found) == len(rows)
        for row, got in zip(rows, found, strict=True):
            for key, value in without_empty(row).items():
                if key in free_form:
                    continue
                if key.endswith("_at"):
                    assert moment(got[key]) == moment(value)
                else:
                    # mlcroissant reads JSON lines with pandas, which takes "007" for a number.
                    assert without_empty(got[key]) == ("7.0" if value == "007" else value)
    assert ("people" in records) is False  # the project names nobody
    assert records["judgments"][0]["expert_id"].startswith("person-") is (name == "public")


def test_a_bundle_lists_its_metadata_and_an_import_needs_none_of_it(tmp_path):
    with projects.make_project(tmp_path / "p.xpert") as first:
        export_bundle(first, tmp_path / "one", visibility=Visibility.PRIVATE, now=NOW)
    manifest = json.loads((tmp_path / "one" / "manifest.json").read_text("utf-8"))
    assert {"README.md", "croissant.json"} <= {item["path"] for item in manifest["files"]}
    with ProjectFile.create(tmp_path / "q.xpert", CLINIC) as second:
        report = import_bundle(second, tmp_path / "one", now=NOW)
        assert not [text for text in report.warnings if "croissant" in text or "README" in text]
        assert everything_in(second)[1][2] == []  # kept as no unknown file
        export_bundle(second, tmp_path / "two", visibility=Visibility.PRIVATE, now=NOW)
    for path in (tmp_path / "one").iterdir():
        if path.is_file():
            assert (tmp_path / "two" / path.name).read_bytes() == path.read_bytes(), path.name


def test_metadata_that_somebody_else_wrote_is_told_to_be_dropped(tmp_path):
    with projects.make_project(tmp_path / "p.xpert") as first:
        export_bundle(first, tmp_path / "one", visibility=Visibility.PRIVATE, now=NOW)
    (tmp_path / "one" / "manifest.json").unlink()
    with new_project(tmp_path / "q.xpert", now=NOW) as second:
        report = import_bundle(second, tmp_path / "one", now=NOW)
    assert any(text.startswith("croissant.json was not kept") for text in report.warnings)
    assert any(text.startswith("README.md was not kept") for text in report.warnings)


def test_only_the_day_depends_on_the_time(tmp_path):
    later = datetime.fromisoformat("2027-05-06T07:08:09+00:00")
    with projects.make_project(tmp_path / "p.xpert") as project:
        for name, now in (("one", NOW), ("two", later)):
            export_bundle(project, tmp_path / name, visibility=Visibility.PUBLIC, now=now)
            export_foreign(project, find_format("hugging-face"), tmp_path / f"hub-{name}", now=now)
    for kind in ("", "hub-"):
        one, two = tmp_path / f"{kind}one", tmp_path / f"{kind}two"
        differing = {
            path.name
            for path in one.rglob("*")
            if path.is_file() and path.read_bytes() != (two / path.relative_to(one)).read_bytes()
        }
        assert differing == {"croissant.json"} | (
            {".xpert-studio.json"} if kind else {"manifest.json"}
        )
        about = [
            json.loads((folder / "croissant.json").read_text("utf-8")) for folder in (one, two)
        ]
        assert [item.pop("datePublished") for item in about] == ["2026-03-01", "2027-05-06"]
        assert about[0] == about[1]


def test_what_is_absent_everywhere_is_no_column(tmp_path):
    with ProjectFile.create(tmp_path / "p.xpert", CLINIC) as project:
        fill(project)
        export_bundle(project, tmp_path / "b", visibility=Visibility.PUBLIC, now=NOW)
    about = json.loads((tmp_path / "b" / "croissant.json").read_text("utf-8"))
    fields = {
        item["@id"]: {field["name"] for field in item["field"]} for item in about["recordSet"]
    }
    assert "people" not in fields
    assert "title" not in fields["tasks"]
    assert {"id", "context", "attachments", "tags"} <= fields["tasks"]
    assert "license" not in about


def test_only_tasks_that_are_ready_are_in_the_hub_layout(tmp_path):
    with projects.make_project(tmp_path / "p.xpert") as project:
        with project.writing() as tx:
            intake = Intake(tx)
            intake.task(Task(id="draft", prompt="Not yet.", stage=Stage.RUBRIC))
            intake.checkpoint(Checkpoint(task_id="draft", id="c", text="Secret.", weight=1))
            intake.response(Response(id="d", task_id="draft", model="m", text="T."))
            intake.judgment(
                Judgment(
                    response_id="d", checkpoint_id="c", expert_id="e", value=1,
                    status=JudgmentStatus.CONFIRMED,
                )
            )  # fmt: skip
            intake.flush()
        content = read_content(project, with_facts=True)
        export_foreign(project, find_format("hugging-face"), tmp_path / "hub")
    assert content.facts.composition.tasks == len(projects.PROMPTS)
    assert "e" not in content.facts.composition.experts
    files = [path for path in (tmp_path / "hub").rglob("*") if path.is_file()]
    assert not [path for path in files if b"Secret." in path.read_bytes()]
