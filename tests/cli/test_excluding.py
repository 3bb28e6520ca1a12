"""A system is excluded from every board with a reason: commands, outputs, bundle, blindness."""

from __future__ import annotations

import json
from zipfile import ZipFile

import pytest

from tests.report.scored import JUDGE, NOW, OTHER, scored_project
from xpert_studio.core.records import ExcludedSystem, ProjectInfo
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.workflow.assignments.blind_records import BlindRecords

REASON = "Its developer saw the rubrics."


@pytest.fixture
def scored(tmp_path, monkeypatch):
    monkeypatch.setenv("XPERT_STUDIO_AS", "lena")
    path = tmp_path / "s.xpert"
    scored_project(path).close()
    return path


@pytest.fixture
def excluded(xpert, scored):
    said = xpert("response", "exclude", scored, "halo", "--reason", REASON)
    assert said.code == 0, said.err
    return scored


def board(xpert, path, *options):
    return xpert("leaderboard", path, "--judge", JUDGE, *options, "--json").json[JUDGE]


def test_an_excluded_system_is_on_no_board_and_its_reason_below_each(xpert, scored):
    before = board(xpert, scored)
    assert xpert("response", "exclude", scored, "halo", "--reason", REASON).code == 0
    after = board(xpert, scored)
    names = [row["system"] for row in after["standings"]]
    assert names == [r["system"] for r in before["standings"] if r["system"] != "halo"]
    assert [row["rank"] for row in after["standings"] if row["rank"]] == sorted(
        row["rank"] for row in after["standings"] if row["rank"]
    )
    assert next(r for r in before["standings"] if r["system"] == "halo")["rank"] == 1
    assert after["standings"][0]["rank"] == 1
    assert after["excluded"] == [{"system": "halo", "reason": REASON}]
    assert before["excluded"] == []
    said = xpert("leaderboard", scored, "--full", "--judge", JUDGE).out
    assert f"halo is excluded: {REASON}" in said


def test_rows_of_excluded_systems_are_shown_marked_on_request(xpert, excluded):
    rows = board(xpert, excluded, "--with-excluded")["standings"]
    assert (rows[-1]["system"], rows[-1]["apart"], rows[-1]["rank"]) == ("halo", "excluded", None)
    assert rows[-1]["score"] is not None
    said = xpert("leaderboard", excluded, "--full", "--judge", JUDGE, "--with-excluded").out
    assert "halo (excluded)" in said


def test_a_level_board_is_without_it(xpert, excluded):
    rows = board(xpert, excluded, "--by", "level")["standings"]
    assert "halo" not in {row["system"] for row in rows}


def test_undo_and_include_bring_it_back_and_the_history_says_so(xpert, excluded):
    assert xpert("undo", excluded).code == 0
    assert board(xpert, excluded)["excluded"] == []
    assert xpert("redo", excluded).code == 0
    assert xpert("response", "include", excluded, "halo").code == 0
    assert board(xpert, excluded)["excluded"] == []
    said = xpert("history", excluded).out
    assert "excluded a system from the leaderboards" in said
    assert "included a system in the leaderboards again" in said
    assert REASON in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("exclude", "halo", "--reason", " "), "say why"),
        (("exclude", "ghost", "--reason", "x"), "ghost has given no response"),
        (("exclude", "halo", "--reason", "x" * 401), "at most 400"),
        (("include", "halo"), "halo is not excluded"),
        (("exclude", "halo", "--reason", "x", "--as", "amara"), "is not a lead"),
        (("include", "halo", "--as", "amara"), "is not a lead"),
    ],
)
def test_what_cannot_be_is_refused(xpert, scored, arguments, words):
    verb, system, *options = arguments
    said = xpert("response", verb, scored, system, *options)
    assert said.code != 0
    assert words in said.err
    assert board(xpert, scored)["excluded"] == []


