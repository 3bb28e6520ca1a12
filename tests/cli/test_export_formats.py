"""``xpert-studio export --format``: what it writes, what it says, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.judge.projects import NOW
from xpert_studio.core.exchange.formats import FORMATS
from xpert_studio.core.records import Stratum, Subset
from xpert_studio.core.store import ProjectFile, entities, settings


def test_the_formats_are_listed_without_a_project(xpert):
    said = xpert("export", "--formats")
    assert said.code == 0
    for item in FORMATS.values():
        assert item.id in said.out
        assert item.what.split()[-1] in said.out


@pytest.mark.parametrize(
    "wanted", [item for item in FORMATS.values() if not item.suffix], ids=lambda i: i.id
)
def test_a_folder_for_another_tool(xpert, project, tmp_path, wanted):
    said = xpert("export", project, "out", "--format", wanted.id)
    assert said.code == 0, said.err
    assert "README.md says how to use it" in said.out
    assert "Test" in (tmp_path / "out" / "README.md").read_text()
    again = xpert("export", project, "out", "--format", wanted.id)
    assert again.code == 2
    assert "--replace" in again.err
    said = xpert("export", project, "out", "--format", wanted.id, "--replace", "--json")
    assert said.code == 0
    assert said.json["rows"]
    assert said.json["target"].endswith("out")


@pytest.mark.parametrize(
    ("option", "empty"),
    [
        ("--hold-out", ""),
        ("--hold-out", ","),
        ("--tasks", " , "),
        ("--tasks", ""),
        ("--subset", ""),
    ],
)
@pytest.mark.parametrize("command", ["export", "site"])
def test_an_option_that_names_nothing_publishes_nothing(
    xpert, project, tmp_path, command, option, empty
):
    public = ["--public"] if command == "export" else []
    said = xpert(command, project, "out", *public, option, empty)
    assert said.code == 2
    assert f"{option} names nothing" in said.err and "leave" in said.err
    assert not (tmp_path / "out").exists()


def test_a_zip_is_no_folder_for_a_site(xpert, project, tmp_path):
    said = xpert("site", project, "out.zip")
    assert said.code == 2
    assert "out.zip cannot be the name of a folder" in said.err and "Write to out" in said.err
    assert not (tmp_path / "out.zip").exists()


def test_some_tasks_only(xpert, project, tmp_path):
    said = xpert("export", project, "one", "--format", "inspect-ai", "--tasks", "t1", "--json")
    assert said.code == 0, said.err
    assert said.json["rows"]["dataset.jsonl"] == 1
    (line,) = (tmp_path / "one" / "dataset.jsonl").read_text().splitlines()
    assert json.loads(line)["id"] == "t1"
    with ProjectFile.open(project) as opened, opened.writing() as tx:
        strata = (Stratum(domain="", available=2, drawn=1),)
        drawn = Subset(
            name="half", seed=1, task_ids=("t0",), strata=strata, sampled_by="lena", sampled_at=NOW
        )
        entities.put(tx, drawn)
    said = xpert("export", project, "half", "--format", "promptfoo", "--subset", "half", "--json")
    assert said.json["rows"]["tests.json"] == 1
    (task,) = json.loads((tmp_path / "half" / "tasks.json").read_text())
    assert task["id"] == "t0"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--format", "nothing"], "no format nothing"),
        (["--format", "inspect-ai", "--tasks", "t0, t9"], "no task t9"),
        (["--format", "inspect-ai", "--subset", "nothing"], "no gold subset nothing"),
        (["--format", "promptfoo", "--public"], "--public is for bundles"),
        (["--format", "promptfoo", "--hold-out", "t0,t1"], "Every task that was chosen is held"),
        (["--format", "promptfoo", "--all-stages"], "--all-stages is for bundles"),
        (["--all-stages"], "--all-stages is for public bundles"),
        (["--format", "promptfoo", "--without-rubrics"], "--without-rubrics is for bundles"),
        (["--tasks", "t0,t9"], "no task t9"),
        (["--subset", "half"], "no gold subset half"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(xpert, project, tmp_path, options, told):
    said = xpert("export", project, "out", *options)
    assert said.code in {1, 2}
    assert told in said.err
    assert not (tmp_path / "out").exists()


def test_endings_that_make_no_sense_are_refused(xpert, project, tmp_path):
    said = xpert("export", project, "out.zip", "--format", "inspect-ai")
    assert said.code == 2
    assert "reads a folder" in said.err
    said = xpert("export", project, "out.csv", "--public")
    assert said.code == 2
    assert "a table always names the experts" in said.err
    said = xpert("export", project, "out.xlsx", "--preview")
    assert said.code == 2
    assert "--preview is for bundles and the formats" in said.err
    assert not list(tmp_path.glob("out*"))


def test_the_pseudonyms_stay_the_same(xpert, project, tmp_path):
    for name in ("a", "b"):
        assert xpert("export", project, name, "--format", "inspect-ai").code == 0
    first, second = (tmp_path / name / "expert_scores.jsonl" for name in ("a", "b"))
    assert first.read_bytes() == second.read_bytes()
    assert b"person-" in first.read_bytes()
    with ProjectFile.open(project) as opened, opened.reading() as tx:
        assert settings.pseudonym_secret(tx)


@pytest.mark.parametrize("options", [["--public"], [], ["--format", "hugging-face"]])
def test_a_preview_tells_everything_and_writes_nothing(xpert, project, tmp_path, options):
    before = sorted(path.name for path in tmp_path.iterdir())
    said = xpert("export", project, "out", "--preview", *options)
    assert said.code == 0, said.err
    assert "Nothing was written." in said.out
    assert "tasks.jsonl begins:" in said.out
    assert "What is shared, and what is not" in said.out
    assert "rationale" in said.out
    if options != []:
        assert "amara" not in said.out
        assert "No licence is set" in said.err
    told = xpert("export", project, "out", "--preview", "--json", *options).json
    assert told["size"] == sum(file["size"] for file in told["files"])
    fates = {(item["kind"], item["field"]): item for item in told["fields"]}
    assert fates["judgments", "expert_id"]["pseudonymized" if options else "out"] == 6
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    said = xpert("export", project, "out", *options, "--json")
    assert said.code == 0, said.err


def test_a_part_as_a_bundle(xpert, project, tmp_path):
    said = xpert("export", project, "one", "--tasks", "t1", "--public", "--json")
    assert said.code == 0, said.err
    assert said.json["rows"]["tasks"] == 1
    for line in (tmp_path / "one" / "responses.jsonl").read_text().splitlines():
        assert json.loads(line)["task_id"] == "t1"
    told = xpert("export", project, "one.zip", "--tasks", "t1", "--preview", "--json").json
    assert {item["kind"]: (item["out"], item["stay"]) for item in told["rows"]}["tasks"] == (1, 1)
    assert 0 < told["packed"] < told["size"]


@pytest.mark.parametrize(("wanted", "name"), [("healthbench", "h.jsonl"), ("autorubric", "a.json")])
def test_what_other_tools_keep_comes_in_by_import(xpert, project, tmp_path, wanted, name):
    assert xpert("export", project, name, "--format", wanted).code == 0
    said = xpert("import", "new.xpert", name, "--new", "--json")
    assert said.code == 0, said.err
    assert said.json["added"]["tasks"] == 2
    assert said.json["added"]["checkpoints"] == 6
    (tmp_path / name).write_text("{")
    said = xpert("import", "other.xpert", name, "--new")
    assert said.code == 3
    assert name in said.err
    assert not (tmp_path / "other.xpert").exists()


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("out.pdf", "xpert-studio report PROJECT out.pdf"),
        ("out.html", "xpert-studio report PROJECT out.html"),
        ("out.zpi", "a folder or .zip"),
        ("out.xls", ".csv or .xlsx"),
    ],
)
@pytest.mark.parametrize("more", [(), ("--preview",)])
def test_a_file_of_a_kind_that_is_not_written_is_refused(
    xpert, project, tmp_path, name, remedy, more
):
    said = xpert("export", project, name, *more)
    assert said.code == 2
    assert remedy in said.err
    assert not (tmp_path / name).exists()


def test_a_folder_may_have_a_version_in_its_name(xpert, project, tmp_path):
    assert xpert("export", project, "wards-1.2").code == 0
    assert (tmp_path / "wards-1.2" / "manifest.json").is_file()


def test_a_dataset_of_argilla_comes_in_by_import(xpert, tmp_path):
    real = Path(__file__).parent.parent / "packs" / "argilla" / "kept"
    said = xpert("import", "new.xpert", real / "reviews", "--new", "--json")
    assert said.code == 0, said.err
    assert said.json["added"]["judgments"] == 50
    said = xpert(
        "import", "other.xpert", real / "reviews", "--new", "--response-field", "instruction"
    )
    assert said.code == 0, said.err
    assert '"instruction" was taken as the response' in said.err
    said = xpert("import", "third.xpert", real / "reviews", "--new", "--response-field", "x")
    assert said.code == 3
    assert not (tmp_path / "third.xpert").exists()


def test_a_format_is_told_what_it_takes_and_refuses_the_rest(xpert, project, tmp_path):
    assert "provider" in xpert("export", "--formats").out
    words = ("export", project, "pf", "--format", "promptfoo", "--set")
    said = xpert(*words, "provider=openai:chat:aurora-2")
    assert said.code == 0, said.err
    text = (tmp_path / "pf" / "promptfooconfig.yaml").read_text()
    assert 'providers: ["openai:chat:aurora-2"]' in text
    refused = xpert(*words, "provider={{ env.KEY }}", "--replace")
    assert refused.code == 2
    assert "--set provider cannot be '{{ env.KEY }}'" in refused.err
    refused = xpert(*words, "grader=x", "--replace")
    assert refused.code == 2
    assert "It can be told: provider." in refused.err
    refused = xpert("export", project, "a.zip", "--set", "provider=a:b")
    assert refused.code == 2
    assert "--set is for a --format" in refused.err
