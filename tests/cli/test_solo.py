"""One person alone, from an empty folder to a confirmed judgment, by commands."""

from __future__ import annotations

import pytest

BRIEF = (
    "--title", "Chest pain", "--domain", "Healthcare & Medicine", "--language", "en",
    "--difficulty", "hard", "--context", "You are on call.", "--materials", "A man of 58.",
    "--deliverables", "A plan.", "--reference", "Troponin at 0 and 3 hours.",
    "--checklist", "yyyy",
)  # fmt: skip


@pytest.fixture
def alone(xpert, tmp_path, monkeypatch):
    monkeypatch.setenv("XPERT_STUDIO_AS", "chen")
    assert xpert("new", "c.xpert", "--solo").code == 0
    assert xpert("people", "policy", "c.xpert", "--min-checkpoints", "1").code == 0
    return xpert


def test_the_whole_way(alone, tmp_path):
    shown = alone("people", "policy", "c.xpert", "--json").json
    assert shown["mode"] == "solo"
    assert not shown["qualification_required"]
    assert alone("task", "new", "c.xpert", "--id", "t", *BRIEF).code == 0
    assert alone("task", "submit", "c.xpert", "t").code == 0
    assert alone("task", "show", "c.xpert", "t", "--json").json["self_accepted"]
    added = ("rubric", "add", "c.xpert", "t", "Orders troponin at 0 and 3 hours.")
    assert alone(*added, "--dimension", "Domain Expertise", "--tier", "Essential").code == 0
    assert alone("rubric", "submit", "c.xpert", "t").code == 0
    unread = alone("review", "approve", "c.xpert", "t")
    assert unread.code == 1
    assert "1. Orders troponin" in unread.err
    read = alone("review", "read", "c.xpert", "t", "--json").json
    assert read["unread"] == []
    assert alone("review", "approve", "c.xpert", "t").code == 0
    (tmp_path / "a.txt").write_text("Troponin now and at 3 hours.", encoding="utf-8")
    assert alone("response", "add", "c.xpert", "aurora", "t=a.txt").code == 0
    (waiting,) = alone("judge", "list", "c.xpert", "--json").json["to_judge"]
    assert waiting["response"] == "t:A"
    facts = alone("info", "c.xpert", "--json").json
    assert facts["mode"] == "solo"
    assert facts["self_decided"]["accepted"] == 1
    assert "Self-accepted tasks: 1." in " ".join(alone("info", "c.xpert").out.split())
    assert "Self-accepted tasks: 1." in alone("align", "c.xpert").err
    assert alone("export", "c.xpert", "b").code == 0
    assert '"format_version": 2' in (tmp_path / "b" / "manifest.json").read_text("utf-8")


def test_a_team_accepts_by_criteria(xpert, monkeypatch):
    monkeypatch.setenv("XPERT_STUDIO_AS", "lena")
    assert xpert("new", "c.xpert", "--domain", "Law").code == 0
    said = xpert("task", "accept", "c.xpert", "t", "--criteria", "yyx")
    assert said.code == 2
    assert "y or n" in said.err


def test_what_is_left_is_said_before_a_rubric_is_submitted(alone):
    assert alone("task", "new", "c.xpert", "--id", "t", *BRIEF).code == 0
    assert alone("task", "submit", "c.xpert", "t").code == 0
    assert alone("draft", "make", "c.xpert", "t", "--by", "outline").code == 0
    assert alone("draft", "accept", "c.xpert", "t", "1").code == 0
    left = alone("rubric", "submit", "c.xpert", "t", "--dry-run", "--json").json
    assert left["untouched"] == [1]
    assert left["reviewers"] == ["chen"]
    assert (
        "1 of 1 checkpoint is as it was drafted."
        in alone("rubric", "submit", "c.xpert", "t", "--dry-run").out
    )


def test_what_was_done_is_said_with_its_result(alone):
    assert alone("task", "new", "c.xpert", "--id", "t", *BRIEF).code == 0
    alone("task", "submit", "c.xpert", "t")
    added = ("rubric", "add", "c.xpert", "t", "Orders troponin.")
    alone(*added, "--dimension", "Domain Expertise", "--tier", "Essential")
    submitted = alone("rubric", "submit", "c.xpert", "t").out
    assert "as it was drafted" not in submitted
    assert "1 rubric." in alone("lint", "check", "c.xpert").out
    alone("review", "read", "c.xpert", "t")
    alone("review", "approve", "c.xpert", "t")
    assert alone("task", "show", "c.xpert", "t", "--json").json["stage"] == "ready"
    sampled = alone("review", "sample", "c.xpert", "--seed", "1", "--share", "0")
    assert "No approved rubric" in sampled.err, "alone there is no spot check"
    assert (
        "Roles: lead, author."
        in alone("people", "change", "c.xpert", "chen", "--role", "lead", "--role", "author").out
    )
