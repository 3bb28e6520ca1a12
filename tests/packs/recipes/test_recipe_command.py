"""Recipes on the terminal, as JSON, in reports and bundles; chosen by a lead."""

from __future__ import annotations

import json
from zipfile import ZipFile

import pytest

from tests.report.scored import JUDGE, OTHER, scored_project
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.workflow.recipes import recipe_named

OWN = {
    "name": "half",
    "version": 3,
    "parts": [
        {"name": "depth", "weight": 1, "dimensions": ["Depth"], "judges": "all"},
        {"name": "clarity", "weight": 1, "dimensions": ["Clarity"], "fallback": "no_clarity"},
    ],
}


@pytest.fixture
def scored(tmp_path, monkeypatch):
    monkeypatch.setenv("XPERT_STUDIO_AS", "lena")
    path = tmp_path / "s.xpert"
    scored_project(path).close()
    return path


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "half.json"
    path.write_text(json.dumps(OWN))
    return path


def by_recipe(xpert, path, *options):
    found = xpert("leaderboard", path, "--judge", JUDGE, "--judge", OTHER, *options, "--json").json
    return found[JUDGE].get("by_recipe")


def test_a_recipe_of_a_file_is_computed_and_named(xpert, scored, own):
    found = by_recipe(xpert, scored, "--recipe", own)
    assert found["recipe"]["name"] == "half"
    assert found["recipe"]["version"] == 3
    assert found["recipe"]["hash"] == recipe_named(str(own)).hash
    rows = {row["system"]: row for row in found["rows"]}
    # Depth: 7 of 16 points by one judge, 16 and 0 by the other; clarity: 3 of 5 or none.
    assert rows["halo"]["value"] == pytest.approx(((16 + 7) / 2 / 16 + 0) / 2)
    assert rows["aurora"]["value"] == pytest.approx(((7 + 16) / 2 / 16 + 3 / 5) / 2)
    assert rows["halo"]["tasks"] == 6
    assert rows["juno"]["missing"] == {"depth": 1}
    assert rows["juno"]["value"] is None
    alone = xpert("leaderboard", scored, "--judge", JUDGE, "--recipe", own, "--json").json
    assert alone.keys() == {JUDGE}
    assert alone[JUDGE]["by_recipe"] == found, "the recipe counts all judges, whichever are shown"
    said = xpert("leaderboard", scored, "--judge", JUDGE, "--recipe", own).out
    assert "By the recipe half 3 (" in said
    assert "no depth on 1 task" in said


def test_shipped_recipes_are_there_by_name(xpert, scored):
    score = {row["system"]: row["score"] for row in xpert(
        "leaderboard", scored, "--json").json[JUDGE]["standings"]}  # fmt: skip
    rows = by_recipe(xpert, scored, "--recipe", "weighted_score")["rows"]
    ranked = [row for row in rows if row["rank"]]
    assert ranked
    assert all(row["value"] == pytest.approx(score[row["system"]]) for row in ranked)
    levels = by_recipe(xpert, scored, "--recipe", "level_index")["rows"]
    assert all(row["value"] is None and "no medium tasks" in row["reason"] for row in levels)
    notes = by_recipe(xpert, scored, "--recipe", "composite")["notes"]
    assert "no checkpoint fits the part judges" in notes


def test_a_lead_chooses_the_recipe_of_reports_and_bundles(xpert, scored, own, tmp_path):
    assert by_recipe(xpert, scored) is None
    refused = xpert("people", "recipe", scored, own, "--as", "amara")
    assert refused.code != 0
    assert "is not a lead" in refused.err
    said = xpert("people", "recipe", scored, own)
    assert said.code == 0, said.err
    assert by_recipe(xpert, scored)["recipe"]["name"] == "half"
    assert xpert("report", scored, tmp_path / "r.html").code == 0
    assert "By the recipe half 3 (" in (tmp_path / "r.html").read_text(encoding="utf-8")
    bundle = tmp_path / "b.zip"
    assert xpert("export", scored, bundle, "--public").code == 0
    assert json.loads(ZipFile(bundle).read("manifest.json"))["recipe"]["name"] == "half"
    assert xpert("import", tmp_path / "n.xpert", bundle, "--new").code == 0
    with ProjectFile.open(tmp_path / "n.xpert", read_only=True) as project:
        assert project.info().recipe == recipe_named(str(own))
    assert "chose the scoring recipe" in xpert("history", scored).out
    assert xpert("undo", scored).code == 0
    assert by_recipe(xpert, scored) is None


def test_a_wrong_file_is_refused_by_file_and_key(xpert, scored, tmp_path):
    path = tmp_path / "r.json"
    path.write_text(json.dumps({**OWN, "parts": [{"name": "depth", "weight": -1}]}))
    for command in (("leaderboard", scored, "--recipe", path), ("people", "recipe", scored, path)):
        said = xpert(*command)
        assert said.code != 0
        assert "r.json, parts.0.weight" in said.err
    assert xpert("leaderboard", scored, "--recipe", "ghost").code != 0


def test_a_recipe_has_an_efficiency_where_the_tokens_are_known(xpert, scored, own):
    found = by_recipe(xpert, scored, "--recipe", own)
    assert {row["efficiency"] for row in found["rows"]} == {None}
    with ProjectFile.open(scored) as project, project.writing() as tx:
        tx.connection.exec_driver_sql("UPDATE response SET completion_tokens = 256")
        tx.connection.exec_driver_sql(
            "UPDATE response SET completion_tokens = NULL WHERE id = 't2:1'"
        )
    rows = {row["system"]: row for row in by_recipe(xpert, scored, "--recipe", own)["rows"]}
    assert rows["aurora"]["efficiency"] == pytest.approx(100 * rows["aurora"]["value"] / 8)
    assert rows["borealis"]["efficiency"] is None
    assert rows["juno"]["efficiency"] is None, "it has no value"
    said = xpert("leaderboard", scored, "--judge", JUDGE, "--recipe", own).out
    assert "Efficiency" in said
