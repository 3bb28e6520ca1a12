"""The sample of a suite over time: made by real runs, with one regression and one new definition."""

from __future__ import annotations

import json
from pathlib import Path

from xpert_studio.core.resources import sample_project_path

ROOT = Path(__file__).resolve().parents[3]
SAMPLE = sample_project_path("support_desk")


def test_the_sample_shows_a_regression_its_repair_and_a_new_definition(xpert):
    assert xpert("import", "desk.xpert", SAMPLE, "--new", "--as", "lead-moreau").code == 0
    (trend,) = xpert("sections", "desk.xpert", "suite-trend", "--json").json
    assert len(trend["evaluations"]) == 8
    beyond = [
        (one["regression"], one["difference"] > 0)
        for one in trend["comparisons"]
        if one["status"] == "comparable" and one["corrected_p"] < 0.05
    ]
    assert beyond == [(True, False), (False, True)]
    changed = [one for one in trend["comparisons"] if one["status"] == "not_comparable"]
    assert len(changed) == 2
    assert all(one["p"] is None for one in changed)
    said = xpert("sections", "desk.xpert", "suite-trend").out
    assert "Beyond noise: +" in said and "2026-03-30" in said
    assert xpert("suite", "gate", "desk.xpert", "--system", "desk", "--no-regression").code == 0
    assert xpert("report", "desk.xpert", "out.html", "--as", "lead-moreau").code == 0
    html = Path("out.html").read_text(encoding="utf-8")
    for title in ("Suites over time", "Systems on suites", "Capabilities", "Frontier"):
        assert title in html
    assert "version 2" in html
    assert xpert("report", "desk.xpert", "out.xlsx", "--as", "lead-moreau").code == 0


def test_the_sample_has_a_conversation_and_a_folder_that_the_second_version_asks(xpert):
    assert xpert("import", "desk.xpert", SAMPLE, "--new", "--as", "lead-moreau").code == 0
    talk = xpert("conversation", "show", "desk.xpert", "tone-talk", "--json").json
    assert [one["turn"] for one in talk["messages"]] == [1, 2]
    folder = xpert("workspace", "show", "desk.xpert", "tone-folder", "--json").json
    assert [one["path"] for one in folder["files"]] == ["letter.txt"]
    newest = xpert("suite", "show", "desk.xpert", "core", "--evaluation", "newest", "--json").json
    assert '"tone-talk"' in json.dumps(newest) and '"tone-folder"' in json.dumps(newest)