def test_the_reason_is_in_the_report(xpert, excluded, tmp_path):
    assert xpert("report", excluded, tmp_path / "r.html").code == 0
    assert f"halo is excluded: {REASON}" in (tmp_path / "r.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("options", [(), ("--public",)])
def test_a_bundle_carries_it_there_and_back(xpert, excluded, tmp_path, options):
    bundle = tmp_path / "b.zip"
    said = xpert("export", excluded, bundle, *options)
    assert said.code == 0, said.err
    manifest = json.loads(ZipFile(bundle).read("manifest.json"))
    assert manifest["excluded_systems"] == [{"system": "halo", "reason": REASON}]
    assert xpert("import", tmp_path / "n.xpert", bundle, "--new").code == 0
    with ProjectFile.open(tmp_path / "n.xpert", read_only=True) as project:
        assert project.info().excluded_systems == (ExcludedSystem(system="halo", reason=REASON),)


def test_an_import_into_a_project_with_content_excludes_nothing_and_says_so(
    xpert, excluded, tmp_path
):
    bundle = tmp_path / "b.zip"
    assert xpert("export", excluded, bundle).code == 0
    assert xpert("response", "include", excluded, "halo").code == 0
    said = xpert("import", excluded, bundle)
    assert "excludes" in said.out + said.err
    assert board(xpert, excluded)["excluded"] == []


def test_a_manifest_with_another_shape_is_refused_by_name(xpert, excluded, tmp_path):
    bundle = tmp_path / "b"
    assert xpert("export", excluded, bundle).code == 0
    path = bundle / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["excluded_systems"] = [{"system": "halo"}]
    path.write_text(json.dumps(manifest))
    said = xpert("import", tmp_path / "n.xpert", bundle, "--new")
    assert said.code != 0
    assert "excluded_systems" in said.err + said.out


def test_who_judges_blind_is_sent_no_exclusion():
    info = ProjectInfo(
        name="P",
        created_at=NOW,
        excluded_systems=(ExcludedSystem(system="halo", reason=REASON),),
    )
    assert BlindRecords("secret", "amara").of(info).excluded_systems == ()


def test_a_system_is_excluded_from_one_board_and_stands_on_the_others(xpert, scored, tmp_path):
    said = xpert("response", "exclude", scored, "halo", "--reason", REASON, "--board", "judge-a")
    assert said.code == 0, said.err
    boards = xpert("leaderboard", scored, "--json").json
    systems = {name: {row["system"] for row in one["standings"]} for name, one in boards.items()}
    assert "halo" not in systems[JUDGE]
    assert "halo" in systems[OTHER]
    assert boards[JUDGE]["excluded"] == [{"system": "halo", "reason": REASON}]
    assert boards[OTHER]["excluded"] == boards["experts"]["excluded"] == []
    bundle = tmp_path / "b.zip"
    assert xpert("export", scored, bundle).code == 0
    assert xpert("import", tmp_path / "n.xpert", bundle, "--new").code == 0
    kept = ExcludedSystem(system="halo", reason=REASON, board=JUDGE)
    with ProjectFile.open(tmp_path / "n.xpert", read_only=True) as project:
        assert project.info().excluded_systems == (kept,)
    assert xpert("response", "exclude", scored, "halo", "--reason", "Every.").code == 0
    with ProjectFile.open(scored, read_only=True) as project:
        assert project.info().excluded_systems == (ExcludedSystem(system="halo", reason="Every."),)
    assert xpert("response", "include", scored, "halo").code == 0
    assert board(xpert, scored)["excluded"] == []


def test_a_system_is_excluded_from_the_board_of_a_recipe(xpert, scored):
    shown = board(xpert, scored, "--recipe", "weighted_score")["by_recipe"]["rows"]
    assert "halo" in {row["system"] for row in shown}
    said = xpert(
        "response",
        "exclude",
        scored,
        "halo",
        "--reason",
        REASON,
        "--board",
        "recipe:weighted_score",
    )
    assert said.code == 0, said.err
    found = board(xpert, scored, "--recipe", "weighted_score")
    assert "halo" not in {row["system"] for row in found["by_recipe"]["rows"]}
    assert "halo" in {row["system"] for row in found["standings"]}
    text = xpert("leaderboard", scored, "--judge", JUDGE, "--recipe", "weighted_score").out
    assert "halo is excluded (Its developer saw the rubrics)" in " ".join(text.split())


def test_a_board_that_is_not_there_is_refused(xpert, scored):
    said = xpert("response", "exclude", scored, "halo", "--reason", "x", "--board", "judge-z")
    assert said.code != 0
    assert "judge-z" in said.err
